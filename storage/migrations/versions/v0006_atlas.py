"""A player may have the atlas with each turn's packet; nobody does until they say so."""

import sqlalchemy as sa
from alembic import op

from storage.types import Flag

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("seats", sa.Column("atlas", Flag(), nullable=False, server_default=sa.false()))
