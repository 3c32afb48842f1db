"""Planets from scripted dice: numbers, warmth, STEP codes, life, maximum CPs (CW-B-36 to CW-B-55)."""

from collections.abc import Sequence

import pytest

from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.model.state.places import Body
from rules.cluster_war.model.worlds.cluster import may_have_planets
from rules.cluster_war.model.worlds.planets import Maker, roll_bodies, roll_body, roll_life, roll_max_cp
from rules.dice import ScriptedDice
from tests.used_up import assert_used_up

OORT_INDEX = 120
CP_150 = (50, 50, 50)


def maker(dice: ScriptedDice, settings: Settings | None = None) -> Maker:
    """A maker of a full cluster with these dice."""
    chosen = settings or Settings()
    return Maker(chosen, tables(chosen), dice, 70, 70)


def body_of(faces: Sequence[int], index: int, settings: Settings | None = None) -> Body:
    """One planet from exactly these faces."""
    dice = ScriptedDice(faces)
    body = roll_body(maker(dice, settings), "generation/2034/1", 1, index)
    assert_used_up(dice)
    return body


def bodies_of(faces: Sequence[int], code: str) -> tuple[Body, ...]:
    """A star's planets from exactly these faces."""
    dice = ScriptedDice(faces)
    bodies = roll_bodies(maker(dice), "2034", code)
    assert_used_up(dice)
    return bodies


@pytest.mark.rule("CW-B-36")
@pytest.mark.parametrize(
    ("code", "faces", "number"),
    [
        ("O", (4,), 4),
        ("B", (6,), 6),
        ("A", (8,), 8),
        ("F", (10,), 11),
        ("G", (3, 4), 10),
        ("K", (1,), 4),
        ("M", (1,), 2),
    ],
)
def test_the_class_says_how_many_planets_there_are(code: str, faces: tuple[int, ...], number: int) -> None:
    dice = ScriptedDice(faces)
    table = tables(Settings())["CW-B-T15"]
    assert maker(dice).sum("planets", table.cell(code, "dice")) == number
    assert_used_up(dice)


@pytest.mark.rule("CW-B-36", "CW-B-37")
@pytest.mark.parametrize("code", ["O", "B", "A", "F", "G", "K", "M"])
def test_the_dice_of_a_class_give_just_the_printed_range(code: str) -> None:
    row = tables(Settings())["CW-B-T15"].row(code)
    count = 2 if row["dice"].startswith("2d") else 1
    sides = int(row["dice"].partition("d")[2].partition("+")[0])
    lowest = maker(ScriptedDice([1] * count)).sum("planets", row["dice"])
    highest = maker(ScriptedDice([sides] * count)).sum("planets", row["dice"])
    assert (lowest, highest) == (int(row["min"]), int(row["max"]))


@pytest.mark.rule("CW-B-38")
@pytest.mark.parametrize("code", ["Og", "Osg"])
def test_giants_and_dwarfs_use_the_row_of_their_letter(code: str) -> None:
    assert may_have_planets((code,))
    ordinary = bodies_of((1, 4, 3, 3, 3, 3, *CP_150), "O")
    assert bodies_of((1, 4, 3, 3, 3, 3, *CP_150), code) == ordinary


@pytest.mark.rule("CW-B-39", "CW-B-40")
def test_the_first_index_comes_from_the_class_and_each_further_one_is_6_to_15_more() -> None:
    system = bodies_of((1, 7, 5, 3, 3, 3, 3, *CP_150, 3, 3, 3, 3, 100, *CP_150), "F")
    assert [body.index for body in system] == [11, 21]
    assert [body.step[1] for body in system] == ["9", "8"]
    assert [body.orbit for body in system] == [1, 2]


@pytest.mark.rule("CW-B-39")
@pytest.mark.parametrize(
    ("index", "temperature"),
    [
        (1, "X"),
        (10, "X"),
        (11, "9"),
        (20, "9"),
        (21, "8"),
        (26, "7"),
        (31, "6"),
        (36, "5"),
        (41, "4"),
        (46, "3"),
        (56, "2"),
        (75, "1"),
    ],
)
def test_the_index_gives_the_temperature(index: int, temperature: str) -> None:
    assert body_of((2, 2, 1, 1, *CP_150), index).step[1] == temperature


@pytest.mark.rule("CW-B-41", "CW-B-44")
def test_every_body_of_the_oort_cloud_is_0000() -> None:
    assert body_of((60,), 86).step == "0000"
    assert body_of((60,), OORT_INDEX) == Body(1, "0000", 22, OORT_INDEX)


