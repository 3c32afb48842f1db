"""Maps of real campaigns as people see them: nothing over a star, no name beside a wrong sign, lettering for a phone."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise

import pytest

from render.campaign.cluster_map import ground, legend, marks, objects, veil
from render.campaign.cluster_map.draw import MapScene, draw_cluster_map, scene_of
from render.campaign.cluster_map.layout import (
    FOOT_HEIGHT,
    LEAST_CAPITALS,
    PHONE_WIDTH,
    capital_height,
    fleet_hexes,
    layout_for,
    letter_size,
    news_hexes,
    own_region,
    posted_region,
    viewport,
    whole_region,
)
from render.campaign.cluster_map.legend import MOST_REPORTED, SIGHTED, entries_of, signs_in
from render.campaign.cluster_map.placement import MOST_FANNED, apart, overlap
from render.canvas.panel import PICTURE_WIDTH, PREVIEW, shown_at
from render.canvas.theme import ThemeName
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.sides import FleetSighting
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.governors.profile import Profile
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import changed
from storage.codec import decode_state, unpack
from tests.render.campaign.scene import game_master, late_game
from tests.render.viewing import opened
from tests.rules.cluster_war.play.governors.play import Campaign, play_month
from tests.rules.cluster_war.play.governors.world import begun, scenario
from umpire.campaign.solo import SoloWish, plan_solo

MONTHS = 7
THEMES: tuple[ThemeName, ...] = ("dark", "light", "colour-blind")


@cache
def campaigns() -> tuple[tuple[GameState, ...], ...]:
    """Three campaigns that were founded, month by month as empires that the bot leads play them."""
    games: list[Campaign] = []
    for seed, side in ((1, "humans"), (2, "oolab")):
        made = plan_solo(SoloWish(side, 3), bytes([seed]) * 32, tuple(range(5 + seed, 50)))
        games.append(
            Campaign(seed, decode_state(unpack(made.packed)), {**dict(made.profiles), side: Profile("trader")})
        )
    found = scenario("four_empires")
    games.append(Campaign(7, begun(found, 7), {side.id: Profile("conqueror") for side in found.sides}))
    told: list[tuple[GameState, ...]] = []
    for game in games:
        months = [game.state]
        for _ in range(MONTHS):
            play_month(game)
            months.append(game.state)
        told.append(tuple(months))
    return tuple(told)


def months() -> Iterator[tuple[View, View]]:
    """What sides know, and what they knew a month before: the first month, one in the middle, and the last."""
    for states in campaigns():
        for before, after in (pair for at, pair in enumerate(pairwise(states)) if at in {0, 3, MONTHS - 1}):
            for side in sorted(after.sides)[:1]:
                yield view_for(before, side), view_for(after, side)


@cache
def scenes() -> tuple[MapScene, ...]:
    """Every kind of map of all of them: a report's, all that is one's own, two closer ones, the whole; and the master's."""
    found: list[MapScene] = []
    for before, view in months():
        assert view.me is not None
        found.append(scene_of(view, region=posted_region(view, before), in_report=True, before=before))
        found.append(scene_of(view, region=own_region(view)))
        found += [scene_of(view, region=viewport(view, view.me.home, radius)) for radius in (2, 6)]
        found.append(scene_of(view))
    for view in (gm_view(campaigns()[0][-1]), gm_view(campaigns()[2][-1]), game_master(7, 6)):
        found += [scene_of(view), scene_of(view, region=viewport(view, "2020", 10))]
    late = late_game()
    return (*found, scene_of(late, region=posted_region(late), in_report=True))


def test_no_name_or_number_lies_on_a_star_a_sign_or_another_or_leaves_the_picture() -> None:
    for scene in scenes():
        wide, tall = scene.layout.field
        boxes = [label.box for label in scene.plan.labels]
        for label in scene.plan.labels:
            left, top, right, bottom = label.box
            assert 0 <= left < right <= wide, label.text
            assert 0 <= top < bottom <= tall, label.text
            assert not any(overlap(label.box, star) for star in scene.plan.stars.values()), label.text
            assert not any(overlap(label.box, sign.box) for sign in scene.plan.signs), label.text
        assert not any(overlap(one, other) for one, other in combinations(boxes, 2))
        assert sum(map(len, (boxes, scene.plan.signs))) > 5


