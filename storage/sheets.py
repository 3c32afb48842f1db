"""Rows of order sheets, one per revision and side: how complete, the side's word for the dice, its live message."""

from typing import Literal, TypeAlias

from sqlalchemy import bindparam, insert, select, update

from rules.values import Value
from storage.db import Transaction
from storage.governors import waits_for_one
from storage.processes import wake
from storage.queries import PreparedQuery, change_one, every, one
from storage.schema import games, seats, sheets, turns
from storage.turns import BATTLES

SheetState: TypeAlias = Literal["none", "partial", "complete", "ready"]

_FIND = PreparedQuery(
    select(sheets).filter_by(game=bindparam("game"), revision=bindparam("revision"), side=bindparam("side"))
)
_OF_REVISION = PreparedQuery(
    select(sheets).filter_by(game=bindparam("game"), revision=bindparam("revision")).order_by(sheets.c.side)
)
_SAVE = (
    update(sheets)
    .filter_by(
        game=bindparam("of_game"),
        revision=bindparam("of_revision"),
        side=bindparam("of_side"),
        version=bindparam("was"),
    )
    .values(state=bindparam("state"), word=bindparam("word"), version=bindparam("now"))
)


class SheetRow(Value):
    """One sheet; `version` grows with every change of it."""

    game: str
    revision: int
    side: str
    state: SheetState = "none"
    version: int = 0
    word: str = ""
    live_message_id: int | None = None


async def add(tx: Transaction, game: str, revision: int, sides: tuple[str, ...]) -> None:
    """Open an empty sheet for each side."""
    rows = [
        {"game": game, "revision": revision, "side": side, "state": "none", "version": 0, "word": ""} for side in sides
    ]
    if rows:
        await tx.execute(insert(sheets), rows)


async def find(tx: Transaction, game: str, revision: int, side: str) -> SheetRow | None:
    """One side's sheet."""
    return await one(tx, SheetRow, _FIND, {"game": game, "revision": revision, "side": side})


async def of_revision(tx: Transaction, game: str, revision: int) -> tuple[SheetRow, ...]:
    """All sheets of one revision, by side."""
    return await every(tx, SheetRow, _OF_REVISION, {"game": game, "revision": revision})


async def save(tx: Transaction, before: SheetRow, state: SheetState, word: str) -> int:
    """Save a sheet's state and word; gives its new version. StaleStateError if somebody saved it first."""
    values = {
        "of_game": before.game,
        "of_revision": before.revision,
        "of_side": before.side,
        "was": before.version,
        "state": state,
        "word": word,
        "now": before.version + 1,
    }
    if state == "ready":
        await wake(tx, "clock")  # perhaps nobody else was waited for
    await change_one(tx, _SAVE, f"the sheet of {before.side} in {before.game} has moved on", values)
    return before.version + 1


async def all_ready(tx: Transaction) -> tuple[tuple[str, int], ...]:
    """Running games, each with its open turn, where all sides that have a player (one at least) are ready, and those that the bot
    leads have their orders."""
    played = select(seats.c.side).where(seats.c.game == games.c.id, seats.c.side != "", seats.c.user_id.is_not(None))
    mine = (sheets.c.game == games.c.id) & (sheets.c.revision == games.c.revision) & (sheets.c.side == seats.c.side)
    ready = (
        select(sheets.c.side).where(mine, sheets.c.state == "ready").correlate(games, seats)
    )  # of this game, not of any
    query = (
        select(games.c.id, turns.c.turn)
        .join(turns, (turns.c.game == games.c.id) & (turns.c.revision == games.c.revision))
        .where(games.c.status == "running", turns.c.state == "open", turns.c.stop != BATTLES, turns.c.turn > 0)
        .where(played.exists(), ~played.where(~ready.exists()).exists(), ~waits_for_one())
        .order_by(games.c.id)
    )
    return tuple((row.id, row.turn) for row in await tx.execute(query))
