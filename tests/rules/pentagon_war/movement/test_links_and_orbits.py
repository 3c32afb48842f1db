"""Joined craft, and orbits."""

from fractions import Fraction
from typing import Any

import pytest

from rules.pentagon_war.designs import DesignLink
from rules.pentagon_war.events import LinkChanged
from rules.pentagon_war.geometry import facing_of, letter
from rules.pentagon_war.movement.links_and_orbits import orbital_path
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import Accelerate, EnterOrbit, Join, Rotate, Separate
from rules.pentagon_war.positions import blocked_arcs, free_place, group, group_class
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn import engine
from rules.pentagon_war.turn.steps import SEGMENTS
from rules.pentagon_war.units import Body, Craft, Lock, Moment, Orbit, Velocity
from rules.values import WrongPhaseError
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.movement.stage import (
    accelerated,
    after,
    check_refused,
    clock,
    marked,
    moving,
    played,
    turn_of_movement,
    velocity,
    where,
)

OPPOSITE = {"XYZ": DesignLink("ABC", 3, "L"), "ABC": DesignLink("XYZ", 3, "L")}
ALONGSIDE = {"XYZ": DesignLink("ABC", 0, "L"), "ABC": DesignLink("XYZ", 0, "R")}


def part(unit: str, name: str, links: tuple[DesignLink, ...], **given: Any) -> Craft:
    """A craft of a design of this name with these attachments."""
    going = given.pop("velocity", (0, 0))
    return kit.craft(unit, given.pop("at", "1015"), **{"name": name, "attachments": links, "velocity": going, **given})


def pair(links: dict[str, DesignLink], joined: str = "", **given: Any) -> Battle:
    """X1 of design XYZ and X2 of design ABC in one hex."""
    one = part("X1", "XYZ", (links["XYZ"],), engines=2)
    two = part("X2", "ABC", (links["ABC"],), engines=1, **given)
    both = (marked(unit, joined=joined) for unit in (one, two))
    return kit.battle(*both, kit.craft("Y1", "1001"), now=Moment(1, 3, 6))


@pytest.mark.rule("PW-S142", "PW-M30")
@pytest.mark.parametrize(
    ("links", "facing", "arcs"), [(OPPOSITE, "D", ("L", "L")), (ALONGSIDE, "A", ("L", "R"))], ids=["180", "0"]
)
def test_joined_craft_stand_as_built_and_block_an_arc_of_each(
    links: dict[str, DesignLink], facing: str, arcs: tuple[str, str]
) -> None:
    start = pair(links, facing="C")
    assert blocked_arcs(start, start.craft["X1"]) == frozenset()
    done = played(start, Join("X1", "X2"))
    one, two = after(done, "X1"), after(done, "X2")
    # Equal sizes: the one that joins takes its place beside the other.
    relative = (two.facing - one.facing) % 6
    assert relative == facing_of(facing)
    assert one.joined == two.joined == "X1+X2"
    assert [set(blocked_arcs(done.state, unit)) for unit in (one, two)] == [{arcs[0]}, {arcs[1]}]
    assert [event.what for event in done.events if isinstance(event, LinkChanged)] == ["joined"]


@pytest.mark.rule("PW-M30")
def test_joining_needs_the_same_hex_and_components_within_1_and_the_smaller_takes_the_largers() -> None:
    small = pair(ALONGSIDE, final_damage=1, velocity=(1, "-1/2")).craft["X2"]
    big = kit.craft("X1", "1015", name="XYZ", attachments=(ALONGSIDE["XYZ"],), final_damage=60, velocity=(2, 0))
    battle = kit.battle(big, small, now=Moment(1, 3, 6))
    done = played(battle, Join("X2", "X1"))
    assert after(done, "X2").velocity == after(done, "X1").velocity == velocity(2, 0)
    assert after(done, "X2").counted == big.counted
    check_refused(pair(ALONGSIDE, velocity=("5/4", 0)), Join("X1", "X2"), "PW-M30")
    check_refused(pair(ALONGSIDE, at="1014"), Join("X1", "X2"), "PW-M30")
    check_refused(pair(ALONGSIDE), Join("X1", "X1"), "PW-M30")


@pytest.mark.rule("PW-S141", "PW-S142")
def test_only_craft_built_for_one_another_join() -> None:
    stranger = part("X2", "Stranger", ())
    battle = kit.battle(part("X1", "XYZ", (OPPOSITE["XYZ"],)), stranger, now=Moment(1, 3, 6))
    check_refused(battle, Join("X1", "X2"), "PW-S141")
    half = kit.battle(part("X1", "XYZ", (OPPOSITE["XYZ"],)), part("X2", "ABC", ()), now=Moment(1, 3, 6))
    check_refused(half, Join("X1", "X2"), "PW-S141")
    check_refused(half, Join("X2", "X1"), "PW-S141")
    taken = pair(OPPOSITE, joined="X1+X2")
    third = part("X3", "ABC", (OPPOSITE["ABC"],))
    full = kit.battle(*taken.craft.values(), third, now=Moment(1, 3, 6))
    check_refused(full, Join("X3", "X1"), "PW-S142")
    check_refused(taken, Join("X1", "X2"), "PW-M30")


