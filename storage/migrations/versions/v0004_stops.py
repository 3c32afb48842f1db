"""The stop at which a bout's turn waits, told by the turn itself; until now only the audit log knew it."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, and fill it with the last stop of each turn that the audit log tells of."""
    op.add_column("turns", sa.Column("stop", sa.Text(), nullable=False, server_default=""))
    turns = sa.table("turns", sa.column("game"), sa.column("opening"), sa.column("stop"))
    audit = sa.table("audit", *(sa.column(name) for name in ("id", "game", "action", "detail")))
    connection = op.get_bind()
    told = sa.select(audit.c.game, audit.c.detail).where(audit.c.action == "bout.stopped").order_by(audit.c.id)
    stops: dict[tuple[str, int], str] = {}
    for game, detail in connection.execute(told):
        said = json.loads(detail)
        stops[game, said.get("opening", -1)] = str(said["stop"])
    for (game, opening), stop in stops.items():
        of_turn = (turns.c.game == game) & (turns.c.opening == opening)
        connection.execute(sa.update(turns).where(of_turn).values(stop=stop))
