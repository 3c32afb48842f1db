"""The rose of directions: on every map that has directions, whatever else stands there."""

import pytest

from harness.games.known import ROWS
from harness.games.rows import PostedPicture
from render.battle.battle_map.draw import draw_battle_map
from render.battle.battle_map.layers import around_hex
from render.battle.battle_map.roster import FACINGS
from render.canvas.panel import PICTURE_WIDTH, PanelLayout
from rules.pentagon_war.turn.view import view_for
from tests.render.battle.battle_scene import played
from tests.render.conftest import Pasted


@pytest.mark.parametrize("name", ["duel", "hulk_hunt", "fleet_action", "amber_gate"])
def test_every_battle_map_has_the_six_facings_at_its_columns_foot(name: str, pasted: Pasted) -> None:
    _, end, _ = played(name, 1)
    view = view_for(end, None)
    for region in (None, around_hex(next(iter(view.known.craft.values())).at, 4)):
        draw_battle_map(view, region=region)
    assert FACINGS == ("A", "B", "C", "D", "E", "F")
    assert len(pasted) == 2
    sheet = PanelLayout(PICTURE_WIDTH)
    for (left, top), (wide, tall) in pasted:
        assert left >= sheet.column[0]
        assert left + wide <= sheet.column[1]
        assert top + tall <= sheet.bottom


SCENES = [(game, scene) for game, rows in ROWS.items() for scene in rows.scenes() if scene.rose]


@pytest.mark.parametrize(
    "scene", [scene for _, scene in SCENES], ids=[f"{game}: {scene.name}" for game, scene in SCENES]
)
def test_every_games_map_that_has_directions_has_one_rose_above_its_foot(scene: PostedPicture, pasted: Pasted) -> None:
    scene.draw(theme="dark")
    (((_, top), (_, tall)),) = pasted
    assert top + tall <= PanelLayout(PICTURE_WIDTH).bottom
