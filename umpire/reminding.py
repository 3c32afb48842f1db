"""Reminders: at set times before a deadline, to players whose orders are not complete; one live message a player."""

from storage import deadlines, games, reminders, seats, sheets
from storage.db import Transaction
from storage.deadlines import DeadlineRow
from storage.games import GameRow
from storage.seats import SeatRow
from storage.sheets import SheetState
from umpire.desk import Umpire
from umpire.outbox import Letter, Target, enqueue
from umpire.packets import target_of

AT_THE_DEADLINE = 0
"""Kept among the reminders: that the grace after a deadline was told."""

MISSING: dict[SheetState, str] = {
    "none": "There are no orders on your sheet yet.",
    "partial": "Something is still missing on your sheet; /orders list says what.",
}


async def remind(desk: Umpire) -> int:
    """Enqueue the reminders that are due, each once however many processes ask; gives how many letters.

    Of several that were missed by a bot that was away, one is given. Nobody is reminded once his orders are complete, nor
    after the deadline.
    """
    now = desk.seconds()
    async with desk.storage.reading() as tx:
        if not await reminders.due(tx, now):
            return 0
    letters: list[Letter] = []
    async with desk.storage.transaction() as tx:
        told: set[int] = set()
        for due in await reminders.due(tx, now):
            if due.before_seconds == AT_THE_DEADLINE or not await reminders.claim(tx, due.deadline, due.before_seconds):
                continue
            deadline = await deadlines.find(tx, due.deadline)
            if deadline is not None and deadline.id not in told and deadline.due_at > now:
                told.add(deadline.id)
                letters += await _letters(tx, deadline)
        await enqueue(tx, desk, *letters)
    return len(letters)


async def _letters(tx: Transaction, deadline: DeadlineRow) -> list[Letter]:
    game = await games.find(tx, deadline.game)
    if game is None or game.opening != deadline.opening:
        return []
    states = {sheet.side: sheet.state for sheet in await sheets.of_opening(tx, game.id, deadline.opening)}
    letters: list[Letter] = []
    for seat in await seats.of_game(tx, game.id):
        missing = MISSING.get(states.get(seat.side, "none")) if seat.side else None
        target = target_of(seat)
        if missing is not None and target is not None and seat.user_id is not None:
            letters.append(_letter(game, deadline, seat, seat.user_id, target, missing))
    return letters


def _letter(game: GameRow, deadline: DeadlineRow, seat: SeatRow, user: int, target: Target, missing: str) -> Letter:
    due = f"<t:{deadline.due_at}:F> (<t:{deadline.due_at}:R>)"
    text = f"<@{user}> Orders for turn {deadline.turn} of **{game.name}** are due {due}. {missing}"
    return Letter(
        kind="reminder",
        game=game.id,
        turn=deadline.turn,
        side=seat.side,
        target=target,
        text=text,
        mentions=() if seat.away else (user,),
        edit_key=f"reminder/{deadline.opening}/{seat.side}",
    )


async def tell_grace(tx: Transaction, desk: Umpire, game: GameRow, deadline: DeadlineRow, ends: int) -> None:
    """Tell once in the channel that the deadline has passed and how long orders are still taken."""
    if not await reminders.mark(tx, deadline.id, AT_THE_DEADLINE, deadline.due_at):
        return
    text = (
        f"**{game.name}**: the deadline of turn {deadline.turn} has passed. Orders are still taken until "
        f"<t:{ends}:t> (<t:{ends}:R>); then the turn is resolved."
    )
    await enqueue(tx, desk, Letter("notice", game.id, deadline.turn, "", Target("channel", game.channel_id), text))
