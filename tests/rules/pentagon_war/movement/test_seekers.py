"""Missiles and bolts: how they move, steer, reach their targets, and run out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.hexes import Hex, distance
from rules.pentagon_war.designs import MissileType
from rules.pentagon_war.events import Gone, Moved, Rotated, TrackLost
from rules.pentagon_war.geometry import facing_of, letter, step, turned_by
from rules.pentagon_war.movement.rotation import foreseen_hex, next_heading, strikes
from rules.pentagon_war.orders import Rotate
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Missile, Moment, Orbit
from rules.values import changed
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.combat.stage import bolt, drone, fight, missile
from tests.rules.pentagon_war.movement.stage import (
    check_refused,
    clock,
    impulses_moved,
    marked,
    moved,
    moving,
    played,
    turn_of_movement,
    where,
)


def heading(battle: Battle, seeker: str = "X1.M1") -> str:
    """The letter of the heading a seeker takes by itself."""
    return letter(next_heading(battle, battle.missiles.get(seeker) or battle.bolts[seeker]))


@pytest.mark.rule("PW-S62")
def test_a_missile_turns_to_its_target_and_flies_straight_at_it() -> None:
    battle = fight(kit.craft("X1", "1015"), kit.craft("Y1", "1214"), missile("X1.M1", "1015", "Y1"), segment=1)
    assert heading(battle) == "B"
    assert where(turn_of_movement(battle, 1, 2), "X1.M1") == "1115"
    assert where(turn_of_movement(battle, 1, 4), "X1.M1") == "1214"


@pytest.mark.rule("PW-S62", "PW-M08")
def test_who_turns_is_told_by_the_rule_of_its_kind() -> None:
    battle = fight(
        kit.craft("X1", "1015"),
        kit.craft("Y1", "1214"),
        missile("X1.M1", "1015", "Y1"),
        bolt("X1.B1", "1015", "Y1"),
        segment=1,
    )
    turned = [event for event in played(battle, Rotate("X1", 1)).events if isinstance(event, Rotated)]
    assert {event.unit: event.cause.rule for event in turned} == {"X1": "PW-M08", "X1.B1": "PW-S62", "X1.M1": "PW-S62"}


@pytest.mark.rule("PW-S62")
def test_a_missile_leads_its_target_by_the_targets_columns() -> None:
    # The target is straight ahead now, but will stand far to the right when the missile next moves (impulse 2).
    runner = moving(kit.craft("Y1", "1012"), 0, 12)
    battle = fight(kit.craft("X1", "1020"), runner, missile("X1.M1", "1014", "Y1"), segment=1)
    assert foreseen_hex(battle, runner, 1, 2) == Hex(runner.at.q + 2, runner.at.r)
    assert heading(battle) == "B"
    assert heading(changed(battle, craft={**battle.craft, "Y1": moving(runner, 0, 0)})) == "A"


@pytest.mark.rule("PW-S62")
@pytest.mark.parametrize(("target", "expected"), [("1010", "A"), ("1114", "A")])
def test_ties_go_to_no_turn_then_clockwise(target: str, expected: str) -> None:
    battle = fight(kit.craft("X1", "2020"), kit.craft("Y1", target), missile("X1.M1", "1015", "Y1"), segment=1)
    assert heading(battle) == expected


@pytest.mark.rule("PW-S62")
@pytest.mark.parametrize(("target", "expected"), [("1020", "B"), ("0818", "F"), ("1218", "B"), ("1016", "B")])
def test_a_missile_whose_target_lies_behind_comes_about(target: str, expected: str) -> None:
    battle = fight(kit.craft("X1", "2020"), kit.craft("Y1", target), missile("X1.M1", "1015", "Y1"), segment=1)
    assert heading(battle) == expected
    assert turn_of_movement(turn_of_movement(battle), turn=2).missiles["X1.M1"].arrived


@pytest.mark.rule("PW-S62")
def test_a_captain_may_steer_otherwise() -> None:
    battle = fight(kit.craft("X1", "1015"), kit.craft("Y1", "1005"), missile("X1.M1", "1015", "Y1"), segment=1)
    steered = played(battle, Rotate("X1.M1", facing_of("F"))).state
    assert letter(steered.missiles["X1.M1"].heading) == "F"


@pytest.mark.rule("PW-S63")
def test_a_heading_changes_by_one_hexside_an_impulse() -> None:
    battle = fight(kit.craft("X1", "1015"), kit.craft("Y1", "1005"), missile("X1.M1", "1015", "Y1"), segment=1)
    for legal in "FAB":
        assert letter(played(battle, Rotate("X1.M1", facing_of(legal))).state.missiles["X1.M1"].heading) == legal
    for wrong in "CDE":
        check_refused(battle, Rotate("X1.M1", facing_of(wrong)), "PW-S63")


@pytest.mark.rule("PW-M24", "PW-S59")
def test_a_basic_missile_moves_by_column_6_from_the_impulse_after_its_launch() -> None:
    flying = missile("X1.M1", "2080", launched=3)
    battle = clock(fight(kit.craft("X1", "2080"), flying), 4)
    assert impulses_moved(fight(kit.craft("X1", "2080"), flying), "X1.M1") == [2, 4, 6, 8, 10, 12]
    for turn, first in ((1, 4), (2, 1), (3, 1), (4, 1)):
        battle = turn_of_movement(battle, first, 12, turn)
    assert battle.missiles["X1.M1"].moved == 5 + 6 + 6 + 6


@pytest.mark.rule("PW-M24", "PW-M20")
def test_a_missiles_move_is_told_by_its_own_rule_and_a_crafts_by_its_components() -> None:
    """A missile has a heading and a speed, no components along A and C."""
    battle = fight(moving(kit.craft("X1", "2080"), 6, 0), missile("X1.M1", "2090"))
    moves = [event for event in moved(clock(battle, 2, 3)).events if isinstance(event, Moved)]
    assert {move.unit: move.cause.rule for move in moves} == {"X1": "PW-M20", "X1.M1": "PW-M24"}


@pytest.mark.rule("PW-S59", "PW-S60")
@pytest.mark.parametrize(("speed", "turns"), [(6, 4), (12, 2)])
def test_a_missile_has_fuel_for_24_hexes(speed: int, turns: int) -> None:
    flying = missile("X1.M1", "2080", "Y1", speed=speed)
    battle = fight(kit.craft("X1", "2080"), moving(kit.craft("Y1", "2060"), 12, 0), flying)
    lost: list[int] = []
    for turn in range(1, turns + 1):
        for impulse in range(1, 13):
            done = moved(clock(battle, impulse, 3, turn))
            battle = done.state
            lost += [turn * 12 + impulse for event in done.events if isinstance(event, TrackLost)]
    assert battle.missiles["X1.M1"].moved == 24
    assert lost == [turns * 12 + 12]


@pytest.mark.rule("PW-S64")
def test_out_of_fuel_it_neither_turns_nor_strikes_but_drifts() -> None:
    spent = missile("X1.M1", "1015", "Y1", moved=24)
    battle = fight(kit.craft("X1", "1030"), kit.craft("Y1", "1115"), spent, segment=1)
    assert heading(battle) == "A"
    check_refused(battle, Rotate("X1.M1", facing_of("B")), "PW-S64")
    over_it = fight(kit.craft("X1", "1030"), kit.craft("Y1", "1014"), spent, segment=1)
    after_two = turn_of_movement(over_it, 1, 2)
    assert where(after_two, "X1.M1") == "1014"
    assert not after_two.missiles["X1.M1"].arrived
    assert where(turn_of_movement(over_it, 1, 12), "X1.M1") == "1009"


@pytest.mark.rule("PW-S64")
def test_its_last_hex_still_strikes() -> None:
    last = missile("X1.M1", "1015", "Y1", moved=23)
    battle = fight(kit.craft("X1", "1030"), kit.craft("Y1", "1014"), last, segment=1)
    assert turn_of_movement(battle, 1, 2).missiles["X1.M1"].arrived


@pytest.mark.rule("PW-S64")
def test_a_drifting_missile_far_from_everybody_is_forgotten() -> None:
    lost = missile("X1.M1", "1015", moved=30)
    near = fight(kit.craft("X1", "1070"), lost, segment=3, impulse=2)
    far = fight(kit.craft("X1", "1090"), lost, segment=3, impulse=2)
    assert where(moved(near).state, "X1.M1") == "1014"
    done = moved(far)
    assert where(done.state, "X1.M1") == ""
    assert [event.why for event in done.events if isinstance(event, Gone)] == ["spent"]


@pytest.mark.rule("PW-S64", "PW-B83")
def test_a_hidden_craft_near_a_drifting_missile_does_not_keep_it_on_the_map() -> None:
    lost, lurking = missile("X1.M1", "1015", moved=30), marked(kit.craft("Y1", "1016"), hidden=True)
    start = fight(kit.craft("X1", "1090"), lurking, lost, segment=3, impulse=2)
    assert where(moved(start).state, "X1.M1") == ""
    seen = changed(start, craft={**start.craft, "Y1": marked(lurking, hidden=False)})
    assert where(moved(seen).state, "X1.M1") == "1014"


@pytest.mark.rule("PW-M22")
def test_a_target_that_moves_into_a_missiles_hex_is_reached() -> None:
    closing = moving(kit.craft("Y1", "1014", facing="D"), -12, 0)
    battle = fight(kit.craft("X1", "1030"), closing, missile("X1.M1", "1015", "Y1"), segment=3, impulse=2)
    state = moved(battle).state
    assert where(state, "Y1") == where(state, "X1.M1") == "1015"
    assert state.missiles["X1.M1"].arrived
    assert state.missiles["X1.M1"].moved == 0


@pytest.mark.rule("PW-M22")
def test_a_missile_that_steps_into_its_targets_hex_is_there_and_others_are_not() -> None:
    battle = fight(
        kit.craft("X1", "1030"),
        kit.craft("Y1", "1014"),
        missile("X1.M1", "1015", "Y1"),
        missile("X1.M2", "1015"),
        missile("X1.M3", "1015", "Y1", tracking=False),
        segment=3,
        impulse=2,
    )
    state = moved(battle).state
    assert [state.missiles[f"X1.M{n}"].arrived for n in (1, 2, 3)] == [True, False, False]
    away = changed(state, craft={**state.craft, "Y1": changed(state.craft["Y1"], at=kit.hexed("1001"))})
    assert not moved(clock(away, 3, 3)).state.missiles["X1.M1"].arrived


@pytest.mark.rule("PW-M22", "PW-M23")
def test_ships_that_swap_hexes_pass() -> None:
    one, other = moving(kit.craft("X1", "1015"), 12, 0), moving(kit.craft("Y1", "1014"), -12, 0)
    done = moved(kit.battle(one, other, now=Moment(1, 1, 3)))
    assert (where(done.state, "X1"), where(done.state, "Y1")) == ("1014", "1015")
    assert done.state.blows == ()


@pytest.mark.rule("PW-M23")
def test_any_number_of_units_share_a_hex() -> None:
    drones = [drone(f"X1.D{n}", "1015") for n in range(1, 5)]
    battle = fight(kit.craft("X1", "1015"), kit.craft("Y1", "1015"), kit.craft("Y2", "1015"), *drones, segment=3)
    done = moved(battle)
    assert (done.state.craft, done.state.drones, done.events) == (battle.craft, battle.drones, ())


@pytest.mark.rule("PW-S135", "PW-M24")
def test_a_bolt_moves_every_impulse_for_one_turn_then_is_gone() -> None:
    flying = bolt("X1.LM1-4", "2050", "Y1", moved=0, launched=4)
    battle = clock(fight(kit.craft("X1", "2050"), moving(kit.craft("Y1", "2030"), 12, 0), flying), 5)
    battle = turn_of_movement(battle, 5, 12)
    assert where(battle, "X1.LM1-4") == "2042"
    battle = turn_of_movement(battle, 1, 3, turn=2)
    assert battle.bolts["X1.LM1-4"].moved == 11
    done = moved(clock(battle, 4, 3, turn=2))
    assert done.state.bolts == {}
    assert [(event.why, event.cause.rule) for event in done.events if isinstance(event, Gone)] == [("spent", "PW-S135")]


@pytest.mark.rule("PW-S135", "PW-S62")
def test_a_bolt_homes_like_a_missile() -> None:
    battle = fight(kit.craft("X1", "1020"), kit.craft("Y1", "1214"), bolt("X1.LM1-1", "1015", "Y1", moved=0), segment=1)
    assert heading(battle, "X1.LM1-1") == "B"
    state = turn_of_movement(battle, 1, 2)
    assert where(state, "X1.LM1-1") == "1214"
    assert state.bolts["X1.LM1-1"].arrived


@pytest.mark.rule("PW-B81", "PW-B35")
def test_seekers_home_without_their_launcher_and_without_lock_on() -> None:
    dead = marked(kit.craft("X1", "1015"), fate="destroyed", locked_on=False)
    battle = fight(dead, kit.craft("Y1", "1214"), missile("X1.M1", "1015", "Y1"), segment=1)
    assert turn_of_movement(battle, 1, 4).missiles["X1.M1"].arrived


@pytest.mark.rule("PW-S86")
def test_a_held_missile_goes_with_its_captor_and_its_fuel_runs_on() -> None:
    flying = missile("X1.M1", "1016", "Y1", heading="D", captor="Y1", moved=3)
    battle = fight(kit.craft("X1", "1040"), moving(kit.craft("Y1", "1015"), 12, 0), flying, segment=1, locks=())
    check_refused(battle, Rotate("X1.M1", facing_of("C")), "PW-S86")
    held = [moved(clock(battle, impulse, 3)).state.missiles["X1.M1"] for impulse in (1, 2)]
    assert [(each.at, each.moved, each.arrived) for each in held] == [
        (kit.hexed("1015"), 3, False),
        (kit.hexed("1015"), 4, False),
    ]
    free = changed(battle, missiles={"X1.M1": changed(flying, captor="")})
    assert heading(free) == "E"


@pytest.mark.rule("PW-A36")
@pytest.mark.parametrize(("launcher", "guided"), [("1045", True), ("1046", False)])
def test_a_hyper_bomb_is_steered_within_30_hexes_only(launcher: str, guided: bool) -> None:
    bomb = missile("X1.M1", "1015", "", kind=MissileType(hyper=True))
    battle = fight(kit.craft("X1", launcher), kit.craft("Y1", "1012"), bomb, segment=1)
    if guided:
        assert letter(played(battle, Rotate("X1.M1", 1)).state.missiles["X1.M1"].heading) == "B"
    else:
        check_refused(battle, Rotate("X1.M1", 1), "PW-A36")
    assert heading(battle) == "A"


def test_a_seeker_that_lost_its_target_flies_straight() -> None:
    battle = fight(
        kit.craft("X1", "1030"), kit.craft("Y1", "1215"), missile("X1.M1", "1015", "Y1", tracking=False), segment=1
    )
    assert heading(battle) == "A"
    check_refused(battle, Rotate("X1.M1", 1), "PW-S94")
    assert not strikes(battle.missiles["X1.M1"], battle.options)


def test_an_orbiting_target_is_foreseen_on_its_ring() -> None:
    circling = marked(kit.craft("Y1", "1010"), orbit=Orbit("moon", 3, since=1))
    battle = fight(circling, missile("X1.M1", "1020", "Y1"), segment=1, impulse=5)
    assert foreseen_hex(battle, circling, 5, 6) == circling.at


@given(st.integers(-9, 9), st.integers(-9, 9), st.integers(0, 5), st.integers(-12, 12), st.integers(-12, 12))
@pytest.mark.rule("PW-S62", "PW-S63")
def test_a_heading_is_legal_and_no_legal_one_is_nearer(q: int, r: int, way: int, a: int, c: int) -> None:
    target = moving(kit.craft("Y1", "5050"), a, c)
    start = Hex(target.at.q + q, target.at.r + r)
    flying = changed(missile("X1.M1", "5050", "Y1"), at=start, heading=way)
    battle = fight(target, flying, segment=1)
    taken, place = next_heading(battle, flying), foreseen_hex(battle, target, 1, 2)
    assert turned_by(way, taken) <= 1
    nearest = min(distance(step(start, way + turn), place) for turn in (-1, 0, 1))
    assert distance(step(start, taken), place) == nearest


@given(st.integers(-9, 9), st.integers(-9, 9), st.integers(0, 5))
@pytest.mark.rule("PW-S62")
def test_a_missile_catches_a_target_at_rest(q: int, r: int, way: int) -> None:
    target = kit.craft("Y1", "5050")
    flying: Missile = changed(missile("X1.M1", "5050", "Y1"), at=Hex(target.at.q + q, target.at.r + r), heading=way)
    battle = fight(target, flying)
    turns = 1
    while not battle.missiles["X1.M1"].arrived and turns <= 4:
        battle = turn_of_movement(battle, turn=turns)
        turns += 1
    assert battle.missiles["X1.M1"].arrived


def test_every_impulse_begins_with_nothing_reached() -> None:
    there = missile("X1.M1", "1014", "Y1", arrived=True)
    battle = fight(kit.craft("Y1", "1001"), there, segment=3)
    assert not moved(battle).state.missiles["X1.M1"].arrived


@pytest.mark.rule("PW-S86")
def test_missiles_after_a_held_one_fly_on() -> None:
    held = missile("X1.M1", "1016", "Y1", heading="D", captor="Y1", moved=3)
    battle = fight(kit.craft("X1", "1040"), kit.craft("Y1", "1015"), held, missile("X1.M2", "1030", "Y1"), segment=1)
    assert turn_of_movement(battle, 1, 4).missiles["X1.M2"].at == kit.hexed("1028")
