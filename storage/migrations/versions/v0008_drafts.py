"""Drafts: what somebody wrote into a form that was refused, so that the form opens again with it, after a restart too."""

from alembic import op
from sqlalchemy import Text

from storage.columns import given, key
from storage.types import Document, Wide

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; what is there stays as it is."""
    op.create_table(
        "drafts",
        *key(Text, "id"),
        *given(Wide, "user_id"),
        *given(Text, "form"),
        *given(Document, "written"),
        *given(Wide, "at"),
        sqlite_strict=True,
    )
    op.create_index("ix_drafts_at", "drafts", ["at"])
