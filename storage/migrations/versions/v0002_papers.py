"""Papers: campaigns that are made by their players, and unit designs that wait for the game master."""

from alembic import op
from sqlalchemy import Integer, Text

from storage.columns import given, key, key_game, one_of
from storage.types import Document, Wide

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; what is there stays as it is."""
    op.create_table(
        "papers",
        key_game(),
        *key(Text, "kind", "side", "name"),
        *given(Integer, "version"),
        *given(Text, "state"),
        *given(Document, "document"),
        *given(Wide, "changed_at"),
        one_of("kind", "campaign", "race", "design"),
        one_of("state", "draft", "submitted", "returned", "approved"),
        sqlite_strict=True,
    )
