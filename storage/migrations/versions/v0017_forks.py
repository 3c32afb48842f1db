"""Forks: a turn that a game master plays otherwise in private, as what is changed of it."""

from alembic import op
from sqlalchemy import Column, ForeignKey, Integer, Text

from storage.columns import given
from storage.types import Document, Wide

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; what is there stays as it is."""
    op.create_table(
        "forks",
        Column("game", Text, ForeignKey("games.id"), primary_key=True),
        *given(Integer, "version", "opening", "forked"),
        *given(Text, "takes"),
        *given(Document, "document"),
        *given(Wide, "changed_at"),
        sqlite_strict=True,
    )
