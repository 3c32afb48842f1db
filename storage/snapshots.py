"""Rows of snapshots: a turn's start and its draft result, each followed by one more per amendment; none overwritten."""

import asyncio
from typing import Final, Literal, TypeAlias

from sqlalchemy import bindparam, func, insert, select

from rules.values import Value
from storage.codec import apply_patch, pack, patch, unpack
from storage.db import Transaction
from storage.errors import StorageError
from storage.queries import PreparedQuery, columns, every, number
from storage.schema import snapshots

Phase: TypeAlias = Literal["start", "draft"]

_LATEST = PreparedQuery(
    select(snapshots.c.seq)
    .filter_by(game=bindparam("game"), revision=bindparam("revision"), phase=bindparam("phase"))
    .order_by(snapshots.c.seq.desc())
    .limit(1)
)


class SnapshotKey(Value, order=True):
    """Names a snapshot; what it names never changes, so it is safe to cache by."""

    game: str
    revision: int
    phase: Phase
    seq: int


PATCHES_A_WHOLE: Final = 24
"""So many snapshots are kept as their difference from a whole one; then another is kept whole."""
SMALL_BYTES: Final = 4096
"""Packed bytes. What is smaller is kept whole."""
_BASE = (snapshots.c.base_revision, snapshots.c.base_phase, snapshots.c.base_seq)
_KEPT = PreparedQuery(
    select(snapshots.c.state, *_BASE).filter_by(
        game=bindparam("game"), revision=bindparam("revision"), phase=bindparam("phase"), seq=bindparam("seq")
    )
)
_WHOLE = PreparedQuery(
    select(snapshots.c.revision, snapshots.c.phase, snapshots.c.seq)
    .filter_by(game=bindparam("game"), base_revision=None)
    .order_by(snapshots.c.revision.desc(), snapshots.c.phase, snapshots.c.seq.desc())
    .limit(1)
)


async def add_packed(tx: Transaction, key: SnapshotKey, packed: bytes) -> None:
    """Insert a state that was packed elsewhere (`codec.pack`): what differs from an earlier one of the game, or whole."""
    row = columns(key) | {"state": packed}
    base = None if len(packed) < SMALL_BYTES else await _base_for(tx, key.game)
    if base is not None:
        difference = await asyncio.to_thread(_difference, await load_packed(tx, base), packed)
        if len(difference) * 2 < len(packed):
            named = {"base_revision": base.revision, "base_phase": base.phase, "base_seq": base.seq}
            row |= {"state": difference} | named
    await tx.execute(insert(snapshots), row)


async def _base_for(tx: Transaction, game: str) -> SnapshotKey | None:
    """The game's last snapshot that is whole, unless it has patches enough."""
    rows = await _WHOLE.ask(tx, {"game": game})
    if not rows:
        return None
    found = SnapshotKey(game, *rows[0])
    given = {"base_revision": found.revision, "base_phase": found.phase, "base_seq": found.seq}
    count = (await tx.execute(select(func.count()).select_from(snapshots).filter_by(game=game, **given))).scalar_one()
    return found if count < PATCHES_A_WHOLE else None


def _difference(base: bytes, packed: bytes) -> bytes:
    return patch(unpack(base), unpack(packed))


def _repacked(base: bytes, difference: bytes) -> bytes:
    return pack(apply_patch(unpack(base), difference))


async def latest(tx: Transaction, game: str, revision: int, phase: Phase) -> SnapshotKey | None:
    """The key of the last snapshot of this phase."""
    seq = await number(tx, _LATEST, {"game": game, "revision": revision, "phase": phase})
    return None if seq is None else SnapshotKey(game, revision, phase, seq)


async def require(tx: Transaction, game: str, revision: int, phase: Phase = "start") -> SnapshotKey:
    """The same of a revision that must have one. LookupError if it has none."""
    found = await latest(tx, game, revision, phase)
    if found is None:
        raise LookupError(f"revision {revision} of {game} has no {phase}")
    return found


async def result_of(tx: Transaction, game: str, revision: int) -> SnapshotKey:
    """Where a playing of a turn ended: its draft as last amended, or else the start of what followed."""
    return await latest(tx, game, revision, "draft") or SnapshotKey(game, revision + 1, "start", 0)


async def load_packed(tx: Transaction, key: SnapshotKey) -> bytes:
    """A whole state, packed. KeyError if there is none, StorageError if what it differs from is gone or is not whole."""
    found = await _stored_row(tx, key)
    if found is None:
        raise KeyError(key)
    state, base = found
    if base is None:
        return state
    whole = await _stored_row(tx, base)
    if whole is None or whole[1] is not None:
        is_ = "is missing" if whole is None else "is not kept whole"
        raise StorageError(
            f"A saved game is damaged: {_words(key)} is kept as what differs from {_words(base)}, and that {is_}."
        )
    return await asyncio.to_thread(_repacked, whole[0], state)


async def _stored_row(tx: Transaction, key: SnapshotKey) -> tuple[bytes, SnapshotKey | None] | None:
    """What a row holds, and the snapshot that it differs from."""
    found = await _KEPT.ask(tx, columns(key))
    if not found:
        return None
    state, *base = found[0]
    return bytes(state), None if base[0] is None else SnapshotKey(key.game, *base)


def _words(key: SnapshotKey) -> str:
    return f"{key.phase} {key.seq} of revision {key.revision}"


async def load(tx: Transaction, key: SnapshotKey) -> bytes:
    """A state's JSON bytes. KeyError and StorageError as above."""
    return unpack(await load_packed(tx, key))


async def of_revision(tx: Transaction, game: str, revision: int) -> tuple[SnapshotKey, ...]:
    """The keys of all snapshots of one revision, the start's first."""
    kept = snapshots.c
    query = select(kept.game, kept.revision, kept.phase, kept.seq).filter_by(game=game, revision=revision)
    return await every(tx, SnapshotKey, query.order_by(kept.phase.desc(), kept.seq))
