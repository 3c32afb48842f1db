"""One side's atlas of a battle: every impulse as that side saw it then, box by box, in one page that needs nothing else."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from render.battle.battle_map.objects import side_banners
from render.battle.log import format_event
from render.battle.names import format_loss
from render.battle.replay.track import BattleScene, ShotTrack, scenes
from render.battle.ship_sheet.boxes import BoxSheet, SheetBox, sheet_of
from render.canvas.hex_field import MOST_SHOWN, TACTICAL_GRID, fit_region
from render.canvas.theme import THEMES
from render.page.page import Json, Moment, css, room_for, timeline_of, write_page
from render.words.safe_text import bare, count
from rules.hexes import Hex
from rules.pentagon_war import events
from rules.pentagon_war.combat.damage.boxes import SYSTEM_BOXES, candidates
from rules.pentagon_war.geometry import BATTLE_MAP, letter
from rules.pentagon_war.movement.thrust import format_motion
from rules.pentagon_war.turn.steps import BEGINNING_OF_TURN, END_OF_TURN
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import Body, Bolt, Craft, Drone, Missile, UnitId
from rules.values import changed, seen_events


def worn_craft(craft: Mapping[UnitId, Craft], happened: Iterable[events.Event]) -> Mapping[UnitId, Craft]:
    """These craft after all that struck them; of a craft that is not among them nothing is known."""
    found = dict(craft)
    for event in happened:
        match event:
            case events.Struck() if event.craft in found and event.armor and event.side:
                hit = found[event.craft]
                armor = tuple(
                    max(left - event.armor, 0) if side == event.side else left for side, left in enumerate(hit.armor, 1)
                )
                found[event.craft] = changed(hit, armor=armor)  # type: ignore[arg-type] # six sides stay six
            case events.BoxHit() if event.craft in found:
                found[event.craft] = _hit_boxes(found[event.craft], event)
            case _:
                pass
    return found


def _hit_boxes(craft: Craft, event: events.BoxHit) -> Craft:
    """The craft without the box that an internal hit destroyed. Whether a capacitor was charged changes within a turn, and
    the log does not tell: then it is one box of that system all the same."""
    boxes = candidates(craft, event.system) if event.system in SYSTEM_BOXES else ()
    named = next((box for box in boxes if box.name == event.box), boxes[0] if boxes else None)
    return craft if named is None else named.after


PAGE_MARKS: Final = {"": "o", "destroyed": "x", "spent": "s", "dotted": "d"}
"""How a box is marked, in one letter."""
_ESCAPED: Final = re.compile(r"\\(\W)")


def battle_moments(start: BattleView, log: Iterable[events.Event], end: BattleView) -> list[Moment]:
    """A turn (or what has been played of it) as its viewer saw it: one moment for its beginning, one for each impulse.

    `end` is the view after it all, which tells who came to light on the way.
    """
    seen = seen_events(log, start.side)
    found: list[Moment] = []
    craft: Mapping[UnitId, Craft] = start.known.craft
    shown, first = scenes(start, seen, end), 0
    for number, scene in enumerate(shown):
        now = scene.moment.turn, scene.moment.impulse
        here: Sequence[events.Event] = ()
        if number:
            later = (at for at, event in enumerate(seen) if at >= first and (event.at.turn, event.at.impulse) > now)
            stop = len(seen) if scene is shown[-1] else next(later, len(seen))
            here, first = seen[first:stop], stop
        craft = worn_craft(craft, here)
        # Who comes to light on the way is known as the turn left them.
        begins = number == 0 and start.known.winner is None
        found.append(_moment(scene, {**scene.view.known.craft, **craft}, here, end, begins=begins))
    return found


def _moment(
    scene: BattleScene, craft: Mapping[UnitId, Craft], here: Sequence[events.Event], end: BattleView, *, begins: bool
) -> Moment:
    known = scene.view.known
    shown = {
        unit: changed(craft[unit], at=it.at, facing=it.facing, velocity=it.velocity, fate=it.fate, hidden=it.hidden)
        for unit, it in known.craft.items()
    }
    hits = sum(isinstance(event, events.BoxHit) for event in here)
    armor = sum(event.armor for event in here if isinstance(event, events.Struck))
    standing = [it for it in shown.values() if not it.fate]
    return {
        "now": {
            "turn": scene.moment.turn,
            "impulse": 0 if begins else END_OF_TURN if known.winner is not None else scene.moment.impulse,
            "name": _name(scene, begins=begins),
            "says": [_plain(format_event(event, end)) for event in here],
            "hits": hits + armor,
            "figures": f"{count(len(standing), 'craft', 'craft')} in play · lost here: {format_loss(hits, armor)}",
        },
        "sides": _sides(scene.view),
        "craft": {unit: _craft(it, scene) for unit, it in shown.items()},
        "sheets": {unit: _sheet(sheet_of(it, known.options)) for unit, it in shown.items()},
        "flying": _flying(scene.view),
        "bodies": _bodies(scene.view),
        "locks": {f"{lock.craft}/{lock.beam}": [lock.craft, lock.target, lock.mode] for lock in known.locks},
        "trails": {f"{at}": [unit, [spot(here) for here in path]] for at, (unit, path) in enumerate(scene.trails)},
        "shots": {f"{at}": _shot(shot, scene) for at, shot in enumerate(scene.shots)},
        "bursts": {f"{at}": [spot(burst.hex), burst.great] for at, burst in enumerate(scene.bursts)},
    }


def _name(scene: BattleScene, *, begins: bool) -> str:
    turn, impulse = scene.moment.turn, scene.moment.impulse
    if scene.view.known.winner is not None or impulse >= END_OF_TURN:
        return f"Turn {turn}, end"
    return f"Turn {turn} begins" if begins or impulse == BEGINNING_OF_TURN else f"Turn {turn}, impulse {impulse}"


def spot(here: Hex) -> list[Json]:
    """Column and row."""
    return list(BATTLE_MAP.offset(here))


def _plain(text: str) -> str:
    """A sentence without the marks that keep Discord from reading it as markup."""
    return _ESCAPED.sub(r"\1", text)


def _sides(view: BattleView) -> dict[str, Json]:
    """Each side's name, letter and pattern, and its colour in each palette; its place in the order gives the hull's shape."""
    every = [side_banners(view, theme) for theme in THEMES.values()]
    return {
        side: {
            "name": bare(view.known.sides[side].name),
            "letter": every[0][side].letter,
            "pattern": every[0][side].pattern,
            "colours": [css(look[side].colour) for look in every],
            "own": side == view.side,
            "place": place,
        }
        for place, side in enumerate(sorted(view.known.sides))
    }


def _craft(craft: Craft, scene: BattleScene) -> Json:
    sheet = sheet_of(craft, scene.view.known.options)
    return {
        "at": spot(craft.at),
        "face": craft.facing,
        "side": craft.side,
        "name": bare(craft.name) or craft.id,
        "whole": sheet.whole,
        "boxes": sheet.boxes,
        "lost": scene.lost.get(craft.id, 0),
        "base": craft.is_base,
        "hidden": craft.hidden,
        "fate": craft.fate,
        "says": f"Facing {letter(craft.facing)}, {format_motion(craft)}",
    }


def _sheet(sheet: BoxSheet) -> Json:
    """A systems display: its heading, groups as name, note and marks (with what is written in the boxes), armor by side."""
    groups: list[Json] = [[group.name, group.note, _marks(group.boxes), _texts(group.boxes)] for group in sheet.groups]
    groups.append(["Radar", sheet.radar_note, _marks(sheet.radar), _texts(sheet.radar)])
    return {"about": sheet.subtitle, "groups": groups, "armor": [list(side) for side in sheet.armor]}


def _marks(boxes: Sequence[SheetBox]) -> str:
    return "".join(PAGE_MARKS[box.mark] for box in boxes)


def _texts(boxes: Sequence[SheetBox]) -> list[Json]:
    return [box.text for box in boxes] if any(box.text for box in boxes) else []


def _flying(view: BattleView) -> dict[str, Json]:
    known = view.known
    found: dict[str, Json] = {}
    fliers: tuple[Drone | Missile | Bolt, ...] = (
        *known.drones.values(),
        *known.missiles.values(),
        *known.bolts.values(),
    )
    for unit in fliers:
        target = "" if isinstance(unit, Drone) else unit.target
        after = f"after {target}" if target in known.craft else ""
        match unit:
            case Drone():
                kind, face = "drone", unit.facing
            case Missile():
                kind, face = "hyper bomb" if unit.kind.hyper else "missile", unit.heading
            case Bolt():
                kind, face = "bolt", unit.heading
        found[unit.id] = {"at": spot(unit.at), "face": face, "kind": kind, "side": unit.side, "says": after}
    return found


def _bodies(view: BattleView) -> dict[str, Json]:
    known = view.known
    if not known.options.planets:
        return {}
    return {body.id: _body(body) for body in known.bodies.values() if not body.destroyed}


def _body(body: Body) -> Json:
    fields: dict[str, Json] = {
        "at": spot(body.at),
        "name": bare(body.name) or body.id,
        "radius": body.radius,
        "gas": body.gas_giant,
        "air": body.atmosphere,
        **({"star": True} if body.star else {}),
    }
    return fields if body.edge is None else fields | {"edge": [str(part) for part in body.edge]}


def _shot(shot: ShotTrack, scene: BattleScene) -> Json:
    """Who fired at whom with what: where both stood, the weapon's letters, hits of shots."""
    places = [_place(scene, unit) for unit in (shot.unit, shot.target.partition("/")[0])]
    return [shot.unit, shot.target, shot.weapon, shot.hits, shot.shots, *(spot(at) if at else [] for at in places)]


