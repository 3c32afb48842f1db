"""A programme looked at before it counts: path, power, shots, stops, and what would be refused."""

from fractions import Fraction
from typing import Any

import pytest

from rules.dice import Dice
from rules.pentagon_war.captains.advance import run_turn
from rules.pentagon_war.captains.preview import Preview, preview
from rules.pentagon_war.designs import BASIC_MISSILE
from rules.pentagon_war.events import Gone
from rules.pentagon_war.geometry import hex_name
from rules.pentagon_war.notation.read import parse_programme
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import Continue, SeatSent, SetProgramme
from rules.pentagon_war.programme import Programme
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import Bolt, Moment, Velocity
from rules.values import changed
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.combat.stage import missile


def opening(**changes: Any) -> Battle:
    """Turn 1 before anything: X1 moving north at 4 with a missile, Y1 far ahead."""
    own = kit.craft("X1", "1015", velocity=(4, 0), missiles=(BASIC_MISSILE,))
    return kit.battle(own, kit.craft("Y1", "1003"), **changes)


def seen(text: str, battle: Battle | None = None) -> Preview:
    """The preview of X1's programme by its own side."""
    here = battle or opening()
    return preview(view_for(here, "X"), parse_programme(text, "X1", here.now.turn))


def test_the_path_is_that_of_a_craft_that_coasts() -> None:
    result = seen("")
    assert [place.impulse for place in result.path] == list(range(1, 13))
    assert {place.facing for place in result.path} == {0}
    assert hex_name(result.path[-1].hex) == hex_name(kit.hexed("1011"))
    assert (result.velocity, result.problems, result.shots, result.stops) == (Velocity(Fraction(4)), (), (), ())


def test_turns_and_thrust_show_in_facing_and_velocity() -> None:
    result = seen("1-11 accelerate; 12 turn B, accelerate")
    assert result.velocity.a > 4
    assert result.velocity.c > 0
    assert result.path[-1].facing == 1


@pytest.mark.parametrize("text", ["", "1-12 accelerate", "2 turn C; 3-9 accelerate 3/2; 10 turn B, accelerate"])
def test_the_path_is_the_one_that_is_flown_when_the_turn_is_played(text: str) -> None:
    start = opening(players=("X",), programmes={"Y1": parse_programme("", "Y1", 1)})
    promised = seen(text, start)
    sent = (
        SeatSent("X", 1, SetProgramme(parse_programme(text, "X1", 1))),
        SeatSent("X", 2, Continue(Moment(1, 0, 1))),
    )
    flown = run_turn(start, sent, Dice(b"\x02" * 32, "preview", 1)).battle.craft["X1"]
    assert (promised.path[-1].hex, promised.path[-1].facing, promised.velocity) == (
        flown.at,
        flown.facing,
        flown.velocity,
    )


def test_shots_are_listed_where_they_become_possible_and_cost_their_power() -> None:
    result = seen("fire L1 at Y1 when range <= 9")
    assert len(result.shots) == 1
    assert result.shots[0].endswith("fire L1 at Y1")
    before, after = result.power[0][1], result.power[-1][1]
    assert (before, after) == (6, 5)
    assert dict(seen("").power)[12] == 6


@pytest.mark.rule("PW-B82")
def test_a_missile_in_flight_that_would_be_set_off_is_listed_once() -> None:
    launched = kit.craft("X1", "1015", missiles=(BASIC_MISSILE,))
    boxes = tuple(changed(box, state="marked") for box in launched.missiles)
    battle = kit.battle(
        changed(launched, missiles=boxes), kit.craft("Y1", "1003"), missiles={"X1.M1": missile("X1.M1", "1010", "Y1")}
    )
    assert seen("detonate M1 when impulse >= 2", battle).shots == ("Impulse 2: X1.M1 detonate",)
    assert [problem.rule for problem in seen("detonate M9").problems] == ["PW-B82"]


def test_stops_are_told_once_with_the_captains_words() -> None:
    result = seen("stop when impulse >= 3 say look round; stop when range < 0")
    assert result.stops == ("Impulse 3: look round (impulse >= 3)",)


def test_what_would_be_refused_is_told_with_impulse_and_rule() -> None:
    result = seen("3 accelerate 2; 5 turn D", opening(options=changed(Options(), crash_acceleration=False)))
    assert [problem.impulse for problem in result.problems] == [3]
    assert result.problems[0].rule.startswith("PW-")
    assert "X1 accelerate 2" in result.problems[0].text


def test_weapons_that_are_not_aboard_and_targets_that_cannot_be_seen_are_told() -> None:
    result = seen("fire L9 RG1 at Z1; fire L1 at missiles; fire M1 at Y1")
    assert [problem.text for problem in result.problems] == [
        "X1 has no L9, RG1 aboard.",
        "Z1 is nothing you can see in this battle.",
    ]


@pytest.mark.rule("PW-B83")
def test_a_preview_does_not_change_with_what_its_side_cannot_see() -> None:
    text = "1-6 accelerate; fire all at nearest; stop when range <= 5; fire L1 at Y2"
    hidden = changed(kit.craft("Y2", "1010"), hidden=True)
    elsewhere = changed(kit.craft("Y2", "1030"), hidden=True)
    base = opening()
    one, other = (changed(base, craft={**base.craft, "Y2": there}) for there in (hidden, elsewhere))
    assert seen(text, one) == seen(text, other)


def test_from_a_stop_on_only_the_rest_of_the_turn_is_shown() -> None:
    result = seen("1 turn B; 6 turn C", opening(now=Moment(1, 5, 1)))
    assert [place.impulse for place in result.path] == list(range(5, 13))
    assert [place.facing for place in result.path][:2] == [0, 2]


