"""A programme at each step: which decisions its lines come to, and which wait."""

from fractions import Fraction
from typing import Any

import pytest

from rules.pentagon_war.captains.plotted import is_bay, is_launched, plotted_decisions
from rules.pentagon_war.captains.stops import CaptainMemory
from rules.pentagon_war.designs import BASIC_MISSILE, GunTrack, MissileType
from rules.pentagon_war.notation.read import parse_programme
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import (
    Accelerate,
    AllocatePower,
    Decision,
    DefendPoint,
    Detonate,
    Fire,
    LaunchBolt,
    LaunchDrone,
    LaunchMissile,
    Reinforce,
    Rotate,
    SetBeam,
    TakeDamage,
)
from rules.pentagon_war.programme import PowerPlan
from rules.pentagon_war.state import Battle, Shot
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import Lock, Moment
from rules.values import changed
from tests.rules.pentagon_war.combat.stage import fight, missile, ship

ARMED: dict[str, Any] = {
    "missiles": (BASIC_MISSILE, BASIC_MISSILE),
    "guns": (GunTrack("metal", 4),),
    "drones": ("laser",),
}


def scene(impulse: int, segment: int, at: str = "1012", **changes: Any) -> Battle:
    """X1 at 1015 facing A with missiles, a metal gun and a drone; Y1 three hexes ahead."""
    return fight(ship("X1", "1015", **ARMED), ship("Y1", at), impulse=impulse, segment=segment, **changes)


def made(battle: Battle, text: str) -> list[Decision]:
    """What X1's programme comes to at this step."""
    view = view_for(battle, "X")
    plan = parse_programme(text, "X1", battle.now.turn)
    return list(plotted_decisions(view, CaptainMemory("X", frozenset({"X1"})), view.known.craft["X1"], plan))


def test_power_is_allocated_once_in_its_phase() -> None:
    start = changed(scene(1, 1), now=Moment(1, 0, 2))
    assert made(start, "power ecm 1, keep 2") == [AllocatePower("X1", PowerPlan(ecm=1, keep=2))]
    assert made(changed(start, now=Moment(1, 0, 1)), "power ecm 1") == []
    assert made(changed(start, now=Moment(1, 0, 3)), "power ecm 1") == []


def test_moves_are_made_on_their_impulse_alone() -> None:
    text = "2 turn B, accelerate; 3 brake 1/2; 4 turn A"
    assert made(scene(2, 1), text) == [Rotate("X1", 1)]
    assert made(scene(2, 2), text) == [Accelerate("X1")]
    assert made(scene(3, 2), text) == [Accelerate("X1", Fraction(1, 2), brake=True)]
    assert made(scene(4, 1), text) == []  # it faces A already
    assert made(scene(5, 1), text) == made(scene(5, 2), text) == []


def test_beams_that_hold_are_set_as_the_programme_says() -> None:
    held = scene(2, 2, locks=(Lock("X1", "B1", "Y1"),))
    assert made(held, "beams repel") == [SetBeam("X1", "B1", "repel")]
    assert made(held, "beams attract") == []


def test_point_defense_shoots_at_the_kinds_that_are_named() -> None:
    inbound = scene(2, 4, missiles={"Y1.M1": missile("Y1.M1", "1015", "X1")})
    assert made(inbound, "defend missiles") == [DefendPoint("X1", ("Y1.M1",))]
    assert made(inbound, "defend nothing") == []


@pytest.mark.rule("PW-B82")
def test_a_missile_in_flight_is_set_off_and_one_aboard_or_out_of_guidance_waits() -> None:
    hyper = changed(missile("X1.M2", "1060", kind=MissileType(hyper=True)))
    flying = scene(
        2, 5, missiles={"X1.M1": missile("X1.M1", "1013", "Y1"), "X1.M2": hyper}, options=Options(hyper_bombs=True)
    )
    assert made(flying, "detonate M1; detonate M2; detonate M3") == [Detonate("X1.M1")]
    assert made(flying, "detonate M1 when range to Y1 <= 1") == [Detonate("X1.M1")]
    assert made(flying, "detonate M1 when range to Y1 < 1") == []


