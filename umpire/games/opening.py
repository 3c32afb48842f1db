"""Opening a turn, inside the caller's transaction: seed drawn and committed to, state kept, sheets and deadline made."""

from rules.dice import SEED_BYTES, commitment
from storage import sheets, snapshots, turns
from storage.db import Transaction
from storage.games import GameRow
from storage.sheets import SheetState
from storage.snapshots import SnapshotKey
from storage.turns import TurnRow
from umpire.games.games import open_deadline, settings_of, sides_of
from umpire.services.services import Services


async def open_turn(
    tx: Transaction,
    services: Services,
    row: GameRow,
    opening: int,
    turn: int,
    packed: bytes,
    *,
    last_due: int | None = None,
    redoes: int | None = None,
) -> tuple[TurnRow, int | None]:
    """Insert an opening with its start, sheets and deadline; gives its row and when it is due (UTC seconds).

    The game's row must say `opening` already (`games.bump`).
    """
    seed = services.entropy(SEED_BYTES)
    opened = TurnRow(
        game=row.id,
        opening=opening,
        turn=turn,
        dice_name=row.id,
        seed=seed,
        commitment=commitment(seed),
        redoes=redoes,
        state="open",
        revision=0,
        opened_at=services.seconds(),
        resolved_at=None,
        published_at=None,
        undone_at=None,
        words={},
        orders=None,
    )
    await turns.add(tx, opened)
    await snapshots.add_packed(tx, SnapshotKey(row.id, opening, "start", 0), packed)
    await sheets.add(tx, row.id, opening, tuple(flag.id for flag in sides_of(row)))
    due = None
    if row.status == "running":
        due = await open_deadline(tx, services, settings_of(row), opened, last_due)
    return opened, due


async def set_sheets(tx: Transaction, row: GameRow, opening: int, states: dict[str, SheetState]) -> None:
    """Say how complete the sheets of a turn that was opened again are."""
    for sheet in await sheets.of_opening(tx, row.id, opening):
        if states.get(sheet.side, "none") != sheet.state:
            await sheets.save(tx, sheet, states[sheet.side], sheet.word)
