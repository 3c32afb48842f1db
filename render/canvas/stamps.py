"""Small pictures made once and pasted often, in palette colours, kept in bounded stores; and the tones and ramps of a palette."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache, wraps
from hashlib import sha256
from typing import Final, Generic, ParamSpec, TypeVar

from PIL import Image, ImageDraw

from render.canvas.theme import MOST_COLOURS, Banner, Palette, Rgb, Theme, Weight, all_nearest, font, mix, rgb
from rules.values import Value

SPRITE_SCALE = 4
"""Sprites are drawn this many times larger and reduced, which smooths their edges."""
P = ParamSpec("P")
V = TypeVar("V")


class DrawingCache(Generic[V]):
    """The values made last, at most `most` weights of them; the oldest go first."""

    def __init__(self, most: int, weigh: Callable[[V], int] = lambda _: 1) -> None:
        self.most = most
        self.weight = 0
        self._weigh = weigh
        self._kept: OrderedDict[Hashable, V] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """The value under `key`, made now if it is not kept."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        made = make()
        self._kept[key] = made
        self.weight += self._weigh(made)
        while self.weight > self.most and len(self._kept) > 1:
            _, gone = self._kept.popitem(last=False)
            self.weight -= self._weigh(gone)
        return made

    def keeps(self, make: Callable[P, V]) -> Callable[P, V]:
        """A decorator: what the function makes is kept by its arguments, which must be hashable."""

        @wraps(make)
        def kept(*args: P.args, **named: P.kwargs) -> V:
            return self.get((make, *args, *named.items()), lambda: make(*args, **named))

        return kept

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()
        self.weight = 0

    def __len__(self) -> int:
        return len(self._kept)


class Stamp(Value):
    """A sprite: palette image, one-bit mask, and where its upper left lies from the point it is put at."""

    image: Image.Image
    mask: Image.Image | None
    dx: int
    dy: int

    @property
    def size(self) -> tuple[int, int]:
        return self.image.size

    def put(self, on: Image.Image, x: int, y: int) -> None:
        """Paste onto an image of the same palette; what lies outside is cut off.

        This is what `Image.paste` comes to once it has looked at what it was given, which takes it longer than the pasting.
        """
        left, top = x + self.dx, y + self.dy
        wide, tall = self.image.size
        box = (left, top, left + wide, top + tall)
        if self.mask is None:
            on.im.paste(self.image.im, box)
        else:
            on.im.paste(self.image.im, box, self.mask.im)


