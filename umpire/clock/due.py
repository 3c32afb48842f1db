"""Which turns are to be resolved now, claiming them so that one process has each, those that failed, and how late turns are; and
reminders: at set times before a deadline, to players whose orders are not complete, one message a player, the newest.

What may be due is read beside the writers; only what is claimed is written, a handful of games in a transaction. So an order
waits to be saved for one handful at most, however many deadlines come at one moment. A turn that could not be resolved is told to
the game master once, and tried again after a while."""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from typing import Final

from render.words.game_letters import (
    ALL_READY,
    DEADLINE_PASSED,
    WAIT_IS_OVER,
    format_grace,
    format_reminder,
    format_unresolved,
)
from rules.values import GameError, Value, changed
from storage import audit, away_servers, batch_queries, deadlines, games, governors, outbox, seats, sheets, turns
from storage.db import Transaction
from storage.deadlines import DeadlineRow, DueRow
from storage.engine import ROWS_SCOPE, Scope
from storage.errors import StorageError
from storage.games import GameRow
from storage.processes import CLAIMED_DEADLINES as CLAIMS
from storage.seats import SeatRow
from storage.sheets import SheetState
from umpire.clock.game_briefs import GAMES_A_BATCH, game_rows
from umpire.games.attendance import nothing_of, of_game
from umpire.games.bank import balance
from umpire.games.games import settings_of
from umpire.games.new_game import UNRESOLVED
from umpire.games.seat import note
from umpire.outbox.outbox import Letter, LetterButton, PingKind, Target, enqueue, letter_of, problem_key, target_of
from umpire.services.processes import is_anything_lost, release_lost
from umpire.services.services import Services
from umpire.systems.known import SYSTEMS, system_of

log = logging.getLogger(__name__)
RETRY_SECONDS: Final = 600
CLAIM_SECONDS: Final = RETRY_SECONDS
"""A claimed deadline whose turn is not resolved after so long is taken up again: its process died, or it failed."""
SEAT_LEFT: Final = "seat.left"
"""What is written down when a player gives a seat up. One that the game master opens is theirs to see to, and holds nobody up."""
RESUMABLE: Final = tuple(system.resumable for system in SYSTEMS.values() if system.resumable is not None)


async def just_failed(tx: Transaction, game_id: str, turn: int, now: int) -> bool:
    """Whether that was told less than ten minutes ago."""
    return any(
        abs(now - problem.reported_at) < RETRY_SECONDS
        for problem in await audit.open_problems(tx, game_id)
        if (problem.kind, problem.subject) == (UNRESOLVED, subject_of(turn))
    )


def subject_of(turn: int) -> str:
    """What the problem is about, in its row."""
    return f"turn {turn}"


async def tell_failure(services: Services, game: str, turn: int, code: str, wrong: Exception) -> bool:
    """Tell the game master, once, with a code that is in the log, too; whether it was told before."""
    async with services.storage.transaction(Scope(game)) as tx:
        if not await audit.report_problem(tx, game, UNRESOLVED, subject_of(turn), services.seconds()):
            return True
        await note(tx, services, game, "clock", "turn.failed", turn=turn, code=code, error=type(wrong).__name__)
        # What the game itself says is for the game master to mend; whatever else is raised is nobody's but ours.
        about = problem_key(UNRESOLVED, subject_of(turn))
        text = format_unresolved(turn, code, str(wrong) if isinstance(wrong, GameError) else None)
        await enqueue(tx, services, Letter("problem", game, turn, "", Target("gm"), text, ping="problem", about=about))
        return False


class DueGame(Value):
    """A game whose turn is to be resolved now, and why."""

    game: str
    turn: int
    reason: str

    @property
    def late(self) -> bool:
        """Whether its deadline has passed."""
        return self.reason == DEADLINE_PASSED


async def take_due(services: Services) -> tuple[DueGame, ...]:
    """Claim the deadlines whose time (and grace) is over; add games where all are ready, and those that have waited in the midst
    of their turn. Nothing of a game that another process looks after, unless it has been due for a while."""
    await _put_back(services)
    now = services.seconds()
    async with services.storage.reading() as tx:
        passed = await deadlines.due(tx, now)
        ready = await sheets.all_ready(tx)
        waited = [one for resumable in RESUMABLE for one in (await resumable(tx, now))[0]]
    # Claims come last: what was claimed before something failed would wait until the claim is too old.
    early = [DueGame(*one, ALL_READY) for one in await _early(services, ready, now)]
    going = [DueGame(*one, WAIT_IS_OVER) for one in await _not_failed(services, waited, now)]
    late = await _take(services, passed)
    taken = {due.game for due in late}
    return (*late, *(due for due in early if due.game not in taken), *going)


