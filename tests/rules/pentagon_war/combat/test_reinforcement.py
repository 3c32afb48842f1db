"""Segment 9: screens reinforced, energised and aimed; directional screens against an impulse's fire."""

from typing import Any

import pytest

from rules.dice import Dice
from rules.hexes import Hex
from rules.pentagon_war.combat import reinforcement
from rules.pentagon_war.combat.damage import assessment
from rules.pentagon_war.combat.damage.assessment import colinear, crosses
from rules.pentagon_war.combat.reinforcement import screen_rating
from rules.pentagon_war.events import NotDone, ScreensSet, Struck
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import Decided, Fire, Reinforce
from rules.pentagon_war.state import Battle, Blow
from rules.pentagon_war.turn import power
from rules.pentagon_war.units import Cpmf, Craft, Missile, Moment
from rules.values import GameError, changed
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.combat.stage import (
    announce,
    assess,
    at,
    bare,
    drone,
    fight,
    free_dice,
    hit,
    missile,
    of,
    screen,
    ship,
)

BEAMED = Options(directional_screens=True)


def refusal(battle: Battle, order: Reinforce) -> str | None:
    try:
        reinforcement.check(battle, order.craft[0], order)
    except GameError as error:
        return error.rule
    return None


def screened(screens: int = 5, **given: Any) -> Battle:
    return fight(ship("X1", "1015", screens=screens, capacitors=30, **given), ship("Y1", "1010"), segment=9)


@pytest.mark.rule("PW-C25", "PW-S07", "PW-C27")
def test_a_point_of_screening_costs_three_power_and_lasts_the_turn() -> None:
    done = screen(screened(), Reinforce("X1", 2))
    craft = done.state.craft["X1"]
    assert (craft.cpmf.reinforce, craft.cpmf.total, screen_rating(craft)) == (6, 6, 7)
    assert [(event.points, event.rating) for event in of(ScreensSet, done)] == [(2, 7)]
    later = changed(done.state, now=changed(done.state.now, impulse=12))
    assert screen_rating(screen(later, Reinforce("X1", 1)).state.craft["X1"]) == 8
    next_turn = power.begin(changed(later, now=Moment(2)), (), kit.scripted()).state.craft["X1"]
    assert (screen_rating(next_turn), next_turn.cpmf.reinforce) == (5, 0)


@pytest.mark.rule("PW-C26", "PW-S07")
@pytest.mark.parametrize(
    ("screens", "points", "rule"), [(4, 4, None), (4, 5, "PW-C26"), (3, 3, None), (3, 4, "PW-C26")]
)
def test_no_generator_gives_more_than_two(screens: int, points: int, rule: str | None) -> None:
    battle = screened(screens)
    assert refusal(battle, Reinforce("X1", points)) == rule
    if rule is None:
        craft = screen(battle, Reinforce("X1", points)).state.craft["X1"]
        assert (screen_rating(craft), craft.cpmf.reinforce) == (2 * screens, 3 * points)


@pytest.mark.rule("PW-S07")
def test_destroyed_boxes_neither_screen_nor_let_themselves_be_pushed() -> None:
    battle = screened()
    damaged = changed(battle, craft={**battle.craft, "X1": changed(battle.craft["X1"], screens=3)})
    craft = screen(damaged, Reinforce("X1", 3)).state.craft["X1"]
    assert (screen_rating(damaged.craft["X1"]), screen_rating(craft), craft.cpmf.reinforce) == (3, 6, 9)


@pytest.mark.rule("PW-S08", "PW-C34")
def test_cold_screens_are_energised_box_by_box() -> None:
    battle = screened(6, marks={"screens_cold": True})
    assert screen_rating(battle.craft["X1"]) == 0
    craft = screen(battle, Reinforce("X1", energise=4)).state.craft["X1"]
    assert (craft.cpmf.cold_screens, craft.cpmf.total, screen_rating(craft)) == (4, 4, 4)
    assert refusal(changed(battle, craft={**battle.craft, "X1": craft}), Reinforce("X1", energise=3)) == "PW-S08"
    assert refusal(screened(), Reinforce("X1", energise=1)) == "PW-S08"


@pytest.mark.rule("PW-C26", "PW-S08")
def test_only_energised_boxes_can_be_reinforced() -> None:
    battle = screened(6, marks={"screens_cold": True})
    assert refusal(battle, Reinforce("X1", 1)) == "PW-C26"
    craft = screen(battle, Reinforce("X1", 2, energise=2)).state.craft["X1"]
    assert (screen_rating(craft), craft.cpmf.total) == (4, 8)


@pytest.mark.rule("PW-C33", "PW-C13")
def test_reinforcement_needs_its_power() -> None:
    battle = screened(marks={"cpmf": Cpmf(available=8, lasers=6)})
    assert refusal(battle, Reinforce("X1", 1)) == "PW-C33"
    done = screen(battle, Reinforce("X1", 1))
    assert [event.seen_by for event in of(NotDone, done)] == [("X",)]
    assert done.state == battle


