"""Papers: campaigns that are made by their players, and unit designs that wait for the game master."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

WIDE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table; what is there stays as it is."""
    op.create_table(
        "papers",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("side", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("changed_at", WIDE, nullable=False),
        sa.CheckConstraint("kind IN ('campaign', 'race', 'design')", name=op.f("ck_papers_kind")),
        sa.CheckConstraint("state IN ('draft', 'submitted', 'returned', 'approved')", name=op.f("ck_papers_state")),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_papers_game")),
        sa.PrimaryKeyConstraint("game", "kind", "side", "name", name=op.f("pk_papers")),
        sqlite_strict=True,
    )
