"""The files of a packet: their names, and making those that are asked for."""

from collections.abc import Callable, Mapping
from typing import Final

from umpire.outbox.courier import File
from umpire.outbox.outbox import FileKind

FILE_NAMES: Final = {
    "report": "report.md",
    "map": "map.png",
    "text-map": "map.txt",
    "replay": "replay.gif",
    "atlas": "atlas.html",
    "chronicle": "chronicle.html",
    "film": "campaign.gif",
}


PACKET: Final[tuple[FileKind, ...]] = ("report", "map", "text-map")


def text_file(kind: FileKind, text: str) -> File:
    """A text as a file of this kind."""
    return File(FILE_NAMES[kind], text.encode())


def drawn(
    kinds: tuple[FileKind, ...], makers: Mapping[FileKind, Callable[[], File | tuple[File, ...]]]
) -> tuple[File, ...]:
    """The files of these kinds, in order; a kind may be several files, or none. ValueError for one that is not drawn for this
    game."""
    wrong = [kind for kind in kinds if kind not in makers]
    if wrong:
        raise ValueError(f"a {wrong[0]} is not drawn for this game")
    made = [makers[kind]() for kind in kinds]
    return tuple(file for one in made for file in (one if isinstance(one, tuple) else (one,)))
