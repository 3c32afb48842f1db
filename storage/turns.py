"""Rows of turns, one per opening: seed, commitment, state, and the words and orders it was resolved with."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Literal, TypeAlias

from sqlalchemy import bindparam, insert, select, update

from storage.db import Transaction
from storage.errors import StaleStateError
from storage.schema import turns

TurnState: TypeAlias = Literal["open", "draft", "published", "undone"]

_FIND = select(turns).where(turns.c.game == bindparam("game"), turns.c.opening == bindparam("opening"))
_TOUCH = (
    update(turns)
    .where(turns.c.game == bindparam("of_game"), turns.c.opening == bindparam("of_opening"), turns.c.state == "open")
    .values(revision=turns.c.revision + 1)
)


@dataclass(frozen=True, slots=True)
class TurnRow:
    """One opening of a turn. `redoes` is the undone opening whose start it repeats; without one it starts where the
    opening before it ended. `revision` grows with every change of any order; `orders` holds those it was resolved
    with (`codec.encode_signed`), None before; `dice_name` is the game's name in the dice, which an import keeps; `stop` is
    where a bout waits in it ("": it never has)."""

    game: str
    opening: int
    turn: int
    dice_name: str
    seed: bytes
    commitment: str
    redoes: int | None
    state: TurnState
    revision: int
    opened_at: int
    resolved_at: int | None
    published_at: int | None
    undone_at: int | None
    words: Mapping[str, str]
    orders: bytes | None
    stop: str = ""


async def add(tx: Transaction, row: TurnRow) -> None:
    """Insert an opening."""
    await tx.execute(insert(turns).values(asdict(row)))


async def find(tx: Transaction, game: str, opening: int) -> TurnRow | None:
    """One opening."""
    row = (await tx.execute(_FIND, {"game": game, "opening": opening})).first()
    return None if row is None else TurnRow(*row)


async def of_game(tx: Transaction, game: str) -> tuple[TurnRow, ...]:
    """All openings of a game, in order, undone ones included."""
    query = select(turns).where(turns.c.game == game).order_by(turns.c.opening)
    return tuple(TurnRow(*row) for row in await tx.execute(query))


async def standing(tx: Transaction, game: str, turn: int) -> TurnRow | None:
    """The opening of this turn that counts: the latest that was not undone."""
    query = (
        select(turns)
        .where(turns.c.game == game, turns.c.turn == turn, turns.c.state != "undone")
        .order_by(turns.c.opening.desc())
    )
    row = (await tx.execute(query)).first()
    return None if row is None else TurnRow(*row)


async def touch(tx: Transaction, game: str, opening: int) -> bool:
    """Count a change of orders; False, and nothing done, if the turn is no longer open."""
    return (await tx.execute(_TOUCH, {"of_game": game, "of_opening": opening})).rowcount == 1


async def resolve(
    tx: Transaction, before: TurnRow, state: TurnState, now: int, words: Mapping[str, str], orders: bytes
) -> None:
    """Close an open turn with what it was resolved with. StaleStateError if an order changed or somebody was first."""
    query = update(turns).where(
        turns.c.game == before.game,
        turns.c.opening == before.opening,
        turns.c.state == "open",
        turns.c.revision == before.revision,
    )
    published = now if state == "published" else None
    values = {"state": state, "resolved_at": now, "published_at": published, "words": words, "orders": orders}
    if (await tx.execute(query.values(values))).rowcount != 1:
        raise StaleStateError(f"opening {before.opening} of {before.game} has moved on")


async def set_stop(tx: Transaction, game: str, opening: int, stop: str) -> None:
    """Say where a bout waits now."""
    await tx.execute(update(turns).where(turns.c.game == game, turns.c.opening == opening).values(stop=stop))


async def set_state(tx: Transaction, before: TurnRow, state: TurnState, now: int) -> None:
    """Publish or undo an opening. StaleStateError if it is no longer in the state it was read in."""
    stamp = {"published": {"published_at": now}, "undone": {"undone_at": now}}.get(state, {})
    query = update(turns).where(
        turns.c.game == before.game, turns.c.opening == before.opening, turns.c.state == before.state
    )
    if (await tx.execute(query.values(state=state, **stamp))).rowcount != 1:
        raise StaleStateError(f"opening {before.opening} of {before.game} is no longer {before.state}")


async def close_undone(tx: Transaction, before: TurnRow, now: int, words: Mapping[str, str]) -> None:
    """Undo an open turn, keeping the words that were given for it. StaleStateError if anything changed since."""
    query = update(turns).where(
        turns.c.game == before.game,
        turns.c.opening == before.opening,
        turns.c.state == before.state,
        turns.c.revision == before.revision,
    )
    if (await tx.execute(query.values(state="undone", undone_at=now, words=words))).rowcount != 1:
        raise StaleStateError(f"opening {before.opening} of {before.game} has moved on")
