"""Sides are told apart three ways, and text can be read, in every theme."""

from random import Random

import pytest

from render.campaign.cluster_map.objects import base_colours, palette_for
from render.canvas.theme import (
    MOST_COLOURS,
    PATTERNS,
    THEMES,
    Rgb,
    all_nearest,
    banners,
    contrast,
    drawable,
    folder,
    has_glyph,
    nearest,
    theme_named,
)
from rules.values import Flag, GameError

EIGHT = {
    name.lower(): Flag(name.lower(), name, 0x102030 + 0x1A2B3C * n % 0xFFFFFF)
    for n, name in enumerate(("Humans", "Hive", "Hosts", "Vermin", "Oolab", "Dominators", "Drakes", "Ovoids"))
}


@pytest.mark.parametrize("name", THEMES)
def test_eight_sides_differ_in_pattern_and_letter(name: str) -> None:
    """No two of eight sides share a pattern or a letter, whatever their names."""
    looks = banners(EIGHT, theme_named(name))
    assert len({b.letter for b in looks.values()}) == 8
    assert {b.pattern for b in looks.values()} == set(PATTERNS)


def test_colour_blind_theme_gives_eight_colours_of_its_own() -> None:
    """Flag colours do not matter there: Okabe and Ito's do, one a side."""
    looks = banners(EIGHT, theme_named("colour-blind"))
    assert len({b.colour for b in looks.values()}) == 8


@pytest.mark.parametrize("name", THEMES)
def test_texts_and_sides_stand_out(name: str) -> None:
    """Ink on its halo and panel has a contrast of 4.5, softer text 4.5 on the panel, side colours 3 on the sky."""
    theme = theme_named(name)
    assert contrast(theme.ink, theme.halo) >= 7
    assert contrast(theme.ink, theme.panel) >= 4.5
    assert contrast(theme.soft, theme.panel) >= 4.5
    assert all(contrast(b.colour, theme.sky[0]) >= 3 for b in banners(EIGHT, theme).values())


@pytest.mark.parametrize("name", THEMES)
def test_palette_holds_every_side_exactly(name: str) -> None:
    """A side's colour is in the palette as it is; the ground's colours come first; 256 are enough."""
    theme = theme_named(name)
    looks = tuple(banners(EIGHT, theme).values())
    palette = palette_for(theme, looks, looks)
    assert len(palette.colours) <= MOST_COLOURS
    assert palette.colours[: palette.base] == base_colours(theme)
    for banner in looks:
        near = palette.colours[palette.index(banner.colour)]
        assert sum(abs(a - b) for a, b in zip(near, banner.colour, strict=True)) <= 5


def test_sides_keep_their_look_when_others_are_listed_in_another_order() -> None:
    """The look goes by the order of ids, not by the mapping's order."""
    theme = theme_named("dark")
    assert banners(dict(reversed(EIGHT.items())), theme) == banners(EIGHT, theme)


def test_unknown_theme_is_refused() -> None:
    """The sentence names the three there are."""
    with pytest.raises(GameError, match="dark, light, colour-blind"):
        theme_named("pink")


def test_typeface_has_what_we_write() -> None:
    """The package is installed and no sign we print is missing from it."""
    assert folder() is not None
    assert all(has_glyph(c) for c in "AZaz09 ·›×+?−éüŁЖ")
    assert not has_glyph("中")


def test_names_the_typeface_lacks_fall_back() -> None:
    """A name it cannot draw becomes the number; single letters it lacks are left out."""
    assert drawable("中中中", 20, "F3") == "F3"
    assert drawable("Étoile", 20, "F3") == "Étoile"
    assert drawable("E\u0301toile", 20, "F3") == "Étoile", "a letter in two parts is one letter"
    assert drawable("Z\u0351\u036b\u0343al", 20, "F3") == "Zal", "no mark is drawn as a box of its own"
    assert drawable("\u1e12al", 20, "F3") == "Dal", "nor is one of a letter that the typeface has without it alone"
    assert drawable("Star 中", 20, "F3") == "Star"
    assert len(drawable("x" * 99, 12)) == 12


@pytest.mark.parametrize("name", THEMES)
def test_the_nearest_colour_is_the_first_of_those_that_none_is_nearer_than(name: str) -> None:
    """By all colours looked at one by one, those in the palette twice and at the ends of green, too."""
    looks = tuple(banners(EIGHT, theme_named(name)).values())
    colours = palette_for(theme_named(name), looks, looks[:2]).colours
    chance = Random(name)
    wanted = [(chance.randrange(256), chance.randrange(256), chance.randrange(256)) for _ in range(800)]
    wanted += [*colours, (0, 0, 0), (255, 255, 255), (0, 255, 0), (255, 0, 255)]
    for given in (colours, (*colours[::-1], *colours), colours[:1]):

        def away(index: int, of: Rgb, given: tuple[Rgb, ...] = given) -> int:
            red, green, blue = given[index]
            return 3 * (red - of[0]) ** 2 + 6 * (green - of[1]) ** 2 + 2 * (blue - of[2]) ** 2

        slowly = [min(range(len(given)), key=lambda index: (away(index, colour), index)) for colour in wanted]
        assert all_nearest(given, wanted) == slowly
        assert [nearest(given, colour) for colour in wanted[:50]] == slowly[:50]
