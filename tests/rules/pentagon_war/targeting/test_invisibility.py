"""Radar invisibility: its price, who may use it again, what ends it, and the seekers it shakes off."""

from typing import Any, cast

import pytest

from rules.hexes import Hex
from rules.pentagon_war.designs import BASIC_MISSILE
from rules.pentagon_war.events import NotDone, PowerAllocated, Sighted, TrackLost
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import AllocatePower, Decided
from rules.pentagon_war.programme import PowerPlan
from rules.pentagon_war.targeting.sight import expose, upkeep
from rules.pentagon_war.turn import power
from rules.pentagon_war.units import Bolt, Craft, Lock, Missile, Moment
from rules.values import Cause, IllegalOrderError, changed
from tests.rules.pentagon_war.kit import battle, craft, scripted
from tests.used_up import assert_used_up

ALLOCATION = Moment(2, 0, 2)
HIDE = PowerPlan(radar_on=False, invisible=True)
SHOT = Cause("PW-S90")


def shadow(unit: str = "X1", at: str = "1015", **changes: Any) -> Craft:
    """A craft that can hide, with power for it."""
    return craft(unit, at, radar_invisibility=True, capacitors=12, **changes)


def base(**changes: Any) -> Craft:
    """A base that can hide."""
    return shadow(engines=0, fuel_tanks=0, **changes)


@pytest.mark.rule("PW-C17", "PW-S88")
@pytest.mark.parametrize(("screens", "points"), [(3, 5), (60, 10)])
def test_invisibility_takes_five_power_for_each_size_class(screens: int, points: int) -> None:
    assert upkeep(shadow(screens=screens), Options()) == points


@pytest.mark.rule("PW-S88")
def test_a_house_rule_may_change_its_price() -> None:
    assert upkeep(shadow(), Options(overrides={"PW-T03/2/power per use": "3"})) == 3


@pytest.mark.rule("PW-S90")
def test_firing_or_launching_ends_it_for_the_turn_and_shows_the_craft() -> None:
    start = battle(changed(shadow(), invisible=True, hidden=True), now=Moment(2, 4, 6))
    after, events = expose(start, "X1", SHOT)
    ship = after.craft["X1"]
    assert (ship.invisible, ship.hidden, ship.exposed) == (False, False, True)
    assert events == (Sighted(start.now, SHOT, "X1", "X1", ship.at),)
    again, more = expose(after, "X1", SHOT)
    assert again == after
    assert more == ()


def test_a_craft_that_is_neither_hidden_nor_invisible_gives_nothing_away_but_a_bases_place() -> None:
    start = battle(base(), now=Moment(2, 4, 6))
    after, events = expose(start, "X1", SHOT)
    assert after.craft["X1"].exposed
    assert events == ()
    assert expose(start, "X1.M1", SHOT) == (start, ())


@pytest.mark.rule("PW-S90")
@pytest.mark.parametrize(
    "plan", [changed(HIDE, radar_on=True), changed(HIDE, ecm=1), changed(HIDE, eccm=1)], ids=["radar", "ecm", "eccm"]
)
def test_radar_ecm_and_eccm_do_not_go_with_it(plan: PowerPlan) -> None:
    start = battle(shadow(), now=ALLOCATION, options=Options(electronic_warfare=True))
    with pytest.raises(IllegalOrderError) as refused:
        power.check(start, "X", AllocatePower("X1", plan))
    assert refused.value.rule == "PW-S90"


@pytest.mark.rule("PW-C17")
def test_only_a_craft_built_for_it_can() -> None:
    with pytest.raises(IllegalOrderError, match="no radar invisibility"):
        power.check(battle(craft("X1", "1015"), now=ALLOCATION), "X", AllocatePower("X1", HIDE))


@pytest.mark.rule("PW-S89")
def test_a_base_that_gave_itself_away_stays_in_sight_but_a_craft_may_vanish_again() -> None:
    fired, _ = expose(battle(base(), shadow("X2"), now=Moment(2, 5, 8)), "X1", SHOT)
    fired, _ = expose(fired, "X2", SHOT)
    next_turn = power.begin(changed(fired, now=Moment(3)), (), scripted()).state
    with pytest.raises(IllegalOrderError, match="cannot become invisible again") as refused:
        power.check(next_turn, "X", AllocatePower("X1", HIDE))
    assert refused.value.rule == "PW-S89"
    power.check(next_turn, "X", AllocatePower("X2", HIDE))
    power.check(battle(base(), now=ALLOCATION), "X", AllocatePower("X1", HIDE))


@pytest.mark.rule("PW-A40", "PW-S89")
@pytest.mark.parametrize("tower_hides", [True, False])
def test_a_movable_base_vanishes_again_under_tow_of_a_craft_that_vanishes_too(tower_hides: bool) -> None:
    options = Options(movable_bases=True)
    start = battle(
        changed(base(movable=True, options=options), exposed=True),
        shadow("X2", "1014"),
        now=ALLOCATION,
        options=options,
        locks=(Lock("X2", "B1", "X1"),),
    )
    plans = [Decided("X", AllocatePower("X1", HIDE))]
    if tower_hides:
        plans.append(Decided("X", AllocatePower("X2", HIDE)))
    result = power.allocate(power.begin(start, (), scripted()).state, plans, scripted())
    assert result.state.craft["X1"].invisible is tower_hides
    assert result.state.craft["X1"].cpmf.invisibility == (5 if tower_hides else 0)
    assert [e.cause.rule for e in result.events if isinstance(e, NotDone)] == ([] if tower_hides else ["PW-A40"])


