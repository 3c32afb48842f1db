"""The buttons below a map."""

from itertools import pairwise

import discord
import pytest

from cogs.campaign.commands.map_handlers import ZOOMS, map_buttons, read_wish
from render.campaign.cluster_map.layout import posted_region, viewport, whole_region
from rules.values import GameError
from tests.cogs.campaign.test_race_panels import GAME
from tests.render.campaign.scene import late_game
from umpire.campaign.sheets.maps import MapWish, region_of

VIEW = late_game()
SIZE = (VIEW.columns, VIEW.rows)


def below(wish: MapWish, *, gm: bool = False) -> list[discord.ui.Button]:  # type: ignore[type-arg] # of whatever view
    """The buttons of a map."""
    view = map_buttons(GAME, wish, region_of(VIEW, wish), SIZE, gm=gm)
    assert view is not None
    return list(view.children)  # type: ignore[arg-type] # all of them are buttons


@pytest.mark.parametrize("center", ["0101", "3535", "7070", "0112"])
@pytest.mark.parametrize("radius", [1, 2, 3, 6, 8, 20, 35])
async def test_no_two_buttons_of_a_map_do_the_same_and_rows_are_short_enough(center: str, radius: int) -> None:
    """Discord refuses a message of which two buttons carry the same, and rows of more than five."""
    for gm in (False, True):
        found = below(MapWish("around", center, radius, "dark", tinted=False), gm=gm)
        carried = [item.custom_id for item in found]
        assert len(set(carried)) == len(carried)
        assert all(len(one or "") <= 100 for one in carried)
        rows = [item.row for item in found]
        assert all(rows.count(row) <= 5 for row in set(rows))
        assert [item.label for item in found][:5] == ["Atlas", "←", "↑", "↓", "→"]


async def test_arrows_lead_half_a_picture_on_and_end_at_the_edge() -> None:
    wish = MapWish("around", "3535", 5, "dark")
    here = viewport(VIEW, "3535", 5)
    buttons = {item.label: item for item in below(wish)}
    for label, dx, dy in (("←", -1, 0), ("→", 1, 0), ("↑", 0, -1), ("↓", 0, 1)):
        assert not buttons[label].disabled
        there = region_of(VIEW, read_wish((buttons[label].custom_id or "").split("|")[-1]))
        assert (there.columns, there.rows) == (here.columns, here.rows)
        assert ((there.first_column > here.first_column) - (there.first_column < here.first_column)) == dx
        assert ((there.first_row > here.first_row) - (there.first_row < here.first_row)) == dy
    corner = {item.label: item.disabled for item in below(MapWish("around", "0101", 5, "dark"))}
    assert [corner[label] for label in "←↑↓→"] == [True, True, False, False]


async def test_zooming_goes_step_by_step_to_the_whole_and_back() -> None:
    sizes = []
    wish = MapWish("around", "3535", ZOOMS[0], "dark")
    while True:
        sizes.append(region_of(VIEW, wish).rows)
        wider = next(item for item in below(wish) if item.label == "Zoom out")
        if wider.disabled:
            break
        wish = read_wish((wider.custom_id or "").split("|")[-1])
    assert all(one < other for one, other in pairwise(sizes))
    assert region_of(VIEW, wish) == whole_region(VIEW)
    closest = {item.label: item.disabled for item in below(MapWish("around", "3535", ZOOMS[0], "dark"))}
    assert closest["Zoom in"]
    assert not closest["Zoom out"]


async def test_maps_of_ones_own_space_and_of_the_whole_can_be_moved_and_zoomed_too() -> None:
    for wish, shown in ((MapWish("mine"), posted_region(VIEW)), (MapWish("whole"), whole_region(VIEW))):
        buttons = {item.label: item for item in below(wish)}
        closer = region_of(VIEW, read_wish((buttons["Zoom in"].custom_id or "").split("|")[-1]))
        assert closer.rows < shown.rows
        assert ("My space" in buttons, "Whole cluster" in buttons) == (wish.part == "whole", wish.part == "mine")


async def test_how_a_map_is_drawn_is_kept() -> None:
    for theme in ("dark", "light", "colour-blind"):
        for tinted in (True, False):
            wish = MapWish("around", "3535", 5, theme, tinted, sensors=True)
            for item in below(wish):
                if item.label in {"←", "Zoom in", "Zoom out", "Whole cluster", "My space"}:
                    told = read_wish((item.custom_id or "").split("|")[-1])
                    assert (told.theme, told.tinted, told.sensors) == (theme, tinted, True)


@pytest.mark.parametrize("rest", ["", "in:3535:5", "in:3535:5:x", "in:35:5:d", "in:3535:500:d", "in:3535:5:dd"])
def test_a_button_that_cannot_be_read_is_refused_with_a_sentence(rest: str) -> None:
    with pytest.raises(GameError, match="use /map show again"):
        read_wish(rest)
