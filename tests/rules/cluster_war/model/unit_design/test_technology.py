"""What a design's parts have to be known for: without the technology nothing is built or refitted (8.0, 3.1)."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.industry.refit_orders import RefitUnits
from rules.cluster_war.model.race_design.sheet import DEFAULT_SETTINGS
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.sides import Side
from rules.cluster_war.model.unit_design.checks import design_of
from rules.cluster_war.model.unit_design.pricing import known_layout
from rules.cluster_war.model.unit_design.sheet import UnitText, read_unit
from rules.cluster_war.model.unit_design.technology import fitted_parts, lines_of, technology_problems
from rules.values import IllegalOrderError, changed
from tests.rules.cluster_war.yard import HOME, YARD, empire, failures, fleet, plan, turn

LASER = changed(YARD["dd2"], layout={"Beam emitter 4": 4, "Drive 4G": 8})
"""A ship whose beams are one better than everybody's."""


def owner(**changes: object) -> Side:
    """The humans, who know nothing special."""
    return changed(empire().sides["humans"], **{"technologies": (), **changes})  # type: ignore[arg-type] # Side's fields


def rules(design: Design, side: Side | None = None, settings: Settings = DEFAULT_SETTINGS) -> list[str]:
    """The rules by which the design waits."""
    return [p.rule for p in technology_problems(design, side or owner(), settings)]


def built_of(*labels: str, **more: object) -> Design:
    """A ship with these parts."""
    return changed(YARD["dd2"], layout=dict.fromkeys(labels, 1), **more)  # type: ignore[arg-type] # Design's fields


def knowing(state: GameState, *technologies: str, designs: Mapping[str, Design] | None = None) -> GameState:
    """The state with other technologies and designs of the humans."""
    side = changed(state.sides["humans"], technologies=technologies, designs=designs or state.sides["humans"].designs)
    return changed(state, sides={**state.sides, "humans": side})


@pytest.mark.rule("CW-8.0-07")
@pytest.mark.parametrize(
    ("label", "technology"),
    [
        ("Resistant armor 5", "Resistant Armor"),
        ("Battle computer 1", "Battle Computers I"),
        ("ECM 1", "ECM Systems"),
        ("Jump gate 50", "Jump Gates"),
        ("Beam emitter 4", "Beam Weapons Technology"),
        ("Shield projector 2", "Shield Amplification Technology"),
        ("Beam emitter 3, Heat", "Beam Weapons: Heat Weapons"),
        ("Mass driver", "Mass Driver Technology"),
        ("Beam rider", "Beam Rider System"),
    ],
)
def test_a_component_waits_for_its_technology(label: str, technology: str) -> None:
    design = built_of("Bridge", label)
    assert any(technology in p.text for p in technology_problems(design, owner(), DEFAULT_SETTINGS))
    assert rules(design, owner(technologies=(technology,))) == []


@pytest.mark.rule("CW-8.0-07", "CW-3.1-36", "CW-3.1-45", "CW-3.1-42")
@pytest.mark.parametrize(
    ("design", "technology"),
    [
        (changed(YARD["dd2"], traits=("android",)), "Battle Computers III: Androids"),
        (changed(YARD["dd2"], traits=("crewless",)), "Battle Computers II: Artificial Intelligence"),
        (changed(YARD["fighter"], traits=("ai",)), "Battle Computers II: Artificial Intelligence"),
        (YARD["droids"], "Battle Computers III: Androids"),
        (YARD["mega"], "Ground Forces: Continental Siege Units"),
        (changed(YARD["dd2"], traits=("cloaked",)), "Cloaking Technology"),
        (changed(YARD["dd2"], traits=("asteroid",)), "Asteroid Ships"),
        (changed(YARD["fighter"], layout={"FTL drive": 1}), "Fighter FTL Technology"),
        (changed(YARD["dd2"], ftl="jump"), "Jump Drive"),
    ],
)
def test_a_unit_of_a_special_kind_waits_for_its_technology(design: Design, technology: str) -> None:
    assert rules(design)
    assert rules(design, owner(technologies=(technology,))) == []


@pytest.mark.rule("CW-3.1-72", "CW-3.1-73", "CW-3.1-75")
def test_what_the_race_gave_up_is_not_built_until_it_is_learned() -> None:
    race = changed(owner().race, disadvantages=("No Armor", "No Beam Weapons"))
    assert rules(built_of("High grade armor 5"), owner(race=race)) == ["CW-3.1-73"]
    assert "CW-3.1-75" in rules(built_of("Beam emitter 3"), owner(race=race))
    assert rules(built_of("High grade armor 5"), owner(race=race, technologies=("Armor",))) == []


