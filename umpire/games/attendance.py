"""A side's attendance: its deputy's powers, what it took from the bank, how many turns it has missed; and players from whom
nothing has come yet: they took a seat, or were put into one, and have neither ordered nor looked since.

Missed turns are counted once, in the transaction that opens the next turn, with the steps of the ladder that follow. A turn is
missed by a side whose player neither gave an order nor said that they are ready, and was not away by the calendar, where the
turn ended by its deadline. A turn that the game master ended, or that all were ready for, is missed by nobody. The ladder says
so of players from whom nothing has come; where no ladder counts, the game masters are told once.
"""

from collections.abc import Callable, Collection, Iterable
from typing import Any, Final, Literal, TypeAlias

from render.words.seat_letters import (
    format_all_reminded,
    format_missed,
    format_never_here,
    format_never_here_for_masters,
    format_seat_lost,
    format_seat_lost_for_masters,
    format_times_missed,
)
from rules.values import Value, changed
from storage import absences, audit, deadlines, notifications, orders, seats, turns
from storage import absences as rows
from storage.absences import AttendanceRow
from storage.audit import AuditRow
from storage.codec import from_document, to_document
from storage.db import Transaction
from storage.games import GameRow
from storage.seats import SeatRow
from storage.turns import TurnRow
from umpire.games.games import settings_of
from umpire.games.notices import offer, side_name, to_masters, to_player
from umpire.games.options import Options
from umpire.games.rooms import SEAT_DELIVERY
from umpire.games.seat import note
from umpire.games.seat_history import GAME_OPENED
from umpire.outbox.outbox import Letter, Target, enqueue
from umpire.services.services import Services

Since: TypeAlias = Literal["campaign", "seat"]
"""Since when nothing has come from somebody: since the game began, or since they have their seat."""
SEAT_TAKEN: Final = "seat.taken"
SEAT_UNSEEN: Final = "seat.unseen"
"""The game masters were told of a seat's holder from whom nothing has come."""
NO_SIGN: Final = frozenset({SEAT_TAKEN, SEAT_DELIVERY})
"""What the log says of somebody who sat down: it is none of their later acts."""
PATIENCE_TURNS: Final = 2
"""So many turns end without a sign of somebody before the game masters are told."""


async def nothing_since(tx: Transaction, row: GameRow, held: SeatRow) -> Since | None:
    """Since when nothing has come from a seat's holder: no order, no other act, no report opened; None where something has, or
    where the log does not tell when they sat down."""
    begin = await _beginning(tx, row, held)
    if begin is None or held.user_id is None:
        return None
    looked = await notifications.find_read_mark(tx, row.id, held.side, held.user_id)
    if looked is not None and looked.at >= begin.at:
        return None
    acts = await audit.since(tx, row.id, begin.at)
    if any(act.id > begin.id and act.actor == str(held.user_id) and act.action not in NO_SIGN for act in acts):
        return None
    return "campaign" if begin.action == GAME_OPENED else "seat"


async def tell_of_unseen(
    tx: Transaction, services: Services, row: GameRow, held: SeatRow, done: TurnRow
) -> list[Letter]:
    """The letter to the game masters on a seat's holder from whom nothing has come for `PATIENCE_TURNS` whole turns; none a
    second time."""
    begin = None if done.turn < PATIENCE_TURNS else await _beginning(tx, row, held)
    if begin is None:
        return []
    opened = {turn.turn: turn.opened_at for turn in await turns.of_game(tx, row.id) if 0 < turn.turn <= done.turn}
    whole = [turn for turn, at in opened.items() if at >= begin.at]
    told = await audit.of_actions(tx, row.id, SEAT_UNSEEN)
    again = any(act.id > begin.id and act.detail.get("side") == held.side for act in told)
    since = None if again or len(whole) < PATIENCE_TURNS else await nothing_since(tx, row, held)
    if since is None:
        return []
    await note(tx, services, row.id, "clock", SEAT_UNSEEN, side=held.side, user=held.user_id)
    never = format_never_here(held.user_id, side_name(row, held.side), since)
    return [to_masters(row, done.turn + 1, format_never_here_for_masters(row.name, never))]


