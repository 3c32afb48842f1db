"""Letters that every game sends: to the public channel and to players, the promise and revealing of dice, open seats offered."""

from collections.abc import Iterable, Mapping

from render.words.letters import MOST_TEXT, format_promise, format_promised, format_reveal, format_revealed
from render.words.seat_letters import format_open_seat
from rules.values import GameError
from storage import deadlines, games, seats
from storage.db import Transaction
from storage.games import GameRow
from storage.seats import SeatRow
from storage.turns import TurnRow
from umpire.games.games import changing, settings_of, side_named, sides_of
from umpire.games.options import describe_due
from umpire.games.seat import Seat
from umpire.outbox.outbox import Letter, LetterButton, Target, enqueue, target_of
from umpire.services.services import Services


def public(row: GameRow, turn: int, text: str) -> Letter:
    """A post in the game's channel; it may hold nothing that is not everybody's."""
    return Letter("public", row.id, turn, "", Target("channel", row.channel_id), text[:MOST_TEXT])


def to_player(row: GameRow, seat: SeatRow, text: str, turn: int = 0) -> list[Letter]:
    """A letter to whoever holds a seat, who is named; none while it has no place for letters."""
    target = target_of(seat)
    mentions = () if seat.user_id is None else (seat.user_id,)
    if target is None:
        return []
    return [Letter("notice", row.id, turn, seat.side, target, text, mentions=mentions, ping="message")]


def to_masters(row: GameRow, turn: int, text: str) -> Letter:
    """A letter that asks something of the game masters, who are named."""
    return Letter("gm", row.id, turn, "", Target("gm"), text, ping="message")


def players(seats: Iterable[SeatRow]) -> list[SeatRow]:
    """The sides' seats."""
    return [seat for seat in seats if seat.side]


def quiet(turn: TurnRow, command: str) -> str:
    """The one small line of a public post on dice; `command` shows all that is promised and revealed, in full."""
    return format_promised(turn.commitment, command)


def quiet_end(done: TurnRow, command: str) -> str:
    """The same when no turn follows."""
    return format_revealed(done.commitment, command)


def reveal(done: TurnRow, words: Mapping[str, str]) -> str:
    """A turn's seed and words in full, as they are shown when it is over."""
    return format_reveal(done.turn, done.seed, done.commitment, words)


def promise(turn: TurnRow) -> str:
    """The commitment to a turn's dice in full."""
    return format_promise(turn.turn, turn.commitment)


def side_name(row: GameRow, side: str) -> str:
    """A side's name."""
    return next((flag.name for flag in sides_of(row) if flag.id == side), side)


async def offer(tx: Transaction, services: Services, row: GameRow, side: str) -> None:
    """Post that a seat is open. It says nothing of the side but its name."""
    now = await games.find(tx, row.id) or row
    due = await deadlines.current(tx, now.id, now.revision)
    name = side_name(row, side)
    rhythm = describe_due(settings_of(row).options, settings_of(row).schedule)
    text = format_open_seat(row.name, name, rhythm, None if due is None else due.due_at)
    button = LetterButton(f"Lead {name}"[:80], "seat-take", now.revision, side, "success")
    letter = Letter("notice", row.id, 0, "", Target("channel", row.channel_id), text, panel=True, buttons=(button,))
    await enqueue(tx, services, letter)


async def offer_by_hand(services: Services, gm: Seat, side: str) -> None:
    """The game master offers an open seat once more. GameError if it has a player."""
    async with changing(services, gm) as (tx, row):
        side = side_named(sides_of(row), side)
        held = await seats.find(tx, row.id, side) if side else None
        if held is None or held.user_id is not None:
            raise GameError(f"The seat of {side_name(row, side)} has a player; /gm seat hold opens it first.")
        await offer(tx, services, row, side)
