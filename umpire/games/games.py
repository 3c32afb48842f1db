"""Games: made, found, set, paused and finished."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Final, TypeAlias

from render.words.game_letters import (
    format_channel_moved,
    format_farewell,
    format_over,
    format_paused,
    format_resumed,
    format_rhythm,
)
from rules.typed_text import folded
from rules.values import Flag, GameError, NotYoursError, Value, WrongPhaseError, changed, quoted
from storage import audit, battles, deadlines, turns
from storage import games as rows
from storage import seats as seat_rows
from storage.codec import from_document, to_document
from storage.db import Transaction
from storage.games import GameRow, Status
from storage.turns import TurnRow, TurnState
from umpire.games.moved_deadlines import moved_deadline_letters
from umpire.games.options import GameSettings, Options, Schedule, check_options, check_schedule, describe_due, next_due
from umpire.games.seat import Manager, Overseer, Seat, note, require_gm
from umpire.outbox.outbox import Letter, Target, enqueue
from umpire.services.services import Services

Beside: TypeAlias = Callable[[Transaction, Services, GameRow, int], Awaitable[None]]
"""What else is done as a game goes on that was paused since a moment (UTC seconds), in the same transaction."""
LEAST_LEFT: Final = 3600
PART_OF: Final = "part_of"
"""In its scenario a game that is a part of another one says of which (`game`), and whose secrets there each of its own sides
tells (`sides`)."""
OPEN_SCENARIO: Final = "open"
"""In the place of its scenario a game that is still open has only its seats, under this mark."""


class Game(Value):
    """A game as commands see it. `revision` tells one playing of a turn from another, so it is what buttons carry;
    `deadline` is in UTC seconds. In "setup" `turn` is 0; `is_open` while its players still make what it
    begins with."""

    id: str
    guild_id: int
    channel_id: int
    name: str
    status: Status
    turn: int
    turn_state: TurnState
    revision: int
    commitment: str
    deadline: int | None
    schedule: Schedule
    options: Options
    gm_role_id: int | None
    sides: tuple[Flag, ...]
    system: str
    is_open: bool = False


async def get_game(services: Services, game_id: str) -> Game:
    """One game; NotYoursError if there is none."""
    async with services.storage.reading() as tx:
        return await _load(tx, game_id)


async def games_of(services: Services, guild_id: int, system: str) -> tuple[Game, ...]:
    """All games of a server played by one system, oldest first."""
    async with services.storage.reading() as tx:
        found = await rows.of_guild(tx, guild_id)
        return tuple([await _dress(tx, row) for row in found if row.system == system])


async def unfinished_of(services: Services, guild_id: int, system: str) -> tuple[str, ...]:
    """The ids of a server's games of one system that are not over, oldest first."""
    async with services.storage.reading() as tx:
        return await rows.unfinished_of(tx, guild_id, system)


async def game_in(services: Services, guild_id: int, channel_id: int) -> Game:
    """The game of a channel or of a seat's private thread; a running one before finished ones. NotYoursError if none."""
    async with services.storage.reading() as tx:
        found = await rows.of_channel(tx, guild_id, channel_id)
        standing = [row for row in found if row.status != "finished"]
        if standing or found:
            return await _dress(tx, (standing or found)[0])
        seat = await seat_rows.with_thread(tx, channel_id)
        if seat is not None:
            return await _load(tx, seat.game)
    raise NotYoursError("No game is played in this channel.")


async def set_schedule(services: Services, seat: Seat, schedule: Schedule) -> Game:
    """Set when turns are due; the open turn's deadline moves to the new schedule's next moment, with an hour left at least.

    Everybody is told, in their own place too, and pinged where the deadline comes earlier than it was.
    """
    check_schedule(schedule)
    async with changing(services, seat) as (tx, row):
        before = await deadlines.current(tx, row.id, row.revision)
        settings = changed(settings_of(row), schedule=schedule)
        await rows.bump(tx, row.id, row.version, settings=to_document(settings))
        await deadlines.close(tx, row.id, row.revision, "cancelled")
        await deadlines.thaw(tx, row.id, row.revision)
        turn = await turns.find(tx, row.id, row.revision)
        due = None
        if row.status == "running" and turn is not None and turn.state == "open" and turn.turn > 0:
            due = due_by(services, schedule)
            if due is not None:
                await _insert_deadline(tx, services, settings, turn, due)
        await note(tx, services, row.id, seat.actor, "game.schedule", schedule=to_document(schedule))
        was, rhythm = None if before is None else before.due_at, format_rhythm(describe_due(settings.options, schedule))
        if turn is None or was == due:
            await enqueue(tx, services, _notice(row, rhythm))
        else:
            held = await seat_rows.of_game(tx, row.id)
            await enqueue(tx, services, *moved_deadline_letters(row, held, turn.turn, was, due, rhythm))
        return await _load(tx, row.id)


