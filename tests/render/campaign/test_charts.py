"""Charts of an empire's past: the same points give the same bytes; colours stand apart; every figure is in words too."""

from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from render.campaign.charts import (
    CHART_LOOKS,
    HISTORY_PANELS,
    HistoryPoint,
    draw_history,
    history_alt,
    history_table,
    look_named,
)
from render.canvas.theme import brightness, contrast
from rules.values import GameError


def points(count: int) -> tuple[HistoryPoint, ...]:
    """A history of so many turns."""
    return tuple(
        HistoryPoint(t, 500 + 20 * t, 560 + 30 * t, (t * 137) % 400, 3 + t // 4, 6, 12 + t, 10 + t)
        for t in range(1, count + 1)
    )


@pytest.mark.parametrize("theme", CHART_LOOKS)
@pytest.mark.parametrize("turns", [1, 2, 40, 120])
def test_a_chart_is_a_small_palette_png_and_always_the_same(theme: str, turns: int) -> None:
    picture = draw_history(points(turns), "Human Union", "The Long Night", theme)
    image = Image.open(BytesIO(picture.png))
    assert image.mode == "P"
    assert image.size == (picture.width, picture.height) == (1200, 908)
    assert len(picture.png) < 150_000
    assert draw_history(points(turns), "Human Union", "The Long Night", theme).png == picture.png


@pytest.mark.parametrize("theme", CHART_LOOKS)
def test_lines_are_told_apart_by_colour_dash_and_marker(theme: str) -> None:
    look = look_named(theme)
    assert len({s.dash for s in look.strokes}) == len({s.marker for s in look.strokes}) == 3
    for stroke in look.strokes:
        assert contrast(stroke.colour, look.panel) >= 3
    for one, other in combinations(look.strokes, 2):
        assert sum(abs(a - b) for a, b in zip(one.colour, other.colour, strict=True)) > 60
        assert brightness(one.colour) > 0
    assert contrast(look.ink, look.panel) >= 7
    assert contrast(look.soft, look.panel) >= 4.5
    assert max(len(panel.figures) for panel in HISTORY_PANELS) <= len(look.strokes)


def test_an_unknown_theme_is_answered_with_those_there_are() -> None:
    with pytest.raises(GameError, match="dark or light"):
        draw_history(points(2), "X", "Y", "neon")
    with pytest.raises(ValueError, match="at least one turn"):
        draw_history((), "X", "Y")


def test_the_words_say_what_the_picture_shows() -> None:
    alt = history_alt(points(12), "Human `Union`", "The @everyone Night")
    assert "turns 1 to 12" in alt
    assert "Income from 590 to 920 CPs a turn." in alt
    assert "most 411" not in alt
    assert "@everyone" not in alt
    assert len(history_alt(points(120), "X" * 500, "Y" * 500)) <= 1024
    lines = history_table(points(3), "Humans", "Night").splitlines()
    assert [line.split()[0] for line in lines[3:]] == ["1", "2", "3"]
    assert lines[4].split() == ["2", "540", "620", "274", "3", "6", "14", "12"]


def test_an_empire_with_nothing_is_drawn_too_and_one_with_millions() -> None:
    nothing = tuple(HistoryPoint(t, 0, 0, 0, 0, 0, 0, 0) for t in (1, 2))
    large = (HistoryPoint(1, 10**6, 10**6, 0, 1, 1, 1, 1), HistoryPoint(2, 3 * 10**6, 10**6, 7, 1, 1, 1, 1))
    empty, rich = (draw_history(lines, "Humans", "Night") for lines in (nothing, large))
    assert "Income from 0 to 0 CPs a turn. Treasury from 0 to 0 CPs." in empty.alt
    assert "Income from 1000000 to 1000000 CPs a turn. Treasury from 0 to 7 CPs." in rich.alt
    first, second = (Image.open(BytesIO(picture.png)).convert("RGB") for picture in (empty, rich))
    assert first.size == second.size == (1200, 908)
    where = ImageChops.difference(first, second).getbbox()
    assert where is not None, "the two look the same"
    assert 0 < where[0] < where[2] < 1200, "a line leaves the picture at a side"
    assert 0 < where[1] < where[3] < 908, "a line leaves the picture at the top or foot"
