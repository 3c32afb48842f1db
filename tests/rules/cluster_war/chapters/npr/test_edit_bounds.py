"""Profiles of races that the game master runs: what may just be, what may not, and changes of one part that leave the others."""

from typing import Any

import pytest

from rules.cluster_war.chapters.npr import amendments
from rules.cluster_war.chapters.npr.amendments import (
    MOST_CPS,
    MOST_PARTS,
    MOST_RACES,
    MOST_SHIPS,
    check_npr,
    npr_named,
    with_colony,
    with_fields,
    with_force,
    with_home_colony,
    with_relation,
    without_colony,
)
from rules.cluster_war.model.state.npr import NprColony, NprForce
from rules.values import GameError, changed
from tests.rules.cluster_war.chapters.npr.hive import HOME, hive, world

STATE = world()
FORCE = NprForce("1", "Guards", HOME, 1, 1)


@pytest.mark.rule("CW-19.0-16")
@pytest.mark.parametrize(
    "change",
    [
        {"gross": 0},
        {"gross": MOST_CPS},
        {"ceiling": 0},
        {"ceiling": MOST_CPS},
        {"growth": (-100, 100)},
        {"name": "H"},
        {"name": "H" * 60},
        {"notes": "x" * 4000},
        {"technologies": tuple(map(str, range(MOST_PARTS)))},
        {"forces": (changed(FORCE, ships=MOST_SHIPS, hull=MOST_CPS),)},
        {"forces": (FORCE, changed(FORCE, id="2"))},
        {"forces": (changed(FORCE, name="G" * 60),)},
        {"relations": {"humans": -3, "vermin": 3}},
        {"sites": (f"{HOME}-2",)},
        {"home_step": ""},
    ],
)
def test_what_may_just_be(change: dict[str, Any]) -> None:
    check_npr(STATE, hive(**change))


@pytest.mark.rule("CW-19.0-16")
@pytest.mark.parametrize(
    "change",
    [
        {"gross": MOST_CPS + 1},
        {"ceiling": -1},
        {"ceiling": MOST_CPS + 1},
        {"growth": (0, -101)},
        {"name": "H" * 61},
        {"name": "H\n"},
        {"culture": "x" * 4001},
        {"story": "x" * 4001},
        {"forces": (changed(FORCE, ships=MOST_SHIPS + 1),)},
        {"forces": (changed(FORCE, hull=0),)},
        {"forces": (changed(FORCE, hull=MOST_CPS + 1),)},
        {"forces": (changed(FORCE, role="picnic"),)},  # type: ignore[arg-type] # as a file might have it
        {"forces": (changed(FORCE, id="one"),)},
        {"forces": (changed(FORCE, name="G" * 61),)},
        {"relations": {"humans": -4}},
        {"sites": (f"{HOME}-123",)},
        {"sites": (f"{HOME}-x",)},
        {"sites": (f"{HOME}-9",)},
        {"sites": ("0101-1",)},
        {"id": ""},
    ],
)
def test_what_may_just_not_be(change: dict[str, Any]) -> None:
    with pytest.raises(GameError):
        check_npr(STATE, hive(**change))


def test_one_more_race_than_the_last_is_too_many_and_a_race_does_not_count_beside_itself() -> None:
    many = {f"r{n}": hive(id=f"r{n}", name=f"R{n}", colonies=(), forces=()) for n in range(MOST_RACES - 1)}
    check_npr(changed(STATE, nprs=many), hive())
    check_npr(changed(STATE, nprs={**many, "hive": hive()}), hive())


def test_another_races_name_and_world_are_taken() -> None:
    other = hive(id="ants", name="Ants", forces=())
    state = changed(STATE, nprs={"ants": other})
    with pytest.raises(GameError, match="is settled already"):
        check_npr(state, hive())
    with pytest.raises(GameError, match="is taken"):
        check_npr(state, hive(name="ANTS", colonies=()))
    check_npr(state, hive(colonies=()))


def test_a_race_is_found_among_others_by_id_and_by_name() -> None:
    nprs = {"ants": hive(id="ants", name="Black Ants"), "hive": hive()}
    assert npr_named(nprs, "hive").id == "hive"
    assert npr_named(nprs, "ants").id == "ants"
    assert npr_named(nprs, "black ANTS").id == "ants"
    with pytest.raises(GameError, match="Make one with /gm npr set"):
        npr_named({}, "ants")
    with pytest.raises(GameError) as caught:
        npr_named(nprs, "bees")
    assert "Black Ants, The Hive" in str(caught.value)
    assert "Make one" not in str(caught.value)


def test_a_race_with_a_world_at_home_gets_no_other() -> None:
    assert with_home_colony(STATE, hive()) == hive()
    moved = changed(hive(), colonies=(), territory=("0202",))
    made = with_home_colony(STATE, moved)
    assert (len(made.colonies), made.territory, made.settled_at) == (1, ("0202",), moved.gross)


def test_a_force_is_added_changed_and_taken_away_beside_the_others() -> None:
    npr = hive(forces=(changed(FORCE, id="3"), changed(FORCE, id="7", name="Wings")))
    new = with_force(NprForce("", "", HOME, 2, 5), npr)
    assert [f.id for f in new.forces] == ["3", "7", "8"]
    assert new.forces[2].name == f"{FORCE.role.capitalize()} 8"
    other = with_force(changed(FORCE, id="3", name="", ships=9), npr)
    assert [(f.id, f.name, f.ships) for f in other.forces] == [("7", "Wings", 1), ("3", "Guards", 9)]
    gone = with_force(changed(FORCE, id="3", ships=0), npr)
    assert [f.id for f in gone.forces] == ["7"]
    assert amendments.next_force_id(hive(forces=())) == "1"
    with pytest.raises(GameError, match="no force number 5"):
        with_force(changed(FORCE, id="5"), npr)
    with pytest.raises(GameError, match="Name the force's number"):
        with_force(changed(FORCE, id="", ships=0), npr)


def test_a_colony_is_added_or_taken_away_beside_the_others() -> None:
    worlds = (NprColony("0505", 1), NprColony(HOME, 1), NprColony("1515", 3))
    npr = hive(colonies=worlds, territory=(HOME,), sites=("0505-2", "1010-2", "1515-9"))
    more = with_colony(NprColony("1010", 2, "Second"), npr)
    assert [c.id for c in more.colonies] == ["0505-1", f"{HOME}-1", "1515-3", "1010-2"]
    assert more.sites == ("0505-2", "1515-9")
    assert more.territory == (HOME,)
    named = with_colony(NprColony(HOME, 1, "Nest"), npr)
    assert [c.id for c in named.colonies] == ["0505-1", "1515-3", f"{HOME}-1"]
    assert with_colony(NprColony("0505", 2), npr).territory == (HOME, "0505")
    assert [c.id for c in without_colony(NprColony(HOME, 1), npr).colonies] == ["0505-1", "1515-3"]
    with pytest.raises(GameError, match="no colony at"):
        without_colony(NprColony("0707", 1), npr)


def test_what_it_settles_next_counts_from_a_production_that_was_set() -> None:
    npr = hive(settled_at=5, gross=80, relations={"humans": 1})
    assert with_fields({"gross": 200}, npr).settled_at == 200
    assert with_fields({"notes": "Hm."}, npr).settled_at == 5
    assert with_relation("vermin", -2, npr).relations == {"humans": 1, "vermin": -2}
