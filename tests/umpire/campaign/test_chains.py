"""Chains through a founded campaign: a colony and a conquest by a chain alone, its player away, a turn undone in between."""

from typing import Final

import pytest

from rules.cluster_war.chapters.logistics.amendments import CreateShips
from rules.cluster_war.model.state.places import distance
from rules.cluster_war.play.standing_orders.chain_offers import colony_offers
from rules.cluster_war.play.standing_orders.colony_chain import SettleWorld
from rules.cluster_war.play.standing_orders.goals import format_goal, situation_of
from rules.cluster_war.play.standing_orders.lines import StandingOrder
from rules.values import GameError, changed
from storage.db import Storage
from storage.orders import find_standing
from tests.umpire.world import GUILD, World, duel, new_world
from umpire.campaign import standing_orders
from umpire.campaign.gm import rulings
from umpire.campaign.sheets import orders
from umpire.campaign.sheets.order_sheet import OrderSheet
from umpire.campaign.sheets.receipt import standing_lines
from umpire.campaign.turn.undo import undo
from umpire.campaign.views import side_views
from umpire.games import absence, games
from umpire.games.absence import Span

DAY: Final = 24 * 3600
MOST_TURNS: Final = 24


async def sheet(world: World) -> OrderSheet:
    return await orders.sheet_of(world.services, world.anna)


async def chain(world: World) -> StandingOrder:
    game = await games.get_game(world.services, world.id)
    async with world.services.storage.reading() as tx:
        found = await find_standing(tx, world.id, game.revision, "humans")
    assert found is not None
    (one,) = found.sheet.orders
    return one


async def progress(world: World) -> str:
    here = await sheet(world)
    return standing_lines(here.stands, here.names)[0].progress


async def settling(world: World) -> SettleWorld:
    """The colony that Anna is advised, given as its line."""
    here = await sheet(world)
    best = colony_offers(situation_of(here.view, here.standing))[0].chain
    assert isinstance(best, SettleWorld)
    await standing_orders.add(world.services, world.anna, format_goal(best, here.names))
    return best


async def until_over(world: World, turn: int) -> tuple[int, list[str]]:
    """Turns from this one until the chain is over: the turn then, and what was told in each."""
    told: list[str] = []
    for now in range(turn, turn + MOST_TURNS):
        if (await chain(world)).ended:
            return now, told
        told.append(await progress(world))
        await world.advance(now)
    raise AssertionError(told)


async def test_a_colony_is_founded_while_its_player_is_away(world: World) -> None:
    wanted = await settling(world)
    now = world.services.seconds()
    await absence.plan(world.services, GUILD, world.anna.user_id, Span(now, now + 60 * DAY, "At sea"), world.id)
    over, told = await until_over(world, 1)
    assert "step 2 of 4, First Caravan loads" in told[0]
    assert (await chain(world)).ended == "the colony is founded"
    assert (await progress(world)).endswith(": over: the colony is founded")
    assert wanted.world in (await sheet(world)).view.colonies
    await world.advance(over)
    assert await progress(world) == ""


async def test_an_undone_turn_takes_a_step_back_and_the_chain_does_it_again(world: World) -> None:
    wanted = await settling(world)
    lines = [each.text for each in (await orders.receipt(world.services, world.anna)).lines]
    await world.advance(1)
    after = await progress(world)
    await undo(world.services, world.gm, "A mistake", 2)
    assert [each.text for each in (await orders.receipt(world.services, world.anna)).lines] == lines
    assert (await chain(world)).given == 0
    await world.advance(1)
    assert await progress(world) == after
    over, _ = await until_over(world, 2)
    await undo(world.services, world.gm, "Another", over)
    assert (await chain(world)).ended == ""
    assert wanted.world not in (await sheet(world)).view.colonies
    await world.advance(over - 1)
    assert (await chain(world)).ended == "the colony is founded"


async def test_a_step_that_is_taken_back_by_hand_waits_for_the_next_turn(world: World) -> None:
    await settling(world)
    receipt = await orders.receipt(world.services, world.anna)
    for line in receipt.lines:
        await orders.withdraw(world.services, world.anna, line.number)
    await world.advance(1)
    assert "step 2 of 4, First Caravan loads" in await progress(world)


async def test_a_world_is_taken_by_a_chain_alone(storage: Storage) -> None:
    world = await new_world(storage, scenario=changed(duel, placement="near"))
    whole = await side_views.view(world.services, world.gm)
    home = next(s.home for s in whole.sides.values() if s.id == "humans")
    enemies = [c for c in whole.colonies.values() if c.side == "dominators" and c.hex != whole.sides["dominators"].home]
    goal = min(enemies, key=lambda c: (distance(whole, home, c.hex), c.size, c.id))
    for design, count, where, name in (
        ("TS", 3, home, "Landing"),
        ("DD", 6, home, "Hammer"),
        ("SU", 6, home, "Larders"),
        ("SC", 1, goal.hex, "Eyes"),
    ):
        await rulings.amend(world.services, world.gm, CreateShips("humans", design, count, where, name), "war")
    await world.advance(1)
    line = f'take {goal.id} with "Landing" and "Hammer" and "Larders"'
    receipt = await standing_orders.add(world.services, world.anna, line)
    assert {"merge", "embark", "engage", "mission", "move"} <= {each.text.partition(" ")[0] for each in receipt.lines}
    _, told = await until_over(world, 2)
    assert (await chain(world)).ended == "the world is yours", told
    assert "step 2 of 4, Landing takes" in told[0]
    assert any("step 4 of 4, Landing lands on" in text for text in told)


async def test_one_chain_is_given_once_and_a_senseless_one_is_refused(world: World) -> None:
    wanted = await settling(world)
    names = (await sheet(world)).names
    with pytest.raises(GameError, match="your standing order 1 already"):
        await standing_orders.add(world.services, world.anna, format_goal(wanted, names))
    home = next(iter((await sheet(world)).view.colonies))
    with pytest.raises(GameError, match="It would be over already: the colony is founded"):
        await standing_orders.add(world.services, world.anna, f'found a colony at {home} with "First Caravan"')
