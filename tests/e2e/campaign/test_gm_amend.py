"""/gm amend through the real client: each kind of change, what it answers, who is told, and what is refused."""

import pytest

from playtest.player import GIVE_BUTTON
from tests.e2e.kit import CHANNEL, Table


async def amend(table: Table, what: str, **options: object) -> str:
    """One amendment by the game master; what he is answered."""
    return (await table.gm.slash(CHANNEL, f"gm amend {what}", **options)).text()


async def test_a_fleet_is_moved_and_only_its_side_is_told(table: Table) -> None:
    await table.start()
    before = table.last_in_room("dom").id
    offered = await table.gm.autocomplete(CHANNEL, "gm amend move", "fleet", "lantern one")
    assert [c.value for c in offered] == [c.value for c in offered if str(c.value).startswith("humans-F")]
    assert "of Human Union" in offered[0].name
    said = await amend(table, "move", fleet=offered[0].value, to="0505", reason="A rift")
    assert "Lantern One is now at 0505" in said
    assert "To take it back" in said
    assert "seen by Human Union" in said
    fleet = (await table.view("humans")).fleets[str(offered[0].value)]
    assert fleet.hex == "0505"
    await table.settle()
    assert "now at 0505" in table.last_in_room("ada").text()
    assert table.last_in_room("dom").id == before


async def test_ships_are_created_and_removed(table: Table) -> None:
    await table.start()
    designs = await table.gm.autocomplete(CHANNEL, "gm amend create", "design", "", side="dominators")
    assert {c.value for c in designs} == {"WA", "DE", "FS", "TH", "BE"}
    said = await amend(table, "create", side="The Dominion", design="Watcher scout", hex="0303", count=2, fleet="Gift")
    assert "2 × Watcher scout" in said
    made = next(f for f in (await table.view("dominators")).fleets.values() if f.name == "Gift")
    assert made.hex == "0303"
    assert len(made.ships) == 2
    said = await amend(table, "remove", ships=made.ships[0])
    assert "Lost: " in said
    await amend(table, "remove", fleet="Gift")
    assert made.id not in (await table.view("dominators")).fleets
    assert "Name ships" in await amend(table, "remove")
    assert "no ship design" in await amend(table, "create", side="humans", design="Watcher scout", hex="0303")


async def test_money_is_set_and_given(table: Table) -> None:
    await table.start()
    before = (await table.view("humans")).income
    assert "is now 500 CPs" in await amend(table, "treasury", side="humans", cps=500)
    assert "receives 40 CPs" in await amend(table, "income", side="humans", cps=40, reason="Extortion")
    after = (await table.view("humans")).income
    assert (after.treasury, after.unusual) == (500, before.unusual + 40)


async def test_knowledge_worlds_and_colonies(table: Table) -> None:
    await table.start()
    whole = await table.view()
    known = (await table.view("humans")).systems
    place, body = next(
        (h, s.bodies[0])
        for h, s in sorted(whole.systems.items())
        if s.bodies and (h not in known or known[h].level == "map")
    )
    assert f"knows {place} as surveyed" in await amend(table, "knowledge", side="humans", hex=place)
    assert (await table.view("humans")).systems[place].level == "surveyed"
    said = await amend(table, "world", hex=place, orbit=body.orbit, step="4x4x", max_cp=77, resources="Spice, Gas")
    assert "4X4X, maximum 77 CPs" in said
    changed = next(b for b in (await table.view()).systems[place].bodies if b.orbit == body.orbit)
    assert changed.resources == ("Spice", "Gas")
    assert "Say what changes" in await amend(table, "world", hex=place, orbit=body.orbit)
    home = next(c for c in (await table.view("humans")).colonies.values() if c.name == "Terra")
    assert "is now size" in await amend(table, "colony", colony="Terra", size=home.size + 5)
    assert (await table.view("humans")).colonies[home.id].size == home.size + 5


async def test_designs_trade_peace_and_research(table: Table) -> None:
    await table.start()
    said = await amend(table, "design", side="humans", name="Needle", kind="ship", hull=10, cost=30, drive="9/2")
    assert "New design: Needle" in said
    view = await table.view("humans")
    assert view.me is not None
    assert "needle" in view.me.designs
    assert "limited" in await amend(table, "trade", side="humans", partner="The Guild", level="limited", gross=100)
    assert "at peace" in await amend(table, "peace", one="humans", other="dominators")
    assert "hostile" in await amend(table, "peace", one="humans", other="dominators", at_peace=False)
    assert "peace with itself" in await amend(table, "peace", one="humans", other="humans")
    home = view.me.home
    preview = await table.ada.slash(CHANNEL, "orders write", line=f'research "Cloaks" at {home} steps 2 with 25')
    await table.ada.click(preview, GIVE_BUTTON)
    await table.advance()
    offered = await table.gm.autocomplete(CHANNEL, "gm amend success", "project", "", side="humans")
    assert len(offered) == 1, offered
    assert "A free success" in await amend(table, "success", side="humans", project=offered[0].value)


async def test_a_change_in_a_draft_is_told_when_it_is_published(table: Table) -> None:
    await table.start()
    review = await table.gm.click(await table.gm.slash(CHANNEL, "gm advance"), "Resolve turn 1")
    said = await amend(table, "treasury", side="humans", cps=321)
    assert "In the draft of turn 1" in said
    await table.settle()
    assert "321" not in table.last_in_room("ada").text()
    changed = await table.gm.click(review, "Publish")  # made before the change: it shows the draft as it is instead
    await table.gm.click(changed, "Publish")
    await table.settle()
    report = next(a for a in table.last_in_room("ada").attachments if a.filename == "report.md")
    assert "321" in report.read().decode()


@pytest.mark.parametrize(
    ("what", "options", "told"),
    [
        ("move", {"fleet": "Nobody", "to": "0505"}, "no fleet"),
        ("move", {"fleet": "Lantern One", "to": "9999"}, "9999"),
        ("treasury", {"side": "'; DROP TABLE games; --", "cps": 1}, "no side"),
        ("knowledge", {"side": "humans", "hex": "../../etc"}, "etc"),
        ("colony", {"colony": "@everyone", "size": 1}, "no colony"),
        ("success", {"side": "humans", "project": "x"}, "no project"),
        ("design", {"side": "humans", "name": "!!!", "kind": "ship", "hull": 1, "cost": 1}, "another name"),
        (
            "design",
            {"side": "humans", "name": "Q", "kind": "ship", "hull": 1, "cost": 1, "drive": "fast"},
            "not a drive",
        ),
        ("treasury", {"side": "humans", "cps": 1, "reason": "\u202eevil\u202d"}, "reason"),
    ],
)
async def test_what_is_not_there_is_said_and_nothing_changes(
    table: Table, what: str, options: dict[str, object], told: str
) -> None:
    await table.start()
    before = await table.view()
    said = await amend(table, what, **options)
    assert said.startswith("⚠"), said
    assert told in said
    assert "@everyone" not in said.replace("`@everyone`", "")
    assert await table.view() == before