def test_screens_are_not_set_elsewhere_or_by_others() -> None:
    battle = screened()
    for side, decision in (("Y", Reinforce("X1", 1)), ("X", Reinforce("X1", -1)), ("X", Fire("X1", ("L1",), "Y1"))):
        with pytest.raises(GameError):
            reinforcement.check(battle, side, decision)
    with pytest.raises(GameError):
        reinforcement.check(battle, "X", Reinforce("X1", aim="Y1"))  # not directional
    assert reinforcement.resolve(battle, [Decided("X", Fire("X1", ("L1",), "Y1"))], free_dice()).events == ()


@pytest.mark.rule("PW-A31")
def test_directional_screens_cost_the_same_power() -> None:
    battle = screened(8, directional=True)
    assert screen(battle, Reinforce("X1", 1)).state.craft["X1"].cpmf.reinforce == 3
    cold = screened(8, directional=True, marks={"screens_cold": True})
    assert screen(cold, Reinforce("X1", energise=8)).state.craft["X1"].cpmf.cold_screens == 8


@pytest.mark.rule("PW-A32")
def test_a_directional_screen_is_aimed_at_a_craft_or_a_side() -> None:
    battle = screened(directional=True)
    assert screen(battle, Reinforce("X1", aim="Y1")).state.craft["X1"].screen_aim == "Y1"
    assert screen(battle, Reinforce("X1", aim="side 6")).state.craft["X1"].screen_aim == "side 6"
    for aim in ("side 7", "Y9", "X1"):
        assert refusal(battle, Reinforce("X1", aim=aim)) == "PW-A32"


def under_fire(*numbers: str, aim: str, screens: int = 8, points: tuple[int, ...] = (5,)) -> list[tuple[int, int]]:
    """Points and what was screened of them: firers Y1, Y2 ... at these places each do `points` to side 1."""
    target = bare("X1", "1015", screens=screens, directional=True, marks={"screen_aim": aim})
    firers = [ship(f"Y{n}", number) for n, number in enumerate(numbers, 1)]
    blows = tuple(hit("X1", value, source=firer.id) for firer in firers for value in points)
    battle = fight(target, *firers, blows=blows, options=BEAMED)
    done = assessment.resolve(at(battle, 11), (), Dice(bytes(32), "screens", 1))
    return [(event.points, event.screened) for event in of(Struck, done) if event.craft == "X1"]


@pytest.mark.rule("PW-A34")
@pytest.mark.parametrize("shots", [1, 4, 9])
def test_eight_directional_screens_stop_any_number_of_electron_cannons_of_one_craft(shots: int) -> None:
    assert under_fire("1010", aim="Y1", points=(5,) * shots) == [(5 * shots, 5 * shots)]


@pytest.mark.rule("PW-A34", "PW-A32")
def test_a_missile_through_the_side_it_is_aimed_at_loses_the_rating() -> None:
    seeker = (hit("X1", 12, source="Y1.M1", weapon="missile", seeker=True),)
    for aim, screened_points in (("side 1", 8), ("side 2", 0), ("Y1", 0)):
        target = bare("X1", "1015", screens=8, directional=True, marks={"screen_aim": aim})
        done = assess(fight(target, ship("Y1", "1010"), blows=seeker), *(1, 1) * (12 - screened_points))
        assert [event.screened for event in of(Struck, done)] == [screened_points]


@pytest.mark.rule("PW-A32", "PW-A33")
@pytest.mark.parametrize(
    ("first", "second", "both"),
    [
        ("1012", "1009", True),
        ("1012", "1212", False),
        ("1009", "1012", True),
        ("1115", "1214", True),
        ("1012", "1018", False),
    ],
)
def test_a_second_craft_is_screened_only_in_line_with_the_first(first: str, second: str, both: bool) -> None:
    assert under_fire(first, second, aim="Y1") == [(10, 10 if both else 5)]


@pytest.mark.rule("PW-A33")
def test_a_line_counts_through_the_inside_and_along_an_edge_but_not_at_a_corner() -> None:
    target, far = kit.hexed("1015"), kit.hexed("1212")
    assert colinear(target, kit.hexed("1114"), far)  # straight through its middle
    assert colinear(target, kit.hexed("1115"), far)  # along its edge
    assert colinear(target, kit.hexed("1014"), far)
    assert not crosses(target, far, kit.hexed("1115"), edges=False)
    assert not colinear(target, kit.hexed("1116"), far)
    assert colinear(target, target, far)
    assert colinear(target, far, kit.hexed("1114"))


def test_a_line_knows_the_hexes_it_passes() -> None:
    start, end = kit.hexed("1015"), kit.hexed("1411")
    hexes = [type(start)(q, r) for q in range(start.q - 2, end.q + 3) for r in range(start.r - 9, start.r + 6)]
    passed = {here for here in hexes if crosses(start, end, here, edges=False)}
    assert {start, end} <= passed
    assert passed == {here for here in hexes if crosses(end, start, here, edges=False)}


