"""Which turns are to be resolved now, claiming them so that one process has each, those that failed, and how late turns are.

What may be due is read beside the writers; only what is claimed is written, a handful of games in a transaction. So an order
waits to be saved for one handful at most, however many deadlines come at one moment. A turn that could not be resolved is told to
the game master once, and tried again after a while.
"""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from typing import Final

from rules.values import GameError, Value
from storage import audit, batch_queries, deadlines, games, seats, sheets
from storage.db import Transaction
from storage.deadlines import DeadlineRow
from storage.engine import ROWS, Scope
from storage.games import GameRow
from storage.processes import CLAIMED_DEADLINES as CLAIMS
from umpire.clock.game_briefs import HANDFUL, game_rows
from umpire.clock.reminders import AT_THE_DEADLINE, tell_grace
from umpire.games.games import settings_of
from umpire.games.new_game import UNRESOLVED
from umpire.games.seat import note
from umpire.outbox.outbox import Letter, Target, enqueue
from umpire.services.processes import is_anything_lost, release_lost
from umpire.services.services import Services
from umpire.systems.known import SYSTEMS

AGAIN_SECONDS: Final = 600
CLAIM_SECONDS: Final = AGAIN_SECONDS
"""A claimed deadline whose turn is not resolved after so long is taken up again: its process died, or it failed."""
LATE: Final = "The deadline has passed."
READY: Final = "All are ready."
WAITED: Final = "What it waited for has come."
RESUMABLE: Final = tuple(system.resumable for system in SYSTEMS.values() if system.resumable is not None)

log = logging.getLogger(__name__)


async def just_failed(tx: Transaction, game_id: str, turn: int, now: int) -> bool:
    """Whether that was told less than ten minutes ago."""
    return any(
        abs(now - problem.reported_at) < AGAIN_SECONDS
        for problem in await audit.open_problems(tx, game_id)
        if (problem.kind, problem.subject) == (UNRESOLVED, subject_of(turn))
    )


def subject_of(turn: int) -> str:
    """What the problem is about, in its row."""
    return f"turn {turn}"


async def tell_failure(services: Services, game: str, turn: int, code: str, wrong: Exception) -> None:
    """Tell the game master, once, with a code that is in the log, too."""
    async with services.storage.transaction(Scope(game)) as tx:
        if not await audit.report_problem(tx, game, UNRESOLVED, subject_of(turn), services.seconds()):
            return
        await note(tx, services, game, "clock", "turn.failed", turn=turn, code=code, error=type(wrong).__name__)
        # What the game itself says is for the game master to mend; whatever else is raised is nobody's but ours.
        why = str(wrong) if isinstance(wrong, GameError) else "A fault in the program."
        text = (
            f"Turn {turn} could not be resolved (code {code}, also in the program's log). {why} "
            "All orders are kept; it is tried again every ten minutes."
        )
        await enqueue(tx, services, Letter("problem", game, turn, "", Target("gm"), text, ping="problem"))


class Due(Value):
    """A game whose turn is to be resolved now, and why."""

    game: str
    turn: int
    reason: str

    @property
    def late(self) -> bool:
        """Whether its deadline has passed."""
        return self.reason == LATE


async def take_due(services: Services) -> tuple[Due, ...]:
    """Claim the deadlines whose time (and grace) is over; add games where all are ready, and those that have waited in the midst
    of their turn. Nothing of a game that another process looks after, unless it has been due for a while."""
    await _put_back(services)
    now = services.seconds()
    async with services.storage.reading() as tx:
        passed = await deadlines.due(tx, now)
        ready = await sheets.all_ready(tx)
        waited = [one for resumable in RESUMABLE for one in (await resumable(tx, now))[0]]
    # Claims come last: what was claimed before something failed would wait until the claim is too old.
    early = [Due(*one, READY) for one in await _early(services, ready, now)]
    going = [Due(*one, WAITED) for one in await _not_failed(services, waited, now)]
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


async def _take(services: Services, passed: Sequence[DeadlineRow]) -> list[Due]:
    """Claim those of these deadlines whose grace is over too, the oldest first."""
    found: list[Due] = []
    for first in range(0, len(passed), HANDFUL):
        try:
            found += await _take_few(services, passed[first : first + HANDFUL])
        except Exception:
            if not found:
                raise
            log.exception("Not all deadlines could be claimed; they are looked at again.")
            break
        await asyncio.sleep(0)  # others have their turn
    return found


async def _take_few(services: Services, passed: Sequence[DeadlineRow]) -> list[Due]:
    now = services.seconds()
    async with services.storage.reading() as tx:
        over, waited_for = await _judged(tx, services, passed, now)
    for row in waited_for:
        await _tell(services, row)
    if not over:
        return []
    # A sheet that stops being ready beside this comes after the claim, as one may until the turn is resolved.
    async with services.storage.transaction(ROWS) as tx:
        over, _ = await _judged(tx, services, over, now)
        claimed = await deadlines.claim_due(tx, [row.id for row in over], now, services.process)
    return [Due(row.game, row.turn, LATE) for row in claimed]


async def _judged(
    tx: Transaction, services: Services, passed: Iterable[DeadlineRow], now: int
) -> tuple[list[DeadlineRow], list[DeadlineRow]]:
    """Those of these deadlines whose grace is over, and those in whose grace somebody is waited for, which nobody was told. What
    is left to the process at home is in neither.

    Nobody is waited for who is ready, nor longer than the game allows. What stands on a sheet is its side's secret, so it makes
    no difference (docs/rulings.md, R-059).
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
    states = await sheets.of_opening(tx, game.id, deadline.opening)
    return any(sheet.side in played and sheet.state != "ready" for sheet in states)


async def _early(services: Services, ready: Sequence[tuple[str, int]], now: int) -> list[tuple[str, int]]:
    """Those of these games that allow a turn to end when all are ready."""
    known = await game_rows(services, (game for game, _ in ready))
    allowed = [one for one in ready if one[0] in known and settings_of(known[one[0]]).options.early]
    return await _not_failed(services, allowed, now)


async def _not_failed(services: Services, found: Sequence[tuple[str, int]], now: int) -> list[tuple[str, int]]:
    """Those of these turns that are looked after here and did not just fail: then one is tried again after a while, as a deadline
    is."""
    here = await not_elsewhere(services, found)
    left: list[tuple[str, int]] = []
    for first in range(0, len(here), HANDFUL):
        async with services.storage.reading() as tx:
            left += [one for one in here[first : first + HANDFUL] if not await just_failed(tx, *one, now)]
        await asyncio.sleep(0)
    return left


async def not_elsewhere(services: Services, found: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """Those of these games with a number each whose server no other process looks after: it does what has no moment."""
    if not services.shards.others:
        return list(found)
    known = await game_rows(services, (game for game, _ in found))
    return [one for one in found if one[0] not in known or not services.shards.is_elsewhere(known[one[0]].guild_id)]


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
