"""Segment 6: missiles, hyper bombs and bolts leave."""

from typing import Any

import pytest

from rules.pentagon_war.changes import launched_at
from rules.pentagon_war.designs import BASIC_MISSILE, GunTrack, MissileType
from rules.pentagon_war.events import Launched, NotDone, Sighted, TrackLost
from rules.pentagon_war.geometry import facing_of, letter
from rules.pentagon_war.movement.launching import legal_headings
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import Accelerate, LaunchBolt, LaunchMissile
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn import engine
from rules.pentagon_war.units import Bolt, Cpmf, Craft, Missile, Moment
from rules.values import WrongPhaseError, changed
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.combat.stage import bolt, fight
from tests.rules.pentagon_war.movement.stage import (
    after,
    check_allowed,
    check_refused,
    clock,
    marked,
    played,
    turn_of_movement,
    where,
)

HYPER = MissileType(hyper=True)
ARMED: dict[str, Any] = {
    "missiles": (BASIC_MISSILE, BASIC_MISSILE, HYPER),
    "guns": (GunTrack("metal", 4), GunTrack("acid", 2)),
}


def armed(at: str = "1015", **marks: Any) -> Craft:
    """X1 with two missiles, a hyper bomb and a liquid metal gun."""
    return marked(kit.craft("X1", at, **ARMED), **marks)


def scene(launcher: Craft, *others: Craft, impulse: int = 3, **changes: Any) -> Battle:
    """Segment 6, with an enemy Y1 straight ahead."""
    return kit.battle(launcher, kit.craft("Y1", "1010"), *others, **{"now": Moment(1, impulse, 6), **changes})


def missile(box: str = "M1", target: str = "Y1", heading: str = "A", *, rail: bool = False) -> LaunchMissile:
    """X1 launches a missile."""
    return LaunchMissile("X1", box, target, facing_of(heading), rail)


def a_bolt(target: str = "Y1", heading: str = "A", gun: str = "LM1") -> LaunchBolt:
    """X1 fires its liquid metal gun."""
    return LaunchBolt("X1", gun, target, facing_of(heading))


@pytest.mark.rule("PW-S57", "PW-B70", "PW-S61", "PW-S59")
def test_a_missile_leaves_its_box_marked_and_moves_from_the_next_impulse() -> None:
    done = played(scene(armed()), missile(heading="B"))
    assert done.state.missiles == {
        "X1.M1": Missile("X1.M1", "X", "X1", BASIC_MISSILE, kit.hexed("1015"), 1, 6, "Y1", launched=3)
    }
    assert [box.state for box in after(done, "X1").missiles] == ["marked", "full", "full"]
    assert next(event for event in done.events if isinstance(event, Launched)).kind == "missile"
    assert where(turn_of_movement(done.state, 4, 4), "X1.M1") != "1015"
    check_refused(done.state, missile(), "PW-S57")


@pytest.mark.rule("PW-S61")
def test_what_a_missile_is_after_is_told_to_nobody() -> None:
    events = played(scene(armed()), missile()).events
    assert all("Y1" not in repr(event) for event in events)


@pytest.mark.rule("PW-S60", "PW-C24", "PW-C23")
def test_rail_power_makes_it_speed_12_with_the_same_fuel_and_warhead() -> None:
    done = played(scene(armed()), missile(rail=True))
    flying = done.state.missiles["X1.M1"]
    assert (flying.speed, flying.kind) == (12, BASIC_MISSILE)
    assert after(done, "X1").cpmf.rail == 1
    empty = scene(armed(cpmf=Cpmf(available=2, lasers=2)))
    check_refused(empty, missile(rail=True), "PW-C33")
    check_allowed(empty, missile())


@pytest.mark.rule("PW-C23")
@pytest.mark.parametrize(("price", "left"), [("1", 1), ("2", 0), ("0", 2)])
def test_a_house_rule_may_change_the_price_of_the_rail(price: str, left: int) -> None:
    dear = Options(overrides={"PW-T03/7/power per use": price})
    start = scene(armed(cpmf=Cpmf(available=2)), options=dear)
    assert after(played(start, missile(rail=True)), "X1").cpmf.left == left
    if price == "2":
        check_refused(scene(armed(cpmf=Cpmf(available=1)), options=dear), missile(rail=True), "PW-C33")


@pytest.mark.rule("PW-S57", "PW-B03")
def test_as_many_missiles_leave_as_there_are_boxes() -> None:
    done = played(scene(armed()), missile("M1"), missile("M2"), missile("M9"))
    assert sorted(done.state.missiles) == ["X1.M1", "X1.M2"]
    assert [event.what for event in done.events if isinstance(event, NotDone)] == ["launch a missile"]


def test_a_target_is_named_unless_it_is_a_hyper_bomb() -> None:
    assert played(scene(armed()), missile("M3", "")).state.missiles["X1.M3"].target == ""
    check_refused(scene(armed()), changed(missile(), heading=9), "PW-M02")
    check_refused(scene(armed()), missile(target="X1"), "PW-S61")
    flying = fight(armed(), kit.craft("Y1", "1010"), bolt("Y1.LM1-1", "1012", "X1"), segment=6)
    check_refused(flying, missile(target="Y1.LM1-1"), "PW-S61")
    for unknown in ("", "Q9"):
        events = played(scene(armed()), missile(target=unknown)).events
        assert [type(event) for event in events] == [NotDone]
    hidden = kit.battle(armed(), marked(kit.craft("Y1", "1010"), hidden=True), now=Moment(1, 3, 6))
    told = [event.why for event in played(hidden, missile()).events if isinstance(event, NotDone)]
    nobody = [event.why for event in played(scene(armed()), missile(target="Y9")).events if isinstance(event, NotDone)]
    assert [text.replace("Y1", "Y9") for text in told] == nobody


