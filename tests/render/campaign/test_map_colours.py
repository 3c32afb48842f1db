"""Players' maps and the master's: hexes and labels for all, planets for nobody, colours on or off (CW-19.0-12, CW-19.0-13)."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from render.campaign.cluster_map.draw import draw_cluster_map
from render.campaign.cluster_map.layout import own_region
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.scenario import load_scenario
from rules.cluster_war.turn.views.side_views import gm_view, view_for

SCENARIOS = Path(__file__).parents[3] / "scenarios"


@pytest.fixture(scope="module")
def start() -> GameState:
    return new_game(load_scenario(SCENARIOS / "duel_small.toml"), bytes(range(32)))


@pytest.mark.rule("CW-19.0-13", "CW-2.0-03")
def test_every_player_has_the_map_with_hexes_and_labels_only(start: GameState) -> None:
    labels = {hex_: system.codes for hex_, system in start.cluster.systems.items()}
    for side in start.sides:
        view = view_for(start, side)
        assert dict(view.objects) == labels
        assert len(view.systems) < len(labels) / 2, "worlds are known only where they have surveyed"


@pytest.mark.rule("CW-19.0-12", "CW-19.0-13")
def test_the_game_masters_copy_holds_the_whole_cluster_and_all_races(start: GameState) -> None:
    view = gm_view(start)
    assert {h: s.name for h, s in view.systems.items()} == {h: s.name for h, s in start.cluster.systems.items()}
    assert {c.side for c in view.colonies.values()} == set(start.sides)
    assert view.grids.keys() == start.sides.keys()


@pytest.mark.rule("CW-19.0-13")
def test_map_colouring_is_switched_on_and_off(start: GameState) -> None:
    view = view_for(start, next(iter(start.sides)))
    region = own_region(view)
    on, off = (draw_cluster_map(view, region=region, tinted=tinted) for tinted in (True, False))
    assert (on.width, on.height) == (off.width, off.height)
    first, second = (Image.open(BytesIO(p.png)).convert("RGB") for p in (on, off))
    same = ImageChops.difference(first, second).convert("L").histogram()[0]
    assert first.width * first.height - same > 5_000, "the supply grid is no longer coloured"
    assert off.png == draw_cluster_map(view, region=region, tinted=False).png
    assert on.alt == off.alt
