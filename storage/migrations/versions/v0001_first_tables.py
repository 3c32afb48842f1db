"""The first tables."""

from functools import partial

from alembic import op
from sqlalchemy import Column, ForeignKey, Index, Integer, LargeBinary, Text, UniqueConstraint

from storage.columns import given, key, key_game, key_opening, maybe, of_game, of_opening, one_of
from storage.types import Document, Flag, Wide

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make every table of the first release."""
    table = partial(op.create_table, sqlite_strict=True)
    table("clicks", *key(Text, "key"), *given(Wide, "at"), Index(None, "at"))
    table(
        "games",
        *key(Text, "id"),
        *given(Wide, "guild_id", "channel_id"),
        *given(Text, "name", "system", "status"),
        *given(Integer, "version", "opening"),
        *given(Document, "settings", "scenario"),
        *given(Wide, "created_at"),
        *maybe(Wide, "gm_role_id"),
        one_of("status", "setup", "running", "paused", "finished"),
        Index(None, "guild_id"),
        Index(None, "channel_id"),
    )
    table("heartbeat", *key(Text, "process"), *given(Wide, "at"))
    table(
        "audit",
        *key(Integer, "id"),
        of_game(),
        *given(Wide, "at"),
        *given(Text, "actor", "action"),
        *given(Document, "detail"),
        Index(None, "game", "id"),
    )
    table(
        "orders",
        key_game(),
        *key(Text, "id"),
        *given(Integer, "turn"),
        *given(Text, "side"),
        *given(Integer, "number"),
        *given(LargeBinary, "order"),
        *given(Wide, "entered_by", "entered_at"),
        *maybe(Wide, "withdrawn_at"),
        *given(Text, "withdrawn_why"),
        UniqueConstraint("game", "turn", "side", "number"),
    )
    table(
        "outbox",
        *key(Integer, "id"),
        of_game(),
        *given(Integer, "seq"),
        *given(Document, "target", "letter"),
        *given(Text, "edit_key"),
        Column("nonce", Text, nullable=False, unique=True),
        *given(Text, "state"),
        *given(Integer, "attempts"),
        *given(Wide, "not_before", "created_at"),
        *maybe(Wide, "claimed_at", "sent_at", "message_id"),
        *given(Text, "error"),
        UniqueConstraint("game", "seq"),
        one_of("state", "pending", "sending", "sent", "failed"),
        Index(None, "state", "not_before"),
    )
    table(
        "problems",
        *key(Integer, "id"),
        of_game(),
        *given(Text, "kind", "subject"),
        *given(Wide, "reported_at"),
        *maybe(Wide, "mended_at"),
        Index(None, "game", "kind", "subject"),
    )
    table(
        "seats",
        key_game(),
        *key(Text, "side"),
        *key(Integer, "slot"),
        *maybe(Wide, "user_id", "thread_id"),
        *given(Flag, "dm", "away"),
        Index(None, "user_id"),
        Index(None, "thread_id"),
    )
    table(
        "turns",
        key_game(),
        *key(Integer, "opening"),
        *given(Integer, "turn"),
        *given(Text, "dice_name"),
        *given(LargeBinary, "seed"),
        *given(Text, "commitment"),
        *maybe(Integer, "redoes"),
        *given(Text, "state"),
        *given(Integer, "revision"),
        *given(Wide, "opened_at"),
        *maybe(Wide, "resolved_at", "published_at", "undone_at"),
        *given(Document, "words"),
        *maybe(LargeBinary, "orders"),
        Index(None, "game", "turn"),
        one_of("state", "open", "draft", "published", "undone"),
    )
    table(
        "amendments",
        *key_opening(),
        *key(Text, "phase"),
        *key(Integer, "seq"),
        *given(LargeBinary, "amendment"),
        *given(Text, "reason", "actor"),
        *given(Wide, "at"),
    )
    table(
        "deadlines",
        *key(Integer, "id"),
        *given(Text, "game"),
        *given(Integer, "opening", "turn"),
        *given(Wide, "due_at"),
        *given(Text, "state"),
        *maybe(Wide, "claimed_at"),
        *given(Integer, "extended_seconds"),
        *given(Text, "reason"),
        of_opening(),
        one_of("state", "open", "claimed", "done", "cancelled"),
        Index(None, "state", "due_at"),
        Index(None, "game", "opening"),
    )
    table(
        "events",
        *key_opening(),
        *key(Integer, "seq"),
        *given(Text, "phase"),
        *given(LargeBinary, "event"),
    )
    table(
        "rolls",
        *key_opening(),
        *key(Text, "key"),
        *key(Integer, "sides"),
        *given(Text, "side"),
        *given(Wide, "user_id"),
        *given(Text, "text"),
        *given(Document, "faces"),
        *given(Wide, "at"),
    )
    table(
        "sheets",
        *key_opening(),
        *key(Text, "side"),
        *given(Text, "state"),
        *given(Integer, "version"),
        *given(Text, "word"),
        *maybe(Wide, "live_message_id"),
        one_of("state", "none", "partial", "complete", "ready"),
    )
    table(
        "snapshots",
        *key_opening(),
        *key(Text, "phase"),
        *key(Integer, "seq"),
        *given(LargeBinary, "state"),
        one_of("phase", "start", "draft"),
    )
    table(
        "reminders",
        Column("deadline", Integer, ForeignKey("deadlines.id"), primary_key=True),
        *key(Integer, "before_seconds"),
        *given(Wide, "at"),
        *given(Flag, "done"),
        Index(None, "done", "at"),
    )