def _place(scene: BattleScene, unit: UnitId) -> Hex | None:
    known = scene.view.known
    for units in (known.craft, known.drones, known.missiles, known.bolts, known.bodies):
        found = units.get(unit)
        if found is not None:
            return found.at
    return scene.places.get(unit)


SCRIPT_NAMES: Final = ("display.js", "painting.js", "battle.js")
SCRIPTS: Final = tuple(("render.battle.atlas", name) for name in SCRIPT_NAMES)


def write_atlas(moments: Sequence[Moment], last: BattleView, title: str) -> bytes:
    """The page of these moments, oldest first; `last` is the viewer's view after them. What does not fit is left out from
    the old end, and the page says so."""
    area = fit_region(_places(moments), last.known.edge, margin=3, most=(MOST_SHOWN, MOST_SHOWN))
    side = last.known.sides.get(last.side or "")
    about: dict[str, Json] = {
        "title": bare(title, 60),
        "name": bare(side.name, 40) if side else "",
        "side": last.side or "",
        "firstColumn": area.first_column,
        "firstRow": area.first_row,
        "columns": area.columns,
        "rows": area.rows,
    }
    head = f"{about['title']}: atlas" + (f" of {about['name']}" if side else "")
    return write_page(head, about, timeline_of(moments, room_for(head, about, SCRIPTS)), SCRIPTS)


def _places(moments: Sequence[Moment]) -> Iterable[Hex]:
    """Where anything ever stood."""
    for moment in moments:
        for section in ("craft", "flying", "bodies"):
            for thing in moment[section].values():
                if isinstance(thing, dict) and not thing.get("fate"):
                    column, row = thing["at"]
                    yield TACTICAL_GRID.hex(int(column), int(row))
