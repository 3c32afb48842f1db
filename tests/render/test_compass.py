"""The rose of directions: on every map of a battle and a dogfight, whatever else stands there."""

from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

from render.battle.battle_map.draw import draw_battle_map
from render.battle.battle_map.layers import around_hex
from render.battle.battle_map.roster import FACINGS
from render.canvas.panel import WIDE, Sheet
from render.dogfight import frame
from render.dogfight.draw import draw_dogfight
from rules.air_force.view import view_for as flight_view
from rules.pentagon_war.turn.view import view_for
from tests.render.battle.battle_scene import played
from tests.render.dogfight.dogfight_scene import flown
from tests.render.viewing import opened

Pasted = list[tuple[tuple[int, int], tuple[int, int]]]


@pytest.fixture
def pasted(monkeypatch: pytest.MonkeyPatch) -> Pasted:
    """Where roses are pasted while a test draws: upper left and size."""
    roses: set[int] = set()
    found: Pasted = []
    for module in ("render.battle.battle_map.roster", "render.dogfight.frame"):

        def kept(*given: Any, draw: Callable[..., Image.Image]) -> Image.Image:
            image = draw(*given)
            roses.add(id(image))
            return image

        draw = __import__(module, fromlist=["compass"]).compass
        monkeypatch.setattr(f"{module}.compass", lambda *given, draw=draw: kept(*given, draw=draw))
    paste = Image.Image.paste

    def noted(self: Image.Image, image: Any, box: Any = None, mask: Any = None) -> None:
        if id(image) in roses:
            found.append((box, image.size))
        paste(self, image, box, mask)

    monkeypatch.setattr(Image.Image, "paste", noted)
    return found


@pytest.mark.parametrize("name", ["duel", "hulk_hunt", "fleet_action", "amber_gate"])
def test_every_battle_map_has_the_six_facings_at_its_columns_foot(name: str, pasted: Pasted) -> None:
    _, end, _ = played(name, 1)
    view = view_for(end, None)
    for region in (None, around_hex(next(iter(view.known.craft.values())).at, 4)):
        draw_battle_map(view, region=region)
    assert FACINGS == ("A", "B", "C", "D", "E", "F")
    assert len(pasted) == 2
    sheet = Sheet(WIDE)
    for (left, top), (wide, tall) in pasted:
        assert left >= sheet.column[0]
        assert left + wide <= sheet.column[1]
        assert top + tall <= sheet.bottom


@pytest.mark.parametrize("name", ["intercept", "escort", "furball", "night"])
def test_every_dogfight_map_has_a_rose_with_north_up_that_lies_on_nothing(name: str, pasted: Pasted) -> None:
    start, end, _ = flown(name, 11)
    sheet = Sheet(WIDE)
    for fight in (start, end):
        whole = opened(draw_dogfight(flight_view(fight, "blue"))).convert("RGB")
        ((left, top), (wide, tall)) = pasted[-1]
        assert top + tall <= sheet.bottom
        around = whole.crop((left - 2, top - 2, left + wide + 2, top)).getcolors()
        assert around is not None
        assert len(around) == 1, "words or signs reach into the rose's square"
    assert frame.NORTH_UP[0] == "N"
