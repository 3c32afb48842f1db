"""Every table, as `storage.schema` declares them."""

from alembic import op

from storage.schema import metadata

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make them. The first migration that changes a table after a release lists here the tables that this release made."""
    metadata.create_all(op.get_bind())
