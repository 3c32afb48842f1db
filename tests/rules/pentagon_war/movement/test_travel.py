"""Segment 3: craft and drones on the map."""

from typing import Any

import pytest

from rules.hexes import Hex
from rules.pentagon_war.designs import WeaponBox
from rules.pentagon_war.events import Gone, LinkChanged, Moved
from rules.pentagon_war.geometry import BATTLE_MAP
from rules.pentagon_war.movement import travel
from rules.pentagon_war.orders import Accelerate, Fire, SetBeam
from rules.pentagon_war.positions import last_apart, note_apart
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Bay, Lock, Moment
from rules.values import changed
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.combat.stage import drone, fight, missile, shoot
from tests.rules.pentagon_war.movement.stage import (
    accelerated,
    clock,
    drone_after,
    hexes,
    impulses_moved,
    marked,
    moved,
    moving,
    turn_of_movement,
    where,
)


@pytest.mark.rule("PW-M20")
def test_two_components_use_two_columns_and_unlike_steps_go_along_a_first() -> None:
    battle = kit.battle(moving(kit.craft("X1", "1015"), 2, -4), now=Moment(1, 6, 3))
    assert impulses_moved(battle, "X1") == [3, 6, 9, 12]
    done = moved(battle)
    assert [event.path for event in done.events if isinstance(event, Moved)] == [hexes("1015", "1014", "0914")]
    only_c = moved(clock(battle, 3, 3))
    assert [event.path for event in only_c.events if isinstance(event, Moved)] == [hexes("1015", "0915")]


@pytest.mark.rule("PW-M20")
def test_like_steps_are_one_hex_along_b_or_e() -> None:
    battle = kit.battle(moving(kit.craft("X1", "1015"), -12, -12), now=Moment(1, 1, 3))
    done = moved(battle)
    assert [event.path for event in done.events if isinstance(event, Moved)] == [hexes("1015", "0916")]


@pytest.mark.rule("PW-A13")
def test_evasion_changes_nothing_on_the_map() -> None:
    plain = moving(kit.craft("X1", "1015"), 3, 0)
    evading = marked(plain, evading=True)
    assert where(turn_of_movement(kit.battle(plain)), "X1") == "1012"
    assert where(turn_of_movement(kit.battle(evading)), "X1") == "1012"
    assert turn_of_movement(kit.battle(evading)).craft["X1"].velocity == plain.velocity


@pytest.mark.rule("PW-M26")
def test_the_map_goes_on_beyond_the_sheet_unless_a_scenario_fixes_an_edge() -> None:
    ship = moving(kit.craft("X1", "0101"), 12, -12)
    floating = kit.battle(ship, now=Moment(1, 1, 3))
    assert where(moved(floating).state, "X1") == "0/-1"
    assert moved(floating).state.craft["X1"].fate == ""
    done = moved(kit.battle(ship, now=Moment(1, 1, 3), edge=(1, 1, 40, 40)))
    assert done.state.craft["X1"].fate == "disengaged"
    assert [event.why for event in done.events if isinstance(event, Gone)] == ["disengaged"]


@pytest.mark.rule("PW-M26")
def test_small_things_are_lost_over_a_fixed_edge() -> None:
    battle = fight(
        kit.craft("X1", "2020"),
        drone("X1.D1", "1001", velocity=(12, 0)),
        missile("X1.M1", "1101"),
        segment=3,
        impulse=2,
        edge=(1, 1, 40, 40),
    )
    done = moved(battle)
    assert (done.state.drones, done.state.missiles) == ({}, {})
    assert {event.unit for event in done.events if isinstance(event, Gone)} == {"X1.D1", "X1.M1"}


