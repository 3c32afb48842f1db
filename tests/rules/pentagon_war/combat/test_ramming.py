"""Segment 5: ramming, its damage, and running into planets."""

from fractions import Fraction
from typing import Any

import pytest

from rules.pentagon_war.combat import ramming
from rules.pentagon_war.combat.ramming import planet_ram, planet_rams, ram_points, velocity_of
from rules.pentagon_war.events import Event, Exploded, Gone, NotDone, Survived
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import Decided, Fire, Ram
from rules.pentagon_war.shipyard.pricing import thrust_class
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Body, Velocity
from rules.values import Adjudication, GameError, changed
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.combat.stage import bare, bolt, drone, fight, free_dice, missile, of, ship
from tests.used_up import assert_used_up

RAMS = Options(ramming=True)
II: dict[str, Any] = {"final_damage": 90}


def ram(battle: Battle, *faces: int, target: str = "Y1") -> Adjudication[Battle, Event]:
    dice = kit.scripted(*faces)
    done = ramming.resolve(battle, [Decided("X", Ram("X1", target))], dice)
    assert_used_up(dice)
    return done


def closing(**given: Any) -> Battle:
    """A size II craft at A 6 and a size I craft at A -2 in one hex."""
    one = bare("X1", "1015", velocity=(6, 0), **II)
    return fight(one, bare("Y1", "1015", velocity=(-2, 0), **given), options=RAMS, segment=5)


@pytest.mark.rule("PW-B74")
@pytest.mark.parametrize(("faces", "rams"), [((2, 3), True), ((2, 2), False)])
def test_a_ram_needs_six_with_the_targets_size_class(faces: tuple[int, int], rams: bool) -> None:
    done = ram(closing(), *faces, *((1, 1) if rams else ()))  # a die for each side struck
    assert bool(done.state.blows) is rams
    assert [event.what for event in of(Survived, done)] == ([] if rams else ["ram missed"])


@pytest.mark.rule("PW-B74")
def test_an_evading_target_is_harder_to_ram_and_range_does_not_matter() -> None:
    battle = closing(engines=1, marks={"evading": True})
    assert ram(battle, 3, 4).state.blows == ()  # 7 + 1 - 3 = 5
    assert len(ram(battle, 4, 4, 1, 1).state.blows) == 2


@pytest.mark.rule("PW-B75")
def test_each_takes_the_others_class_times_their_relative_speed() -> None:
    done = ram(closing(), 6, 6, 2, 3)
    assert {blow.target: (blow.points, blow.side) for blow in done.state.blows} == {"X1": (8, 2), "Y1": (16, 3)}


