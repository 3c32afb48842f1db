"""Pictures and texts of battles, as plain functions of bytes or views that a worker process can be sent."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from render.battle_digest import digest
from render.battle_log import sentence
from render.battle_map.draw import Line, draw_battle_map
from render.battle_map.field import around_hex
from render.battle_map.text import write_battle_text
from render.battle_replay.make import make_replay
from render.systems_display import draw_design_display, draw_display, write_design_text, write_display_text
from render.theme import ThemeName
from rules.errors import NotYoursError, quoted
from rules.hexes import Hex
from rules.pentagon_war.captains.preview import Preview, preview
from rules.pentagon_war.designs import Design
from rules.pentagon_war.events import Event
from rules.pentagon_war.options import Options
from rules.pentagon_war.programme import Programme
from rules.pentagon_war.turn.steps import where
from rules.pentagon_war.turn.view import BattleView, seen_events, view_for
from rules.pentagon_war.units import Moment, UnitId
from storage.bout_codec import BATTLE_CODEC
from storage.codec import unpack
from umpire.bouts.dogfight_pictures import draw_fight_files
from umpire.bouts.run import BATTLE, DOGFIGHT
from umpire.courier import File
from umpire.desk import Umpire
from umpire.outbox import FOLD, FileKind

NAMES = {"report": "report.md", "map": "map.png", "text-map": "map.txt", "replay": "replay.gif"}


@dataclass(frozen=True, slots=True)
class BattleWish:
    """What of the battle map, and how: around a hex (None: all in play), a unit's arcs, a line of fire, a plotted path."""

    theme: ThemeName = "dark"
    center: Hex | None = None
    radius: int = 8
    arcs_of: UnitId = ""
    line: Line | None = None
    plan: Programme | None = None


async def draw_map(desk: Umpire, view: BattleView, title: str, wish: BattleWish) -> tuple[File, File]:
    """The map and its text twin, drawn in a worker from a side's view. GameError for what is not on this map."""
    return await desk.workers.run(paint_map, view, title, wish, urgent=True)


async def draw_craft(desk: Umpire, view: BattleView, unit: UnitId, theme: ThemeName) -> tuple[File, File]:
    """A craft's systems display and its words. NotYoursError for a craft that the side does not see."""
    return await desk.workers.run(paint_craft, view, unit, theme, urgent=True)


async def draw_design(desk: Umpire, design: Design, options: Options, theme: ThemeName) -> tuple[File, File]:
    """A design's display and its words."""
    return await desk.workers.run(paint_design, design, options, theme, urgent=True)


async def draw_replay(
    desk: Umpire, start: bytes, end: bytes, told: tuple[bytes, ...], side: str | None, title: str, theme: ThemeName
) -> File:
    """A replay of what a side was told since `start` (None: the whole truth); drawn in a worker."""
    return await desk.workers.run(paint_replay, start, end, told, side, title, theme, urgent=True)


def paint_map(view: BattleView, title: str, wish: BattleWish) -> tuple[File, File]:
    """Draw and describe; runs in a worker."""
    path: Preview | None = preview(view, wish.plan) if wish.plan else None
    picture = draw_battle_map(
        view,
        theme=wish.theme,
        title=title,
        region=around_hex(wish.center, wish.radius) if wish.center is not None else None,
        arcs_of=wish.arcs_of or None,
        line=wish.line,
        plan=path,
        plan_of=wish.plan.craft if wish.plan else "",
    )
    return File(NAMES["map"], picture.png, picture.alt), File(NAMES["text-map"], write_battle_text(view).encode())


def paint_craft(view: BattleView, unit: UnitId, theme: ThemeName) -> tuple[File, File]:
    """Draw and describe a craft; runs in a worker."""
    craft = view.craft.get(unit)
    if craft is None:
        raise NotYoursError(f"{quoted(unit)} is no craft you can see in this battle.")
    picture = draw_display(craft, view.options, theme=theme)
    return File("ship.png", picture.png, picture.alt), File(
        "ship.txt", write_display_text(craft, view.options).encode()
    )


def paint_design(design: Design, options: Options, theme: ThemeName) -> tuple[File, File]:
    """Draw and describe a design; runs in a worker."""
    picture = draw_design_display(design, options, theme=theme)
    return File("ship.png", picture.png, picture.alt), File("ship.txt", write_design_text(design, options).encode())


def paint_replay(
    start: bytes, end: bytes, told: tuple[bytes, ...], side: str | None, title: str, theme: ThemeName
) -> File:
    """A moving picture of what a side was told; runs in a worker."""
    view, later = (view_for(BATTLE_CODEC.read(unpack(packed)), side) for packed in (start, end))
    events = seen_events([BATTLE_CODEC.read_event(event) for event in told], side)
    made = make_replay(view, events, theme=theme, title=title, end_view=later)
    return File(NAMES["replay"], made.gif, made.alt)


def draw_bout(
    system: str,
    start: bytes,
    packed: bytes,
    told: tuple[bytes, ...],
    side: str,
    kinds: tuple[FileKind, ...],
    title: str,
    turn: int,
) -> tuple[File, ...]:
    """The files of one playing of a turn, as a side ("*": everybody) may see them. Runs in a worker."""
    if system == DOGFIGHT:
        return draw_fight_files(start, packed, told, side, kinds, title, turn)
    if system != BATTLE:
        raise ValueError(f"{system} is not drawn as a battle")
    view = view_for(BATTLE_CODEC.read(unpack(packed)), side)
    events = seen_events([BATTLE_CODEC.read_event(event) for event in told], side)
    files: list[File] = []
    for kind in kinds:
        match kind:
            case "report":
                files.append(File(NAMES[kind], write_report(view, events, title, turn).encode()))
            case "map":
                picture = draw_battle_map(view, title=title)
                files.append(File(NAMES[kind], picture.png, picture.alt))
            case "text-map":
                files.append(File(NAMES[kind], write_battle_text(view).encode()))
            case "replay":
                files.append(paint_replay(start, packed, told, side, f"{title}, turn {turn}", "dark"))
            case "capsule":
                raise ValueError("a capsule is not drawn")
            case _:
                assert_never(kind)
    return tuple(files)


def write_report(view: BattleView, events: Iterable[Event], title: str, turn: int) -> str:
    """A turn in a dozen lines, and below the fold its whole log in plain sentences."""
    told = list(events)
    return "\n".join([*digest(view, told), "", FOLD, "", f"## {title}, turn {turn}", *log_of(view, told), ""])


def log_of(view: BattleView, events: Iterable[Event], *, numbered: bool = False) -> Iterator[str]:
    """A line for each event, with its number on request, under a heading for each place in the turn."""
    at: Moment | None = None
    for number, event in enumerate(events, 1):
        if event.at != at:
            at = event.at
            place = where(at)
            yield f"**{place[0].upper()}{place[1:]}**"
        yield f"{number if numbered else '-'}{'.' if numbered else ''} {sentence(event, view)}"