@pytest.mark.rule("PW-A40", "PW-S89")
@pytest.mark.parametrize(
    ("movable", "option", "rule"), [(True, True, "PW-A40"), (False, True, "PW-S89"), (True, False, "PW-S89")]
)
def test_without_a_tow_no_base_vanishes_again(movable: bool, option: bool, rule: str) -> None:
    start = battle(changed(base(movable=movable), exposed=True), now=ALLOCATION, options=Options(movable_bases=option))
    with pytest.raises(IllegalOrderError) as refused:
        power.check(start, "X", AllocatePower("X1", HIDE))
    assert refused.value.rule == rule


def missile(unit: str = "Y1.M1", target: str = "X1") -> Missile:
    """A basic missile in flight."""
    return Missile(unit, "Y", "Y1", BASIC_MISSILE, Hex(5, 5), 0, 6, target, 1)


@pytest.mark.rule("PW-S94")
@pytest.mark.parametrize(("face", "tracking"), [(1, False), (4, False), (5, True), (6, True)])
@pytest.mark.parametrize("kind", ["missile", "bolt"])
def test_a_seeker_loses_a_target_that_vanishes_on_one_to_four(face: int, tracking: bool, kind: str) -> None:
    bolt = Bolt("Y1.LM1-1", "Y", "Y1", Hex(5, 5), 0, "X1", 1)
    flying: dict[str, Any] = {"missiles": {"Y1.M1": missile()}} if kind == "missile" else {"bolts": {bolt.id: bolt}}
    start = battle(shadow(), craft("Y1", "1001"), now=ALLOCATION, **flying)
    dice = scripted(face)
    result = power.allocate(start, (Decided("X", AllocatePower("X1", HIDE)),), dice)
    (seeker,) = cast("list[Missile | Bolt]", [*result.state.missiles.values(), *result.state.bolts.values()])
    assert seeker.tracking is tracking
    lost = [(e.seeker, e.seen_by) for e in result.events if isinstance(e, TrackLost)]
    assert lost == ([] if tracking else [(seeker.id, ("Y",))])
    assert_used_up(dice)


@pytest.mark.rule("PW-S94")
def test_the_die_is_rolled_once_when_it_vanishes_and_for_its_own_seekers_only() -> None:
    flying = {"Y1.M1": missile(), "Y1.M2": missile("Y1.M2", "X2"), "Y1.M3": changed(missile("Y1.M3"), tracking=False)}
    start = battle(shadow(), shadow("X2", "1016"), craft("Y1", "1001"), now=ALLOCATION, missiles=flying)
    first = power.allocate(start, (Decided("X", AllocatePower("X1", HIDE)),), scripted(6)).state
    second = power.begin(changed(first, now=Moment(3)), (), scripted()).state
    third = power.allocate(
        changed(second, now=Moment(3, 0, 2)), (Decided("X", AllocatePower("X1", HIDE)),), scripted()
    ).state
    assert third.missiles["Y1.M1"].tracking
    assert third.craft["X1"].invisible


@pytest.mark.rule("PW-B83", "PW-S92")
def test_a_hidden_craft_that_does_not_pay_is_seen_when_the_phase_ends() -> None:
    start = battle(changed(shadow(), hidden=True), changed(shadow("X2", "1016"), hidden=True), now=ALLOCATION)
    result = power.allocate(start, (Decided("X", AllocatePower("X2", HIDE)),), scripted())
    assert not result.state.craft["X1"].hidden
    assert result.state.craft["X2"].hidden
    assert [e.craft for e in result.events if isinstance(e, Sighted)] == ["X1"]
    told = {e.craft: e.seen_by for e in result.events if isinstance(e, PowerAllocated)}
    assert told["X2"] == ("X",)


@pytest.mark.rule("PW-A40", "PW-S89")
@pytest.mark.parametrize("tower_hides", [True, False])
def test_a_towed_base_follows_its_tower_whatever_others_of_its_side_do(*, tower_hides: bool) -> None:
    """X1 has no part in it: X2 is the base, X3 tows it."""
    options = Options(movable_bases=True)
    towed = changed(base(unit="X2", movable=True, options=options), exposed=True)
    units = (craft("X1", "1020"), towed, shadow("X3", "1014"))
    locks = (Lock("X3", "B1", "X2"),)
    start = power.begin(battle(*units, now=ALLOCATION, options=options, locks=locks), (), scripted()).state
    plans = {"X1": PowerPlan(), "X2": HIDE, "X3": HIDE if tower_hides else PowerPlan()}
    done = power.allocate(start, [Decided("X", AllocatePower(unit, plan)) for unit, plan in plans.items()], scripted())
    assert done.state.craft["X2"].invisible is tower_hides
    assert [event.craft for event in done.events if isinstance(event, NotDone)] == ([] if tower_hides else ["X2"])
