"""What the map has from afar (CW-B-T01): stars, nebulae, storms, rarer things; and the 256 colours it is drawn in."""

import math
from functools import lru_cache
from hashlib import sha256
from random import Random
from typing import Final, Literal, TypeAlias

from PIL import Image

from render.canvas.stamps import Brush, DrawingCache, Stamp
from render.canvas.theme import MOST_COLOURS, Banner, Palette, Rgb, Theme, all_nearest, mix

Veil: TypeAlias = Literal["lit", "remembered", "never"]
VEILS: Final[tuple[Veil, ...]] = "lit", "remembered", "never"
"""The ground where a side looks now, looked before, and never looked."""


@lru_cache(maxsize=32)
def palette_for(theme: Theme, sides: tuple[Banner, ...], grids: tuple[Banner, ...]) -> Palette:
    """The palette for a picture with these sides; `grids` are those whose supply grid is drawn."""
    base = base_colours(theme)
    ground = theme.halo
    wanted: list[Rgb] = [theme.ink, theme.soft, theme.accent, theme.halo, theme.panel, theme.panel_edge]
    for banner in sides:
        wanted += [banner.colour, mix(banner.colour, ground, 0.45), mix(banner.colour, ground, 0.72)]
    for ink in (theme.ink, theme.soft):
        wanted += [mix(ground, ink, step / 4) for step in (1, 2, 3)]
    wanted += [mix(theme.panel, theme.ink, 0.5), mix(theme.accent, ground, 0.5)]
    ground_tones = (theme.sky[0], theme.grid, theme.sector)
    for share in (theme.tint, theme.pattern):
        for banner in grids:
            wanted += [mix(colour, banner.colour, share) for colour in ground_tones]
    wanted += [_veiled(theme, colour, veil) for veil in VEILS for colour in (*ground_tones, *base)]
    for banner in grids:
        wanted += [mix(colour, banner.colour, theme.tint) for colour in base[10:]]
    room = MOST_COLOURS - len(base)
    extra = [c for c in _distinct([*base, *wanted], _SAME_COLOURS, MOST_COLOURS) if c not in base]
    colours = (*base, *extra[:room])
    image = Image.new("P", (1, 1))
    flat = [part for colour in (*colours, *(colours[:1] * (MOST_COLOURS - len(colours)))) for part in colour]
    image.putpalette(flat)

    shining = {part for hue in theme.stars.values() for part in (mix(hue, theme.core, 0.5), hue)} | {theme.core}

    def tint(toward: Rgb, share: float) -> bytes:
        """Stars keep their colours inside a supply grid, so that classes can be told apart everywhere."""
        return _table(colours, [colour if colour in shining else mix(colour, toward, share) for colour in colours])

    return Palette(
        theme=theme,
        key=f"{theme.name}/{sha256(bytes(flat)).hexdigest()}",
        colours=colours,
        image=image,
        base=len(base),
        lit=_table(colours, [_veiled(theme, colour, "lit") for colour in colours]),
        remembered=_table(colours, [_veiled(theme, colour, "remembered") for colour in colours]),
        never=_table(colours, [_veiled(theme, colour, "never") for colour in colours]),
        tints=tuple(tint(banner.colour, theme.tint) for banner in grids),
        marked=tuple(tint(banner.colour, theme.pattern) for banner in grids),
    )


@lru_cache(maxsize=8)
def base_colours(theme: Theme) -> tuple[Rgb, ...]:
    """What the ground is drawn with: always the first colours of every palette of a theme, in this order."""
    sky = theme.sky[0]
    wanted: list[Rgb] = [theme.sky[0], theme.grid, theme.sector, theme.faint]
    wanted += [theme.void, theme.core, theme.panel]
    wanted += [mix(sky, theme.faint, 0.55), theme.soft, mix(sky, theme.sector, 0.5)]
    for hue in theme.stars.values():
        wanted += [mix(hue, theme.core, 0.5), hue, mix(hue, sky, 0.5), mix(hue, sky, 0.75)]
    for hue in theme.storms.values():
        wanted += [hue, mix(hue, sky, 0.55), mix(hue, sky, 0.82)]
    wanted += [mix(theme.nebula, sky, share) for share in (0.25, 0.5, 0.66, 0.8)]
    wanted += [theme.rock, mix(theme.rock, sky, 0.5)]
    return _distinct(wanted, 0, MOST_COLOURS)


