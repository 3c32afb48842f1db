"""The map with what is ordered on it."""

import pytest

from render.campaign.cluster_map.draw import draw_cluster_map
from render.campaign.cluster_map.facts import map_facts
from render.campaign.cluster_map.layout import region_around
from render.canvas.theme import theme_named
from rules.cluster_war.turn.views.side_views import view_for
from tests.rules.cluster_war.scenes.case import Scene
from tests.rules.cluster_war.scenes.play import founded, sheet_of
from umpire.campaign.sheets.maps import plans_of

GUARD = {"sides": {"humans": {"fleet": [{"name": "Guard", "ships": {"DD": 1}}]}}}


@pytest.mark.rule("CW-18.0-13")
def test_a_move_on_the_sheet_is_an_arrow_on_the_map_to_each_stop_so_that_a_mistyped_hex_shows() -> None:
    state = founded(Scene("arrows", ("18 sheets",), GUARD, ()))
    view = view_for(state, "humans")
    region = region_around(view, "0505", 6)
    pictures = {draw_cluster_map(view, region=region).png}
    for line, stops in (
        ("move Guard to 0705", ("0505", "0705")),
        ("move Guard to 0507", ("0505", "0507")),
        ("move Guard to 0705, 0905", ("0505", "0705", "0905")),
    ):
        plans = plans_of(view, sheet_of(state, "humans", (line,)))
        (course,) = map_facts(view, region, theme_named("dark"), plans).courses
        assert (course.stops, course.gone) == (stops, None)
        pictures.add(draw_cluster_map(view, region=region, plans=plans).png)
    assert len(pictures) == 4, "each is another picture"
