"""Pictures of dogfights as Discord shows them in a message, and their rose of directions."""

from io import BytesIO

import pytest
from PIL import Image, ImageSequence

from render.canvas.animation import USUAL_PACE
from render.canvas.panel import LEAST_MARK_SIZE, PICTURE_WIDTH, PanelLayout, shown_at
from render.dogfight import frame
from render.dogfight.draw import draw_dogfight, field_of, radius_of, spots_of
from render.dogfight.replay import make_dogfight_replay
from rules.air_force.view import view_for as flight_view
from rules.hexes import Hex
from rules.values import changed
from tests.render.conftest import Pasted
from tests.render.dogfight.dogfight_scene import flown, scene
from tests.render.preview_kit import assert_legible
from tests.render.viewing import opened

FIGHTS = ("intercept", "escort", "furball", "night")


@pytest.mark.parametrize("name", FIGHTS)
def test_dogfights_are_legible_in_a_message(name: str, lettering: set[float]) -> None:
    start, end, told = flown(name, 11)
    first, last = flight_view(start, "blue"), flight_view(end, "blue")
    for view in (first, last):
        picture = draw_dogfight(view, title="Over the coast")
        assert_legible(lettering, picture.width, picture.height)
        field = field_of(view)
        radius = radius_of(field, PanelLayout(PICTURE_WIDTH))
        assert 2 * radius * shown_at(picture.width, picture.height) >= LEAST_MARK_SIZE
        assert all(field.holds(jet.at) for jet in view.known.jets.values() if jet.flying)
        assert len(set(spots_of(field, view, radius).values())) == sum(jet.flying for jet in view.known.jets.values())
    replay = make_dogfight_replay(first, told, end=last)
    assert_legible(lettering, replay.width, replay.height)
    moving = Image.open(BytesIO(replay.gif))
    shown = [(legend.convert("RGB"), legend.info["duration"]) for legend in ImageSequence.Iterator(moving)]
    assert shown[-1][1] == USUAL_PACE.last
    assert "At its end the map stops" in replay.alt
    if moving.size == (PICTURE_WIDTH, 700):
        assert shown[-1][0].tobytes() == opened(draw_dogfight(last)).convert("RGB").tobytes()


@pytest.mark.parametrize("sun", ["west", "night"])
def test_a_crowded_altitude_keeps_its_lettering(sun: str, lettering: set[float]) -> None:
    fight = scene("night" if sun == "night" else "west")
    one = fight.jets["P1"]
    flock = {f"P{n}": changed(one, id=f"P{n}", at=Hex(one.at.q + n % 3, one.at.r)) for n in range(1, 10)}
    picture = draw_dogfight(flight_view(changed(fight, jets={**fight.jets, **flock}), "blue"))
    assert_legible(lettering, picture.width, picture.height)


@pytest.mark.parametrize("name", ["intercept", "escort", "furball", "night"])
def test_every_dogfight_map_has_a_rose_with_north_up_that_lies_on_nothing(name: str, pasted: Pasted) -> None:
    start, end, _ = flown(name, 11)
    sheet = PanelLayout(PICTURE_WIDTH)
    for fight in (start, end):
        whole = opened(draw_dogfight(flight_view(fight, "blue"))).convert("RGB")
        ((left, top), (wide, tall)) = pasted[-1]
        assert top + tall <= sheet.bottom
        around = whole.crop((left - 2, top - 2, left + wide + 2, top)).getcolors()
        assert around is not None
        assert len(around) == 1, "words or signs reach into the rose's square"
    assert frame.NORTH_UP[0] == "N"
