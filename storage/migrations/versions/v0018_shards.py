"""Shards: which process holds which range of them, when the next may log in, and whose each claim is."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy import Integer, Text

from storage.columns import given, key
from storage.types import Wide

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables and the columns; claims that are there stay nobody's, and end by their age."""
    op.add_column("deadlines", sa.Column("claimed_by", Text))
    op.add_column("outbox", sa.Column("claimed_by", Text))
    op.create_table(
        "shards",
        sa.Column("first", Integer, primary_key=True, autoincrement=False),
        *given(Integer, "last", "total"),
        *given(Text, "process"),
        *given(Wide, "at"),
        sqlite_strict=True,
    )
    op.create_table("logins", *key(Text, "door"), *given(Wide, "next_at"), sqlite_strict=True)
