"""What the players of a campaign without a game master vote on."""

from alembic import op
from sqlalchemy import Integer, Text

from storage.columns import given, key, key_game, one_of
from storage.types import Document, Wide

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; nothing was voted on before."""
    op.create_table(
        "votes",
        key_game(),
        *key(Text, "ref"),
        *given(Integer, "version"),
        *given(Text, "question", "side", "wording", "outcome", "state"),
        *given(Wide, "due_at"),
        *given(Document, "ballots"),
        one_of("state", "open", "carried", "lost", "gone"),
        sqlite_strict=True,
    )
