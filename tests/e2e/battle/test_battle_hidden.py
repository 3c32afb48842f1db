"""What a hidden craft tells without being seen: nothing by its id, and what a stop of its tells its captain knows before."""

from typing import Any

from rules.pentagon_war.geometry import BATTLE_MAP
from rules.pentagon_war.shipyard.notation import library
from rules.pentagon_war.turn.setup_changes import with_craft
from rules.pentagon_war.units import Velocity
from tests.e2e.battle.battle_kit import Fight, new_fight
from tests.e2e.kit import Table
from umpire.battle import setup
from umpire.games import games

FREE: dict[str, Any] = {"scenario": "free", "points": 0, "hours": 0}


async def add(fight: Fight, design: str, side: str, hex_: str) -> str:
    """A craft that the host puts on the map; the answer."""
    told = await fight.use("gm", "battle add", design=design, side=side, hex=hex_, facing="A")
    assert told.text().startswith("✔"), told.text()
    return told.text()


async def test_the_craft_that_can_be_seen_are_numbered_without_a_gap_from_the_set_up_on(table: Table) -> None:
    fight = await new_fight(table, host="gm", **FREE)
    own, other = [flag.id for flag in (await games.get_game(table.services, fight.game_id)).sides]
    await add(fight, "halyard", own, "1515")
    assert f"{other}1 Pale Whisper" in await add(fight, "pale_whisper", other, "3030")
    assert f"✔ {other}1 Ember is at 2030" in await add(fight, "ember", other, "2030")
    assert f"{other}3 Pale Whisper" in await add(fight, "halyard", other, "2032")
    status = (await fight.use("visitor", "battle status")).text()
    assert f"{other}1 Ember" in status
    assert f"{other}2 Halyard" in status
    assert f"{other}3" not in status
    assert "Whisper" not in status
    await fight.use("ada", "battle join", side=own)
    await fight.use("vik", "battle join", side=other)
    await fight.begin("gm")
    seen = (await fight.use("ada", "battle status")).text()
    assert f"{other}2 Halyard" in seen
    assert f"{other}3" not in seen
    plan = await fight.use("vik", "plot show", craft=f"{other}3")
    assert "Pale Whisper" in plan.text()


async def test_the_captain_of_a_hidden_craft_reads_what_its_stop_would_tell(table: Table) -> None:
    fight = await new_fight(table, host="gm", scenario="amber_gate", hours=0)
    await fight.use("ada", "battle join", side="S")
    await fight.use("vik", "battle join", side="B")
    await fight.begin("gm")
    await fight.write("vik", "power invisible\nstop when range < 30", craft="B3")
    told = await fight.use("vik", "plot show", craft="B3")
    assert "makes the battle wait where everybody sees it" in told.text()
    await fight.write("vik", "stop when range < 30", craft="B1")
    open_ = await fight.use("vik", "plot show", craft="B1")
    assert "where everybody sees it" not in open_.text()


async def test_a_set_up_that_is_read_back_has_the_numbers_it_was_shown_with(table: Table) -> None:
    fight = await new_fight(table, host="gm", **FREE)
    _, other = [flag.id for flag in (await games.get_game(table.services, fight.game_id)).sides]
    await add(fight, "pale_whisper", other, "3030")
    await add(fight, "ember", other, "2030")
    battle = await setup.load_set_up(table.services, fight.game_id)
    _, craft = with_craft(battle, other, library()["ember"], BATTLE_MAP.parse("1010"), 0, Velocity())
    assert craft.id == f"{other}2"
    assert {key: found.hidden for key, found in battle.craft.items()} == {f"{other}1": False, f"{other}2": True}
