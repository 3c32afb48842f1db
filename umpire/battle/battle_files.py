"""Pictures and texts of battles, as plain functions of bytes or views that a worker process can be sent."""

from collections.abc import Iterable, Iterator

from render.battle.atlas.atlas import battle_moments, write_atlas
from render.battle.battle_map.draw import RangeLine, draw_battle_map
from render.battle.battle_map.layers import around_hex
from render.battle.battle_map.text import write_battle_text
from render.battle.digest import format_digest, format_ending
from render.battle.letters import IN_WORDS
from render.battle.log import format_event
from render.battle.replay.frames import make_replay
from render.battle.ship_sheet.boxes import BoxSheet, sheet_of, sheet_of_design, sheet_text
from render.battle.ship_sheet.draw import draw_sheet
from render.battle.shots import format_shots
from render.canvas.theme import ThemeName
from render.page.page import Moment as PageMoment
from rules.hexes import Hex
from rules.pentagon_war.captains.preview import Preview, preview
from rules.pentagon_war.designs import Design
from rules.pentagon_war.events import Event
from rules.pentagon_war.movement.thrust import records_of
from rules.pentagon_war.options import Options
from rules.pentagon_war.programme import Programme
from rules.pentagon_war.turn.steps import format_moment
from rules.pentagon_war.turn.view import BattleView, view_for
from rules.pentagon_war.units import Moment, UnitId
from rules.values import GameError, NotYoursError, Value, quoted, seen_events
from storage.codec import unpack
from umpire.battle.codec import BATTLE_CODEC
from umpire.outbox.courier import FILE_NAMES, File, draw_letter_files, text_file
from umpire.outbox.outbox import FOLD_LINE, FileKind
from umpire.tactical.tactical_reader import PlayedTurns


class BattleWish(Value):
    """What of the battle map, and how: around a hex (None: all in play), a unit's arcs, a line of fire, a plotted path, or
    that of the plan's stance (`led`)."""

    theme: ThemeName = "dark"
    center: Hex | None = None
    radius: int = 8
    arcs_of: UnitId = ""
    line: RangeLine | None = None
    plan: Programme | None = None
    led: bool = False


def paint_map(view: BattleView, title: str, wish: BattleWish) -> tuple[File, File]:
    """The map and its text twin from a side's view. GameError for what is not on this map."""
    path: Preview | None = preview(view, wish.plan, wish.plan.stance if wish.led else None) if wish.plan else None
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
    return File(FILE_NAMES["map"], picture.png, picture.alt), text_file("text-map", write_battle_text(view))


def paint_view(view: BattleView, title: str) -> File:
    """The map of all that is in play, from a side's view."""
    picture = draw_battle_map(view, title=title)
    return File(FILE_NAMES["map"], picture.png, picture.alt)


def paint_close(view: BattleView, title: str, unit: UnitId, path: Preview | None, shown: tuple[UnitId, ...]) -> File:
    """The map close up on some units and on the path that is plotted for one of them, from a side's view."""
    picture = draw_battle_map(view, title=title, plan=path, plan_of=unit, close_to=shown)
    return File(FILE_NAMES["map"], picture.png, picture.alt)


def paint_craft(view: BattleView, unit: UnitId, theme: ThemeName) -> tuple[File, File]:
    """A craft's systems display and its words. NotYoursError: the side does not see it. GameError: a drone has none (PW-C08)."""
    craft, drone = view.known.craft.get(unit), view.known.drones.get(unit)
    if drone is not None:
        kept = ", ".join(sorted(records_of(drone, view.known.options)))
        raise GameError(
            f"{drone.id} is a drone: of it only the {kept} is kept, with {', '.join(drone.record) or 'nothing'} this turn.",
            rule="PW-C08",
        )
    if craft is None:
        raise NotYoursError(f"{quoted(unit)} is not a craft you can see in this battle.")
    return _display(sheet_of(craft, view.known.options), theme)


