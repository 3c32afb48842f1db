"""Small pictures made once and pasted often: sprites and labels in palette colours, kept in bounded stores."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import Generic, ParamSpec, TypeVar

from PIL import Image, ImageDraw

from render.canvas.fonts import Weight, font
from render.canvas.theme import Rgb
from rules.values import Value

OVER = 4
"""Sprites are drawn this many times larger and reduced, which smooths their edges."""
P = ParamSpec("P")
V = TypeVar("V")


class Store(Generic[V]):
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
        self.sheet = Image.new("RGBA", (width * OVER, height * OVER))
        self.draw = ImageDraw.Draw(self.sheet)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A point of the sheet from one counted from the sprite's middle."""
        return (x + self.width / 2) * OVER, (y + self.height / 2) * OVER

    def disc(self, x: float, y: float, radius: float, fill: tuple[int, ...]) -> None:
        """A filled circle."""
        (left, top), (right, bottom) = self.at(x - radius, y - radius), self.at(x + radius, y + radius)
        self.draw.ellipse((left, top, right, bottom), fill=fill)

    def ring(self, x: float, y: float, radius: float, width: float, fill: tuple[int, ...]) -> None:
        """A circle's outline, `width` measured inwards."""
        (left, top), (right, bottom) = self.at(x - radius, y - radius), self.at(x + radius, y + radius)
        self.draw.ellipse((left, top, right, bottom), outline=fill, width=max(round(width * OVER), 1))

    def arc(self, box: tuple[float, float, float, float], ends: tuple[float, float], width: float, fill: Rgb) -> None:
        """Part of an ellipse, angles in degrees clockwise from three o'clock."""
        (left, top), (right, bottom) = self.at(box[0], box[1]), self.at(box[2], box[3])
        self.draw.arc((left, top, right, bottom), *ends, fill=(*fill, 255), width=max(round(width * OVER), 1))

    def line(self, points: list[tuple[float, float]], width: float, fill: tuple[int, ...]) -> None:
        """A line through points."""
        self.draw.line([self.at(*p) for p in points], fill=fill, width=max(round(width * OVER), 1), joint="curve")

    def shape(self, points: list[tuple[float, float]], fill: tuple[int, ...]) -> None:
        """A filled polygon."""
        self.draw.polygon([self.at(*p) for p in points], fill=fill)

    def text(self, x: float, y: float, text: str, size: float, fill: Rgb, weight: Weight = "Bold") -> None:
        """Text with its capitals' middle at a point."""
        face = font(round(size * OVER), weight)
        across = face.getlength(text)
        middle = (face.getbbox("H")[1] + face.getbbox("H")[3]) / 2
        px, py = self.at(x, y)
        self.draw.text((px - across / 2, py - middle), text, fill=(*fill, 255), font=face)

    def glow(self, x: float, y: float, radius: float, colour: Rgb, strength: float) -> None:
        """Light that fades outwards from a point."""
        side = round(radius * 2 * OVER)
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
        small = solid.convert("RGB").reduce(OVER)
        cover = self.sheet.getchannel("A").reduce(OVER)
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
