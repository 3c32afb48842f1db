"""Phase 3: radar ratings, ECM and ECCM, the lock-on die, who sees what hides."""

from fractions import Fraction

import pytest

from rules.pentagon_war.combat.damage.boxes import candidates, choose_box
from rules.pentagon_war.commission import hide_craft
from rules.pentagon_war.designs import BASIC_MISSILE, GunTrack
from rules.pentagon_war.events import LockOnTried, RadarJammed, Sighted
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import AllocatePower, Decided, LaunchBolt, LaunchMissile
from rules.pentagon_war.programme import PowerPlan
from rules.pentagon_war.state import Battle
from rules.pentagon_war.targeting.sight import firing_range, is_locked_on
from rules.pentagon_war.turn import power
from rules.pentagon_war.turn.engine import play_step
from rules.pentagon_war.units import Cpmf, Craft, Moment
from rules.values import IllegalOrderError, changed
from tests.rules.pentagon_war.kit import battle, craft, scripted
from tests.used_up import assert_used_up

PHASE_3 = Moment(2, 0, 3)
WARFARE = Options(electronic_warfare=True)


def radio(unit: str, ecm: int = 0, eccm: int = 0, power: tuple[int, ...] = (6, 5, 4)) -> Craft:
    """A craft that has put power into ECM and ECCM."""
    return changed(craft(unit, f"10{10 + int(unit[1])}", radar=power), cpmf=Cpmf(8, ecm=ecm, eccm=eccm))


def jammed(*units: Craft, options: Options = WARFARE) -> tuple[Battle, tuple[RadarJammed, ...]]:
    """Both sides announce."""
    result = power.jam(battle(*units, options=options, now=PHASE_3), (), scripted())
    return result.state, tuple(event for event in result.events if isinstance(event, RadarJammed))


@pytest.mark.rule("PW-B28")
@pytest.mark.parametrize(
    ("track", "lowered", "rating"), [((5, 4, 2), 0, 5), ((4, 2), 0, 4), ((), 0, 0), ((5, 4), 2, 0), ((5,), 4, 0)]
)
def test_the_rating_is_the_highest_box_left(track: tuple[int, ...], lowered: int, rating: int) -> None:
    ship = changed(craft("X1", "1015"), radar=track, radar_lowered=lowered)
    assert power.radar_rating(ship) == rating


@pytest.mark.rule("PW-B29", "PW-B28")
def test_a_radar_hit_takes_the_highest_box_and_never_the_free_one() -> None:
    ship = craft("X1", "1015", radar=(5, 4))
    for left, rating in (((4,), 4), ((), 0)):
        ship = choose_box(candidates(ship, "Radar"), ()).after
        assert (ship.radar, power.radar_rating(ship)) == (left, rating)
    assert candidates(ship, "Radar") == ()


@pytest.mark.rule("PW-B35")
def test_missiles_and_bolts_are_launched_and_home_without_a_lock_on() -> None:
    ship = craft("X1", "1015", facing="C", missiles=(BASIC_MISSILE,), guns=(GunTrack("metal", 2),))
    start = battle(changed(ship, locked_on=False), craft("Y1", "1618"), now=Moment(1, 1, 6))
    orders = (LaunchMissile("X1", "M1", "Y1", 0), LaunchBolt("X1", "LM1", "Y1", 2))
    flying = play_step(start, [Decided("X", order) for order in orders], scripted()).state
    assert (len(flying.missiles), len(flying.bolts)) == (1, 1)
    turned = play_step(changed(flying, now=Moment(1, 2, 1)), (), scripted()).state
    assert turned.missiles["X1.M1"].heading == 1
    assert next(iter(turned.bolts.values())).tracking


@pytest.mark.rule("PW-B30")
@pytest.mark.parametrize(("face", "locked"), [(1, True), (4, True), (5, False), (6, False)])
def test_lock_on_takes_the_rating_or_less_on_one_die(face: int, locked: bool) -> None:
    dice = scripted(face)
    result = power.lock_on(battle(craft("X1", "1015", radar=(4,)), now=PHASE_3), (), dice)
    assert result.state.craft["X1"].locked_on is locked
    (event,) = result.events
    assert isinstance(event, LockOnTried)
    assert (event.rating, event.locked, [roll.faces for roll in event.cause.rolls]) == (4, locked, [(face,)])
    assert_used_up(dice)