@lru_cache(maxsize=8)
def base_image(theme: Theme) -> Image.Image:
    """A one-pixel image whose palette is the ground's colours alone, for quantising what is drawn on the ground."""
    colours = base_colours(theme)
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in (*colours, *(colours[:1] * (MOST_COLOURS - len(colours)))) for part in colour])
    return image


def _table(colours: tuple[Rgb, ...], wanted: list[Rgb]) -> bytes:
    return bytes(all_nearest(colours, wanted)) + bytes(MOST_COLOURS - len(colours))


def _veiled(theme: Theme, colour: Rgb, veil: Veil) -> Rgb:
    """The ground where a side looks now, looked before, or never looked: brighter the more it knows."""
    match veil:
        case "lit":
            return mix(colour, theme.soft, theme.lit)
        case "remembered":
            return mix(mix(colour, theme.soft, theme.lit * 0.45), theme.fog, theme.remembered)
        case "never":
            return mix(colour, theme.fog, theme.never)


def _distinct(wanted: list[Rgb], apart: int, most: int) -> tuple[Rgb, ...]:
    kept: list[Rgb] = []
    for colour in wanted:
        if len(kept) == most:
            break
        if all(abs(colour[0] - k[0]) + abs(colour[1] - k[1]) + abs(colour[2] - k[2]) > apart for k in kept):
            kept.append(colour)
    return tuple(kept)


_SAME_COLOURS = 5


OBJECT_STORE: Final = DrawingCache[Stamp](600)
_RADII: Final = {"O": 6.2, "B": 5.6, "A": 5.1, "F": 4.7, "G": 4.4, "K": 4.0, "M": 3.6}
_KINDS: Final = {"": 1.0, "va": 1.0, "g": 1.5, "sg": 1.8, "fl": 1.0, "dw": 0.62}
STAR_VARIANTS: Final = 5


def is_star(code: str) -> bool:
    """Whether an object code is a star of a spectral class."""
    return code[:1] in _RADII and code[1:] in _KINDS


def star_reach(codes: tuple[str, ...], unit: int) -> int:
    """How far from the middle of a hex its stars reach, in pixels; 0 where there are none."""
    stars = [code for code in codes if is_star(code)]
    if not stars:
        return 0
    rings = {"g": 3.1, "sg": 5.0, "va": 4.3, "fl": 5.4, "dw": 3.4}
    widest = max(_RADII[code[0]] * _KINDS[code[1:]] + rings.get(code[1:], 0.0) for code in stars)
    return math.ceil((widest if len(stars) == 1 else widest * 0.72 + 5.8) * unit / 10) + 1


def stamp_for(codes: tuple[str, ...], theme: Theme, unit: int, variant: int) -> Stamp:
    """The sprite of a hex's objects at a scale; put by the hex's middle. `variant` varies clouds and rocks."""
    kind = variant % STAR_VARIANTS if codes and not is_star(codes[0]) else 0
    return OBJECT_STORE.get((codes, theme.name, unit, kind), lambda: _draw(codes, theme, unit, kind))


def _draw(codes: tuple[str, ...], theme: Theme, unit: int, variant: int) -> Stamp:
    scale = unit / 10
    brush = Brush(4 * unit, 2 * round(unit * 1.7))
    stars = [code for code in codes if is_star(code)]
    for code in codes:
        if not is_star(code):
            _other(brush, code, theme, scale, Random(variant))  # noqa: S311 # the shape of clouds, not dice
    if len(stars) == 1:
        _star(brush, stars[0], theme, (0, 0), scale)
    for index, code in enumerate(stars if len(stars) > 1 else ()):
        side = -1 if index == 0 else 1
        _star(brush, code, theme, (side * 5.2 * scale, -side * 2.4 * scale), scale * 0.72)
    return brush.stamp(base_image(theme), theme.sky[0], 34)


