"""What stands on a battle map: signs of craft, seekers and worlds, and each unit's place, fanned out in a shared hex."""

import math
from collections import defaultdict
from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from render.canvas.hex_field import HexField
from render.canvas.label_placement import Spot, spread_apart
from render.canvas.stamps import FIRE_COLOURS, WORLD_COLOURS, Brush, Stamp
from render.canvas.strokes import GLYPH_STORE, solid, turn_outline
from render.canvas.theme import Banner, Palette, Theme, drawable, mix, rgb, side_looks
from rules.hexes import Hex
from rules.pentagon_war.geometry import Facing
from rules.pentagon_war.shipyard.pricing import size_class
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import Craft, SideId, UnitId
from rules.values import Value, changed, field

Flying: TypeAlias = Literal["missile", "drone", "bolt"]
WorldKind: TypeAlias = Literal["planet", "rock", "gas", "star"]
Shape: TypeAlias = tuple[tuple[float, float], ...]
HULL_SHAPES: Final[tuple[Shape, ...]] = (
    ((0, -1.05), (0.72, 0.9), (0, 0.5), (-0.72, 0.9)),  # a dart
    ((0, -1.05), (0.3, -0.3), (0.98, 0.3), (0.98, 0.72), (0.3, 0.55), (0.42, 0.95), (-0.42, 0.95), (-0.3, 0.55),
     (-0.98, 0.72), (-0.98, 0.3), (-0.3, -0.3)),  # a winged craft
    ((0, -1.05), (0.62, -0.35), (0.62, 0.9), (-0.62, 0.9), (-0.62, -0.35)),  # a house
    ((0, -1.05), (0.74, 0.1), (0, 0.95), (-0.74, 0.1)),  # a kite
    ((0, -1.05), (0.9, 0.35), (0.9, 0.9), (0.38, 0.5), (-0.38, 0.5), (-0.9, 0.9), (-0.9, 0.35)),  # a crescent
    ((0, -1.05), (0.36, -0.5), (0.95, -0.5), (0.62, 0.9), (-0.62, 0.9), (-0.95, -0.5), (-0.36, -0.5)),  # a shield
)  # fmt: skip
"""One outline a side, nose up; the seventh side begins again, with another letter."""
BASE_SHAPE: Final[Shape] = (
    (0, -1.15), (0.3, -0.87), (0.75, -0.43), (0.75, 0.43), (0, 0.87), (-0.75, 0.43), (-0.75, -0.43), (-0.3, -0.87),
)  # fmt: skip


SHAPE_NAMES: Final = {
    "amber": 0xE3C04A, "azure": 0x5AA9FF, "blue": 0x5AA9FF, "coral": 0xFF7A5C, "crimson": 0xFF7A5C, "gold": 0xE3C04A,
    "green": 0x5FD08A, "indigo": 0x7F86F2, "purple": 0xC58BF2, "red": 0xFF7A5C, "rose": 0xF59AC4, "silver": 0xB9C0CC,
    "teal": 0x46C9C9, "violet": 0xC58BF2,
}  # fmt: skip
"""The colours of sides that are named after one."""
SIDE_COLOURS: Final = (0x5AA9FF, 0xFF7A5C, 0x5FD08A, 0xE3C04A, 0xC58BF2, 0x46C9C9, 0xF59AC4, 0xB9C0CC)


class Hull(Value):
    """How a craft's sign looks: its side, that side's place, its radius in pixels, and what is special
    about it; a `bare` one has no letter inside."""

    banner: Banner
    number: int
    radius: int
    own: bool = False
    base: bool = False
    ghost: bool = False
    bare: bool = False