@pytest.mark.rule("PW-S44", "PW-B33")
@pytest.mark.parametrize(
    ("ship", "rule"),
    [
        (changed(craft("X1", "1015"), radar_on=False), "PW-S44"),
        (changed(craft("X1", "1015"), radar=()), "PW-B33"),
    ],
)
def test_radar_off_or_shot_away_fails_without_a_die_and_doubles_ranges(ship: Craft, rule: str) -> None:
    start = battle(changed(ship, locked_on=True), changed(craft("Y1", "1010"), radar_on=False), now=PHASE_3)
    result = power.lock_on(start, (), scripted())
    assert not result.state.craft["X1"].locked_on
    assert result.events[0].cause.rule == rule
    assert firing_range(result.state, result.state.craft["X1"], result.state.craft["Y1"]) == 10


@pytest.mark.rule("PW-B34", "PW-S93")
def test_nothing_is_locked_on_to_the_invisible() -> None:
    ship, seen = changed(craft("X1", "1015"), locked_on=True), craft("Y1", "1010")
    unseen = changed(craft("Y2", "1010"), invisible=True)
    start = battle(ship, seen, unseen)
    assert is_locked_on(start, ship, seen)
    assert not is_locked_on(start, ship, unseen)
    assert [firing_range(start, ship, target) for target in (seen, unseen)] == [5, 10]


@pytest.mark.rule("PW-A09")
@pytest.mark.parametrize(
    ("ecm", "eccm", "fits"), [(4, 4, True), (0, 0, True), (5, 0, False), (0, 5, False), (-1, 0, False)]
)
def test_ecm_and_eccm_go_up_to_the_rating_each(ecm: int, eccm: int, fits: bool) -> None:
    start = battle(craft("X1", "1015", radar=(4,), capacitors=12), options=WARFARE, now=Moment(2, 0, 2))
    order = AllocatePower("X1", PowerPlan(ecm=ecm, eccm=eccm))
    if fits:
        power.check(start, "X", order)
        return
    with pytest.raises(IllegalOrderError, match="0 to 4 power") as refused:
        power.check(start, "X", order)
    assert refused.value.rule == "PW-A09"


@pytest.mark.rule("PW-A09", "PW-S147")
@pytest.mark.parametrize(
    ("options", "changes", "rule"),
    [
        (Options(), {}, "PW-A09"),
        (WARFARE, {"radar": ()}, "PW-A09"),
        (WARFARE, {"main_control": 0}, "PW-S147"),
    ],
)
def test_ecm_needs_the_option_a_radar_and_controls(options: Options, changes: dict[str, object], rule: str) -> None:
    ship = changed(craft("X1", "1015", radar=(4,)), **changes)  # type: ignore[arg-type]  # fields by name
    start = battle(ship, options=options, now=Moment(2, 0, 2))
    with pytest.raises(IllegalOrderError) as refused:
        power.check(start, "X", AllocatePower("X1", PowerPlan(ecm=1)))
    assert refused.value.rule == rule


@pytest.mark.rule("PW-A78")
def test_special_electronics_project_twice_the_rating() -> None:
    ship = craft("X1", "1015", radar=(4,), special_electronics=True)
    assert power.most_power(ship, Options(electronic_warfare=True, special_electronics=True)) == 8
    assert power.most_power(ship, WARFARE) == 4


@pytest.mark.rule("PW-A10")
def test_a_sides_ecm_is_the_exact_mean_of_its_craft() -> None:
    start = battle(radio("X1", 4), radio("X2", 0), radio("X3", 2), radio("Y1", 1), radio("Y2", 0, 1))
    assert power.strength(start, "X", "ecm") == 2
    assert power.strength(start, "Y", "ecm") == Fraction(1, 2)
    assert power.strength(start, "Y", "eccm") == Fraction(1, 2)


