"""Segment 11, from the blows of an impulse to what gets inside: screens, armor, acid, the rear, crash acceleration."""

from collections import Counter
from typing import Any

import pytest

from rules.hexes import Hex
from rules.pentagon_war.combat.damage import assessment
from rules.pentagon_war.combat.damage.assessment import crosses, divide_screening, faces
from rules.pentagon_war.designs import GunTrack
from rules.pentagon_war.events import BoxHit, Fired, Gone, Struck
from rules.pentagon_war.orders import Fire, Reinforce, TakeDamage
from rules.pentagon_war.programme import Programme
from rules.pentagon_war.state import Battle, Blow
from rules.pentagon_war.units import Acid
from rules.values import GameError, changed
from tests.rules.pentagon_war import kit
from tests.rules.pentagon_war.combat.stage import assess, bare, fight, hit, of, screen, ship, shoot
from tests.used_up import assert_used_up

FINAL = (1, 1)
"""Dice that name the forward hull, of which a bare target has none: a point of final damage."""


def struck(
    *blows: Blow, orders: tuple[TakeDamage, ...] = (), hits: int = 0, **given: Any
) -> list[tuple[int, int, int, int, int]]:
    """Side, points, screened, armor and internal of every `Struck` on a bare Y1."""
    battle = fight(ship("X1", "1020"), bare("Y1", "1015", **given), blows=blows)
    done = assess(battle, *(FINAL * hits), orders=orders)
    return [(event.side, event.points, event.screened, event.armor, event.internal) for event in of(Struck, done)]


@pytest.mark.rule("PW-B50")
def test_screens_come_off_the_total_once() -> None:
    assert struck(hit("Y1", 5), hit("Y1", 4), screens=4, hits=5) == [(1, 9, 4, 0, 5)]


@pytest.mark.rule("PW-B50")
def test_everything_external_of_the_impulse_is_one_total() -> None:
    blows = (
        hit("Y1", 3),
        hit("Y1", 1, weapon="point defense"),
        hit("Y1", 6, weapon="explosion"),
        hit("Y1", 12, seeker=True),
    )
    assert struck(*blows, screens=10, hits=12) == [(1, 22, 10, 0, 12)]


@pytest.mark.rule("PW-A32")
def test_a_screen_aimed_at_a_side_counts_on_that_side_alone() -> None:
    aimed = changed(bare("Y1", "1015"), screen_aim="side 1")
    battle = fight(ship("X1", "1020"), aimed)
    assert [faces(battle, aimed, hit("Y1", 3, side, seeker=True)) for side in range(1, 7)] == [True] + [False] * 5


@pytest.mark.rule("PW-A33", "PW-A67")
def test_a_line_that_ends_beside_a_hex_does_not_pass_through_it() -> None:
    start, end = Hex(0, 0), Hex(-3, 0)
    assert not crosses(start, end, Hex(-3, 1), edges=True)
    assert crosses(start, end, Hex(-2, 0), edges=False)


@pytest.mark.rule("PW-B51")
@pytest.mark.parametrize(
    ("wish", "left"), [((2,), {1: 2, 2: 0}), ((1,), {1: 0, 2: 2}), ((1, 1, 2, 2, 2), {1: 1, 2: 1}), ((), {1: 0, 2: 2})]
)
def test_the_owner_divides_the_screening_between_sides(wish: tuple[int, ...], left: dict[int, int]) -> None:
    orders = (TakeDamage("Y1", screen=wish),) if wish else ()
    found = struck(hit("Y1", 3), hit("Y1", 4, 2), orders=orders, screens=5, hits=2, armor=(0, 0, 0, 0, 0, 0))
    assert {side: points - screened for side, points, screened, *_ in found} == left


@pytest.mark.rule("PW-B51")
def test_sides_named_once_are_screened_as_far_as_it_goes_in_the_owners_order() -> None:
    totals, bare_sides = {1: 3, 2: 4, 3: 2}, (0,) * 6
    assert dict(divide_screening(totals, 4, bare_sides, (2, 1))) == {2: 4, 1: 0, 3: 0}
    assert dict(divide_screening(totals, 6, bare_sides, (3, 1))) == {3: 2, 1: 3, 2: 1}
    assert dict(divide_screening(totals, 3, bare_sides, (2, 2, 1))) == {2: 2, 1: 1, 3: 0}, (
        "named twice: a point a mention"
    )