@pytest.mark.rule("PW-M26")
@pytest.mark.parametrize(
    ("left", "top", "right", "bottom", "stays"),
    [
        (0, 0, 0, 0, True), (-3, -3, 3, 3, True), (-3, -3, 0, 0, True), (0, 0, 3, 3, True),
        (1, -3, 3, 3, False), (-3, 1, 3, 3, False), (-3, -3, -1, 3, False), (-3, -3, 3, -1, False),
    ],
)  # fmt: skip
def test_a_hex_of_the_edge_itself_is_still_on_the_map(
    left: int, top: int, right: int, bottom: int, stays: bool
) -> None:
    """The edge is counted from where the drone comes to."""
    battle = fight(kit.craft("X1", "2020"), drone("X1.D1", "1010", velocity=(12, 0)), segment=3, impulse=2)
    column, row = BATTLE_MAP.offset(moved(battle).state.drones["X1.D1"].at)
    edge = (column + left, row + top, column + right, row + bottom)
    assert ("X1.D1" in moved(changed(battle, edge=edge)).state.drones) is stays


@pytest.mark.rule("PW-M25", "PW-S73")
def test_a_drone_moves_by_its_own_components() -> None:
    battle = fight(kit.craft("X1", "1030"), drone("X1.D1", "1015", velocity=(3, 3)))
    assert impulses_moved(battle, "X1.D1") == [4, 8, 12]
    assert where(turn_of_movement(battle), "X1.D1") == "1314"


def reeling(at: str, bays: tuple[Bay, ...] = (Bay("D1", "laser", "dotted"),), **changes: Any) -> Battle:
    """X1 at 1015 with components A=12 and a beam on its drone behind it."""
    captor = marked(moving(kit.craft("X1", "1015", weapons=(WeaponBox("beam"),)), 12, 0), bays=bays)
    flying = drone("X1.D1", at, velocity=(12, 0), captor="X1", accelerations=7)
    return fight(captor, flying, segment=3, locks=(Lock("X1", "B1", "X1.D1"),), **changes)


@pytest.mark.rule("PW-S80", "PW-S82")
def test_a_reeled_in_drone_comes_one_hex_nearer_each_impulse_and_docks() -> None:
    battle = reeling("1017")
    first = moved(battle)
    assert where(first.state, "X1") == "1014"
    assert where(first.state, "X1.D1") == "1015"
    second = moved(clock(first.state, 2, 3))
    assert second.state.drones == {}
    assert second.state.craft["X1"].bays == (Bay("D1", "laser", "full", accelerations=7),)
    assert second.state.locks == ()
    assert [event.what for event in second.events if isinstance(event, LinkChanged)] == ["docked"]


@pytest.mark.rule("PW-S80", "PW-S81", "PW-S114")
def test_a_drone_is_snagged_without_power_and_reeled_in_from_the_next_impulse() -> None:
    ship = kit.craft("X1", "1015", weapons=(WeaponBox("beam"),), drones=("laser",))
    ship = marked(ship, bays=(Bay("D1", "laser", "dotted"),), locked_on=True)
    start = fight(ship, drone("X1.D1", "1013", velocity=(2, 1)), segment=7)
    snagged = shoot(start, [Fire("X1", ("B1",), "X1.D1")]).state
    assert snagged.craft["X1"].cpmf == ship.cpmf
    assert snagged.drones["X1.D1"].velocity == ship.velocity
    first = moved(clock(snagged, 2, 3)).state
    assert where(first, "X1.D1") == "1014"
    second = moved(clock(first, 3, 3)).state
    assert (second.drones, second.craft["X1"].bays[0].state) == ({}, "full")
    assert second.craft["X1"].cpmf.total == 0


@pytest.mark.rule("PW-S80")
def test_it_keeps_its_captors_components() -> None:
    battle = reeling("1017", impulse=1)
    pushed = accelerated(clock(battle, 1, 2), Accelerate("X1"))
    assert drone_after(pushed, "X1.D1").velocity == pushed.state.craft["X1"].velocity


@pytest.mark.rule("PW-S82")
@pytest.mark.parametrize("state", ["full", "destroyed"])
def test_without_an_empty_bay_a_drone_does_not_dock(state: str) -> None:
    battle = reeling("1016", (Bay("D1", "laser", state),))  # type: ignore[arg-type]  # one of a bay's states
    done = moved(battle)
    assert where(done.state, "X1.D1") == "1014"


