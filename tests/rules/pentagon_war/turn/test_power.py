"""Phases 1 and 2: the form, the recharge, the marks, what is allocated and what is refused."""

from fractions import Fraction

import pytest

from rules.pentagon_war.changes import spend
from rules.pentagon_war.designs import BASIC_MISSILE, GunTrack, WeaponBox
from rules.pentagon_war.events import Event, NotDone, PowerAllocated, TurnBegan
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import Accelerate, AllocatePower, Decided, Rotate
from rules.pentagon_war.programme import PowerPlan
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn import power
from rules.pentagon_war.turn.engine import check, play_step
from rules.pentagon_war.units import CountedVelocity, Cpmf, Craft, Lock, Moment
from rules.values import Adjudication, GameError, IllegalOrderError, WrongPhaseError, changed
from tests.rules.pentagon_war.kit import battle, craft, scripted

ALLOCATION = Moment(2, 0, 2)


def allocated(start: Battle, *plans: tuple[str, PowerPlan]) -> Adjudication[Battle, Event]:
    """Phase 2 with these plans, nothing rolled."""
    decided = [Decided(start.craft[unit].side, AllocatePower(unit, plan)) for unit, plan in plans]
    return power.allocate(start, decided, scripted())


def begun(start: Battle) -> Battle:
    """After phase 1."""
    return power.begin(start, (), scripted()).state


def ready(*units: Craft, **changes: object) -> Battle:
    """A battle in phase 2 of turn 2."""
    return begun(battle(*units, now=ALLOCATION, **changes))


@pytest.mark.rule("PW-C37")
@pytest.mark.parametrize(
    ("velocity", "fractional", "counted"),
    [(("19/4", "-5/2"), False, CountedVelocity(4, -2)), (("19/4", "-5/2"), True, CountedVelocity(5, -3))],
)
def test_each_turn_begins_by_counting_the_components(
    velocity: tuple[str, str], fractional: bool, counted: CountedVelocity
) -> None:
    options = Options(fractional_movement=fractional)
    start = battle(craft("X1", "1015", velocity=velocity), craft("Y1", "1001"), options=options, now=Moment(2))
    result = power.begin(start, (), scripted())
    assert result.state.craft["X1"].counted == counted
    assert [type(event) for event in result.events] == [TurnBegan]


@pytest.mark.rule("PW-S36", "PW-C16")
def test_undestroyed_capacitors_are_full_again_and_written_on_line_1() -> None:
    used = changed(craft("X1", "1015", capacitors=9), capacitors=8, cpmf=Cpmf(available=9, lasers=6, lost=1))
    fresh = begun(battle(used, now=Moment(3))).craft["X1"]
    assert fresh.cpmf == Cpmf(available=8)
    assert fresh.cpmf.left == 8


@pytest.mark.rule("PW-C16")
def test_nine_of_twelve_capacitors_left_make_line_1() -> None:
    hurt = changed(craft("X1", "1015", capacitors=12), capacitors=9)
    assert begun(battle(hurt, now=Moment(2))).craft["X1"].cpmf.available == 9


@pytest.mark.rule("PW-S150")
def test_marks_of_the_turn_are_cleared_but_spent_ammunition_stays_spent() -> None:
    ship = craft("X1", "1015", missiles=(BASIC_MISSILE,), guns=(GunTrack("acid", 3),))
    ship = changed(
        ship, missiles=(changed(ship.missiles[0], state="marked"),), guns=(changed(ship.guns[0], slashed=2),)
    )
    beam = changed(ship.weapons[4], tried=True)
    laser = changed(ship.weapons[0], fired=9)
    marked = changed(
        ship, weapons=(laser, *ship.weapons[1:4], beam), targets=("Y1",), fire_impulse=9, reinforced=2, energised=1,
        evading=True, locked_on=True, radar_lowered=1, record=("3: A+",), screen_aim="Y1",
    )  # fmt: skip
    fresh = begun(battle(marked, now=Moment(2))).craft["X1"]
    assert not fresh.weapons[4].tried
    assert (fresh.missiles[0].state, fresh.guns[0].slashed) == ("marked", 2)
    assert fresh.weapons[0].fired == 9  # the delay between two shots runs over the turn's end (PW-B78)
    assert (fresh.targets, fresh.fire_impulse, fresh.reinforced, fresh.energised) == ((), 0, 0, 0)
    assert (fresh.evading, fresh.locked_on, fresh.radar_lowered, fresh.record, fresh.screen_aim) == (
        False, False, 0, (), "",
    )  # fmt: skip


