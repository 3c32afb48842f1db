"""The component catalogue and the notes on what things are."""

from fractions import Fraction

import pytest

from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.model.unit_design.drafts import (
    PART_LIMITS_TABLE,
    Builder,
    Fitting,
    catalogue,
    component_note,
    part,
    section_of,
)
from rules.values import GameError
from tests.ledger import ledger_ids
from tests.rules.cluster_war.model.unit_design.drawing import PLAIN, base, fighter, gunboat, rated, refusals, ship

NOTES = {
    "CW-A-01": ("open to every empire", "technology base"),
    "CW-A-03": ("only the areas it covers", "Low grade is biomass or ice", "rock or light metal", "inside an asteroid"),
    "CW-A-06": ("gunboats and fighters", "cannot harm a starship", "no shield"),
    "CW-A-07": ("16 hexes", "small warhead", "do not harm starship", "cannot lock on what moves"),
    "CW-A-08": ("ram ships", "more boarding attacks", "point defense more safely"),
    "CW-A-10": ("One for each battalion", "airlock", "one team"),
    "CW-A-13": ("targeting", "no space"),
    "CW-A-16": ("one component of the template", "psionic", "Starships strike first"),
    "CW-A-19": ("No technology", "small base with LRS", "picket"),
    "CW-A-20": ("harder to lock on", "no space", "pods for fighters and gunboats", "ECCM is in the battle computer"),
    "CW-A-21": ("more concentrated than a beam", "evade it more easily"),
    "CW-A-22": ("outside the hull", "docking arms, gun pods, maglocks, towing links, XO racks"),
    "CW-A-23": ("one missile or anti-ship torpedo", "without a refit"),
    "CW-A-31": ("AR and DR against boarders",),
    "CW-A-34": ("farther", "only a cloak undoes"),
    "CW-A-38": ("gunboats, cargo pods", "mass and drive"),
    "CW-A-42": ("mini-mines", "smart mines", "what does not move"),
    "CW-A-47": ("far off", "harmless to starships"),
    "CW-A-48": ("missiles", "against boarders"),
    "CW-A-49": ("ammunition as missiles do", "Narrow arcs", "cannot be shot down"),
    "CW-A-50": ("assault bay", "without shields", "boarders"),
    "CW-A-52": ("hardly yields", "do not burn out", "much more than the last"),
    "CW-A-54": ("damage it stops before it flares", "one space"),
    "CW-A-57": ("one arc", "before the main shields", "once it is researched"),
    "CW-A-58": ("fixed weapon", "long range", "cheaper"),
    "CW-A-62": ("bubble", "crew feels nothing"),
    "CW-6.3-07": ("squadrons or flights", "move as one"),
    "CW-6.4-02": ("from above", "all around"),
    "CW-6.5-05": ("ranged/close", "barracks + cargo bays"),
    "CW-6.5-17": ("250 to 300 people", "15 to 30 vehicles"),
    "CW-6.5-28": ("may turn on their makers", "game master"),
}


TOLD = ("CW-A-06", "CW-A-07", "CW-A-34", "CW-A-50", "CW-A-62", "CW-6.5-17")
"""Of these no more can be played than a price, and that a player reads it; tests of their own play all other notes' rules."""


@pytest.mark.parametrize(
    ("entry", "says"),
    [pytest.param(k, v, marks=[pytest.mark.rule(k)] if k in TOLD else [], id=k) for k, v in NOTES.items()],
)
def test_what_a_thing_is_can_be_looked_up(entry: str, says: tuple[str, ...]) -> None:
    note = component_note(entry, PLAIN)
    assert all(words in note for words in says), note


def test_every_glossary_rule_and_every_component_has_a_note() -> None:
    known = set(tables(PLAIN)["CW-TAB-GLOSSARY"].keys)
    assert {rule for rule in ledger_ids() if rule.startswith("CW-A-")} <= known <= set(ledger_ids())
    for component in catalogue(PLAIN).values():
        assert component_note(component.name.upper(), PLAIN) == component_note(component.entry, PLAIN)


