"""Where a person stands in the database, and how they are taken out of it: their id becomes a tombstone, "former player 1".

Ids in columns of their own never go into what is hashed. Where somebody wrote an id into the text of an order or a ruling
(`<@…>`), it is part of states and events, whose hashes a capsule tells: there it becomes as many digits that name nobody, in
orders, amendments, events and states alike, so that a game that is played again comes out the same. The dice that somebody
rolled by hand (`/roll`) are made from a key that holds their id, which cannot be changed without changing the dice: those rolls
go. Nothing is made from them.
"""

import asyncio
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec
from sqlalchemy import Column, LargeBinary, Table, Text, delete, func, select, type_coerce, update
from sqlalchemy.sql.elements import ColumnElement

from storage import schema
from storage.codec import apply_patch, pack, patch, unpack
from storage.columns import Document, instr
from storage.db import Transaction
from storage.queries import count_changed

ID_COLUMNS: Final[tuple[Column[Any], ...]] = (schema.orders.c.entered_by, schema.rolls.c.user_id)
"""Whose they are is needed there: a tombstone is a negative number."""
OWNER_COLUMNS: Final[tuple[Column[Any], ...]] = (
    schema.drafts.c.user_id, schema.blueprints.c.owner, schema.squadrons.c.owner, schema.ping_preferences.c.user_id,
    schema.pings.c.user_id, schema.absences.c.user_id, schema.read_marks.c.user_id, schema.digests.c.user_id,
)  # fmt: skip
"""Rows that go with their owner."""
EMPTIED_COLUMNS: Final[tuple[Column[Any], ...]] = (
    schema.seats.c.user_id,
    schema.seats.c.deputy_id,
    schema.attendance.c.named_id,
)
"""Places that are nobody's then: seats, whoever acts for their holder, whoever is named to."""
KEPT_COLUMNS: Final[tuple[Column[Any], ...]] = (schema.turns.c.words,)
"""Words for the dice: with the seed they make every roll of their turn, so they stay (an id is left out when one is given)."""
UNREADABLE_DETAILS: Final = ("nonce", "commitment")
"""Columns of chance and hashes, which name nobody."""


def former(number: int) -> str:
    """What stands in the place of a person in texts and in the audit log; 0 where it is no game's."""
    return f"former player {number}" if number else "a former player"


async def games_with(tx: Transaction, user: int) -> tuple[str, ...]:
    """The games in which a person's id stands anywhere, also where somebody else wrote it; perhaps as part of a longer number."""
    found: set[str] = set()
    for table in _of_games():
        await asyncio.sleep(0)  # a table is searched in some milliseconds: others have their turn
        places = [column == user for column in _ids(table)]
        places += [type_coerce(column, Text).contains(str(user)) for column in _texts(table)]
        places += [instr(column, str(user).encode()) > 0 for column in _blobs(table)]
        for place in places:
            found |= {row[0] for row in await tx.execute(select(_game(table)).where(place).distinct())}
    return tuple(sorted(found))


async def take_out(tx: Transaction, game: str, user: int, number: int) -> tuple[int, int]:
    """Put the tombstone of this number into the place of a person in one game; how many rows were changed, and how many of
    them in what is hashed."""
    done, hashed = 0, 0
    for place in EMPTIED_COLUMNS:
        query = update(place.table).where(place.table.c.game == game, place == user)
        done += await count_changed(tx, query.values({place.name: None}))
    by_hand = delete(schema.rolls).where(
        schema.rolls.c.game == game, schema.rolls.c.user_id == user, schema.rolls.c.key.contains(str(user))
    )
    done += await count_changed(tx, by_hand)
    for column in ID_COLUMNS:
        of_game = column.table.c.game == game
        query = update(column.table).where(of_game, column == user).values({column.name: -number})
        done += await count_changed(tx, query)
    for table in _of_games():
        await asyncio.sleep(0)
        for column in _texts(table):
            done += await _rewrite(tx, table, column, _game(table) == game, user, number)
        for column in _blobs(table):
            hashed += await _blank(tx, table, column, game, user, number)
    if hashed:
        hashed += await _blank_states(tx, game, user, number)
    return done + hashed, hashed


async def take_out_of_the_rest(tx: Transaction, user: int) -> int:
    """Delete what is a person's own and no game's, and their id in what others wrote; how many rows."""
    done = 0
    for column in OWNER_COLUMNS:
        done += await count_changed(tx, delete(column.table).where(column == user))
    for table in schema.metadata.sorted_tables:
        await asyncio.sleep(0)
        if table not in _of_games():
            for text in _texts(table):
                done += await _rewrite(tx, table, text, None, user, 0)
    return done


async def letters_with(tx: Transaction, game: str, user: int) -> int:
    """How many of a game's letters go to a person or name them."""
    said = type_coerce(schema.outbox.c.letter, Text).contains(str(user)) | type_coerce(
        schema.outbox.c.target, Text
    ).contains(str(user))
    query = select(func.count()).select_from(schema.outbox).where(schema.outbox.c.game == game, said)
    return int((await tx.execute(query)).scalar_one())


