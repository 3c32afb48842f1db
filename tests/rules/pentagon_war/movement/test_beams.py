"""Segment 2: what magnetic beams do to those they hold, and to those who hold."""

from fractions import Fraction

import pytest

from rules.hexes import Hex
from rules.pentagon_war.changes import is_crashing
from rules.pentagon_war.events import Accelerated, BeamChanged, LinkChanged, NotDone
from rules.pentagon_war.movement.locks import break_locks
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import Accelerate, SetBeam
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Lock, Moment, Orbit
from rules.values import changed
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.combat.stage import drone, fight, missile
from tests.rules.pentagon_war.movement.beams_stage import BEAMS, beamer, entries, held, lock
from tests.rules.pentagon_war.movement.stage import (
    accelerated,
    after,
    check_allowed,
    check_refused,
    clock,
    drone_after,
    marked,
    moved,
    moving,
    sized,
    velocity,
)


@pytest.mark.rule("PW-S110", "PW-S112", "PW-A54")
@pytest.mark.parametrize(
    ("size", "doubled", "change", "entry"),
    [
        (2, True, "1/4", "5: A+"),
        (2, False, "1/8", "5: 1/2A+"),
        (3, True, "1/6", "5: 2/3A+"),
        (1, True, "1/2", "5: 2A+"),
        (4, False, "1/16", "5: 1/4A+"),
    ],
)
def test_a_beam_pulls_like_one_engine_a_doubled_one_like_two(size: int, doubled: bool, change: str, entry: str) -> None:
    done = accelerated(held(sized("X1", "1015", size, facing="A"), lock(doubled=doubled)))
    assert after(done, "X1").velocity == velocity(change, 0)
    assert after(done, "X1").record == (entry,)
    assert [event.by for event in done.events if isinstance(event, Accelerated)] == ["Y1"]


@pytest.mark.rule("PW-M29")
@pytest.mark.parametrize(
    ("size", "manned", "doubled", "change"),
    [(2, False, True, "1/4"), (4, False, False, "1/16"), (2, True, True, "1/120")],
)
def test_a_target_accelerates_at_its_own_rate(size: int, manned: bool, doubled: bool, change: str) -> None:
    done = accelerated(held(sized("X1", "1015", size, manned=manned), lock(doubled=doubled)))
    assert after(done, "X1").velocity.a == Fraction(change)


@pytest.mark.rule("PW-S111", "PW-M04")
def test_the_direction_is_that_of_the_armor_side_the_beam_would_hit() -> None:
    facing_b = sized("X1", "1015", 2, facing="B")
    below = held(facing_b, lock(doubled=True), by=beamer(at="1016"))
    assert entries(below) == ("5: A-",)  # side 3 of a craft facing B is direction D
    upper_right = held(facing_b, lock(doubled=True), by=beamer(at="1115"))
    assert entries(upper_right) == ("5: A+C+",)


@pytest.mark.rule("PW-S111", "PW-B26")
def test_midway_between_two_sides_it_is_the_clockwise_one() -> None:
    midway = held(sized("X1", "1015", 2), lock(doubled=True), by=beamer(at="1114"))
    assert entries(midway) == ("5: A+C+",)


@pytest.mark.rule("PW-S113")
@pytest.mark.parametrize(("at", "entry"), [("1016", "5: A+"), ("1014", "5: A-")])
def test_repelling_is_the_opposite_direction(at: str, entry: str) -> None:
    assert entries(held(sized("X1", "1015", 2), lock(doubled=True, mode="repel"), by=beamer(at=at))) == (entry,)


@pytest.mark.rule("PW-S114", "PW-M09")
def test_a_pull_is_entered_besides_the_targets_own_acceleration() -> None:
    done = accelerated(held(sized("X1", "1015", 2, facing="C"), lock(doubled=True)), Accelerate("X1"))
    assert after(done, "X1").record == ("5: C+", "5: A+")
    assert after(done, "X1").velocity == velocity("1/4", "1/4")


@pytest.mark.rule("PW-S114")
def test_a_pull_goes_on_every_impulse_while_attached() -> None:
    battle = held(sized("X1", "1015", 2), lock(doubled=True))
    battle = accelerated(battle).state
    battle = accelerated(clock(battle, 6, 2)).state
    assert battle.craft["X1"].velocity.a == Fraction(1, 2)


