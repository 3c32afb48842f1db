"""Signs of a battle map: craft by side, shape and facing; missiles, drones, bolts; worlds. Made once, pasted often."""

import math
from typing import Final, Literal, TypeAlias

from render.canvas.stamps import FIRE, WORLD, Brush, Stamp
from render.canvas.strokes import GLYPHS, solid, turned
from render.canvas.theme import Banner, Palette, Theme, mix, rgb, side_looks
from rules.pentagon_war.geometry import Facing
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import SideId
from rules.values import Value, changed

Flying: TypeAlias = Literal["missile", "drone", "bolt"]
World: TypeAlias = Literal["planet", "rock", "gas", "star"]
Shape: TypeAlias = tuple[tuple[float, float], ...]
HULLS: Final[tuple[Shape, ...]] = (
    ((0, -1.05), (0.72, 0.9), (0, 0.5), (-0.72, 0.9)),  # a dart
    ((0, -1.05), (0.3, -0.3), (0.98, 0.3), (0.98, 0.72), (0.3, 0.55), (0.42, 0.95), (-0.42, 0.95), (-0.3, 0.55),
     (-0.98, 0.72), (-0.98, 0.3), (-0.3, -0.3)),  # a winged craft
    ((0, -1.05), (0.62, -0.35), (0.62, 0.9), (-0.62, 0.9), (-0.62, -0.35)),  # a house
    ((0, -1.05), (0.74, 0.1), (0, 0.95), (-0.74, 0.1)),  # a kite
    ((0, -1.05), (0.9, 0.35), (0.9, 0.9), (0.38, 0.5), (-0.38, 0.5), (-0.9, 0.9), (-0.9, 0.35)),  # a crescent
    ((0, -1.05), (0.36, -0.5), (0.95, -0.5), (0.62, 0.9), (-0.62, 0.9), (-0.95, -0.5), (-0.36, -0.5)),  # a shield
)  # fmt: skip
"""One outline a side, nose up; the seventh side begins again, with another letter."""
BASE: Final[Shape] = (
    (0, -1.15), (0.3, -0.87), (0.75, -0.43), (0.75, 0.43), (0, 0.87), (-0.75, 0.43), (-0.75, -0.43), (-0.3, -0.87),
)  # fmt: skip


NAMED: Final = {
    "amber": 0xE3C04A, "azure": 0x5AA9FF, "blue": 0x5AA9FF, "coral": 0xFF7A5C, "crimson": 0xFF7A5C, "gold": 0xE3C04A,
    "green": 0x5FD08A, "indigo": 0x7F86F2, "purple": 0xC58BF2, "red": 0xFF7A5C, "rose": 0xF59AC4, "silver": 0xB9C0CC,
    "teal": 0x46C9C9, "violet": 0xC58BF2,
}  # fmt: skip
"""The colours of sides that are named after one."""
SIDES: Final = (0x5AA9FF, 0xFF7A5C, 0x5FD08A, 0xE3C04A, 0xC58BF2, 0x46C9C9, 0xF59AC4, 0xB9C0CC)


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


