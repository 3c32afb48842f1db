"""The tables, as SQLAlchemy Core. Times are UTC seconds; `opening` counts a game's turn openings, undone ones included.

A turn that is undone is opened again under its old number and a new opening, with a new seed; so all that belongs to one
playing of a turn (snapshots, events, sheets, amendments) is keyed by the opening, and nothing is ever overwritten.
Opening 0 is the making of the game: turn 0, whose seed made the map.
"""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import (
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.schema import SchemaItem

from storage.types import Document, Flag, Wide

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
metadata = MetaData(naming_convention=NAMING)


def _table(name: str, *parts: SchemaItem) -> Table:
    return Table(name, metadata, *parts, sqlite_strict=True)


def _key(kind: Any, *names: str) -> Iterator[Column[Any]]:
    """Columns of the primary key."""
    return (Column(name, kind, primary_key=True) for name in names)


def _given(kind: Any, *names: str) -> Iterator[Column[Any]]:
    """Columns that every row fills in."""
    return (Column(name, kind, nullable=False) for name in names)


def _maybe(kind: Any, *names: str) -> Iterator[Column[Any]]:
    """Columns that a row may leave empty."""
    return (Column(name, kind) for name in names)


def _game() -> Column[str]:
    return Column("game", Text, ForeignKey("games.id"), nullable=False)


def _key_game() -> Column[str]:
    return Column("game", Text, ForeignKey("games.id"), primary_key=True)


def _of_opening() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["game", "opening"], ["turns.game", "turns.opening"])


def _key_opening() -> tuple[SchemaItem, ...]:
    return (*_key(Text, "game"), *_key(Integer, "opening"), _of_opening())


def _states(*states: str) -> CheckConstraint:
    return CheckConstraint("state IN (" + ", ".join(f"'{s}'" for s in states) + ")", name="state")


games = _table(
    "games",
    *_key(Text, "id"),
    *_given(Wide, "guild_id", "channel_id"),
    *_given(Text, "name", "system", "status"),
    *_given(Integer, "version", "opening"),
    *_given(Document, "settings", "scenario"),
    *_given(Wide, "created_at"),
    *_maybe(Wide, "gm_role_id"),
    CheckConstraint("status IN ('setup', 'running', 'paused', 'finished')", name="status"),
    Index(None, "guild_id"),
    Index(None, "channel_id"),
)

seats = _table(
    "seats",
    _key_game(),
    *_key(Text, "side"),
    *_key(Integer, "slot"),
    *_maybe(Wide, "user_id", "thread_id"),
    *_given(Flag, "dm", "away"),
    Index(None, "user_id"),
    Index(None, "thread_id"),
)

turns = _table(
    "turns",
    _key_game(),
    *_key(Integer, "opening"),
    *_given(Integer, "turn"),
    *_given(Text, "dice_name"),
    *_given(LargeBinary, "seed"),
    *_given(Text, "commitment"),
    *_maybe(Integer, "redoes"),
    *_given(Text, "state"),
    *_given(Integer, "revision"),
    *_given(Wide, "opened_at"),
    *_maybe(Wide, "resolved_at", "published_at", "undone_at"),
    *_given(Document, "words"),
    *_maybe(LargeBinary, "orders"),
    Column("stop", Text, nullable=False, server_default=""),
    Index(None, "game", "turn"),
    _states("open", "draft", "published", "undone"),
)

snapshots = _table(
    "snapshots",
    *_key_opening(),
    *_key(Text, "phase"),
    *_key(Integer, "seq"),
    *_given(LargeBinary, "state"),
    *_maybe(Integer, "base_opening"),
    *_maybe(Text, "base_phase"),
    *_maybe(Integer, "base_seq"),
    CheckConstraint("phase IN ('start', 'draft')", name="phase"),
)
"""With a base, `state` is what differs from that snapshot (`codec.patch`); the base itself is whole."""

amendments = _table(
    "amendments",
    *_key_opening(),
    *_key(Text, "phase"),
    *_key(Integer, "seq"),
    *_given(LargeBinary, "amendment"),
    *_given(Text, "reason", "actor"),
    *_given(Wide, "at"),
)

