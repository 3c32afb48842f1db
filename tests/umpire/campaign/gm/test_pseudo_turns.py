"""The game master's races play their month once a turn, also when the months of two turns are played in one revision."""

from functools import partial

import pytest

from rules.cluster_war.chapters.npr.amendments import with_fields
from rules.values import WrongPhaseError
from storage import events
from tests.umpire.campaign.gm.test_amendments import lone_star
from tests.umpire.world import World
from umpire.campaign.gm import gm_queries
from umpire.campaign.turn import turns
from umpire.capsules import capsule_commands


@pytest.mark.rule("CW-19.0-20")
async def test_a_month_in_the_open_turn_and_one_in_its_draft_have_dice_of_their_own(world: World) -> None:
    home = await lone_star(world)
    await gm_queries.make(world.services, world.gm, "The Hive", home, partial(with_fields, {"gross": 400}))
    await world.options(review=True)
    first = await gm_queries.pseudo_turn(world.services, world.gm)
    with pytest.raises(WrongPhaseError, match="The Hive has had its turn 1; the next one comes with the next turn"):
        await gm_queries.pseudo_turn(world.services, world.gm)
    await world.advance(1)
    second = await gm_queries.pseudo_turn(world.services, world.gm)
    assert (first.turn, second.turn) == (1, 2)
    async with world.services.storage.reading() as tx:
        kept = await events.rolls_of(tx, world.id, 1)
    keys = [row.key for row in kept]
    assert len(keys) == len(set(keys)) == first.rolls + second.rolls
    assert {key.split("/")[2] for key in keys} == {"1", "2"}
    await turns.publish(world.services, world.gm, 1)
    with pytest.raises(WrongPhaseError, match="has had its turn 2"):
        await gm_queries.pseudo_turn(world.services, world.gm)
    capsule = await capsule_commands.export_capsule(world.services, world.gm)
    found = await capsule_commands.verify(world.services, capsule)
    assert (found.others, found.differences, found.rolls >= len(keys)) == ((), (), True)
