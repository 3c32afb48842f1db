"""Blueprints: spacecraft that players draw for battles."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

WIDE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
FLAG = sa.Boolean().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table; what is there stays as it is."""
    op.create_table(
        "blueprints",
        sa.Column("guild", WIDE, nullable=False),
        sa.Column("owner", WIDE, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("sheet", sa.Text(), nullable=False),
        sa.Column("shared", FLAG, nullable=False),
        sa.Column("changed_at", WIDE, nullable=False),
        sa.PrimaryKeyConstraint("guild", "owner", "name", name=op.f("pk_blueprints")),
        sqlite_strict=True,
    )
