"""Boxes that come with a craft for nothing."""

import pytest

from rules.pentagon_war.designs import Design
from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard.checks import blank, check_design
from rules.pentagon_war.shipyard.pricing import Free, built, extras, finish_design, free_boxes, price, price_lines
from rules.values import changed

PLAIN = Options()


def of(boxes: int, *, manned: bool = False) -> Design:
    """A design of so many boxes before hull and final damage: one control, radar 0, and capacitors."""
    return Design("Box", manned=manned, capacitors=boxes - 2, final_damage=0)


@pytest.mark.rule("PW-S14", "PW-S17")
@pytest.mark.parametrize(
    ("boxes", "manned", "hull"),
    [(64, False, 4), (80, False, 5), (65, False, 5), (64, True, 8), (65, True, 9), (2, False, 1), (2, True, 1)],
)
def test_free_hull_is_an_eighth_or_a_sixteenth_of_the_boxes_rounded_up(boxes: int, manned: bool, hull: int) -> None:
    assert sum(built(of(boxes)).values()) == boxes
    assert free_boxes(of(boxes, manned=manned), PLAIN).hull == hull


@pytest.mark.rule("PW-S14")
def test_the_radar_counts_for_hull_and_hull_itself_does_not() -> None:
    assert free_boxes(changed(of(64), radar=(1,)), PLAIN).hull == 5
    assert free_boxes(changed(of(64), hull_forward=30, final_damage=9), PLAIN).hull == 4


@pytest.mark.rule("PW-S54")
@pytest.mark.parametrize(("non_radar", "final"), [(60, 2), (61, 3), (30, 1), (31, 2), (1, 1)])
def test_free_final_damage_is_a_thirtieth_of_the_boxes_outside_the_radar(non_radar: int, final: int) -> None:
    design = Design("Box", capacitors=non_radar - 1, radar=(6, 5, 4, 3), final_damage=0)
    assert free_boxes(design, PLAIN).final_damage == final
    assert free_boxes(changed(design, hull_forward=100), PLAIN).final_damage == final


@pytest.mark.rule("PW-S14", "PW-S54")
def test_a_house_rule_rounds_down() -> None:
    down = Options(overrides={"PW-T30/hull_rounding/value": "down", "PW-T30/final_damage_rounding/value": "down"})
    assert free_boxes(of(79), down) == Free(hull=4, final_damage=2)


@pytest.mark.rule("PW-S17")
def test_hull_and_final_damage_are_worked_out_again_when_boxes_are_added() -> None:
    before = finish_design(of(64), PLAIN, extra_hull=2, extra_final=1)
    after = finish_design(changed(before, capacitors=before.capacitors + 16), PLAIN, *extras(before, PLAIN))
    assert before.hull_forward + before.hull_aft == 4 + 2
    assert after.hull_forward + after.hull_aft == 5 + 2
    assert (before.final_damage, after.final_damage) == (3 + 1, 3 + 1)


@pytest.mark.rule("PW-S15")
@pytest.mark.parametrize("forward", range(6))
def test_hull_is_split_as_the_owner_likes(forward: int) -> None:
    design = changed(finish_design(of(80), PLAIN), hull_forward=forward, hull_aft=5 - forward)
    assert check_design(design, PLAIN) == ()
    assert price(design, PLAIN) == price(finish_design(of(80), PLAIN), PLAIN)


@pytest.mark.rule("PW-S148", "PW-S41", "PW-S84")
def test_a_new_design_has_control_radar_0_hull_and_final_damage_for_nothing() -> None:
    new = blank("New", PLAIN)
    assert (new.main_control, built(new)["radar"], new.radar) == (1, 1, ())
    assert new.hull_forward + new.hull_aft == free_boxes(new, PLAIN).hull == 1
    assert new.final_damage == 1
    assert price(new, PLAIN) == 0
    assert {line.what: line.free for line in price_lines(new, PLAIN)} == {
        "Hull, extra": 1,
        "Radar": 1,
        "Final damage, extra": 1,
        "Main/Aux control": 1,
    }
    assert check_design(new, PLAIN) == ()
