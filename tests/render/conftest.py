"""What tests of pictures share: the lettering that is drawn, and where roses of directions are pasted."""

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from PIL import Image, ImageDraw

from harness.games.known import ROWS
from render.canvas import hex_ground, panel, strokes
from render.canvas.stamps import SPRITE_SCALE

Pasted: TypeAlias = list[tuple[tuple[int, int], tuple[int, int]]]


@pytest.fixture
def lettering(monkeypatch: pytest.MonkeyPatch) -> set[float]:
    """The sizes of all words that are drawn, in the picture's pixels; nothing is taken from a store."""
    for store in (strokes.GLYPH_STORE, strokes.WORD_STORE, hex_ground.GROUND_CACHE, panel.COMPASS_CACHE):
        store.clear()
    sizes: set[float] = set()
    write = ImageDraw.ImageDraw.text

    def measured(self: ImageDraw.ImageDraw, *args: Any, **named: Any) -> None:  # as it was called
        size: float = named["font"].size
        # Signs are drawn on transparent sheets, larger, and made smaller afterwards.
        sizes.add(size / SPRITE_SCALE if self.mode == "RGBA" else size)
        write(self, *args, **named)

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", measured)
    return sizes


@pytest.fixture
def pasted(monkeypatch: pytest.MonkeyPatch) -> Pasted:
    """Where roses are pasted while a test draws: upper left and size."""
    roses: set[int] = set()
    found: Pasted = []
    for module in {scene.rose for rows in ROWS.values() for scene in rows.scenes() if scene.rose}:

        def kept(*given: Any, draw: Callable[..., Image.Image]) -> Image.Image:
            image = draw(*given)
            roses.add(id(image))
            return image

        draw = __import__(module, fromlist=["compass"]).compass
        monkeypatch.setattr(f"{module}.compass", lambda *given, draw=draw: kept(*given, draw=draw))
    paste = Image.Image.paste

    def noted(self: Image.Image, image: Any, box: Any = None, mask: Any = None) -> None:
        if id(image) in roses:
            found.append((box, image.size))
        paste(self, image, box, mask)

    monkeypatch.setattr(Image.Image, "paste", noted)
    return found
