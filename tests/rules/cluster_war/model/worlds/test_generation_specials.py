"""Objects, specials and their follow-up rolls from scripted dice (CW-B-05 to CW-B-35)."""

from collections.abc import Sequence

import pytest

from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.model.state.places import Body, Special, StarSystem
from rules.cluster_war.model.worlds.cluster import may_have_planets, roll_object, roll_system
from rules.cluster_war.model.worlds.planets import (
    Find,
    Maker,
    follow,
    roll_deep_space,
    roll_planetary,
    roll_resource,
    roll_wormhole,
)
from rules.dice import ScriptedDice
from tests.used_up import assert_used_up

LUSH = Body(1, "5555", 120, 38, "terrestrial")
RICH = Body(2, "8388", 380, 50)
DEAD = Body(3, "0000", 21, 99)
WORLDS = (LUSH, RICH, DEAD)


def maker(dice: ScriptedDice) -> Maker:
    """A maker of a full cluster with these dice."""
    return Maker(Settings(), tables(Settings()), dice, 70, 70)


def followed(faces: Sequence[int], follow_up: str) -> tuple[str, ...]:
    """The lines that a follow-up writes from exactly these faces."""
    dice, find = ScriptedDice(faces), Find()
    follow(maker(dice), "2034", "key", follow_up, find)
    assert_used_up(dice)
    return tuple(find.lines)


def planetary(faces: Sequence[int]) -> tuple[Special | None, tuple[Body, ...]]:
    """A planetary special from exactly these faces."""
    dice = ScriptedDice(faces)
    special, bodies, destination = roll_planetary(maker(dice), "2034", WORLDS)
    assert_used_up(dice)
    assert destination == ""
    return special, bodies


def system_of(faces: Sequence[int]) -> StarSystem:
    """An occupied hex from exactly these faces."""
    dice = ScriptedDice(faces)
    system = roll_system(maker(dice), "2034", "Belanris")
    assert_used_up(dice)
    return system


@pytest.mark.rule("CW-B-05", "CW-2.0-04")
@pytest.mark.parametrize(
    ("face", "code"),
    [
        (1, "O"),
        (5, "Ofl"),
        (10, "B"),
        (15, "Adw"),
        (26, "G"),
        (55, "K"),
        (56, "M"),
        (75, "Mfl"),
        (90, "Neb"),
        (93, "Hyp"),
        (97, "Neu"),
        (99, "Wrm"),
    ],
)
def test_one_roll_names_the_object(face: int, code: str) -> None:
    assert roll_object(maker(ScriptedDice([face])), "2034") == (code,)


@pytest.mark.rule("CW-B-06")
def test_a_binary_is_two_stars_however_often_it_takes() -> None:
    dice = ScriptedDice([100, 80, 30, 100, 97, 60])
    assert roll_object(maker(dice), "2034") == ("G", "M")
    assert_used_up(dice)


@pytest.mark.rule("CW-B-08")
@pytest.mark.parametrize("face", [2, 5, 69, 75, 80, 91, 92, 93, 94, 95, 96, 97], ids=lambda face: f"object roll {face}")
def test_flares_variables_and_whatever_is_no_star_have_no_planets(face: int) -> None:
    system = system_of((face, 100))
    assert system.bodies == ()
    assert not may_have_planets(system.codes)
    assert not may_have_planets(("G", *system.codes))
    assert may_have_planets(("G", "M"))


@pytest.mark.rule("CW-B-10", "CW-B-27")
def test_a_hex_without_planets_has_a_special_on_three_or_less() -> None:
    assert system_of((80, 4)).special is None
    found = system_of((80, 3, 96)).special
    assert found == Special("Something Extraordinary")


@pytest.mark.rule("CW-B-32")
def test_a_system_with_planets_has_a_special_on_fifteen_or_less_once() -> None:
    assert planetary((16,)) == (None, WORLDS)
    assert planetary((15, 100)) == (Special("Something Extraordinary"), WORLDS)