@pytest.mark.rule("CW-6.5-11")
def test_suits_wait_for_the_first_generation() -> None:
    suits = changed(YARD["tanks"], traits=("suit",), ratings=(4, 4, 3, 3))
    assert rules(suits, owner(technologies=("Pre-FTL",))) == ["CW-6.5-11"]
    assert rules(suits) == []
    for later in (changed(suits, ratings=(7, 4, 3, 3)), changed(suits, traits=("air mobile", "vehicle"))):
        assert rules(later) == ["CW-6.5-11"]
        assert rules(later, owner(technologies=("Second Generation",))) == []


def test_a_gate_that_nobody_has_listed_takes_its_technology_too() -> None:
    gate = changed(YARD["way"], gate=40)
    assert rules(gate) == ["CW-A-33"]
    assert rules(gate, owner(technologies=("Jump Gates",))) == []


def test_what_nobody_has_listed_is_taken_as_it_is() -> None:
    assert [d.id for d in YARD.values() if rules(d)] == ["droids", "droidtanks", "mega"]


def test_the_game_master_may_ask_for_another_technology() -> None:
    other = Settings(overrides={"CW-TAB-PART-LIMITS/ECM/any/technology": "Jamming"})
    design = built_of("ECM 1")
    side = owner(technologies=("ECM Systems",))
    assert rules(design, side) == []
    assert any("Jamming" in p.text for p in technology_problems(design, side, other))


def test_layouts_are_read_as_they_are_written() -> None:
    design = built_of("Beam emitter 4, Heat", "Drive 5/2G", "Gravity lens", "Cargo bay", "Lens 7")
    assert [
        (f.name, f.part is not None, f.rating, f.effects) for f in fitted_parts(design.layout, DEFAULT_SETTINGS)
    ] == [
        ("Beam emitter", True, Fraction(4), ("Heat",)),
        ("Drive", True, Fraction(5, 2), ()),
        ("Gravity lens", False, Fraction(0), ()),
        ("Cargo bay", True, Fraction(0), ()),
        ("Lens 7", False, Fraction(0), ()),
    ]


@pytest.mark.rule("CW-8.0-07")
def test_nothing_is_built_before_it_is_learned_and_the_turn_says_so_if_it_is_lost() -> None:
    state = knowing(empire(shipyard_bays=40), designs={**YARD, "dd2": LASER})
    order = BuildUnits(HOME, "dd2", 1, 0)
    with pytest.raises(IllegalOrderError, match="needs Beam Weapons Technology at level 1") as refused:
        plan(state, order)
    assert refused.value.rule == "CW-8.0-07"
    able = knowing(state, "Beam Weapons Technology")
    assert plan(able, order).cost == 90
    assert len(turn(able, order).state.ships) == 1
    lost = turn(state, order)
    assert (lost.state.builds, lost.state.ships) == ({}, {})
    assert failures(lost) == [
        "Destroyer II cannot be built yet. Beam emitter rated 4 needs Beam Weapons Technology at level 1."
    ]


@pytest.mark.rule("CW-8.0-07")
def test_no_refit_to_what_is_not_learned() -> None:
    state = fleet(knowing(empire(shipyard_bays=40), designs={**YARD, "dd2": LASER}), "0303", "destroyer")
    order = RefitUnits(HOME, "dd2", ("humans/DD01",))
    with pytest.raises(IllegalOrderError, match="Beam Weapons Technology"):
        plan(state, order)
    assert len(failures(turn(state, order))) == 1
    assert plan(knowing(state, "Beam Weapons Technology"), order).cost == 10


def test_a_roster_design_is_written_as_a_player_would_write_it() -> None:
    design = changed(
        YARD["dd2"], lrs=1, layout={"Beam emitter 3, Heat": 4, "High grade armor 5": 0, "Gravity lens": 2, "Bridge": 1}
    )
    lines = lines_of(design, DEFAULT_SETTINGS)
    assert lines == (
        "Drive 4G",
        "Bridge",
        "LRS",
        "4 Beam emitter 3 (Heat)",
        "High grade armor 5",
        "custom: Gravity lens, 2 spaces, 0 CPs",
    )
    read = read_unit(UnitText("DD", "Destroyer", "ship", 20, "\n".join(lines)), DEFAULT_SETTINGS)
    assert design_of(read, DEFAULT_SETTINGS).layout == {**known_layout(design, DEFAULT_SETTINGS)}