@pytest.mark.rule("PW-S115")
def test_beams_on_one_target_add_up() -> None:
    both = held(sized("X1", "1015", 4), lock(1), lock(2, doubled=True))
    assert entries(both) == ("5: 3/4A+",)
    opposed = kit.battle(
        sized("X1", "1015", 2),
        beamer(),
        beamer("Y2", "1016"),
        locks=(lock(doubled=True), lock(craft="Y2")),
        now=Moment(1, 5, 2),
    )
    assert after(accelerated(opposed), "X1").velocity.a == Fraction(1, 8)


@pytest.mark.rule("PW-M29", "PW-A01")
def test_all_that_moves_a_craft_is_never_more_than_twice_standard() -> None:
    strong = held(sized("X1", "1015", 1), lock(1, doubled=True), lock(2, doubled=True))
    assert after(accelerated(strong), "X1").velocity.a == Fraction(1, 2)
    with_own = accelerated(held(sized("X1", "1015", 1, engines=2), lock(doubled=True)), Accelerate("X1"))
    assert after(with_own, "X1").velocity.a == Fraction(1, 2)
    assert after(with_own, "X1").record == ("5: A+", "5: A+")
    against = held(sized("X1", "1015", 1, engines=2, facing="D"), lock(doubled=True))
    assert after(accelerated(against, Accelerate("X1")), "X1").velocity.a == Fraction(1, 4)


@pytest.mark.rule("PW-A54")
def test_a_pull_beyond_standard_is_crash_acceleration() -> None:
    done = accelerated(held(sized("X1", "1015", 1), lock(doubled=True)))
    assert is_crashing(done.state, after(done, "X1"))
    assert after(done, "X1").crash_factor == 2
    gentle = accelerated(held(sized("X1", "1015", 2), lock(doubled=True)))
    assert not is_crashing(gentle.state, after(gentle, "X1"))


@pytest.mark.rule("PW-S116", "PW-A68", "PW-A69")
def test_anchored_bases_are_not_moved() -> None:
    base = kit.craft("X1", "1015", engines=0)
    assert base.anchored
    done = accelerated(held(base, lock(doubled=True)))
    assert after(done, "X1") == base
    ceres = held(marked(sized("X1", "1015", 1), anchored=True), lock(doubled=True))
    assert entries(ceres) == ()


@pytest.mark.rule("PW-A39")
def test_a_movable_base_is_towed_like_a_craft_of_its_class() -> None:
    options = Options(movable_bases=True)
    base = sized("X1", "1015", 2, engines=0, movable=True, options=options)
    assert after(accelerated(held(base, lock(doubled=True), options=options)), "X1").velocity.a == Fraction(1, 4)
    fixed = sized("X1", "1015", 2, engines=0, movable=True)
    assert after(accelerated(held(fixed, lock(doubled=True))), "X1").velocity.a == 0


@pytest.mark.rule("PW-S117", "PW-S78")
@pytest.mark.parametrize("locks", [(lock(1, "X1.D1"),), (lock(1, "X1.D1", doubled=True), lock(2, "X1.D1"))])
def test_a_drone_is_accelerated_at_standard_and_spends_no_fuel(locks: tuple[Lock, ...]) -> None:
    battle = fight(kit.craft("X1", "1030"), beamer(), drone("X1.D1", "1015"), segment=2, impulse=5, locks=locks)
    flying = drone_after(accelerated(battle), "X1.D1")
    assert flying.velocity == velocity("1/4", 0)
    assert flying.accelerations == 0


@pytest.mark.rule("PW-S118")
@pytest.mark.parametrize(
    ("attackers", "own", "entry"),
    [
        ((lock(1), lock(2)), lock(1, "X1", "X1", mode="cancel", doubled=True), ()),
        ((lock(1), lock(2), lock(3)), lock(1, "X1", "X1", mode="cancel"), ("5: A+",)),
        ((lock(1, doubled=True),), lock(1, "Y1", "X1", mode="cancel"), ("5: 1/2A+",)),
        ((lock(1),), lock(1, "X1", "X1", mode="cancel", doubled=True), ()),
    ],
)
def test_own_beams_cancel_pulls_one_for_one(attackers: tuple[Lock, ...], own: Lock, entry: tuple[str, ...]) -> None:
    assert entries(held(sized("X1", "1015", 2, **BEAMS), *attackers, own)) == entry


