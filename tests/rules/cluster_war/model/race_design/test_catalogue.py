"""What a race may choose, as the guided form shows it (CW-3.1)."""

import pytest

from rules.cluster_war.model.race_design.choices import RaceChoice, catalogue, choices
from rules.cluster_war.model.state.common import Settings, tables

USUAL = Settings()
GROUPS = {group.title: group for group in catalogue()}
KNOWN = choices()


def test_the_form_asks_in_the_order_of_the_checklist() -> None:
    titles = list(GROUPS)
    assert titles[:6] == ["Size", "Temperature", "Environment", "Planetary conditions", "Biology", "Attitude"]
    assert titles[6:14] == [
        "Racial abilities",
        "Starting bonuses",
        "Technologies",
        "FTL drives",
        "STL drives",
        "Racial disadvantages",
        "Technological disadvantages",
        "Of the worked races",
    ]
    assert len(titles) == 24
    assert len(GROUPS) == len(catalogue()), "no group comes twice"
    assert all(group.choices for group in catalogue())
    assert GROUPS["FTL drives"].pick == "one"
    assert GROUPS["Technologies"].pick == "any"


@pytest.mark.parametrize("choice", KNOWN.values(), ids=lambda c: c.name)
def test_every_entry_has_words_a_price_and_prerequisites_that_exist(choice: RaceChoice) -> None:
    assert choice.effect
    assert all(name in KNOWN for name in choice.requires)
    assert all(any(k == n or (n.endswith("*") and k.startswith(n[:-1])) for k in KNOWN) or n == "Mine Warfare Technology"
               for n in choice.excludes)  # fmt: skip
    assert choice.price(1) == choice.ap
    assert choice.price(3) == choice.ap + 2 * choice.further
    if choice.part == "disadvantages":
        assert choice.ap < 0


@pytest.mark.rule("CW-3.1-34")
@pytest.mark.parametrize("name", tables(USUAL)["CW-TAB-TECH"].keys)
def test_each_technology_costs_ten_points(name: str) -> None:
    assert KNOWN[name].part == "technologies"
    assert KNOWN[name].price(1) == 10
    assert KNOWN[name].price(2) == 20


@pytest.mark.rule("CW-3.1-01", "CW-3.1-34")
def test_all_48_technologies_are_offered() -> None:
    assert len(GROUPS["Technologies"].choices) == 48
    dearer = Settings(overrides={"CW-TAB-TECH/ECM Systems/AP": "15"})
    assert choices(dearer)["ECM Systems"].price(1) == 15
    assert choices()["ECM Systems"].price(1) == 10


