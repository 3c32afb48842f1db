"""Rows of snapshots: a turn's start and its draft result, each followed by one more per amendment; none overwritten."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from sqlalchemy import bindparam, insert, select

from storage.codec import unpack
from storage.db import Transaction
from storage.schema import snapshots

Phase: TypeAlias = Literal["start", "draft"]

_LATEST = (
    select(snapshots.c.seq)
    .where(
        snapshots.c.game == bindparam("game"),
        snapshots.c.opening == bindparam("opening"),
        snapshots.c.phase == bindparam("phase"),
    )
    .order_by(snapshots.c.seq.desc())
    .limit(1)
)


@dataclass(frozen=True, slots=True, order=True)
class SnapshotKey:
    """Names a snapshot; what it names never changes, so it is safe to cache by."""

    game: str
    opening: int
    phase: Phase
    seq: int


async def add_packed(tx: Transaction, key: SnapshotKey, packed: bytes) -> None:
    """Insert a state that was packed elsewhere (`codec.pack`)."""
    await tx.execute(
        insert(snapshots).values(game=key.game, opening=key.opening, phase=key.phase, seq=key.seq, state=packed)
    )


async def latest(tx: Transaction, game: str, opening: int, phase: Phase) -> SnapshotKey | None:
    """The key of the last snapshot of this phase."""
    seq = (await tx.execute(_LATEST, {"game": game, "opening": opening, "phase": phase})).scalar()
    return None if seq is None else SnapshotKey(game, opening, phase, seq)


async def require(tx: Transaction, game: str, opening: int, phase: Phase = "start") -> SnapshotKey:
    """The same of an opening that must have one. LookupError if it has none."""
    found = await latest(tx, game, opening, phase)
    if found is None:
        raise LookupError(f"opening {opening} of {game} has no {phase}")
    return found


async def result_of(tx: Transaction, game: str, opening: int) -> SnapshotKey:
    """Where a playing of a turn ended: its draft as last amended, or else the start of what followed."""
    return await latest(tx, game, opening, "draft") or SnapshotKey(game, opening + 1, "start", 0)


async def load_packed(tx: Transaction, key: SnapshotKey) -> bytes:
    """A state as it lies in the database. KeyError if there is none."""
    query = select(snapshots.c.state).where(
        snapshots.c.game == key.game,
        snapshots.c.opening == key.opening,
        snapshots.c.phase == key.phase,
        snapshots.c.seq == key.seq,
    )
    packed = (await tx.execute(query)).scalar()
    if packed is None:
        raise KeyError(key)
    return bytes(packed)


async def load(tx: Transaction, key: SnapshotKey) -> bytes:
    """A state's JSON bytes. KeyError if there is none."""
    return unpack(await load_packed(tx, key))


async def of_opening(tx: Transaction, game: str, opening: int) -> tuple[SnapshotKey, ...]:
    """The keys of all snapshots of one opening, the start's first."""
    columns = snapshots.c
    query = (
        select(columns.game, columns.opening, columns.phase, columns.seq)
        .where(columns.game == game, columns.opening == opening)
        .order_by(columns.phase.desc(), columns.seq)
    )
    return tuple(SnapshotKey(*row) for row in await tx.execute(query))
