"""A real meeting in arms, settled in each way: the month waits where people settle it, and else goes on at once."""

import pytest

from rules.cluster_war.chapters.combat.battle_amendments import SetBattles, Way
from rules.cluster_war.chapters.combat.battle_orders import SetEngagement
from rules.cluster_war.chapters.combat.narration import parse_narration
from rules.cluster_war.chapters.logistics.amendments import PlaceFleet
from rules.cluster_war.model.state.war import BattleOutcome, Method
from storage import battles
from storage.battles import BattleRow
from tests.umpire.sweeping import sweep
from tests.umpire.world import World
from umpire.campaign.gm import rulings
from umpire.campaign.sheets import orders
from umpire.campaign.turn import battle_outcomes
from umpire.campaign.views import side_views
from umpire.capsules.capsule_commands import export_capsule, verify
from umpire.games import games


async def meet_in_deep_space(world: World, way: Way) -> None:
    """Both sides' fleets are in one deep hex, and the dominators attack; turn 1 is resolved."""
    await rulings.amend(world.services, world.gm, SetBattles(way), "War")
    for fleet in (await side_views.view(world.services, world.gm)).fleets:
        await rulings.amend(world.services, world.gm, PlaceFleet(fleet, "0101"), "A rift")
    await orders.enter(world.services, world.anna, [SetEngagement("", "defend", 40)])
    await orders.enter(world.services, world.dora, [SetEngagement("", "attack", 40)])
    await world.advance(1)


async def battle_rows(world: World) -> tuple[BattleRow, ...]:
    async with world.services.storage.reading() as tx:
        return await battles.of_revision(tx, world.id, 1)


@pytest.mark.rule("CW-9.0-02", "CW-9.0-05")
@pytest.mark.parametrize("way", ["quick", "chair", "narrated", "fought"])
async def test_a_battle_is_settled_as_the_campaign_has_it_and_a_kept_game_plays_again(world: World, way: Way) -> None:
    await meet_in_deep_space(world, way)
    waits = way in {"narrated", "fought"}
    found = await battle_outcomes.battles_of(world.services, world.gm)
    assert found.waits == waits
    while found.waits:
        row = next(one for one in found.battles if one.state == "waiting")
        assert row.fight.plans["dominators"].withdraw_at == 40
        fled = parse_narration(row.fight, "fled: the rest of humans\nsurvived: the rest", "dominators")
        by: Method | BattleOutcome = fled if row.round == 1 else "quick"
        found = await battle_outcomes.settle(world.services, world.gm, row.battle, by)
    assert (await games.get_game(world.services, world.id)).turn == 2
    assert (len(await battle_rows(world)) > 0) == waits
    checked = await verify(world.services, await export_capsule(world.services, world.gm))
    assert (checked.differences, checked.replayed) == ((), 1)


@pytest.mark.rule("CW-9.0-08")
async def test_a_fought_battle_whose_time_is_over_is_fought_by_the_engine(world: World) -> None:
    await meet_in_deep_space(world, "fought")
    while (await games.get_game(world.services, world.id)).turn == 1:
        world.clock.forward(hours=72)
        assert await sweep(world.services)
    found = await battle_rows(world)
    assert {one.outcome.method for one in found if one.outcome} == {"chair"}
    assert {one.settled_by for one in found} == {"clock"}
