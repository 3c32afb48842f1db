"""Squadrons: craft that are kept between battles of the Pentagon War."""

from alembic import op
from sqlalchemy import Index, Integer, Text, UniqueConstraint

from storage.columns import given, key
from storage.types import Document, Wide

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; what is there stays as it is."""
    op.create_table(
        "squadrons",
        *key(Text, "id"),
        *given(Wide, "guild", "owner"),
        *given(Text, "name", "origin", "side", "battle"),
        *given(Integer, "version"),
        *given(Document, "document"),
        *given(Wide, "changed_at"),
        UniqueConstraint("origin", "side", name="uq_squadrons_origin_side"),
        Index("ix_squadrons_guild_owner", "guild", "owner"),
        sqlite_strict=True,
    )
