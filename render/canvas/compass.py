"""A rose of the six directions of a hex map, named as its game names them."""

import math
from typing import Final

from PIL import Image

from render.canvas.landscape import Sheet
from render.canvas.panel import Pen, blank
from render.canvas.stamps import Store
from render.canvas.strokes import Strokes
from render.canvas.theme import Palette

COMPASSES: Final = Store[Image.Image](8)


@COMPASSES.keeps
def compass(sheet: Sheet, radius: int, names: tuple[str, ...], palette: Palette) -> Image.Image:
    """The six directions clockwise from straight up, each with its name or, for "", a longer arrow; kept, so never draw on
    it. The first is the accent's colour."""
    image = blank(2 * radius, 2 * radius, palette)
    pen, strokes, size = Pen(image, palette), Strokes(image, palette, palette.theme.panel), sheet.letter
    for facing, name in enumerate(names):
        turn = math.tau * facing / len(names)
        dx, dy = math.sin(turn), -math.cos(turn)
        inner, at = radius - sheet.px(11 if name else 4), radius - sheet.px(4.5)
        ink = palette.theme.accent if facing == 0 else palette.theme.soft
        start, end = (radius + dx * 4, radius + dy * 4), (radius + dx * inner, radius + dy * inner)
        strokes.arrow(start, end, ink, sheet.px(0.8), sheet.px(4))
        if name:
            pen.write(name, radius + dx * at, radius + dy * at, size, ink, at="m")
    return image