@pytest.mark.rule("PW-B51")
def test_a_side_that_was_not_struck_takes_no_screening_from_the_others() -> None:
    assert +Counter(divide_screening({1: 3}, 3, (0,) * 6, (4, 1))) == Counter({1: 3})
    assert +Counter(divide_screening({1: 3}, 3, (0,) * 6, (4, 4, 1))) == Counter({1: 3})


@pytest.mark.rule("PW-B51")
def test_left_alone_screens_protect_the_side_with_the_least_armor() -> None:
    assert struck(hit("Y1", 3), hit("Y1", 4, 2), screens=4, armor=(3, 0, 0, 0, 0, 0)) == [
        (1, 3, 0, 3, 0),
        (2, 4, 4, 0, 0),
    ]
    assert divide_screening({1: 3, 2: 4}, 20, (0,) * 6, ()) == {1: 3, 2: 4}  # what is not used is lost


@pytest.mark.rule("PW-B55")
def test_armor_takes_what_screens_let_through_box_by_box() -> None:
    battle = fight(bare("Y1", "1015", armor=(3, 0, 0, 0, 0, 0)), blows=(hit("Y1", 5),))
    done = assess(battle, *FINAL, *FINAL)
    assert done.state.craft["Y1"].armor == (0, 0, 0, 0, 0, 0)
    assert [(event.armor, event.internal) for event in of(Struck, done)] == [(3, 2)]
    again = assess(changed(done.state, blows=(hit("Y1", 2),)), *FINAL, *FINAL)
    assert [(event.armor, event.internal) for event in of(Struck, again)] == [(0, 2)]


@pytest.mark.rule("PW-B55")
def test_armor_of_another_side_does_not_help() -> None:
    assert struck(hit("Y1", 2, 3), armor=(3, 3, 0, 3, 3, 3), hits=2) == [(3, 2, 0, 0, 2)]


@pytest.mark.rule("PW-B26")
@pytest.mark.parametrize(
    ("take", "side"), [((), 2), ((1,), 1), ((2,), 2), ((5, 1), 1), ((1, 2), 1), ((2, 1), 2), ((5, 3), 2)]
)
def test_the_owner_takes_a_tie_on_the_side_he_likes(take: tuple[int, ...], side: int) -> None:
    orders = (TakeDamage("Y1", take=take),) if take else ()
    assert struck(hit("Y1", 1, 2, side_choice=1), orders=orders, armor=(1, 1, 1, 1, 1, 1)) == [(side, 1, 0, 1, 0)]


@pytest.mark.rule("PW-S50", "PW-B56")
def test_the_first_point_through_the_rear_kills_an_engine() -> None:
    battle = fight(bare("Y1", "1015", engines=2), blows=(hit("Y1", 3, 4),))
    done = assess(battle, *FINAL, *FINAL)
    assert [event.system for event in of(BoxHit, done)] == ["Engine", "FinalDamage", "FinalDamage"]
    assert [event.cause.rule for event in of(BoxHit, done)] == ["PW-S50", "PW-B63", "PW-B63"]
    assert done.state.craft["Y1"].engines == 1


@pytest.mark.rule("PW-S50")
def test_one_engine_an_impulse_and_none_without_engines() -> None:
    battle = fight(bare("Y1", "1015", engines=2), blows=(hit("Y1", 1, 4), hit("Y1", 1, 4)))
    assert assess(battle, *FINAL).state.craft["Y1"].engines == 1
    base = fight(bare("Y1", "1015"), blows=(hit("Y1", 1, 4),))
    assert [event.system for event in of(BoxHit, assess(base, *FINAL))] == ["FinalDamage"]


@pytest.mark.rule("PW-B56")
def test_each_internal_point_is_one_roll_on_the_chart() -> None:
    battle = fight(ship("Y1", "1015", screens=0, armor=(0,) * 6), blows=(hit("Y1", 2),))
    done = assess(battle, 1, 4, 3, 3)
    assert [event.system for event in of(BoxHit, done)] == ["AftHull", "Capacitor"]
    assert [event.internal for event in of(Struck, done)] == [2]