@pytest.mark.rule("CW-A-02")
@pytest.mark.parametrize(
    ("subject", "section"),
    [
        ("Bases", "6.4"),
        ("fighters", "6.3"),
        ("Ground forces", "6.5"),
        ("Ground combat", "9.3"),
        ("Wet naval forces", "6.5"),
        ("Surveys", "12.1"),
        ("Communications", "13.0"),
        ("Refits of androids", "6.6"),
    ],
)
def test_a_subject_is_found_by_its_title_not_by_the_printed_number(subject: str, section: str) -> None:
    assert section_of(subject, PLAIN) == section
    with pytest.raises(GameError, match="No section"):
        section_of("Cheese", PLAIN)


def test_the_catalogue_names_kinds_and_components_that_exist() -> None:
    kinds = {*tables(PLAIN)["CW-TAB-UNIT-KINDS"].keys, "all"}
    for component in catalogue(PLAIN).values():
        assert set(component.fits) <= kinds
        assert component.source in {"printed", "ruling", "gm"}
    assert all(key.split("/")[0].casefold() in catalogue(PLAIN) for key in tables(PLAIN)[PART_LIMITS_TABLE].keys)


PRINTED = {
    "LRS": ("CW-A-35", 1, 3),
    "Magazine": ("CW-A-37", 1, 1),
    "Maglock": ("CW-A-38", 0, 1),
    "Minelayer": ("CW-A-46", 1, 2),
    "Repair bay": ("CW-A-51", 1, 3),
    "Science station": ("CW-A-53", 1, 3),
    "Shipyard bay": ("CW-A-56", 1, 3),
    "Survey bay": ("CW-A-60", 1, 3),
    "Light industry": ("CW-A-24", 1, 2),
    "Heavy industry": ("CW-A-30", 1, 6),
    "Training rating": ("CW-A-61", 1, 5),
    "Communications center": ("CW-A-18", 1, 10),
}


@pytest.mark.parametrize(
    ("name", "size", "cps"),
    [pytest.param(k, v[1], v[2], marks=pytest.mark.rule(v[0]), id=k) for k, v in PRINTED.items()],
)
def test_printed_sizes_and_prices(name: str, size: int, cps: int) -> None:
    component = part(name, PLAIN)
    assert component.source == "printed"
    assert component.spaces(20, Fraction(0)) == size
    assert component.price("starship", 20, Fraction(0)) == cps
    assert part("Mine launcher", PLAIN).price("starship", 1, Fraction(0)) == 4


@pytest.mark.rule("CW-A-48", "CW-A-54", "CW-A-45", "CW-A-29")
def test_what_the_book_sizes_without_a_price_takes_one_space_at_our_default_price() -> None:
    for name in ("Point defense battery", "Shield projector", "Missile launcher", "Hangar bay"):
        component = part(name, PLAIN)
        assert (component.size, component.source) == (1, "ruling")
        assert component.price("starship", 1, Fraction(1)) > 0


@pytest.mark.rule("CW-A-13", "CW-A-20", "CW-A-22", "CW-A-23")
def test_computers_ecm_and_what_hangs_outside_take_no_space() -> None:
    for name in ("Battle computer", "ECM", "ECM pod", "Docking arm", "Gun pod", "Maglock", "Towing link", "XO rack"):
        assert part(name, PLAIN).spaces(40, Fraction(2)) == 0, name
    assert not part("ECM", PLAIN).goes_into("fighter")
    assert part("ECM pod", PLAIN).goes_into("fighter")
    assert part("ECM pod", PLAIN).goes_into("gunboat")
    full = fighter(Fitting("XO rack", 4), hull=2)
    assert refusals(full) == []
    assert tables(PLAIN)["CW-TAB-CAPACITY"].number("XO rack/single missile or anti-ship torpedo", "capacity") == 1


