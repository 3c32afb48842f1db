"""Pictures of worlds at war: what a side knows of one and no more, the same every time, small, described; and their films."""

from collections.abc import Mapping
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image

from render.campaign.front.draw import TERRAIN_TONES, TILE_STORE, draw_front, front_palette, layout_of, tile
from render.campaign.front.film import make_film, weeks_of
from render.campaign.front.scene import is_contested, looks_of, scene_of
from render.canvas.animation import MOST_BYTES
from render.canvas.panel import PICTURE_SHAPE, PICTURE_WIDTH, PanelLayout
from render.canvas.png import Picture
from render.canvas.stamps import Stamp
from render.canvas.theme import THEMES, theme_named
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.war import Force, Front
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import changed as replace
from storage.codec import EVENTS, encode_state, pack
from tests.render.campaign.front_scene import battlefield, months_of, news, seen
from tests.render.viewing import opened
from tests.rules.cluster_war.chapters.combat.ground.war import WORLD
from umpire.campaign.views.battle_films import contested_worlds, paint_film

SIDES = ("humans", "vermin", "")


def picture_of(side: str, **asked: str) -> Picture:
    """A side's picture of the battlefield."""
    view = seen(side)
    return draw_front(view, view.fronts[WORLD], news(), **asked)  # type: ignore[arg-type] # the options are the callers' own


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("theme", THEMES)
def test_a_front_is_a_small_landscape_palette_picture_and_the_same_every_time(side: str, theme: str) -> None:
    TILE_STORE.clear()
    picture = picture_of(side, theme=theme)
    TILE_STORE.clear()
    assert picture == picture_of(side, theme=theme)
    assert opened(picture).mode == "P"
    assert (picture.width, picture.height) == (PICTURE_WIDTH, PICTURE_WIDTH * PICTURE_SHAPE[1] // PICTURE_SHAPE[0])
    assert len(picture.png) < 150_000
    assert len(picture.alt) <= 1024


@pytest.mark.rule("CW-9.3-11")
def test_each_side_sees_its_own_exactly_and_of_others_what_does_not_hide() -> None:
    humans, vermin, master = (picture_of(side).alt for side in SIDES)
    assert "Humans in 0203: 2 Infantry, 16 teams, 2 dug in." in humans
    assert "Humans in 0203: 2 Infantry, 16 teams." in vermin, "whether others have dug in is theirs to know"
    assert "Humans bound from 0303 to 0402." in humans
    assert "bound" not in vermin
    assert "minefield" not in humans
    assert "Vermin in 0403: 1 Ground minefield" in vermin
    assert "minefield" in master
    assert "bound from 0303 to 0402" in master
    assert all("Fought in 0402. Landed in 0203." in alt for alt in (humans, vermin, master))


def test_what_a_side_cannot_see_changes_no_byte() -> None:
    """The enemy's mines, orders, postures, supplies and marches leave a side's picture as it was."""
    state = battlefield()
    surface = state.surfaces[WORLD]
    forces = {
        key: replace(force, goal="0605", posture="ambush", stress=40, dug_in=not force.dug_in)
        if force.side == "vermin"
        else force
        for key, force in surface.forces.items()
    }
    forces["vermin/V9"] = Force("vermin/V9", "vermin", "MINES", "0303")
    hidden = replace(state, surfaces={WORLD: replace(surface, forces=forces)})
    ours = [event for event in news() if event.seen_by != ("humans",)]
    assert _drawn(hidden, "humans") == _drawn(state, "humans")
    assert _drawn(hidden, "vermin") != _drawn(state, "vermin")
    view = view_for(state, "vermin")
    front = view.fronts[WORLD]
    assert draw_front(view, front, news()) == draw_front(view, front, ours), "a march is its side's alone"


def _drawn(state: GameState, side: str) -> Picture:
    view = view_for(state, side)
    return draw_front(view, view.fronts[WORLD], news())


@pytest.mark.parametrize("theme", THEMES)
def test_no_two_terrains_are_told_apart_by_colour_alone(theme: str) -> None:
    """In two tones each differs from each other by the shape of its texture."""
    palette = front_palette(theme_named(theme), ())
    shapes = {kind: _two_tones(tile(kind, 40, 68, palette)) for kind in TERRAIN_TONES}
    for one, other in combinations(shapes, 2):
        differing = sum(a != b for a, b in zip(shapes[one], shapes[other], strict=True))
        assert differing >= 40, (one, other)


def _two_tones(stamp: Stamp) -> bytes:
    """Which pixels of a tile are texture: all that are not its commonest colour."""
    counts = sorted(stamp.image.getcolors() or [])
    ground = counts[-1][1]
    return stamp.image.point([0 if index == ground else 255 for index in range(256)]).tobytes()


def test_a_stack_a_city_a_fight_and_a_landing_each_change_their_own_hex() -> None:
    view = seen("humans")
    front = view.fronts[WORLD]
    scene = scene_of(view, front, news())
    layout = layout_of(scene, PanelLayout(PICTURE_WIDTH))
    whole = opened(draw_front(view, front, news())).convert("RGB")
    changes: Mapping[str, Front] = {
        "0303": replace(front, forces={k: f for k, f in front.forces.items() if f.at != "0303"}),
        "0503": replace(front, enemies=tuple(e for e in front.enemies if e.at != "0503")),
    }
    for at, changed in changes.items():
        other = opened(draw_front(view, changed, news())).convert("RGB")
        box = _hex_box(layout.center(at), layout.unit, layout.half, layout.field)
        assert other.crop(box).tobytes() != whole.crop(box).tobytes(), at
    quiet = opened(draw_front(view, front)).convert("RGB")
    for at in ("0402", "0203"):
        box = _hex_box(layout.center(at), layout.unit, layout.half, layout.field)
        assert quiet.crop(box).tobytes() != whole.crop(box).tobytes(), at


def _hex_box(at: tuple[int, int], unit: int, half: int, field: tuple[int, int]) -> tuple[int, int, int, int]:
    left, top, wide, tall = PanelLayout(PICTURE_WIDTH).box
    x, y = at[0] + left + (wide - field[0]) // 2, at[1] + top + (tall - field[1]) // 2
    return x - 2 * unit, y - half, x + 2 * unit, y + half


def test_only_worlds_that_are_fought_over_come_with_a_report() -> None:
    view = seen("humans")
    assert contested_worlds(view) == (WORLD,)
    quiet = replace(view.fronts[WORLD], owner="humans", enemies=())
    assert not is_contested(quiet)
    assert contested_worlds(replace(view, fronts={WORLD: quiet})) == ()
    assert is_contested(replace(quiet, owner="vermin")), "an army on another's world is at war with it"
    assert contested_worlds(replace(view, fronts={WORLD: quiet}), news()) == (WORLD,), (
        "the month in which it ended shows it"
    )
    ours = [event for event in news() if event.seen_by == ("vermin",)]
    assert contested_worlds(replace(view, fronts={WORLD: quiet}), ours) == ()


@pytest.mark.parametrize("side", SIDES)
def test_a_film_has_a_frame_for_each_week_with_news_and_ends_as_things_stand(side: str) -> None:
    view = seen(side)
    looks = looks_of(view, theme_named("dark"))
    months = months_of(side)
    scenes = tuple(weeks_of(months, looks))
    assert [scene.clock for scene in scenes] == (
        ["WEEK 1", "WEEK 3", "WEEK 4"] if side == "vermin" else ["WEEK 1", "WEEK 2", "WEEK 3", "WEEK 4"]
    )
    film = make_film(months, looks, title="Reach")
    assert len(film.gif) < MOST_BYTES
    assert film.frames == len(scenes) + 1
    assert film == make_film(months, looks, title="Reach")
    assert "Week 3: " in film.alt
    assert ("0302 to 0402" in film.alt) is (side != "vermin")


def test_between_two_turns_forces_stand_where_their_marches_took_them() -> None:
    view = seen("humans")
    looks = looks_of(view, theme_named("dark"))
    first, second, third, fourth = weeks_of(months_of("humans"), looks)
    assert [(s.at, s.units) for s in first.stacks] == [("0203", 3)]
    assert [(s.at, s.units) for s in second.stacks] == [("0203", 2), ("0302", 1)]
    assert [(s.at, s.units) for s in third.stacks] == [("0203", 2), ("0402", 1)]
    assert [s.teams for s in third.stacks] == [20, 7]
    assert [s.teams for s in fourth.stacks] == [20, 4]
    assert fourth.fights == ("0402",)


def test_a_film_of_saved_turns_tells_each_side_what_it_saw_and_strangers_nothing() -> None:
    state = battlefield()
    start = replace(state, turn=1, surfaces={})
    saved = (
        (1, pack(encode_state(start)), tuple(EVENTS.encode(event) for event in news())),
        (2, pack(encode_state(state)), ()),
    )
    humans, vermin, master = (paint_film(saved, side, WORLD, "Reach") for side in SIDES)
    assert humans is not None
    assert vermin is not None
    assert master is not None
    assert "0302 to 0402" in humans.alt
    assert "0302 to 0402" not in vermin.alt
    assert Image.open(BytesIO(humans.data)).n_frames == 5  # type: ignore[attr-defined] # a GIF has frames
    assert paint_film(saved, "humans", "0101-1", "Reach") is None
