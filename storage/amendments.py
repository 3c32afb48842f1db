"""Rows of amendments: what the game master changed, in which phase of which opening, why and by whom."""

from sqlalchemy import insert, select

from rules.cluster_war.model.working.amendment import Amendment
from rules.values import Value
from storage.codec import AMENDMENTS
from storage.db import Transaction
from storage.rows import columns
from storage.schema import amendments
from storage.snapshots import Phase


class AmendmentRow(Value):
    """One amendment; `seq` is the snapshot it led to."""

    game: str
    opening: int
    phase: Phase
    seq: int
    amendment: Amendment
    reason: str
    actor: str
    at: int


async def add_amendment(tx: Transaction, row: AmendmentRow) -> None:
    """Insert an amendment."""
    await tx.execute(insert(amendments), columns(row) | {"amendment": AMENDMENTS.encode(row.amendment)})


async def amendments_of(tx: Transaction, game: str, opening: int) -> tuple[AmendmentRow, ...]:
    """All amendments of one opening, the start's first, each phase in order."""
    query = (
        select(amendments).filter_by(game=game, opening=opening).order_by(amendments.c.phase.desc(), amendments.c.seq)
    )
    return tuple(
        AmendmentRow(r.game, r.opening, r.phase, r.seq, AMENDMENTS.decode(r.amendment), r.reason, r.actor, r.at)
        for r in await tx.execute(query)
    )