@pytest.mark.rule("PW-B64")
def test_two_craft_that_kill_each_other_are_both_destroyed() -> None:
    def frail(unit: str, number: str, facing: str) -> Any:
        return ship(unit, number, facing=facing, screens=0, armor=(0,) * 6, final_damage=1, hull_forward=0, hull_aft=0)

    battle = fight(frail("X1", "1015", "A"), frail("Y1", "1014", "D"))
    orders = [Fire("X1", ("P1",), "Y1"), Fire("Y1", ("P1",), "X1")]
    fired = shoot(battle, orders, 6, 6, 6, 6)
    assert [event.hit for event in of(Fired, fired)] == [True, True]
    done = assess(fired.state, *(1, 1) * 2)
    assert {name: craft.fate for name, craft in done.state.craft.items()} == {"X1": "destroyed", "Y1": "destroyed"}


@pytest.mark.rule("PW-B90", "PW-C27")
def test_reinforcement_counts_with_what_screens_are_left() -> None:
    battle = fight(ship("Y1", "1015", screens=5, armor=(0,) * 6, capacitors=9))
    bought = screen(battle, Reinforce("Y1", 3)).state
    done = assess(changed(bought, blows=(hit("Y1", 11),)), *(5, 3) * 3)
    assert [event.screened for event in of(Struck, done)] == [8]  # boxes lost now still count this impulse
    craft = done.state.craft["Y1"]
    assert (craft.screens, craft.cpmf.reinforce) == (2, 9)  # no refund
    again = assess(changed(done.state, blows=(hit("Y1", 4),)))
    assert [event.screened for event in of(Struck, again)] == [4]  # 2 + min(3, 2)
    more = assess(changed(done.state, blows=(hit("Y1", 6),)), *FINAL * 2)
    assert [(event.screened, event.internal) for event in of(Struck, more)] == [(4, 2)]


@pytest.mark.rule("PW-S128", "PW-B12", "PW-B50")
def test_acid_gum_eats_for_four_impulses_and_screens_stop_only_the_first() -> None:
    firer = ship("X1", "1015", guns=(GunTrack("acid", 3),))
    fired = shoot(fight(firer, bare("Y1", "1012", screens=5)), [Fire("X1", ("AG1",), "Y1")], 6, 6)
    state, internal = fired.state, []
    for impulse in range(1, 7):
        state = changed(state, now=changed(state.now, impulse=impulse))
        done = assess(state, *FINAL * (2 * (impulse in {2, 3, 4})))
        internal.append(sum(event.internal for event in of(Struck, done)))
        state = done.state
    assert internal == [0, 2, 2, 2, 0, 0]
    assert state.craft["Y1"].acid == ()


@pytest.mark.rule("PW-S128", "PW-B12")
def test_an_acid_shot_that_misses_sticks_to_nothing() -> None:
    firer = ship("X1", "1015", guns=(GunTrack("acid", 3),))
    missed = shoot(fight(firer, bare("Y1", "1012", screens=5)), [Fire("X1", ("AG1",), "Y1")], 1, 1).state
    assert missed.blows == ()
    assert assess(missed).state.craft["Y1"].acid == ()


@pytest.mark.rule("PW-S128")
def test_armor_counts_against_acid_on_the_side_first_struck_whatever_the_target_turns_to() -> None:
    eaten = bare("Y1", "1015", armor=(0, 0, 3, 0, 0, 0), marks={"acid": (Acid(3, 3, 12),), "facing": 2})
    first = assess(fight(eaten, turn=2, impulse=1))  # the clock goes on over the turn's end
    assert [(event.side, event.armor) for event in of(Struck, first)] == [(3, 2)]
    second = assess(changed(first.state, now=changed(first.state.now, impulse=2)), *FINAL)
    assert [(event.armor, event.internal) for event in of(Struck, second)] == [(1, 1)]