def due_by(services: Services, schedule: Schedule) -> int | None:
    """When an open turn would be due by a schedule that begins now: its next moment that leaves an hour; None without one."""
    due = next_due(schedule, services.now())
    return None if due is None else max(int(due.timestamp()), services.seconds() + LEAST_LEFT)


async def set_options(services: Services, seat: Seat, options: Options) -> Game:
    """Set the game's options."""
    check_options(options)
    async with changing(services, seat) as (tx, row):
        if options.wall != settings_of(row).options.wall:
            raise GameError(
                "Whether the game master may play is settled when a game is made, and stays so until it is over."
            )
        settings = changed(settings_of(row), options=options)
        await rows.bump(tx, row.id, row.version, settings=to_document(settings))
        await note(tx, services, row.id, seat.actor, "game.options", options=to_document(options))
        return await _load(tx, row.id)


async def move_channel(services: Services, seat: Overseer, channel_id: int) -> Game:
    """Play on in another channel (the old one may be gone). GameError if another game is on there.

    Of a manager's move the channel and the game master are told."""
    async with changing(services, seat) as (tx, row):
        if channel_id != row.channel_id:
            await check_channel(tx, row.guild_id, channel_id)
            await rows.bump(tx, row.id, row.version, channel_id=channel_id)
            by = {"manager": True} if isinstance(seat, Manager) else {}
            await note(tx, services, row.id, seat.actor, "game.channel", was=row.channel_id, now=channel_id, **by)
            if isinstance(seat, Manager):
                text = format_channel_moved(row.name, channel_id, seat.user_id)
                moved_row = await require_game(tx, row.id)
                await enqueue(tx, services, _notice(moved_row, text), to_masters(row, text))
        return await _load(tx, row.id)


async def move_thread(services: Services, seat: Seat, thread_id: int) -> Game:
    """Play on in another thread, where the game's own is gone; for any of its players."""
    async with services.storage.transaction() as tx:
        row = await require_unfinished(tx, seat.game_id)
        await check_channel(tx, row.guild_id, thread_id)
        await rows.bump(tx, row.id, row.version, channel_id=thread_id)
        await note(tx, services, row.id, seat.actor, "game.channel", was=row.channel_id, now=thread_id)
        return await _load(tx, row.id)


async def pause(services: Services, seat: Seat, reason: str = "") -> Game:
    """Stop the clock. Orders can still be given; nothing is resolved until the game is resumed."""
    async with changing(services, seat) as (tx, row):
        if row.status != "running":
            how = "has not begun yet" if row.status == "setup" else "is paused already"
            raise WrongPhaseError(f"**{row.name}** {how}.")
        await rows.bump(tx, row.id, row.version, status="paused")
        await deadlines.freeze(tx, row.id, row.revision, services.seconds())
        await battles.freeze(tx, row.id, services.seconds())
        await note(tx, services, row.id, seat.actor, "game.paused", reason=reason)
        text = format_paused(row.name, reason, None if seat.program else seat.user_id)
        await enqueue(tx, services, _notice(row, text))
        return await _load(tx, row.id)


async def resume(services: Services, seat: Seat, beside: Beside | None = None) -> Game:
    """Start the clock again: the open turn gets the time that was left, as does what `beside` sees to."""
    async with changing(services, seat) as (tx, row):
        if row.status != "paused":
            raise WrongPhaseError(f"**{row.name}** is not paused.")
        await rows.bump(tx, row.id, row.version, status="running")
        turn = await turns.find(tx, row.id, row.revision)
        opened = turn if turn is not None and turn.state == "open" else None
        due = await _reopen_deadline(tx, services, settings_of(row), opened) if opened is not None else None
        await battles.thaw(tx, row.id, services.seconds())
        if beside is not None and (paused := await audit.of_actions(tx, row.id, "game.paused")):
            await beside(tx, services, row, paused[-1].at)
        await note(tx, services, row.id, seat.actor, "game.resumed")
        await enqueue(tx, services, _notice(row, format_resumed(row.name, due)))
        return await _load(tx, row.id)