@pytest.mark.rule("PW-S80")
def test_a_drone_let_go_flies_on_by_itself() -> None:
    battle = reeling("1018")
    done = moved(battle)
    assert done.state.drones["X1.D1"].captor == "X1"
    freed = marked(done.state.craft["X1"], fate="destroyed")
    lost = moved(clock(changed(done.state, craft={"X1": freed}), 2, 3))
    assert lost.state.drones["X1.D1"].captor == ""
    assert where(lost.state, "X1.D1") == "1015"


@pytest.mark.rule("PW-S108", "PW-S80", "PW-S86")
def test_a_cut_beam_lets_go_unless_another_of_the_captor_holds_on() -> None:
    captor = kit.craft("X1", "1015", weapons=(WeaponBox("beam"), WeaponBox("beam")))
    flying = drone("X1.D1", "1017", captor="X1"), missile("Y1.M1", "1016", "X1", captor="X1")
    locks = Lock("X1", "B1", "X1.D1"), Lock("X1", "B2", "Y1.M1")
    battle = fight(captor, *flying, segment=2, locks=locks)
    cut = accelerated(battle, SetBeam("X1", "B1", "cut"), SetBeam("X1", "B2", "cut")).state
    assert (cut.drones["X1.D1"].captor, cut.missiles["Y1.M1"].captor) == ("", "")
    twice = changed(battle, locks=(Lock("X1", "B1", "X1.D1"), Lock("X1", "B2", "X1.D1")))
    assert accelerated(twice, SetBeam("X1", "B1", "cut")).state.drones["X1.D1"].captor == "X1"


@pytest.mark.rule("PW-B53")
def test_where_two_craft_last_stood_apart_is_kept_while_they_share_a_hex() -> None:
    below = moving(kit.craft("Y1", "1016"), 12, 0)
    battle = moved(kit.battle(kit.craft("X1", "1015"), below, now=Moment(1, 1, 3))).state
    assert where(battle, "Y1") == "1015"
    assert battle.apart == {"X1>Y1": Hex(0, -1), "Y1>X1": Hex(0, 1)}
    assert last_apart(battle.apart, "X1", "Y1") == Hex(0, 1)
    still = moved(clock(changed(battle, craft={**battle.craft, "Y1": moving(battle.craft["Y1"], 0, 0)}), 2, 3))
    assert still.state.apart == battle.apart


@pytest.mark.rule("PW-B53")
def test_where_a_missile_came_from_is_kept() -> None:
    flying = missile("Y1.M1", "1016", "X1")
    begun = kit.battle(
        moving(kit.craft("X1", "1015"), -12, 0), kit.craft("Y1", "1030"),
        missiles={flying.id: flying}, now=Moment(1, 1, 3),
    )  # fmt: skip
    battle = moved(begun).state
    assert battle.missiles["Y1.M1"].at == battle.craft["X1"].at
    assert battle.apart == {"X1>Y1.M1": Hex(0, -1), "Y1.M1>X1": Hex(0, 1)}


@pytest.mark.rule("PW-B53")
def test_those_who_never_stood_apart_have_no_bearing() -> None:
    battle = note_apart(kit.battle(kit.craft("X1", "1015"), kit.craft("Y1", "1015"), kit.craft("Z1", "4040")))
    assert battle.apart == {}
    assert last_apart(battle.apart, "X1", "Y1") is None


@pytest.mark.rule("PW-B83")
def test_a_hidden_crafts_moves_are_its_own_sides_alone() -> None:
    hidden = marked(moving(kit.craft("X1", "1015"), 12, 0), hidden=True)
    done = moved(kit.battle(hidden, kit.craft("Y1", "1001"), now=Moment(1, 1, 3)))
    assert [event.seen_by for event in done.events] == [("X",)]


def test_what_is_lost_stays_where_it_was() -> None:
    lost = marked(moving(kit.craft("X1", "1015"), 12, 0), fate="destroyed")
    done = travel.resolve(kit.battle(lost, now=Moment(1, 1, 3)), (), kit.scripted())
    assert done.events == ()
    assert done.state.craft["X1"] == lost