def test_signs_hide_neither_each_other_nor_a_star() -> None:
    for scene in scenes():
        moving = [sign for sign in scene.plan.signs if sign.role != "world"]
        for sign in moving:
            assert not any(overlap(sign.box, star) for star in scene.plan.stars.values()), sign.key
            assert not any(overlap(sign.box, other.box) for other in scene.plan.signs if other is not sign), sign.key


def test_a_name_stands_nearer_to_what_it_names_than_to_anything_else() -> None:
    named = 0
    for scene in scenes():
        signs = [sign for sign in scene.plan.signs if sign.role != "note"]
        for label in scene.plan.labels:
            mine = [sign.box for sign in signs if sign.key == label.key]
            others = [sign.box for sign in signs if sign.key != label.key]
            if mine and others:
                named += 1
                assert min(apart(label.box, box) for box in mine) < min(apart(label.box, box) for box in others)
    assert named > 100


def test_a_reports_map_has_few_names_and_all_that_is_near() -> None:
    for before, view in months():
        area = posted_region(view, before)
        assert area.columns * area.rows <= max(len(view.grid) * 14, 400)
        assert all(area.holds(colony.hex) for colony in view.colonies.values())
        assert view.grid <= area.ids()
        assert all(area.holds(here) for here in news_hexes(view, before))
        scene = scene_of(view, region=area, in_report=True, before=before)
        assert sum(bool(label.key) for label in scene.plan.labels) <= MOST_REPORTED
        ratio = scene.layout.height / PICTURE_WIDTH
        assert 0.6 < ratio < 1.06, "landscape or square"


def test_the_alternative_text_is_true_to_what_is_shown() -> None:
    left_out = 0
    for before, view in months():
        area = posted_region(view, before)
        alt = draw_cluster_map(view, region=area, in_report=True, before=before, moment="After turn 4").alt
        assert f"after turn 4, {area}." in alt
        away = sum(fleet.transit is None and not area.holds(fleet.hex) for fleet in view.fleets.values())
        assert ("Outside the picture:" in alt) >= bool(away)
        left_out += bool(away)
        whole = draw_cluster_map(view, region=whole_region(view)).alt if view.turn == 2 else ""
        assert "Outside the picture" not in whole
        for fleet in view.fleets.values():
            if not area.holds(fleet.hex) and fleet.transit is None and fleet.name:
                assert f"{fleet.name} (" not in alt


@pytest.mark.parametrize("theme", THEMES)
def test_lettering_is_high_enough_on_a_phone_and_in_a_preview(theme: ThemeName, lettering: set[float]) -> None:
    """Capitals are at least nine pixels high where a picture is 390 wide; in 550 by 350 words are no smaller than eleven."""
    for store in (
        marks.MARK_STORE,
        ground.GROUND_CACHE,
        veil.VEIL_CACHE,
        veil.NOTE_CACHE,
        legend.FRAME_CACHE,
        objects.OBJECT_STORE,
    ):
        store.clear()
    before, view = list(months())[-1]
    master = gm_view(campaigns()[2][-1])
    pictures = [
        draw_cluster_map(view, region=posted_region(view, before), in_report=True, before=before, theme=theme),
        draw_cluster_map(view, region=viewport(view, view.me.home if view.me else "", 2), theme=theme),
        draw_cluster_map(master, theme=theme),
    ]
    assert lettering
    for picture in pictures:
        assert capital_height(int(min(lettering))) * PHONE_WIDTH / picture.width >= LEAST_CAPITALS
        assert min(lettering) * shown_at(picture.width, picture.height) >= 11
        assert picture.width * shown_at(picture.width, picture.height) <= PREVIEW[0]
        assert len(picture.png) <= 300_000
        assert opened(picture).size == (picture.width, picture.height)
    assert capital_height(letter_size() - 1) * PHONE_WIDTH / PICTURE_WIDTH < LEAST_CAPITALS