@pytest.mark.rule("PW-A11")
@pytest.mark.parametrize(("ecm", "eccm", "rating"), [(3, 1, 4), (3, 3, 6), (0, 3, 6), (6, 0, 0)])
def test_each_point_of_eccm_missing_takes_a_box_off_the_track(ecm: int, eccm: int, rating: int) -> None:
    state, told = jammed(radio("X1", eccm=eccm), radio("Y1", ecm=ecm))
    assert power.radar_rating(state.craft["X1"]) == rating
    assert [(event.side, event.boxes) for event in told if event.side == "X"] == [("X", max(0, ecm - eccm))]


@pytest.mark.rule("PW-A11")
def test_a_fraction_of_a_point_missing_counts_for_nothing() -> None:
    state, told = jammed(radio("X1"), radio("Y1", 3), radio("Y2", 0))
    assert power.radar_rating(state.craft["X1"]) == 5
    assert told[0].ecm == Fraction(3, 2)


@pytest.mark.rule("PW-A11", "PW-B30")
def test_the_jammed_rating_is_rolled_against_and_recovers_next_turn() -> None:
    state, _ = jammed(radio("X1", eccm=1), radio("Y1", ecm=3))
    result = power.lock_on(state, (), scripted(5, 5))
    assert [(e.craft, e.locked) for e in result.events if isinstance(e, LockOnTried)] == [("X1", False), ("Y1", True)]
    assert [(m.value, m.reason) for m in result.events[0].cause.modifiers] == [(6, "radar rating"), (-2, "enemy ECM")]
    fresh = power.begin(changed(result.state, now=Moment(3)), (), scripted()).state
    assert power.radar_rating(fresh.craft["X1"]) == 6


def test_without_the_option_nobody_announces_anything() -> None:
    state, told = jammed(radio("X1"), radio("Y1", 3), options=Options())
    assert told == ()
    assert power.radar_rating(state.craft["X1"]) == 6


def hider(at: str) -> Craft:
    """A hidden, invisible craft."""
    return changed(craft("Y1", at, radar_invisibility=True), hidden=True, invisible=True, radar_on=False)


@pytest.mark.rule("PW-B83")
@pytest.mark.parametrize(
    ("at", "radar_on", "found"), [("1011", True, True), ("1010", True, False), ("1011", False, False)]
)
def test_a_hidden_craft_is_sighted_within_an_enemys_radar_rating(at: str, radar_on: bool, found: bool) -> None:
    seeker = changed(craft("X1", "1015", radar=(4,)), radar_on=radar_on)
    result = power.detect(battle(seeker, hider(at), now=PHASE_3), (), scripted())
    ship = result.state.craft["Y1"]
    assert ship.hidden is not found
    assert ship.invisible
    assert [(e.craft, e.by) for e in result.events if isinstance(e, Sighted)] == ([("Y1", "X1")] if found else [])


@pytest.mark.rule("PW-B83")
def test_the_nearest_enemy_finds_it_and_friends_do_not() -> None:
    friend = craft("Y2", "1011")
    near, far = craft("X2", "1013", radar=(4,)), craft("X1", "1014", radar=(4,))
    start = battle(friend, near, far, hider("1011"))
    by = power.finder(start, start.craft["Y1"])
    assert by is not None
    assert by.id == "X2"
    assert power.finder(battle(friend, hider("1011")), hider("1011")) is None


@pytest.mark.rule("PW-S92")
@pytest.mark.parametrize("able", [True, False])
def test_craft_with_radar_invisibility_begin_undetected(able: bool) -> None:
    assert hide_craft(craft("Y1", "1015", radar_invisibility=able)).hidden is able


@pytest.mark.rule("PW-A11")
def test_each_side_is_jammed_by_its_enemys_power_alone() -> None:
    after, told = jammed(radio("X1", ecm=2), radio("Y1"))
    assert [(event.side, event.boxes) for event in told] == [("Y", 2)]
    assert [after.craft[unit].radar_lowered for unit in ("X1", "Y1")] == [0, 2]
    after, told = jammed(radio("X1"), radio("Y1", ecm=3), radio("Z1"))
    assert [(event.side, event.boxes) for event in told] == [("X", 3), ("Z", 3)]
    assert [after.craft[unit].radar_lowered for unit in ("X1", "Y1", "Z1")] == [3, 0, 3]