@pytest.mark.rule("PW-M30")
def test_joined_craft_share_engines_classes_and_record() -> None:
    battle = clock(pair(OPPOSITE, joined="X1+X2"), 3, 2)
    assert group_class(battle, battle.craft["X1"]) == 2
    standard = accelerated(battle, Accelerate("X1"))
    for unit in ("X1", "X2"):
        assert after(standard, unit).velocity == velocity("1/4", 0)
        assert after(standard, unit).record == ("3: A+",)
    crash = accelerated(battle, Accelerate("X1", Fraction(3, 2)))
    assert {after(crash, unit).velocity.a for unit in ("X1", "X2")} == {Fraction(3, 8)}
    assert {after(crash, unit).crashed for unit in ("X1", "X2")} == {3}
    check_refused(battle, Accelerate("X1", Fraction(2)), "PW-A02")
    twice = accelerated(battle, Accelerate("X1"), Accelerate("X2"))
    assert after(twice, "X1").velocity == velocity("1/4", 0)


@pytest.mark.rule("PW-M30")
def test_they_turn_and_travel_as_one() -> None:
    battle = clock(pair(OPPOSITE, joined="X1+X2", facing="D"), 3, 1)
    turned = played(battle, Rotate("X2", facing_of("E"))).state
    assert [letter(turned.craft[unit].facing) for unit in ("X1", "X2")] == ["B", "E"]
    going = {unit: moving(battle.craft[unit], 3, -2) for unit in ("X1", "X2")}
    end = turn_of_movement(kit.battle(*going.values()))
    assert where(end, "X1") == where(end, "X2") != "1015"


@pytest.mark.rule("PW-M30", "PW-S85")
def test_the_slowest_to_turn_holds_the_other_back() -> None:
    battle = pair(OPPOSITE, joined="X1+X2")
    wreck = marked(battle.craft["X2"], main_control=0)
    both = kit.battle(battle.craft["X1"], wreck, now=Moment(1, 3, 1))
    check_refused(both, Rotate("X1", 3), "PW-S85")


@pytest.mark.rule("PW-M30", "PW-S04")
def test_with_a_crew_aboard_one_all_keep_to_what_crews_bear() -> None:
    battle = clock(pair(OPPOSITE, joined="X1+X2", manned=True), 3, 2)
    assert after(accelerated(battle, Accelerate("X1")), "X1").velocity.a == Fraction(1, 120)


@pytest.mark.rule("PW-M30", "PW-M29")
def test_a_beam_on_one_pulls_all_and_none_of_them_pulls_another() -> None:
    battle = pair(OPPOSITE, joined="X1+X2")
    locks = (Lock("Y2", "B1", "X1", doubled=True),)
    pulled = accelerated(kit.battle(*battle.craft.values(), kit.craft("Y2", "1014"), locks=locks, now=Moment(1, 3, 2)))
    assert {after(pulled, unit).velocity.a for unit in ("X1", "X2")} == {Fraction(1, 4)}
    own = clock(kit.battle(*battle.craft.values(), locks=(Lock("X1", "B1", "X2"),)), 3, 2)
    assert accelerated(own).events == ()


@pytest.mark.rule("PW-M30")
def test_they_separate_and_a_rest_that_hangs_on_nothing_falls_apart() -> None:
    links = (DesignLink("Fighter", 0, "L"), DesignLink("Fighter", 0, "R"))
    carrier = part("X1", "Carrier", links, engines=4)
    fighters = [part(unit, "Fighter", (DesignLink("Carrier", 0, "L"),)) for unit in ("X2", "X3")]
    group_id = "X1+X2+X3"
    battle = kit.battle(*(marked(unit, joined=group_id) for unit in (carrier, *fighters)), now=Moment(1, 3, 6))
    assert blocked_arcs(battle, battle.craft["X1"]) == {"L", "R"}
    one_off = played(battle, Separate("X2"))
    assert [after(one_off, unit).joined for unit in ("X1", "X2", "X3")] == ["X1+X3", "", "X1+X3"]
    assert blocked_arcs(one_off.state, one_off.state.craft["X1"]) == {"L"}
    all_off = played(battle, Separate("X1"))
    assert {after(all_off, unit).joined for unit in ("X1", "X2", "X3")} == {""}
    check_refused(all_off.state, Separate("X1"), "PW-M30")
    assert [event.what for event in one_off.events if isinstance(event, LinkChanged)] == ["separated"]
    lost = kit.battle(marked(battle.craft["X2"], fate="destroyed"), battle.craft["X1"], battle.craft["X3"])
    assert [unit.id for unit in group(lost, lost.craft["X1"])] == ["X1", "X3"]