def test_fleets_that_share_a_hex_are_fanned_out() -> None:
    _, view = next(months())
    assert view.me is not None
    home = view.me.home
    there = [fleet for fleet in view.fleets.values() if fleet.transit is None and fleet.hex == home]
    assert len(there) > 1
    strangers = {f"C{n}": FleetSighting(f"C{n}", "vermin", home, n, 9, (view.turn - 1) * 4) for n in (91, 92)}
    crowded = changed(view, foreign_fleets=strangers)
    signs = scene_of(crowded, region=viewport(view, home, 3)).plan.signs
    own = [sign for sign in signs if sign.key == f"{home}/{view.side}/fresh"]
    foreign = [sign for sign in signs if sign.key == f"{home}/vermin/fresh"]
    assert len(own) == min(len(there), MOST_FANNED)
    assert len(foreign) == 2
    (world,) = [sign for sign in signs if sign.role == "world" and sign.hex == home]
    assert not any(overlap(one.box, other.box) for one, other in combinations([world, *own, *foreign], 2))


def test_a_reports_legend_explains_what_is_new_and_nothing_else() -> None:
    before, view = next(months())
    area = posted_region(view, before)

    def explained(scene: MapScene) -> set[str]:
        assert signs_in(scene.facts, scene.objects, scene.layout) >= scene.heading.kinds
        return {words for _, words in entries_of(scene.layout, scene.heading, scene.palette)}

    assert explained(scene_of(view, region=area, in_report=True, before=view)) == set()
    here = min(here for here in area.ids() if here not in view.objects and here not in view.grid)
    seen = FleetSighting("C91", min(view.all_flags.keys() - {view.side}), here, 2, 9, (view.turn - 1) * 4)
    met = changed(view, foreign_fleets={"C91": seen})
    named = explained(scene_of(met, region=area, in_report=True, before=view))
    assert SIGHTED in named
    assert len(named) <= 2, "and whose they are, if that is not written beside them"
    again = explained(scene_of(met, region=area, in_report=True, before=met))
    assert SIGHTED not in again


def test_a_fleet_far_off_does_not_make_the_rest_small() -> None:
    """A scout at the other end of the cluster is left out, and told of in words."""
    _, view = next(months())
    near = posted_region(view, view)
    scout = min((fleet for fleet in view.fleets.values() if fleet.transit is None), key=lambda fleet: fleet.id)
    far = "0101" if not near.holds("0101") else "5050"
    away = changed(view, fleets={**view.fleets, scout.id: changed(scout, hex=far, route=())})
    area = posted_region(away, away)
    assert not area.holds(far)
    assert layout_for(area).unit >= layout_for(near).unit
    assert "Outside the picture: 1 fleet." in draw_cluster_map(away, region=area).alt
    assert far in fleet_hexes(away.fleets[scout.id])
    assert own_region(away).holds(far)


def test_the_legend_leaves_the_corner_to_a_pages_badge_and_a_yards_fleet_keeps_its_number() -> None:
    late = list(months())[-1][1]
    area = viewport(late, late.me.home if late.me else "", 5)
    picture, scene = draw_cluster_map(late, region=area), scene_of(late, region=area)
    assert not legend.has_column(scene.layout)
    corner = opened(picture).crop((0, picture.height - FOOT_HEIGHT + 4, legend.BADGE_WIDTH - 2, picture.height - 2))
    assert corner.convert("RGB").getcolors(1) is not None
    words = [words for _, words in entries_of(scene.layout, scene.heading, scene.palette)]
    assert len(words) > 4, "more than there is room for"
    _, mine = next(months())
    fleet = next(one for one in mine.fleets.values() if one.transit is None)
    named = changed(mine, fleets={**mine.fleets, fleet.id: changed(fleet, name="Selormir III task force 22")})
    labels = [mark.label for mark in scene_of(named, region=viewport(named, fleet.hex, 3)).facts.squadrons]
    assert [label for label in labels if "TF 22" in label]
