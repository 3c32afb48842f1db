"""Which turn a campaign is at, and which turn is asked for."""

from rules.errors import WrongPhaseError
from storage import turns
from storage.db import Transaction
from storage.games import GameRow
from storage.turns import TurnRow
from umpire.games import turn_rows
from umpire.games.games import is_open


async def present(tx: Transaction, row: GameRow) -> TurnRow:
    """The turn a campaign is at; WrongPhaseError before the first one opens (CW-19.0-08: races come before the map)."""
    if is_open(row):
        raise WrongPhaseError(
            f"**{row.name}** has not begun: races come before the map. /race design is the form of yours, /campaign rules "
            "the game master's plan.",
            rule="CW-19.0-08",
        )
    return await turn_rows.present(tx, row)


async def past(tx: Transaction, row: GameRow, now: TurnRow, turn: int) -> TurnRow:
    """An earlier turn as it stands; WrongPhaseError for one that was never played."""
    found = await turns.standing(tx, row.id, turn) if turn > 0 else None
    if found is None:
        raise WrongPhaseError(f"There is no turn {turn} in **{row.name}**; it is at turn {now.turn}.")
    return found
