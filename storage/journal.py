"""Whether the journal (`-wal`) beside a database file is whole, looked at before SQLite is let near it.

SQLite reads a journal up to its first damaged frame and forgets the rest without a word; beside a file without a page it
deletes it. So a journal that was damaged would silently take a game back to an earlier turn, or to nothing at all.
What a power cut may leave behind is no damage: one transaction that was never committed, or the rest of an older journal.
"""

import struct
import time
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import BinaryIO, Final, TypeAlias

from storage.errors import StorageError

WAL_HEADER: Final = struct.Struct(">8L")
FRAME_HEADER: Final = struct.Struct(">6L")
WAL_MAGIC: Final = (0x377F0682, 0x377F0683)
LARGEST_PAGE: Final = 1 << 16
MOST_LOOKS: Final = 3
"""Another process may be writing just now; a damaged journal stays damaged."""
PAUSE_SECONDS: Final = 0.2
BLOCK_BYTES: Final = 1 << 20
"""Bytes that are read at once."""
MOST_JOURNALS: Final = 1_000_000
"""The first salt is one more each time a journal begins again; but chance gives a new pair where the one before held no
whole transaction. So what is further away is the rest of an older journal, too, or was never written by SQLite."""
Salts: TypeAlias = tuple[int, int]


def check_journal(name: str) -> None:
    """StorageError if the database file `name` has lost what its journal held, or is about to lose it. Blocks."""
    database, journal = Path(name), Path(name + "-wal")
    for look in range(MOST_LOOKS):
        try:
            size = journal.stat().st_size if journal.is_file() else 0
            empty = not database.is_file() or database.stat().st_size == 0
            if not size or (not empty and not _looks_damaged(journal)):
                return
        except OSError as wrong:
            raise StorageError(f"The database {name} cannot be opened: {wrong.strerror or wrong}.") from wrong
        if look < MOST_LOOKS - 1:
            time.sleep(PAUSE_SECONDS)
    if empty:
        raise StorageError(
            f"The database {name} is missing or empty, but {journal.name} beside it holds {size} bytes of it. Put the "
            "two back together or restore a backup; to begin anew, move that file away."
        )
    raise StorageError(
        f"The journal {journal.name} of the database {name} is damaged, and with it the newest turns would be lost. Keep "
        "a copy of both files and restore the newest backup; without one, move the journal away to go on with what is left."
    )


def _looks_damaged(journal: Path) -> bool:
    with journal.open("rb", BLOCK_BYTES) as data:
        return is_damaged(data)


def is_damaged(journal: BinaryIO) -> bool:
    """Whether transactions that were committed stand behind a frame that cannot be read, or nothing can be read at all.

    Of a journal of any size no more than a block is held at once.
    """
    header = journal.read(WAL_HEADER.size)
    if len(header) < WAL_HEADER.size:
        return False
    magic, _, page, _, *own, first, second = WAL_HEADER.unpack(header)
    order = ">" if magic == WAL_MAGIC[1] else "<"
    if (
        magic not in WAL_MAGIC
        or _sums(header[:24], (0, 0), order) != (first, second)
        or not 512 <= page <= LARGEST_PAGE
    ):
        return len(journal.read(FRAME_HEADER.size)) == FRAME_HEADER.size
    salts = (own[0], own[1])
    if _holds_noise((FRAME_HEADER.unpack_from(frame)[2:4] for frame in _frames(journal, page)), salts):
        return True
    sums: tuple[int, int] | None = (first, second)
    lost = False
    for frame in _frames(journal, page):
        _, commits, *theirs, one, two = FRAME_HEADER.unpack_from(frame)
        if tuple(theirs) != salts:
            # The rest of an older journal, which SQLite writes over from its start, or what a power cut left empty.
            sums = None
            continue
        if sums is not None:
            sums = _sums(frame[:8] + frame[FRAME_HEADER.size :], sums, order)
            if sums == (one, two):
                continue
            sums = None
        if lost:
            return True  # something follows a commit, which was on the disk before that something was begun
        lost = commits != 0
    return False


def _frames(journal: BinaryIO, page: int) -> Iterator[bytes]:
    """The frames of a journal that are there whole, one by one."""
    size = FRAME_HEADER.size + page
    journal.seek(WAL_HEADER.size)
    while len(frame := journal.read(size)) == size:
        yield frame


def _holds_noise(found: Iterable[Salts], own: Salts) -> bool:
    """Whether frames carry salts that SQLite never wrote. All frames of an older journal carry the same pair; of the last
    such journal a single frame may be left."""
    single = 0
    for salts, run in groupby(found):
        if any(salts) and (own[0] - salts[0]) % (1 << 32) > MOST_JOURNALS:
            if salts[0] == salts[1]:
                return True  # the same byte over and over
            single += sum(1 for _ in run) == 1
    return single > 1


def _sums(data: bytes, before: tuple[int, int], order: str) -> tuple[int, int]:
    """SQLite's checksum of a multiple of eight bytes."""
    first, second = before
    words = struct.unpack(f"{order}{len(data) // 4}L", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second
