"""Pings: what each person wants to be named for, and how often each was named in a turn."""

from alembic import op
from sqlalchemy import Index, Integer, Text

from storage.columns import given, key, of_game, one_of
from storage.types import Wide

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables; whoever has said nothing is named for everything, as before."""
    op.create_table(
        "wishes",
        *key(Wide, "guild", "user_id"),
        *given(Text, "wish"),
        *given(Wide, "changed_at"),
        one_of("wish", "all", "few", "none"),
        sqlite_strict=True,
    )
    op.create_table(
        "pings",
        *key(Integer, "id"),
        of_game(),
        *given(Integer, "opening"),
        *given(Wide, "user_id"),
        *given(Text, "kind"),
        *given(Wide, "at"),
        Index(None, "game", "user_id"),
        sqlite_strict=True,
    )