@pytest.mark.rule("CW-A-01", "CW-6.6-09")
def test_the_game_master_fills_in_any_price_of_the_table() -> None:
    house = Settings(
        overrides={
            "CW-TAB-COMPONENTS/Hangar bay/CP cost": "7",
            "CW-TAB-COMPONENTS/Beam emitter/CP cost": "5/2 per point",
            "CW-TAB-PARTS/Assault bay/CP cost": "9/2",
        }
    )
    one = Fraction(1)
    assert part("Hangar bay", house).price("starship", 1, one) == 7
    assert part("Beam emitter", house).price("tenth", 1, one) == Fraction(5, 2)
    assert part("Assault bay", house).price("starship", 1, one) == Fraction(9, 2)
    assert part("Hangar bay", PLAIN).price("starship", 1, one) == 4


@pytest.mark.parametrize("cell", ["cheap", "x3", "1/0 each"])
def test_a_price_that_is_no_number_is_refused_with_its_name(cell: str) -> None:
    house = Settings(overrides={"CW-TAB-COMPONENTS/Hangar bay/CP cost": cell})
    with pytest.raises(GameError, match="Hangar bay must begin with a number"):
        catalogue(house)


def test_an_unknown_component_is_named() -> None:
    with pytest.raises(GameError, match="no component `Death Ray`"):
        part("Death Ray", PLAIN)


@pytest.mark.rule("CW-A-32")
def test_an_ion_storm_generator_is_the_game_masters_to_give_and_to_price() -> None:
    generator = part("Ion storm generator", PLAIN)
    with pytest.raises(GameError, match="a ruling sets it"):
        generator.price("starship", 10, Fraction(0))
    assert part("Ion storm generator", Settings(overrides={"CW-TAB-PARTS/Ion storm generator/CP cost": "800"})).price(
        "starship", 10, Fraction(0)
    ) == Fraction(800)
    wanting = base(40, Fitting("Ion storm generator"))
    assert refusals(wanting) == ["CW-A-32", "CW-A-32"]
    priced = Settings(overrides={"CW-TAB-PARTS/Ion storm generator/CP cost": "800"})
    assert refusals(wanting, Builder(("Ion Storm Generator",)), priced) == []
    note = component_note("Ion storm generator", PLAIN)
    assert "force 2" in note
    assert "destroy" in note


@pytest.mark.rule("CW-A-29", "CW-A-60")
def test_hangar_and_survey_bays_do_not_go_into_small_craft() -> None:
    for component, rule in (("Hangar bay", "CW-A-29"), ("Survey bay", "CW-A-60")):
        assert refusals(gunboat(Fitting(component))) == [rule]
        assert rule in refusals(fighter(Fitting(component)))
        assert refusals(ship(20, Fitting(component))) == []


@pytest.mark.rule("CW-A-58")
def test_a_spinal_mount_is_cheaper_than_emitters_and_for_ships_alone() -> None:
    three = Fraction(3)
    mount, emitter = part("Spinal mount", PLAIN), part("Beam emitter", PLAIN)
    assert mount.price("starship", 20, three) < emitter.price("starship", 20, three)
    assert "CW-A-58" in refusals(gunboat(rated("Spinal mount", 3)))


@pytest.mark.rule("CW-A-03", "CW-A-52")
def test_armor_gets_dearer_with_its_grade_and_resistant_armor_most_of_all() -> None:
    prices = [
        part(name, PLAIN).price("starship", 20, Fraction(1))
        for name in ("Low grade armor", "Medium grade armor", "High grade armor", "Resistant armor")
    ]
    assert prices == sorted(set(prices))
    assert prices[3] >= 10 * prices[2]
    shield = part("Resistant shield projector", PLAIN)
    one, two = (shield.price("starship", 20, Fraction(n)) for n in (1, 2))
    assert two > 2 * one
