"""Amendments are worked out in a worker process: the event loop neither decodes, amends nor encodes a state."""

from functools import partial

import pytest

from rules.cluster_war.chapters.diplomacy.amendments import SetTreasury
from rules.cluster_war.chapters.movement.request_orders import FreeText
from rules.cluster_war.chapters.npr.amendments import with_fields, with_force, with_relation
from rules.cluster_war.model.state.npr import NprForce
from rules.values import GameError, NotYoursError, changed
from tests.umpire.world import World
from umpire.campaign.gm import gm_queries, rulings
from umpire.campaign.sheets import orders
from umpire.campaign.views import side_views
from umpire.services.workers import ProcessWorkers


async def lone_star(world: World) -> str:
    """A system with worlds where nobody lives."""
    view = await side_views.view(world.services, world.gm)
    held = {c.hex for c in view.colonies.values()} | {side.home for side in view.sides.values()}
    return next(h for h, s in sorted(view.systems.items()) if s.bodies and h not in held)


async def test_every_kind_of_amendment_is_sent_to_a_worker_process(world: World) -> None:
    async with ProcessWorkers(1, preload=("umpire.campaign.gm.amendments",)) as workers:
        services, gm = changed(world.services, workers=workers), world.gm
        await rulings.amend(services, gm, SetTreasury("humans", 77), "An inheritance")
        me = (await side_views.view(services, world.anna)).me
        assert me is not None
        assert me.treasury == 77
        home = await lone_star(world)
        await gm_queries.make(services, gm, "The Hive", home, partial(with_fields, {"gross": 400, "growth": (10,)}))
        force = NprForce("", "Sting", home, 3, 45, "raiders")
        await gm_queries.change_race(services, gm, "The Hive", partial(with_force, force), "A force")
        await gm_queries.change_race(services, gm, "The Hive", partial(with_relation, "humans", -2), "Relations")
        month = await gm_queries.pseudo_turn(services, gm)
        [hive] = await gm_queries.races(services, gm)
        assert (hive.gross, hive.relations["humans"], [f.name for f in hive.forces][:1]) == (440, -2, ["Sting"])
        assert [made.name for made in month.months] == ["The Hive"]
        assert month.rolls > 0
        assert (await gm_queries.prepare(services, gm, home, fill=False)).events
        await gm_queries.remove(services, gm, "The Hive", "It never was")
        assert await gm_queries.races(services, gm) == ()


async def test_what_cannot_be_comes_back_from_the_worker_as_the_same_sentence(world: World) -> None:
    async with ProcessWorkers(1) as workers:
        services = changed(world.services, workers=workers)
        with pytest.raises(GameError) as here:
            await rulings.amend(world.services, world.gm, SetTreasury("romans", 9), "who?")
        with pytest.raises(type(here.value)) as there:
            await rulings.amend(services, world.gm, SetTreasury("romans", 9), "who?")
        assert (str(there.value), there.value.rule) == (str(here.value), here.value.rule)
        with pytest.raises(GameError, match="no race called `Wasps`"):
            await gm_queries.change_race(services, world.gm, "Wasps", partial(with_fields, {"gross": 1}), "Growth")


async def test_questions_are_answered_in_a_worker(world: World) -> None:
    await world.options(review=True)
    await orders.enter(world.services, world.anna, [FreeText("May we hail the derelict?"), FreeText("And board it?")])
    await world.advance(1)
    first, second = [q.id for q in await rulings.questions(world.services, world.gm)]
    async with ProcessWorkers(1) as workers:
        services = changed(world.services, workers=workers)
        ruled = await rulings.decide(services, world.gm, first, "You may.", ("humans",))
        assert ruled.phase == "draft"
        with pytest.raises(GameError, match="settled in turn"):
            await rulings.decide(services, world.gm, first, "You may not.")
    assert [q.id for q in await rulings.questions(world.services, world.gm)] == [second]


async def test_an_amendment_is_one_task_for_the_workers_and_none_for_players(world: World) -> None:
    world.workers.tasks.clear()
    await rulings.amend(world.services, world.gm, SetTreasury("humans", 77), "An inheritance")
    assert world.workers.tasks == ["work_out"]
    with pytest.raises(NotYoursError):
        await rulings.amend(world.services, world.anna, SetTreasury("humans", 9999), "please")
    assert world.workers.tasks == ["work_out"]