async def _put_back(services: Services) -> None:
    """Claims of processes that are no more are anybody's again. All of the database is held for it only where there are any."""
    now = services.seconds()
    old = now - CLAIM_SECONDS, now + CLAIM_SECONDS
    async with services.storage.reading() as tx:
        if not (await deadlines.are_claims_old(tx, *old) or await is_anything_lost(tx, services, CLAIMS)):
            return
    async with services.storage.transaction() as tx:
        await deadlines.release_claims(tx, *old)
        await release_lost(tx, services, CLAIMS)


async def _take(services: Services, passed: Sequence[DeadlineRow]) -> list[DueGame]:
    """Claim those of these deadlines whose grace is over too, the oldest first."""
    found: list[DueGame] = []
    for first in range(0, len(passed), GAMES_A_BATCH):
        try:
            found += await _take_few(services, passed[first : first + GAMES_A_BATCH])
        except Exception:
            if not found:
                raise
            log.exception("Not all deadlines could be claimed; they are looked at again.")
            break
        await asyncio.sleep(0)  # others have their turn
    return found


async def _take_few(services: Services, passed: Sequence[DeadlineRow]) -> list[DueGame]:
    now = services.seconds()
    async with services.storage.reading() as tx:
        over, waited_for = await _judged(tx, services, passed, now)
    for row in waited_for:
        await _tell(services, row)
    if not over:
        return []
    # A sheet that stops being ready beside this comes after the claim, as one may until the turn is resolved.
    async with services.storage.transaction(ROWS_SCOPE) as tx:
        over, _ = await _judged(tx, services, over, now)
        claimed = await deadlines.claim_due(tx, [row.id for row in over], now, services.process)
    return [DueGame(row.game, row.turn, DEADLINE_PASSED) for row in claimed]


async def _judged(
    tx: Transaction, services: Services, passed: Iterable[DeadlineRow], now: int
) -> tuple[list[DeadlineRow], list[DeadlineRow]]:
    """Those of these deadlines whose grace is over, and those in whose grace somebody is waited for, which nobody was told. What
    is left to the process at home is in neither.

    Nobody is waited for who is ready, nor longer than the game allows. What stands on a sheet is its side's secret, so it makes
    no difference (docs/rulings, R-059).
    """
    over, waited_for = list[DeadlineRow](), list[DeadlineRow]()
    known = {game.id: game for game in await batch_queries.games_without_scenarios(tx, {row.game for row in passed})}
    for row in passed:
        game = known.get(row.game)
        if game is None:
            continue
        ends = ends_at(game, row)
        in_grace = now < ends and await _somebody_is_late(tx, game, row)
        if services.shards.leaves(game.guild_id, now - (ends if now >= ends else row.due_at)):
            continue
        if not in_grace:
            over.append(row)
        elif not await deadlines.is_marked(tx, row.id, AT_THE_DEADLINE):
            waited_for.append(row)
    return over, waited_for


async def _tell(services: Services, passed: DeadlineRow) -> None:
    """Tell that orders are still taken, if that is so still."""
    async with services.storage.transaction(Scope(passed.game)) as tx:
        game, row = await games.find(tx, passed.game), await deadlines.find(tx, passed.id)
        if game is None or row is None or (row.state, row.due_at) != (passed.state, passed.due_at):
            return
        if await _somebody_is_late(tx, game, row):
            await tell_grace(tx, services, game, row, ends_at(game, row))


def ends_at(game: GameRow, deadline: DeadlineRow) -> int:
    """When a deadline's grace is over."""
    return deadline.due_at + settings_of(game).options.grace_minutes * 60


async def _somebody_is_late(tx: Transaction, game: GameRow, deadline: DeadlineRow) -> bool:
    """Whether a player has not declared their orders ready, which everybody may know."""
    played = {seat.side for seat in await seats.of_game(tx, game.id) if seat.side and seat.user_id is not None}
    states = await sheets.of_revision(tx, game.id, deadline.revision)
    return any(sheet.side in played and sheet.state != "ready" for sheet in states)


async def _early(services: Services, ready: Sequence[tuple[str, int]], now: int) -> list[tuple[str, int]]:
    """Those of these games that allow a turn to end when all are ready, and in which no seat has become open in this turn."""
    known = await game_rows(services, (game for game, _ in ready))
    allowed = [one for one in ready if one[0] in known and settings_of(known[one[0]]).options.early]
    found = []
    for one in await _not_failed(services, allowed, now):
        async with services.storage.reading() as tx:
            if not await _just_left(tx, known[one[0]]):
                found.append(one)
    return found


