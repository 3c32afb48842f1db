"""The game in which the players of a campaign fight a battle of it."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; no battle of before has been fought so."""
    op.add_column("battle_outcomes", Column("bout", Text, nullable=False, server_default=""))
