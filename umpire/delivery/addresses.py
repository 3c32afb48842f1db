"""Where a letter goes now: to whoever holds its seat, and to the game master where nobody can be written to."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from storage import games, outbox, seats
from storage.db import Transaction
from storage.outbox import OutboxRow, Waiting
from umpire.games.games import is_walled
from umpire.outbox.outbox import Letter, Target, letter_of, target_of
from umpire.outbox.pings import still_named

REFUSED: Final = "letter: "
"""Begins the error of a failed row that does not hold back those behind it."""


async def heads(tx: Transaction, is_due: Callable[[Waiting], bool], masters: dict[str, Target | None]) -> list[Waiting]:
    """For each target the oldest unsent letter, if it may be sent now. Fills in where each game's master is written to."""
    blocked: set[tuple[str, str, int]] = set()
    found: list[Waiting] = []
    for waiting in await outbox.waiting(tx):
        if waiting.state == "failed" and waiting.error.startswith(REFUSED):
            continue
        target = Target(waiting.target["kind"], waiting.target["id"])
        if target.kind == "gm":
            if waiting.game not in masters:
                masters[waiting.game] = await master(tx, waiting.game)
            target = masters[waiting.game] or target
        key = (waiting.game, target.kind, target.id)
        if key not in blocked and waiting.state == "pending" and is_due(waiting):
            found.append(waiting)
        blocked.add(key)
    return found


async def as_held(tx: Transaction, row: OutboxRow) -> Letter:
    """A row's letter as it may go now; its target is "gm" only where there is no game master to write to.

    What is a side's or the game master's own never goes to one who gave the seat up, and pings nobody but its holder: a
    ping in a private thread would bring a former holder back into it. A side's letter without a place is the master's.

    Where the game master may play, the target is "gm" for what only a seeing one may read (`is_shut`), too.
    """
    letter = letter_of(row)
    walled = await is_shut(tx, row.game)
    if letter.side:
        seat = await seats.find(tx, letter.game, letter.side)
        held = [] if seat is None else [seat]
    else:
        ours = row.letter["target"]["kind"] == "gm"
        if ours and walled:
            place = await _playing_master(tx, row.game) if letter.blind else None
            return replace(letter, target=place or Target("gm"))
        held = [seat for seat in await seats.of_game(tx, letter.game) if ours and not seat.side]
    if letter.ping:
        letter = replace(letter, mentions=await still_named(tx, letter.game, letter.mentions))
    if not held and letter.target.kind != "gm":
        return letter
    users = {seat.user_id for seat in held}
    own = {Target("thread", seat.thread_id or 0) for seat in held} | {Target("dm", user or 0) for user in users}
    target: Target | None = letter.target
    if target not in own:
        target = next((found for seat in held if letter.side and (found := target_of(seat))), None)
        target = target or (None if walled else await master(tx, letter.game)) or Target("gm")
    mentions, highlights = (tuple(u for u in named if u in users) for named in (letter.mentions, letter.highlights))
    return replace(letter, target=target, mentions=mentions, highlights=highlights)


async def is_shut(tx: Transaction, game: str) -> bool:
    """Whether the game master of a game may play: nothing secret is sent to them, and what has no other reader is done with."""
    row = await games.find(tx, game)
    return row is not None and is_walled(row)


async def _playing_master(tx: Transaction, game: str) -> Target | None:
    """Where a game master behind the wall is written to: their own side's thread, or by direct message."""
    held = await seats.of_game(tx, game)
    masters = [seat.user_id for seat in held if not seat.side and seat.user_id is not None]
    for user in masters:
        own = next((found for s in held if s.side and s.user_id == user and (found := target_of(s))), None)
        return own or Target("dm", user)
    return None


async def earlier_message(tx: Transaction, row: OutboxRow, target: Target) -> int | None:
    """The message there, last sent under the row's key, which it edits or in whose place it stands."""
    earlier = await outbox.message_with(tx, row.game, row.edit_key) if row.edit_key else None
    return None if earlier is None or letter_of(earlier).target != target else earlier.message_id


async def is_shown(tx: Transaction, row: OutboxRow, letter: Letter, earlier: int | None) -> bool:
    """Whether the message that a desk would edit shows just that already: its reader need not see that something else has
    changed. What a letter shows is noted."""
    if not letter.shown:
        return False
    last = await outbox.message_with(tx, row.game, row.edit_key)
    if earlier is not None and last is not None and letter_of(last).shown == letter.shown:
        return True
    await outbox.rewrite(tx, row.id, {**row.letter, "shown": letter.shown})
    return False


async def comes_too_late(tx: Transaction, row: OutboxRow, letter: Letter, now: int) -> bool:
    """Whether its moment has passed, or a letter that waits behind it would take it back at once."""
    if letter.until and now >= letter.until:
        return True
    return bool(row.edit_key) and any(later.letter.get("instead") for later in await outbox.behind(tx, row))


async def master(tx: Transaction, game: str) -> Target | None:
    seat = await seats.find(tx, game, "")
    masters = [seat] if seat is not None else [s for s in await seats.of_game(tx, game) if s.side == ""]
    return next((found for s in masters if (found := target_of(s)) is not None), None)
