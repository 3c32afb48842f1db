"""The 256 colours of a picture, and look-up tables that tint or veil every one of them at once."""

from PIL import Image

from render.canvas.theme import Rgb, Theme, mix
from rules.values import Value

MOST = 256


class Palette(Value, eq=False):
    """Colours in order, the image Pillow quantises to, and tables from index to index; compared by `key` alone."""

    theme: Theme
    key: str
    colours: tuple[Rgb, ...]
    image: Image.Image
    base: int
    remembered: bytes
    never: bytes
    hatch: bytes
    tints: tuple[bytes, ...]
    marked: tuple[bytes, ...]
    written: tuple[bytes, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Palette) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def index(self, colour: Rgb) -> int:
        """The index of the colour nearest to `colour`."""
        return nearest(self.colours, colour)

    def ramp(self, ink: Rgb, ground: Rgb) -> bytes:
        """A table from coverage (0 to 255) to the index of `ink` over `ground`, in five steps."""
        steps = [nearest(self.colours, mix(ground, ink, step / 4)) for step in range(5)]
        return bytes(steps[(value * 4 + 127) // 255] for value in range(256))


def nearest(colours: tuple[Rgb, ...], wanted: Rgb) -> int:
    """The index of the colour that looks most like `wanted`."""
    red, green, blue = wanted
    best, found = 1 << 30, 0
    for index, (r, g, b) in enumerate(colours):
        away = 3 * (r - red) ** 2 + 6 * (g - green) ** 2 + 2 * (b - blue) ** 2
        if away < best:
            best, found = away, index
    return found