@pytest.mark.rule("PW-S128")
def test_globs_eat_side_by_side_each_by_its_own_clock() -> None:
    craft = bare("Y1", "1015", marks={"acid": (Acid(1, 3, 1), Acid(1, 1, 1), Acid(2, 2, 1))})
    done = assess(fight(craft, impulse=2), *FINAL * 6)
    assert [(event.side, event.points) for event in of(Struck, done)] == [(1, 4), (2, 2)]
    assert [(acid.side, acid.left) for acid in done.state.craft["Y1"].acid] == [(1, 2), (2, 1)]


@pytest.mark.rule("PW-A05")
def test_crash_acceleration_tears_boxes_loose_on_box_cars() -> None:
    craft = ship("X1", "1015", marks={"crashed": 5})
    battle = fight(craft, impulse=5)
    calm = assess(battle, 6, 5)
    assert of(Struck, calm) == []
    torn = assess(battle, 6, 6, 4, *(1, 1) * 2, *(1, 4), *(2, 4))
    assert [(event.side, event.internal, event.screened) for event in of(Struck, torn)] == [(0, 4, 0)]
    after = torn.state.craft["X1"]
    assert (after.hull_forward, after.hull_aft, after.engines, after.armor) == (0, 0, 1, craft.armor)


@pytest.mark.rule("PW-A05")
def test_manned_craft_and_other_impulses_tear_nothing() -> None:
    assert assess(fight(ship("X1", "1015", marks={"crashed": 4}), impulse=5)).events == ()
    assert assess(fight(ship("X1", "1015", manned=True, marks={"crashed": 5}), impulse=5)).events == ()


@pytest.mark.rule("PW-A05", "PW-B63")
def test_a_craft_torn_apart_is_destroyed() -> None:
    craft = bare("X1", "1015", final_damage=1, marks={"crashed": 5})
    done = assess(fight(craft, impulse=5), 6, 6, 4, *FINAL)
    assert [event.why for event in of(Gone, done)] == ["destroyed"]


def test_a_programme_says_what_to_lose_until_the_owner_says_otherwise() -> None:
    battle = fight(
        ship("Y1", "1015", screens=0, armor=(0,) * 6),
        blows=(hit("Y1", 1),),
        programmes={"Y1": Programme("Y1", 1, damage=("L2",))},
    )
    assert [event.box for event in of(BoxHit, assess(battle, 3, 1))] == ["L2"]
    assert [event.box for event in of(BoxHit, assess(battle, 3, 1, orders=[TakeDamage("Y1", ("L1",))]))] == ["L1"]


def test_choices_of_damage_are_checked() -> None:
    battle = fight(ship("X1", "1015"), segment=11)
    assessment.check(battle, "X", TakeDamage("X1", ("laser",), (1, 6), (2,)))
    for decision in (
        TakeDamage("X1", screen=(7,)),
        TakeDamage("X1", take=(0,)),
        TakeDamage("Y1"),
        Fire("X1", ("L1",), "Y1"),
    ):
        with pytest.raises(GameError):
            assessment.check(battle, "X", decision)


def test_hidden_damage_is_told_to_its_own_side_only() -> None:
    battle: Battle = fight(bare("Y1", "1015", marks={"hidden": True}), blows=(hit("Y1", 1),))
    assert {event.seen_by for event in assess(battle, *FINAL).events} == {("Y",)}


def test_the_end_of_a_hidden_craft_is_seen_by_everyone() -> None:
    lost = bare("Y1", "1015", final_damage=1, engines=1, marks={"hidden": True})
    done = assess(fight(lost, blows=(hit("Y1", 1),)), *FINAL)
    assert [event.seen_by for event in of(Gone, done)] == [("*",)]
    assert not done.state.craft["Y1"].hidden


def test_blows_can_be_settled_outside_the_segment_without_acid() -> None:
    craft = bare("Y1", "1015", marks={"acid": (Acid(1, 3, 1),)})
    battle = fight(craft, impulse=3, blows=(hit("Y1", 1),))
    dice = kit.scripted(*FINAL)
    done = assessment.settle(battle, (), dice)
    assert_used_up(dice)
    assert [event.points for event in of(Struck, done)] == [1]
    assert done.state.craft["Y1"].acid == craft.acid
