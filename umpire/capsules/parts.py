"""A capsule that is larger than a message takes, in parts: each begins with a line that says which of how many it is.

Without those lines, one after the other, the parts are the capsule. They are joined in any order, as several files or as one.
"""

import hashlib
from collections.abc import Sequence
from typing import Final

import msgspec

from rules.errors import GameError
from umpire.capsules.capsule import BROKEN, MOST_BYTES

FORMAT: Final = "admiralty-capsule-part-1"
MARK: Final = b'{"format":"admiralty-capsule-part-'
HEAD_BYTES: Final = 256
"""More than the first line of a part takes."""
MOST_PARTS: Final = 1000


class PartHead(msgspec.Struct, frozen=True):
    """The first line of a part: its number (from 1), of how many, its own bytes, and the SHA-256 of the whole capsule."""

    format: str
    part: int
    of: int
    bytes: int
    sha256: str


def split_capsule(data: bytes, most: int) -> tuple[bytes, ...]:
    """A capsule as it is if it has at most `most` bytes, or else in parts of at most so many."""
    if len(data) <= most:
        return (data,)
    room = max(most - HEAD_BYTES, 1)
    pieces = [data[at : at + room] for at in range(0, len(data), room)]
    digest = hashlib.sha256(data).hexdigest()
    heads = [PartHead(FORMAT, number, len(pieces), len(piece), digest) for number, piece in enumerate(pieces, 1)]
    return tuple(msgspec.json.encode(head) + b"\n" + piece for head, piece in zip(heads, pieces, strict=True))


def join_capsule(files: Sequence[bytes]) -> bytes:
    """The capsule that these files are, one or several, each of them whole or any number of parts, in any order.

    GameError names what is missing: a part, the end of one, or that they belong together.
    """
    if not any(data.startswith(MARK) for data in files):
        if len(files) != 1:
            raise GameError(f"A capsule is one file, or its parts; these are {len(files)} files that are no parts.")
        return files[0]
    found: dict[int, bytes] = {}
    heads: list[PartHead] = []
    for data in files:
        heads += _read_parts(data, found)
    first = heads[0]
    if any((head.of, head.sha256) != (first.of, first.sha256) for head in heads):
        raise GameError("These are parts of different capsules; name those of one.")
    missing = [str(number) for number in range(1, first.of + 1) if number not in found]
    if missing:
        which = f"part {missing[0]} is" if len(missing) == 1 else f"parts {', '.join(missing)} are"
        raise GameError(f"This capsule has {first.of} parts, and {which} missing; name all of them.")
    whole = b"".join(found[number] for number in sorted(found))
    if hashlib.sha256(whole).hexdigest() != first.sha256:
        raise GameError("These parts do not make the capsule that they were taken from: one of them is damaged.")
    return whole


def _read_parts(data: bytes, found: dict[int, bytes]) -> list[PartHead]:
    """The heads of all parts in a file; what follows each goes into `found`."""
    heads: list[PartHead] = []
    at = 0
    while at < len(data):
        line, _, _ = data[at : at + HEAD_BYTES].partition(b"\n")
        try:
            head = msgspec.json.decode(line, type=PartHead)
        except BROKEN as wrong:
            raise GameError("One of these files is no part of a capsule, or is damaged.") from wrong
        if head.format != FORMAT or not 1 <= head.part <= head.of <= MOST_PARTS or not 0 <= head.bytes <= MOST_BYTES:
            raise GameError("One of these files is a part that this version does not know.")
        at += len(line) + 1
        piece = data[at : at + head.bytes]
        if len(piece) != head.bytes:
            raise GameError(f"Part {head.part} of {head.of} is cut off at its end; fetch it once more.")
        found[head.part] = piece
        heads.append(head)
        at += head.bytes
    return heads
