"""What a battle map is laid on and what is laid over it: the fitted field, drift, beams, shots, firing arcs, paths."""

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final, assert_never

from PIL import Image

from render.battle.battle_map.objects import Hull, PlacedUnits, craft_sign, side_banners
from render.canvas.hex_field import TACTICAL_GRID, HexField, Region
from render.canvas.hex_ground import cell, tint
from render.canvas.label_placement import TakenCells
from render.canvas.stamps import Stamp, light_of
from render.canvas.strokes import Dash, Point, Strokes, words
from render.canvas.theme import Palette, Rgb, drawable, mix
from rules.hexes import Hex, distance, line
from rules.pentagon_war.captains.preview import Preview
from rules.pentagon_war.changes import placed_things
from rules.pentagon_war.commission import PREFIXES
from rules.pentagon_war.geometry import ARCS, BATTLE_MAP, cones, step
from rules.pentagon_war.options import tables
from rules.pentagon_war.positions import blocking_body
from rules.pentagon_war.targeting.targets import Arm, arms
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import Body, Craft, Drone, Gun, UnitId, Weapon, WeaponId
from rules.values import GameError, Value

NEAR_HEXES: Final = 12
"""Within so many hexes of a star's surface a map shows it with the craft that are there."""


def in_play(view: BattleView, *, bodies: bool = True) -> list[Hex]:
    """The places of all that is in play, and where moving craft will have drifted to in a turn; with or without worlds. A star
    that some craft is near is there in any case: nobody may run into it unseen."""
    known = view.known
    places = []
    movers: list[Craft | Drone] = [craft for craft in known.craft.values() if not craft.fate]
    for mover in [*movers, *known.drones.values()]:
        a, c = round(mover.velocity.a), round(mover.velocity.c)
        places += [mover.at, Hex(mover.at.q + c, mover.at.r - a)]
    if not movers or known.winner is not None:
        places += [craft.at for craft in known.craft.values() if craft.fate == "destroyed"]
    places += [missile.at for missile in known.missiles.values()]
    places += [bolt.at for bolt in known.bolts.values()]
    places += stars_near(view)
    for body in known.bodies.values():
        if bodies and not body.destroyed and body.edge is None:
            reach = max(body.radius, 0)
            places += [Hex(body.at.q - reach, body.at.r), Hex(body.at.q + reach, body.at.r)]
            places += [Hex(body.at.q, body.at.r - reach), Hex(body.at.q, body.at.r + reach)]
    return places


def stars_near(view: BattleView) -> list[Hex]:
    """The hexes that a map has to reach, so that every star is on it that some craft is near."""
    known = view.known
    flying = [craft.at for craft in known.craft.values() if not craft.fate]
    stars = [body for body in known.bodies.values() if body.star]
    near = [star for star in stars if any(distance(at, star.at) <= star.radius + NEAR_HEXES for at in flying)]
    return [BATTLE_MAP.hex(*at) for star in near for at in _box(star)]


def _box(star: Body) -> Iterator[tuple[int, int]]:
    """Opposite corners of a star's hexes, with one more around them, by columns and rows."""
    column, row = BATTLE_MAP.offset(star.at)
    reach = star.radius + 1
    yield from ((column - reach, row - reach), (column + reach, row + reach))


def around_hex(center: Hex, radius: int) -> Region:
    """The part of the map within `radius` columns and rows (1 to 40) of a hex; GameError for another radius."""
    if not 1 <= radius <= 40:
        raise GameError(f"A battle map shows 1 to 40 hexes around a place, not {radius}.")
    column, row = TACTICAL_GRID.offset(center)
    return Region(column - radius, row - radius, column + radius, row + radius)


BEAM_DASHES: Final[Mapping[str, Dash | None]] = {
    "laser": None, "electron": (7, 4), "proton": (12, 4), "radiation": (3, 3), "acid": (2, 5), "metal": (9, 3),
    "beam": (4, 3), "point_defense": (2, 2),
}  # fmt: skip
KIND_OF_PREFIX: Final = {prefix: kind for kind, prefix in PREFIXES.items()}
TRACTOR_TEXTS: Final = {"attract": "pulls", "repel": "pushes", "cancel": "cancels"}


