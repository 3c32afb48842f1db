"""Blueprints: spacecraft that players draw for battles."""

from alembic import op
from sqlalchemy import Text

from storage.columns import given, key
from storage.types import Flag, Wide

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; what is there stays as it is."""
    op.create_table(
        "blueprints",
        *key(Wide, "guild", "owner"),
        *key(Text, "name"),
        *given(Text, "sheet"),
        *given(Flag, "shared"),
        *given(Wide, "changed_at"),
        sqlite_strict=True,
    )
