"""A fight with a deadline: told, put off, and flown by the doctrine of a pilot who misses it."""

from playtest.player import refusal
from tests.e2e.dogfight.dogfight_kit import take_off
from tests.e2e.kit import Table
from umpire.games import games


async def test_a_pilot_who_misses_a_deadline_is_flown_by_the_doctrine(table: Table) -> None:
    pilot = await take_off(table, hours=2)
    before = await games.get_game(table.services, pilot.game_id)
    assert before.deadline is not None
    assert "deadline is now" in (await pilot.use("dogfight extend", hours="60 min", reason="Travel")).text()
    later = await games.get_game(table.services, pilot.game_id)
    assert later.deadline == before.deadline + 3600
    asked = pilot.panel()
    table.clock.forward(hours=4)
    await table.tick()
    assert "has passed" in refusal(await pilot.press("★", asked))
    shown = await pilot.use("dogfight show")
    assert any(one.label.startswith("★") for one in shown.buttons)


async def test_a_fight_has_no_deadline_unless_it_is_wished_for(table: Table) -> None:
    pilot = await take_off(table)
    assert (await games.get_game(table.services, pilot.game_id)).deadline is None
    assert "has no deadline" in await pilot.refused("dogfight extend", hours=1, reason="Travel")
