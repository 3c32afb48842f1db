"""Reading a bout: its rows, and where its turn stands with everything sent so far."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from rules.errors import NotYoursError, WrongPhaseError
from storage import bout_orders, deadlines, seats, snapshots, turns
from storage.bout_codec import encode_sent
from storage.bout_orders import SentRow
from storage.db import Transaction
from storage.errors import StaleStateError
from storage.games import GameRow
from storage.seats import SeatRow
from storage.turns import TurnRow
from umpire.bout_kinds.kind import Progress
from umpire.bout_kinds.known import KINDS, progress
from umpire.games.games import require_game
from umpire.games.seat import Seat
from umpire.games.seats import check_holder
from umpire.games.turn_rows import present
from umpire.services.cache import Slot
from umpire.services.services import Services

STOPPED: Final = "bout.stopped"
PLAYED: Final[Slot[tuple[str, int, str], Progress]] = Slot()
"""By game, opening and a hash of what was sent."""
NOBODY_WAITS: Final = "Nobody waits for you now; your orders are in, and you will be asked when it is your turn."


@dataclass(frozen=True, slots=True)
class Case:
    """A bout's open turn as it was read: `packed` is the state at the turn's start, `due` its deadline."""

    game: GameRow
    turn: TurnRow
    packed: bytes
    rows: tuple[SentRow, ...]
    held: tuple[SeatRow, ...]
    due: int | None

    @property
    def sent(self) -> tuple[SentRow, ...]:
        """The orders that stand."""
        return tuple(row for row in self.rows if row.withdrawn_at is None)

    def pending(self, side: str) -> tuple[SentRow, ...]:
        """A side's orders since it was last done: they do not count yet."""
        own = [row for row in self.sent if row.side == side]
        closed = _closed(own).get(side, 0)
        return tuple(row for row in own if row.number > closed)

    def next_number(self, side: str) -> int:
        """The number of a side's next order of this turn; withdrawn numbers are not used again."""
        return max((row.number for row in self.rows if row.side == side), default=0) + 1


async def read_case(tx: Transaction, game_id: str) -> Case:
    """A bout as it stands. WrongPhaseError: it has not begun, or it is no bout."""
    row = require_bout(await require_game(tx, game_id))
    turn = await present(tx, row)
    if turn.turn == 0:
        raise WrongPhaseError(f"**{row.name}** has not begun yet.")
    key = await snapshots.require(tx, row.id, turn.opening)
    due = await deadlines.current(tx, row.id, turn.opening)
    return Case(
        row,
        turn,
        await snapshots.load_packed(tx, key),
        await bout_orders.of_turn(tx, row.id, turn.turn),
        await seats.of_game(tx, row.id),
        None if due is None else due.due_at,
    )


def require_bout(row: GameRow) -> GameRow:
    """The row of a game that is played in bouts; WrongPhaseError for any other."""
    if row.system not in KINDS:
        raise WrongPhaseError(f"**{row.name}** is not a battle.")
    return row


def require_open(case: Case) -> None:
    """WrongPhaseError if nothing can be sent now."""
    if case.game.status == "finished" or case.turn.state != "open":
        raise WrongPhaseError(f"**{case.game.name}** is over; /battle replay shows how it went.")
    if case.game.status == "paused":
        raise WrongPhaseError(f"**{case.game.name}** is paused.")


def require_player(case: Case, seat: Seat) -> None:
    """NotYoursError unless the user holds the seat's side."""
    found = next((row for row in case.held if row.side == seat.side), None) if seat.side else None
    if found is None:
        raise NotYoursError("You play no side of this battle; /battle join takes one that is free.")
    check_holder(case.game, found, seat)


async def play(
    services: Services, case: Case, sent: Sequence[SentRow] | None = None, *, urgent: bool = True
) -> Progress:
    """Where the turn stands with these orders (those that stand, if none are given); remembered while it is asked for.

    What a side sent since it was last done changes nothing yet, so the turn is not played again for it.
    """
    given = case.sent if sent is None else sent
    closed = _closed(given)
    data = encode_sent(row.sent for row in given if row.number <= closed.get(row.side, 0))
    key = (case.game.id, case.turn.opening, hashlib.sha256(data + case.turn.seed).hexdigest())
    kept, turn = services.cache.of(PLAYED), case.turn
    found = kept.get(key)
    if found is None:
        task = (case.game.system, case.packed, data, turn.seed, turn.dice_name, turn.turn)
        found = kept.put(key, await services.workers.run(progress, *task, urgent=urgent))
    return found


def _closed(rows: Iterable[SentRow]) -> dict[str, int]:
    """The number of the order with which each side was last done."""
    found: dict[str, int] = {}
    for row in rows:
        if row.closes:
            found[row.side] = max(row.number, found.get(row.side, 0))
    return found


async def touch(tx: Transaction, case: Case) -> None:
    """StaleStateError if the turn is over or anybody's orders changed since the case was read."""
    fresh = await turns.find(tx, case.game.id, case.turn.opening)
    if fresh is None or fresh.revision != case.turn.revision:
        raise StaleStateError(f"an order of {case.game.id} was changed meanwhile")
    if not await turns.touch(tx, case.game.id, case.turn.opening):
        raise StaleStateError(f"turn {case.turn.turn} of {case.game.id} is over")