@pytest.mark.rule("CW-B-10", "CW-B-32")
def test_a_hex_rolls_one_kind_of_special_and_never_both() -> None:
    alone = ScriptedDice([1, 1, 5, 4, 3, 3, 3, 50, 50, 50, 100])
    roll_system(maker(alone), "2034")
    keys = [roll.key for roll in alone.rolls if roll.key == "generation/2034/special"]
    assert_used_up(alone)
    assert keys == ["generation/2034/special"]


@pytest.mark.rule("CW-B-11", "CW-B-29", "CW-B-30")
def test_alien_ships_bring_culture_attitude_and_physiology() -> None:
    dice = ScriptedDice([2, 5, 70, 50, 20])
    special, _ = roll_deep_space(maker(dice), "2034")
    assert_used_up(dice)
    assert special == Special(
        "Alien Scoutship",
        ("Culture: 2nd Gen FTL Culture", "Attitude: Neutral", "Physiology: Invertebrate Life form"),
    )


@pytest.mark.rule("CW-B-12", "CW-B-28", "CW-B-31")
def test_an_artifact_leads_on_by_its_row() -> None:
    assert followed((20,), "artifact") == ("Artifact: Stasis Module (Cluster Map)",)
    assert followed((61, 55), "artifact")[1] == "Drive: abandoned jump gate"
    assert followed((45, 15, 97, 100), "artifact")[1:3] == ("Technology: 1st Gen FTL Culture", "Attitude: Xenophobic")
    assert followed((6, 36), "artifact")[1].startswith("Monster: Star Dragon, number 1, hull 40")
    assert followed((30, 71), "artifact")[1].startswith("Trap: Ancient Minefield")
    stasis = followed((61, 81, 61, 1, 1), "artifact")
    assert [line.partition(":")[0] for line in stasis] == ["Artifact", "Drive", "Technology", "Attitude", "Physiology"]


@pytest.mark.rule("CW-B-13")
def test_a_wormhole_leads_elsewhere_in_the_cluster_or_out_of_it() -> None:
    here = 19 * 70 + 33
    for face, end in ((1, "0101"), (here, "2033"), (here + 1, "2035"), (70 * 70 - 1, "7070")):
        dice = ScriptedDice([75, face])
        assert roll_wormhole(maker(dice), "2034", "key")[1] == end
    assert roll_wormhole(maker(ScriptedDice([76])), "2034", "key") == ("other end in a 'bolt hole' system", "")
    assert roll_wormhole(maker(ScriptedDice([100])), "2034", "key") == ("other end in another cluster", "")


@pytest.mark.rule("CW-B-13")
def test_a_wormhole_on_the_map_remembers_where_it_leads() -> None:
    assert system_of((98, 100, 10, 1)).destination == "0101"
    assert system_of((98, 100, 80)).special == Special("Wormhole", ("Wormhole: other end in a 'bolt hole' system",))
    both = system_of((98, 1, 96, 100)).special
    assert both == Special("Something Extraordinary", ("Wormhole: other end in another cluster",))


@pytest.mark.rule("CW-B-14", "CW-B-17", "CW-B-18")
@pytest.mark.parametrize(
    ("faces", "line"),
    [
        ((26, 2, 3, 4), "Monster: Space Whale, number 9, hull 20 (harmless)"),
        (
            (41, 5),
            "Monster: Star Dragons, number 2 adults and 5 youths, hull 40 adults, 20 youths (the adults guard their young)",
        ),
        ((46, 5, 6), "Monster: Space Sharks, number 11, hull 10 (gunboat) (go for anything that moves)"),
        ((71, 10, 2), "Monster: Flesh Eaters, number 12 militia teams (board and eat the crew)"),
        (
            (76, 1, 1),
            "Monster: Thought Eaters, number 2 militia teams (drain the crew; strong in attack, weak in defence)",
        ),
        ((81, 3, 3), "Monster: Energy Eaters, number 6 infantry teams (board and eat power and drive systems)"),
    ],
)
def test_monsters_come_in_numbers_and_sizes(faces: tuple[int, ...], line: str) -> None:
    assert followed(faces, "monster") == (line,)


