"""Stances do not waste: no shot in vain, fire where it counts, power for screens, an end to a chase."""

import hashlib
from typing import Any

import pytest

from harness.storm.battles import STANCES
from rules.dice import Dice
from rules.hexes import Hex, distance
from rules.pentagon_war.captains.advance import decisions_of, run_turn
from rules.pentagon_war.captains.chances import LEAST_POINTS, ranges_to_come, worth
from rules.pentagon_war.captains.preview import preview
from rules.pentagon_war.captains.stops import CaptainMemory
from rules.pentagon_war.events import Fired, Gone, NotDone
from rules.pentagon_war.orders import Continue, Decision, Disengage, Fire, SeatOrder, SeatSent, SetProgramme
from rules.pentagon_war.programme import Programme, Stance
from rules.pentagon_war.shipyard.notation import FOLDER, library
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.setup import new_battle
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import CountedVelocity, Cpmf, Craft, Moment, Velocity
from rules.values import changed
from tests.rules.pentagon_war import kit


def decided(battle: Battle, side: str = "X") -> list[Decision]:
    memory = CaptainMemory(side, frozenset(c.id for c in battle.craft.values() if c.side == side))
    return decisions_of(view_for(battle, side), memory, (), by_stance=True)


def ready(unit: str, at: str, power: int = 9, **more: Any) -> Craft:
    found = kit.craft(unit, at, **more)
    return changed(found, cpmf=Cpmf(available=power), locked_on=True, counted=CountedVelocity(int(found.velocity.a), 0))


def facing_off(hexes: int, impulse: int, *, speed: int = 0, stance: Stance = "aggressive", **more: Any) -> Battle:
    """X1 with an enemy dead ahead so many hexes off, coming at it at this speed."""
    x, y = ready("X1", "2040", **more), ready("Y1", "2030", velocity=(-speed, 0))
    y = changed(y, at=Hex(x.at.q, x.at.r - hexes))
    return kit.battle(x, y, now=Moment(1, impulse, 7), stances={"X1": stance})


@pytest.mark.rule("PW-B09", "PW-B10")
@pytest.mark.parametrize(("hexes", "fired"), [(12, {"P1"}), (8, {"P1", "E1"}), (13, set())])
def test_no_weapon_is_fired_that_does_nothing_to_speak_of_at_that_range_and_none_beyond_the_limit(
    hexes: int, fired: set[str]
) -> None:
    weak = facing_off(hexes, 12, stance="stand-off", screens=0)
    weak = changed(weak, craft={**weak.craft, "Y1": changed(weak.craft["Y1"], screens=0)})
    shots = [weapon for order in decided(weak) if isinstance(order, Fire) for weapon in order.weapons]
    assert fired == {weapon for weapon in shots if weapon[0] in "PE"}
    for weapon in shots:
        assert worth(weak, weak.craft["X1"], weapon, "Y1") >= LEAST_POINTS


@pytest.mark.rule("PW-B50")
def test_no_volley_is_fired_that_screens_take_off_whatever_is_rolled() -> None:
    battle = facing_off(40, 12)
    walled = changed(battle, craft={**battle.craft, "Y1": changed(battle.craft["Y1"], screens=30)})
    assert decided(walled) == []


def test_fire_waits_while_a_nearer_range_would_do_more_and_comes_before_the_turn_is_over() -> None:
    def screened(hexes: int, impulse: int) -> Battle:
        battle = facing_off(hexes, impulse, speed=10)
        return changed(battle, craft={**battle.craft, "Y1": changed(battle.craft["Y1"], screens=9)})

    for impulse in range(2, 12):
        assert decided(screened(13 - impulse * 10 // 12, impulse)) == []
    assert decided(screened(3, 12)) != []


@pytest.mark.rule("PW-M20")
@pytest.mark.parametrize("speed", [1, 5, 7, 12])
def test_ranges_to_come_are_those_of_the_movement_chart(speed: int) -> None:
    battle = changed(facing_off(20, 1, speed=speed), now=Moment())
    foreseen = ranges_to_come(battle, battle.craft["X1"], battle.craft["Y1"])
    flown = preview(view_for(battle, "Y"), Programme("Y1", 1)).path
    assert foreseen == tuple(distance(battle.craft["X1"].at, place.hex) for place in flown)


@pytest.mark.rule("PW-S07")
@pytest.mark.parametrize("stance", STANCES)
def test_fire_leaves_power_to_strengthen_the_screens(stance: Stance) -> None:
    near = facing_off(4, 12, stance=stance)
    spent = sum(
        {"L": 1, "P": 2, "E": 1}[weapon[0]]
        for order in decided(near)
        if isinstance(order, Fire)
        for weapon in order.weapons
    )
    assert near.craft["X1"].cpmf.available - spent >= 3


def test_who_flees_leaves_a_chase_by_acceleration_once_it_is_fast_enough() -> None:
    duel = new_battle((FOLDER / "duel.toml").read_text(), library())
    battle = changed(duel, stances={"S1": "flee", "A1": "aggressive"})
    secret = hashlib.sha256(b"chase").digest()
    while battle.winner is None and battle.now.turn <= 8:
        result = run_turn(battle, (), Dice(secret, "chase", battle.now.turn))
        battle = result.battle
        shots = [event for event in result.events if isinstance(event, Fired)]
        assert all(event.range < 65 for event in shots)
    assert (battle.winner, battle.craft["S1"].fate) == ("A", "disengaged")


def plan_for(battle: Battle, *orders: SeatOrder) -> list[SeatSent]:
    given = (SetProgramme(Programme("X1", 1)), *orders, Continue(Moment(1, 0, 1)))
    return [SeatSent("X", at, order) for at, order in enumerate(given, 1)]


@pytest.mark.rule("PW-B77", "PW-B80")
@pytest.mark.parametrize(("a", "hexes", "rule"), [(12, 20, "PW-B77"), (0, 70, "PW-B80"), (0, 20, "")])
def test_an_order_to_leave_waits_for_the_turns_end_and_takes_the_way_that_is_open(
    a: int, hexes: int, rule: str
) -> None:
    start = facing_off(hexes, 1)
    fast = changed(start.craft["X1"], velocity=Velocity(start.craft["X1"].velocity.a - a), final_damage=2)
    start = changed(start, craft={**start.craft, "X1": fast}, now=Moment(), players=("X",), stances={"Y1": "escort"})
    sent = plan_for(start, Disengage("X1", "separation"))
    result = run_turn(start, sent, Dice(b"\x03" * 32, "leave", 1))
    left = [event.cause.rule for event in result.events if isinstance(event, Gone) and event.why == "disengaged"]
    refused = [event.cause.rule for event in result.events if isinstance(event, NotDone)]
    assert left == ([rule] if rule else [])
    assert refused == ([] if rule else ["PW-B80"])
    told = preview(view_for(start, "X"), Programme("X1", 1)).leaving
    assert [way[-7:-1] for way in told.ways] == ([rule] if rule else [])


@pytest.mark.rule("PW-B77", "PW-B80")
def test_in_a_chase_the_preview_says_what_leaving_takes_and_near_an_enemy_it_does_not() -> None:
    far = preview(view_for(changed(facing_off(30, 1), now=Moment()), "X"), Programme("X1", 1)).leaving
    assert far.ways == ()
    assert any("30 hexes from Y1" in text and "more than 64" in text for text in far.needed)
    assert any("component of 12" in text and "PW-B77" in text for text in far.needed)
    near = preview(view_for(changed(facing_off(9, 1), now=Moment()), "X"), Programme("X1", 1)).leaving
    assert (near.ways, near.needed) == ((), ())
