"""Designs as craft of the tactical map, by the bridge's tables (CW-9.0-05, CW-9.1-03)."""

from fractions import Fraction
from typing import Literal

import pytest

from rules.bridge.craft import TacticalDesign, blueprint, fit_craft
from rules.bridge.tables_of import bridge_tables, house_tables
from rules.cluster_war.chapters.combat.unit_strength import fitted_spaces as known_fittings
from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.unit_design.drafts import catalogue
from rules.values import GameError, changed
from tests.rules.bridge.fleets import PLAIN, printed_designs

DESTROYER = "duel_small/humans/DD"


def drawn(layout: dict[str, int], drive: int = 4, hull: int = 30) -> TacticalDesign:
    """A ship with this layout."""
    return blueprint(Design("TR", "Trial", "ship", hull, 100, Fraction(drive), layout=layout), PLAIN)


@pytest.mark.rule("CW-9.1-03")
def test_a_destroyer_of_the_scenarios_is_lasers_screens_and_point_defense() -> None:
    craft = fit_craft(blueprint(printed_designs()[DESTROYER], PLAIN), "Sabre").design
    assert [weapon.kind for weapon in craft.weapons] == ["laser"] * 3
    assert (craft.screens, craft.point_defense, craft.engines, craft.radar) == (3, 2, 3, (6,))


@pytest.mark.parametrize(
    ("layout", "boxes"),
    [
        ({"Beam emitter 3": 4}, {"laser": 4, "capacitor": 4}),
        ({"Beam emitter 1": 2}, {"laser": 1, "capacitor": 1}),
        ({"Beam emitter 6, Heat": 1}, {"laser": 2, "capacitor": 2}),
        ({"Energy torpedo launcher 4": 2}, {"proton": 2, "capacitor": 4}),
        ({"Rail gun": 2}, {"electron": 2}),
        ({"Spinal mount 5": 1}, {"radiation": 5}),
        ({"Missile launcher": 2, "Magazine": 1}, {"missile": 8, "cargo": 1}),
        ({"XO rack": 0}, {"missile": 1}),
        ({"Minelayer": 3}, {"missile": 3}),
        ({"Shield projector 2": 3}, {"screens": 6}),
        ({"High grade armor 12": 0}, {"armor": 12}),
        ({"Point defense battery": 3}, {"point_defense": 6}),
        ({"Cargo bay": 10}, {"cargo": 3}),
        ({"Hangar bay": 6}, {"cargo": 3}),
        ({"Barracks": 4}, {"hull": 2}),
        ({"Flag bridge": 1}, {"aux_control": 1}),
        ({"Thing of our own": 8}, {"hull": 2}),
    ],
)
def test_each_component_is_the_boxes_of_its_row(layout: dict[str, int], boxes: dict[str, int]) -> None:
    plan = blueprint(Design("B", "Base", "base", 30, 100, layout=layout, bridge=False), PLAIN)
    assert plan.boxes() == boxes


def test_computers_jammers_and_cloaks_are_no_boxes_but_count() -> None:
    plan = drawn({"Battle computer 2": 0, "ECM 3": 0, "Cloaking device": 1, "LRS": 1})
    assert (plan.attack, plan.defense, plan.hidden, plan.radar) == (20, 30, True, 6)
    assert fit_craft(plan, "Shade").design.radar_invisibility


def test_more_g_is_more_engines_and_a_base_has_none() -> None:
    engines = [fit_craft(drawn({"Beam emitter 3": 8}, g), "x").design.engines for g in (1, 2, 4, 6, 8)]
    assert engines == sorted(engines)
    assert engines[0] < engines[2] < engines[4]
    assert fit_craft(blueprint(printed_designs()["duel_small/humans/FT"], PLAIN), "x").design.is_base


def test_what_nobody_has_drawn_is_what_its_price_leaves_as_for_battles_by_numbers() -> None:
    ship = Design("CX", "Unknown", "ship", 36, 180, Fraction(3))
    plan = blueprint(ship, PLAIN)
    assert plan.is_armed
    assert {b.label: b.pieces for b in plan.blocks if b.on_record} == known_fittings(ship, PLAIN)
    assert not blueprint(changed(ship, cost=80, cargo_bays=10), PLAIN).is_armed
    assert blueprint(printed_designs()["duel_small/humans/FI"], PLAIN).is_armed
    assert not blueprint(printed_designs()["duel_small/humans/INF"], PLAIN).is_armed
    assert all(block.on_record or not block.label for block in blueprint(ship, PLAIN).blocks)


def test_every_row_names_a_component_of_the_catalogue() -> None:
    rows = bridge_tables(PLAIN)["BR-T01"].keys
    assert [row for row in rows if row.casefold() not in catalogue(PLAIN)] == ["Anything else"]
    for table in ("BR-T01", "BR-T02", "BR-T03", "BR-T04", "BR-T05", "BR-T07", "BR-T08"):
        assert all(reason for reason in bridge_tables(PLAIN)[table].column("reason"))


def test_a_campaign_changes_a_cell_as_it_changes_any_other() -> None:
    house = Settings(overrides={"BR-T01/Beam emitter/boxes": "laser 1", "BR-T03/turns/number": "3"})
    design = Design("B", "Base", "base", 30, 100, layout={"Beam emitter 3": 2}, bridge=False)
    assert blueprint(design, house).boxes() == {"laser": 6}
    assert tables(house) == tables(PLAIN)
    assert house_tables(house)["BR-T03"].number("turns", "number") == 3


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("BR-T01/Beam emitter/boxes", "phaser 3"),
        ("BR-T01/Beam emitter/boxes", "laser"),
        ("BR-T01/Beam emitter/per", "ship"),
        ("BR-T02/3/engines", "1/0"),
        ("BR-T03/turns/number", "0"),
        ("BR-T03/turns/number", "-3"),
        ("BR-T03/turns/words", "3"),
        ("BR-T08/ramming/allowed", "perhaps"),
        ("BR-T09/turns/number", "3"),
    ],
)
def test_a_cell_that_no_craft_could_be_made_from_is_refused(cell: str, value: str) -> None:
    with pytest.raises(GameError):
        house_tables(Settings(overrides={cell: value}))


@pytest.mark.rule("CW-9.1-03")
@pytest.mark.parametrize(
    ("kind", "bays", "civil"),
    [("ship", 4, True), ("ship", 0, False), ("base", 4, False)],
    ids=["freighter", "warship", "base"],
)
def test_only_ships_with_bays_are_filled_as_civil_ships(kind: Literal["ship", "base"], bays: int, civil: bool) -> None:
    design = Design("X", "X", kind, 40, 60, Fraction(2 if kind == "ship" else 0), cargo_bays=bays)
    house = changed(PLAIN, overrides={"BR-T04/civil/boxes": "hull 1"})
    more = sum(blueprint(design, house).boxes().values()) - sum(blueprint(design, PLAIN).boxes().values())
    assert (more > 0) is civil
