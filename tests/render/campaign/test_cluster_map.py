"""Pictures: their form, that they depend on the view alone, and that they show what it holds."""

import random
import struct
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from render.campaign.cluster_map import ground, lanes, legend, marks, objects, veil
from render.campaign.cluster_map.draw import draw_cluster_map
from render.campaign.cluster_map.facts import PlannedCourse
from render.campaign.cluster_map.layout import LANDSCAPE_HEIGHT, layout_for, region_around, viewport, whole_region
from render.canvas.hex_field import Region
from render.canvas.panel import PICTURE_WIDTH
from render.canvas.png import encode
from render.canvas.theme import THEMES, ThemeName, banners, theme_named
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Project
from rules.cluster_war.model.state.places import Link
from rules.cluster_war.model.state.sides import BaseSighting, ColonySighting, FleetSighting
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.scenario import load_scenario
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import changed as replace
from tests.render.campaign.scene import game_master, late_game
from tests.render.viewing import opened, painted

NAMES: tuple[ThemeName, ...] = ("dark", "light", "colour-blind")
SCENARIOS = Path(__file__).parents[3] / "scenarios"


def forget_everything() -> None:
    """Empty every store, as in a new process."""
    for store in (
        ground.GROUND_CACHE,
        veil.VEIL_CACHE,
        legend.FRAME_CACHE,
        marks.MARK_STORE,
        veil.EDGE_CACHE,
        veil.NOTE_CACHE,
        objects.OBJECT_STORE,
        lanes.LANE_STORE,
    ):
        store.clear()


@pytest.fixture(scope="module")
def view() -> View:
    return late_game()


@pytest.fixture(scope="module")
def start() -> GameState:
    return new_game(load_scenario(SCENARIOS / "duel_small.toml"), bytes(range(32)))


@pytest.mark.parametrize("theme", NAMES)
def test_full_map_is_a_small_palette_png(view: View, theme: ThemeName) -> None:
    """The full map is a palette PNG of the stated size, at most 1 MB, with every side's colour in it."""
    picture = draw_cluster_map(view, theme=theme, campaign="The Shattered Reach")
    image = opened(picture)
    assert image.mode == "P"
    assert image.size == (picture.width, picture.height)
    assert len(picture.png) <= 1_000_000
    shown = {colour for _, colour in image.convert("RGB").getcolors(1 << 20) or []}
    for banner in banners(view.flags, theme_named(theme)).values():
        assert any(
            sum(abs(a - b) for a, b in zip(banner.colour, c, strict=True)) <= 5 for c in shown if isinstance(c, tuple)
        )


def test_viewports_have_larger_hexes_in_a_picture_as_wide(view: View) -> None:
    """A viewport is a landscape picture; the whole cluster one about as high as wide."""
    close = draw_cluster_map(view, region=viewport(view, "1816", 6))
    whole = draw_cluster_map(view)
    assert (close.width, close.height) == (PICTURE_WIDTH, LANDSCAPE_HEIGHT)
    assert whole.width == PICTURE_WIDTH
    assert abs(whole.height / whole.width - 1) < 0.06
    assert layout_for(viewport(view, "1816", 6)).unit > 2 * layout_for(whole_region(view)).unit


@pytest.mark.parametrize("region", [None, Region(12, 10, 24, 22)])
def test_same_view_same_bytes_whatever_was_drawn_before(view: View, region: Region | None) -> None:
    """Stores never let one picture colour another: other sides, themes and turns in between change no byte."""
    forget_everything()
    first = draw_cluster_map(view, region=region).png
    others = [game_master(4, 6), replace(view, turn=9), replace(view, sighted=frozenset(), grid=frozenset())]
    others.append(replace(view, flags={k: replace(f, colour=0xFF0000) for k, f in view.flags.items()}))
    for other in others:
        for theme in NAMES:
            draw_cluster_map(other, theme=theme, region=region)
    assert draw_cluster_map(view, region=region).png == first
    shuffled = list(view.objects.items())
    random.Random(3).shuffle(shuffled)
    again = replace(view, objects=dict(shuffled), fleets=dict(reversed(list(view.fleets.items()))))
    forget_everything()
    assert draw_cluster_map(again, region=region).png == first


def test_what_a_side_cannot_see_changes_no_byte(start: GameState) -> None:
    """Foreign colonies, fleets, treasuries and worlds out of sight leave a side's picture and words as they were."""
    us, them = sorted(start.sides)
    before = draw_cluster_map(view_for(start, us))
    hidden = replace(
        start,
        colonies={
            k: replace(c, size=c.size + 7, name="Secret") if c.side == them else c for k, c in start.colonies.items()
        },
        fleets={k: f for k, f in start.fleets.items() if f.side == us},
        sides={k: replace(s, treasury=s.treasury + 500) if k == them else s for k, s in start.sides.items()},
        projects={f"{them}-P9": Project(f"{them}-P9", them, "Secret", start.sides[them].home, 3)},
    )
    after = draw_cluster_map(view_for(hidden, us))
    assert after == before
    assert draw_cluster_map(gm_view(hidden)) != draw_cluster_map(gm_view(start))


