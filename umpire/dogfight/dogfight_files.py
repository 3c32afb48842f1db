"""Pictures of dogfights, as plain functions of bytes or views that a worker process can be sent."""

from render.canvas.theme import ThemeName
from render.dogfight.card import draw_card
from render.dogfight.draw import draw_dogfight
from render.dogfight.log import format_digest
from render.dogfight.replay import make_dogfight_replay
from render.dogfight.text import write_dogfight_text
from rules.air_force.orders import JetId
from rules.air_force.view import DogfightView, view_for
from rules.values import NotYoursError, quoted, seen_events
from storage.codec import unpack
from umpire.dogfight.codec import DOGFIGHT_CODEC
from umpire.outbox.courier import FILE_NAMES, File, draw_letter_files, text_file
from umpire.outbox.outbox import FileKind


def paint_fight(view: DogfightView, title: str, theme: ThemeName = "dark") -> File:
    """The map from a side's view."""
    picture = draw_dogfight(view, theme=theme, title=title)
    return File(FILE_NAMES["map"], picture.png, picture.alt)


def paint_card_of(view: DogfightView, jet: JetId, theme: ThemeName) -> File:
    """A jet's card. NotYoursError for a jet that the side does not see."""
    found = view.known.jets.get(jet)
    if found is None:
        raise NotYoursError(f"{quoted(jet)} is not a jet you can see.")
    picture = draw_card(view, found, theme=theme)
    return File("card.png", picture.png, picture.alt)


def paint_fight_replay(
    start: bytes, end: bytes, told: tuple[bytes, ...], side: str | None, title: str, theme: ThemeName
) -> File:
    """A replay of what a side was told since `start` (None: the whole truth)."""
    view, later = (view_for(DOGFIGHT_CODEC.read(unpack(packed)), side) for packed in (start, end))
    events = seen_events([DOGFIGHT_CODEC.events.decode(event) for event in told], side)
    made = make_dogfight_replay(view, events, theme=theme, title=title, end=later)
    return File(FILE_NAMES["replay"], made.gif, made.alt)


def draw_fight_files(
    start: bytes, packed: bytes, told: tuple[bytes, ...], side: str, kinds: tuple[FileKind, ...], title: str, turn: int
) -> tuple[File, ...]:
    """The files of one playing of a turn, as a side ("*": everybody) may see them. Runs in a worker."""
    view = view_for(DOGFIGHT_CODEC.read(unpack(packed)), side)
    events = seen_events([DOGFIGHT_CODEC.events.decode(event) for event in told], view.side)

    def report() -> str:
        return "\n".join([f"## {title}, turn {turn}", *(f"- {line}" for line in format_digest(view, events)), ""])

    return draw_letter_files(
        kinds,
        {
            "report": lambda: text_file("report", report()),
            "map": lambda: paint_fight(view, title),
            "text-map": lambda: text_file("text-map", write_dogfight_text(view, title)),
            "replay": lambda: paint_fight_replay(start, packed, told, side, f"{title}, turn {turn}", "dark"),
        },
    )