def test_each_part_of_the_segment_takes_its_own_orders() -> None:
    kinds = [kind for part in SEGMENTS[5].parts for kind in part.decisions]
    assert len(kinds) == len(set(kinds))
    assert {Join, Separate, EnterOrbit}.issubset(kinds)
    with pytest.raises(WrongPhaseError):
        engine.check(clock(pair(OPPOSITE), 3, 6), "X", Accelerate("X1"))


MOON = Body("moon", "Moon", kit.hexed("2020"))
EARTH = Body("earth", "Earth", kit.hexed("2020"), radius=2)


def near(at: str, going: tuple[int | str, int | str] = (0, 0), body: Body = MOON, **changes: Any) -> Battle:
    """X1 near a body, in segment 6."""
    ship = kit.craft("X1", at, velocity=going)
    return kit.battle(ship, **{"bodies": {body.id: body}, "now": Moment(1, 3, 6), **changes})


@pytest.mark.rule("PW-A66")
@pytest.mark.parametrize(
    ("at", "going", "clockwise"),
    [
        ("2018", (0, 0), True),
        ("2018", ("1/2", "-1/2"), True),
        ("2018", (0, 1), True),
        ("2018", (-1, -1), False),
        ("2219", (-1, 0), True),
        ("2219", (0, -1), False),
    ],
)
def test_at_speed_0_or_1_along_the_ring_a_craft_may_enter_orbit(
    at: str, going: tuple[int | str, int | str], clockwise: bool
) -> None:
    done = played(near(at, going), EnterOrbit("X1", "moon"))
    craft = after(done, "X1")
    assert craft.orbit == Orbit("moon", 2, 3, clockwise)
    assert craft.velocity == Velocity()
    assert [event.what for event in done.events if isinstance(event, LinkChanged)] == ["orbit"]
    check_refused(done.state, EnterOrbit("X1", "moon"), "PW-A66")


@pytest.mark.rule("PW-A66")
@pytest.mark.parametrize(
    ("at", "going", "body"),
    [
        ("2018", (2, 0), MOON),
        ("2018", (1, 0), MOON),
        ("2018", (0, -1), MOON),
        ("2018", (1, -1), MOON),
        ("2014", (0, 0), MOON),
        ("2020", (0, 0), MOON),
        ("2018", (0, 0), EARTH),
    ],
    ids=["speed 2", "outward", "off the ring", "speed 2 in two directions", "too wide", "in it", "inside its hexes"],
)
def test_otherwise_not(at: str, going: tuple[int, int], body: Body) -> None:
    check_refused(near(at, going, body), EnterOrbit("X1", body.id), "PW-A66")


@pytest.mark.rule("PW-A66")
def test_an_orbiting_craft_moves_one_hex_every_ten_turns_without_engines() -> None:
    battle = played(near("2018"), EnterOrbit("X1", "moon")).state
    craft = marked(battle.craft["X1"], engines=0)
    due = [moment for moment in range(1, 400) if orbital_path(battle, craft, moment)]
    assert due == [123, 243, 363]
    tenth = turn_of_movement(clock(battle, 3, 3), 3, 3, turn=11)
    assert where(tenth, "X1") == "2119"
    assert where(turn_of_movement(battle, 4, 12), "X1") == "2018"


@pytest.mark.rule("PW-A66")
def test_a_ring_has_as_many_steps_as_hexes() -> None:
    battle = played(near("2018"), EnterOrbit("X1", "moon")).state
    seen = []
    for turn in range(11, 131, 10):
        battle = turn_of_movement(battle, 3, 3, turn=turn)
        seen.append(where(battle, "X1"))
    assert len(set(seen)) == 12
    assert seen[-1] == "2018"


@pytest.mark.rule("PW-A66")
def test_accelerating_leaves_the_orbit() -> None:
    battle = played(near("2018"), EnterOrbit("X1", "moon")).state
    done = accelerated(clock(battle, 4, 2), Accelerate("X1"))
    assert after(done, "X1").orbit is None
    assert "left orbit" in [event.what for event in done.events if isinstance(event, LinkChanged)]


def test_a_body_that_is_not_there_is_told() -> None:
    assert "not a planet" in check_refused(near("2018"), EnterOrbit("X1", "sun"), "PW-A66")
    assert "not a planet" in check_refused(
        near("2018", options=Options(planets=False)), EnterOrbit("X1", "moon"), "PW-A66"
    )


@pytest.mark.rule("PW-S142")
def test_a_craft_built_for_several_others_takes_each_at_its_own_place() -> None:
    places = (DesignLink("AAA", 0, "R"), DesignLink("ABC", 3, "L"))
    one = part("X1", "XYZ", places)
    two = part("X2", "ABC", (OPPOSITE["ABC"],))
    start = kit.battle(one, two, kit.craft("Y1", "1001"), now=Moment(1, 3, 6))
    place = free_place(start, start.craft["X1"], start.craft["X2"])
    assert place == places[1]
    assert free_place(start, start.craft["X1"], part("X3", "AAB", ())) is None