@pytest.mark.rule("PW-C32")
def test_line_13_is_the_sum_of_lines_2_to_12() -> None:
    form = Cpmf(12, 0, 0, 0, 1, 0, 1, 3, 0, lasers=2, protons=4, electrons=0, lost=0)
    assert form.total == 11
    assert form.left == 1


@pytest.mark.rule("PW-C33")
def test_nothing_is_spent_beyond_line_1() -> None:
    ship = changed(craft("X1", "1015"), cpmf=Cpmf(available=8, lasers=7))
    with pytest.raises(IllegalOrderError, match="1 charged capacitors left; this takes 2") as refused:
        spend(ship, "protons", 2)
    assert refused.value.rule == "PW-C33"
    assert spend(ship, "electrons", 1).cpmf.left == 0


@pytest.mark.rule("PW-C33", "PW-C16")
def test_a_plan_may_not_take_more_than_there_is() -> None:
    start = ready(craft("X1", "1015", radar_invisibility=True, capacitors=4))
    with pytest.raises(IllegalOrderError, match="has 4 charged capacitors; this plan takes 5") as refused:
        power.check(start, "X", AllocatePower("X1", PowerPlan(radar_on=False, invisible=True)))
    assert refused.value.rule == "PW-C33"


@pytest.mark.rule("PW-S37", "PW-C17", "PW-S88", "PW-S90")
def test_what_is_allocated_is_discharged_at_once() -> None:
    start = ready(craft("X1", "1015", radar_invisibility=True, capacitors=8), craft("Y1", "1001"))
    after = allocated(start, ("X1", PowerPlan(radar_on=False, invisible=True)))
    ship = after.state.craft["X1"]
    assert ship.cpmf == Cpmf(available=8, invisibility=5)
    assert (ship.cpmf.left, ship.invisible, ship.radar_on) == (3, True, False)


@pytest.mark.rule("PW-S37", "PW-C18", "PW-C19")
def test_ecm_and_eccm_have_lines_of_their_own_and_empty_capacitors_at_once() -> None:
    start = ready(craft("X1", "1015", capacitors=8), craft("Y1", "1001"), options=Options(electronic_warfare=True))
    ship = allocated(start, ("X1", PowerPlan(ecm=3, eccm=2))).state.craft["X1"]
    assert ship.cpmf == Cpmf(available=8, ecm=3, eccm=2)
    assert ship.cpmf.left == 3


@pytest.mark.rule("PW-C13", "PW-C18", "PW-C19", "PW-C17")
@pytest.mark.parametrize("plan", [PowerPlan(ecm=1), PowerPlan(eccm=1), PowerPlan(radar_on=False, invisible=True)])
@pytest.mark.parametrize("moment", [Moment(1, 1, 1), Moment(1, 4, 7), Moment(1, 0, 3)])
def test_invisibility_ecm_and_eccm_are_paid_for_in_the_initial_allocation_only(plan: PowerPlan, moment: Moment) -> None:
    options = Options(electronic_warfare=True)
    start = battle(craft("X1", "1015", radar_invisibility=True), options=options, now=moment)
    with pytest.raises(WrongPhaseError, match=r"decided in phase 2 \(initial capacitor power allocation\)") as refused:
        check(start, "X", AllocatePower("X1", plan))
    assert refused.value.rule == "PW-C13"
    check(changed(start, now=Moment(1, 0, 2)), "X", AllocatePower("X1", plan))


