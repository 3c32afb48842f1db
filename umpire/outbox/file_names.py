"""The names of a packet's files."""

from typing import Final

from umpire.outbox.outbox import FileKind

FILE_NAMES: Final = {"report": "report.md", "map": "map.png", "text-map": "map.txt", "replay": "replay.gif"}


PACKET: Final[tuple[FileKind, ...]] = ("report", "map", "text-map")