events = _table(
    "events",
    *_key_opening(),
    *_key(Integer, "seq"),
    *_given(Text, "phase"),
    *_given(LargeBinary, "event"),
)

orders = _table(
    "orders",
    _key_game(),
    *_key(Text, "id"),
    *_given(Integer, "turn"),
    *_given(Text, "side"),
    *_given(Integer, "number"),
    *_given(LargeBinary, "order"),
    *_given(Wide, "entered_by", "entered_at"),
    *_maybe(Wide, "withdrawn_at"),
    *_given(Text, "withdrawn_why"),
    UniqueConstraint("game", "turn", "side", "number"),
)

sheets = _table(
    "sheets",
    *_key_opening(),
    *_key(Text, "side"),
    *_given(Text, "state"),
    *_given(Integer, "version"),
    *_given(Text, "word"),
    *_maybe(Wide, "live_message_id"),
    _states("none", "partial", "complete", "ready"),
)

deadlines = _table(
    "deadlines",
    *_key(Integer, "id"),
    *_given(Text, "game"),
    *_given(Integer, "opening", "turn"),
    *_given(Wide, "due_at"),
    *_given(Text, "state"),
    *_maybe(Wide, "claimed_at"),
    *_given(Integer, "extended_seconds"),
    *_given(Text, "reason"),
    _of_opening(),
    _states("open", "claimed", "done", "cancelled"),
    Index(None, "state", "due_at"),
    Index(None, "game", "opening"),
)

reminders = _table(
    "reminders",
    Column("deadline", Integer, ForeignKey("deadlines.id"), primary_key=True),
    *_key(Integer, "before_seconds"),
    *_given(Wide, "at"),
    *_given(Flag, "done"),
    Index(None, "done", "at"),
)

outbox = _table(
    "outbox",
    *_key(Integer, "id"),
    _game(),
    *_given(Integer, "seq"),
    *_given(Document, "target", "letter"),
    *_given(Text, "edit_key"),
    Column("nonce", Text, nullable=False, unique=True),
    *_given(Text, "state"),
    *_given(Integer, "attempts"),
    *_given(Wide, "not_before", "created_at"),
    *_maybe(Wide, "claimed_at", "sent_at", "message_id"),
    *_given(Text, "error"),
    UniqueConstraint("game", "seq"),
    _states("pending", "sending", "sent", "failed"),
    Index(None, "state", "not_before"),
)

audit = _table(
    "audit",
    *_key(Integer, "id"),
    _game(),
    *_given(Wide, "at"),
    *_given(Text, "actor", "action"),
    *_given(Document, "detail"),
    Index(None, "game", "id"),
)

heartbeat = _table("heartbeat", *_key(Text, "process"), *_given(Wide, "at"))

rolls = _table(
    "rolls",
    *_key_opening(),
    *_key(Text, "key"),
    *_key(Integer, "sides"),
    *_given(Text, "side"),
    *_given(Wide, "user_id"),
    *_given(Text, "text"),
    *_given(Document, "faces"),
    *_given(Wide, "at"),
)

problems = _table(
    "problems",
    *_key(Integer, "id"),
    _game(),
    *_given(Text, "kind", "subject"),
    *_given(Wide, "reported_at"),
    *_maybe(Wide, "mended_at"),
    Index(None, "game", "kind", "subject"),
)

idempotency = _table("clicks", *_key(Text, "key"), *_given(Wide, "at"), Index(None, "at"))

papers = _table(
    "papers",
    _key_game(),
    *_key(Text, "kind", "side", "name"),
    *_given(Integer, "version"),
    *_given(Text, "state"),
    *_given(Document, "document"),
    *_given(Wide, "changed_at"),
    CheckConstraint("kind IN ('campaign', 'race', 'design')", name="kind"),
    _states("draft", "submitted", "returned", "approved"),
)
"""What is written before it counts: the campaign's plan (side and name ""), a race (name ""), a unit design by its id."""

blueprints = _table(
    "blueprints",
    *_key(Wide, "guild", "owner"),
    *_key(Text, "name"),
    *_given(Text, "sheet"),
    *_given(Flag, "shared"),
    *_given(Wide, "changed_at"),
)
"""Spacecraft that players draw for battles, by server and user, as text; name "" is what lies on the user's slip."""
