"""The bank of extensions: each side has so many hours in a game with which its player puts deadlines off, without asking
anybody. A press takes hours once and moves the deadline by as many, in one transaction with the letters that tell of it.

Time in which nobody could do anything about a game: the bot was down, was not on the server, or the game was paused. What has a
time by then gets it back, by these functions alone. After an absence from the server and after a pause as much time is left as
when it began. After a downtime of the bot itself, what was near gets the part of it that lay before its time, up to the
campaign's cap.
"""

from typing import Final

from render.words.game_letters import format_drawn, format_grace
from render.words.safe_text import count
from rules.values import GameError, NotYoursError, Value, WrongPhaseError, changed
from storage import audit, deadlines, idempotency_keys, seats
from storage.db import Transaction
from storage.deadlines import DeadlineRow
from storage.games import GameRow
from umpire.games.attendance import Attendance, attendance, save
from umpire.games.deputies import check_holder_alone
from umpire.games.games import changing, is_led, require_unfinished, settings_of, side_named, sides_of
from umpire.games.moved_deadlines import moved_deadline_letters
from umpire.games.notices import public, side_name
from umpire.games.options import MOST_BANK_HOURS
from umpire.games.seat import Seat, note
from umpire.games.seats import require_own
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services

NEAR_SECONDS: Final = 24 * 3600
"""What is due so soon after the end of a downtime is near it: players lost time they counted on."""
PAUSED: Final = "game.paused"
RESUMED: Final = "game.resumed"
ON_SERVER_AGAIN: Final = "server.back"
UP_AGAIN: Final = "bot.back"
_LOST: Final = (PAUSED, RESUMED, ON_SERVER_AGAIN, UP_AGAIN)


class LostTime(Value):
    """From one moment to another (UTC seconds). `most` seconds of a downtime are given back; None: it was none, and all is."""

    since: int
    until: int
    most: int | None = None

    def later(self, due: int) -> int:
        """When something is due that was due then; the same where it lost nothing."""
        if self.most is None:
            return due + self.until - self.since if due > self.since else due
        given = min(min(due, self.until) - self.since, self.most)
        if due > self.until + NEAR_SECONDS or given <= 0:
            return due
        return max(due, self.until) + given


def downtime_of(row: GameRow, since: int, until: int) -> LostTime:
    """A downtime of the bot, as far as a game gives it back."""
    return LostTime(since, until, settings_of(row).options.credit_hours * 3600)


async def note_downtime(tx: Transaction, services: Services, row: GameRow, lost: LostTime) -> None:
    """Write down for a game that the bot was down."""
    await note(tx, services, row.id, "clock", UP_AGAIN, since=lost.since, until=lost.until, most=lost.most)


async def due_after(tx: Transaction, game: str, asked: int, seconds: int) -> int:
    """When what was asked then will have waited so long, in UTC seconds: anew after a pause, and later for lost time."""
    acts = await audit.of_actions(tx, game, RESUMED, ON_SERVER_AGAIN, UP_AGAIN)
    begun = max([asked, *(act.at for act in acts if act.action == RESUMED)])
    due = begun + seconds
    for act in acts:
        if act.action != RESUMED and act.at > begun:
            due = LostTime(max(act.detail["since"], begun), act.at, act.detail.get("most")).later(due)
    return due


async def seconds_lost(tx: Transaction, game: str, since: int) -> int:
    """How much time since a moment was lost, whatever of it is given back."""
    paused: int | None = None
    spans: list[tuple[int, int]] = []
    for act in await audit.of_actions(tx, game, *_LOST):
        if act.action == PAUSED:
            paused = act.at
        elif act.action != RESUMED:
            spans.append((act.detail["since"], act.at))
        elif paused is not None:
            spans.append((paused, act.at))
    lost, seen = 0, since
    for begin, end in sorted(spans):
        lost += max(end - max(begin, seen), 0)
        seen = max(seen, end)
    return lost


async def give_deadline_back(
    tx: Transaction, services: Services, row: GameRow, deadline: deadlines.DeadlineRow, lost: LostTime, why: str
) -> bool:
    """Put an open deadline off for lost time, and one whose grace runs by as much of that; whether there was any to give."""
    grace = settings_of(row).options.grace_minutes * 60
    due = lost.later(deadline.due_at)
    if deadline.due_at <= lost.since:
        due = lost.later(deadline.due_at + grace) - grace
    reason = "away" if lost.most is None else "downtime"
    if due == deadline.due_at or not await deadlines.move(tx, deadline.id, due, deadline.extended_seconds, reason):
        return False
    await deadlines.move_reminders(tx, deadline.id, due, lost.until, missed=lost.most is not None)
    await note(
        tx,
        services,
        row.id,
        "clock",
        "deadline.credited",
        turn=deadline.turn,
        since=lost.since,
        until=lost.until,
        seconds=due - max(deadline.due_at, lost.until) if lost.most is not None else due - deadline.due_at,
        due=due,
    )
    if due <= lost.until:
        text = f"{format_grace(row.name, deadline.turn, due + grace)} {why}"
        await enqueue(tx, services, public(row, deadline.turn, text))
    else:
        held = await seats.of_game(tx, row.id)
        await enqueue(tx, services, *moved_deadline_letters(row, held, deadline.turn, deadline.due_at, due, why))
    return True


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