class Brush:
    """A large transparent sheet to draw a sprite on, in units of the sprite's pixels from its middle."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.sheet = Image.new("RGBA", (width * SPRITE_SCALE, height * SPRITE_SCALE))
        self.draw = ImageDraw.Draw(self.sheet)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A point of the sheet from one counted from the sprite's middle."""
        return (x + self.width / 2) * SPRITE_SCALE, (y + self.height / 2) * SPRITE_SCALE

    def disc(self, x: float, y: float, radius: float, fill: tuple[int, ...]) -> None:
        """A filled circle."""
        (left, top), (right, bottom) = self.at(x - radius, y - radius), self.at(x + radius, y + radius)
        self.draw.ellipse((left, top, right, bottom), fill=fill)

    def ring(self, x: float, y: float, radius: float, width: float, fill: tuple[int, ...]) -> None:
        """A circle's outline, `width` measured inwards."""
        (left, top), (right, bottom) = self.at(x - radius, y - radius), self.at(x + radius, y + radius)
        self.draw.ellipse((left, top, right, bottom), outline=fill, width=max(round(width * SPRITE_SCALE), 1))

    def arc(self, box: tuple[float, float, float, float], ends: tuple[float, float], width: float, fill: Rgb) -> None:
        """Part of an ellipse, angles in degrees clockwise from three o'clock."""
        (left, top), (right, bottom) = self.at(box[0], box[1]), self.at(box[2], box[3])
        self.draw.arc((left, top, right, bottom), *ends, fill=(*fill, 255), width=max(round(width * SPRITE_SCALE), 1))

    def line(self, points: list[tuple[float, float]], width: float, fill: tuple[int, ...]) -> None:
        """A line through points."""
        self.draw.line(
            [self.at(*p) for p in points], fill=fill, width=max(round(width * SPRITE_SCALE), 1), joint="curve"
        )

    def shape(self, points: list[tuple[float, float]], fill: tuple[int, ...]) -> None:
        """A filled polygon."""
        self.draw.polygon([self.at(*p) for p in points], fill=fill)

    def text(self, x: float, y: float, text: str, size: float, fill: Rgb, weight: Weight = "Bold") -> None:
        """Text with its capitals' middle at a point."""
        face = font(round(size * SPRITE_SCALE), weight)
        across = face.getlength(text)
        middle = (face.getbbox("H")[1] + face.getbbox("H")[3]) / 2
        px, py = self.at(x, y)
        self.draw.text((px - across / 2, py - middle), text, fill=(*fill, 255), font=face)

    def glow(self, x: float, y: float, radius: float, colour: Rgb, strength: float) -> None:
        """Light that fades outwards from a point."""
        side = round(radius * 2 * SPRITE_SCALE)
        fade = Image.radial_gradient("L").resize((side, side)).point([_fading(v, strength) for v in range(256)])
        left, top = self.at(x - radius, y - radius)
        patch = Image.new("RGBA", (side, side), (*colour, 0))
        patch.putalpha(fade)
        self.sheet.alpha_composite(patch, (max(round(left), 0), max(round(top), 0)))
        self.draw = ImageDraw.Draw(self.sheet)

    def stamp(self, palette: Image.Image, ground: Rgb, threshold: int = 40) -> Stamp:
        """The finished sprite: laid over `ground`, in the palette's colours, opaque where coverage passes `threshold`."""
        solid = Image.new("RGBA", self.sheet.size, (*ground, 255))
        solid.alpha_composite(self.sheet)
        small = solid.convert("RGB").reduce(SPRITE_SCALE)
        cover = self.sheet.getchannel("A").reduce(SPRITE_SCALE)
        image = small.quantize(palette=palette, dither=Image.Dither.NONE)
        mask = cover.point([255 if v >= threshold else 0 for v in range(256)]).convert("1")
        return Stamp(image, mask, -(self.width // 2), -(self.height // 2))


def _fading(value: int, strength: float) -> int:
    """Pillow's radial gradient runs from 0 in the middle to 255 at the corners; the rim of the circle is at 181."""
    near = max(0.0, 1 - value / 180)
    return round(255 * strength * near * near)


def write(text: str, size: int, weight: Weight, ramp: bytes, *, halo: int = 2) -> Stamp:
    """A line of text with an outline `halo` pixels wide; put by its left end and the middle of its capitals."""
    face = font(size, weight)
    left, top, right, bottom = face.getbbox(text, stroke_width=halo)
    cap = face.getbbox("H")
    width, height = max(round(right - left), 1), max(round(bottom - top), 1)
    at = (-left, -top)
    ink = Image.new("L", (width, height))
    ImageDraw.Draw(ink).text(at, text, fill=255, font=face)
    mask: Image.Image = ink
    if halo:
        mask = Image.new("L", (width, height))
        ImageDraw.Draw(mask).text(at, text, fill=255, font=face, stroke_width=halo)
    hard = mask.point([255 if v > 80 else 0 for v in range(256)]).convert("1")
    image = ink.point(list(ramp))
    image = Image.frombytes("P", image.size, image.tobytes())
    return Stamp(image, hard, round(left), -round((cap[1] + cap[3]) / 2 - top))


FIRE_COLOURS: Final = (0xFFF6C8, 0xFFB347, 0xE8562A)
WORLD_COLOURS: Final = {"land": 0x6E8F6A, "sea": 0x3F6C93, "gas": 0xB98A5A, "stripe": 0x8F6843, "rock": 0x9C8F82}
ARC_COLOUR: Final = rgb(0x3FA58B)
"""What tints the hexes in a firing arc."""
WEAPON_COLOURS: Final[Mapping[str, int]] = {
    "laser": 0xFF5A5A, "electron": 0x4FC3F7, "proton": 0xFFC94D, "radiation": 0x7CE38B, "acid": 0xB7D433,
    "metal": 0xC9CED8, "beam": 0xD98BFF, "point_defense": 0xFFFFFF,
}  # fmt: skip
"""Each weapon's light; the pictures also tell them apart by how the line is broken."""
PALETTE_CACHE: Final = DrawingCache[Palette](16)
TABLE_CACHE: Final = DrawingCache[bytes](4096)


@PALETTE_CACHE.keeps
def tactical_palette(theme: Theme, sides: tuple[Banner, ...], more: tuple[Rgb, ...] = ()) -> Palette:
    """The palette of a tactical game's pictures; `tints` are the map's ground under a firing arc and beyond the edge.

    `more` are colours that are laid on the panel.
    """
    sky, panel, halo = theme.sky[0], theme.panel, theme.halo
    wanted: list[Rgb] = [sky, panel, halo, theme.grid, theme.sector, theme.ink, theme.soft, theme.faint, theme.accent]
    wanted += [theme.panel_edge, theme.core, theme.void, mix(sky, theme.sector, 0.5)]
    ground = [sky, theme.grid, theme.faint, mix(sky, theme.sector, 0.5)]
    wanted += [mix(tone, ARC_COLOUR, 0.24) for tone in ground] + [mix(tone, theme.fog, 0.45) for tone in ground]
    inks = [theme.ink, theme.soft, theme.faint, theme.accent, *(banner.colour for banner in sides)]
    inks += [light_of(theme, kind) for kind in WEAPON_COLOURS]
    for ink in inks:
        wanted += [ink, *(mix(sky, ink, step / 4) for step in (1, 2, 3))]
    for ink in (theme.ink, theme.soft, *(banner.colour for banner in sides)):
        wanted += [mix(panel, ink, step / 4) for step in (1, 2, 3)] + [mix(halo, ink, step / 4) for step in (2, 3)]
    for ink in more:
        wanted += [mix(panel, ink, share) for share in (0.16, 0.35, 0.6, 0.8, 1)]
    for banner in sides:
        wanted += [mix(banner.colour, theme.ink, 0.4), mix(sky, banner.colour, 0.15)]
    for tone in map(rgb, (*FIRE_COLOURS, *WORLD_COLOURS.values())):
        wanted += [tone, mix(tone, sky, 0.35), mix(tone, sky, 0.65)]
    colours = tuple(dict.fromkeys(wanted))[: MOST_COLOURS - 1]  # the last index is kept for animations
    flat = [part for colour in (*colours, *(colours[:1] * (MOST_COLOURS - len(colours)))) for part in colour]
    image = Image.new("P", (1, 1))
    image.putpalette(flat)

    def table(toward: Rgb, share: float) -> bytes:
        found = all_nearest(colours, [mix(colour, toward, share) for colour in colours])
        return bytes(found) + bytes(MOST_COLOURS - len(found))

    tints = (table(ARC_COLOUR, 0.24), table(theme.fog, 0.45))
    key = f"tactical/{theme.name}/{sha256(bytes(flat)).hexdigest()}"
    return Palette(theme, key, colours, image, base=0, lit=b"", remembered=b"", never=b"", tints=tints, marked=())


def tone(palette: Palette, colour: Rgb) -> int:
    """The index of a colour, remembered."""
    return TABLE_CACHE.get((palette.key, colour), lambda: bytes([palette.index(colour)]))[0]


@TABLE_CACHE.keeps
def ramp(palette: Palette, ink: Rgb, ground: Rgb) -> bytes:
    """The palette's table from coverage to `ink` over `ground`, remembered."""
    return palette.ramp(ink, ground)


@lru_cache(maxsize=64)
def light_of(theme: Theme, kind: str) -> Rgb:
    """A weapon's colour in a theme: darker on light paper."""
    colour = rgb(WEAPON_COLOURS[kind])
    return mix(colour, theme.ink, 0.35) if theme.name == "light" else colour
