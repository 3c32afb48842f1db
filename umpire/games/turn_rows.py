"""Which turn a game is at."""

from rules.errors import WrongPhaseError
from storage import turns
from storage.db import Transaction
from storage.games import GameRow
from storage.turns import TurnRow


async def present(tx: Transaction, row: GameRow) -> TurnRow:
    """The turn a game is at; WrongPhaseError before the first one opens."""
    found = await turns.find(tx, row.id, row.opening)
    if found is None or found.turn == 0:
        raise WrongPhaseError(f"**{row.name}** has not begun; the game master opens the first turn.")
    return found
