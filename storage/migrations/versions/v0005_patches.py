"""A snapshot may be kept as what differs from an earlier one of its game; those that are there stay whole."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns that name the snapshot which another one is a patch of."""
    for column in (
        sa.Column("base_opening", sa.Integer()),
        sa.Column("base_phase", sa.Text()),
        sa.Column("base_seq", sa.Integer()),
    ):
        op.add_column("snapshots", column)