async def _beginning(tx: Transaction, row: GameRow, held: SeatRow) -> AuditRow | None:
    """From when on something could come from a seat's holder: when they sat down, or when the game began after that."""
    acts = await audit.of_actions(tx, row.id, SEAT_TAKEN, GAME_OPENED)
    taken = [act for act in acts if act.action == SEAT_TAKEN and act.detail.get("side") == held.side]
    if not taken or str(taken[-1].detail.get("user")) != str(held.user_id):
        return None
    return max([taken[-1], *(act for act in acts if act.action == GAME_OPENED)], key=lambda act: act.id)


SIDE_SPENT: Final = "side.spent"
"""A side has nothing left as a turn opens, so its player misses nothing."""
Powers: TypeAlias = Literal["all", "careful", "upkeep"]
"""What a deputy may order: everything; everything but treaties, war and spying; or only what keeps things running."""
Step: TypeAlias = Literal["", "reminded", "deputy"]
"""How far a side is on the ladder of those who miss turns; the last rung, an open seat, is nobody's any more."""


class AttendanceRecord(Value):
    """`bot` has the bot act where no person is named: a character's name, or "own" for the side's own style, "" for nobody.
    `missed` counts turns running up to the turn `counted`;
    `drawn` are the hours taken from the bank in the playing `drawn_revision` of a turn, and
    `asked_revision` is the one for which the calendar asked. `bot_acts`: the bot acts for the side now. `room`: who may read the
    side's thread has changed, and its thread has not been seen to."""

    powers: Powers = "all"
    bot: str = ""
    missed: int = 0
    step: Step = ""
    drawn_revision: int = 0
    drawn: int = 0
    asked_revision: int = 0
    bot_acts: bool = False
    room: bool = False
    counted: int = 0


class Attendance(Value):
    """A side's row with its document read."""

    row: AttendanceRow
    kept: AttendanceRecord

    @property
    def arranged(self) -> bool:
        """Whether the player has said who is to act for them."""
        return self.row.named_id is not None or bool(self.kept.bot)

    def drawn_in(self, revision: int) -> int:
        """Hours taken from the bank in this playing of a turn."""
        return self.kept.drawn if self.kept.drawn_revision == revision else 0


async def attendance(tx: Transaction, game: str, side: str) -> Attendance:
    """A side's attendance; empty if nothing was ever kept of it."""
    return _read(await rows.find(tx, game, side))


def nothing_of(game: str, side: str) -> Attendance:
    """The attendance of a side of which nothing was ever kept."""
    return _read(rows.empty_attendance(game, side))


async def of_game(tx: Transaction, game: str) -> dict[str, Attendance]:
    """What is kept of a game's sides, by side."""
    return by_side(await rows.of_game(tx, game))


def by_side(found: Iterable[AttendanceRow]) -> dict[str, Attendance]:
    """Rows of a game as values, by side."""
    return {row.side: _read(row) for row in found}


async def save(tx: Transaction, before: Attendance, kept: AttendanceRecord, **columns: Any) -> Attendance:
    """Write a side's document, and its columns where they change."""
    row = changed(before.row, document=to_document(kept), **columns)
    await rows.put(tx, row)
    return Attendance(row, kept)


def _read(row: AttendanceRow) -> Attendance:
    return Attendance(row, from_document(AttendanceRecord, row.document))


async def flagged_games(tx: Transaction) -> tuple[str, ...]:
    """The games with a side whose thread has other readers than before, by id."""
    return await rows.games_mentioning(tx, '"room":true')


async def unflag(tx: Transaction, games: Collection[str]) -> None:
    """The threads of these games are being seen to."""
    for game in games:
        for known in (await of_game(tx, game)).values():
            if known.kept.room:
                await save(tx, known, changed(known.kept, room=False))


