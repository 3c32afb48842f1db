"""What Cluster War is called in the database, which turn a campaign is at, and which turn is asked for."""

from typing import Final

from rules.values import WrongPhaseError
from storage import snapshots, turns
from storage.db import Transaction
from storage.games import GameRow
from storage.snapshots import SnapshotKey
from storage.turns import TurnRow
from umpire.games import games

SYSTEM: Final = "cluster_war"


async def present(tx: Transaction, row: GameRow) -> TurnRow:
    """The turn a campaign is at; WrongPhaseError before the first one opens (CW-19.0-08: races come before the map)."""
    if games.is_open(row):
        raise WrongPhaseError(
            f"**{row.name}** has not begun: races come before the map. /race design is your form, /campaign rules "
            "the plan.",
            rule="CW-19.0-08",
        )
    return await games.present(tx, row)


async def standing_at(tx: Transaction, game: str) -> tuple[GameRow, TurnRow, SnapshotKey]:
    """A campaign that is not over, the turn it is at, and how that stands: its draft as last amended, or its start."""
    row = await games.require_unfinished(tx, game)
    turn = await present(tx, row)
    return row, turn, await snapshots.require(tx, row.id, turn.revision, "draft" if turn.state == "draft" else "start")


async def past(tx: Transaction, row: GameRow, now: TurnRow, turn: int) -> TurnRow:
    """An earlier turn as it stands; WrongPhaseError for one that was never played."""
    found = await turns.current_row(tx, row.id, turn) if turn > 0 else None
    if found is None:
        raise WrongPhaseError(f"There is no turn {turn} in **{row.name}**; it is at turn {now.turn}.")
    return found
