"""Planets, moons and gas giants."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.hexes import Hex, disk, distance
from rules.pentagon_war.events import Gone, Moved
from rules.pentagon_war.options import Options, tables
from rules.pentagon_war.positions import blocking_body, body_at, drag, fills, nearest_hex, range_to, thinned_by
from rules.pentagon_war.state import Battle, Blow
from rules.pentagon_war.units import Body, Craft
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.combat.stage import bolt, drone, fight, missile
from tests.rules.pentagon_war.movement.stage import hexes, marked, moved, moving, where

EARTH = Body("earth", "Earth", kit.hexed("2020"), radius=2, atmosphere=True)
MARS = Body("mars", "Mars", kit.hexed("2020"), radius=1)
MOON = Body("moon", "Moon", kit.hexed("2020"))
CERES = Body("ceres", "Ceres", kit.hexed("2020"), radius=-1)
JUPITER = Body("jupiter", "Jupiter", kit.hexed("4020"), gas_giant=True, edge=("column", 40, 1))
NEAR = disk(kit.hexed("2020"), 4)
places = st.builds(Hex, st.integers(-12, 12), st.integers(-12, 12))


def hexes_of(body: Body) -> list[Hex]:
    """The hexes near 2020 that a body fills."""
    return [here for here in NEAR if fills(body, here)]


def sky(body: Body, *units: Any, **changes: Any) -> Battle:
    """Units under a body, in segment 3 of an impulse on which speed 12 and 6 move."""
    return fight(*units, **{"segment": 3, "impulse": 2, "bodies": {body.id: body}, **changes})


@pytest.mark.rule("PW-A61", "PW-A65", "PW-A68")
@pytest.mark.parametrize(("body", "across", "filled"), [(EARTH, 5, 19), (MARS, 3, 7), (MOON, 1, 1), (CERES, 0, 0)])
def test_what_a_body_fills(body: Body, across: int, filled: int) -> None:
    assert len(hexes_of(body)) == filled
    assert hexes_of(body) == [here for here in NEAR if body_at(sky(body), here) == body]
    column = [row for row in range(10, 31) if fills(body, kit.hexed(f"20{row}"))]
    assert len(column) == across


@pytest.mark.rule("PW-A61")
def test_the_printed_planets() -> None:
    table = tables(Options())["PW-T28"]
    for body, row in ((EARTH, "Earth, Venus"), (MARS, "Mars"), (MOON, "Mercury, Titan, Earth's moon")):
        assert table.number(row, "hexes filled") == len(hexes_of(body))


@pytest.mark.rule("PW-A71")
def test_a_gas_giant_stands_beyond_an_edge() -> None:
    assert fills(JUPITER, kit.hexed("4001"))
    assert fills(JUPITER, kit.hexed("5033"))
    assert not fills(JUPITER, kit.hexed("3933"))
    north = Body("saturn", "Saturn", kit.hexed("2001"), gas_giant=True, edge=("row", 3, -1))
    assert [fills(north, kit.hexed(f"11{row:02}")) for row in (1, 3, 4)] == [True, True, False]
    assert range_to(kit.hexed("1109"), north) == 6
    assert nearest_hex(kit.hexed("1109"), north) == kit.hexed("1103")


@pytest.mark.rule("PW-A63")
def test_range_is_to_the_nearest_hex() -> None:
    assert range_to(kit.hexed("2013"), EARTH) == 5
    assert nearest_hex(kit.hexed("2013"), EARTH) == kit.hexed("2018")
    assert range_to(kit.hexed("2013"), CERES) == 7
    assert range_to(kit.hexed("3520"), JUPITER) == 5
    assert range_to(kit.hexed("2021"), EARTH) == 0
    assert nearest_hex(kit.hexed("2021"), EARTH) == kit.hexed("2021")


@given(places, st.integers(-1, 2))
@pytest.mark.rule("PW-A63")
def test_the_nearest_hex_is_at_the_range(offset: Hex, radius: int) -> None:
    body = Body("b", "B", Hex(0, 0), radius=radius)
    assert distance(offset, nearest_hex(offset, body)) == range_to(offset, body)


@pytest.mark.rule("PW-A64")
def test_an_atmosphere_takes_one_point() -> None:
    assert (thinned_by(EARTH), thinned_by(MARS)) == (1, 0)


@pytest.mark.rule("PW-A67")
@pytest.mark.parametrize(("body", "hidden"), [(EARTH, "earth"), (MARS, "mars"), (MOON, None), (CERES, None)])
def test_only_bodies_of_several_hexes_hide_what_is_behind(body: Body, hidden: str | None) -> None:
    assert blocking_body(sky(body), kit.hexed("2010"), kit.hexed("2030")) == hidden
    assert blocking_body(sky(body), kit.hexed("2510"), kit.hexed("2530")) is None


@pytest.mark.rule("PW-A67")
def test_a_line_along_a_planets_edge_is_free_and_one_between_its_hexes_is_not() -> None:
    # Two hexes to the upper right and lower right of Mars's counter: the line runs along hexsides (a vertex line).
    mars = sky(MARS)
    at = MARS.at
    grazing = Hex(at.q - 3, at.r), Hex(at.q + 1, at.r - 2)
    assert blocking_body(mars, *grazing) is None
    between = Hex(at.q - 1, at.r - 1), Hex(at.q + 1, at.r + 1)
    assert blocking_body(mars, Hex(at.q - 2, at.r - 2), Hex(at.q + 2, at.r + 2)) == "mars"
    assert blocking_body(mars, *between) == "mars"


@given(places, places, st.integers(0, 5))
@pytest.mark.rule("PW-A67")
def test_hiding_is_mutual_and_turns_with_the_map(a: Hex, b: Hex, turns: int) -> None:
    battle = sky(Body("p", "P", Hex(0, 0), radius=1))
    hidden = blocking_body(battle, a, b)
    assert blocking_body(battle, b, a) == hidden
    for _ in range(turns):
        a, b = Hex(-a.r, a.q + a.r), Hex(-b.r, b.q + b.r)
    assert blocking_body(battle, a, b) == hidden


@pytest.mark.rule("PW-A67")
def test_without_planets_nothing_hides() -> None:
    battle = sky(EARTH, options=Options(planets=False))
    assert blocking_body(battle, kit.hexed("2010"), kit.hexed("2030")) is None
    assert body_at(battle, EARTH.at) is None


@pytest.mark.rule("PW-A72")
def test_no_line_leads_through_or_into_a_gas_giant() -> None:
    battle = sky(JUPITER)
    assert blocking_body(battle, kit.hexed("3010"), kit.hexed("3910")) is None
    assert blocking_body(battle, kit.hexed("3910"), kit.hexed("4010")) == "jupiter"
    ball = Body("ball", "Ball", kit.hexed("2020"), gas_giant=True, radius=3)
    assert blocking_body(sky(ball), kit.hexed("2010"), kit.hexed("2030")) == "ball"


@pytest.mark.rule("PW-A62", "PW-A65", "PW-M21")
def test_entering_a_planet_is_marked_for_the_ram_and_ends_the_move() -> None:
    ship = moving(kit.craft("X1", "2021"), 12, 0)
    assert moved(sky(MOON, ship)).state.craft["X1"].entered == "moon"
    earth = moved(sky(EARTH, moving(kit.craft("X1", "2023"), 12, 0)))
    assert (where(earth.state, "X1"), earth.state.craft["X1"].entered) == ("2022", "earth")
    assert moved(sky(CERES, ship)).state.craft["X1"].entered == ""


@pytest.mark.rule("PW-M21")
def test_a_hex_passed_through_counts_as_entered() -> None:
    ship = moving(kit.craft("X1", "2021"), 12, -12)
    done = moved(sky(MOON, ship))
    assert done.state.craft["X1"].entered == "moon"
    assert [event.path for event in done.events if isinstance(event, Moved)] == [hexes("2021", "2020")]


@pytest.mark.rule("PW-A62")
def test_small_things_run_into_planets_too() -> None:
    units = drone("X1.D1", "2021", velocity=(12, 0)), missile("X1.M1", "2021"), bolt("X1.LM1-1", "2021")
    state = moved(sky(MOON, kit.craft("X1", "2040"), *units)).state
    assert state.drones["X1.D1"].entered == "moon"
    assert state.missiles["X1.M1"].entered == "moon"
    assert state.bolts["X1.LM1-1"].entered == "moon"


@pytest.mark.rule("PW-A62")
def test_the_mark_is_gone_when_the_next_impulse_moves() -> None:
    there = marked(kit.craft("X1", "2040"), entered="moon")
    assert moved(sky(MOON, there)).state.craft["X1"].entered == ""


@pytest.mark.rule("PW-A73")
def test_a_gas_giant_vaporises_missiles_and_drones_and_disperses_bolts() -> None:
    units = (
        drone("X1.D1", "3920", velocity=(0, 12)),
        missile("X1.M1", "3920", heading="C"),
        bolt("X1.LM1-1", "3920", heading="B"),
    )
    done = moved(sky(JUPITER, kit.craft("X1", "2040"), *units))
    assert (done.state.drones, done.state.missiles, done.state.bolts) == ({}, {}, {})
    gone = [(event.unit, event.why, event.cause.rule) for event in done.events if isinstance(event, Gone)]
    assert gone == [(unit, "vaporised", "PW-A73") for unit in ("X1.D1", "X1.LM1-1", "X1.M1")]


def inside(facing: str = "A", going: tuple[int | str, int | str] = (3, -2)) -> Craft:
    """X1 within Jupiter."""
    return kit.craft("X1", "4520", facing=facing, velocity=going)


@pytest.mark.rule("PW-A74")
def test_a_craft_inside_takes_its_absolute_speed_each_impulse() -> None:
    state = moved(sky(JUPITER, inside())).state
    assert [(blow.points, blow.source, blow.weapon) for blow in state.blows] == [(5, "jupiter", "gas giant")]
    assert moved(sky(JUPITER, kit.craft("X1", "3520", velocity=(3, -2)))).state.blows == ()
    assert moved(sky(JUPITER, inside(going=(0, 0)))).state.blows == ()


@pytest.mark.rule("PW-A74")
@pytest.mark.parametrize(
    ("facing", "going", "side", "points", "other"),
    [
        ("A", (5, 0), 1, 5, 0),
        ("A", (0, 5), 3, 5, 0),
        ("D", (5, 0), 4, 5, 0),
        ("A", ("7/2", 0), 1, 3, 0),
        ("A", (4, 2), 2, 4, 1),
    ],
)
def test_it_strikes_the_side_that_faces_the_motion(
    facing: str, going: tuple[int | str, int | str], side: int, points: int, other: int
) -> None:
    craft = inside(facing, going)
    assert drag(sky(JUPITER), craft, (craft.at,)) == Blow("X1", "jupiter", "gas giant", side, points, side_choice=other)


@pytest.mark.rule("PW-A74", "PW-A60")
def test_with_the_exact_formula_the_speed_is_rounded_down() -> None:
    craft = inside(going=(2, -2))
    found = drag(sky(JUPITER, options=Options(trig_speed=True)), craft, (craft.at,))
    assert found is not None
    assert found.points == 3


@pytest.mark.rule("PW-A71", "PW-M26")
def test_past_an_edge_that_is_a_gas_giant_a_craft_is_in_it_and_not_away() -> None:
    battle = sky(JUPITER, moving(kit.craft("X1", "3920"), 0, 12), edge=(1, 1, 39, 40))
    done = moved(battle)
    assert done.state.craft["X1"].fate == ""
    assert [blow.points for blow in done.state.blows] == [12]


def test_a_destroyed_body_is_not_there() -> None:
    gone = Body("moon", "Moon", kit.hexed("2020"), destroyed=True)
    assert hexes_of(gone) == []
    assert moved(sky(gone, moving(kit.craft("X1", "2021"), 12, 0))).state.craft["X1"].entered == ""
