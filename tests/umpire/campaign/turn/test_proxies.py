"""Proxies for one side or for both: the game master alone appoints them, while the battle waits (CW-9.0-07)."""

from collections.abc import Iterator

import pytest

from rules.values import GameError
from tests.umpire.battle_step import battles_every_month
from tests.umpire.world import World
from umpire.campaign.turn import battle_outcomes
from umpire.games.seat import audit_log

FIRST = "1/0805/1"


@pytest.fixture(autouse=True)
def months_with_battles() -> Iterator[None]:
    with battles_every_month():
        yield


@pytest.mark.rule("CW-9.0-07")
async def test_both_sides_may_have_proxies_while_the_battle_waits(world: World) -> None:
    await world.advance(1)
    both = {"humans": "Uncle Bob", "dominators": "Aunt Ann"}
    with pytest.raises(GameError, match="game master"):
        await battle_outcomes.appoint(world.services, world.anna, FIRST, both)
    left = await battle_outcomes.appoint(world.services, world.gm, FIRST, {"humans": "Uncle Bob"})
    assert dict(left.battle(FIRST).commanders) == {"humans": "Uncle Bob", "dominators": "its player"}
    left = await battle_outcomes.appoint(world.services, world.gm, FIRST, {"dominators": "Aunt Ann"})
    assert dict(left.battle(FIRST).commanders) == both
    acts = [act.detail for act in await audit_log(world.services, world.gm) if act.action == "battle.commanders"]
    assert len(acts) == 2
    left = await battle_outcomes.settle(world.services, world.gm, FIRST, "chair")
    assert (left.turn, left.waits) == (2, False)
    with pytest.raises(GameError):
        await battle_outcomes.appoint(world.services, world.gm, FIRST, {"humans": "Too Late"})
