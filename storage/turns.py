"""Rows of turns, one per revision: seed, commitment, state, and the words and orders it was resolved with."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from sqlalchemy import and_, bindparam, case, insert, literal, select, update

from rules.dice import commitment
from rules.values import Value
from storage.db import Transaction
from storage.queries import PreparedQuery, change_one, columns, count_changed, every, one
from storage.schema import turns

TurnState: TypeAlias = Literal["open", "battles", "draft", "published", "undone"]
BATTLES: Final = "battles"
"""The stop of a month that waits for its battles. The column of the state says "open" of it, since SQLite cannot change the
check of a table that others refer to; who reads the row reads the state "battles", in which no orders are taken."""

TURN_WAITS = and_(turns.c.state == "open", turns.c.stop == BATTLES)
"""A turn whose orders are closed and whose battles are not all settled, or are and it has not gone on yet."""
_STATE = case((TURN_WAITS, literal(BATTLES)), else_=turns.c.state).label("state")
TURN_ROW = select(*(_STATE if column is turns.c.state else column for column in turns.columns))
_FIND = PreparedQuery(TURN_ROW.filter_by(game=bindparam("game"), revision=bindparam("revision")))
_TOUCH = (
    update(turns)
    .filter_by(game=bindparam("of_game"), revision=bindparam("of_revision"), state="open")
    .where(turns.c.stop != BATTLES)
    .values(changes=turns.c.changes + 1)
)


class TurnRow(Value):
    """One revision of a turn. `redoes` is the undone revision whose start it repeats; without one it starts where the revision
    before it ended. `changes` grows with every change of any order; `orders` holds those it was resolved with
    (`codec.encode_signed`), None before; `dice_name` is the game's name in the dice, which an import keeps; `stop` is where a
    tactical game or a month waits in it ("": it never has); `ruleset` are the rules it is resolved by (`games.record`)."""

    game: str
    revision: int
    turn: int
    dice_name: str
    seed: bytes
    commitment: str
    redoes: int | None
    state: TurnState
    changes: int
    opened_at: int
    resolved_at: int | None
    published_at: int | None
    undone_at: int | None
    words: Mapping[str, str]
    orders: bytes | None
    stop: str = ""
    ruleset: str = ""


def new_turn(
    game: str, revision: int, turn: int, seed: bytes, now: int, redoes: int | None = None, *, ruleset: str
) -> TurnRow:
    """The row of a turn as it opens, with the promise of its seed."""
    return TurnRow(
        game=game,
        revision=revision,
        turn=turn,
        dice_name=game,
        seed=seed,
        commitment=commitment(seed),
        redoes=redoes,
        state="open",
        changes=0,
        opened_at=now,
        resolved_at=None,
        published_at=None,
        undone_at=None,
        words={},
        orders=None,
        ruleset=ruleset,
    )


async def add(tx: Transaction, row: TurnRow) -> None:
    """Insert a revision."""
    await tx.execute(insert(turns), columns(row))


async def find(tx: Transaction, game: str, revision: int) -> TurnRow | None:
    """One revision."""
    return await one(tx, TurnRow, _FIND, {"game": game, "revision": revision})


async def of_game(tx: Transaction, game: str) -> tuple[TurnRow, ...]:
    """All revisions of a game, in order, undone ones included."""
    query = TURN_ROW.filter_by(game=game).order_by(turns.c.revision)
    return await every(tx, TurnRow, query)


async def current_row(tx: Transaction, game: str, turn: int) -> TurnRow | None:
    """The revision of this turn that counts: the latest that was not undone."""
    query = TURN_ROW.where(turns.c.game == game, turns.c.turn == turn, turns.c.state != "undone")
    query = query.order_by(turns.c.revision.desc())
    return await one(tx, TurnRow, query)


async def touch(tx: Transaction, game: str, revision: int) -> bool:
    """Count a change of orders; False, and nothing done, if the turn is no longer open."""
    return await count_changed(tx, _TOUCH, {"of_game": game, "of_revision": revision}) == 1


async def resolve(
    tx: Transaction, before: TurnRow, state: TurnState, now: int, words: Mapping[str, str], orders: bytes
) -> None:
    """Close an open turn with what it was resolved with. StaleStateError if an order changed or somebody was first."""
    query = update(turns).filter_by(game=before.game, revision=before.revision, state="open", changes=before.changes)
    published = now if state == "published" else None
    values = {"state": state, "resolved_at": now, "published_at": published, "words": words, "orders": orders}
    await change_one(tx, query.values(values), f"revision {before.revision} of {before.game} has moved on")


async def wait(tx: Transaction, before: TurnRow, words: Mapping[str, str], orders: bytes) -> None:
    """Close the orders of a turn that waits for battles, with what it is played with until it is over. StaleStateError if an
    order changed or somebody was first."""
    query = update(turns).filter_by(game=before.game, revision=before.revision, state="open", changes=before.changes)
    values = {"stop": BATTLES, "words": words, "orders": orders, "changes": before.changes + 1}
    await change_one(tx, query.values(values), f"revision {before.revision} of {before.game} has moved on")


async def set_stop(tx: Transaction, game: str, revision: int, stop: str) -> None:
    """Say where a tactical game waits now."""
    await tx.execute(update(turns).filter_by(game=game, revision=revision).values(stop=stop))


async def set_ruleset(tx: Transaction, game: str, revision: int, ruleset: str) -> None:
    """Say by which rules an open turn is going to be resolved."""
    await tx.execute(update(turns).filter_by(game=game, revision=revision).values(ruleset=ruleset))


async def set_state(tx: Transaction, before: TurnRow, state: TurnState, now: int) -> None:
    """Publish or undo a revision. StaleStateError if it is no longer in the state it was read in.

    One that waited for battles was never resolved: it is undone as an open one is, with the words given for it."""
    stamps: dict[str, dict[str, int | None]] = {"published": {"published_at": now}, "undone": {"undone_at": now}}
    stamp = stamps.get(state, {})
    waited = before.state == "battles"
    query = update(turns).filter_by(
        game=before.game, revision=before.revision, state="open" if waited else before.state
    )
    if waited:
        query, stamp = query.filter_by(changes=before.changes), stamp | {"orders": None}
    moved = f"revision {before.revision} of {before.game} is no longer {before.state}"
    await change_one(tx, query.values(state=state, **stamp), moved)


async def close_undone(tx: Transaction, before: TurnRow, now: int, words: Mapping[str, str]) -> None:
    """Undo an open turn, keeping the words that were given for it. StaleStateError if anything changed since."""
    query = update(turns).filter_by(game=before.game, revision=before.revision, state="open", changes=before.changes)
    moved = f"revision {before.revision} of {before.game} has moved on"
    await change_one(tx, query.values(state="undone", undone_at=now, words=words), moved)