async def finish(services: Services, seat: Overseer, reason: str = "") -> Game:
    """End a game: no more orders or turns; everything can still be read, and all seeds are told. The channel is told; of a
    manager's word the game master too."""
    async with changing(services, seat) as (tx, row):
        manager = seat.user_id if isinstance(seat, Manager) else None
        await end(tx, services, row, seat.actor, reason, by_manager=manager is not None)
        await enqueue(tx, services, _notice(row, format_farewell(row.name, reason, manager)))
        if manager is not None:
            await enqueue(tx, services, to_masters(row, format_over(row.name, reason, manager)))
        return await _load(tx, row.id)


@asynccontextmanager
async def changing(services: Services, gm: Overseer) -> AsyncIterator[tuple[Transaction, GameRow]]:
    """A transaction in which the game master, or a manager where one may act, changes a game that is not over, and its row.
    NotYoursError, WrongPhaseError."""
    require_gm(gm)
    async with services.storage.transaction() as tx:
        yield tx, await require_unfinished(tx, gm.game_id)


async def end(
    tx: Transaction, services: Services, row: GameRow, actor: str, reason: str, *, by_manager: bool = False
) -> None:
    """A game is over: no more deadlines, orders or turns."""
    await rows.bump(tx, row.id, row.version, status="finished")
    await deadlines.close(tx, row.id, row.revision, "cancelled")
    by = {"manager": True} if by_manager else {}
    await note(tx, services, row.id, actor, "game.finished", reason=reason, **by)


async def require_game(tx: Transaction, game_id: str) -> GameRow:
    """The row of a game; NotYoursError if there is none."""
    row = await rows.find(tx, game_id)
    if row is None:
        raise NotYoursError(f"There is no game {quoted(game_id)}.")
    return row


async def require_unfinished(tx: Transaction, game_id: str) -> GameRow:
    """The row of a game that is not over; WrongPhaseError if it is."""
    row = await require_game(tx, game_id)
    if row.status == "finished":
        raise WrongPhaseError(f"**{row.name}** is over.")
    return row


async def present(tx: Transaction, row: GameRow) -> TurnRow:
    """The turn a game is at; WrongPhaseError before the first one opens."""
    found = await turns.find(tx, row.id, row.revision)
    if found is None or found.turn == 0:
        raise WrongPhaseError(f"**{row.name}** has not begun; its first turn is not open yet.")
    return found


def settings_of(row: GameRow) -> GameSettings:
    """A game's schedule and options."""
    return from_document(GameSettings, row.settings)


def sides_of(row: GameRow) -> tuple[Flag, ...]:
    """A game's sides as everybody may know them, in the scenario's order."""
    return tuple(Flag(side["id"], side["name"], side["colour"]) for side in row.scenario["sides"])


def side_named(sides: Iterable[Flag], text: str) -> str:
    """The id of the side that a text names, by its id or by the name it is shown under; the text itself if it names none."""
    known = list(sides)
    wanted = folded(text)
    by_id = (flag.id for flag in known if flag.id.casefold() == wanted)
    return next(by_id, next((flag.id for flag in known if folded(flag.name) == wanted), text))


def is_open(row: GameRow) -> bool:
    """Whether a game is still being made by its players: it has seats, and no first state yet."""
    return OPEN_SCENARIO in row.scenario


def is_closed(row: GameRow) -> bool:
    """Whether a game is a part of another: its seats are given and not taken, and nobody learns the others' secrets when it is
    over."""
    kept = row.scenario.get(PART_OF, {})
    return bool(kept) and kept.get("tactical") == row.id  # a copy that was carried elsewhere is a game of its own


def is_led(row: GameRow) -> bool:
    """Whether a person rules on what no rule settles, and publishes results; else the book or a council does."""
    return settings_of(row).options.gm == "person"


def has_gm_screen(row: GameRow) -> bool:
    """Whether the game master's seat tells no secret, so that whoever holds it may play a side, too: until the game is over."""
    return settings_of(row).options.wall and row.status != "finished"


