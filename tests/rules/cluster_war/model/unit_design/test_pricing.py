"""What units and munitions cost."""

import re
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.unit_design.checks import approved_design, design_of, spaces_used
from rules.cluster_war.model.unit_design.drafts import (
    Builder,
    CustomPart,
    Fitting,
    HullTemplate,
    UnitDraft,
    number,
    part,
)
from rules.cluster_war.model.unit_design.ground import roster, roster_unit
from rules.cluster_war.model.unit_design.pricing import munitions_price, price, without_surcharge
from rules.cluster_war.turn.setup.scenario import load_scenario
from rules.values import GameError, changed
from tests.rules.cluster_war.model.unit_design.drawing import PLAIN, fighter, gunboat, rated, refusals, ship

SCENARIO: Final = Path(__file__).parents[5] / "scenarios" / "four_empires.toml"
FIELDS: Final = {
    "lrs": "LRS",
    "survey_bays": "Survey bay",
    "cargo_bays": "Cargo bay",
    "science_stations": "Science station",
    "shipyard_bays": "Shipyard bay",
    "light_industry": "Light industry",
}
WORDS: Final = {
    "beam": ("Beam emitter", 3),
    "shield": ("Shield projector", 1),
    "missile launcher": ("Missile launcher", 0),
    "point defence": ("Point defense battery", 0),
    "hangar": ("Hangar bay", 0),
    "barracks": ("Barracks", 0),
}


def drawn(design: Design, *, quarters: int) -> UnitDraft:
    """A scenario's ship or base put together from its fields and note."""
    fittings = [Fitting(name, getattr(design, field)) for field, name in FIELDS.items() if getattr(design, field)]
    for count, words in re.findall(r"(\d+) ([a-z ]+)", design.note):
        fittings += [
            rated(name, points, int(count)) for word, (name, points) in WORDS.items() if words.startswith(word)
        ]
    fittings += [Fitting("Bridge"), Fitting("Crew quarters", quarters)] if quarters else [Fitting("Bridge")]
    if design.drive:
        fittings.append(Fitting("Drive", 1, design.drive))
    kind = "ship" if design.kind == "ship" else "orbital base"
    return UnitDraft(design.id, design.name, HullTemplate("Hull", kind, design.hull), tuple(fittings))


def scenario_designs() -> list[Any]:
    return [
        pytest.param(design, id=f"{side.id}-{design.id}")
        for side in load_scenario(SCENARIO).sides
        for design in side.designs.values()
        if design.kind in {"ship", "base"}
    ]


@pytest.mark.rule("CW-6.2-01")
@pytest.mark.parametrize("design", scenario_designs())
def test_the_ready_made_ships_and_bases_cost_what_the_catalogue_says(design: Design) -> None:
    assert price(drawn(design, quarters=0), PLAIN).total == design.cost


