"""A battle map in words: a short description, and its text twin with every unit's place, way, nearest enemy and what is left."""

from collections.abc import Iterable

from render.battle.names import format_standing
from render.words.safe_text import bare, count, fit_facts, format_list
from rules.hexes import distance
from rules.pentagon_war.changes import flying_units
from rules.pentagon_war.geometry import hex_name, letter
from rules.pentagon_war.groups import in_order
from rules.pentagon_war.movement.thrust import format_motion, format_speed
from rules.pentagon_war.positions import range_to
from rules.pentagon_war.turn.steps import format_moment
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import Body, Bolt, Craft, Drone, Missile, SideId


def seen_by(view: BattleView) -> str:
    """Whose view it is, in words: a side's name, the referee's, or everybody's when it is of no side."""
    if view.side is None:
        return "the referee"
    who = view.known.sides.get(view.side)
    return bare(who.name, 40) or who.id if who else "everybody"


def battle_alt(view: BattleView, title: str = "") -> str:
    """What a battle map shows, at most 1,024 characters."""
    known = view.known
    name = bare(title or known.title, 60) or "Battle"
    facts = [f"{name}: map as seen by {seen_by(view)}, {format_moment(known.now)}."]
    flying = [
        count(len(units), kind)
        for kind, units in (("drone", known.drones), ("missile", known.missiles), ("bolt", known.bolts))
        if units
    ]
    if flying:
        facts.append(f"In flight: {format_list(flying)}.")
    for _, body in sorted(known.bodies.items()):
        if not body.destroyed:
            facts.append(f"{bare(body.name, 24)} {'beyond the edge' if body.edge else f'at {hex_name(body.at)}'}.")
    return fit_facts([*facts, *craft_lines(view)])


def craft_lines(view: BattleView) -> list[str]:
    """A sentence for each craft still in play: whose it is, where it is and what it faces."""
    lines = []
    for unit, craft in sorted(view.known.craft.items(), key=lambda item: in_order(item[0])):
        if not craft.fate:
            hidden = ", hidden" if craft.hidden else ""
            side = bare(view.known.sides[craft.side].name, 24)
            at = f"at {hex_name(craft.at)} facing {letter(craft.facing)}{hidden}"
            lines.append(f"{unit} {bare(craft.name, 24)} ({side}) {at}.")
    return lines


def write_battle_text(view: BattleView) -> str:
    """What the map shows in words: one unit a line, by side; then what flies, bodies, beams, and who is gone."""
    known = view.known
    parts = [f"{bare(known.title) or 'Battle'}. Map as seen by {seen_by(view)}, {format_moment(known.now)}."]
    for side in sorted(known.sides):
        mine = [
            craft
            for craft in sorted(known.craft.values(), key=lambda one: in_order(one.id))
            if craft.side == side and not craft.fate
        ]
        parts.append(_part(bare(known.sides[side].name), [_craft(view, craft) for craft in mine]))
    fliers = flying_units(known)
    if fliers:
        parts.append(_part("In flight", [_flier(view, unit) for unit in fliers]))
    bodies = [body for _, body in sorted(known.bodies.items()) if not body.destroyed and known.options.planets]
    if bodies:
        parts.append(_part("Bodies", [_body(view, body) for body in bodies]))
    if known.locks:
        beams = [f"{lock.craft} {lock.beam} holds {lock.target}: {lock.mode}" for lock in known.locks]
        parts.append(_part("Magnetic beams", beams))
    gone = [craft for craft in sorted(known.craft.values(), key=lambda one: in_order(one.id)) if craft.fate]
    if gone:
        parts.append(_part("Gone", [f"{craft.id} {bare(craft.name)}: {craft.fate}" for craft in gone]))
    if known.edge is not None:
        first, last = known.edge[:2], known.edge[2:]
        parts.append(f"The map ends at columns {first[0]} and {last[0]}, rows {first[1]} and {last[1]}.")
    return "\n\n".join(parts) + "\n"


def _part(title: str, lines: list[str]) -> str:
    return "\n".join([f"{title}: {len(lines) or 'none'}", *(f"  {line}" for line in lines)])


def _craft(view: BattleView, craft: Craft) -> str:
    called = f"{craft.id} {bare(craft.name)}" if craft.name != craft.id else craft.id
    parts = [f"{called} at {hex_name(craft.at)}, facing {letter(craft.facing)}, {format_motion(craft)}"]
    parts.append(_nearest(view, craft, craft.side))
    parts.append(f"{format_standing(craft)} left")
    parts.append(f"armor {' '.join(map(str, craft.armor))}, screens {craft.screens}, engines {craft.engines}")
    marks = {
        "hidden": craft.hidden,
        "radar-invisible": craft.invisible,
        "locked on": craft.locked_on,
        "evading": craft.evading,
        "in orbit": craft.orbit is not None,
        "joined": bool(craft.joined),
    }
    parts += [word for word, holds in marks.items() if holds]
    return "; ".join(part for part in parts if part)


def _nearest(view: BattleView, unit: Craft | Drone | Missile | Bolt, side: SideId) -> str:
    """The nearest enemy craft and the range to it."""
    others: Iterable[Craft] = (
        craft for _, craft in sorted(view.known.craft.items()) if craft.side != side and not craft.fate
    )
    nearest = min(others, key=lambda craft: distance(unit.at, craft.at), default=None)
    return f"nearest enemy {nearest.id} at range {distance(unit.at, nearest.at)}" if nearest else ""


def _flier(view: BattleView, unit: Drone | Missile | Bolt) -> str:
    side = bare(view.known.sides[unit.side].name)
    match unit:
        case Drone():
            way = f"facing {letter(unit.facing)}, {format_speed(unit.velocity)}"
            kind = "drone"
        case Missile():
            flown = f"{unit.moved} of {count(unit.kind.range, 'hex', 'hexes')} flown"
            after = f", after {unit.target}" if unit.target in view.known.craft else ""  # who owns it knows (PW-S61)
            way = f"heading {letter(unit.heading)}, speed {unit.speed}, {flown}{after}"
            kind = "hyper bomb" if unit.kind.hyper else "missile"
        case Bolt():
            way = f"heading {letter(unit.heading)}, {count(unit.moved, 'hex', 'hexes')} flown"
            kind = "bolt"
    nearest = _nearest(view, unit, unit.side)
    return f"{kind} {unit.id} of {side} at {hex_name(unit.at)}, {way}" + (f"; {nearest}" if nearest else "")


def _body(view: BattleView, body: Body) -> str:
    name = bare(body.name) or body.id
    if body.edge is not None:
        axis, number, sign = body.edge
        place = f"from {axis} {number} {'on' if sign > 0 else 'back'}"
    elif body.radius < 0:
        place = f"in {hex_name(body.at)}, smaller than a hex"
    else:
        place = f"at {hex_name(body.at)}" + (f", {count(body.radius, 'ring')} round it" if body.radius else "")
    place += "; a craft that runs into it is lost" if body.star else ""
    ranges = [
        f"{craft.id} {range_to(craft.at, body)}"
        for _, craft in sorted(view.known.craft.items())
        if not craft.fate and (view.side is None or craft.side == view.side)
    ]
    return f"{name} {place}" + (f"; range {', '.join(ranges)}" if ranges else "")
