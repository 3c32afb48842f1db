"""Coming back: what each person last looked at, and who wants a digest, how often."""

from alembic import op
from sqlalchemy import Integer, Text

from storage.columns import given, key, key_game, one_of
from storage.types import Document, Wide

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables; nobody has looked yet, and nobody has asked for a digest."""
    op.create_table(
        "looked",
        key_game(),
        *key(Text, "side"),
        *key(Wide, "user_id"),
        *given(Integer, "opening", "seq"),
        *given(Wide, "at"),
        sqlite_strict=True,
    )
    op.create_table(
        "digests",
        *key(Wide, "guild", "user_id"),
        *given(Text, "every"),
        *given(Wide, "next_at"),
        *given(Document, "marks"),
        *given(Wide, "changed_at"),
        one_of("every", "off", "daily", "weekly", "closed"),
        sqlite_strict=True,
    )
    op.create_index("ix_digests_next_at", "digests", ["next_at"])