def paint_design(design: Design, options: Options, theme: ThemeName) -> tuple[File, File]:
    """A design's display and its words."""
    return _display(sheet_of_design(design, options), theme)


def _display(sheet: BoxSheet, theme: ThemeName) -> tuple[File, File]:
    picture = draw_sheet(sheet, theme)
    return File("ship.png", picture.png, picture.alt), File("ship.txt", sheet_text(sheet).encode())


def paint_replay(
    start: bytes, end: bytes, told: tuple[bytes, ...], side: str | None, title: str, theme: ThemeName
) -> File:
    """A replay of what a side was told since `start` (None: the whole truth)."""
    view, later = (view_for(BATTLE_CODEC.read(unpack(packed)), side) for packed in (start, end))
    events = seen_events([BATTLE_CODEC.events.decode(event) for event in told], side)
    made = make_replay(view, events, theme=theme, title=title, end_view=later)
    return File(FILE_NAMES["replay"], made.gif, made.alt)


def bind_atlas(turns: tuple[PlayedTurns, ...], side: str | None, title: str) -> File:
    """The atlas of these turns, as a side saw each of them then (None: the whole truth). Runs in a worker."""
    moments: list[PageMoment] = []
    for turn in turns:
        start, end = (view_for(BATTLE_CODEC.read(unpack(packed)), side) for packed in (turn.start, turn.end))
        moments += battle_moments(start, [BATTLE_CODEC.events.decode(event) for event in turn.told], end)
    return File(FILE_NAMES["atlas"], write_atlas(moments, end, title))


def draw_battle_files(
    start: bytes, packed: bytes, told: tuple[bytes, ...], side: str, kinds: tuple[FileKind, ...], title: str, turn: int
) -> tuple[File, ...]:
    """The files of one playing of a turn, as a side ("*": everybody) may see them. Runs in a worker."""
    view = view_for(BATTLE_CODEC.read(unpack(packed)), side)
    events = seen_events([BATTLE_CODEC.events.decode(event) for event in told], side)

    def draw() -> File:
        return paint_view(view, title)

    return draw_letter_files(
        kinds,
        {
            "report": lambda: text_file("report", write_report(view, events, title, turn)),
            "ending": lambda: text_file("ending", write_ending(view, events, title)),
            "map": draw,
            "opening": draw,
            "text-map": lambda: text_file("text-map", write_battle_text(view)),
            "replay": lambda: paint_replay(start, packed, told, side, f"{title}, turn {turn}", "dark"),
        },
    )


def write_report(view: BattleView, events: Iterable[Event], title: str, turn: int) -> str:
    """A turn in few lines, and below the fold its shots and damage, its whole log in plain sentences, and the map in words."""
    told = list(events)
    parts = [*format_digest(view, told), "", FOLD_LINE, "", f"## {title}, turn {turn}", *format_shots(view, told)]
    return "\n".join([*parts, "", "## Log", *log_of(view, told), *IN_WORDS, write_battle_text(view)])


def write_ending(view: BattleView, events: Iterable[Event], title: str) -> str:
    """How a battle came to its end in few lines, and below the fold the log of all its turns and the last map in words."""
    told = list(events)
    parts = [*format_ending(view, told), "", FOLD_LINE, "", f"## {title}", *log_of(view, told)]
    return "\n".join([*parts, *IN_WORDS, write_battle_text(view)])


def log_of(view: BattleView, events: Iterable[Event], *, numbered: bool = False) -> Iterator[str]:
    """A line for each event, with its number on request, under a heading for each place in the turn."""
    at: Moment | None = None
    for number, event in enumerate(events, 1):
        if event.at != at:
            at = event.at
            place = format_moment(at)
            yield f"**{place[0].upper()}{place[1:]}**"
        yield f"{number if numbered else '-'}{'.' if numbered else ''} {format_event(event, view)}"