@pytest.mark.parametrize(
    ("name", "ap"),
    [
        pytest.param("Chameleon", 1, marks=pytest.mark.rule("CW-3.1-09")),
        pytest.param("Combat Reflexes", 10, marks=pytest.mark.rule("CW-3.1-10")),
        pytest.param("Environmental Resistance", 8, marks=pytest.mark.rule("CW-3.1-11")),
        pytest.param("Extra Agility", 2, marks=pytest.mark.rule("CW-3.1-12")),
        pytest.param("Extra Durability", 2, marks=pytest.mark.rule("CW-3.1-13")),
        pytest.param("Extra Intelligence", 5, marks=pytest.mark.rule("CW-3.1-14")),
        pytest.param("Extra Strength", 1, marks=pytest.mark.rule("CW-3.1-15")),
        pytest.param("Flight", 1, marks=pytest.mark.rule("CW-3.1-16")),
        pytest.param("Group Mind I", 10, marks=pytest.mark.rule("CW-3.1-17")),
        pytest.param("Group Mind II", 10, marks=pytest.mark.rule("CW-3.1-18")),
        pytest.param("Group Mind III", 10, marks=pytest.mark.rule("CW-3.1-19")),
        pytest.param("Natural Armor", 1, marks=pytest.mark.rule("CW-3.1-20")),
        pytest.param("Natural Weapons", 1, marks=pytest.mark.rule("CW-3.1-21")),
        pytest.param("Psionic Ability", 5, marks=pytest.mark.rule("CW-3.1-22")),
        pytest.param("Shape Shifting", 2, marks=pytest.mark.rule("CW-3.1-23")),
        pytest.param("Convert APs to CPs", 1, marks=pytest.mark.rule("CW-3.1-31")),
        pytest.param("Extra Colonies", 10, marks=pytest.mark.rule("CW-3.1-32")),
        pytest.param("Sector Survey", 10, marks=pytest.mark.rule("CW-3.1-33")),
        pytest.param("Foldspace", 10, marks=pytest.mark.rule("CW-3.1-55")),
        pytest.param("Jump", 0, marks=pytest.mark.rule("CW-3.1-55")),
        pytest.param("Skip", 10, marks=pytest.mark.rule("CW-3.1-55")),
        pytest.param("String", 10, marks=pytest.mark.rule("CW-3.1-55")),
        pytest.param("Void Jammer", 5, marks=pytest.mark.rule("CW-3.1-55")),
        pytest.param("Warp", 0, marks=pytest.mark.rule("CW-3.1-55")),
        pytest.param("Wormhole", 50, marks=pytest.mark.rule("CW-3.1-59")),
        pytest.param("Micro jump", 0, marks=pytest.mark.rule("CW-3.1-60")),
        pytest.param("Reaction, Anti-matter", -5, marks=pytest.mark.rule("CW-3.1-60")),
        pytest.param("Reaction, Chemical", -8, marks=pytest.mark.rule("CW-3.1-60")),
        pytest.param("Shuttle warp", 0, marks=pytest.mark.rule("CW-3.1-60")),
        pytest.param("STL warp", 0, marks=pytest.mark.rule("CW-3.1-60")),
        pytest.param("Tesseract", 20, marks=pytest.mark.rule("CW-3.1-60")),
        pytest.param("Turbo-warp", 5, marks=pytest.mark.rule("CW-3.1-60")),
        pytest.param("Gravity kept", 10, marks=pytest.mark.rule("CW-3.1-61")),
        pytest.param("Free Society", -5, marks=pytest.mark.rule("CW-3.1-66")),
        pytest.param("Low Industry", -10, marks=pytest.mark.rule("CW-3.1-67")),
        pytest.param("Non-academic", -5, marks=pytest.mark.rule("CW-3.1-68")),
        pytest.param("Weak", -2, marks=pytest.mark.rule("CW-3.1-69")),
        pytest.param("Smaller Fleet", -1, marks=pytest.mark.rule("CW-3.1-70")),
        pytest.param("Smaller Ground Forces", -1, marks=pytest.mark.rule("CW-3.1-71")),
        pytest.param("No Armor", -2, marks=pytest.mark.rule("CW-3.1-73")),
        pytest.param("No Point Defense Batteries", -2, marks=pytest.mark.rule("CW-3.1-74")),
        pytest.param("No Beam Weapons", -2, marks=pytest.mark.rule("CW-3.1-75")),
        pytest.param("No Minefields", -2, marks=pytest.mark.rule("CW-3.1-76")),
        pytest.param("No Missile Technology", -5, marks=pytest.mark.rule("CW-3.1-77")),
        pytest.param("No Railguns/Mass Drivers", -2, marks=pytest.mark.rule("CW-3.1-78")),
        pytest.param("No Multi-targeting", -2, marks=pytest.mark.rule("CW-3.1-79")),
        pytest.param("Limited Designs: Bases", -1, marks=pytest.mark.rule("CW-3.1-80")),
        pytest.param("Limited Designs: Ships", -1, marks=pytest.mark.rule("CW-3.1-80")),
    ],
)
def test_each_entry_has_its_printed_price_and_every_level_costs_it_again(name: str, ap: int) -> None:
    assert KNOWN[name].price(1) == ap
    if KNOWN[name].part != "drives":
        assert KNOWN[name].price(3) == 3 * ap


@pytest.mark.parametrize(
    ("attitude", "ap"),
    [
        pytest.param("Pacifism", -5, marks=pytest.mark.rule("CW-3.1-25")),
        pytest.param("Peaceful", -2, marks=pytest.mark.rule("CW-3.1-26")),
        pytest.param("Neutral", 0, marks=pytest.mark.rule("CW-3.1-27")),
        pytest.param("Hostile", -2, marks=pytest.mark.rule("CW-3.1-28")),
        pytest.param("Very Hostile", -5, marks=pytest.mark.rule("CW-3.1-29")),
        pytest.param("Xenophobic", -10, marks=pytest.mark.rule("CW-3.1-30")),
    ],
)
def test_an_attitude_other_than_neutral_gives_points_back(attitude: str, ap: int) -> None:
    offered = {choice.name: choice.ap for choice in GROUPS["Attitude"].choices}
    assert offered[attitude] == ap
    assert len(offered) == 6


@pytest.mark.rule("CW-3.1-38")
def test_every_weapon_variant_is_a_technology_of_its_own() -> None:
    variants = [name for name in KNOWN if KNOWN[name].rule == "CW-3.1-38"]
    assert len(variants) == 20
    assert all(KNOWN[name].most == 1 for name in variants)
    kinds = ("Disabling", "Heat", "Long-Range", "Meson", "Penetrating", "Vibrational", "Selectable", "MIRV")
    assert all(any(kind in name for name in variants) for kind in kinds)


@pytest.mark.rule("CW-3.1-07")
def test_five_biologies_are_free() -> None:
    offered = GROUPS["Biology"].choices
    elements = {f"{element}-based biology" for element in ("Methane", "Silicon")}
    assert {choice.name for choice in offered} == elements | {
        "Mechanized metabolism",
        *(f"{home} biology" for home in ("Aquatic", "Terrestrial")),
    }
    assert len(offered) == 5
    assert {choice.ap for choice in offered} == {0}
