"""The battles for which a month waits, and what came of them: inputs of the turn beside its orders."""

from alembic import op
from sqlalchemy import Column, Integer, LargeBinary, Text

from storage.columns import given, key, key_opening, maybe, one_of
from storage.types import Document, Wide

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; no turn of before has waited for a battle."""
    op.create_table(
        "battle_outcomes",
        *key_opening(),
        *key(Text, "battle"),
        *given(Integer, "round"),
        *given(LargeBinary, "fight"),
        *given(Text, "state"),
        *given(Document, "commanders"),
        *given(Wide, "asked_at"),
        *maybe(Wide, "deadline", "frozen_at"),
        *maybe(LargeBinary, "outcome"),
        *maybe(Wide, "settled_at"),
        Column("settled_by", Text, nullable=False, server_default=""),
        one_of("state", "waiting", "proxy", "settled"),
        sqlite_strict=True,
    )
