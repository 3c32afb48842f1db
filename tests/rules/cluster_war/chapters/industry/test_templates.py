"""The hulls a side begins with, and what stands fixed in them (3.0, 6.0)."""

from fractions import Fraction
from pathlib import Path

import pytest

from rules.cluster_war.chapters.industry.amendments import AddDesign
from rules.cluster_war.chapters.industry.drawings import check_template, on_template, owned_templates, start_templates
from rules.cluster_war.model.race_design.sheet import DesignTemplate as Planned
from rules.cluster_war.model.race_design.sheet import StartPackage
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.holdings import Design, Template
from rules.cluster_war.model.unit_design.pricing import complete_design
from rules.cluster_war.model.unit_design.technology import technology_problems
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.presets import preset
from rules.cluster_war.turn.setup.races import start_side
from rules.cluster_war.turn.setup.scenario import Scenario, load_scenario
from rules.values import GameError, IllegalOrderError, changed
from tests.rules.cluster_war.yard import empire

G = Fraction
SCOUT = Design("SC", "Scout", "ship", 8, 30, G(4))
BARGE = Design("BG", "Barge", "ship", 20, 30)
TUG = Design("TG", "Tug", "ship", 20, 40, G(1))
FORT = Design("FT", "Fort", "base", 20, 40)
FIGHTER = Design("FI", "Fighter", "small_craft", 4, 8, G(4))
SCENARIO = Path(__file__).parents[5] / "scenarios" / "four_empires.toml"


@pytest.fixture(scope="module")
def printed() -> Scenario:
    """The four printed races."""
    return load_scenario(SCENARIO)


@pytest.mark.rule("CW-3.0-05", "CW-6.0-01")
def test_a_side_begins_with_the_hulls_it_names_and_those_of_its_designs() -> None:
    found = start_templates((Template("Cutter", "ship", 8),), {d.id: d for d in (SCOUT, BARGE, TUG, FORT, FIGHTER)})
    assert found == {
        "Cutter": Template("Cutter", "ship", 8),
        "Barge hull": Template("Barge hull", "ship", 20, ("Bridge",)),
        "Fort hull": Template("Fort hull", "base", 20, ("Bridge",)),
    }
    assert start_templates((), {"SC": SCOUT})["Scout hull"].fixed == ("Bridge", "Drive")
    assert on_template(found, TUG).template == "Barge hull"
    assert on_template(found, FORT).template == "Fort hull"
    assert on_template(found, FIGHTER) is FIGHTER
    named = changed(TUG, template="Barge hull")
    assert on_template(found, named) is named


@pytest.mark.rule("CW-6.0-01")
def test_what_stands_fixed_in_a_hull_is_in_every_design_on_it() -> None:
    side = changed(empire().sides["humans"], designs={}, templates=start_templates((), {"SC": SCOUT}))
    good = changed(SCOUT, id="S2", layout={"Bridge": 1, "Drive 5G": 4})
    check_template(side, good)
    check_template(side, changed(good, layout={}))
    with pytest.raises(IllegalOrderError, match="Scout hull has Drive fixed in it, and Scout leaves that out") as wrong:
        check_template(side, changed(good, layout={"Bridge": 1, "System drive 5G": 4}))
    assert wrong.value.rule == "CW-6.0-01"
    strict = changed(side, templates={"Fast": Template("Fast", "ship", 8, ("Drive 5G",))})
    check_template(strict, good)
    with pytest.raises(IllegalOrderError, match="Fast has Drive 5G fixed"):
        check_template(strict, changed(good, layout={"Bridge": 1, "Drive 4G": 3}))


@pytest.mark.rule("CW-3.0-05")
def test_every_side_of_a_scenario_has_its_hulls_on_record(printed: Scenario) -> None:
    state = new_game(printed, bytes(32))
    for side in state.sides.values():
        hulls = {(d.kind, d.hull) for d in side.designs.values() if d.kind in {"ship", "base"}}
        assert {(t.kind, t.hull) for t in side.templates.values()} == hulls
        assert owned_templates(side) == side.templates
        for design in side.designs.values():
            check_template(side, design)
            if design.kind in {"ship", "base"}:
                assert side.templates[design.template].hull == design.hull


@pytest.mark.rule("CW-6.6-02")
def test_printed_designs_know_what_fills_them(printed: Scenario) -> None:
    human = new_game(printed, bytes(32)).sides["humans"].designs
    assert human["DD"].layout == {
        "Drive 4G": 8,
        "Bridge": 1,
        "LRS": 1,
        "Crew quarters": 2,
        "Beam emitter 3": 3,
        "Shield projector 1": 3,
        "Point defense battery": 1,
    }
    assert human["CV"].hangar == 60
    assert human["CA"].launchers == 2
    assert human["FI"].layout == {}, "its note names no components of the catalogue"


def test_no_design_lists_more_than_its_hull_holds() -> None:
    full = changed(SCOUT, layout={"Cargo bay": 5})
    with pytest.raises(GameError, match="lists 9 hull spaces of components in a hull of 8"):
        complete_design(full, Settings())


@pytest.mark.rule("CW-3.0-05")
def test_a_package_hands_its_hulls_on() -> None:
    package = StartPackage(
        templates=(Planned("Cutter", "ship", 8), Planned("Small base", "base")),
        designs=(SCOUT, FORT),
        drawn_from={"SC": "Cutter", "FT": "Small base"},
    )
    side = start_side(changed(preset("Oolab"), package=package), "oolab", 0, "Deep Home")
    assert side.templates == (Template("Cutter", "ship", 8),)
    hulls = start_templates(side.templates, side.designs)
    assert list(hulls) == ["Cutter", "Small base"]
    assert on_template(hulls, side.designs["SC"]).template == "Cutter"


@pytest.mark.rule("CW-6.0-01", "CW-18.0-16")
def test_a_design_of_the_game_master_brings_its_hull_along() -> None:
    state = amend(empire(), AddDesign("humans", "Dreadnought", "ship", 120, 900, "2"), "a gift").state
    side = state.sides["humans"]
    assert side.designs["dreadnought"].template == "Dreadnought hull"
    assert side.templates["Dreadnought hull"] == Template("Dreadnought hull", "ship", 120, ("Bridge", "Drive"))


@pytest.mark.rule("CW-8.0-07", "CW-3.1-55")
def test_every_side_of_every_scenario_can_build_what_it_begins_with() -> None:
    for path in sorted(SCENARIO.parent.glob("*.toml")):
        scenario = load_scenario(path)
        for side in new_game(scenario, bytes(32)).sides.values():
            for design in side.designs.values():
                found = technology_problems(design, side, scenario.settings)
                assert found == (), f"{path.name}: {side.name} cannot build {design.name}: {found}"
