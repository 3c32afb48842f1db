"""Opening a turn, inside the caller's transaction: seed drawn and committed to, state kept, sheets and deadline made."""

from typing import Final

from rules.dice import SEED_BYTES
from rules.errors import WrongPhaseError
from rules.rulesets import RULESETS
from rules.values import changed
from storage import audit, games, sheets, snapshots, turns
from storage.db import Transaction
from storage.games import GameRow
from storage.sheets import SheetState
from storage.snapshots import SnapshotKey
from storage.turns import TurnRow
from umpire.games.audit import note
from umpire.games.games import open_deadline, settings_of, sides_of
from umpire.services.services import Services

UNRESOLVED: Final = "resolve"
"""The kind of problem that a turn which could not be resolved is; the next turn that opens, by whatever way, ends it."""


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
    dice: tuple[bytes, str] | None = None,
) -> tuple[TurnRow, int | None]:
    """Insert an opening with its start, sheets and deadline; gives its row and when it is due (UTC seconds). `dice` are a seed
    and the name in its dice of a game, where they are known; else a seed is drawn.

    The game's row must say `opening` already (`games.bump`).
    """
    now = services.seconds()
    seed, dice_name = dice or (services.entropy(SEED_BYTES), row.id)
    opened = changed(
        turns.begun(row.id, opening, turn, seed, now, redoes, ruleset=RULESETS[row.system]), dice_name=dice_name
    )
    await turns.add(tx, opened)
    await audit.close_problems(tx, row.id, UNRESOLVED, services.seconds())
    await snapshots.add_packed(tx, SnapshotKey(row.id, opening, "start", 0), packed)
    await sheets.add(tx, row.id, opening, tuple(flag.id for flag in sides_of(row)))
    due = None
    if row.status == "running":
        due = await open_deadline(tx, services, settings_of(row), opened, last_due)
    return opened, due


async def open_first_turn(
    tx: Transaction, services: Services, row: GameRow, turn: int, packed: bytes, actor: str
) -> tuple[GameRow, TurnRow, int | None]:
    """Begin a game with its first turn; gives its row, the turn's, and when that is due. WrongPhaseError if it has begun."""
    if row.status != "setup":
        raise WrongPhaseError(f"**{row.name}** has begun already.")
    await games.bump(tx, row.id, row.version, status="running", opening=1)
    running = changed(row, status="running", opening=1)
    opened, due = await open_turn(tx, services, running, 1, turn, packed)
    await note(tx, services, row.id, actor, "game.opened", turn=turn)
    return running, opened, due


async def set_sheets(tx: Transaction, row: GameRow, opening: int, states: dict[str, SheetState]) -> None:
    """Say how complete the sheets of a turn that was opened again are."""
    for sheet in await sheets.of_opening(tx, row.id, opening):
        if states.get(sheet.side, "none") != sheet.state:
            await sheets.save(tx, sheet, states[sheet.side], sheet.word)
