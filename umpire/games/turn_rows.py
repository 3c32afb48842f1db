"""Which turn a game is at, and which turn is asked for."""

from rules.errors import WrongPhaseError
from storage import turns
from storage.db import Transaction
from storage.games import GameRow
from storage.turns import TurnRow
from umpire.games.games import is_open


async def present(tx: Transaction, row: GameRow) -> TurnRow:
    """The turn a game is at; WrongPhaseError before the first one opens."""
    found = await turns.find(tx, row.id, row.opening)
    if is_open(row):
        raise WrongPhaseError(
            f"**{row.name}** has not begun: races come before the map. /race design is the form of yours, /campaign rules "
            "the game master's plan.",
            rule="CW-19.0-08",
        )
    if found is None or found.turn == 0:
        raise WrongPhaseError(f"**{row.name}** has not begun; the game master opens the first turn.")
    return found


async def past(tx: Transaction, row: GameRow, now: TurnRow, turn: int) -> TurnRow:
    """An earlier turn as it stands; WrongPhaseError for one that was never played."""
    found = await turns.standing(tx, row.id, turn) if turn > 0 else None
    if found is None:
        raise WrongPhaseError(f"There is no turn {turn} in **{row.name}**; it is at turn {now.turn}.")
    return found
