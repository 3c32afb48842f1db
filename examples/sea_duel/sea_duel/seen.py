"""What is seen of a duel: the reader, the files of a post, and with them the duel as the clock and capsules know it."""

from functools import partial
from typing import Final

from render.canvas.theme import ThemeName
from sea_duel.duel import Duel, Event
from sea_duel.kind import CODEC, KIND
from sea_duel.picture import draw, headlines, line, text
from storage.codec import unpack
from umpire.outbox.courier import FILE_NAMES, File, draw_letter_files, text_file
from umpire.outbox.outbox import FileKind
from umpire.services.services import Slot
from umpire.systems.contract import System
from umpire.tactical.entry import entry
from umpire.tactical.tactical_reader import TacticalReader, tactical_news


def read(packed: bytes, told: tuple[bytes, ...], side: str | None) -> tuple[Duel, tuple[Event, ...]]:
    """The duel and what was told of it; there is nothing that a side may not see once it has happened."""
    del side
    return CODEC.read(unpack(packed)), tuple(CODEC.events.decode(event) for event in told)


READER: Final[TacticalReader[Duel, Event]] = TacticalReader(read, Slot(), lambda duel, _: duel)


def paint(duel: Duel, title: str, theme: ThemeName = "dark") -> File:
    """The map. Runs in a worker."""
    picture = draw(duel, title, theme)
    return File(FILE_NAMES["map"], picture.png, picture.alt)


def draw_files(
    start: bytes, end: bytes, told: tuple[bytes, ...], side: str, kinds: tuple[FileKind, ...], title: str, turn: int
) -> tuple[File, ...]:
    """The files of a played turn. Runs in a worker."""
    del start
    duel, events = read(end, told, side)
    lines = [f"## {title}, turn {turn}", *(f"- {line(event, duel)}" for event in events), ""]
    return draw_letter_files(
        kinds,
        {
            "map": lambda: paint(duel, title),
            "report": lambda: text_file("report", "\n".join(lines)),
            "text-map": lambda: text_file("text-map", text(duel)),
        },
    )


SYSTEM: Final[System] = entry(KIND, draw_files, partial(tactical_news, READER, headlines))
