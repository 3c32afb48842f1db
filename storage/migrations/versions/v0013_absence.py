"""Absences: when somebody is away, what time their side has in the bank, who acts for it, and how often it was missed."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy import ForeignKey, Index, Integer, Text

from storage.columns import given, key, maybe
from storage.types import Document, Wide

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables and the column; what is there stays as it is."""
    op.add_column("seats", sa.Column("deputy_id", Wide))
    op.create_table(
        "absences",
        *key(Integer, "id"),
        *given(Wide, "guild", "user_id", "since", "until"),
        *given(Text, "game", "word"),
        Index("ix_absences_guild_user_id", "guild", "user_id"),
        sqlite_strict=True,
    )
    op.create_table(
        "attendance",
        sa.Column("game", Text, ForeignKey("games.id"), primary_key=True),
        *key(Text, "side"),
        *maybe(Wide, "named_id", "returned_at"),
        *given(Integer, "granted", "used"),
        *given(Document, "document"),
        sqlite_strict=True,
    )
