"""The reach of sensors and ships that vanished, on the map: drawn when asked for or known, told in words, in the legend."""

import pytest

from render.campaign.atlas.atlas import moment_of
from render.campaign.cluster_map.alt_text import alt_text
from render.campaign.cluster_map.draw import draw_cluster_map
from render.campaign.cluster_map.layout import posted_region, region_around
from render.campaign.cluster_map.text_map import write_map_text
from rules.cluster_war.chapters.detection.sensors import sensor_reach
from rules.cluster_war.model.state.places import disk
from rules.cluster_war.model.state.sides import LastHeard
from rules.cluster_war.model.state.view import View
from rules.values import changed
from tests.render.campaign.scene import late_game, networked
from tests.render.viewing import painted

LOST = LastHeard("humans-F91", "Pathfinder", "2013", 50, ("humans/SC01", "humans/SC02"))


@pytest.fixture(scope="module")
def calm() -> View:
    return networked(late_game())


@pytest.mark.rule("CW-12.0-02")
@pytest.mark.parametrize("in_report", [True, False])
def test_ships_that_vanished_are_drawn_where_they_were_last_heard_of_and_told(calm: View, *, in_report: bool) -> None:
    area = posted_region(calm) if in_report else region_around(calm, "1816", 6)
    missed = changed(calm, vanished=(LOST,))
    before, after = (painted(view, region=area, in_report=in_report) for view in (calm, missed))
    assert before.tobytes() != after.tobytes()
    assert "Last heard of: Pathfinder at 2013 (T13w2)." in alt_text(missed, area)
    assert "Last heard of" not in alt_text(calm, area)
    text = write_map_text(missed)
    assert "Last heard of: 1" in text
    assert "Pathfinder, 2 ships, turn 13, week 2" in text
    lost = moment_of(missed)["lost"]
    assert lost == {
        "humans-F91": {
            "at": "2013",
            "side": "humans",
            "name": "Pathfinder",
            "ships": 2,
            "facts": ["2 ships", "Last heard of turn 13, week 2"],
            "week": 50,
        }
    }


def test_what_vanished_elsewhere_is_not_drawn(calm: View) -> None:
    far = changed(calm, vanished=(changed(LOST, hex="6060"),))
    area = region_around(calm, "1816", 5)
    assert draw_cluster_map(far, region=area) == draw_cluster_map(calm, region=area)


@pytest.mark.rule("CW-12.0-04")
def test_the_reach_of_sensors_is_drawn_only_when_it_is_asked_for(calm: View) -> None:
    area = region_around(calm, "1816", 5)
    plain, dotted = (painted(calm, region=area, sensors=asked) for asked in (False, True))
    assert plain.tobytes() != dotted.tobytes()
    assert "sensors reach" in alt_text(calm, area, sensors=True)
    assert "sensors reach" not in alt_text(calm, area)
    assert draw_cluster_map(calm, region=area, sensors=True) == draw_cluster_map(calm, region=area, sensors=True)


@pytest.mark.rule("CW-12.0-04")
def test_the_reach_is_a_hex_around_each_fleet_with_sensors_and_the_game_master_has_all(calm: View) -> None:
    assert calm.me is not None
    watching = [
        f.hex
        for f in calm.fleets.values()
        if f.transit is None and any(calm.me.designs[calm.ships[s].design].lrs for s in f.ships)
    ]
    reach = sensor_reach(calm, "humans")
    assert watching
    assert {near for post in watching for near in disk(calm, post, calm.settings.lrs_range)} <= reach
    assert sensor_reach(calm, "vermin") == frozenset()
    master = changed(calm, side="", me=None, sides={"humans": calm.me})
    assert sensor_reach(master, "humans") == reach
    assert "long range sensors reach" in alt_text(master, region_around(calm, "1816", 5), sensors=True)
