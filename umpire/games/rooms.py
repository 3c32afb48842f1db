"""Each seat's private thread as the game keeps it: which one it is, who belongs into it, and who is known to be in order there.

What was done on Discord is written down only after it was done, as an act of the log; so a crash or an outage between leaves a
room that is not `settled`, and whoever looks next does the rest. Nothing asks Discord who is in a thread.
"""

from collections.abc import Collection
from typing import Final

from rules.values import Value, changed
from storage import audit, outbox, seats
from storage.codec import to_document
from storage.engine import ROWS_SCOPE
from storage.processes import wake
from storage.seats import SeatRow
from umpire.games.games import has_gm_screen, require_game
from umpire.games.seat import note
from umpire.games.seat_history import ever_held
from umpire.outbox.outbox import Letter, Target, enqueue, letter_of, problem_key, target_of
from umpire.services.services import Services

NOT_IN_THREAD: Final = "not-in-thread"
"""The kind of problem that a room with somebody missing is."""
SEAT_DELIVERY: Final = "seat.delivery"
SEAT_CLEARED: Final = "seat.cleared"
ROOMS_ACTOR: Final = "rooms"
"""Who acts in the log where nobody asked for it."""


class Room(Value):
    """A side's room, or with side "" that of all game masters.

    `former` held the seat once and belong into it no more. `settled`: the holders were let in and the former shown out since
    the seat last changed hands. `owed` are threads that were given up with somebody still in them, and who.
    """

    side: str
    thread_id: int | None
    holders: tuple[int, ...]
    former: frozenset[int]
    settled: bool
    owed: tuple[tuple[int, int], ...] = ()


class House(Value):
    """A game's rooms; `threads` are all that were ever a room of it, and `since` is when the game was made (UTC seconds)."""

    rooms: tuple[Room, ...]
    threads: frozenset[int]
    since: int


