"""The bank of extensions: each side has so many hours in a game with which its player puts deadlines off, without asking anybody.

A press takes hours once and moves the deadline by as many, in one transaction with the letters that tell of it.
"""

from render.words.game_letters import format_drawn
from render.words.safe_text import count
from rules.values import GameError, NotYoursError, Value, WrongPhaseError, changed
from storage import deadlines, idempotency_keys, seats
from storage.db import Transaction
from storage.deadlines import DeadlineRow
from storage.games import GameRow
from umpire.games.attendance import Attendance, attendance, save
from umpire.games.deputies import check_holder_alone
from umpire.games.games import changing, is_led, require_unfinished, settings_of, side_named, sides_of
from umpire.games.moved_deadlines import moved_deadline_letters
from umpire.games.notices import side_name
from umpire.games.options import MOST_BANK_HOURS
from umpire.games.seat import Seat, note
from umpire.games.seats import require_own
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services

HOUR_SECONDS = 3600


class TimeBank(Value):
    """Whole hours: `left` in all, `turn` of them still to be taken in this turn, `deadline` how far it may still be put off by
    anybody. `due` is the deadline in UTC seconds, None while there is none that can be moved."""

    left: int
    turn: int
    deadline: int
    due: int | None

    @property
    def most(self) -> int:
        """How many can be taken at once now."""
        return 0 if self.due is None else max(0, min(self.left, self.turn, self.deadline))


async def bank_of(services: Services, seat: Seat) -> TimeBank:
    """A player's bank as it is now. NotYoursError without a player's seat."""
    async with services.storage.reading() as tx:
        row = await require_unfinished(tx, seat.game_id)
        await require_own(tx, row, seat)
        due = await deadlines.current(tx, row.id, row.revision)
        return balance(row, await attendance(tx, row.id, seat.side), due)


def balance(row: GameRow, known: Attendance, due: DeadlineRow | None) -> TimeBank:
    """What a side's bank holds, and what of it can be taken now."""
    options = settings_of(row).options
    left = max(0, options.bank_hours + known.row.granted - known.row.used)
    open_ = due is not None and due.state == "open" and row.status == "running"
    return TimeBank(
        left=left,
        turn=max(0, options.bank_turn_hours - known.drawn_in(row.revision)),
        deadline=0 if due is None else max(0, options.extension_hours - due.extended_seconds // HOUR_SECONDS),
        due=due.due_at if due is not None and open_ else None,
    )


async def draw(
    services: Services, seat: Seat, hours: int, *, expect: int | None = None, idempotency_key: str = ""
) -> TimeBank:
    """A player takes hours from their bank: the deadline comes so much later. Gives what is left.

    GameError: the bank is empty, or that is more than a turn or a deadline takes. WrongPhaseError: there is no deadline to put
    off, or `expect` names a revision that is over. A second press of the same `idempotency_key` takes nothing.
    """
    async with services.storage.transaction() as tx:
        row = await require_unfinished(tx, seat.game_id)
        check_holder_alone(await seats.find(tx, row.id, seat.side), seat.user_id)
        if not idempotency_key or await idempotency_keys.first(tx, idempotency_key, services.seconds()):
            if expect is not None and expect != row.revision:
                raise WrongPhaseError("That button is from an earlier turn; look at your dashboard for this one.")
            if settings_of(row).options.bank_hours <= 0 and not (await attendance(tx, row.id, seat.side)).row.granted:
                ask = " Ask its game master to put the deadline off." if is_led(row) else ""
                raise GameError(f"**{row.name}** has no bank of time.{ask}")
            due = await deadlines.current(tx, row.id, row.revision)
            known = await attendance(tx, row.id, seat.side)
            _check(row, balance(row, known, due), hours)
            if due is not None:
                await take(tx, services, row, known, due, hours, actor=seat.actor)
        due = await deadlines.current(tx, row.id, row.revision)
        return balance(row, await attendance(tx, row.id, seat.side), due)


def _check(row: GameRow, now: TimeBank, hours: int) -> None:
    """GameError, WrongPhaseError: see `draw`; each says which limit it is."""
    if hours < 1:
        raise GameError("Time is taken by one hour or more.")
    if now.due is None:
        raise WrongPhaseError(f"**{row.name}** has no deadline to put off now.")
    if hours > now.left:
        raise GameError(f"Your bank holds {count(now.left, 'hour')}, and {hours} are more than that.")
    if hours > now.turn:
        most = settings_of(row).options.bank_turn_hours
        raise GameError(
            f"In one turn {count(most, 'hour')} can be taken from a bank; {now.turn} are left to you in this one."
        )
    if hours > now.deadline:
        raise GameError(f"This deadline can be put off by {count(now.deadline, 'hour')} more.")


async def take(
    tx: Transaction,
    services: Services,
    row: GameRow,
    known: Attendance,
    due: DeadlineRow,
    hours: int,
    *,
    actor: str,
    asked: bool = False,
) -> None:
    """Move the deadline and note what it cost; `asked` by the calendar. What may be taken is checked before."""
    now, side = services.seconds(), known.row.side
    later = max(due.due_at, now) + hours * HOUR_SECONDS
    told = settings_of(row).options.calendar == "all" or not asked
    why = format_drawn(side_name(row, side) if told else "", hours)
    if not await deadlines.move(tx, due.id, later, due.extended_seconds + hours * HOUR_SECONDS, why):
        raise WrongPhaseError(f"Turn {due.turn} of **{row.name}** is being resolved at this moment.")
    await deadlines.move_reminders(tx, due.id, later, now)
    kept = changed(known.kept, drawn_revision=row.revision, drawn=known.drawn_in(row.revision) + hours)
    kept = changed(kept, asked_revision=row.revision) if asked else kept
    await save(tx, known, kept, used=known.row.used + hours)
    await note(tx, services, row.id, actor, "deadline.drawn", turn=due.turn, side=side, hours=hours, due=later)
    await enqueue(
        tx, services, *moved_deadline_letters(row, await seats.of_game(tx, row.id), due.turn, due.due_at, later, why)
    )


async def top_up(services: Services, gm: Seat, side: str, hours: int, *, idempotency_key: str = "") -> int:
    """The game master gives a side hours for its bank, or takes some back (a number below 0); gives what it holds then.

    GameError: no such side, nothing at all, or more than a bank can hold or has."""
    async with changing(services, gm) as (tx, row):
        side = side_named(sides_of(row), side)
        if not side or await seats.find(tx, row.id, side) is None:
            raise NotYoursError(f"**{row.name}** has no such side.")
        known = await attendance(tx, row.id, side)
        now = balance(row, known, None).left
        if not idempotency_key or await idempotency_keys.first(tx, idempotency_key, services.seconds()):
            if not hours or not 0 <= now + hours <= MOST_BANK_HOURS:
                raise GameError(
                    f"The bank of {side_name(row, side)} holds {count(now, 'hour')}; with what you give it must hold 0 to "
                    f"{MOST_BANK_HOURS}, and another number than before."
                )
            known = await save(tx, known, known.kept, granted=known.row.granted + hours)
            await note(tx, services, row.id, gm.actor, "bank.granted", side=side, hours=hours)
        return balance(row, known, None).left