@pytest.mark.rule("CW-B-42", "CW-B-44")
def test_a_plutonian_world_has_no_warmth_and_no_air() -> None:
    assert body_of((3, 3, 6, *CP_150), 80).step == "5007"


@pytest.mark.rule("CW-B-43")
@pytest.mark.parametrize(("faces", "size"), [((1, 1), "1"), ((3, 3), "5"), ((5, 5), "9"), ((5, 6), "X"), ((6, 6), "X")])
def test_size_is_two_dice_less_one_and_x_above_nine(faces: tuple[int, int], size: str) -> None:
    cps = {"1": (50,), "X": (50, 50)}.get(size, CP_150)
    assert body_of((*faces, 1, *cps), 80).step[0] == size


@pytest.mark.rule("CW-B-43")
def test_a_campaign_may_take_two_off_so_that_asteroids_appear() -> None:
    assert body_of((1, 1, 1, 50), 80, Settings(size_dice_offset=2)).step[0] == "0"
    assert body_of((1, 1, 1, 50), 80, Settings(size_dice_offset=5)).step[0] == "0"


@pytest.mark.rule("CW-B-44", "CW-B-45")
@pytest.mark.parametrize(
    ("size_faces", "air", "ground", "step"),
    [((3, 3), 3, 5, "5356"), ((4, 5), 6, 1, "8397"), ((5, 5), 1, 6, "937X"), ((1, 1), 5, 4, "1310")],
)
def test_environment_and_planet_code_hang_on_the_size(
    size_faces: tuple[int, int], air: int, ground: int, step: str
) -> None:
    cps = (50,) if step[0] == "1" else CP_150
    assert body_of((*size_faces, air, ground, *cps), 50).step == step


@pytest.mark.rule("CW-B-47")
@pytest.mark.parametrize(("index", "step"), [(35, "5656"), (30, "5755"), (25, "5855"), (15, "5955"), (5, "5X55")])
def test_hot_water_worlds_are_living_worlds(index: int, step: str) -> None:
    life = (100,) if step[1] in "5678" else ()
    assert body_of((3, 3, 3, 5, *life, *CP_150), index).step == step


@pytest.mark.rule("CW-B-49", "CW-B-50", "CW-B-51")
@pytest.mark.parametrize(
    ("step", "life"),
    [
        ("5555", "terrestrial"),
        ("4465", "terrestrial"),
        ("6640", "terrestrial"),
        ("5855", "silicon"),
        ("3773", "silicon"),
        ("X1X9", "methane"),
        ("X400", "methane"),
    ],
)
def test_life_comes_to_one_world_in_three_of_its_kind(step: str, life: str) -> None:
    for face, found in ((33, life), (34, "")):
        dice = ScriptedDice([face])
        assert roll_life(maker(dice), "key", step) == found
        assert_used_up(dice)


@pytest.mark.rule("CW-B-49", "CW-B-50", "CW-B-51")
@pytest.mark.parametrize(
    "step", ["5355", "7555", "5575", "5955", "8855", "2755", "5725", "X555", "9199", "X099", "0000"]
)
def test_no_other_world_is_even_rolled_for(step: str) -> None:
    assert roll_life(maker(ScriptedDice([])), "key", step) == ""


@pytest.mark.rule("CW-B-52", "CW-7.0-05")
@pytest.mark.parametrize(
    ("step", "faces", "cps"),
    [
        ("5555", (50, 50, 50), 250),
        ("3333", (1, 1, 1), 103),
        ("2211", (70,), 120),
        ("0001", (1,), 51),
        ("X3X9", (60, 40), 150),
    ],
)
def test_maximum_cps_hang_on_the_size(step: str, faces: tuple[int, ...], cps: int) -> None:
    dice = ScriptedDice(faces)
    assert roll_max_cp(maker(dice), "key", step) == cps
    assert_used_up(dice)


@pytest.mark.rule("CW-B-53", "CW-B-54", "CW-B-55")
@pytest.mark.parametrize(
    ("step", "faces", "cps"),
    [
        ("1100", (68,), 23),
        ("5955", (51, 50, 50), 125),
        ("5X55", (51, 50, 50), 125),
        ("5X50", (50, 25, 25), 40),
        ("5855", (50, 50, 51), 251),
    ],
)
def test_dead_and_hot_worlds_hold_less_and_only_the_worse_counts(step: str, faces: tuple[int, ...], cps: int) -> None:
    assert roll_max_cp(maker(ScriptedDice(faces)), "key", step) == cps


def test_a_table_cell_without_dice_in_it_is_a_bug() -> None:
    with pytest.raises(ValueError, match="are not dice"):
        maker(ScriptedDice([])).sum("key", "many")
