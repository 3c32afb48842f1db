"""Magnetic beams in the direct-fire segment: attaching, towing, grabbing, snagging."""

from typing import Any

import pytest

from rules.pentagon_war.combat import direct_fire
from rules.pentagon_war.designs import BASIC_MISSILE, WeaponBox
from rules.pentagon_war.events import BeamChanged, LinkChanged
from rules.pentagon_war.movement import acceleration
from rules.pentagon_war.movement.locks import break_locks
from rules.pentagon_war.orders import Fire
from rules.pentagon_war.programme import Programme
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Body, Lock, Moment
from rules.values import GameError, changed
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.combat.stage import bare, drone, fight, missile, of, ship, shoot

BEAMS: dict[str, Any] = {"weapons": (WeaponBox("beam"),) * 3, "capacitors": 9}


def beamer(target: Any, **changes: Any) -> Battle:
    return fight(ship("X1", "1015", velocity=(3, -1), **BEAMS), target, **changes)


@pytest.mark.rule("PW-S106", "PW-B06")
@pytest.mark.parametrize(("faces", "attached"), [((2, 3), True), ((2, 2), False)])
def test_a_beam_attaches_on_five_with_size_and_range(faces: tuple[int, int], attached: bool) -> None:
    battle = beamer(bare("Y1", "1013", final_damage=90))  # size II at range 2: 5 + 2 - 2 = 5
    done = shoot(battle, [Fire("X1", ("B1",), "Y1")], *faces)
    assert [event.what for event in of(BeamChanged, done)] == ["attached" if attached else "missed"]
    assert done.state.locks == ((Lock("X1", "B1", "Y1", since=1),) if attached else ())


@pytest.mark.rule("PW-S114")
def test_a_beam_that_attaches_on_impulse_4_pulls_from_impulse_5() -> None:
    target = bare("Y1", "1013", engines=1, final_damage=30)
    attached = shoot(beamer(target, impulse=4), [Fire("X1", ("B1",), "Y1")], 6, 6).state
    assert (attached.locks[0].since, attached.craft["Y1"].record) == (4, ())
    later = changed(attached, now=Moment(1, 5, 2))
    pulled = acceleration.resolve(later, (), kit.scripted()).state.craft["Y1"]
    assert pulled.record == ("5: A-",)


@pytest.mark.rule("PW-S107")
def test_a_friend_in_tow_needs_no_roll() -> None:
    done = shoot(beamer(bare("X2", "1013")), [Fire("X1", ("B1",), "X2", doubled=True)])
    assert done.state.locks == (Lock("X1", "B1", "X2", doubled=True, since=1),)
    assert [event.cause.rule for event in of(BeamChanged, done)] == ["PW-S107"]
    assert done.state.craft["X1"].cpmf.beams == 1


@pytest.mark.rule("PW-S109", "PW-B78")
def test_a_beam_that_missed_is_done_until_next_turn() -> None:
    missed = shoot(beamer(bare("Y1", "1014")), [Fire("X1", ("B1",), "Y1")], 1, 1).state
    beam = next(weapon for weapon in missed.craft["X1"].weapons if weapon.id == "B1")
    assert (beam.tried, beam.fired) == (True, 1)
    for impulse in (2, 12):
        with pytest.raises(GameError) as refused:
            direct_fire.check_decision(
                changed(missed, now=changed(missed.now, impulse=impulse)), "X", Fire("X1", ("B1",), "Y1")
            )
        assert refused.value.rule == "PW-S109"


@pytest.mark.rule("PW-S108", "PW-S120")
def test_a_beam_that_holds_needs_no_more_rolls_and_fires_at_nothing_else() -> None:
    held = shoot(beamer(bare("Y1", "1014")), [Fire("X1", ("B1",), "Y1")], 6, 6).state
    later = changed(held, now=changed(held.now, turn=3))
    assert later.locks == (Lock("X1", "B1", "Y1", since=1),)
    with pytest.raises(GameError) as refused:
        direct_fire.check_decision(later, "X", Fire("X1", ("B1",), "Y1"))
    assert refused.value.rule == "PW-S120"


@pytest.mark.rule("PW-S108")
@pytest.mark.parametrize(("number", "lasts"), [("1013", True), ("1012", False)])
def test_a_lock_ends_when_its_target_is_out_of_range(number: str, lasts: bool) -> None:
    held = shoot(beamer(bare("Y1", "1014")), [Fire("X1", ("B1",), "Y1")], 6, 6).state
    moved = changed(held, craft={**held.craft, "Y1": changed(held.craft["Y1"], at=kit.hexed(number))})
    after, told = break_locks(moved)
    assert bool(after.locks) is lasts
    assert [event.what for event in told if isinstance(event, BeamChanged)] == ([] if lasts else ["broken"])


@pytest.mark.rule("PW-B69", "PW-S115")
@pytest.mark.parametrize(("faces", "locks"), [((2, 2), 0), ((6, 2), 3)])
def test_a_narrow_salvo_of_beams_attaches_or_misses_as_one(faces: tuple[int, int], locks: int) -> None:
    done = shoot(beamer(bare("Y1", "1014")), [Fire("X1", ("B1", "B2", "B3"), "Y1", narrow=True)], *faces)
    assert len(done.state.locks) == locks


@pytest.mark.rule("PW-S86")
def test_a_grabbed_missile_takes_its_captors_velocity() -> None:
    flying = missile("Y1.M1", "1014", "X1", kind=BASIC_MISSILE)
    done = shoot(beamer(flying), [Fire("X1", ("B1",), "Y1.M1")], 6, 6)
    held = done.state.missiles["Y1.M1"]
    assert (held.captor, held.held_velocity) == ("X1", done.state.craft["X1"].velocity)
    assert [event.what for event in of(LinkChanged, done)] == ["grabbed"]


def test_an_own_drone_is_snagged_without_power_or_roll() -> None:
    own = drone("X1.D1", "1013", velocity=(5, 5))
    done = shoot(beamer(own), [Fire("X1", ("B1",), "X1.D1")])
    craft, snagged = done.state.craft["X1"], done.state.drones["X1.D1"]
    assert (snagged.captor, snagged.velocity, snagged.counted) == ("X1", craft.velocity, craft.counted)
    assert craft.cpmf.total == 0
    assert [event.what for event in of(LinkChanged, done)] == ["snagged"]


def test_a_second_beam_on_what_is_held_snags_it_only_once() -> None:
    own = drone("X1.D1", "1013")
    done = shoot(beamer(own), [Fire("X1", ("B1", "B2"), "X1.D1")])
    assert len(done.state.locks) == 2
    assert len(of(LinkChanged, done)) == 1


@pytest.mark.parametrize(("wish", "mode"), [("attract", "attract"), ("repel", "repel"), ("cancel", "attract")])
def test_a_beam_does_what_its_captains_programme_says(wish: Any, mode: str) -> None:
    battle = beamer(bare("Y1", "1014"), programmes={"X1": Programme("X1", 1, beam=wish)})
    done = shoot(battle, [Fire("X1", ("B1",), "Y1")], 6, 6)
    assert [lock.mode for lock in done.state.locks] == [mode]


def test_beams_are_not_fired_at_the_ground() -> None:
    battle = beamer(bare("Y1", "1014"), bodies={"moon": Body("moon", "Moon", kit.hexed("1013"))})
    with pytest.raises(GameError) as refused:
        direct_fire.check_decision(battle, "X", Fire("X1", ("B1",), "moon"))
    assert refused.value.rule == "PW-A69"