def test_no_die_is_rolled_and_nothing_is_told_of_the_enemys_plans() -> None:
    text = "1-3 accelerate; fire all at Y1"
    base = opening()
    planned = changed(base, programmes={"Y1": parse_programme("1-12 accelerate", "Y1", 1)}, stances={"Y1": "flee"})
    assert seen(text, base) == seen(text, planned) == seen(text, base)


@pytest.mark.rule("PW-B83")
def test_a_hidden_crafts_stop_is_warned_of_since_everybody_sees_the_battle_wait() -> None:
    lines = "stop when range < 3\nfire L1 at Y1 when range <= 2"
    assert seen(lines).telling == ()
    hidden = opening()
    hidden = changed(hidden, craft={**hidden.craft, "X1": changed(hidden.craft["X1"], hidden=True)})
    [warned] = seen(lines, hidden).telling
    assert "makes the battle wait where everybody sees it" in warned
    assert seen("fire L1 at Y1 when range <= 2", hidden).telling == ()
    [always] = seen("", changed(hidden, pace="segments")).telling
    assert "asked at every step" in always


def test_a_bolt_in_flight_is_a_threat_with_the_impulse_and_the_points_of_its_strike() -> None:
    bolt = Bolt("Y1.LM1-1", "Y", "Y1", kit.hexed("1011"), 3, "", 1)
    start = kit.battle(kit.craft("X1", "1015"), kit.craft("Y1", "1003"), now=Moment(1, 1, 7), bolts={bolt.id: bolt})
    (threat,) = seen("", start).threats
    assert (threat.unit, threat.hexes) == (bolt.id, 4)
    assert threat.impulse > 1
    assert threat.points > 0
    struck = changed(bolt, target="X1")
    idle = {unit: parse_programme("", unit, 1) for unit in start.craft}
    events = run_turn(
        changed(start, bolts={bolt.id: struck}, programmes=idle), (), Dice(b"\x02" * 32, "preview", 1)
    ).events
    impact = next(event for event in events if isinstance(event, Gone) and event.why == "impact")
    assert impact.at.impulse == threat.impulse
    assert sum(term.value for term in impact.cause.modifiers) == threat.points


def test_an_own_or_a_spent_seeker_is_no_threat_and_one_far_off_comes_later() -> None:
    own = Bolt("X1.LM1-1", "X", "X1", kit.hexed("1014"), 0, "Y1", 1)
    spent = Bolt("Y1.LM1-1", "Y", "Y1", kit.hexed("1014"), 3, "", 1, moved=99)
    far = Bolt("Y1.LM2-1", "Y", "Y1", kit.hexed("1003"), 0, "", 1)
    units = (kit.craft("X1", "1040"), kit.craft("Y1", "1003"))
    start = kit.battle(*units, now=Moment(1, 11, 7), bolts={each.id: each for each in (own, spent, far)})
    assert [(threat.unit, threat.impulse) for threat in seen("", start).threats] == [(far.id, 0)]


def test_a_launch_is_told_once_and_not_again_on_every_impulse() -> None:
    result = seen("fire M1 at Y1")
    assert [shot.partition(": ")[2].split(" heading")[0] for shot in result.shots] == ["launch M1 at Y1"]


@pytest.mark.rule("PW-A48")
def test_thrust_that_counts_from_the_next_turn_is_told_unless_it_counts_at_once() -> None:
    assert seen("1-3 accelerate").later
    assert not seen("").later
    assert not seen("1-3 accelerate", opening(options=Options(midturn_velocity=True))).later


def test_the_range_to_the_nearest_enemy_is_told_by_impulse() -> None:
    result = seen("")
    assert result.ranges[0][0] == 1
    assert result.ranges[-1] == (12, 8)


@pytest.mark.parametrize("stance", ["aggressive", "cautious", "stand-off", "flee"])
def test_what_a_stance_would_do_is_what_it_does_when_the_turn_is_played_and_the_others_coast(stance: Any) -> None:
    start = opening(players=("X", "Y"), stances={"X1": stance})
    promised = preview(view_for(start, "X"), Programme("X1", 1), stance)
    idle = (
        SeatSent("X", 1, Continue(Moment(1, 0, 1))),
        SeatSent("Y", 1, SetProgramme(parse_programme("defend nothing", "Y1", 1))),
        SeatSent("Y", 2, Continue(Moment(1, 0, 1))),
    )
    flown = run_turn(start, idle, Dice(b"\x03" * 32, "stance", 1)).battle.craft["X1"]
    assert (promised.path[-1].hex, promised.path[-1].facing) == (flown.at, flown.facing)
    assert promised.velocity == flown.velocity
    assert promised.moves == preview(view_for(start, "X"), Programme("X1", 1, moves=promised.moves)).moves


def test_what_strikes_this_turn_stands_before_what_comes_later_the_soonest_first() -> None:
    near, nearer = (Bolt(f"Y1.LM{n}-1", "Y", "Y1", kit.hexed(at), 3, "", 1) for n, at in ((1, "1009"), (2, "1012")))
    far = Bolt("Y1.LM3-1", "Y", "Y1", kit.hexed("1003"), 0, "", 1)
    units = (kit.craft("X1", "1015"), kit.craft("Y1", "1001"))
    start = kit.battle(*units, now=Moment(1, 1, 7), bolts={each.id: each for each in (far, near, nearer)})
    threats = seen("", start).threats
    assert [threat.unit for threat in threats] == [nearer.id, near.id, far.id]
    assert 0 < threats[0].impulse < threats[1].impulse
    assert threats[2].impulse == 0
