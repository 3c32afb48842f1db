"""A game is handed over: somebody else becomes its game master, by its game master's word or that of a manager of its server."""

from render.words.seat_letters import format_handed_over, format_new_master
from rules.values import GameError, changed
from storage import seats as rows
from storage.db import Transaction
from storage.games import GameRow
from storage.seats import SeatRow
from umpire.games.games import changing, settings_of, to_masters
from umpire.games.notices import public
from umpire.games.seat import Manager, Overseer, note
from umpire.outbox.outbox import Letter, Target, enqueue
from umpire.services.services import Services


async def hand_over(services: Services, by: Overseer, user_id: int) -> tuple[SeatRow, ...]:
    """Make a user game master in the place of whoever hands the game over, or of all game masters where a manager does.

    Everybody is told in public, whoever steps down by direct message. Gives the seats of those who step down, with the
    thread of them all. GameError if the user plays a side, or is the game master already."""
    async with changing(services, by) as (tx, row):
        held = await rows.of_game(tx, row.id)
        if any(s.side and user_id in {s.user_id, s.deputy_id} for s in held) and not settings_of(row).options.solo:
            raise GameError(f"<@{user_id}> plays a side of **{row.name}** and would see all secrets.")
        masters = [s for s in held if not s.side]
        manager = isinstance(by, Manager)
        held_by = [
            s for s in masters if s.user_id is not None
        ]  # one whose data was removed leaves the seat without a name
        leaving = [s for s in held_by if s.user_id != user_id and (manager or s.user_id == by.user_id)]
        known = next((s for s in masters if s.user_id == user_id), None)
        if known is not None and not leaving:
            raise GameError(f"<@{user_id}> is game master of **{row.name}** already.")
        await _seat(tx, row, masters, leaving, known or SeatRow(row.id, "", 0, user_id))
        if known is None:
            await note(tx, services, row.id, by.actor, "gm.added", user=user_id)
        for seat in leaving:
            await note(tx, services, row.id, by.actor, "gm.removed", user=seat.user_id)
        await note(
            tx, services, row.id, by.actor, "game.handed_over", to=user_id, **({"manager": True} if manager else {})
        )
        await _tell(tx, services, row, by, user_id, leaving)
        thread = next((s.thread_id for s in masters if s.slot == 0), None)
        return tuple(changed(seat, thread_id=thread) for seat in leaving)


async def _seat(tx: Transaction, row: GameRow, masters: list[SeatRow], leaving: list[SeatRow], new: SeatRow) -> None:
    """The new game master comes first, with the thread that all share; those who stay follow."""
    first = next((s for s in masters if s.slot == 0), None)
    staying = [s for s in masters if s not in leaving and s.user_id not in (new.user_id, None)]
    for seat in masters:
        await rows.remove(tx, row.id, "", seat.slot)
    thread = None if first is None else first.thread_id
    await rows.add(tx, changed(new, slot=0, thread_id=thread))
    for slot, seat in enumerate(staying, 1):
        await rows.add(tx, changed(seat, slot=slot, thread_id=None))


async def _tell(
    tx: Transaction, services: Services, row: GameRow, by: Overseer, user_id: int, leaving: list[SeatRow]
) -> None:
    before = [seat.user_id for seat in leaving if seat.user_id is not None]
    public_text = format_handed_over(row.name, user_id, before, by.user_id, by_manager=isinstance(by, Manager))
    letters = [public(row, 0, public_text), to_masters(row, format_new_master(row.name, user_id))]
    letters += [
        Letter("notice", row.id, 0, "", Target("dm", seat.user_id), public_text)
        for seat in leaving
        if seat.user_id not in {None, by.user_id}
    ]
    await enqueue(tx, services, *letters)
