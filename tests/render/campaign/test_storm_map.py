"""Storms on the cluster map: their force as far as it was seen, in picture, legend, words and atlas."""

import pytest

from render.campaign.atlas.atlas import moment_of
from render.campaign.cluster_map.alt_text import alt_text
from render.campaign.cluster_map.draw import draw_cluster_map
from render.campaign.cluster_map.ground import StormMark, signs_of, storms_of
from render.campaign.cluster_map.layout import region_around, whole_region
from render.campaign.cluster_map.text_map import write_map_text
from rules.cluster_war.model.state.sides import SeenWeather
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.worlds.terrain import TERRAIN_KINDS
from rules.values import changed
from tests.render.campaign.scene import late_game


def stormy() -> View:
    """The late game with an ion storm in view, a hypermass seen two turns ago, and a storm that nobody has looked at."""
    view = late_game()
    objects = {**view.objects, "1212": ("Ion",), "1413": ("Hyp",), "1011": ("Mag",)}
    weather = {
        "1212": SeenWeather(view.turn, {"ION": 4}),
        "1413": SeenWeather(view.turn - 2, {"GRV": 2, "MAG": 5}, ("GRV", "MAG", "RAD")),
    }
    return changed(view, objects=objects, weather=weather, settings=changed(view.settings, terrain=TERRAIN_KINDS))


@pytest.mark.rule("CW-14.0-11")
def test_the_map_shows_the_force_of_storms_as_they_were_seen() -> None:
    view = stormy()
    assert storms_of(view, whole_region(view)) == (
        StormMark("1212", "F4", fresh=True),
        StormMark("1413", f"F2/F5 T{view.turn - 2}", fresh=False),
    )
    calm = changed(view, weather={})
    with_force = draw_cluster_map(view, region=region_around(view, "1212", 4))
    assert with_force.png != draw_cluster_map(calm, region=region_around(view, "1212", 4)).png
    scenery = changed(view, settings=changed(view.settings, terrain=()))
    assert storms_of(scenery, whole_region(view)) == ()


@pytest.mark.rule("CW-14.0-13")
def test_a_storm_that_came_up_has_its_sign_and_a_hypermass_stands_for_its_surroundings() -> None:
    view = stormy()
    star = next(here for here, codes in sorted(view.objects.items()) if codes == ("G",))
    empty = next(h for h in ("1215", "1216", "1217", "1218") if h not in view.objects)
    known = {here: SeenWeather(view.turn, {"GRV": 3}, ("GRV",)) for here in (star, empty)}
    drawn = dict(signs_of(changed(view, weather={**view.weather, **known}), whole_region(view)))
    assert (drawn[star], drawn[empty], drawn["1413"]) == (("G", "Grv"), ("Grv",), ("Hyp",))
    before = dict(signs_of(view, whole_region(view)))
    assert empty not in before, "nothing is drawn of what its side does not know"
    assert before == view.objects


@pytest.mark.rule("CW-14.0-11", "CW-14.0-13")
def test_words_tell_what_the_picture_shows() -> None:
    view = stormy()
    then = view.turn - 2
    assert f"Storms by force: F4 at 1212 and F2/F5 T{then} at 1413." in alt_text(view, whole_region(view))
    text = write_map_text(view)
    assert "1212: ion storm F4" in text
    assert f"1413: gravitic storm F2 in turn {then}, hypermass in turn {then}" in text or "gravitic storm F2" in text
    assert "1011: magnetic storm\n" in text
    told = moment_of(view)["weather"]
    assert isinstance(told, dict)
    assert told["1212"] == "ion storm F4"
    assert told["1011"] == "magnetic storm"