def _star(brush: Brush, code: str, theme: Theme, at: tuple[float, float], scale: float) -> None:
    x, y = at
    hue, kind = theme.stars[code[0]], code[1:]
    radius = _RADII[code[0]] * _KINDS[kind] * scale
    if theme.glow:
        brush.glow(x, y, min(radius * 2.5, 14.5 * scale), hue, theme.glow)
    if kind == "fl":
        _rays(brush, x, y, radius, hue, scale)
    if kind == "va":
        for ends in ((-50, 50), (130, 230)):
            reach = radius + 3.2 * scale
            brush.arc((x - reach, y - reach, x + reach, y + reach), ends, 1.1 * scale, hue)
    if kind in {"g", "sg"}:
        brush.ring(x, y, radius + 2.2 * scale, 0.9 * scale, (*hue, 150))
    if kind == "sg":
        brush.ring(x, y, radius + 4.3 * scale, 0.7 * scale, (*hue, 110))
    rim = mix(hue, theme.ink, 0.45) if theme.name == "light" else hue
    brush.disc(x, y, radius, (*rim, 255))
    brush.disc(x, y, radius * 0.82, (*hue, 255))
    brush.disc(x - radius * 0.12, y - radius * 0.14, radius * 0.5, (*mix(hue, theme.core, 0.55), 255))
    if kind == "dw":
        reach = radius + 3.4 * scale
        for dx, dy in ((1, 0), (0, 1)):
            for sign in (-1, 1):
                start = radius + 1.3 * scale
                tick = [(x + dx * start * sign, y + dy * start * sign), (x + dx * reach * sign, y + dy * reach * sign)]
                brush.line(tick, 0.9 * scale, (*hue, 255))


def _rays(brush: Brush, x: float, y: float, radius: float, hue: Rgb, scale: float) -> None:
    for turn in range(8):
        angle = math.tau * turn / 8
        reach = radius + (5.4 if turn % 2 == 0 else 3.2) * scale
        wide = 0.24
        points = [(x + reach * math.cos(angle), y + reach * math.sin(angle))]
        points += [
            (x + radius * math.cos(angle + wide * side), y + radius * math.sin(angle + wide * side)) for side in (1, -1)
        ]
        brush.shape(points, (*hue, 235))


def _other(brush: Brush, code: str, theme: Theme, scale: float, chance: Random) -> None:
    match code:
        case "Neb":
            _nebula(brush, theme, scale, chance)
        case "Ast":
            _rocks(brush, theme, scale, chance)
        case "Ion" | "Mag" | "Grv" | "Rad":
            _storm(brush, code, theme, scale)
        case "Hyp":
            _hypermass(brush, theme, scale)
        case "Neu" | "Pul":
            _neutron(brush, code, theme, scale)
        case "Wrm":
            _wormhole(brush, theme, scale)
        case _:
            points = [(0, -8 * scale), (8 * scale, 0), (0, 8 * scale), (-8 * scale, 0)]
            brush.line([*points, points[0]], 1.4 * scale, (*theme.soft, 255))
            brush.disc(0, 0, 1.8 * scale, (*theme.soft, 255))


def _nebula(brush: Brush, theme: Theme, scale: float, chance: Random) -> None:
    """Clouds, and over them the dots that mark a nebula where colours do not help."""
    sky, hue = theme.sky[0], theme.nebula
    for share, count, low, high in ((0.80, 9, 5.0, 8.5), (0.66, 6, 3.6, 6.0), (0.5, 3, 2.0, 3.6)):
        for _ in range(count):
            angle, away = chance.random() * math.tau, chance.random() * (9.5 if share > 0.6 else 7)
            radius = chance.uniform(low, high) * scale
            x, y = away * math.cos(angle) * 1.12 * scale, away * math.sin(angle) * 0.92 * scale
            brush.disc(x, y, radius, (*mix(hue, sky, share), 255))
    for row in range(-2, 3):
        for column in range(-3, 4):
            x, y = (column * 5.2 + (2.6 if row % 2 else 0)) * scale, row * 5.0 * scale
            if (x / scale / 15) ** 2 + (y / scale / 12) ** 2 < 1:
                brush.disc(x, y, 0.85 * scale, (*mix(hue, theme.core if theme.name != "light" else sky, 0.25), 255))


def _rocks(brush: Brush, theme: Theme, scale: float, chance: Random) -> None:
    for _ in range(9):
        angle, away = chance.random() * math.tau, 2 + chance.random() * 9.5
        x, y = away * math.cos(angle) * scale, away * 0.8 * math.sin(angle) * scale
        size = chance.uniform(1.3, 3.1) * scale
        points = []
        for corner in range(6):
            turn, reach = math.tau * corner / 6, size * chance.uniform(0.7, 1.15)
            points.append((x + reach * math.cos(turn), y + reach * math.sin(turn)))
        brush.shape(points, (*theme.rock, 255))
        brush.disc(x - size * 0.2, y - size * 0.25, size * 0.42, (*mix(theme.rock, theme.ink, 0.25), 255))


