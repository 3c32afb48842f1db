"""The design sheet as text."""

from fractions import Fraction

import pytest

from rules.cluster_war.model.unit_design.drafts import Builder, CustomPart, Fitting, UnitDraft, catalogue
from rules.cluster_war.model.unit_design.ground import roster, roster_unit
from rules.cluster_war.model.unit_design.sheet import describe
from rules.values import GameError, changed
from tests.rules.cluster_war.model.unit_design.drawing import KHAOS, PLAIN, base, fighter, gunboat, rated, ship, unit

SABRE = changed(
    ship(20, rated("Beam emitter", 3, 3), rated("Shield projector", 1, 3), Fitting("Missile launcher"), g=4),
    id="DD",
    name="Sabre",
)


def test_the_sheet_of_a_ship_says_what_it_is_what_is_in_it_and_what_it_costs() -> None:
    text = describe(SABRE)
    for line in (
        "DD · Sabre",
        "ship, a starship; 20 hull spaces on the template ship 20",
        "Space: 18 of 20 used · built at shipyard bays",
        "Drive: 4G",
        "Missiles ready: 10",
        "Crew: regular",
        "  3 Beam emitter rated 3 · 3 spaces",
        "  1 Bridge · 1 space",
        "Price: 110 CPs",
        "  27 · 3 Beam emitter rated 3",
    ):
        assert line in text.splitlines()


def test_custom_parts_crews_and_notes_are_on_the_sheet() -> None:
    draft = changed(
        SABRE,
        custom=(CustomPart("Singing organ", 2, Fraction(3), note="calms whales"),),
        crew="android",
        grade="Elite",
        note="the admiral's own",
    )
    text = describe(draft)
    assert "  1 Singing organ · 2 spaces · waits for approval" in text
    assert "  Singing organ: calms whales" in text
    assert "Crew: androids, elite" in text
    assert "Note: the admiral's own" in text
    assert "30% of 113" in text
    assert "Crew: none: it steers itself" in describe(changed(SABRE, crew="crewless"))


@pytest.mark.rule("CW-A-11")
def test_the_sheet_of_a_base_says_how_it_is_laid_out() -> None:
    text = describe(base(40))
    assert "laid out for attack from all around" in text
    assert "Bases: Never move." in text
    assert "on or under the ground, laid out for attack from above" in describe(base(40, kind="ground base"))


@pytest.mark.rule("CW-6.3-05")
@pytest.mark.parametrize("draft", [fighter(), gunboat()], ids=["fighter", "gunboat"])
def test_the_sheet_of_small_craft_says_that_they_are_fragile_and_fly_in_squadrons(draft: UnitDraft) -> None:
    text = describe(draft)
    assert "tenth-scale hull spaces" in text
    assert "One point of damage inside kills" in text
    assert "squadrons or flights that move as one" in text
    assert "built at a factory" in text


ODD = {
    "super tank": (8, "Too small for a command post", "CW-A-59"),
    "mega tank": (40, "special transports drop it from orbit", "CW-A-40"),
    "patrol boat": (8, "They cannot invade another world", "CW-A-63"),
    "naval ship": (40, "They cannot invade another world", "CW-A-63"),
    "missile battery": (20, "A ship with maglocks or towing links brings it", "CW-A-44"),
    "smart mine": (3, "They guard what does not move", "CW-A-42"),
}


@pytest.mark.parametrize(
    ("kind", "hull", "says"),
    [pytest.param(kind, hull, says, marks=pytest.mark.rule(rule), id=kind) for kind, (hull, says, rule) in ODD.items()],
)
def test_the_sheet_of_an_odd_unit_says_what_it_is_good_for(kind: str, hull: int, says: str) -> None:
    assert says in describe(unit(kind, hull))


@pytest.mark.rule("CW-6.5-05", "CW-6.5-17")
def test_the_sheet_of_a_battalion_gives_its_ratings_ranged_and_close() -> None:
    tank = describe(roster_unit("Medium Tank", PLAIN))
    for line in (
        "MT · Medium Tank",
        "AR 8/1 · DR 7/1",
        "Size 1+1 · factory hull 1",
        "Abilities: Mobile",
        "Price: 19 CPs",
        "Its crews leave their gear behind when they board or fight close.",
    ):
        assert line in tank.splitlines()
    assert "250 to 300 people" in tank
    suits = describe(roster_unit("Light Power Armor", PLAIN), PLAIN, Builder(race=KHAOS))
    assert "AR 6/6 · DR 3/3" in suits
    assert "In battle: AR 6/7 · DR 3/3" in suits
    assert "leave their gear" not in suits


def test_every_printed_battalion_and_every_component_can_be_described() -> None:
    for name in roster(PLAIN):
        assert name in describe(roster_unit(name, PLAIN))
    priced = [part for part in catalogue(PLAIN).values() if part.source != "gm"]
    for part in priced:
        kind = "ship" if part.fits == ("all",) else part.fits[0]
        rating = Fraction(1) if part.is_rated else Fraction(0)
        assert part.name in describe(unit(kind, 10, Fitting(part.name, 1, rating)))
    wild = changed(roster_unit("Light Fighter", PLAIN), abilities=("Wild",), note="from the hills", android=True)
    text = describe(wild)
    assert "may turn on their makers" in text
    assert "never leave the air" in text
    assert "Note: from the hills" in text


def test_a_sheet_without_a_price_says_who_sets_it() -> None:
    with pytest.raises(GameError, match="a ruling sets it"):
        describe(base(20, Fitting("Ion storm generator")))