async def house(services: Services, game_id: str) -> House:
    """All rooms of a game, the game masters' first."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, game_id)
        rows = await seats.of_game(tx, game_id)
        held = await ever_held(tx, game_id)
        acts = await audit.of_actions(tx, game_id, SEAT_DELIVERY, SEAT_CLEARED)
    masters = tuple(sorted(seat.user_id for seat in rows if not seat.side and seat.user_id is not None))
    last: dict[str, tuple[object, object]] = {}
    threads = {seat.thread_id for seat in rows if seat.thread_id is not None}
    owed: dict[str, dict[tuple[int, int], None]] = {}
    for act in acts:
        side, thread = str(act.detail.get("side", "")), act.detail.get("thread")
        if act.action == SEAT_CLEARED:
            user = act.detail.get("user")
            if isinstance(thread, int) and isinstance(user, int):  # otherwise their data was removed, from `left` too
                owed.get(side, {}).pop((thread, user), None)
            continue
        last[side] = (thread, act.detail.get("inside"))
        was = act.detail.get("was")
        threads |= {number for number in (thread, was) if isinstance(number, int)}
        if isinstance(was, int):
            owed.setdefault(side, {}).update({(was, int(str(each))): None for each in act.detail.get("left", ())})
    found = []
    for seat in rows:
        if seat.side or (
            seat.slot == 0 and not has_gm_screen(row)
        ):  # behind the GM screen there is nothing to write to a game master
            holders = masters if not seat.side else tuple(sorted(_players(seat)))
            former = {user for user, side in held if side == seat.side} - set(holders) - set(masters)
            settled = last.get(seat.side) == (seat.thread_id, list(holders))
            room = Room(seat.side, seat.thread_id, holders, frozenset(former), settled, tuple(owed.get(seat.side, ())))
            found.append(room)
    return House(tuple(found), frozenset(threads), row.created_at)


def _players(seat: SeatRow) -> set[int]:
    """Who plays a side: its holder, and whoever acts for them."""
    return {user for user in (seat.user_id, seat.deputy_id) if user is not None}


async def store_thread(services: Services, game_id: str, side: str, thread_id: int) -> None:
    """Remember a thread as soon as it is there, so that it is never lost; it is not settled yet. The side's letters that wait for
    one go there, too, in front of what comes after them."""
    async with services.storage.transaction() as tx:
        seat = await seats.find(tx, game_id, side)
        if seat is None:
            return
        now = changed(seat, thread_id=thread_id)
        await seats.change(tx, now)
        there = target_of(now)
        if there is None or there == target_of(seat) or not side:
            return
        for row in await outbox.of_game(tx, game_id, "pending"):
            letter = letter_of(row)
            if letter.side == side and letter.kind != "digest" and letter.target.kind in {"thread", "dm"}:
                await outbox.retarget(tx, row.id, to_document(there))


async def settle(services: Services, game_id: str, side: str, thread_id: int, inside: Collection[int]) -> None:
    """Write down that these and nobody of before are in a room; its trouble, if there was any, is over."""
    async with services.storage.transaction() as tx:
        seat = await seats.find(tx, game_id, side)
        if seat is None or seat.thread_id != thread_id:
            return  # it has been given up meanwhile
        now = sorted(inside)
        await note(
            tx, services, game_id, ROOMS_ACTOR, SEAT_DELIVERY, side=side, thread=thread_id, inside=now, dm=seat.dm
        )
        await audit.close_problem(tx, game_id, NOT_IN_THREAD, f"side:{side}", services.seconds())


async def came_again(services: Services, game_id: str, side: str, joined: int) -> bool:
    """Somebody who joined the server at a moment (UTC seconds) acts for a side. Whether they were let into its thread before that
    and so are in it no more; its room is to be seen to then."""
    async with services.storage.reading() as tx:
        seat = await seats.find(tx, game_id, side)
        let_in = [act for act in await audit.of_actions(tx, game_id, SEAT_DELIVERY) if act.detail.get("side") == side]
    if seat is None or seat.thread_id is None or not let_in or let_in[-1].at >= joined:
        return False
    async with services.storage.transaction() as tx:
        detail = {"thread": seat.thread_id, "inside": [], "dm": seat.dm}
        await note(tx, services, game_id, ROOMS_ACTOR, SEAT_DELIVERY, side=side, **detail)
    return True


async def clear_trouble(services: Services, game_id: str, side: str) -> None:
    """A room was seen to that is settled already: its trouble, if there was any, is over."""
    async with services.storage.transaction() as tx:
        await audit.close_problem(tx, game_id, NOT_IN_THREAD, f"side:{side}", services.seconds())


async def give_up(services: Services, game_id: str, side: str, left: Collection[int] = ()) -> None:
    """A room's thread is gone, or somebody cannot be taken out of it (`left`): nothing more is written there."""
    async with services.storage.transaction() as tx:
        seat = await seats.find(tx, game_id, side)
        if seat is None:
            return
        await seats.change(tx, changed(seat, thread_id=None))
        detail = {"left": sorted(left)} if left else {}
        await note(
            tx, services, game_id, ROOMS_ACTOR, SEAT_DELIVERY, side=side, thread=None, was=seat.thread_id, **detail
        )


async def forget_left_member(services: Services, game_id: str, side: str, thread_id: int, user_id: int) -> None:
    """One who was left in a thread that was given up has been taken out of it after all."""
    async with services.storage.transaction() as tx:
        await note(tx, services, game_id, ROOMS_ACTOR, SEAT_CLEARED, side=side, thread=thread_id, user=user_id)


async def report_trouble(services: Services, game_id: str, side: str, text: str) -> None:
    """Tell the game master in a letter of what is wrong with a room, once until it is in order."""
    async with services.storage.transaction() as tx:
        about = problem_key(NOT_IN_THREAD, f"side:{side}")
        if await audit.report_problem(tx, game_id, NOT_IN_THREAD, f"side:{side}", services.seconds()):
            await enqueue(tx, services, Letter("problem", game_id, 0, "", Target("gm"), f"⚠ {text}", about=about))


async def leave_to_home(services: Services) -> None:
    """Threads are to be seen to by the process that is at home on their server: it is told, and looks at all of its games."""
    async with services.storage.transaction(ROWS_SCOPE) as tx:
        await wake(tx, "threads")
