"""What builds and facilities cost, paid at once, in parts or not at all."""

import pytest

from rules.cluster_war.chapters.industry.building_orders import BuildUnits, ContinueBuild
from rules.cluster_war.chapters.industry.facility_orders import BuildFacility, facility_price
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import Settings
from tests.rules.cluster_war.build import frozen, with_colony
from tests.rules.cluster_war.chapters.industry.yard_kit import (
    HOME,
    delivered,
    failures,
    play_month,
    progress,
    with_yard,
)

PLAIN = Settings()


@pytest.mark.rule("CW-6.1-05", "CW-6.1-07", "CW-6.1-12", "CW-6.5-01")
@pytest.mark.parametrize(
    ("kind", "amount", "price"),
    [
        ("shipyard", 1, 3),
        ("shipyard", 40, 120),
        ("factory", 20, 40),
        ("factory", 60, 120),
        ("heavy", 20, 120),
        ("training", 25, 125),
        ("training", 50, 250),
        ("lab", 1, 3),
        ("lab", 7, 21),
    ],
)
def test_facilities_cost_what_is_printed(kind: str, amount: int, price: int) -> None:
    assert facility_price(kind, amount, PLAIN) == price  # type: ignore[arg-type] # each is one of the five kinds


def test_a_house_rule_may_change_a_price() -> None:
    assert facility_price("shipyard", 10, Settings(overrides={"CW-TAB-FACILITIES/Shipyard bay/CP cost": "5"})) == 50


@pytest.mark.rule("CW-5.0-16")
def test_a_ship_paid_in_parts_leaves_the_yard_when_work_and_payment_are_done() -> None:
    first = play_month(with_yard(shipyard_bays=50), BuildUnits(HOME, "cruiser", 1, 50, pay=100))
    assert first.purse["humans"] == 900
    assert [(e.hull_left, e.unpaid) for e in progress(first)] == [(0, 133)]
    second = play_month(frozen(first), ContinueBuild("humans-B1", 50, 100))
    assert (delivered(second), second.spent["humans"]["ships"]) == ([], 100)
    third = play_month(frozen(second), ContinueBuild("humans-B1", 0, 500))
    assert delivered(third) == [("cruiser", 1)]
    assert third.purse["humans"] == 967


@pytest.mark.rule("CW-5.0-16", "CW-6.4-01")
def test_a_base_waits_for_its_last_payment() -> None:
    first = play_month(with_yard(), BuildUnits(HOME, "fortress", 1, 0, pay=899))
    assert delivered(first) == []
    assert delivered(play_month(frozen(first), ContinueBuild("humans-B1", 0, 1))) == [("fortress", 1)]


@pytest.mark.rule("CW-6.1-04")
def test_a_cut_off_yard_builds_with_its_own_store_alone() -> None:
    state = with_colony(with_yard(), "humans", "1010", 1, 40, shipyard_bays=20, store=25)
    month = play_month(state, BuildUnits("1010-1", "tender", 1, 6), BuildUnits("1010-1", "tender", 1, 6))
    assert delivered(month) == [("tender", 1)]
    assert month.colonies["1010-1"].store == 5
    assert month.purse["humans"] == 1_000
    assert failures(month) == ["Humans 1010 is cut off and has only 5 CPs of its own; this needs 20."]


@pytest.mark.rule("CW-18.0-03", "CW-5.0-12", "CW-5.0-15")
def test_facilities_are_paid_now_and_stand_next_turn() -> None:
    orders = (
        BuildFacility(HOME, "shipyard", 20),
        BuildFacility(HOME, "factory", 20),
        BuildFacility(HOME, "heavy", 20),
        BuildFacility(HOME, "training", 25),
        BuildFacility(HOME, "lab", 4),
        BuildUnits(HOME, "tender", 1, 6),
    )
    month = play_month(with_yard(), *orders)
    home = month.colonies[HOME]
    assert (home.shipyard_bays, home.light_industry, home.heavy_industry) == (20, 20, 20)
    assert (home.training, home.science_stations) == (25, 4)
    assert month.spent["humans"]["bases"] == 60
    assert month.spent["humans"]["infrastructure"] == 40 + 120 + 125 + 12
    assert failures(month) == ["Humans 0303 has 0 shipyard bays free this turn; this needs 6."]


ROSTER = "Scout, Survey Cruiser, Survey Tender, Destroyer, Freighter, Hulk, Watch Base, Cruiser"


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (BuildFacility(HOME, "factory", 30), "Light industry come in steps of 20, from 20 to 1000; 30 is not one."),
        (BuildFacility(HOME, "shipyard", 0), "Shipyard bays come in steps of 1, from 1 to 1000; 0 is not one."),
        (BuildFacility(HOME, "shipyard", 334), "This needs 1002 CPs and you have 1000 left to spend this turn."),
        (BuildFacility("1818-3", "lab", 1), "You have no colony `1818-3`. Your colonies: Humans 0303 (0303)."),
        (BuildUnits(HOME, "dreadnought", 1, 1), f"You have no design `dreadnought`. Your designs: {ROSTER} …"),
        (BuildUnits(HOME, "cruiser", 0, 1), "Build 1 to 200 units in one order, not 0."),
        (BuildUnits(HOME, "cruiser", 10**9, 1), "Build 1 to 200 units in one order, not 1000000000."),
        (BuildUnits(HOME, "cruiser", 5, 20), "This needs 1165 CPs and you have 1000 left to spend this turn."),
        (BuildUnits("1818-3", "cruiser", 1, 1), "You have no colony `1818-3`. Your colonies: Humans 0303 (0303)."),
        (ContinueBuild("vermin-B1", 5), "You have no construction `vermin-B1` under way."),
        (BuildUnits(HOME, "cruiser", 1, 21), "Humans 0303 has 20 shipyard bays free this turn; this needs 21."),
    ],
)
def test_what_cannot_be_built_is_told_and_costs_nothing(order: Order, sentence: str) -> None:
    state = with_yard(shipyard_bays=20)
    month = play_month(state, order)
    assert failures(month) == [sentence]
    assert month.purse["humans"] == 1_000
    assert month.colonies == state.colonies
    assert month.builds == {}


def test_a_negative_payment_is_refused() -> None:
    first = play_month(with_yard(shipyard_bays=20), BuildUnits(HOME, "cruiser", 1, 20, pay=100))
    second = play_month(frozen(first), ContinueBuild("humans-B1", 20, -50))
    assert failures(second) == ["An amount of CPs cannot be negative."]
    assert second.builds["humans-B1"].paid == 100
