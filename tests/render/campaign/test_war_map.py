"""War on the map: every sign has its shape, stands over nothing, is in the legend, the description, the text and the atlas."""

from itertools import combinations

import pytest
from PIL import Image

from render.campaign.atlas.atlas import moment_of
from render.campaign.cluster_map.alt_text import alt_text
from render.campaign.cluster_map.badges import EARLIER_WAR, WAR_KINDS, badge, strife_of, war_names_in
from render.campaign.cluster_map.draw import draw_cluster_map, scene_of
from render.campaign.cluster_map.layout import posted_region, region_around, viewport
from render.campaign.cluster_map.objects import palette_for
from render.campaign.cluster_map.placement import apart, overlap
from render.campaign.cluster_map.text_map import write_map_text
from render.canvas.theme import THEMES, banners
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import SignKind, WarSign
from rules.values import changed
from tests.render.campaign.scene import late_game, networked
from tests.render.viewing import painted


@pytest.fixture(scope="module")
def peace() -> View:
    return networked(late_game())


def at_war(view: View, *signs: WarSign) -> View:
    """The view with these signs."""
    return changed(view, signs={f"{sign.kind}/{sign.hex}": sign for sign in signs})


def test_without_war_a_map_has_no_trace_of_it(peace: View) -> None:
    area = posted_region(peace)
    alt, text = alt_text(peace, area), write_map_text(peace)
    assert "war" not in alt.lower().split()
    assert "War" not in text
    assert strife_of(peace, area) == ()
    assert moment_of(peace)["war"] == {}


@pytest.mark.parametrize("theme", THEMES)
def test_every_kind_has_its_own_shape_and_differs_when_it_is_past(theme: str) -> None:
    """Compared in two tones, so that no colour tells them apart."""
    palette = palette_for(THEMES[theme], tuple(banners({}, THEMES[theme]).values()), ())
    looks: list[Image.Image] = []
    for kind in WAR_KINDS:
        for fresh in (True, False):
            stamp = badge(((kind, fresh),), 16, palette)
            image = stamp.image.copy()
            image.putpalette(palette.image.getpalette() or [])
            looks.append(image.convert("L").point([255 if v > 110 else 0 for v in range(256)]))
    assert len({look.size for look in looks}) == 1
    for one, other in combinations(looks, 2):
        differing = sum(a != b for a, b in zip(one.tobytes(), other.tobytes(), strict=True))
        assert differing >= 20, "two signs look alike"


@pytest.mark.parametrize("kind", WAR_KINDS)
def test_a_sign_changes_the_picture_beside_its_hex_and_is_told(peace: View, kind: SignKind) -> None:
    area = region_around(peace, "1816", 5)
    plain = painted(peace, region=area)
    fresh = at_war(peace, WarSign(kind, "1915", peace.turn - 1, "vermin"))
    old = at_war(peace, WarSign(kind, "1915", peace.turn - 3))
    pictures = [painted(view, region=area).tobytes() for view in (fresh, old)]
    assert len({plain.tobytes(), *pictures}) == 3
    assert f"War: {WAR_KINDS[kind]} at 1915." in alt_text(fresh, area)
    assert "War: 1 place of earlier war." in alt_text(old, area)
    (line,) = [line for line in write_map_text(fresh).splitlines() if line.startswith("  1915")]
    assert line.startswith(f"  1915: {WAR_KINDS[kind]} in turn {peace.turn - 1}; Vermin ")
    assert war_names_in(strife_of(fresh, area)) == {WAR_KINDS[kind]}
    assert war_names_in(strife_of(old, area)) == {WAR_KINDS[kind], EARLIER_WAR}


def test_what_is_outside_the_region_is_not_drawn_or_told(peace: View) -> None:
    far = at_war(peace, WarSign("battle", "6060", peace.turn - 1))
    area = region_around(peace, "1816", 5)
    assert draw_cluster_map(far, region=area) == draw_cluster_map(peace, region=area)


@pytest.mark.parametrize("in_report", [True, False])
def test_a_crowded_home_keeps_its_sign_and_the_badge_stands_beside_it(peace: View, in_report: bool) -> None:
    """Five signs at home, where a world, fleets and a base are: nothing stands over the world, and the badge is there."""
    area = posted_region(peace) if in_report else viewport(peace, "1816", 5)
    war = at_war(peace, *(WarSign(kind, "1816", peace.turn) for kind in WAR_KINDS))
    signs = scene_of(war, region=area, in_report=in_report).plan.signs
    (world,) = [sign for sign in signs if sign.hex == "1816" and sign.role == "world"]
    assert not any(overlap(world.box, other.box) for other in signs if other is not world)
    (badge_there,) = [sign for sign in signs if sign.key == "1816//war"]
    assert apart(world.box, badge_there.box) < world.stamp.size[0] * 3


def test_the_atlas_holds_each_turns_war_as_it_was_known_then(peace: View) -> None:
    view = at_war(
        peace, WarSign("battle", "1915", peace.turn - 1, "vermin", 2), WarSign("raid", "1915", peace.turn - 2)
    )
    assert moment_of(view)["war"] == {
        "battle/1915": {
            "at": "1915",
            "kind": "battle",
            "fresh": True,
            "text": f"Battle in turn {peace.turn - 1}, 2 times; Vermin held the place",
        },
        "raid/1915": {"at": "1915", "kind": "raid", "fresh": False, "text": f"Raid in turn {peace.turn - 2}"},
    }
