"""Seats' private threads as the log has them."""

from tests.umpire.table import PLAYERS, THREADS
from umpire import people
from umpire.games import rooms
from umpire.games.games import Game
from umpire.services.services import Services

HUMAN = PLAYERS["humans"]


async def room_of(services: Services, game: Game, side: str) -> rooms.Room:
    found = await rooms.house(services, game.id)
    return next(room for room in found.rooms if room.side == side)


async def test_who_is_left_in_a_thread_that_was_given_up_is_owed_until_they_are_out(
    services: Services, game: Game
) -> None:
    thread = (await room_of(services, game, "humans")).thread_id
    assert thread is not None
    await rooms.give_up(services, game.id, "humans", left=[HUMAN, 7])
    room = await room_of(services, game, "humans")
    assert (room.thread_id, room.owed) == (None, ((thread, 7), (thread, HUMAN)))
    await rooms.forget_left_member(services, game.id, "humans", thread, 7)
    assert (await room_of(services, game, "humans")).owed == ((thread, HUMAN),)


async def test_a_game_whose_former_player_had_their_data_removed_keeps_its_rooms(
    services: Services, game: Game
) -> None:
    await rooms.give_up(services, game.id, "humans", left=[HUMAN])
    await rooms.forget_left_member(services, game.id, "humans", THREADS["humans"], HUMAN)
    await rooms.give_up(services, game.id, "dominators", left=[HUMAN])
    await people.remove(services, HUMAN)
    room = await room_of(services, game, "humans")
    assert (room.holders, room.owed) == ((), ())
    assert (await room_of(services, game, "dominators")).owed == ()