def tells_all(row: GameRow) -> bool:
    """Whether everybody may know everything of a game whose secrets end with it."""
    return row.status == "finished" and not is_closed(row)


async def open_deadline(
    tx: Transaction, services: Services, settings: GameSettings, turn: TurnRow, last_due: int | None
) -> int | None:
    """Insert the deadline of a revision by the schedule, with its reminders; gives the moment in UTC seconds."""
    last = None if last_due is None else datetime.fromtimestamp(last_due, UTC)
    due = next_due(settings.schedule, services.now(), last)
    if due is None:
        return None
    return await _insert_deadline(tx, services, settings, turn, int(due.timestamp()))


async def keep_extension(tx: Transaction, services: Services, turn: TurnRow, due: int | None) -> int | None:
    """A turn is open again, due at `due`: where its deadline had been put off in a playing that was undone, and is still to come,
    that holds, if it is later. Gives the moment in UTC seconds.

    What was put off counts as before, so no more can be had than without the undo.
    """
    moved = [old for old in await deadlines.put_off(tx, turn.game, turn.turn) if old.revision != turn.revision]
    new = await deadlines.current(tx, turn.game, turn.revision) if moved else None
    if due is None or new is None:
        return due
    last = max(moved, key=lambda old: old.due_at)
    if last.due_at <= due:
        return due
    await deadlines.move(tx, new.id, last.due_at, max(old.extended_seconds for old in moved), last.reason)
    await deadlines.move_reminders(tx, new.id, last.due_at, services.seconds())
    return last.due_at


async def _insert_deadline(
    tx: Transaction, services: Services, settings: GameSettings, turn: TurnRow, due: int, extended: int = 0
) -> int:
    made = await deadlines.add(tx, turn.game, turn.revision, turn.turn, due, extended)
    before = tuple(hours * 3600 for hours in settings.options.reminder_hours)
    await deadlines.add_reminders(tx, made, due, before, services.seconds())
    return due


async def _reopen_deadline(tx: Transaction, services: Services, settings: GameSettings, turn: TurnRow) -> int | None:
    """The time that was left when the game was paused, counted from now (an hour at least); else by the schedule."""
    old = await deadlines.last(tx, turn.game, turn.revision)
    if old is None or old.state != "cancelled" or old.claimed_at is None:
        return await open_deadline(tx, services, settings, turn, None)
    due = services.seconds() + max(old.due_at - old.claimed_at, LEAST_LEFT)
    await _insert_deadline(tx, services, settings, turn, due, old.extended_seconds)
    return due


async def _load(tx: Transaction, game_id: str) -> Game:
    return await _dress(tx, await require_game(tx, game_id))


async def _dress(tx: Transaction, row: GameRow) -> Game:
    turn = await turns.find(tx, row.id, row.revision)
    if turn is None:
        raise LookupError(f"game {row.id} has no revision {row.revision}")
    deadline = await deadlines.current(tx, row.id, row.revision)
    settings = settings_of(row)
    return Game(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        name=row.name,
        status=row.status,
        turn=turn.turn,
        turn_state=turn.state,
        revision=row.revision,
        commitment=turn.commitment,
        deadline=None if deadline is None else deadline.due_at,
        schedule=settings.schedule,
        options=settings.options,
        gm_role_id=row.gm_role_id,
        sides=sides_of(row),
        system=row.system,
        is_open=is_open(row),
    )


def _notice(row: GameRow, text: str) -> Letter:
    return Letter("notice", row.id, 0, "", Target("channel", row.channel_id), text)


def to_masters(row: GameRow, text: str) -> Letter:
    """A letter to a game's game masters."""
    return Letter("gm", row.id, 0, "", Target("gm"), text)


async def check_free(services: Services, guild_id: int, channel_id: int) -> None:
    """GameError if an unfinished game is on in this channel."""
    async with services.storage.reading() as tx:
        await check_channel(tx, guild_id, channel_id)


async def check_channel(tx: Transaction, guild_id: int, channel_id: int) -> None:
    """GameError if an unfinished game is on in this channel."""
    for row in await rows.of_channel(tx, guild_id, channel_id):
        if row.status != "finished":
            raise GameError(f"**{row.name}** is being played in this channel; finish it, or use another channel.")