def test_every_kind_of_fact_shows(view: View) -> None:
    """Adding a sighting, a foreign colony, a known system, a view or a supply hex changes the picture."""
    empty = min(set(view.objects) - set(view.systems) - set(view.seen))
    areas = region_around(view, "1816", 6), region_around(view, empty, 4)

    def shown(changed: View) -> bytes:
        return b"".join(painted(changed, region=area).tobytes() for area in areas)

    plain = shown(view)
    known = next(iter(view.systems.values()))
    changes = (
        replace(view, foreign_fleets={**view.foreign_fleets, "C99": FleetSighting("C99", "vermin", empty, 2, 9, 52)}),
        replace(view, foreign_colonies={f"{empty}-1": ColonySighting(f"{empty}-1", "oolab", empty, 1, 30)}),
        replace(view, systems={**view.systems, empty: replace(known, hex=empty, level="scouted")}),
        replace(view, sighted=view.sighted | {empty}),
        replace(view, seen={**view.seen, empty: 3}),
        replace(view, grid=view.grid | {empty}),
        replace(view, turn=view.turn + 1),
        replace(view, fleets=dict(list(view.fleets.items())[1:])),
        replace(view, colonies=dict(list(view.colonies.items())[1:])),
        replace(view, objects={**view.objects, empty: ("Hyp",)}),
        replace(view, links=(Link(empty, known.hex),)),
        replace(view, foreign_bases={f"{empty}-1/vermin": BaseSighting("vermin", empty, 1, 2, 40, 52)}),
    )
    pictures = [shown(changed) for changed in changes]
    assert all(picture != plain for picture in pictures)
    assert len(set(pictures)) == len(pictures)


def test_plans_show(view: View) -> None:
    """Ordered moves are drawn."""
    region = region_around(view, "1816", 5)
    plain = painted(view, region=region).tobytes()
    assert painted(view, region=region, plans=[PlannedCourse("1816", ("2018",), "Raid")]).tobytes() != plain


def test_hostile_and_foreign_names_are_drawn(view: View) -> None:
    """Any text as a name gives a picture: nothing in it can break the drawing."""
    fleets = {k: replace(f, name="\u202e中文@everyone\n" * 9) for k, f in view.fleets.items()}
    flags = {k: replace(f, name="ＡＢ中" + "x" * 200) for k, f in view.flags.items()}
    picture = draw_cluster_map(replace(view, fleets=fleets, flags=flags), campaign="\n" * 50 + "long " * 90)
    assert len(picture.alt) <= 1024
    assert opened(picture).size == (picture.width, picture.height)


@pytest.mark.parametrize("side", ["us", "gm"])
def test_real_starting_positions_are_drawn(start: GameState, side: str) -> None:
    """A new game's views give pictures for a side and for the game master."""
    view = gm_view(start) if side == "gm" else view_for(start, min(start.sides))
    assert opened(draw_cluster_map(view)).mode == "P"


@pytest.mark.parametrize("size", [(50, 50), (100, 100)])
def test_smallest_and_largest_clusters_are_drawn(size: tuple[int, int]) -> None:
    """From 5x5 to 10x10 sectors."""
    view = late_game(3, 3)
    inside = {h: c for h, c in view.objects.items() if int(h[:2]) <= size[0] and int(h[2:]) <= size[1]}
    small = replace(view, columns=size[0], rows=size[1], objects=inside, foreign_fleets={}, foreign_colonies={})
    image = painted(small)
    assert image.width == PICTURE_WIDTH
    assert image.height <= 1.06 * image.width


def test_alt_text_is_true(view: View) -> None:
    """The description counts what the view holds and keeps to Discord's limit."""
    alt = draw_cluster_map(view, campaign="Reach").alt
    assert len(alt) <= 1024
    assert alt.startswith("Reach: star map of Humans, turn 14, hexes 0101 to 7070.")
    total = sum(c.size for c in view.colonies.values())
    assert f"27 colonies worth {total} CPs" in alt
    moving = sum(1 for f in view.fleets.values() if f.transit)
    assert f"{len(view.fleets) - moving} fleets in place, {moving} in FTL space." in alt
    assert f"{len(view.foreign_fleets)} fleets and {len(view.foreign_colonies)} colonies seen" in alt


def test_png_is_read_back_pixel_for_pixel(view: View) -> None:
    """isal's file and Pillow's hold the same pixels and colours."""
    image = painted(view, region=region_around(view, "1816", 4))
    for fast in (True, False):
        back = Image.open(BytesIO(encode(image, fast=fast)))
        assert back.convert("RGB").tobytes() == image.convert("RGB").tobytes()
    with pytest.raises(ValueError, match="mode P"):
        encode(Image.new("RGB", (2, 2)))
    assert struct.unpack(">II", encode(image)[16:24]) == image.size


def test_stores_are_bounded(view: View) -> None:
    """Drawing many different views does not keep them all."""
    for turn in range(1, 15):
        draw_cluster_map(replace(view, turn=turn, sighted=frozenset(sorted(view.sighted)[turn:])))
    assert veil.VEIL_CACHE.weight <= veil.VEIL_CACHE.most
    assert ground.GROUND_CACHE.weight <= ground.GROUND_CACHE.most
    assert legend.FRAME_CACHE.weight <= legend.FRAME_CACHE.most


def test_themes_differ(view: View) -> None:
    """Three palettes, three pictures."""
    assert len(
        {draw_cluster_map(view, theme=name, region=region_around(view, "1816", 3)).png for name in NAMES}
    ) == len(THEMES)
