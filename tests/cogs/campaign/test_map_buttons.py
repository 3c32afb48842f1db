"""The buttons below a map."""

import pytest

from cogs.campaign.commands.map_handlers import map_buttons
from tests.cogs.campaign.test_race_panels import GAME
from umpire.campaign.sheets.maps import MapWish


@pytest.mark.parametrize("radius", range(1, 21))
def test_no_two_buttons_of_a_map_do_the_same_and_none_does_nothing(radius: int) -> None:
    """Discord refuses a message of which two buttons carry the same."""
    view = map_buttons(GAME, MapWish("around", "0112", radius, "dark", tinted=False))
    assert view is not None
    carried = [item.custom_id for item in view.children]  # type: ignore[attr-defined] # all of them are buttons
    assert len(set(carried)) == len(carried)
    assert not any(f"|zoom:0112:{radius}:" in one for one in carried)


async def test_the_closest_and_the_widest_map_have_one_way_to_zoom() -> None:
    labels = {
        radius: {item.label for item in map_buttons(GAME, MapWish("around", "0505", radius, "dark")).children}  # type: ignore[union-attr] # a map around a place has buttons
        for radius in (1, 2, 6, 20)
    }
    assert ["Closer" in labels[r] for r in (1, 2, 6, 20)] == [False, False, True, True]
    assert ["Wider" in labels[r] for r in (1, 2, 6, 20)] == [True, True, True, False]
