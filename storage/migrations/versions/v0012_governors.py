"""Seats that the bot leads, and what each playing of a turn was to it: its plan, and what it keeps in mind."""

from alembic import op
from sqlalchemy import LargeBinary, Text

from storage.columns import given, key, key_game, key_opening, one_of
from storage.types import Wide

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables; no seat of before was led by the bot."""
    op.create_table(
        "governors",
        key_game(),
        *key(Text, "side"),
        *given(Text, "character", "strength", "role"),
        one_of("role", "seat", "deputy"),
        sqlite_strict=True,
    )
    op.create_table(
        "governed",
        *key_opening(),
        *key(Text, "side"),
        *given(Text, "character", "strength", "failed"),
        *given(LargeBinary, "memory", "plan"),
        *given(Wide, "at"),
        sqlite_strict=True,
    )
