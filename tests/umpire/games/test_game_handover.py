"""A game gets another game master, by its own or by a manager of its server; the end and the move by a manager."""

import pytest

from rules.values import GameError, NotYoursError, WrongPhaseError
from storage import audit
from storage.db import Storage
from tests.umpire.seat_delivery import set_delivery
from tests.umpire.world import ANNA, CHANNEL, DORA, GM, VISITOR, World, new_world
from umpire.games import games, seats
from umpire.games.game_handover import hand_over
from umpire.games.seat import Manager, Seat
from umpire.games.seat_history import seen_before

MANAGER = 990


async def masters(world: World) -> list[tuple[int, int | None, int | None]]:
    return [(s.slot, s.user_id, s.thread_id) for s in await seats.seats(world.services, world.game.id) if not s.side]


async def actions(world: World) -> list[tuple[str, str, bool]]:
    async with world.services.storage.reading() as tx:
        rows = await audit.of_game(tx, world.game.id, 100, None)
    return [(row.actor, row.action, bool(row.detail.get("manager"))) for row in reversed(rows)]


async def test_a_manager_puts_another_in_the_place_of_all_game_masters(storage: Storage) -> None:
    world = await new_world(storage)
    manager = Manager(world.game.id, MANAGER)
    await seats.add_gm(world.services, world.gm, VISITOR + 1)
    await set_delivery(world.services, world.gm, thread_id=555)
    gone = await hand_over(world.services, manager, VISITOR)
    assert [(s.user_id, s.thread_id) for s in gone] == [(GM, 555), (VISITOR + 1, 555)]
    assert await masters(world) == [(0, VISITOR, 555)], "the thread goes on with its history"
    with pytest.raises(NotYoursError):
        await seats.gm_seat(world.services, world.game.id, GM)
    assert (await seats.gm_seat(world.services, world.game.id, VISITOR)).is_gm
    assert (str(MANAGER), "game.handed_over", True) in await actions(world)
    assert "as game master" in await seen_before(world.services, world.game.id, GM, "humans")


async def test_who_plays_a_side_is_no_game_master_and_who_is_one_gets_nothing(storage: Storage) -> None:
    world = await new_world(storage)
    manager = Manager(world.game.id, MANAGER)
    for user in (ANNA, DORA):
        with pytest.raises(GameError, match="plays a side"):
            await hand_over(world.services, manager, user)
    with pytest.raises(GameError, match="is game master of"):
        await hand_over(world.services, manager, GM)
    assert [user for _, user, _ in await masters(world)] == [GM]


async def test_a_game_master_gives_their_own_seat_to_another_or_to_a_colleague(storage: Storage) -> None:
    world = await new_world(storage)
    await seats.add_gm(world.services, world.gm, VISITOR)
    gone = await hand_over(world.services, world.gm, VISITOR + 1)
    assert [s.user_id for s in gone] == [GM]
    assert [(slot, user) for slot, user, _ in await masters(world)] == [(0, VISITOR + 1), (1, VISITOR)]
    first = await seats.gm_seat(world.services, world.game.id, VISITOR + 1)
    await hand_over(world.services, first, VISITOR)
    assert [(slot, user) for slot, user, _ in await masters(world)] == [(0, VISITOR)]
    with pytest.raises(NotYoursError, match="Only the game master"):
        await hand_over(world.services, Seat(world.game.id, "", ANNA), VISITOR + 2)


async def test_a_game_that_is_over_is_neither_ended_nor_moved_nor_handed_over(storage: Storage) -> None:
    world = await new_world(storage)
    manager = Manager(world.game.id, MANAGER)
    assert (await games.move_channel(world.services, manager, CHANNEL + 7)).channel_id == CHANNEL + 7
    assert (await games.finish(world.services, manager, "Nobody came.")).status == "finished"
    assert {(str(MANAGER), "game.channel", True), (str(MANAGER), "game.finished", True)} <= set(await actions(world))
    for again in (
        games.finish(world.services, manager),
        games.move_channel(world.services, manager, CHANNEL),
        hand_over(world.services, manager, VISITOR),
    ):
        with pytest.raises(WrongPhaseError, match="is over"):
            await again