async def _just_left(tx: Transaction, game: GameRow) -> bool:
    """Whether a player left a side in this turn, and nobody has taken it, leads it or said that its orders are ready: until
    the deadline somebody may come."""
    if system_of(game.system).deputize is None:
        return False  # sides that nobody leads are played at once there
    turn = await turns.find(tx, game.id, game.revision)
    left = [act for act in await audit.of_actions(tx, game.id, SEAT_LEFT) if turn is None or act.at >= turn.opened_at]
    if not left:
        return False
    led = {one.side for one in await governors.of_game(tx, game.id)}
    ready = {one.side for one in await sheets.of_revision(tx, game.id, game.revision) if one.state == "ready"}
    open_ = {seat.side for seat in await seats.of_game(tx, game.id) if seat.side and seat.user_id is None}
    return bool({str(act.detail.get("side", "")) for act in left} & (open_ - led - ready))


async def _not_failed(services: Services, found: Sequence[tuple[str, int]], now: int) -> list[tuple[str, int]]:
    """Those of these turns that are looked after here and did not just fail: then one is tried again after a while, as a deadline
    is."""
    here = await not_elsewhere(services, found)
    left: list[tuple[str, int]] = []
    for first in range(0, len(here), GAMES_A_BATCH):
        async with services.storage.reading() as tx:
            left += [one for one in here[first : first + GAMES_A_BATCH] if not await just_failed(tx, *one, now)]
        await asyncio.sleep(0)
    return left


async def not_elsewhere(services: Services, found: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """Those of these games with a number each on whose server the bot is, and which no other process looks after: it does what
    has no moment."""
    async with services.storage.reading() as tx:
        away = await away_servers.all_away(tx)
    if not (services.shards.others or away) or not found:
        return list(found)
    known = await game_rows(services, (game for game, _ in found))
    servers = {game: row.guild_id for game, row in known.items()}
    left = {game for game, guild in servers.items() if guild in away or services.shards.is_elsewhere(guild)}
    return [one for one in found if one[0] not in left]


class Lateness(Value):
    """How many turns are late, and the worst of them by how many seconds (0: none is)."""

    turns: int
    worst: int


async def lateness(services: Services) -> Lateness:
    """Of all running games. Within the grace that a game allows a turn is late only from when it was taken to be resolved."""
    now = services.seconds()
    found: list[int] = []
    async with services.storage.reading() as tx:
        for row in await deadlines.overdue(tx, now):
            game = await games.find(tx, row.game)
            ends = row.due_at if game is None else row.due_at + settings_of(game).options.grace_minutes * 60
            since = ends if now >= ends else row.claimed_at
            if since is not None:
                found.append(max(now - since, 0))
    return Lateness(len(found), max(found, default=0))


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
        found = await deadlines.reminded_deadlines(tx, services.seconds())
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
    if game is None or game.revision != deadline.revision:
        return []
    states = {sheet.side: sheet.state for sheet in await sheets.of_revision(tx, game.id, deadline.revision)}
    kept = await of_game(tx, game.id)
    found: list[Letter] = []
    for seat in await seats.of_game(tx, game.id):
        target = target_of(seat)
        if seat.side and target is not None and seat.user_id is not None:
            who = seat.deputy_id or seat.user_id
            live = _letter(game, deadline, seat, who, target, states.get(seat.side, "none"))
            known = kept.get(seat.side) or nothing_of(game.id, seat.side)
            if balance(game, known, deadline).most:
                more = LetterButton("More time", "time-more", game.revision, seat.side)
                live = changed(live, buttons=(more,))
            found.append(live)
    return found


def _letter(
    game: GameRow, deadline: DeadlineRow, seat: SeatRow, user: int, target: Target, state: SheetState
) -> Letter:
    standing = system_of(game.system).reminders[state].format(thread=game.channel_id)
    return Letter(
        kind="reminder" if state in {"none", "partial"} else "sheet",
        game=game.id,
        turn=deadline.turn,
        side=seat.side,
        target=target,
        text=format_reminder(game.name, deadline.turn, deadline.due_at, standing),
        mentions=(user,),
        edit_key=f"reminder/{deadline.revision}/{seat.side}",
    )


async def tell_grace(tx: Transaction, services: Services, game: GameRow, deadline: DeadlineRow, ends: int) -> None:
    """Tell once in the channel that the deadline has passed and how long orders are still taken."""
    if not await deadlines.mark(tx, deadline.id, AT_THE_DEADLINE, deadline.due_at):
        return
    text = format_grace(game.name, deadline.turn, ends)
    await enqueue(tx, services, Letter("notice", game.id, deadline.turn, "", Target("channel", game.channel_id), text))