@pytest.mark.rule("PW-C21")
def test_a_beam_that_held_on_from_last_turn_is_doubled_in_phase_2_or_pulls_singly() -> None:
    holding = battle(
        craft("X1", "1015"), craft("Y1", "1014"), now=ALLOCATION, locks=(Lock("X1", "B1", "Y1", doubled=True, since=3),)
    )
    start = begun(holding)
    assert not start.locks[0].doubled
    assert not allocated(start, ("X1", PowerPlan())).state.locks[0].doubled
    paid = allocated(start, ("X1", PowerPlan(doubled=("B1",)))).state
    assert paid.locks[0].doubled
    assert paid.craft["X1"].cpmf == Cpmf(available=6, beams=1)


@pytest.mark.rule("PW-C21")
@pytest.mark.parametrize(
    ("beams", "words"), [(("B1", "B1"), "once"), (("B2",), "holds nothing"), (("L1",), "holds nothing")]
)
def test_only_a_held_beam_is_doubled_and_only_once(beams: tuple[str, ...], words: str) -> None:
    start = ready(craft("X1", "1015"), craft("Y1", "1014"), locks=(Lock("X1", "B1", "Y1"),))
    with pytest.raises(IllegalOrderError, match=words):
        power.check(start, "X", AllocatePower("X1", PowerPlan(doubled=beams)))


@pytest.mark.rule("PW-A12")
@pytest.mark.parametrize("mark", ["A", "C", "both"])
def test_either_component_marked_means_evading_all_turn(mark: str) -> None:
    start = ready(craft("X1", "1015"), craft("Y1", "1001"))
    ship = allocated(start, ("X1", PowerPlan(evade=mark))).state.craft["X1"]  # type: ignore[arg-type]  # its three words
    assert ship.evading
    assert ship.cpmf.total == 0


@pytest.mark.rule("PW-A12", "PW-A19", "PW-S147", "PW-S23")
@pytest.mark.parametrize(
    ("ship", "options", "rule"),
    [
        (craft("X1", "1015"), Options(evasive_maneuvering=False), "PW-A12"),
        (changed(craft("X1", "1015"), engines=0), Options(), "PW-A19"),
        (changed(craft("X1", "1015"), main_control=0), Options(), "PW-S147"),
        (changed(craft("X1", "1015"), tanks_full=0, tanks_empty=2), Options(), "PW-S23"),
    ],
)
def test_evasion_takes_the_option_an_engine_that_burns_and_controls(ship: Craft, options: Options, rule: str) -> None:
    with pytest.raises(IllegalOrderError) as refused:
        power.check(ready(ship, options=options), "X", AllocatePower("X1", PowerPlan(evade="A")))
    assert refused.value.rule == rule


@pytest.mark.rule("PW-A19")
def test_one_engine_is_enough_to_evade_with() -> None:
    one = ready(changed(craft("X1", "1015"), engines=1), craft("Y1", "1001"))
    power.check(one, "X", AllocatePower("X1", PowerPlan(evade="A")))
    assert allocated(one, ("X1", PowerPlan(evade="A"))).state.craft["X1"].evading


@pytest.mark.rule("PW-C03")
def test_nothing_but_power_is_allocated() -> None:
    with pytest.raises(GameError) as refused:
        power.check(ready(craft("X1", "1015")), "X", Rotate("X1", 1))
    assert refused.value.rule == "PW-C03"


@pytest.mark.rule("PW-S44")
def test_radar_is_switched_at_the_start_of_a_turn_and_stays_as_it_is_otherwise() -> None:
    start = ready(craft("X1", "1015"), craft("Y1", "1001"))
    off = allocated(start, ("X1", PowerPlan(radar_on=False))).state
    assert not off.craft["X1"].radar_on
    assert off.craft["Y1"].radar_on
    assert not allocated(off).state.craft["X1"].radar_on
    assert allocated(off, ("X1", PowerPlan())).state.craft["X1"].radar_on


@pytest.mark.rule("PW-C12")
def test_every_allocation_is_told_to_everybody_when_the_phase_ends() -> None:
    result = allocated(ready(craft("X1", "1015"), craft("Y1", "1001")), ("X1", PowerPlan(evade="A")))
    told = [event for event in result.events if isinstance(event, PowerAllocated)]
    assert [(event.craft, event.evading, event.left, event.seen_by) for event in told] == [
        ("X1", True, 6, ("*",)),
        ("Y1", False, 6, ("*",)),
    ]


