"""A picture that shows whether pictures arrive: hexes in eight colours with letters, and words in the sizes of a map."""

from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

from render.canvas.png import Picture
from render.canvas.theme import COLOUR_BLIND, Rgb, brightness, font

PICTURE_SIZE: Final = (1100, 700)
"""As wide and tall as a map, so that Discord makes its preview as it does for one."""
SUPERSAMPLING: Final = 2
"""Drawn so many times as large, then reduced, for smooth edges."""
LETTER_SIZES: Final = (22, 28, 36)
CAPTION_TEXT: Final = "Each line should be readable on a phone"


def trial_picture(title: str) -> Picture:
    """The test picture under a title of at most 50 characters."""
    theme, wide, tall = COLOUR_BLIND, PICTURE_SIZE[0] * SUPERSAMPLING, PICTURE_SIZE[1] * SUPERSAMPLING
    image = Image.new("RGB", (wide, tall), theme.panel)
    draw = ImageDraw.Draw(image)
    _write(draw, 60, title[:50], 44, theme.ink)
    for at, colour in enumerate(theme.sides[:8]):
        _hex(draw, 118 + at * 123, 220 + at % 2 * 92, "ABCDEFGH"[at], colour)
    for at, size in enumerate(LETTER_SIZES):
        _write(draw, 500 + at * 66, f"{CAPTION_TEXT} ({size})", size, theme.ink)
    sheet = BytesIO()
    image.reduce(SUPERSAMPLING).save(sheet, "PNG", optimize=True)
    alt = f"{title[:50]}: eight hexes lettered A to H in eight colours, and three lines of words in growing sizes."
    return Picture(sheet.getvalue(), *PICTURE_SIZE, alt)


def _write(draw: ImageDraw.ImageDraw, y: int, text: str, size: int, ink: Rgb) -> None:
    draw.text(
        (50 * SUPERSAMPLING, y * SUPERSAMPLING),
        text,
        fill=ink,
        font=font(size * SUPERSAMPLING, "Semibold"),
        anchor="lm",
    )


def _hex(draw: ImageDraw.ImageDraw, x: int, y: int, letter: str, colour: Rgb) -> None:
    shape = ((-74, 0), (-37, -62), (37, -62), (74, 0), (37, 62), (-37, 62))
    draw.polygon([((x + dx) * SUPERSAMPLING, (y + dy) * SUPERSAMPLING) for dx, dy in shape], fill=colour)
    ink = (0, 0, 0) if brightness(colour) > 0.2 else (255, 255, 255)
    draw.text(
        (x * SUPERSAMPLING, y * SUPERSAMPLING), letter, fill=ink, font=font(48 * SUPERSAMPLING, "Semibold"), anchor="mm"
    )