@pytest.mark.rule("PW-B35")
def test_no_lock_on_is_needed() -> None:
    check_allowed(scene(armed(locked_on=False, radar_on=False)), missile())
    check_allowed(scene(armed(locked_on=False, radar_on=False)), a_bolt())


@pytest.mark.rule("PW-A17")
@pytest.mark.parametrize(("face", "tracks"), [(1, False), (2, True), (6, True)])
def test_an_evading_crafts_seeker_may_not_acquire_its_target(face: int, tracks: bool) -> None:
    done = played(scene(armed(evading=True)), missile(), faces=(face,))
    assert done.state.missiles["X1.M1"].tracking is tracks
    lost = [event for event in done.events if isinstance(event, TrackLost)]
    assert [(event.seen_by, event.cause.rolls[0].key) for event in lost] == (
        [] if tracks else [(("X",), "battle/1/3/6/acquire/X1.M1")]
    )
    assert played(scene(armed(evading=True)), a_bolt(), faces=(face,)).state.bolts["X1.LM1-3"].tracking is tracks


@pytest.mark.rule("PW-A17", "PW-A04")
def test_without_evasion_or_while_crash_accelerating_nothing_is_rolled() -> None:
    assert played(scene(armed()), missile()).state.missiles["X1.M1"].tracking
    assert played(scene(armed(evading=True, crashed=3)), missile()).state.missiles["X1.M1"].tracking


@pytest.mark.rule("PW-S90")
def test_launching_gives_an_invisible_craft_away() -> None:
    done = played(scene(armed(invisible=True, hidden=True)), missile())
    assert not after(done, "X1").invisible
    assert [type(event) for event in done.events] == [Sighted, Launched]


@pytest.mark.rule("PW-S145", "PW-A14")
@pytest.mark.parametrize(("marks", "rule"), [({"main_control": 0}, "PW-S145"), ({"evading": True}, "PW-A14")])
def test_one_target_a_turn_without_controls_or_evading(marks: dict[str, Any], rule: str) -> None:
    battle = scene(armed(targets=("Y2",), **marks), kit.craft("Y2", "1009"))
    check_refused(battle, missile(), rule)
    check_refused(battle, a_bolt(), rule)
    check_allowed(battle, missile(target="Y2"))
    check_allowed(scene(armed(**marks)), missile())


@pytest.mark.rule("PW-A04")
def test_one_target_an_impulse_while_crash_accelerating() -> None:
    start = scene(armed(crashed=3), kit.craft("Y2", "1009"))
    first = played(start, missile()).state
    assert launched_at(first, "X1") == {"Y1"}
    assert first.craft["X1"].targets == ("Y1",)
    check_refused(first, missile("M2", "Y2"), "PW-A04")
    check_allowed(first, missile("M2", "Y1"))
    check_allowed(clock(first, 4, 6), missile("M2", "Y2"))


@pytest.mark.rule("PW-S134", "PW-S132", "PW-B70")
def test_a_bolt_starts_atop_its_craft_and_slashes_two_boxes() -> None:
    done = played(scene(armed()), a_bolt(heading="A"))
    assert done.state.bolts == {"X1.LM1-3": Bolt("X1.LM1-3", "X", "X1", kit.hexed("1015"), 0, "Y1", launched=3)}
    gun = after(done, "X1").guns[0]
    assert (gun.left, gun.slashed, gun.fired, gun.fired_turn) == (2, 2, 3, 1)
    assert where(turn_of_movement(done.state, 4, 4), "X1.LM1-3") == "1014"
    check_refused(clock(done.state, 3, 6, turn=2), a_bolt(), "PW-S130")
    check_allowed(clock(done.state, 3, 6, turn=3), a_bolt())


@pytest.mark.rule("PW-S134")
@pytest.mark.parametrize(("target", "legal"), [("1213", "AB"), ("1214", "ABC"), ("1114", "AB"), ("1010", "FAB")])
def test_a_bolts_heading_has_its_target_in_the_forward_arcs(target: str, legal: str) -> None:
    found = legal_headings(kit.hexed("1015"), kit.hexed(target))
    assert {letter(heading) for heading in found} == set(legal)


@pytest.mark.rule("PW-S134", "PW-S131")
def test_a_bolts_target_must_be_in_the_guns_arc_and_not_in_its_own_hex() -> None:
    check_refused(kit.battle(armed(), kit.craft("Y1", "1020"), now=Moment(1, 3, 6)), a_bolt(), "PW-B21")
    check_refused(kit.battle(armed(), kit.craft("Y1", "1015"), now=Moment(1, 3, 6)), a_bolt(), "PW-S131")
    assert "A" in check_refused(scene(armed()), a_bolt(heading="D"), "PW-S134")
    check_refused(scene(armed()), a_bolt(gun="AG1"), "PW-S134")
    check_refused(scene(armed()), a_bolt(gun="LM7"), "PW-S134")
    with pytest.raises(WrongPhaseError):
        engine.check(scene(armed()), "X", Accelerate("X1"))
