"""/fleet show of a fleet that is no more: when and where it ended, to its own side alone."""

from tests.e2e.campaign.orders_kit import amended
from tests.e2e.kit import CHANNEL, Table


async def own(table: Table, side: str) -> list[str]:
    """A side's fleets by name."""
    return sorted(fleet.name for fleet in (await table.view(side)).fleets.values())


async def test_a_fleet_that_was_lost_is_shown_with_when_and_where_to_its_own_side_alone(table: Table) -> None:
    await table.start()
    first, second, *_ = await own(table, "humans")
    fleets = {fleet.name: fleet for fleet in (await table.view("humans")).fleets.values()}
    asked = await table.gm.slash(CHANNEL, "gm advance")
    await table.gm.click(asked, "Resolve turn")
    await amended(table, "gm amend remove", fleet=fleets[first].id)
    await table.gm.slash(CHANNEL, "gm publish")
    await table.settle()
    assert first not in await own(table, "humans")
    told = (await table.ask("ada", "fleet show", fleet=first)).text()
    assert f"{first} was lost in turn 1. As that turn began it was at {fleets[first].hex}" in told
    assert "The report of turn 1 says of it:" in told
    assert (await table.ask("ada", "fleet show", fleet=fleets[first].id.rpartition("-")[2])).text() == told
    assert f"### {second}" in (await table.ask("ada", "fleet show", fleet=second)).text()
    for name in (first, "Nobody's"):
        assert "You have no fleet called" in (await table.ask("dom", "fleet show", fleet=name)).text()
    assert "You have no fleet called" in (await table.ask("ada", "fleet show", fleet="Nobody's")).text()