async def roll_call(tx: Transaction, services: Services, row: GameRow, done: TurnRow, opened: TurnRow) -> None:
    """Count for every side whether it missed the turn that is done, and take the steps that this makes due. Of whoever was never
    here the game masters are told, where no steps are taken."""
    due = await deadlines.last(tx, row.id, done.revision)
    options = settings_of(row).options
    here = await _took_part(tx, row, done)
    if due is None or due.state != "done" or due.claimed_at is None or not options.missed_remind:
        for held in await seats.of_game(tx, row.id):
            if held.side and held.user_id is not None and not here(held):
                await enqueue(tx, services, *await tell_of_unseen(tx, services, row, held, done))
    if due is None or due.state != "done" or due.claimed_at is None:
        return
    away = await absences.sides_away(tx, row.guild_id, row.id, due.claimed_at)
    reminded: list[str] = []
    kept = await of_game(tx, row.id)
    for held in await seats.of_game(tx, row.id):
        if not held.side or held.user_id is None:
            continue
        known = kept.get(held.side) or await attendance(tx, row.id, held.side)
        if here(held):
            if known.kept.missed or known.kept.step == "reminded":
                step = "" if known.kept.step == "reminded" else known.kept.step
                await save(tx, known, changed(known.kept, missed=0, step=step))
        elif (
            held.side,
            held.user_id,
        ) not in away and known.kept.counted < done.turn:  # or it was taken back, and counted
            reminded += await _missed(tx, services, row, opened, held, known, options)
    if reminded:
        letter = to_masters(row, opened.turn, format_all_reminded(row.name, reminded))
        # The result comes at the same moment and names its readers: nobody is called twice.
        await enqueue(tx, services, changed(letter, ping=""))


async def _took_part(tx: Transaction, row: GameRow, done: TurnRow) -> Callable[[SeatRow], bool]:
    """Tells of a seat's holder whether they did anything about this turn, gave orders that stand for it, or sat down in it."""
    acts = await audit.since(tx, row.id, done.opened_at)
    ordered = {act.actor for act in acts if act.action.startswith("orders.")}
    sat = {act.detail.get("side") for act in acts if act.action == "seat.taken" and act.at > done.opened_at}
    sat |= {act.detail.get("side") for act in acts if act.action == SIDE_SPENT}
    given = await orders.givers(tx, row.id, done.turn)

    def acted(held: SeatRow) -> bool:
        return str(held.user_id) in ordered or held.side in sat or (held.side, held.user_id) in given

    return acted


async def _missed(
    tx: Transaction,
    services: Services,
    row: GameRow,
    opened: TurnRow,
    held: SeatRow,
    known: Attendance,
    options: Options,
) -> list[str]:
    """One more turn that a side missed; what its reminder is told to the game masters with, if it gets one."""
    missed = known.kept.missed + 1
    name = side_name(row, held.side)
    times = format_times_missed(held.user_id, name, missed, await nothing_since(tx, row, held))
    await note(tx, services, row.id, "clock", "turn.missed", side=held.side, missed=missed, turn=opened.turn - 1)
    if options.missed_open and missed >= options.missed_open:
        await _open(tx, services, row, held, times)
        return []
    step, told = known.kept.step, list[str]()
    if options.missed_deputy and missed >= options.missed_deputy and step != "deputy":
        step = "deputy"  # who acts, and that they do, is seen to by the clock's next look (umpire.clock.deputies)
    elif options.missed_remind and missed >= options.missed_remind and not step:
        step = "reminded"
        text = format_missed(row.name, name, opened.turn, options.missed_deputy)
        letters = to_player(row, held, text, opened.turn)
        await enqueue(tx, services, *(changed(each, mentions=(), ping="") for each in letters))
        told.append(times)
    await save(tx, known, changed(known.kept, missed=missed, step=step, counted=opened.turn - 1))
    return told


async def _open(tx: Transaction, services: Services, row: GameRow, held: SeatRow, times: str) -> None:
    """The last step: the seat is nobody's; orders, thread and all that the side has stay."""
    name = side_name(row, held.side)
    await seats.seat_user(tx, row.id, held.side, held.user_id, None)
    known = await attendance(tx, row.id, held.side)
    await save(tx, known, changed(known.kept, room=True))  # whoever was in the side's thread leaves it
    await note(tx, services, row.id, "clock", "seat.held_open", side=held.side, was=held.user_id, missed=True)
    letters = [to_masters(row, 0, format_seat_lost_for_masters(row.name, name, times))]
    if held.user_id is not None:
        told = format_seat_lost(row.name, name)
        letters.append(Letter("notice", row.id, 0, "", Target("dm", held.user_id), told))
    await enqueue(tx, services, *letters)
    await offer(tx, services, row, held.side)
