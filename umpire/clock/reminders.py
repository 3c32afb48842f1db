"""Reminders: at set times before a deadline, to players whose orders are not complete; one message a player, the newest."""

import asyncio
import logging

from rules.values import changed
from storage import deadlines, games, outbox, seats, sheets
from storage.db import Transaction
from storage.deadlines import DeadlineRow, DueRow
from storage.engine import Scope
from storage.errors import StorageError
from storage.games import GameRow
from storage.seats import SeatRow
from storage.sheets import SheetState
from umpire.games.attendance import nothing_of, of_game
from umpire.games.bank import balance
from umpire.outbox.outbox import Letter, LetterButton, Target, enqueue, letter_of, target_of
from umpire.outbox.pings import PingKind
from umpire.services.services import Services
from umpire.systems.known import system_of

log = logging.getLogger(__name__)
AT_THE_DEADLINE = 0
"""Kept among the reminders: that the grace after a deadline was told."""


async def remind(services: Services) -> int:
    """Enqueue the reminders that are due, each once however many processes ask; gives how many letters.

    Of several that were missed by a bot that was away, one is given: the last of them. Nobody is reminded once their orders are
    complete, nor after the deadline. Each is a new message, since Discord tells nobody of an edit; the one before it goes.
    """
    async with services.storage.reading() as tx:
        found = await deadlines.due_reminders(tx, services.seconds())
    done = 0
    for due in found:
        if services.shards.leaves(due.guild, services.seconds() - due.at):
            continue
        try:
            done += await _remind(services, due)
        except StorageError:
            raise
        except Exception:
            log.exception("Nobody of game %s could be reminded; it is tried again.", due.game)
        await asyncio.sleep(0)  # others have their turn
    return done


async def _remind(services: Services, due: DueRow) -> int:
    """The reminders of one game, in a transaction of its own: whoever orders meanwhile waits for no other game's."""
    async with services.storage.transaction(Scope(due.game)) as tx:
        now = services.seconds()
        given = await deadlines.claim_reminders(tx, due.deadline, now)
        deadline = await deadlines.find(tx, due.deadline) if given else None
        if deadline is None or deadline.due_at <= now:
            return 0
        letters = await _letters(tx, deadline, min(given))
        await enqueue(tx, services, *letters)
        return len(letters)


async def refresh(services: Services) -> int:
    """Keep the reminders that were given true: a player's message is edited when their sheet or the deadline changes.

    Nobody is pinged by that, and the message stays highlighted for whom it has pinged. Gives how many letters.
    """
    async with services.storage.reading() as tx:
        found = await deadlines.reminded(tx, services.seconds())
    done = 0
    for deadline in found:
        await asyncio.sleep(0)  # others have their turn
        async with services.storage.reading() as tx:
            if not await _stale(tx, deadline):
                continue
        async with services.storage.transaction(Scope(deadline.game)) as tx:
            now = await deadlines.find(tx, deadline.id)
            letters = [] if now is None or now.state != "open" else await _stale(tx, now)
            await enqueue(tx, services, *letters)
            done += len(letters)
    return done


async def _stale(tx: Transaction, deadline: DeadlineRow) -> list[Letter]:
    """For each reminder message of a deadline that no longer says how things are, the letter that edits it."""
    letters: list[Letter] = []
    for live in await _live_messages(tx, deadline):
        row = await outbox.last_under(tx, live.game, live.edit_key)
        last = None if row is None else letter_of(row)
        if last is not None and last.text != live.text:
            pinged = {*last.mentions, *last.highlights} & set(live.mentions)
            letters.append(changed(live, kind="sheet", mentions=(), highlights=tuple(pinged)))
    return letters


async def _letters(tx: Transaction, deadline: DeadlineRow, before: int) -> list[Letter]:
    """The reminders of those who are not complete; the one nearest to the deadline is the last."""
    planned = [row.before_seconds for row in await deadlines.reminders_of(tx, deadline.id) if row.before_seconds]
    kind: PingKind = "last" if before == min(planned) else "reminder"
    return [
        changed(live, instead=True, ping=kind, until=deadline.due_at)
        for live in await _live_messages(tx, deadline)
        if live.kind == "reminder"
    ]


async def _live_messages(tx: Transaction, deadline: DeadlineRow) -> list[Letter]:
    """Each player's message as it would be now: a reminder to those who are not complete, else just how things are."""
    game = await games.find(tx, deadline.game)
    if game is None or game.opening != deadline.opening:
        return []
    states = {sheet.side: sheet.state for sheet in await sheets.of_opening(tx, game.id, deadline.opening)}
    kept = await of_game(tx, game.id)
    found: list[Letter] = []
    for seat in await seats.of_game(tx, game.id):
        target = target_of(seat)
        if seat.side and target is not None and seat.user_id is not None:
            who = seat.deputy_id or seat.user_id
            live = _letter(game, deadline, seat, who, target, states.get(seat.side, "none"))
            known = kept.get(seat.side) or nothing_of(game.id, seat.side)
            if balance(game, known, deadline).most:
                more = LetterButton("More time", "time-more", game.opening, seat.side)
                live = changed(live, buttons=(more,))
            found.append(live)
    return found


def _letter(
    game: GameRow, deadline: DeadlineRow, seat: SeatRow, user: int, target: Target, state: SheetState
) -> Letter:
    due = f"<t:{deadline.due_at}:F> (<t:{deadline.due_at}:R>)"
    standing = system_of(game.system).reminders[state].format(thread=game.channel_id)
    return Letter(
        kind="reminder" if state in {"none", "partial"} else "sheet",
        game=game.id,
        turn=deadline.turn,
        side=seat.side,
        target=target,
        text=f"Orders for turn {deadline.turn} of **{game.name}** are due {due}. {standing}",
        mentions=(user,),
        edit_key=f"reminder/{deadline.opening}/{seat.side}",
    )


async def tell_grace(tx: Transaction, services: Services, game: GameRow, deadline: DeadlineRow, ends: int) -> None:
    """Tell once in the channel that the deadline has passed and how long orders are still taken."""
    if not await deadlines.mark(tx, deadline.id, AT_THE_DEADLINE, deadline.due_at):
        return
    text = (
        f"**{game.name}**: the deadline of turn {deadline.turn} has passed. Orders are still taken until "
        f"<t:{ends}:t> (<t:{ends}:R>), or until all are ready; then the turn is resolved."
    )
    await enqueue(tx, services, Letter("notice", game.id, deadline.turn, "", Target("channel", game.channel_id), text))