def side_banners(view: BattleView, theme: Theme) -> dict[SideId, Banner]:
    """Every side's colour, pattern and letter: the colour its name says, else the next; the letter its craft's ids begin with."""
    sides = view.known.sides
    named = {
        side: SHAPE_NAMES[sides[side].name.casefold()] for side in sides if sides[side].name.casefold() in SHAPE_NAMES
    }
    rest = iter([tone for tone in SIDE_COLOURS if tone not in named.values()] * (1 + len(sides) // len(SIDE_COLOURS)))
    found = side_looks(sides, [named.get(side) or next(rest) for side in sorted(sides)], theme)
    if any(len(side) != 1 for side in sides):
        return found
    return {side: changed(banner, letter=side) for side, banner in found.items()}


@GLYPH_STORE.keeps
def craft_sign(hull: Hull, facing: Facing, palette: Palette) -> Stamp:
    """A craft's sign: nose in its facing, its side's letter upright inside; own ones with a bright rim."""
    theme, radius = palette.theme, hull.radius
    brush = Brush(radius * 3 + 4, radius * 3 + 4)
    outline = BASE_SHAPE if hull.base else HULL_SHAPES[hull.number % len(HULL_SHAPES)]
    rim = theme.ink if hull.own else theme.halo
    colour = hull.banner.colour
    solid(brush, turn_outline(outline, facing, radius + 2.4), theme.halo)
    if hull.own:
        solid(brush, turn_outline(outline, facing, radius + 1.1), rim)
    if hull.ghost:
        solid(brush, turn_outline(outline, facing, radius), colour)
        solid(brush, turn_outline(outline, facing, radius - 2.2), theme.sky[0])
    else:
        solid(brush, turn_outline(outline, facing, radius - (0.5 if hull.own else 0)), colour)
    if radius >= 9 and not hull.bare:
        x, y = turn_outline(((0.0, 0.12),), facing, radius)[0]
        ink = colour if hull.ghost else theme.halo
        brush.text(x, y, hull.banner.letter, radius * 0.92, ink, "Black")
    return brush.stamp(palette.image, theme.sky[0])


@GLYPH_STORE.keeps
def wreck_sign(banner: Banner, number: int, radius: int, palette: Palette) -> Stamp:
    """Where a craft was destroyed: its dim outline, broken by a cross."""
    theme = palette.theme
    brush = Brush(radius * 3 + 4, radius * 3 + 4)
    outline = turn_outline(HULL_SHAPES[number % len(HULL_SHAPES)], 1, radius)
    solid(brush, turn_outline(HULL_SHAPES[number % len(HULL_SHAPES)], 1, radius + 2.4), theme.halo)
    solid(brush, outline, mix(theme.sky[0], banner.colour, 0.45))
    reach = radius * 0.85
    for ends in ([(-reach, -reach), (reach, reach)], [(-reach, reach), (reach, -reach)]):
        brush.line(ends, max(radius * 0.34, 3), (*theme.halo, 255))
        brush.line(ends, max(radius * 0.2, 1.8), (*theme.ink, 255))
    return brush.stamp(palette.image, theme.sky[0])


@GLYPH_STORE.keeps
def seeker_sign(kind: Flying, banner: Banner, facing: Facing, radius: int, palette: Palette) -> Stamp:
    """What flies, heading where it heads: a missile is a thin spike with a tail, a drone a disc with a nose, a bolt a drop."""
    theme = palette.theme
    brush = Brush(radius * 3 + 6, radius * 3 + 6)
    match kind:
        case "missile":
            tail = turn_outline(((0, 0.4), (0, 1.2)), facing, radius)
            brush.line(tail, 3.2, (*theme.halo, 255))
            brush.line(tail, 1.6, (*rgb(FIRE_COLOURS[1]), 255))
            spike: Shape = ((0, -1.1), (0.42, 0.55), (-0.42, 0.55))
            solid(brush, turn_outline(spike, facing, radius + 2), theme.halo)
            solid(brush, turn_outline(spike, facing, radius), banner.colour)
        case "drone":
            brush.disc(0, 0, radius * 0.72 + 1.4, (*theme.halo, 255))
            nose: Shape = ((0, -1.25), (0.5, -0.35), (-0.5, -0.35))
            solid(brush, turn_outline(nose, facing, radius + 1), theme.halo)
            solid(brush, turn_outline(nose, facing, radius), banner.colour)
            brush.ring(0, 0, radius * 0.72, max(radius * 0.3, 1.6), (*banner.colour, 255))
        case "bolt":
            drop: Shape = ((0, -1.0), (0.4, -0.45), (0.4, 0.2), (0, 1.15), (-0.4, 0.2), (-0.4, -0.45))
            solid(brush, turn_outline(drop, facing, radius + 2), theme.halo)
            solid(brush, turn_outline(drop, facing, radius + 0.4), banner.colour)
            solid(brush, turn_outline(drop, facing, radius * 0.55), mix(banner.colour, theme.core, 0.7))
    return brush.stamp(palette.image, theme.sky[0])


@GLYPH_STORE.keeps
def world_sign(radius: int, kind: WorldKind, air: bool, palette: Palette) -> Stamp:
    """A round body of this radius in pixels, lit from the upper left; with air, a pale rim."""
    theme = palette.theme
    if kind == "star":
        return _star(radius, palette)
    brush = Brush(radius * 2 + 10, radius * 2 + 10)
    base = rgb(WORLD_COLOURS[{"planet": "sea", "rock": "rock", "gas": "gas"}[kind]])
    if air:
        brush.disc(0, 0, radius + 3, (*mix(rgb(WORLD_COLOURS["sea"]), theme.core, 0.55), 255))
    brush.disc(0, 0, radius, (*mix(base, theme.sky[0], 0.35), 255))
    brush.disc(-radius * 0.08, -radius * 0.08, radius * 0.9, (*base, 255))
    marks = {"planet": "land", "rock": "rock", "gas": "stripe"}[kind]
    patch = mix(rgb(WORLD_COLOURS[marks]), theme.sky[0], 0.35 if kind == "rock" else 0)
    spots = ((-0.38, -0.3, 0.3), (0.25, 0.16, 0.36), (-0.2, 0.5, 0.18), (0.4, -0.45, 0.16))
    if kind != "gas":
        for x, y, size in spots:
            brush.disc(x * radius, y * radius, size * radius, (*patch, 255))
    else:
        for level in (-0.55, -0.15, 0.25, 0.6):
            half = math.sqrt(max(0.8 - level * level, 0.05)) * radius
            brush.line([(-half, level * radius), (half, level * radius)], radius * 0.13, (*patch, 255))
    return brush.stamp(palette.image, theme.sky[0])


def _star(radius: int, palette: Palette) -> Stamp:
    """A star: a burning disc, brightest in the middle, with a ring of points as no world has, so that its shape tells it too."""
    theme = palette.theme
    brush = Brush(radius * 2 + 10, radius * 2 + 10)
    inner, points = radius * 0.86, max(12, radius // 3)
    for at in range(points):
        low, mid, high = ((at + part) * math.tau / points for part in (-0.32, 0, 0.32))
        tip = (math.cos(mid) * (radius + 3), math.sin(mid) * (radius + 3))
        foot = [(math.cos(turn) * inner, math.sin(turn) * inner) for turn in (low, high)]
        brush.shape([foot[0], tip, foot[1]], (*rgb(FIRE_COLOURS[2]), 255))
    for share, tone in ((0.9, FIRE_COLOURS[2]), (0.82, FIRE_COLOURS[1]), (0.5, FIRE_COLOURS[0])):
        brush.disc(0, 0, radius * share, (*rgb(tone), 255))
    return brush.stamp(palette.image, theme.sky[0])


NAME_LETTER: Final = 18
"""Characters of a craft's name on the map."""
CROWD_CRAFT: Final = 32
"""So many craft have signs of full size; of more, all become smaller."""
SEEKER_SIZE: Final = 0.55
WRECK_SIZE: Final = 0.75
"""What flies, and a wreck, as a share of a craft's least radius."""
MANY_CRAFT: Final = 12
"""Of more craft those close together have one sign."""


class PlacedShip(Value):
    """A craft's sign: where it is drawn, how large, what is written beside it, and the middle of its hex; `more` are the craft of
    its side around it for which it stands too.
    """

    craft: Craft
    at: Spot
    radius: int
    label: str
    short: str
    home: Spot
    more: tuple[Craft, ...] = ()


class PlacedSwarm(Value):
    """Things of one kind and side in one hex that head alike: one sign, and how many."""

    kind: Flying
    side: SideId
    heading: Facing
    ids: tuple[UnitId, ...]
    at: Spot
    radius: int


class PlacedUnits(Value):
    """All of it; `spots` is where each unit is drawn, `wrecks` stand where craft were destroyed."""

    ships: tuple[PlacedShip, ...]
    swarms: tuple[PlacedSwarm, ...]
    spots: Mapping[UnitId, Spot] = field(default_factory=dict)
    wrecks: tuple[PlacedShip, ...] = ()


def things_of(view: BattleView, ground: HexField, mark: int = 0, alone: frozenset[UnitId] = frozenset()) -> PlacedUnits:
    """What the view holds of craft still in play, of wrecks and of what flies, by hex, in the order of ids.

    With `mark`, the least radius of a craft, signs grow to it and move apart where they would hide one another; of many craft
    those close together have one sign, but for those `alone`.
    """
    known = view.known
    stacks: dict[Hex, list[Craft]] = defaultdict(list)
    for _, craft in sorted(known.craft.items()):
        if not craft.fate:
            stacks[craft.at].append(craft)
    flown = {flier.at for units in (known.drones, known.missiles, known.bolts) for flier in units.values()}
    ships = []
    for here, stack in sorted(stacks.items()):
        x, y = ground.center(here)
        ships += _fanned(stack, (x, y - (round(ground.unit * 0.3) if here in flown else 0)), ground)
    swarms = _swarms(view, ground, frozenset(stacks))
    lost = [craft for _, craft in sorted(known.craft.items()) if craft.fate == "destroyed" and ground.holds(craft.at)]
    wrecks = [ship for craft in lost for ship in _fanned([craft], ground.center(craft.at), ground)]
    if mark:
        if len(ships) > MANY_CRAFT:
            hidden = {ship.craft.id for ship in ships if ship.craft.hidden}
            ships = _gathered(ships, 2 * mark, alone | hidden)
        ships, swarms, wrecks = _grown(ships, swarms, wrecks, ground, mark)
    spots = {craft.id: ship.at for ship in ships for craft in (ship.craft, *ship.more)}
    spots |= {unit: swarm.at for swarm in swarms for unit in swarm.ids}
    spots |= {body.id: ground.center(body.at) for body in known.bodies.values() if body.edge is None}
    return PlacedUnits(tuple(ships), tuple(swarms), spots, tuple(wrecks))


def _gathered(ships: list[PlacedShip], reach: int, alone: frozenset[UnitId]) -> list[PlacedShip]:
    """One sign for the craft of a side within so many pixels of a larger one of theirs, at that one's hex."""
    found: list[PlacedShip] = []
    for ship in sorted(ships, key=lambda each: (each.craft.id in alone, -size_class(each.craft), each.craft.id)):
        near = [
            at
            for at, other in enumerate(found)
            if other.craft.side == ship.craft.side and math.dist(other.home, ship.home) < reach
        ]
        if near and ship.craft.id not in alone:
            first = found[near[0]]
            found[near[0]] = changed(first, more=(*first.more, ship.craft))
        else:
            found.append(changed(ship, at=ship.home))
    return [
        changed(ship, label=f"{ship.label} +{len(ship.more)}", short=f"{ship.short} +{len(ship.more)}")
        if ship.more
        else ship
        for ship in found
    ]


def _fanned(stack: list[Craft], middle: Spot, ground: HexField) -> list[PlacedShip]:
    """One craft in the middle of its hex; several in a ring, the first on top, smaller the more there are."""
    unit = ground.unit
    number = len(stack)
    share, reach = (
        (1.12, 0.0) if number == 1 else (0.8, 0.92) if number == 2 else (0.66, 1.1) if number <= 6 else (0.42, 1.3)
    )
    found = []
    for place, craft in enumerate(stack):
        turn = math.tau * place / number - (math.pi / 2 if number == 2 else 0)
        at = (round(middle[0] + math.sin(turn) * reach * unit), round(middle[1] - math.cos(turn) * reach * unit))
        name = drawable(craft.name, NAME_LETTER)
        label = f"{craft.id} {name}" if name and name != craft.id else craft.id
        note = " (hidden)" if craft.hidden else ""
        home = ground.center(craft.at)
        found.append(PlacedShip(craft, at, max(round(unit * share), 4), label + note, craft.id + note, home))
    return found


def _grown(
    ships: list[PlacedShip], swarms: list[PlacedSwarm], wrecks: list[PlacedShip], ground: HexField, mark: int
) -> tuple[list[PlacedShip], list[PlacedSwarm], list[PlacedShip]]:
    """Signs large enough to be told apart in a preview, none hidden by another; of a great crowd, smaller ones."""
    if len(ships) > CROWD_CRAFT:
        mark = round(mark * math.sqrt(CROWD_CRAFT / len(ships)))
    radii = [max(ship.radius, mark) for ship in ships]
    small = [max(swarm.radius, round(mark * SEEKER_SIZE)) for swarm in swarms]
    wanted = [(ship.at, radius) for ship, radius in zip(ships, radii, strict=True)]
    wanted += [(swarm.at, round(radius * 0.9)) for swarm, radius in zip(swarms, small, strict=True)]
    broken = round(mark * WRECK_SIZE)
    wanted += [(wreck.at, broken) for wreck in wrecks]
    spots = spread_apart(wanted, ground.size)
    moved = zip(ships, radii, spots, strict=False)
    flown = zip(swarms, small, spots[len(ships) : len(wanted) - len(wrecks)], strict=True)
    fallen = zip(wrecks, spots[len(wanted) - len(wrecks) :], strict=True)
    return (
        [changed(ship, radius=radius, at=at) for ship, radius, at in moved],
        [changed(swarm, radius=radius, at=at) for swarm, radius, at in flown],
        [changed(wreck, radius=broken, at=at) for wreck, at in fallen],
    )


def _swarms(view: BattleView, ground: HexField, crowded: frozenset[Hex]) -> list[PlacedSwarm]:
    """What flies, gathered where it cannot be told apart; below the craft where there are any."""
    alike: dict[tuple[Hex, Flying, SideId, Facing], list[UnitId]] = defaultdict(list)
    for _, drone in sorted(view.known.drones.items()):
        alike[drone.at, "drone", drone.side, drone.facing].append(drone.id)
    for _, missile in sorted(view.known.missiles.items()):
        alike[missile.at, "missile", missile.side, missile.heading].append(missile.id)
    for _, bolt in sorted(view.known.bolts.items()):
        alike[bolt.at, "bolt", bolt.side, bolt.heading].append(bolt.id)
    by_hex: dict[Hex, list[tuple[Flying, SideId, Facing, tuple[UnitId, ...]]]] = defaultdict(list)
    for (here, kind, side, heading), found_ids in alike.items():
        by_hex[here].append((kind, side, heading, tuple(found_ids)))
    unit, found = ground.unit, []
    for here, groups in sorted(by_hex.items()):
        x, y = ground.center(here)
        low = here in crowded
        wide = 1.15 if len(groups) <= 3 else 3.0 / len(groups)
        for place, (kind, side, heading, ids) in enumerate(groups):
            across = (place - (len(groups) - 1) / 2) * wide * unit
            at = round(x + across), round(y + (unit * 1.2 if low else 0))
            radius = max(round(unit * (0.5 if low or len(groups) > 1 else 0.62)), 3)
            found.append(PlacedSwarm(kind, side, heading, ids, at, radius))
    return found
