"""Building a craft box by box."""

from fractions import Fraction

import pytest

from rules.pentagon_war.designs import Design, GunTrack, MissileType, WeaponBox
from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard.checks import PART_WORDS, add, blank, on_bench, remove
from rules.pentagon_war.shipyard.pricing import free_boxes, price
from rules.values import GameError, IllegalOrderError, NotationError

PLAIN = Options()
STEPS = (
    "screen 3", "engine", "engine", "fuel 2", "capacitor 6", "point defense 3", "radar 3", "radar 6", "armor 1 3",
    "armor 2", "weapon 2 laser", "weapon proton L+R", "gun acid 3", "missile basic", "drone laser", "cargo 8 missiles",
    "aux control", "repair 2", "ramming weight", "attach Hornet at 180 blocking L", "invisibility", "manned", "ramscoop",
)  # fmt: skip


def built(*steps: str) -> Design:
    """A design to which these systems were added one by one."""
    design = blank("Wasp", PLAIN)
    for step in steps:
        design = add(design, step, PLAIN)
    return design


@pytest.mark.rule("PW-S17", "PW-S14", "PW-S54")
def test_a_craft_is_built_box_by_box_and_always_has_its_free_boxes() -> None:
    design = blank("Wasp", PLAIN)
    for step in STEPS:
        design = add(design, step, PLAIN)
        free = free_boxes(design, PLAIN)
        assert design.hull_forward + design.hull_aft == free.hull
        assert design.final_damage == free.final_damage
    assert design.screens == 3
    assert design.radar == (6, 3)
    assert design.armor == (3, 1, 0, 0, 0, 0)
    assert design.weapons == (WeaponBox("laser"), WeaponBox("laser"), WeaponBox("proton", ("L", "R")))
    assert design.guns == (GunTrack("acid", 3),)
    assert design.missiles == (MissileType(),)
    assert (design.manned, design.scoop, design.radar_invisibility) == (True, "ramscoop", True)


def test_taking_everything_off_again_leaves_the_bare_craft() -> None:
    design = built(*STEPS)
    for step in reversed(STEPS):
        design = remove(design, step, PLAIN)
    assert design == blank("Wasp", PLAIN)
    assert price(design, PLAIN) == 0


@pytest.mark.rule("PW-S16", "PW-S55", "PW-S17")
def test_bought_hull_stays_bought_while_the_free_hull_grows() -> None:
    design = built("hull forward 2", "hull aft", "final damage")
    assert price(design, PLAIN) == 3 * 2 + 4
    larger = add(design, "capacitor 20", PLAIN)
    assert price(larger, PLAIN) == 3 * 2 + 4 + 20 * 7
    smaller = remove(larger, "capacitor 20", PLAIN)
    assert smaller.hull_forward + smaller.hull_aft == design.hull_forward + design.hull_aft
    assert price(smaller, PLAIN) == price(design, PLAIN)


@pytest.mark.rule("PW-S15")
def test_hull_moves_between_bow_and_stern() -> None:
    design = built("capacitor 62")
    assert (design.hull_forward, design.hull_aft) == (2, 2)
    moved = add(remove(design, "hull aft", PLAIN), "hull forward", PLAIN)
    assert (moved.hull_forward, moved.hull_aft) == (3, 1)
    assert on_bench(moved, PLAIN).problems == ()


def test_the_bench_tells_total_size_problems_and_advice() -> None:
    bot = on_bench(built("engine", "armor 4", "weapon laser RF", "radar 6"), PLAIN)
    assert (bot.points, bot.exact, bot.size) == (21, Fraction("21.25"), 1)
    assert [problem.rule for problem in bot.problems] == ["PW-S11"]
    assert len(bot.advice) == 2
    assert sum(line.points for line in bot.bill) == bot.exact


@pytest.mark.rule("PW-A24")
def test_a_second_suicide_bomb_is_refused() -> None:
    with pytest.raises(IllegalOrderError) as told:
        add(built("suicide bomb"), "suicide bomb", PLAIN)
    assert told.value.rule == "PW-A24"


@pytest.mark.rule("PW-S10")
def test_armor_without_a_side_is_refused() -> None:
    for text in ("armor", "armor 7", "armor left"):
        with pytest.raises(IllegalOrderError) as told:
            add(blank("Wasp", PLAIN), text, PLAIN)
        assert told.value.rule == "PW-S10"


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("warp drive", "is not a system; there are screen,"),
        ("screen x", "whole number"),
        ("manned twice", "takes nothing after it"),
        ("weapon", "needs to say which"),
        ("weapon phaser", "none of the weapons"),
        ("radar", "whole number"),
        ("s" * 201, "at most 200 characters"),
        ("🛰️", "is not a system"),
        ("", "is not a system"),
    ],
)
def test_what_is_no_system_is_answered_in_words(part: str, words: str) -> None:
    for change in (add, remove):
        with pytest.raises(NotationError, match=words):
            change(blank("Wasp", PLAIN), part, PLAIN)


@pytest.mark.parametrize("part", ["screen", "armor 1", "radar 5", "weapon laser", "gun acid 3", "ramscoop", "engine 3"])
def test_what_is_not_there_cannot_be_taken_off(part: str) -> None:
    with pytest.raises(GameError, match="to take off"):
        remove(blank("Wasp", PLAIN), part, PLAIN)


def test_the_last_of_equal_systems_goes_first() -> None:
    design = built("weapon laser", "weapon proton", "weapon laser")
    assert remove(design, "weapon laser", PLAIN).weapons == (WeaponBox("laser"), WeaponBox("proton"))


def test_every_kind_of_part_is_used_here_or_is_a_plain_count() -> None:
    tried = {word for word in PART_WORDS if any(step.startswith(word) for step in STEPS)}
    rest = {"main control", "hull forward", "hull aft", "final damage"}
    assert set(PART_WORDS) - tried - rest == {
        "directional screens",
        "magnascoop",
        "electronics",
        "suicide bomb",
        "movable",
    }
