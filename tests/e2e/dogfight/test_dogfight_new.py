"""What /dogfight new takes."""

from tests.e2e.kit import CHANNEL, Table


async def test_a_scenario_is_found_by_its_title(table: Table) -> None:
    made = await table.vik.slash(CHANNEL, "dogfight new", scenario="Night watch")
    assert not made.text().startswith("⚠"), made.text()