def looks(view: BattleView, theme: Theme) -> dict[SideId, Banner]:
    """Every side's colour, pattern and letter: the colour its name says, else the next; the letter its craft's ids begin with."""
    sides = view.known.sides
    named = {side: NAMED[sides[side].name.casefold()] for side in sides if sides[side].name.casefold() in NAMED}
    rest = iter([tone for tone in SIDES if tone not in named.values()] * (1 + len(sides) // len(SIDES)))
    found = side_looks(sides, [named.get(side) or next(rest) for side in sorted(sides)], theme)
    if any(len(side) != 1 for side in sides):
        return found
    return {side: changed(banner, letter=side) for side, banner in found.items()}


@GLYPHS.keeps
def craft(hull: Hull, facing: Facing, palette: Palette) -> Stamp:
    """A craft's sign: nose in its facing, its side's letter upright inside; own ones with a bright rim."""
    theme, radius = palette.theme, hull.radius
    brush = Brush(radius * 3 + 4, radius * 3 + 4)
    outline = BASE if hull.base else HULLS[hull.number % len(HULLS)]
    rim = theme.ink if hull.own else theme.halo
    colour = hull.banner.colour
    solid(brush, turned(outline, facing, radius + 2.4), theme.halo)
    if hull.own:
        solid(brush, turned(outline, facing, radius + 1.1), rim)
    if hull.ghost:
        solid(brush, turned(outline, facing, radius), colour)
        solid(brush, turned(outline, facing, radius - 2.2), theme.sky[0])
    else:
        solid(brush, turned(outline, facing, radius - (0.5 if hull.own else 0)), colour)
    if radius >= 9 and not hull.bare:
        x, y = turned(((0.0, 0.12),), facing, radius)[0]
        ink = colour if hull.ghost else theme.halo
        brush.text(x, y, hull.banner.letter, radius * 0.92, ink, "Black")
    return brush.stamp(palette.image, theme.sky[0])


@GLYPHS.keeps
def seeker(kind: Flying, banner: Banner, facing: Facing, radius: int, palette: Palette) -> Stamp:
    """What flies, heading where it heads: a missile is a thin spike with a tail, a drone a disc with a nose, a bolt a drop."""
    theme = palette.theme
    brush = Brush(radius * 3 + 6, radius * 3 + 6)
    match kind:
        case "missile":
            tail = turned(((0, 0.4), (0, 1.2)), facing, radius)
            brush.line(tail, 3.2, (*theme.halo, 255))
            brush.line(tail, 1.6, (*rgb(FIRE[1]), 255))
            spike: Shape = ((0, -1.1), (0.42, 0.55), (-0.42, 0.55))
            solid(brush, turned(spike, facing, radius + 2), theme.halo)
            solid(brush, turned(spike, facing, radius), banner.colour)
        case "drone":
            brush.disc(0, 0, radius * 0.72 + 1.4, (*theme.halo, 255))
            nose: Shape = ((0, -1.25), (0.5, -0.35), (-0.5, -0.35))
            solid(brush, turned(nose, facing, radius + 1), theme.halo)
            solid(brush, turned(nose, facing, radius), banner.colour)
            brush.ring(0, 0, radius * 0.72, max(radius * 0.3, 1.6), (*banner.colour, 255))
        case "bolt":
            drop: Shape = ((0, -1.0), (0.4, -0.45), (0.4, 0.2), (0, 1.15), (-0.4, 0.2), (-0.4, -0.45))
            solid(brush, turned(drop, facing, radius + 2), theme.halo)
            solid(brush, turned(drop, facing, radius + 0.4), banner.colour)
            solid(brush, turned(drop, facing, radius * 0.55), mix(banner.colour, theme.core, 0.7))
    return brush.stamp(palette.image, theme.sky[0])


@GLYPHS.keeps
def world(radius: int, kind: World, air: bool, palette: Palette) -> Stamp:
    """A round body of this radius in pixels, lit from the upper left; with air, a pale rim."""
    theme = palette.theme
    if kind == "star":
        return _star(radius, palette)
    brush = Brush(radius * 2 + 10, radius * 2 + 10)
    base = rgb(WORLD[{"planet": "sea", "rock": "rock", "gas": "gas"}[kind]])
    if air:
        brush.disc(0, 0, radius + 3, (*mix(rgb(WORLD["sea"]), theme.core, 0.55), 255))
    brush.disc(0, 0, radius, (*mix(base, theme.sky[0], 0.35), 255))
    brush.disc(-radius * 0.08, -radius * 0.08, radius * 0.9, (*base, 255))
    marks = {"planet": "land", "rock": "rock", "gas": "stripe"}[kind]
    patch = mix(rgb(WORLD[marks]), theme.sky[0], 0.35 if kind == "rock" else 0)
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
        brush.shape([foot[0], tip, foot[1]], (*rgb(FIRE[2]), 255))
    for share, tone in ((0.9, FIRE[2]), (0.82, FIRE[1]), (0.5, FIRE[0])):
        brush.disc(0, 0, radius * share, (*rgb(tone), 255))
    return brush.stamp(palette.image, theme.sky[0])