@pytest.mark.parametrize("design", [p for p in scenario_designs() if "vermin-SP" not in str(p.id)])
def test_the_ready_made_ships_and_bases_fit_their_hulls(design: Design) -> None:
    short_haul = {"SK", "DA"}
    quarters = 0 if design.id in short_haul else -(-design.hull // 10)
    draft = drawn(design, quarters=quarters)
    assert spaces_used(draft, PLAIN) <= design.hull
    assert refusals(draft) == []


def test_the_scenario_is_written_in_toml_that_names_these_words() -> None:
    text = SCENARIO.read_text(encoding="utf-8")
    notes = [d.get("note", "") for side in tomllib.loads(text)["side"] for d in side["design"]]
    assert all(any(word in note for note in notes) for word in WORDS)


@pytest.mark.rule("CW-A-14")
@pytest.mark.parametrize(("count", "points", "cps"), [(5, 3, 45), (1, 1, 3), (2, 2, 12), (0, 3, 0)])
def test_beam_emitters_cost_three_for_each_point_of_damage(count: int, points: int, cps: int) -> None:
    bare, armed = ship(40), ship(40, rated("Beam emitter", points, count))
    assert price(armed, PLAIN).total - price(bare, PLAIN).total == cps
    assert spaces_used(armed, PLAIN) - spaces_used(bare, PLAIN) == count


@pytest.mark.rule("CW-A-14", "CW-A-55")
def test_special_effects_multiply_the_price_of_a_weapon() -> None:
    plain = price(ship(40, rated("Beam emitter", 3, 4)), PLAIN).total
    breaker = price(ship(40, rated("Beam emitter", 3, 4, "shield disruptor")), PLAIN).total
    both = price(ship(40, rated("Beam emitter", 3, 4, "Shield Disruptor", "Heat")), PLAIN).total
    assert (breaker - plain, both - plain) == (9, 18)
    house = Settings(overrides={"CW-TAB-EFFECTS/Beam/Shield Disruptor/multiplier": "1"})
    assert price(ship(40, rated("Beam emitter", 3, 4, "Shield Disruptor")), house).total - plain == 36


@pytest.mark.rule("CW-6.2-01")
def test_a_price_is_the_sum_of_its_lines_each_with_a_reason_and_a_rule() -> None:
    draft = changed(
        ship(20, rated("Beam emitter", 3, 3), rated("Shield projector", 1, 3), Fitting("Point defense battery"), g=4),
        custom=(CustomPart("Figurehead", 0, Fraction(1, 2), 1, approved=True),),
    )
    found = price(draft, PLAIN)
    assert found.total == 20 + 40 + 27 + 18 + 4 + 1
    assert sum(line.cps for line in found.lines) == found.total
    assert found.lines[-1].reason == "rounded up to whole CPs"
    assert all(line.reason and line.rule.startswith("CW-") for line in found.lines)


@pytest.mark.rule("CW-6.2-01", "CW-3.1-40", "CW-A-16")
def test_a_cloak_adds_fifteen_percent_of_the_design() -> None:
    bare = price(ship(40, Fitting("LRS", 20), g=0), PLAIN).total
    cloaked = ship(40, Fitting("LRS", 20), Fitting("Cloaking device"), g=0)
    assert bare == 100
    assert price(cloaked, PLAIN).total == 115
    assert spaces_used(cloaked, PLAIN) - spaces_used(ship(40, Fitting("LRS", 20), g=0), PLAIN) == 1
    known = Builder(technologies=("Cloaking Technology",))
    drawn_cloak = changed(cloaked, template=changed(cloaked.template, hull=60))
    drawn_cloak = changed(drawn_cloak, fittings=tuple(f for f in drawn_cloak.fittings if f.component != "Drive"))
    assert "cloaked" in approved_design(drawn_cloak, known, PLAIN).traits


@pytest.mark.rule("CW-6.6-07")
@pytest.mark.parametrize(("plain", "total"), [(100, 110), (101, 112), (91, 101), (1, 2)])
def test_a_unit_that_can_be_scrapped_anywhere_costs_ten_percent_more_rounded_up(plain: int, total: int) -> None:
    draft = changed(ship(plain, g=0), multipliers=("scrappable",))
    assert price(draft, PLAIN).total == total
    assert without_surcharge(total, PLAIN) == plain
    assert design_of(draft, PLAIN).traits == ("scrappable",)


@given(st.integers(1, 100_000))
def test_the_price_without_surcharge_is_found_again(plain: int) -> None:
    assert without_surcharge(plain + -(-plain // 10), PLAIN) == plain


@pytest.mark.rule("CW-4.0-12")
def test_twice_the_ftl_components_cost_half_the_drive_again() -> None:
    draft = ship(20, g=4)
    assert price(changed(draft, ftl_doubled=True), PLAIN).total - price(draft, PLAIN).total == 20


def test_an_unknown_multiplier_or_grade_has_no_price() -> None:
    with pytest.raises(GameError, match="no multiplier `Gold Plated`"):
        price(changed(ship(20), multipliers=("Gold Plated",)), PLAIN)
    with pytest.raises(GameError, match="no crew grade `Sleepy`"):
        price(changed(ship(20), grade="Sleepy"), PLAIN)


@pytest.mark.rule("CW-17.2-04")
@pytest.mark.parametrize(("grade", "total"), [("Green", 180), ("Regular", 200), ("Veteran", 230), ("Elite", 260)])
def test_a_crews_grade_changes_the_price(grade: str, total: int) -> None:
    assert price(changed(ship(200, g=0), grade=grade), PLAIN).total == total


@pytest.mark.rule("CW-6.3-06")
def test_small_craft_are_the_sum_of_their_parts_too() -> None:
    swift = fighter(rated("Drive", 4), rated("Beam emitter", 1), hull=4)
    guardian = gunboat(rated("Drive", 3), rated("Beam emitter", 3), Fitting("Point defense battery"), hull=8)
    assert price(swift, PLAIN).total == 10
    assert price(guardian, PLAIN).total == 24
    assert refusals(swift) == refusals(guardian) == []
    grown = changed(swift, grade="Veteran")
    assert price(grown, PLAIN).total == 12


@pytest.mark.rule("CW-A-43")
@pytest.mark.parametrize(
    ("count", "warhead", "cps"), [(1, 1, 1), (10, 1, 1), (11, 1, 2), (200, 1, 20), (100, 2, 20), (5, 3, 2)]
)
def test_missiles_cost_a_tenth_for_each_point_of_warhead_rounded_up_by_the_line(
    count: int, warhead: int, cps: int
) -> None:
    assert munitions_price(count, warhead, PLAIN) == cps


@pytest.mark.rule("CW-A-06", "CW-A-07", "CW-A-34", "CW-A-43")
@pytest.mark.parametrize("effect", ["Anti-fighter", "Anti-minefield", "Long-Range"])
def test_special_missiles_cost_more(effect: str) -> None:
    assert munitions_price(200, 1, PLAIN, (effect,)) == 25
    house = Settings(overrides={"CW-TAB-COMPONENTS/Missile/CP cost": "1/5 per point"})
    assert munitions_price(200, 1, house, (effect,)) == 50


def test_munitions_that_make_no_sense_are_refused() -> None:
    with pytest.raises(GameError, match="at least one missile"):
        munitions_price(0, 1, PLAIN)
    with pytest.raises(GameError, match="not a special effect"):
        munitions_price(1, 1, PLAIN, ("Glitter",))
    with pytest.raises(GameError, match="must begin with a number"):
        munitions_price(1, 1, Settings(overrides={"CW-TAB-COMPONENTS/Missile/CP cost": "free"}))


@pytest.mark.parametrize(
    ("value", "text"),
    [("3", "3"), ("5/2", "2.5"), ("-5/2", "-2.5"), ("1/3", "1/3"), ("1/1000", "0.001"), ("0", "0"), ("99/5", "19.8")],
)
def test_numbers_are_written_for_people(value: str, text: str) -> None:
    assert number(Fraction(value)) == text


def test_a_component_dearer_by_house_rule_makes_the_ship_dearer() -> None:
    house = Settings(overrides={"CW-TAB-PARTS/Drive/CP cost": "1"})
    assert price(ship(20, g=4), house).total - price(ship(20, g=4), PLAIN).total == 40
    assert part("Drive", house).price("tenth", 4, Fraction(4)) == 4


def test_every_printed_unit_becomes_a_design() -> None:
    for name in roster(PLAIN):
        unit = roster_unit(name, PLAIN)
        design = design_of(unit, PLAIN)
        assert (design.kind, design.unit, design.name) == ("ground", "battalion", name)
        assert design.cost == price(unit, PLAIN).total
        assert design.ratings == unit.ratings