@pytest.mark.rule("PW-C36")
def test_a_refused_plan_is_told_to_its_own_side_and_all_others_count() -> None:
    start = ready(craft("X1", "1015"), craft("Y1", "1001"))
    result = allocated(start, ("X1", PowerPlan(ecm=2)), ("Y1", PowerPlan(evade="A")))
    (refused,) = [event for event in result.events if isinstance(event, NotDone)]
    assert (refused.craft, refused.seen_by, refused.cause.rule) == ("X1", ("X",), "PW-A09")
    assert result.state.craft["Y1"].evading


def test_only_ones_own_craft_are_powered_and_only_power_is_allocated() -> None:
    start = ready(craft("X1", "1015"), craft("Y1", "1001"))
    with pytest.raises(GameError, match="not one of your craft"):
        power.check(start, "X", AllocatePower("Y1", PowerPlan()))


@pytest.mark.rule("PW-S22", "PW-S23")
@pytest.mark.parametrize(("full", "empty", "moves"), [(0, 3, False), (1, 2, True), (3, 0, True)])
def test_engines_need_a_filled_tank_and_manoeuvre_empties_none(full: int, empty: int, moves: bool) -> None:
    new = craft("X1", "1015", engines=4, fuel_tanks=3)
    assert (new.tanks_full, new.tanks_empty) == (3, 0)
    start = battle(changed(new, tanks_full=full, tanks_empty=empty), craft("Y1", "1001"), now=Moment(1, 1, 2))
    result = play_step(start, (Decided("X", Accelerate("X1")),), scripted())
    ship = result.state.craft["X1"]
    assert (ship.velocity.a == Fraction(1, 4)) is moves
    assert (ship.tanks_full, ship.tanks_empty) == (full, empty)


@pytest.mark.rule("PW-S87")
def test_invisibility_needs_power_and_no_box() -> None:
    wreck = changed(
        craft("X1", "1015", radar_invisibility=True, screens=60, weapons=(WeaponBox("laser"),)),
        screens=0, armor=(0,) * 6, engines=0, weapons=(), hull_forward=0, hull_aft=0, point_defense=0, radar=(),
        main_control=0, capacitors=10,
    )  # fmt: skip
    ship = allocated(ready(wreck), ("X1", PowerPlan(radar_on=False, invisible=True))).state.craft["X1"]
    assert ship.cpmf == Cpmf(available=10, invisibility=10)
    assert ship.invisible


@pytest.mark.rule("PW-C03")
def test_a_decision_of_another_phase_keeps_nobody_from_allocating() -> None:
    start = ready(craft("X1", "1015"), craft("Y1", "1001"))
    plan = AllocatePower("X1", PowerPlan(evade="A"))
    after = power.allocate(start, [Decided("X", Rotate("X1", 1)), Decided("X", plan)], scripted())
    assert after.state.craft["X1"].evading
    assert not any(isinstance(event, NotDone) for event in after.events)


@pytest.mark.rule("PW-C33")
@pytest.mark.parametrize(("charged", "enough"), [(5, True), (4, False)])
def test_a_plan_may_take_the_last_capacitor(charged: int, *, enough: bool) -> None:
    order = AllocatePower("X1", PowerPlan(ecm=3, eccm=2))
    options = Options(electronic_warfare=True)
    start = ready(craft("X1", "1015", capacitors=charged), options=options)
    if enough:
        power.check(start, "X", order)
        return
    with pytest.raises(IllegalOrderError):
        power.check(start, "X", order)


@pytest.mark.rule("PW-S105")
@pytest.mark.parametrize(("fired", "warm_from"), [(1, 23), (2, 0)])
def test_cannons_are_cold_after_twenty_complete_turns_without_a_shot(fired: int, warm_from: int) -> None:
    """Of one that fired in turn 1, turns 2 to 21 are twenty: it warms up in turn 22 and may fire from 23."""
    start = battle(changed(craft("X1", "1015"), last_cannon=fired, warm_from=0), craft("Y1", "1001"), now=Moment(22))
    assert power.begin(start, (), scripted()).state.craft["X1"].warm_from == warm_from