class BattleCanvas(Value):
    """The picture being made: its field, colours, what stands where, and what room is left for words.

    `room` counts lines as taken, `signs` does not; no words are smaller than `letter`.
    """

    image: Image.Image
    field: HexField
    palette: Palette
    things: PlacedUnits
    room: TakenCells
    signs: TakenCells
    view: BattleView
    letter: int = 0

    @property
    def strokes(self) -> Strokes:
        return Strokes(self.image, self.palette)

    def put(self, stamp: Stamp, x: int, y: int) -> None:
        """Paste a sign and keep words off it."""
        stamp.put(self.image, x, y)
        left, top = x + stamp.dx, y + stamp.dy
        for room in (self.room, self.signs):
            room.take(left, top, left + stamp.size[0], top + stamp.size[1])

    def avoid(self, start: Point, end: Point) -> None:
        """Keep words off a line where there is other room."""
        length = math.hypot(end[0] - start[0], end[1] - start[1])
        for n in range(int(length // 6) + 1):
            share = n * 6 / max(length, 1)
            x, y = round(start[0] + (end[0] - start[0]) * share), round(start[1] + (end[1] - start[1]) * share)
            if 0 <= x < self.room.width and 0 <= y < self.room.height:
                self.room.take(x - 3, y - 3, x + 3, y + 3)

    def note(self, text: str, x: float, y: float, colour: Rgb, size: int) -> None:
        """Words with their middle at a point, and room kept for them."""
        stamp = words(text, max(size, self.letter), colour, self.palette)
        self.put(stamp, round(x - stamp.size[0] / 2) - stamp.dx, round(y))


def kind_of(weapon: WeaponId) -> str:
    """The kind of weapon an id names: "laser" for L2."""
    return KIND_OF_PREFIX.get(weapon.rstrip("0123456789"), "laser")


def drift(canvas: BattleCanvas, *, short: bool = False) -> None:
    """An arrow from each moving craft and drone to where it will have drifted to in a whole turn.

    Those so short that the craft's sign would hide them are drawn by themselves, above the signs.
    """
    theme, unit = canvas.palette.theme, canvas.field.unit
    banners = side_banners(canvas.view, theme)
    movers: list[tuple[UnitId, Craft | Drone, int]] = []
    movers += [(ship.craft.id, ship.craft, ship.radius) for ship in canvas.things.ships]
    flown = {unit: swarm.radius for swarm in canvas.things.swarms for unit in swarm.ids}
    drones = sorted(canvas.view.known.drones.items())
    movers += [(drone.id, drone, flown[drone.id]) for _, drone in drones]
    for who, mover, radius in movers:
        dx, dy = canvas.field.along(mover.velocity)
        if not (dx or dy):
            continue
        x, y = canvas.things.spots[who]
        home = canvas.field.center(mover.at)
        end = home[0] + dx, home[1] + dy
        near = math.hypot(end[0] - x, end[1] - y) < max(2 * unit, 1.3 * radius)
        if near is not short:
            continue
        width, head = max(unit * 0.11, canvas.letter * 0.12, 1.4), max(unit * 0.75, canvas.letter * 0.55, 6)
        if near and radius > 2 * unit:
            # It lies on the craft's own sign: dark under light, so that it is seen on every colour.
            canvas.strokes.arrow((x, y), end, theme.halo, width * 2.6, head * 1.3)
            canvas.strokes.arrow((x, y), end, theme.ink, width, head)
        else:
            canvas.strokes.arrow((x, y), end, mix(theme.sky[0], banners[mover.side].colour, 0.75), width, head)
        canvas.avoid((x, y), end)


def locks(canvas: BattleCanvas) -> None:
    """Magnetic beams between units: a chain of short strokes, and what the beam does."""
    colour = light_of(canvas.palette.theme, "beam")
    unit = canvas.field.unit
    for lock in canvas.view.known.locks:
        start, end = canvas.things.spots.get(lock.craft), canvas.things.spots.get(lock.target)
        if start is None or end is None:
            continue
        canvas.strokes.line([start, end], colour, max(unit * 0.2, 2.4), (unit * 0.35 + 2, unit * 0.2 + 2))
        canvas.avoid(start, end)
        (ax, ay), (bx, by) = start, end
        if math.hypot(bx - ax, by - ay) > 4 * unit:
            twice = " double" if lock.doubled else ""
            text = f"{lock.craft} {TRACTOR_TEXTS[lock.mode]}{twice}"
            canvas.note(text, (ax + bx) / 2, (ay + by) / 2 - unit * 0.7, colour, max(round(unit * 0.8), 11))


def shots(canvas: BattleCanvas) -> None:
    """Direct fire that is announced, or decided on by the viewer: a line for each weapon kind of a firer at a target."""
    for firer, target, kind in sorted({(s.craft, s.target, kind_of(s.weapon)) for s in canvas.view.known.shots}):
        start, end = canvas.things.spots.get(firer), canvas.things.spots.get(target.partition("/")[0])
        if start is not None and end is not None:
            light = light_of(canvas.palette.theme, kind)
            canvas.strokes.line([start, end], light, max(canvas.field.unit * 0.12, 1.6), BEAM_DASHES[kind])
            canvas.avoid(start, end)


def arcs(canvas: BattleCanvas, unit: UnitId) -> None:
    """Where a unit can fire: hexes in arcs with a working weapon tinted, arcs named with their weapons, range bands.

    GameError for a unit that is not in the view.
    """
    who = canvas.view.known.craft.get(unit) or canvas.view.known.drones.get(unit)
    if who is None:
        raise GameError(f"There is no craft or drone {unit} on your map whose arcs could be drawn.")
    palette, ground = canvas.palette, canvas.field
    theme = palette.theme
    bearing = {arc: [arm.id for arm in arms(who) if arc in arm.arcs and _is_working(arm)] for arc in ARCS}
    from_here = who.at
    places = (BATTLE_MAP.hex(*place) for place in ground.region.places())
    covered = (
        here
        for here in places
        if here == from_here or any(bearing[ARCS[cone]] for cone in cones(from_here, here, who.facing))
    )
    tint(canvas.image, ground, covered, palette.tints[0])
    x, y = ground.center(from_here)
    reach = max(canvas.image.size) * 1.5
    soft = mix(theme.sky[0], theme.accent, 0.75)
    for facing in range(6):
        along = ground.center(step(from_here, facing, 1))
        length = math.hypot(along[0] - x, along[1] - y)
        end = x + (along[0] - x) / length * reach, y + (along[1] - y) / length * reach
        canvas.strokes.line([(x, y), end], soft, 1.6, (6, 6))
    _bands(canvas, from_here)
    size = max(round(ground.unit * 0.95), 13)
    away = max(3.4 * ground.unit * 1.7, 58)
    for number, arc in enumerate(ARCS):
        turn = math.tau * ((who.facing + number) % 6 + 0.5) / 6
        if bearing[arc]:
            shown = words(f"{arc}: {_short(bearing[arc])}", max(size, canvas.letter), theme.ink, palette)
            for more in (1.0, 1.35, 1.7, 2.1, 2.6, 3.2, 4.0):
                left = round(x + math.sin(turn) * away * more - shown.size[0] / 2)
                top = round(y - math.cos(turn) * away * more)
                box = (left, top + shown.dy, left + shown.size[0], top + shown.dy + shown.size[1])
                if canvas.room.free(*box, soft=False):
                    break
            canvas.put(shown, left - shown.dx, top)


def _is_working(arm: Arm) -> bool:
    match arm.of:
        case Weapon():
            return not arm.of.destroyed
        case Gun():
            return arm.of.left > 0
        case Drone():
            return True
        case _:
            assert_never(arm.of)


def _short(ids: list[WeaponId]) -> str:
    """Weapons by kind: "L1-3 E1"."""
    kinds: dict[str, list[str]] = {}
    for one in ids:
        letters = one.rstrip("0123456789")
        kinds.setdefault(letters, []).append(one[len(letters) :])
    return " ".join(f"{kind}{n[0]}-{n[-1]}" if len(n) > 1 else f"{kind}{n[0]}" for kind, n in kinds.items())


def _bands(canvas: BattleCanvas, here: Hex) -> None:
    """The outlines of the range bands of table PW-T06, each with its modifier."""
    table = tables(canvas.view.known.options)["PW-T06"]
    ground, theme = canvas.field, canvas.palette.theme
    x, y = ground.center(here)
    size = max(round(ground.unit * 0.8), 11)
    for high, modifier in zip(table.column("high"), table.column("modifier"), strict=True):
        hexes = int(high)
        if hexes < 2:
            continue
        corners = [ground.center(step(here, facing, hexes)) for facing in range(6)]
        grown = [_beyond((x, y), corner, ground.half) for corner in corners]
        if all(not (0 <= cx < canvas.image.width and 0 <= cy < canvas.image.height) for cx, cy in grown):
            continue
        canvas.strokes.line([*grown, grown[0]], mix(theme.sky[0], theme.soft, 0.75), 1.5, (2, 5))
        bottom = grown[3]
        canvas.note(f"range {hexes}: {modifier.replace('-', '−')}", bottom[0], bottom[1], theme.soft, size)


def _beyond(middle: Point, corner: Point, more: float) -> Point:
    dx, dy = corner[0] - middle[0], corner[1] - middle[1]
    length = math.hypot(dx, dy)
    return corner[0] + dx / length * more, corner[1] + dy / length * more


def place_of(view: BattleView, end: UnitId | Hex) -> Hex:
    """The hex of a unit or body of the view, or the hex itself; GameError for what is not there."""
    if isinstance(end, Hex):
        return end
    found = placed_things(view.known).get(end)
    if found is None:
        raise GameError(f"There is no unit {end} on your map.")
    return found.at


def line_of_fire(canvas: BattleCanvas, ends: tuple[UnitId | Hex, UnitId | Hex]) -> None:
    """The straight line between two units or hexes: the hexes it crosses, its range, and what bars it (PW-A67)."""
    here, there = (place_of(canvas.view, end) for end in ends)
    ground, theme = canvas.field, canvas.palette.theme
    outline = mix(theme.sky[0], theme.accent, 0.75)
    for crossed in line(here, there):
        for one in crossed:
            corners: list[Point] = list(cell(ground, one))
            canvas.strokes.line([*corners, corners[0]], outline, 1.5)
    start, end = ground.center(here), ground.center(there)
    bar = blocking_body(canvas.view.known, here, there)
    hexes = distance(here, there)
    canvas.strokes.line([start, end], theme.accent, max(ground.unit * 0.16, 2.2), (4, 5) if bar else None)
    text = f"range {hexes}"
    if bar:
        text += f", barred by {drawable(canvas.view.known.bodies[bar].name, 20, bar)}"
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    canvas.note(text, x, y - ground.unit * 1.1, theme.ink, max(round(ground.unit * 1.05), 14))


def draw_plot(canvas: BattleCanvas, plan: Preview, unit: UnitId) -> None:
    """The path of a programme: a dotted line, the impulse at each turn of it, and the craft as it would end."""
    if not plan.path:
        return
    ground, theme = canvas.field, canvas.palette.theme
    who = canvas.view.known.craft.get(unit)
    stops = ([who.at] if who else []) + [place.hex for place in plan.path]
    points = [ground.center(here) for here in stops]
    canvas.strokes.line(
        points, theme.accent, max(ground.unit * 0.16, 2), (1.5 + ground.unit * 0.2, 3 + ground.unit * 0.2)
    )
    if who:
        banners = side_banners(canvas.view, theme)
        number = sorted(banners).index(who.side)
        radius = next((ship.radius for ship in canvas.things.ships if ship.craft.id == who.id), ground.unit)
        hull = Hull(banners[who.side], number, radius, base=who.is_base, ghost=True)
        last = plan.path[-1]
        canvas.put(craft_sign(hull, last.facing, canvas.palette), *ground.center(last.hex))
    size = max(round(ground.unit * 0.72), canvas.letter, 10)
    for start, end in pairwise(points):
        canvas.avoid(start, end)
    before, last_at = who.at if who else None, points[0]
    for place in plan.path:
        if place.hex == before:
            continue
        before = place.hex
        x, y = ground.center(place.hex)
        canvas.strokes.ring((x, y), max(ground.unit * 0.2, 2), theme.accent, max(ground.unit * 0.2, 2))
        # Where hexes are small not every impulse has room for its number.
        if math.hypot(x - last_at[0], y - last_at[1]) >= 1.8 * size or 3 * ground.unit >= 2 * size:
            last_at = x, y
            stamp = words(str(place.impulse), size, theme.accent, canvas.palette)
            found = canvas.room.place((x, y), stamp.size, max(round(ground.unit * 0.5), 4))
            if found is not None and not found[2]:
                stamp.put(canvas.image, found[0] - stamp.dx, found[1] - stamp.dy)