@pytest.mark.rule("CW-B-16")
@pytest.mark.parametrize(("face", "share"), [(1, 25), (6, 50), (13, 75), (20, 100)])
def test_parasites_take_a_share_of_the_crew(face: int, share: int) -> None:
    assert followed((face,), "monster") == (f"Monster: Parasites ({share}% of the crew catch them)",)


@pytest.mark.rule("CW-B-15", "CW-B-28", "CW-B-29")
def test_pirates_come_by_surprise_with_a_worse_attitude() -> None:
    lines = followed((90, 3, 4, 61, 5, 5, 5, 5, 40), "monster")
    assert lines == (
        "Monster: Space Pirates, number 7 space marine combat teams (attack by surprise)",
        "Technology: 2nd Gen FTL Culture",
        "Attitude: Belligerent",
        "Physiology: Vertebrate Life form",
    )
    mildest = followed((90, 1, 1, 61, 1, 1, 1, 1, 40), "monster")
    assert mildest[2] == "Attitude: Belligerent"


@pytest.mark.rule("CW-B-19", "CW-B-20")
@pytest.mark.parametrize(("face", "kind"), [(1, "a gravitic storm"), (6, "an ion storm"), (20, "a magnetic storm")])
def test_trap_storms_have_a_force_of_one_die_of_three_less_one(face: int, kind: str) -> None:
    for die, force in ((1, 0), (3, 2)):
        assert followed((face, die), "trap")[0].endswith(f"(raises {kind} of force {force})")


@pytest.mark.rule("CW-B-28")
@pytest.mark.parametrize(
    ("face", "row"),
    [(10, "Pre-FTL"), (11, "1st Gen"), (20, "1st Gen"), (60, "1st Gen"), (61, "2nd Gen"), (100, "2nd Gen")],
)
def test_technology_of_pirates_and_aliens(face: int, row: str) -> None:
    assert followed((face,), "technology") == (f"Technology: {row} FTL Culture".replace("Pre-FTL FTL", "Pre-FTL"),)


@pytest.mark.rule("CW-B-29")
@pytest.mark.parametrize(
    ("face", "row"),
    [(2, "Total Pacifists"), (60, "Neutral"), (96, "Xenophobic"), (98, "Xenophobic"), (99, "Totally Xenophobic")],
)
def test_attitudes_run_in_ten_steps(face: int, row: str) -> None:
    assert followed((face,), "attitude") == (f"Attitude: {row}",)


@pytest.mark.rule("CW-B-34")
def test_a_strategic_resource_may_turn_out_special() -> None:
    assert roll_resource(maker(ScriptedDice([26])), "key") == "Heavy Metals"
    assert roll_resource(maker(ScriptedDice([65])), "key") == "Radioactives"
    assert roll_resource(maker(ScriptedDice([76, 11])), "key") == "Exotic Gasses"


@pytest.mark.rule("CW-B-35")
def test_living_resources_go_to_the_most_habitable_world_and_others_to_the_richest() -> None:
    for face in (11, 20, 55):
        special, bodies = planetary((15, 31, face))
        assert special is None
        assert [body.orbit for body in bodies if body.resources] == [1]
    _, bodies = planetary((1, 80, 30))
    assert [body.resources for body in bodies] == [(), ("Heavy Metals",), ()]


@pytest.mark.rule("CW-B-34")
def test_something_unique_is_for_the_gm_to_choose() -> None:
    special, bodies = planetary((1, 80, 76, 91))
    assert special is not None
    assert (special.kind, special.orbit) == ("Something Unique", 2)
    assert "Neutronium" in special.details[0]
    assert bodies == WORLDS


@pytest.mark.rule("CW-B-32")
def test_civilizations_live_on_the_most_habitable_world() -> None:
    special, _ = planetary((1, 6, 30, 30, 30))
    assert special is not None
    assert (special.kind, special.orbit) == ("Alien Civilization", 1)
    assert special.details[0] == "Technology: 1st Gen FTL Culture"
