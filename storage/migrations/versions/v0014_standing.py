"""Standing orders: a side's list in each playing of a turn, with what it gave there."""

from alembic import op
from sqlalchemy import Integer, LargeBinary, Text

from storage.columns import given, key, key_opening
from storage.types import Wide

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; nobody had any before."""
    op.create_table(
        "standing_orders",
        *key_opening(),
        *key(Text, "side"),
        *given(Integer, "version"),
        *given(LargeBinary, "sheet"),
        *given(Wide, "at"),
        sqlite_strict=True,
    )