async def own_rows(tx: Transaction, user: int) -> dict[str, list[dict[str, Any]]]:
    """The rows that go with a person, by table, without their id."""
    found: dict[str, list[dict[str, Any]]] = {}
    for column in OWNER_COLUMNS:
        rows = (await tx.execute(select(column.table).where(column == user))).mappings()
        found[column.table.name] = [{k: v for k, v in row.items() if k != column.name} for row in rows]
    return {name: rows for name, rows in found.items() if rows}


def _of_games() -> list[Table]:
    return [table for table in schema.metadata.sorted_tables if table.name == "games" or "game" in table.columns]


def _game(table: Table) -> Column[Any]:
    return table.c.id if table.name == "games" else table.c.game


def _ids(table: Table) -> list[Column[Any]]:
    return [column for column in (*EMPTIED_COLUMNS, *ID_COLUMNS, *OWNER_COLUMNS) if column.table is table]


def _texts(table: Table) -> Iterator[Column[Any]]:
    """The columns in which somebody may have been named; never a key."""
    for column in table.columns:
        free = not column.primary_key and not column.foreign_keys and column.name not in UNREADABLE_DETAILS
        if free and isinstance(column.type, Text | Document) and column not in set(KEPT_COLUMNS):
            yield column


def _blobs(table: Table) -> list[Column[Any]]:
    """What is hashed, as it was encoded; states are packed and have their own way."""
    return [
        c
        for c in table.columns
        if isinstance(c.type, LargeBinary) and c.table is not schema.snapshots and c.name != "seed"
    ]


async def _rewrite(
    tx: Transaction, table: Table, column: Column[Any], where: ColumnElement[bool] | None, user: int, number: int
) -> int:
    raw = type_coerce(column, Text)
    query = select(*table.primary_key.columns, raw.label("said")).where(raw.contains(str(user)))
    done = 0
    for row in (await tx.execute(query if where is None else query.where(where))).all():
        *key, said = row
        before = msgspec.json.decode(said) if isinstance(column.type, Document) else said
        new = _cleared(before, user, number)
        if new != before:
            await tx.execute(update(table).where(*_where_key(table, key)).values({column.name: new}))
            done += 1
    return done


async def _blank(tx: Transaction, table: Table, column: Column[Any], game: str, user: int, number: int) -> int:
    query = select(*table.primary_key.columns, column).where(
        _game(table) == game, instr(column, str(user).encode()) > 0
    )
    done = 0
    for row in (await tx.execute(query)).all():
        *key, data = row
        new = _blanked(bytes(data), user, number)
        if new != data:
            await tx.execute(update(table).where(*_where_key(table, key)).values({column.name: new}))
            done += 1
    return done


async def _blank_states(tx: Transaction, game: str, user: int, number: int) -> int:
    """The same in states: whole ones first, each followed by those that are kept as what differs from it."""
    kept = schema.snapshots.c
    keys = (kept.revision, kept.phase, kept.seq)
    done = 0
    for *place, packed in (await tx.execute(select(*keys, kept.state).filter_by(game=game, base_revision=None))).all():
        old = await asyncio.to_thread(unpack, bytes(packed))
        new = _blanked(old, user, number)
        done += await _save_state(tx, game, place, await asyncio.to_thread(pack, new)) if new != old else 0
        revision, phase, seq = place
        query = select(*keys, kept.state).filter_by(game=game, base_revision=revision, base_phase=phase, base_seq=seq)
        for *below, difference in (await tx.execute(query)).all():
            was = await asyncio.to_thread(apply_patch, old, bytes(difference))
            now = _blanked(was, user, number)
            if new != old or now != was:
                done += await _save_state(tx, game, below, await asyncio.to_thread(patch, new, now))
    return done


async def _save_state(tx: Transaction, game: str, place: Iterable[Any], state: bytes) -> int:
    revision, phase, seq = place
    query = update(schema.snapshots).filter_by(game=game, revision=revision, phase=phase, seq=seq)
    return await count_changed(tx, query.values(state=state))


def _where_key(table: Table, key: Iterable[Any]) -> list[ColumnElement[bool]]:
    return [column == value for column, value in zip(table.primary_key.columns, key, strict=True)]


def _alone(user: int) -> str:
    return rf"(?<!\d){user}(?!\d)"


def _blanked(data: bytes, user: int, number: int) -> bytes:
    digits = str(number).zfill(len(str(user))).encode()
    return re.sub(_alone(user).encode(), digits, data)


def _cleared_text(said: str, user: int, number: int) -> str:
    return re.sub(rf"<@!?{user}>|{_alone(user)}", former(number), said)


def _cleared(value: Any, user: int, number: int) -> Any:
    """A JSON value without the person: named as a tombstone, left out of lists; what goes to them goes to nobody."""
    match value:
        case str():
            return _cleared_text(value, user, number)
        case list():
            return [_cleared(each, user, number) for each in value if each != user]
        case {"kind": "dm", "id": int(one)} if one == user:
            return value | {"kind": "gm", "id": 0}
        case dict():
            return {_cleared_text(key, user, number): _cleared(each, user, number) for key, each in value.items()}
        case int() if value == user and not isinstance(value, bool):
            return former(number)
        case _:
            return value