@pytest.mark.rule("PW-S118")
def test_a_beam_set_against_one_attacker_counters_his_first() -> None:
    battle = kit.battle(
        sized("X1", "1015", 2, **BEAMS),
        beamer("Y1", "1014"),
        beamer("Y2", "1116"),
        locks=(lock(1), lock(1, craft="Y2"), lock(1, "Y2", "X1", mode="cancel")),
        now=Moment(1, 5, 2),
    )
    assert entries(battle) == ("5: 1/2A+",)


@pytest.mark.rule("PW-S118", "PW-S112", "PW-S113")
def test_beams_are_set_and_cut_in_this_segment() -> None:
    battle = held(sized("X1", "1015", 2, **BEAMS), lock(doubled=True))
    cancelled = accelerated(battle, SetBeam("X1", "B1", "cancel"), SetBeam("X1", "B2", "cancel"))
    assert after(cancelled, "X1").record == ()
    assert [event.what for event in cancelled.events if isinstance(event, BeamChanged)] == ["cancel", "cancel"]
    turned = accelerated(battle, SetBeam("Y1", "B1", "repel"))
    assert after(turned, "X1").record == ("5: A-",)
    cut = accelerated(battle, SetBeam("Y1", "B1", "cut"))
    assert (cut.state.locks, after(cut, "X1").record) == ((), ())


@pytest.mark.rule("PW-C36", "PW-S112")
def test_beams_are_set_before_anybody_accelerates() -> None:
    battle = held(sized("X1", "1015", 2, **BEAMS), lock())
    twice = (Accelerate("X1", Fraction(1)), Accelerate("X1", Fraction(1)), SetBeam("Y1", "B1", "repel"))
    assert [type(event) for event in accelerated(battle, *twice).events][:2] == [BeamChanged, NotDone]


def test_what_a_beam_cannot_be_set_to_is_refused() -> None:
    battle = held(sized("X1", "1015", 2, **BEAMS), lock())
    check_refused(battle, SetBeam("X1", "B1", "attract"), "PW-S108")
    check_refused(battle, SetBeam("X1", "B1", "cut"), "PW-S108")
    check_refused(battle, SetBeam("X1", "B9", "cancel"), "PW-S108")
    tried = marked(battle.craft["X1"], weapons=tuple(changed(w, tried=True) for w in battle.craft["X1"].weapons))
    check_refused(held(tried, lock()), SetBeam("X1", "B1", "cancel"), "PW-S109")
    blind = marked(beamer(), main_control=0)
    check_refused(held(sized("X1", "1015", 2), lock(), by=blind), SetBeam("Y1", "B1", "repel"), "PW-S147")
    own = held(sized("X1", "1015", 2, **BEAMS), Lock("X1", "B1", "X1", "cancel"))
    check_refused(own, SetBeam("X1", "B1", "repel"), "PW-S108")
    check_allowed(own, SetBeam("X1", "B1", "cut"))


@pytest.mark.rule("PW-S108")
def test_a_lock_lasts_until_range_beam_or_target_is_lost() -> None:
    near = held(sized("X1", "1016", 2), lock(), by=beamer(at="1014"))
    assert break_locks(near) == (near, ())
    gone: list[Battle] = [
        held(sized("X1", "1017", 2), lock(), by=beamer(at="1014")),
        held(marked(sized("X1", "1015", 2), fate="destroyed"), lock()),
        held(sized("X1", "1015", 2), lock(), by=marked(beamer(), fate="destroyed")),
        held(sized("X1", "1015", 2), lock(), by=marked(beamer(), weapons=())),
    ]
    for battle in gone:
        state, events = break_locks(battle)
        assert state.locks == ()
        assert [(e.what, e.cause.rule) for e in events if isinstance(e, BeamChanged)] == [("broken", "PW-S108")]