def test_a_directional_screen_also_meets_a_drone_it_is_aimed_at() -> None:
    battle = fight(
        bare("X1", "1015", screens=3, directional=True), drone("Y1.D1", "1012", facing="D"), ship("Y1", "1005")
    )
    aimed = screen(battle, Reinforce("X1", aim="Y1.D1")).state
    shot = announce(changed(aimed, now=changed(aimed.now, segment=7)), Fire("Y1.D1", ("L1",), "X1")).state
    assert [shot.target for shot in shot.shots] == ["X1"]
    done = assess(changed(shot, shots=(), blows=(hit("X1", 3, source="Y1.D1"),)))
    assert [event.screened for event in of(Struck, done)] == [3]


def aimed_at(aim: str, blow: Blow, *others: Craft | Missile) -> int:
    """How much of a blow of 5 points a directional screen of 5 stops, aimed so."""
    target = bare("X1", "1015", screens=5, directional=True, marks={"screen_aim": aim})
    battle = fight(target, *others, blows=(blow,), options=BEAMED)
    done = assessment.resolve(at(battle, 11), (), Dice(bytes(32), "screens", 1))
    return sum(event.screened for event in of(Struck, done))


@pytest.mark.rule("PW-A32")
@pytest.mark.parametrize(
    ("weapon", "seeker", "screened"), [("L1", False, 0), ("explosion", False, 5), ("missile", True, 5)]
)
def test_a_screen_aimed_at_a_side_meets_seekers_and_explosions_there_and_no_fire(
    weapon: str,
    seeker: bool,
    screened: int,  # a case of the table
) -> None:
    blow = hit("X1", 5, source="Y1", weapon=weapon, seeker=seeker)
    assert aimed_at("side 1", blow, ship("Y1", "1010")) == screened
    assert aimed_at("side 2", blow, ship("Y1", "1010")) == 0


@pytest.mark.rule("PW-A32")
def test_a_screen_aimed_at_a_craft_meets_its_fire_also_if_it_is_lost_in_the_same_impulse() -> None:
    firer = ship("Y1", "1010")
    fire = hit("X1", 5, source="Y1")
    assert aimed_at("Y1", fire, firer) == 5
    assert aimed_at("Y1", fire, changed(firer, fate="destroyed")) == 5
    assert aimed_at("Y2", fire, firer) == 0


@pytest.mark.rule("PW-A32")
def test_a_screen_aimed_at_a_craft_meets_neither_its_explosion_nor_a_seeker() -> None:
    firer, seeker = ship("Y1", "1010"), missile("Y1.M1", "1012", "X1")
    assert aimed_at("Y1", hit("X1", 5, source="Y1", weapon="explosion"), firer) == 0
    assert aimed_at("Y1", hit("X1", 5, source="Y1.M1", weapon="missile", seeker=True), firer, seeker) == 0


@pytest.mark.rule("PW-C36", "PW-S07")
def test_an_order_that_is_refused_keeps_no_other_craft_from_its_screens() -> None:
    two = (ship("X1", "1015", screens=5, capacitors=30), ship("X2", "1016", screens=5, capacitors=30))
    start = fight(*two, ship("Y1", "1010"), segment=9)
    orders = [Decided("X", Reinforce("X1", 9)), Decided("X", Reinforce("X2", 2))]
    done = reinforcement.resolve(start, orders, kit.scripted())
    assert [screen_rating(done.state.craft[unit]) for unit in ("X1", "X2")] == [5, 7]
    assert [(event.craft, event.points) for event in done.events if isinstance(event, ScreensSet)] == [("X2", 2)]


@pytest.mark.rule("PW-A33")
def test_a_line_far_off_that_touches_a_corner_does_not_count() -> None:
    """From the middle of one hex to that of another four columns on it passes the corner where three hexes meet."""
    start, end = Hex(0, 0), Hex(4, 1)
    entered = {(q, r) for q in range(-1, 6) for r in range(-2, 4) if crosses(start, end, Hex(q, r), edges=True)}
    assert entered == {(0, 0), (1, 0), (2, 0), (2, 1), (3, 1), (4, 1)}


@pytest.mark.rule("PW-C26")
@pytest.mark.parametrize(
    ("screens", "before", "points", "more"), [(5, 0, 6, 5), (5, 2, 4, 3), (5, 5, 1, 0), (4, 6, 1, 0)]
)
def test_who_wants_too_much_is_told_how_much_more_there_is(screens: int, before: int, points: int, more: int) -> None:
    battle = screened(screens)
    battle = changed(battle, craft={**battle.craft, "X1": changed(battle.craft["X1"], reinforced=before)})
    with pytest.raises(GameError) as caught:
        reinforcement.check(battle, "X", Reinforce("X1", points))
    name = battle.craft["X1"].name
    assert str(caught.value) == (
        f"{name} has {screens} working screens, so {more} more points of reinforcement can be had this turn, not {points}."
    )
    if more:
        reinforcement.check(battle, "X", Reinforce("X1", more))
