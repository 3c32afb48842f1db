"""Pictures laid out for the size at which Discord shows them in a message: landscape, the field left, the words right."""

import math
from typing import Final

from rules.values import Value

PREVIEW: Final = (550, 350)
"""Pixels that Discord gives a single picture at most."""
LETTER: Final = 11
"""Lettering is at least so large in the preview, in pixels of the typeface's size."""
MARK: Final = 24
"""Craft, jets and fleets are at least so many pixels across in the preview."""
WIDE: Final = 1100
SHAPE: Final = (11, 7)
"""Width to height."""
COLUMN: Final = 146
BAR: Final = 31
FOOT: Final = 24
PAD: Final = 4
"""The column beside the field, the bar above it, the line below it and the space around it, in pixels of the preview."""


def shown_at(width: int, height: int) -> float:
    """The scale at which Discord shows a picture of this size; never above 1."""
    return min(PREVIEW[0] / width, PREVIEW[1] / height, 1.0)


class Sheet(Value):
    """A landscape picture of some width: a bar, the field's box, a column of words beside it, perhaps a foot."""

    width: int
    foot: bool = False

    @property
    def height(self) -> int:
        """In pixels, as all here."""
        return round(self.width * SHAPE[1] / SHAPE[0])

    def px(self, shown: float) -> int:
        """So many pixels of the picture that Discord shows at least `shown` of them."""
        return math.ceil(shown / shown_at(self.width, self.height) - 1e-9)

    @property
    def letter(self) -> int:
        """The smallest lettering."""
        return self.px(LETTER)

    @property
    def radius(self) -> int:
        """The smallest radius of a craft."""
        return self.px(MARK / 2)

    @property
    def top(self) -> int:
        """Where the field's box and the column begin, below the bar."""
        return self.px(BAR)

    @property
    def bottom(self) -> int:
        """Where they end."""
        return self.height - (self.px(FOOT) if self.foot else 0)

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, width and height of the room for the field."""
        pad = self.px(PAD)
        return pad, self.top + pad, self.width - self.px(COLUMN) - 2 * pad, self.bottom - self.top - 2 * pad

    @property
    def column(self) -> tuple[int, int]:
        """Left and right end of the words beside the field."""
        return self.width - self.px(COLUMN), self.width - self.px(2 * PAD)
