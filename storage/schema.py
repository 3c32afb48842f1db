"""The tables, as SQLAlchemy Core. Times are UTC seconds; `opening` counts a game's turn openings, undone ones included.

A turn that is undone is opened again under its old number and a new opening, with a new seed; so all that belongs to one
playing of a turn (snapshots, events, sheets, amendments) is keyed by the opening, and nothing is ever overwritten.
Opening 0 is the making of the game: turn 0, whose seed made the map.
"""

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

from storage.types import Document, Flag, Wide

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
metadata = MetaData(naming_convention=NAMING)


def _game() -> Column[str]:
    return Column("game", Text, ForeignKey("games.id"), nullable=False)


def _key_game() -> Column[str]:
    return Column("game", Text, ForeignKey("games.id"), primary_key=True)


def _states(*states: str) -> CheckConstraint:
    return CheckConstraint("state IN (" + ", ".join(f"'{s}'" for s in states) + ")", name="state")


games = Table(
    "games",
    metadata,
    Column("id", Text, primary_key=True),
    Column("guild_id", Wide, nullable=False),
    Column("channel_id", Wide, nullable=False),
    Column("name", Text, nullable=False),
    Column("system", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("opening", Integer, nullable=False),
    Column("settings", Document, nullable=False),
    Column("scenario", Document, nullable=False),
    Column("created_at", Wide, nullable=False),
    Column("gm_role_id", Wide),
    CheckConstraint("status IN ('setup', 'running', 'paused', 'finished')", name="status"),
    Index(None, "guild_id"),
    Index(None, "channel_id"),
    sqlite_strict=True,
)

seats = Table(
    "seats",
    metadata,
    _key_game(),
    Column("side", Text, primary_key=True),
    Column("slot", Integer, primary_key=True),
    Column("user_id", Wide),
    Column("thread_id", Wide),
    Column("dm", Flag, nullable=False),
    Column("away", Flag, nullable=False),
    Index(None, "user_id"),
    Index(None, "thread_id"),
    sqlite_strict=True,
)

turns = Table(
    "turns",
    metadata,
    _key_game(),
    Column("opening", Integer, primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("dice_name", Text, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("redoes", Integer),
    Column("state", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("opened_at", Wide, nullable=False),
    Column("resolved_at", Wide),
    Column("published_at", Wide),
    Column("undone_at", Wide),
    Column("words", Document, nullable=False),
    Column("orders", LargeBinary),
    Column("stop", Text, nullable=False, server_default=""),
    Index(None, "game", "turn"),
    _states("open", "draft", "published", "undone"),
    sqlite_strict=True,
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("game", Text, primary_key=True),
    Column("opening", Integer, primary_key=True),
    Column("phase", Text, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("state", LargeBinary, nullable=False),
    ForeignKeyConstraint(["game", "opening"], ["turns.game", "turns.opening"]),
    CheckConstraint("phase IN ('start', 'draft')", name="phase"),
    sqlite_strict=True,
)

amendments = Table(
    "amendments",
    metadata,
    Column("game", Text, primary_key=True),
    Column("opening", Integer, primary_key=True),
    Column("phase", Text, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("amendment", LargeBinary, nullable=False),
    Column("reason", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("at", Wide, nullable=False),
    ForeignKeyConstraint(["game", "opening"], ["turns.game", "turns.opening"]),
    sqlite_strict=True,
)

events = Table(
    "events",
    metadata,
    Column("game", Text, primary_key=True),
    Column("opening", Integer, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("phase", Text, nullable=False),
    Column("event", LargeBinary, nullable=False),
    ForeignKeyConstraint(["game", "opening"], ["turns.game", "turns.opening"]),
    sqlite_strict=True,
)

orders = Table(
    "orders",
    metadata,
    _key_game(),
    Column("id", Text, primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("side", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("order", LargeBinary, nullable=False),
    Column("entered_by", Wide, nullable=False),
    Column("entered_at", Wide, nullable=False),
    Column("withdrawn_at", Wide),
    Column("withdrawn_why", Text, nullable=False),
    UniqueConstraint("game", "turn", "side", "number"),
    sqlite_strict=True,
)

sheets = Table(
    "sheets",
    metadata,
    Column("game", Text, primary_key=True),
    Column("opening", Integer, primary_key=True),
    Column("side", Text, primary_key=True),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("word", Text, nullable=False),
    Column("live_message_id", Wide),
    ForeignKeyConstraint(["game", "opening"], ["turns.game", "turns.opening"]),
    _states("none", "partial", "complete", "ready"),
    sqlite_strict=True,
)

deadlines = Table(
    "deadlines",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", Text, nullable=False),
    Column("opening", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("due_at", Wide, nullable=False),
    Column("state", Text, nullable=False),
    Column("claimed_at", Wide),
    Column("extended_seconds", Integer, nullable=False),
    Column("reason", Text, nullable=False),
    ForeignKeyConstraint(["game", "opening"], ["turns.game", "turns.opening"]),
    _states("open", "claimed", "done", "cancelled"),
    Index(None, "state", "due_at"),
    Index(None, "game", "opening"),
    sqlite_strict=True,
)

reminders = Table(
    "reminders",
    metadata,
    Column("deadline", Integer, ForeignKey("deadlines.id"), primary_key=True),
    Column("before_seconds", Integer, primary_key=True),
    Column("at", Wide, nullable=False),
    Column("done", Flag, nullable=False),
    Index(None, "done", "at"),
    sqlite_strict=True,
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True),
    _game(),
    Column("seq", Integer, nullable=False),
    Column("target", Document, nullable=False),
    Column("letter", Document, nullable=False),
    Column("edit_key", Text, nullable=False),
    Column("nonce", Text, nullable=False, unique=True),
    Column("state", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("not_before", Wide, nullable=False),
    Column("created_at", Wide, nullable=False),
    Column("claimed_at", Wide),
    Column("sent_at", Wide),
    Column("message_id", Wide),
    Column("error", Text, nullable=False),
    UniqueConstraint("game", "seq"),
    _states("pending", "sending", "sent", "failed"),
    Index(None, "state", "not_before"),
    sqlite_strict=True,
)

audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True),
    _game(),
    Column("at", Wide, nullable=False),
    Column("actor", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("detail", Document, nullable=False),
    Index(None, "game", "id"),
    sqlite_strict=True,
)

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("process", Text, primary_key=True),
    Column("at", Wide, nullable=False),
    sqlite_strict=True,
)

rolls = Table(
    "rolls",
    metadata,
    Column("game", Text, primary_key=True),
    Column("opening", Integer, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("sides", Integer, primary_key=True),
    Column("side", Text, nullable=False),
    Column("user_id", Wide, nullable=False),
    Column("text", Text, nullable=False),
    Column("faces", Document, nullable=False),
    Column("at", Wide, nullable=False),
    ForeignKeyConstraint(["game", "opening"], ["turns.game", "turns.opening"]),
    sqlite_strict=True,
)

problems = Table(
    "problems",
    metadata,
    Column("id", Integer, primary_key=True),
    _game(),
    Column("kind", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("reported_at", Wide, nullable=False),
    Column("mended_at", Wide),
    Index(None, "game", "kind", "subject"),
    sqlite_strict=True,
)

idempotency = Table(
    "clicks",
    metadata,
    Column("key", Text, primary_key=True),
    Column("at", Wide, nullable=False),
    Index(None, "at"),
    sqlite_strict=True,
)

papers = Table(
    "papers",
    metadata,
    _key_game(),
    Column("kind", Text, primary_key=True),
    Column("side", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("document", Document, nullable=False),
    Column("changed_at", Wide, nullable=False),
    CheckConstraint("kind IN ('campaign', 'race', 'design')", name="kind"),
    _states("draft", "submitted", "returned", "approved"),
    sqlite_strict=True,
)
"""What is written before it counts: the campaign's plan (side and name ""), a race (name ""), a unit design by its id."""

blueprints = Table(
    "blueprints",
    metadata,
    Column("guild", Wide, primary_key=True),
    Column("owner", Wide, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("sheet", Text, nullable=False),
    Column("shared", Flag, nullable=False),
    Column("changed_at", Wide, nullable=False),
    sqlite_strict=True,
)
"""Spacecraft that players draw for battles, by server and user, as text; name "" is what lies on the user's slip."""