@pytest.mark.rule("PW-B75")
def test_weights_fractions_and_small_objects_count_in_a_ram() -> None:
    heavy = bare("X1", "1015", velocity=("3/4", 0), ramming_weights=2)  # class 1 and two fifths
    battle = fight(heavy, bare("Y1", "1015"), drone("Y1.D1", "1015"), options=RAMS)
    one, two = battle.craft["X1"], battle.craft["Y1"]
    assert ram_points(battle, two, one) == 2  # 7/5 x 3/4 = 21/20, rounded up
    assert ram_points(battle, one, two) == 1
    assert ram_points(battle, one, battle.drones["Y1.D1"]) == 1  # 1/2 x 3/4
    with_mass = changed(battle, options=Options(ramming=True, mass_class="fraction"))
    fast = changed(two, velocity=Velocity(Fraction(10), Fraction(0)))
    expected = thrust_class(one, with_mass.options) * (10 - Fraction(3, 4))
    assert ram_points(with_mass, fast, one) == -(-expected.numerator // expected.denominator)


@pytest.mark.rule("PW-B75")
@pytest.mark.parametrize(
    ("heading", "a", "c"), [("A", 6, 0), ("B", 6, 6), ("C", 0, 6), ("D", -6, 0), ("E", -6, -6), ("F", 0, -6)]
)
def test_a_missiles_velocity_is_its_speed_along_its_heading(heading: str, a: int, c: int) -> None:
    battle = fight(ship("X1", "1015"), missile("Y1.M1", "1015", heading=heading))
    assert velocity_of(battle, battle.missiles["Y1.M1"]) == Velocity(Fraction(a), Fraction(c))
    held = changed(battle.missiles["Y1.M1"], captor="X1", held_velocity=Velocity(Fraction(1)))
    assert velocity_of(battle, held) == Velocity(Fraction(1))


@pytest.mark.rule("PW-B75")
def test_a_rammed_missile_is_gone_and_explodes() -> None:
    battle = fight(bare("X1", "1015"), missile("Y1.M1", "1015", "X1"), options=RAMS, segment=5)
    done = ram(battle, 6, 6, target="Y1.M1")
    assert done.state.missiles == {}
    assert [event.strength for event in of(Exploded, done)] == [6]
    assert [(blow.weapon, blow.points) for blow in done.state.blows] == [("ram", 3), ("explosion", 6)]


@pytest.mark.rule("PW-B75", "PW-A62")
def test_ramming_a_planet_destroys_the_rammer_which_explodes() -> None:
    mars = Body("mars", "Mars", kit.hexed("1015"), radius=1)
    lost = bare("X1", "1015", engines=4, marks={"entered": "mars"})
    battle = fight(lost, bare("Y1", "1016"), bodies={"mars": mars})
    done = planet_ram(battle, "X1", "mars", free_dice())
    assert done.state.craft["X1"].fate == "destroyed"
    assert [event.why for event in of(Gone, done)] == ["rammed"]
    assert [event.strength for event in of(Exploded, done)] == [8]
    assert done.state.bodies["mars"] == mars


@pytest.mark.rule("PW-A62")
def test_whatever_has_run_into_a_planet_is_lost_but_a_seeker_at_its_target() -> None:
    moon = Body("moon", "Moon", kit.hexed("1015"))
    battle = fight(
        bare("X1", "1015", marks={"entered": "moon"}),
        bare("Y1", "1014"),
        drone("X1.D1", "1015", entered="moon"),
        missile("X1.M1", "1015", entered="moon"),
        missile("X1.M2", "1015", "moon", entered="moon", arrived=True),
        bolt("X1.LM1-1", "1015", entered="moon"),
        bodies={"moon": moon},
    )
    dice = kit.scripted(6, 6)
    done = planet_rams(battle, (), dice)
    assert_used_up(dice)
    assert [event.unit for event in of(Gone, done)] == ["X1", "X1.D1", "X1.LM1-1", "X1.M1"]
    assert list(done.state.missiles) == ["X1.M2"]


@pytest.mark.rule("CW-14.0-31", "PW-A62")
def test_impact_with_the_surface_of_a_star_destroys_every_craft_at_once_whatever_its_size() -> None:
    sun = Body("sun", "A star", kit.hexed("1015"), radius=2)
    battle = fight(
        bare("X1", "1015", marks={"entered": "sun"}, **II),
        bare("X2", "1014", marks={"entered": "sun"}, final_damage=1),
        bare("Y1", "1016", marks={"entered": "sun"}),
        bare("Y2", "1020"),
        bodies={"sun": sun},
    )
    done = planet_rams(battle, (), free_dice())
    assert {unit for unit, craft in done.state.craft.items() if craft.fate == "destroyed"} >= {"X1", "X2", "Y1"}
    assert {event.unit for event in of(Gone, done) if event.why == "rammed"} == {"X1", "X2", "Y1"}
    assert done.state.bodies["sun"] == sun


def test_a_ram_is_an_option_in_one_hex_at_one_unit() -> None:
    battle = fight(bare("X1", "1015"), bare("X2", "1015"), bare("Y1", "1014"), bolt("Y1.LM1-1", "1015"), segment=5)
    with pytest.raises(GameError) as refused:
        ramming.check(battle, "X", Ram("X1", "X2"))
    assert refused.value.rule == "PW-B74"
    allowed = changed(battle, options=RAMS)
    ramming.check(allowed, "X", Ram("X1", "X2"))
    for decision in (
        Ram("X1", "X1"),
        Ram("X1", "Y1"),
        Ram("X1", "Y1.LM1-1"),
        Ram("X1", "Y9"),
        Fire("X1", ("L1",), "Y1"),
    ):
        with pytest.raises(GameError):
            ramming.check(allowed, "X", decision)
    joined = {name: changed(craft, joined="X1+X2") if name[0] == "X" else craft for name, craft in battle.craft.items()}
    with pytest.raises(GameError, match="joined"):
        ramming.check(changed(allowed, craft=joined), "X", Ram("X1", "X2"))
    done = ramming.resolve(battle, [Decided("X", Ram("X1", "X2"))], free_dice())
    assert [event.seen_by for event in of(NotDone, done)] == [("X",)]


@pytest.mark.rule("PW-B75")
@pytest.mark.parametrize(("faces", "blows"), [((6, 6, 1, 1), 2), ((1, 1, 6, 6, 1, 1), 2), ((1, 1, 1, 1), 0)])
def test_two_craft_that_ram_each_other_collide_once(faces: tuple[int, ...], blows: int) -> None:
    dice = kit.scripted(*faces)
    done = ramming.resolve(closing(), [Decided("X", Ram("X1", "Y1")), Decided("Y", Ram("Y1", "X1"))], dice)
    assert_used_up(dice)
    assert len(done.state.blows) == blows


def test_two_rams_of_one_drone_find_it_once() -> None:
    battle = fight(
        bare("X1", "1015", velocity=(2, 0)),
        bare("X2", "1015", velocity=(2, 0)),
        drone("Y1.D1", "1015"),
        options=RAMS,
        segment=5,
    )
    dice = kit.scripted(6, 6, 1)
    orders = [Decided("X", Ram("X1", "Y1.D1")), Decided("X", Ram("X2", "Y1.D1"))]
    done = ramming.resolve(battle, orders, dice)
    assert_used_up(dice)
    assert [event.why for event in of(Gone, done)] == ["rammed"]
    assert [blow.target for blow in done.state.blows] == ["X1"]
