"""A battle that its players fight in a bout of its own, and the month that waits for it."""

import pytest

from tests.umpire.bout_table import play_on
from tests.umpire.campaign.fought_table import captains, kept, meet, open_all, row_of
from tests.umpire.world import World
from umpire.clock.clock import sweep
from umpire.games import games


@pytest.mark.rule("CW-9.0-02", "CW-9.0-11")
async def test_a_battle_is_fought_to_its_end_by_its_players_and_the_month_goes_on_by_itself(world: World) -> None:
    await meet(world)
    (bout,) = await open_all(world.services)
    assert await open_all(world.services) == [], "once"
    row = await row_of(world.services, bout)
    assert row.status == "running"
    await play_on(world.services, captains(world.services, row), turns=20)
    while (await games.get_game(world.services, world.id)).turn_state == "battles":
        await sweep(world.services)
        if await open_all(world.services):
            break
    (battle, *_) = await kept(world)
    assert battle.outcome is not None
    assert (battle.outcome.method, battle.state, battle.bout) == ("fought", "settled", bout)
