"""Rows of absences: the days on which somebody of a server is away, in one game or in all of theirs; and what a side's player has
arranged for them."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Select, Text, and_, bindparam, delete, insert, or_, select, type_coerce, update
from sqlalchemy.sql.elements import ColumnElement

from rules.values import Value
from storage.db import Transaction
from storage.queries import PreparedQuery, columns, count_changed, every, one
from storage.schema import absences, attendance, games, seats


class AbsenceRow(Value):
    """One absence, from `since` up to `until` (UTC seconds); `game` "" is all of the person's games on the server."""

    id: int
    guild: int
    user_id: int
    since: int
    until: int
    game: str
    word: str


async def add_absence(tx: Transaction, guild: int, user: int, since: int, until: int, game: str, word: str) -> int:
    """Insert an absence; gives its id."""
    values = {"guild": guild, "user_id": user, "since": since, "until": until, "game": game, "word": word}
    return int((await tx.execute(insert(absences).values(values).returning(absences.c.id))).scalar_one())


async def absences_of_user(tx: Transaction, guild: int, user: int, after: int) -> tuple[AbsenceRow, ...]:
    """A person's absences on a server that are not over at this moment, the next first."""
    query = select(absences).where(absences.c.guild == guild, absences.c.user_id == user, absences.c.until > after)
    return await every(tx, AbsenceRow, query.order_by(absences.c.since, absences.c.id))


async def absences_of_game(tx: Transaction, guild: int, game: str, after: int) -> tuple[AbsenceRow, ...]:
    """The absences of all who sit in a game that are not over at this moment, the next first."""
    query = (
        select(absences)
        .where(absences.c.guild == guild, absences.c.game.in_(("", game)), absences.c.until > after)
        .where(absences.c.user_id.in_(select(seats.c.user_id).where(seats.c.game == game)))
    )
    return await every(tx, AbsenceRow, query.order_by(absences.c.since, absences.c.id))


def away(here: ColumnElement[bool], of: ColumnElement[bool], now: object) -> Select[tuple[str, str, int]]:
    """The (game, side, user) of these seats that are away at a moment, by the calendar of their server (`here`) or by their word;
    who has come back to a game since they left is not."""
    by_calendar = and_(
        here,
        or_(absences.c.game == "", absences.c.game == seats.c.game),
        absences.c.user_id == seats.c.user_id,
        absences.c.since <= now,
        absences.c.until > now,
        or_(attendance.c.returned_at.is_(None), attendance.c.returned_at < absences.c.since),
    )
    kept = and_(attendance.c.game == seats.c.game, attendance.c.side == seats.c.side)
    joined = seats.join(games, games.c.id == seats.c.game).outerjoin(attendance, kept)
    query = (
        select(seats.c.game, seats.c.side, seats.c.user_id).select_from(joined).where(of, seats.c.user_id.is_not(None))
    )
    return query.where(or_(seats.c.away, select(absences.c.id).where(by_calendar).exists()))


_AWAY = PreparedQuery(away(absences.c.guild == bindparam("guild"), seats.c.game == bindparam("game"), bindparam("now")))


async def sides_away(tx: Transaction, guild: int, game: str, now: int) -> frozenset[tuple[str, int]]:
    """The (side, user) of a game that are away at this moment."""
    found = await _AWAY.ask(tx, {"guild": guild, "game": game, "now": now})
    return frozenset((side, user) for _, side, user in found)


async def end_absence(tx: Transaction, absence: int, now: int) -> None:
    """End an absence that has begun."""
    await tx.execute(update(absences).filter_by(id=absence).where(absences.c.until > now).values(until=now))


async def remove_absences(tx: Transaction, *ids: int) -> int:
    """Delete absences; how many."""
    return await count_changed(tx, delete(absences).where(absences.c.id.in_(ids)))


async def forget_absences(tx: Transaction, before: int) -> int:
    """Delete absences that were over before this moment; how many."""
    return await count_changed(tx, delete(absences).where(absences.c.until < before))


_FIND = PreparedQuery(select(attendance).filter_by(game=bindparam("game"), side=bindparam("side")))
_OF_GAME = PreparedQuery(select(attendance).filter_by(game=bindparam("game")).order_by(attendance.c.side))
_DELETE = delete(attendance).filter_by(game=bindparam("of_game"), side=bindparam("of_side"))
_ADD = insert(attendance)


class AttendanceRow(Value):
    """One side's: `named_id` is the deputy that its player has named, `returned_at` when they last came back from an
    absence (UTC seconds), `granted` and `used` are hours of its bank."""

    game: str
    side: str
    named_id: int | None
    returned_at: int | None
    granted: int
    used: int
    document: Mapping[str, Any]


async def find(tx: Transaction, game: str, side: str) -> AttendanceRow:
    """A side's row; an empty one if nothing was ever kept of it."""
    found = await one(tx, AttendanceRow, _FIND, {"game": game, "side": side})
    return found or empty_attendance(game, side)


def empty_attendance(game: str, side: str) -> AttendanceRow:
    """The row of a side of which nothing was ever kept."""
    return AttendanceRow(game, side, None, None, 0, 0, {})


async def of_game(tx: Transaction, game: str) -> tuple[AttendanceRow, ...]:
    """All that is kept of a game, by side."""
    return await every(tx, AttendanceRow, _OF_GAME, {"game": game})


async def games_mentioning(tx: Transaction, words: str) -> tuple[str, ...]:
    """The games with a side whose document has these words in it, by id."""
    query = select(attendance.c.game).where(type_coerce(attendance.c.document, Text).contains(words))
    return tuple([row.game for row in await tx.execute(query.distinct().order_by(attendance.c.game))])


async def put(tx: Transaction, row: AttendanceRow) -> None:
    """Write a side's row in the place of what was kept."""
    await tx.execute(_DELETE, {"of_game": row.game, "of_side": row.side})
    await tx.execute(_ADD, columns(row) | {"document": dict(row.document)})
