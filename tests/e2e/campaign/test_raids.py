"""War on commerce and worlds through the commands: a raid that catches somebody, one that does not, and a bombardment."""

from cogs.campaign.common.campaign_texts import scenario
from rules.cluster_war.model.state.places import neighbours
from rules.values import changed
from tests.e2e.campaign.orders_kit import Given, amended, begin_with, give
from tests.e2e.kit import CHANNEL, Table

SYSTEMS = "CW-9.5-T01/star system where CPs are moved"
SURE = {f"{SYSTEMS}/with_LRS": "100", f"{SYSTEMS}/without_LRS": "0"}


async def begin(table: Table) -> None:
    """Four Empires, in which raiders with LRS catch all in a system and those without nothing."""
    chosen = scenario("four_empires")
    chosen = changed(chosen, settings=changed(chosen.settings, overrides={**chosen.settings.overrides, **SURE}))
    await begin_with(table, chosen, "humans", "vermin")


async def test_raiders_catch_who_they_find_and_a_world_is_bombarded(table: Table) -> None:
    await begin(table)
    whole = await table.view()
    home = whole.sides["vermin"].home
    nests = {c.hex: c for c in whole.colonies.values() if c.side == "vermin" and c.hex != home}
    prey, target = sorted(nests.values(), key=lambda c: c.id)[:2]
    beside = neighbours(whole, prey.hex)[0]
    await amended(table, "gm amend design", side="humans", name="Mole", kind="ship", hull=20, cost=90, drive="4")
    for name, design, hex_ in (("Sharks", "DD", beside), ("Moles", "Mole", beside), ("Hammer", "DD", target.hex)):
        await amended(table, "gm amend create", side="humans", design=design, hex=hex_, count=2, fleet=name)
    await table.advance()

    offered = await table.ada.autocomplete(CHANNEL, "fleet raid", "via", "", fleet="Sharks")
    assert any(str(c.value).split(", ")[-1] == prey.hex and "expected catches 1:" in c.name for c in offered), offered
    asked = await table.ask("ada", "fleet bombard", fleet="Hammer", world=target.id, target="biosphere")
    assert "say that you are certain" in asked.text()
    fire = {"fleet": "Hammer", "world": target.id, "target": "people"}
    await give(table, "ada", Given("fleet bombard", f'bombard "Hammer" at {target.id} people', fire))
    for name in ("Sharks", "Moles"):
        course = {"fleet": name, "via": prey.hex}
        await give(table, "ada", Given("fleet raid", f'raid "{name}" via {prey.hex}', course))
    await table.advance()
    left = (await table.view()).colonies[target.id]
    assert left.size < target.size
    assert "fired on" in (await table.ask("ada", "turn report")).text()
    assert "was bombarded by Human Union (people)" in (await table.ask("vik", "turn report")).text()

    await table.advance()
    raider = (await table.ask("ada", "turn report")).text()
    assert raider.count("caught freighters of Vermin Swarm") == 1
    assert "Sharks" in next(line for line in raider.splitlines() if "caught freighters" in line)
    victim = (await table.ask("vik", "turn report")).text()
    assert "were lost to raiders of Human Union" in victim
    assert "Raids cost" in victim
    (catch,) = (q for q in (await table.view()).questions if q.rule == "CW-9.5-19")
    await amended(table, "decree war catch", question=catch.id, colony=target.id)