def test_launches_are_a_line_of_fire_in_the_launching_segment() -> None:
    assert [type(order) for order in made(scene(2, 6), "fire M1 M2 at Y1 rail")] == [LaunchMissile, LaunchMissile]
    assert made(scene(2, 6), "fire L1 at Y1") == []
    (bolt,) = made(scene(2, 6), "fire LM1 at Y1")
    assert isinstance(bolt, LaunchBolt)
    (drone,) = made(scene(2, 6), "launch D1")
    assert drone == LaunchDrone("X1", "D1", 0, Fraction(0), Fraction(0))
    assert len(made(scene(2, 6), "fire M1 at Y1; fire M1 at Y1; launch D1; launch D1")) == 2


def test_direct_fire_waits_for_impulse_condition_arc_and_range() -> None:
    near = scene(3, 7)
    assert made(near, "fire L1 L2 at Y1") == [Fire("X1", ("L1", "L2"), "Y1")]
    assert made(near, "fire L1 at Y1 from 4 to 6") == made(near, "fire L1 at Y1 when range < 3") == []
    assert made(near, "fire L1 at Z9") == []
    assert made(scene(3, 7, at="1020"), "fire L1 at Y1") == []
    assert made(near, "fire all") == [Fire("X1", ("P1", "E1", "L1", "L2"), "Y1")]
    assert made(near, "fire L1 L2 at Y1 narrow") == [Fire("X1", ("L1", "L2"), "Y1", narrow=True)]


def test_a_line_does_not_use_what_an_earlier_line_has_used_nor_the_power_that_is_kept() -> None:
    assert made(scene(3, 7), "fire L1 at Y1; fire L1 L2 at Y1") == [
        Fire("X1", ("L1",), "Y1"),
        Fire("X1", ("L2",), "Y1"),
    ]
    assert made(scene(3, 7, shots=(Shot("X1", "L1", "Y1"),)), "fire L1 at Y1") == []
    assert made(scene(3, 7), "power keep 6; fire L1 at Y1") == []
    assert made(scene(3, 7), "power keep 5; fire L1 L2 at Y1") == [Fire("X1", ("L1",), "Y1")]


def test_screens_follow_the_policy_and_its_limit() -> None:
    shots = tuple(Shot("Y1", weapon, "X1") for weapon in ("P1", "L1", "L2"))
    under_fire = scene(3, 9, at="1014", shots=shots)
    assert made(under_fire, "screens never") == []
    (bought,) = made(under_fire, "screens always; screens at most 1")
    assert bought == Reinforce("X1", 1)


def test_the_order_of_losses_is_given_in_damage_assessment() -> None:
    assert made(scene(3, 11), "lose radar, fuel tank") == [TakeDamage("X1", ("radar", "fuel tank"))]
    assert made(scene(3, 11), "stance flee") == []


@pytest.mark.parametrize("segment", [3, 8, 10])
def test_nothing_is_decided_where_nothing_can_be(segment: int) -> None:
    assert made(scene(3, segment), "1-12 accelerate; fire all; detonate M1; lose radar") == []


def test_what_is_launched_is_told_from_what_is_fired_by_its_name() -> None:
    assert [name for name in ("M1", "LM2", "L1", "D1", "RG1", "ALL") if is_launched(name)] == ["M1", "LM2"]
    assert [name for name in ("D1", "D12", "D", "M1", "DX") if is_bay(name)] == ["D1", "D12"]


def test_every_kind_of_weapon_that_fires_directly_is_fired_by_its_name() -> None:
    """Lasers, cannons, and the guns of acid gum and of radiation."""
    guns = (GunTrack("acid", 3), GunTrack("radiation", 2), GunTrack("metal", 4))
    near = fight(ship("X1", "1015", guns=guns), ship("Y1", "1013"), impulse=3, segment=7, turn=3)
    for weapon in ("L1", "E1", "P1", "AG1", "RG1"):
        assert made(near, f"fire {weapon} at Y1") == [Fire("X1", (weapon,), "Y1")]
    assert made(near, "fire LM1 at Y1") == [], "metal is launched"
    (everything,) = made(near, "fire all")
    assert everything == Fire("X1", ("RG1", "P1", "AG1", "E1", "L1", "L2"), "Y1")
    assert made(near, "fire all AG1 at Y1") == [Fire("X1", ("AG1", "RG1", "P1", "E1", "L1", "L2"), "Y1")]


def test_a_fire_line_holds_from_its_first_to_its_last_impulse() -> None:
    for impulse, fires in ((3, False), (4, True), (5, True), (6, True), (7, False)):
        assert bool(made(scene(impulse, 7), "fire L1 at Y1 from 4 to 6")) is fires
        assert bool(made(scene(impulse, 6), "fire M1 at Y1 from 4 to 6")) is fires