def _storm(brush: Brush, code: str, theme: Theme, scale: float) -> None:
    """Each storm has its own pattern: bolts (ion), field lines (magnetic), ripples (gravitic), rays (radiation)."""
    hue, sky = theme.storms[code], theme.sky[0]
    brush.disc(0, 0, 13.2 * scale, (*mix(hue, sky, 0.82), 255))
    fill = (*hue, 255)
    if code == "Ion":
        for x in (-7, 0, 7):
            tall = 9 if x == 0 else 6.5
            steps = [(x - 2, -tall), (x + 2, -tall / 3), (x - 2, tall / 3), (x + 2, tall)]
            brush.line([(a * scale, b * scale) for a, b in steps], 1.5 * scale, fill)
    elif code == "Mag":
        for reach in (3, 6.5, 10):
            for side in (-1, 1):
                middle = side * 11.5
                box = ((middle - reach) * scale, -reach * scale, (middle + reach) * scale, reach * scale)
                ends = (-90, 90) if side < 0 else (90, 270)
                brush.arc(box, ends, 1.4 * scale, hue)
    elif code == "Grv":
        for reach in (3.2, 6.6, 10.2):
            for start in (20, 200):
                box = (-reach * scale, -reach * 0.86 * scale, reach * scale, reach * 0.86 * scale)
                brush.arc(box, (start + reach * 9, start + reach * 9 + 140), 1.5 * scale, hue)
        brush.disc(0, 0, 1.5 * scale, fill)
    else:
        for turn in range(12):
            angle = math.tau * turn / 12
            low, high = (4.2, 10.8) if turn % 2 == 0 else (6.4, 8.8)
            ray = [(r * math.cos(angle) * scale, r * math.sin(angle) * scale) for r in (low, high)]
            brush.line(ray, 1.5 * scale, fill)
        brush.disc(0, 0, 2.3 * scale, fill)


def _hypermass(brush: Brush, theme: Theme, scale: float) -> None:
    gold = theme.stars["K"]
    if theme.name != "light":
        brush.glow(0, 0, 14.5 * scale, gold, 0.8)
    wide = (-12.5 * scale, -4.2 * scale, 12.5 * scale, 4.2 * scale)
    brush.arc(wide, (0, 360), 2.0 * scale, gold)
    brush.disc(0, 0, 7.2 * scale, (*mix(gold, theme.core, 0.4), 255))
    brush.disc(0, 0, 6.0 * scale, (*theme.void, 255))
    brush.arc(wide, (0, 180), 2.0 * scale, mix(gold, theme.core, 0.35))


def _neutron(brush: Brush, code: str, theme: Theme, scale: float) -> None:
    hue = theme.stars["O"]
    for side in (-1, 1):
        tip = [(side * 6.0 * scale, -side * 11.5 * scale), (1.5 * scale, 0.9 * scale), (-1.5 * scale, -0.9 * scale)]
        brush.shape(tip, (*mix(hue, theme.sky[0], 0.35), 255))
    if theme.name != "light":
        brush.glow(0, 0, 9 * scale, hue, 1.0)
    brush.disc(0, 0, 2.9 * scale, (*hue, 255))
    brush.disc(0, 0, 1.8 * scale, (*theme.core, 255))
    brush.arc((-8 * scale, -3 * scale, 8 * scale, 3 * scale), (0, 360), 1.0 * scale, hue)
    if code == "Pul":
        brush.ring(0, 0, 11 * scale, 1.0 * scale, (*hue, 200))


def _wormhole(brush: Brush, theme: Theme, scale: float) -> None:
    inner, outer = theme.storms["Mag"], theme.stars["B"]
    brush.disc(0, 0, 5 * scale, (*theme.void, 255))
    for arm in range(3):
        points = []
        for step in range(26):
            angle = math.tau * (arm / 3 + step / 25 * 0.85)
            reach = (2.4 + 8.6 * step / 25) * scale
            points.append((reach * math.cos(angle), reach * math.sin(angle) * 0.9))
        brush.line(points, 1.7 * scale, (*(outer if arm % 2 else inner), 255))
    brush.ring(0, 0, 3.4 * scale, 1.0 * scale, (*outer, 255))
