"""The panel around a picture's field: its ground, the words on it, the lines between its parts."""

from PIL import Image, ImageDraw

from render.canvas.fonts import Weight, length
from render.canvas.marks import words
from render.canvas.stamps import Stamp
from render.canvas.theme import Palette, Rgb
from render.canvas.tones import tone
from rules.values import Value


class Frame(Value):
    """The whole picture's size and where the field lies in it, between `bar` and `legend`; `scale` is that of the words,
    none of which is smaller than `letter`."""

    width: int
    height: int
    left: int
    top: int
    bar: int
    legend: int
    scale: float
    letter: int = 0


class Pen:
    """Words on the panel of one picture."""

    def __init__(self, image: Image.Image, palette: Palette) -> None:
        self.image = image
        self.palette = palette
        self.theme = palette.theme

    def stamp(self, text: str, size: int, ink: Rgb, *, bold: bool = True) -> Stamp:
        """A line of words, to be put by its left end."""
        weight: Weight = "Semibold" if bold else "Regular"
        return words(text, size, ink, self.palette, weight=weight, ground=self.theme.panel)

    def write(self, text: str, x: float, y: float, size: int, ink: Rgb, *, at: str = "l", bold: bool = True) -> int:
        """Write with the left (l), middle (m) or right (r) end at `x`, the capitals' middle at `y`; where more may follow."""
        wide = length(text, size, bold=bold)
        left = round(x - {"l": 0.0, "m": wide / 2, "r": wide}[at])
        stamp = self.stamp(text, size, ink, bold=bold)
        stamp.put(self.image, left, round(y))
        return left + stamp.size[0]


def blank(width: int, height: int, palette: Palette) -> Image.Image:
    """A picture that is all panel."""
    image = Image.new("P", (width, height), tone(palette, palette.theme.panel))
    image.putpalette(palette.image.getpalette() or [])
    return image


def ruled(image: Image.Image, frame: Frame, palette: Palette, width: int = 1) -> Image.Image:
    """The picture with lines under its bar and above its legend."""
    draw, edge = ImageDraw.Draw(image), tone(palette, palette.theme.panel_edge)
    for y in (frame.bar - 1, frame.height - frame.legend):
        draw.line((0, y, frame.width, y), fill=edge, width=width)
    return image
