"""What a race adds to crews and troops, and to which of them (CW-3.1-09 to CW-3.1-24, CW-3.1-44 to CW-3.1-47)."""

import pytest

from rules.cluster_war.model.race_design.effects import (
    GroundRatings,
    RaceEffects,
    TroopKind,
    is_chameleon,
    moves_mobile,
    troop_modifiers,
    with_race,
)
from rules.cluster_war.model.race_design.sheet import RaceSheet, SheetEntry
from rules.cluster_war.turn.setup.presets import preset
from tests.rules.cluster_war.model.race_design.of_sheet import effects

TEN = GroundRatings(10, 10, 10, 10)
KINDS: tuple[TroopKind, ...] = ("crew", "foot", "power armor", "mechanized")


def having(*entries: str | SheetEntry) -> RaceEffects:
    """The effects of a race with these entries."""
    taken = tuple(e if isinstance(e, SheetEntry) else SheetEntry(e) for e in entries)
    return effects(RaceSheet(name="Folk", entries=taken))


def added(race: RaceEffects, kind: TroopKind, boarders: bool = False) -> tuple[int, int, int, int]:
    """AR ranged, AR close, DR ranged, DR close that the race adds."""
    got = with_race(TEN, race, kind, boarders)
    return got.ar_ranged - 10, got.ar_close - 10, got.dr_ranged - 10, got.dr_close - 10


@pytest.mark.parametrize(
    ("entry", "change", "kinds"),
    [
        pytest.param("Extra Durability", (0, 0, 0, 1), KINDS, marks=pytest.mark.rule("CW-3.1-13")),
        pytest.param("Extra Strength", (0, 1, 0, 0), KINDS[:3], marks=pytest.mark.rule("CW-3.1-15", "CW-3.1-24")),
        pytest.param("Natural Armor", (0, 0, 0, 1), KINDS[:3], marks=pytest.mark.rule("CW-3.1-20", "CW-3.1-24")),
        pytest.param("Natural Weapons", (0, 1, 0, 0), KINDS[:3], marks=pytest.mark.rule("CW-3.1-21", "CW-3.1-24")),
        pytest.param("Ground Forces Technology", (1, 1, 1, 1), KINDS[1:], marks=pytest.mark.rule("CW-3.1-44")),
        pytest.param("Ground Forces: Personal Shields", (0, 0, 1, 1), KINDS, marks=pytest.mark.rule("CW-3.1-47")),
        pytest.param("Weak", (-2, -2, 0, 0), KINDS, marks=pytest.mark.rule("CW-3.1-69")),
    ],
)
def test_an_entry_changes_the_ratings_of_whom_it_helps(
    entry: str, change: tuple[int, int, int, int], kinds: tuple[TroopKind, ...]
) -> None:
    race = having(entry)
    for kind in KINDS:
        assert added(race, kind) == (change if kind in kinds else (0, 0, 0, 0))
        assert added(having(SheetEntry(entry, 2)), kind) == tuple(2 * n for n in added(race, kind))


@pytest.mark.rule("CW-3.1-46")
def test_intruder_defence_counts_only_against_boarders() -> None:
    race = having("Ground Forces: Intruder Defense Systems")
    assert added(race, "crew") == (0, 0, 0, 0)
    assert added(race, "crew", boarders=True) == (1, 1, 1, 1)
    assert added(race, "foot", boarders=True) == (1, 1, 1, 1)


@pytest.mark.rule("CW-3.1-15")
def test_strong_troops_in_light_power_armor_hit_harder_at_close_quarters() -> None:
    light_power = GroundRatings(6, 6, 5, 5)
    assert with_race(light_power, having("Extra Strength"), "power armor") == GroundRatings(6, 7, 5, 5)


@pytest.mark.rule("CW-3.1-13", "CW-3.1-15", "CW-3.1-20")
def test_vermin_stack_what_they_bought() -> None:
    vermin = effects(preset("Vermin"))
    assert added(vermin, "foot") == (0, 2, 0, 2)
    assert added(vermin, "mechanized") == (0, 0, 0, 1)
    assert [(m.reason, m.rule) for m in troop_modifiers(vermin, "foot")] == [
        ("Extra Durability", "CW-3.1-13"),
        ("Extra Strength +2", "CW-3.1-15"),
        ("Natural Armor", "CW-3.1-20"),
    ]


@pytest.mark.rule("CW-3.1-69")
def test_weakness_stops_at_nothing() -> None:
    assert with_race(GroundRatings(1, 3, 0, 0), having("Weak"), "foot") == GroundRatings(0, 1, 0, 0)


@pytest.mark.rule("CW-3.1-09", "CW-3.1-24")
@pytest.mark.parametrize(
    ("kind", "hides"), [("foot", True), ("power armor", False), ("mechanized", False), ("crew", False)]
)
def test_only_light_troops_are_natural_chameleons(kind: TroopKind, hides: bool) -> None:
    assert is_chameleon(having("Chameleon"), kind) is hides
    assert not is_chameleon(having(), kind)


@pytest.mark.rule("CW-3.1-16", "CW-3.1-24")
@pytest.mark.parametrize(("kind", "flies"), [("foot", True), ("power armor", False), ("mechanized", False)])
def test_only_foot_troops_fly(kind: TroopKind, flies: bool) -> None:
    assert moves_mobile(having("Flight"), kind) is flies
    assert not moves_mobile(having(), kind)
