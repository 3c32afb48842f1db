"""What the calendar and the ladder make due: deputies who begin and stop, and time that the calendar asks of the bank.

Looked at as often as one likes: each thing is done from the state that asks for it, in one transaction, and changes that state.
"""

import asyncio
import logging
from collections.abc import Collection
from typing import Final, Literal

from render.words.seat_letters import ABSENCE_OVER, HAS_MISSED, IS_AWAY, format_never_here_why
from rules.values import GameError, Value
from storage import absences, deadlines, games, seats, turns
from storage.absences import AbsenceRow
from storage.batch_queries import GameBrief
from storage.db import Transaction
from storage.engine import Scope
from storage.games import GameRow
from storage.seats import SeatRow
from umpire.clock.game_briefs import A_FEW, all_game_briefs
from umpire.games import deputies
from umpire.games.attendance import Attendance, attendance, by_side, nothing_since, of_game
from umpire.games.bank import HOUR_SECONDS, balance, take
from umpire.games.games import settings_of
from umpire.services.services import Services
from umpire.systems.known import system_of

log = logging.getLogger(__name__)
AFTER_HOURS: Final = 12
"""How long after an absence a deadline is put that the calendar moves."""


class DueAct(Value):
    """Something that is due for a side; `hours` are asked of its bank."""

    kind: Literal["begin", "end", "ask"]
    side: str
    why: str = ""
    hours: int = 0


async def tend_absences(services: Services) -> Collection[GameBrief]:
    """Do what is due in all games; gives how they stand then. What goes wrong with one game holds up no other."""
    found = await all_game_briefs(services)
    done = 0
    for number, brief in enumerate(found):
        if number % A_FEW == 0:
            await asyncio.sleep(0)  # others have their turn
        if not _may_want(brief):
            continue
        game = brief.game.id
        try:
            async with services.storage.reading() as tx:
                row = await games.find(tx, game)
                wanted = row is not None and await _wanted(tx, services, row)
            done += await _reconcile(services, game) if wanted else 0
        except GameError as wrong:
            log.warning("Absences of game %s: %s", game, wrong)
        except Exception:
            log.exception("Absences of game %s could not be seen to; they are looked at again.", game)
    return await all_game_briefs(services) if done else found


def _may_want(brief: GameBrief) -> bool:
    """Whether anything can be due in a game: somebody is or was away, or has missed turns."""
    kept = by_side(brief.kept)
    for held in brief.seats:
        known = kept.get(held.side)
        if held.side and held.user_id is not None and known is not None:
            acts = held.deputy_id is not None or known.kept.bot_acts
            if acts or known.kept.step == "deputy" or ((held.side, held.user_id) in brief.away and known.arranged):
                return True
    return brief.absences and settings_of(brief.game).options.bank_asks


async def _reconcile(services: Services, game: str) -> int:
    """All that is due in one game, in one transaction."""
    async with services.storage.transaction(Scope(game)) as tx:
        row = await games.find(tx, game)
        if row is None or row.status != "running":
            return 0
        return sum([await _do_due_act(tx, services, row, wanted) for wanted in await _wanted(tx, services, row)])


async def _wanted(tx: Transaction, services: Services, row: GameRow) -> list[DueAct]:
    """What is due in a running game now."""
    if row.status != "running" or not row.revision:
        return []
    now = services.seconds()
    away = await absences.sides_away(tx, row.guild_id, row.id, now)
    kept = await of_game(tx, row.id)
    found: list[DueAct] = []
    for held in await seats.of_game(tx, row.id):
        known = kept.get(held.side)
        if not held.side or held.user_id is None or known is None:
            continue
        is_away = (held.side, held.user_id) in away
        acts = held.deputy_id is not None or known.kept.bot_acts
        missed = known.kept.step == "deputy"
        if (is_away and known.arranged) or missed:
            if not acts and await _somebody(tx, row, held, known, missed=missed):
                found.append(DueAct("begin", held.side, await _why(tx, row, held, is_away=is_away)))
        elif acts:
            found.append(DueAct("end", held.side, ABSENCE_OVER))
    return found + await _time_asked_for(tx, services, row)


async def _why(tx: Transaction, row: GameRow, held: SeatRow, *, is_away: bool) -> str:
    if is_away:
        return IS_AWAY
    since = await nothing_since(tx, row, held)
    return HAS_MISSED if since is None else format_never_here_why(since)


async def _somebody(tx: Transaction, row: GameRow, held: SeatRow, known: Attendance, *, missed: bool) -> bool:
    """Whether there is anybody who can act for a side now: the deputy it has named, or the bot."""
    user = known.row.named_id
    if user is not None and not await deputies.unfit(tx, row, held.side, user):
        return True
    return (missed or bool(known.kept.bot)) and system_of(row.system).deputize is not None


async def _time_asked_for(tx: Transaction, services: Services, row: GameRow) -> list[DueAct]:
    """Time that the calendar asks of the bank: where a deadline lies in an absence, nobody acts for the side, and the bank can
    bring it past the end."""
    due = await deadlines.current(tx, row.id, row.revision)
    turn = await turns.find(tx, row.id, row.revision)
    if not settings_of(row).options.bank_asks or due is None or turn is None or turn.state != "open":
        return []
    sides = {seat.user_id: seat for seat in await seats.of_game(tx, row.id) if seat.side}
    for absence in await absences.absences_of_game(tx, row.guild_id, row.id, services.seconds()):
        held = sides.get(absence.user_id)
        if held is None:
            continue
        known = await attendance(tx, row.id, held.side)
        hours = _hours(absence, due.due_at)
        free = not known.arranged and known.kept.asked_revision != row.revision
        gone = (known.row.returned_at or 0) < absence.since
        if free and gone and absence.since <= due.due_at < absence.until and hours <= balance(row, known, due).most:
            return [DueAct("ask", held.side, hours=hours)]  # the deadline is another one then
    return []


def _hours(absence: AbsenceRow, due: int) -> int:
    """Whole hours that bring a deadline past an absence."""
    return -(-(absence.until + AFTER_HOURS * HOUR_SECONDS - due) // HOUR_SECONDS)


async def _do_due_act(tx: Transaction, services: Services, row: GameRow, wanted: DueAct) -> int:
    held = await seats.find(tx, row.id, wanted.side)
    known = await attendance(tx, row.id, wanted.side)
    if held is None:
        return 0
    match wanted.kind:
        case "begin":
            deputize = system_of(row.system).deputize
            bot = deputize is not None and (known.kept.step == "deputy" or bool(known.kept.bot))
            if not await deputies.begin(tx, services, row, held, known, wanted.why, bot=bot):
                return 0
            if deputize is not None and (await attendance(tx, row.id, wanted.side)).kept.bot_acts:
                await deputize(tx, services, row, wanted.side, known.kept.bot)
        case "end":
            await deputies.end(tx, services, row, held, known, wanted.why)
        case "ask":
            due = await deadlines.current(tx, row.id, row.revision)
            if due is None:
                return 0
            await take(tx, services, row, known, due, wanted.hours, actor="clock", asked=True)
    return 1