@pytest.mark.rule("PW-S108")
def test_a_target_that_flies_out_of_range_is_free() -> None:
    battle = held(moving(sized("X1", "1015", 2), -12, 0), lock(), by=beamer(at="1013"))
    assert moved(clock(battle, 5, 3)).state.locks == ()


@pytest.mark.rule("PW-S108", "PW-S147")
def test_beams_fail_with_the_last_control_box() -> None:
    battle = held(sized("X1", "1015", 2), lock(), by=marked(beamer(), main_control=0))
    done = accelerated(battle)
    assert done.state.locks == ()
    assert [event.cause.rule for event in done.events] == ["PW-S147"]


@pytest.mark.rule("PW-S112", "PW-B53")
def test_in_one_hex_the_side_is_the_one_they_closed_along_or_a_die() -> None:
    together = held(sized("X1", "1015", 2), lock(doubled=True), by=beamer(at="1015"))
    came_from_c = changed(together, apart={"Y1>X1": Hex(1, 0)})
    assert entries(came_from_c) == ("5: C+",)
    rolled = accelerated(together, faces=(5,))
    assert after(rolled, "X1").record == ("5: A-C-",)
    assert [e.cause.rolls[0].key for e in rolled.events] == ["battle/1/5/2/pull/X1/Y1"]


@pytest.mark.rule("PW-A04")
def test_a_crash_accelerating_crafts_beams_rest_that_impulse() -> None:
    battle = held(sized("X1", "1015", 2), lock(), by=beamer(engines=4))
    crash = accelerated(battle, Accelerate("Y1", Fraction(2)))
    assert after(crash, "X1").record == ()
    assert crash.state.locks == (lock(),)
    assert after(accelerated(clock(crash.state, 6, 2)), "X1").record != ()


@pytest.mark.rule("PW-A66")
def test_a_pull_ends_an_orbit() -> None:
    circling = marked(sized("X1", "1015", 2), orbit=Orbit("moon", 2, 1))
    done = accelerated(held(circling, lock()))
    assert after(done, "X1").orbit is None
    assert [event.what for event in done.events if isinstance(event, LinkChanged)] == ["left orbit"]


@pytest.mark.rule("PW-S86")
def test_a_grabbed_missile_is_not_accelerated() -> None:
    flying = missile("X1.M1", "1015", target="Y1", captor="Y1")
    battle = fight(kit.craft("X1", "1030"), beamer(), flying, segment=2, locks=(lock(1, "X1.M1"),))
    assert accelerated(battle).state.missiles["X1.M1"] == flying


@pytest.mark.rule("PW-S118")
def test_what_a_beam_has_left_counters_the_others_in_their_order() -> None:
    """A doubled beam against Y2, one of three that pull with a beam each: Y2's first, then Y1's; Y3's pulls on."""
    battle = kit.battle(
        sized("X1", "1015", 2, **BEAMS), beamer("Y1", "1014"), beamer("Y2", "1116"), beamer("Y3", "1016"),
        locks=(
            lock(1), lock(1, craft="Y2"), lock(1, craft="Y3"), lock(1, "Y2", "X1", mode="cancel", doubled=True),
        ),
        now=Moment(1, 5, 2),
    )  # fmt: skip
    assert entries(battle) == ("5: 1/2A-",)


@pytest.mark.rule("PW-S80", "PW-S108")
def test_a_drone_whose_beam_is_cut_flies_free_whatever_else_its_captor_holds() -> None:
    caught = drone("X1.D1", "1014", captor="Y1")
    battle = held(sized("X1", "1015", 2), lock(2), lock(1, "X1.D1"), drones={caught.id: caught})
    assert accelerated(battle).state.drones["X1.D1"].captor == "Y1"
    cut = accelerated(battle, SetBeam("Y1", "B1", "cut"))
    assert cut.state.drones["X1.D1"].captor == ""
    assert [one.beam for one in cut.state.locks] == ["B2"]
    twice = changed(battle, locks=(*battle.locks, lock(3, "X1.D1")))
    assert accelerated(twice, SetBeam("Y1", "B1", "cut")).state.drones["X1.D1"].captor == "Y1"
