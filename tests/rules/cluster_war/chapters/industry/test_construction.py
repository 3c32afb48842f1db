"""Yards, factories, training and bases at work."""

import pytest

from rules.cluster_war.chapters.industry.building_orders import BuildUnits, ContinueBuild
from rules.cluster_war.chapters.industry.construction import build_turns
from rules.cluster_war.chapters.industry.yards import work_yards
from rules.cluster_war.model.events.industry import BuildStarted, UnitsDelivered
from rules.cluster_war.model.holdings.capacity import free, rating
from rules.cluster_war.model.holdings.order_kind import Phase, TurnHoldings
from rules.cluster_war.model.state.holdings import Transit
from rules.cluster_war.turn.shortfalls import carry_out
from rules.values import IllegalOrderError, changed
from tests.rules.cluster_war.build import change_fleet, draft_of, frozen, sheet, with_fleet
from tests.rules.cluster_war.chapters.industry.yard_kit import (
    HOME,
    MORE_AND,
    delivered,
    failures,
    play_month,
    progress,
    with_yard,
)


@pytest.mark.rule("CW-6.0-06")
@pytest.mark.parametrize(
    ("hull", "bays", "turns"), [(50, 40, 2), (20, 20, 1), (40, 20, 2), (41, 20, 3), (1, 20, 1), (0, 5, 1)]
)
def test_turns_are_hull_by_bays_rounded_up(hull: int, bays: int, turns: int) -> None:
    assert build_turns(hull, bays) == turns


def test_without_bays_no_time_can_be_told() -> None:
    with pytest.raises(IllegalOrderError, match="at least 1"):
        build_turns(50, 0)


@pytest.mark.rule("CW-6.1-02", "CW-6.0-03")
@pytest.mark.parametrize(("design", "count"), [("destroyer", 1), ("monitor", 2), ("tender", 3)])
def test_twenty_bays_finish_twenty_hull_in_a_turn(design: str, count: int) -> None:
    month = play_month(with_yard(shipyard_bays=20), BuildUnits(HOME, design, count, 0))
    assert delivered(month) == [(design, count)]
    assert len(month.ships) == count


@pytest.mark.rule("CW-6.0-03", "CW-19.0-19")
def test_a_yard_takes_no_more_than_its_bays() -> None:
    orders = (BuildUnits(HOME, "cruiser", 1, 15), BuildUnits(HOME, "cruiser", 1, 6), BuildUnits(HOME, "tender", 1, 5))
    month = play_month(with_yard(shipyard_bays=20), *orders)
    assert failures(month) == ["Humans 0303 has 5 shipyard bays free this turn; this needs 6."]
    assert {b.design: b.hull_left for b in month.builds.values()} == {"cruiser": 35, "tender": 1}
    assert month.purse["humans"] == 1_000 - 233 - 20


@pytest.mark.rule("CW-6.0-06", "CW-6.0-08", "CW-6.1-03")
def test_a_cruiser_is_paid_at_once_and_takes_its_two_turns() -> None:
    first = play_month(with_yard(shipyard_bays=40), BuildUnits(HOME, "cruiser", 1, 40))
    started = next(e for e in first.events if isinstance(e, BuildStarted))
    assert (started.turns, started.paid, started.price) == (2, 233, 233)
    assert first.purse["humans"] == 767
    assert first.spent["humans"]["ships"] == 233
    assert [(e.hull_left, e.unpaid) for e in progress(first)] == [(10, 0)]
    second = play_month(frozen(first))
    assert delivered(second) == [("cruiser", 1)]
    assert second.purse["humans"] == 1_000
    assert not second.builds


@pytest.mark.rule("CW-6.1-02")
def test_bays_a_build_no_longer_needs_are_free_for_others() -> None:
    first = play_month(with_yard(shipyard_bays=40), BuildUnits(HOME, "cruiser", 1, 40))
    works = TurnHoldings(first, "humans")
    assert free(first.colonies[HOME], "shipyard", lambda key: works.taken(HOME, key)) == 30
    second = play_month(frozen(first), BuildUnits(HOME, "monitor", 3, 30))
    assert delivered(second) == [("cruiser", 1), ("monitor", 3)]


@pytest.mark.rule("CW-6.1-12")
def test_a_heavy_plant_builds_ships_as_bays_do() -> None:
    state = with_yard(heavy_industry=20)
    assert rating(state.colonies[HOME], "shipyard") == 20
    first = play_month(state, BuildUnits(HOME, "destroyer", 2, 20))
    assert delivered(first) == []
    assert delivered(play_month(frozen(first))) == [("destroyer", 2)]


@pytest.mark.rule("CW-6.3-04", "CW-6.1-06")
@pytest.mark.parametrize(("design", "count"), [("fighter", 4), ("gunboat", 2)])
def test_a_factory_makes_twenty_hull_of_small_craft_a_turn(design: str, count: int) -> None:
    month = play_month(with_yard(light_industry=20), BuildUnits(HOME, design, count, 20))
    assert delivered(month) == [(design, count)]
    assert month.colonies[HOME].garrison == {design: count}
    assert month.ships == {}
    late = play_month(with_yard(light_industry=20), BuildUnits(HOME, design, count + 1, 20))
    assert delivered(late) == []


@pytest.mark.rule("CW-18.0-03")
@pytest.mark.parametrize(
    ("design", "sentence"),
    [
        ("cruiser", "Humans 0303 has 0 shipyard bays free this turn; this needs 1."),
        ("fighter", "Humans 0303 has 0 light industry free this turn; this needs 1."),
        ("marines", "Humans 0303 can train size 0 more this turn; these forces are size 1."),
        ("works", "Works is a facility: order it as one."),
    ],
)
def test_each_kind_needs_its_own_workplace(design: str, sentence: str) -> None:
    month = play_month(with_yard(), BuildUnits(HOME, design, 1, 0))
    assert failures(month) == [sentence]
    assert month.purse["humans"] == 1_000


@pytest.mark.rule("CW-5.1-02")
def test_a_freighter_costs_its_design_and_needs_a_shipyard() -> None:
    month = play_month(with_yard(shipyard_bays=20), BuildUnits(HOME, "freighter", 1, 20))
    assert delivered(month) == [("freighter", 1)]
    assert month.purse["humans"] == 1_000 - MORE_AND["freighter"].cost
    assert failures(play_month(with_yard(light_industry=99), BuildUnits(HOME, "freighter", 1, 20))) != []


@pytest.mark.rule("CW-6.5-01", "CW-6.5-04")
def test_ground_forces_fit_their_base_and_take_one_turn() -> None:
    orders = (BuildUnits(HOME, "tanks", 10, 0), BuildUnits(HOME, "marines", 4, 0), BuildUnits(HOME, "marines", 2, 0))
    month = play_month(with_yard(training=25), *orders)
    assert delivered(month) == [("tanks", 10), ("marines", 4)]
    assert failures(month) == ["Humans 0303 can train size 1 more this turn; these forces are size 2."]
    assert month.colonies[HOME].garrison == {"tanks": 10, "marines": 4}
    assert month.spent["humans"]["ground"] == 190 + 92


@pytest.mark.rule("CW-6.4-01", "CW-18.0-29", "CW-18.0-03")
def test_bases_need_no_yard_and_stand_after_one_turn_whatever_their_size() -> None:
    month = play_month(with_yard(), BuildUnits(HOME, "fortress", 1, 0))
    assert delivered(month) == [("fortress", 1)]
    assert month.spent["humans"]["bases"] == 900
    assert month.colonies[HOME].garrison == {"fortress": 1}


@pytest.mark.rule("CW-6.1-01")
def test_a_bases_yards_serve_its_colony_from_the_next_turn() -> None:
    rich = with_yard()
    turn = draft_of(rich, *sheet("humans", BuildUnits(HOME, "fortress", 1, 0), BuildUnits(HOME, "tender", 1, 6)))
    carry_out(Phase.SPEND)(turn)
    work_yards(turn)
    assert failures(turn) == ["Humans 0303 has 0 shipyard bays free this turn; this needs 6."]
    home = turn.colonies[HOME]
    assert (home.shipyard_bays, home.science_stations, home.training, home.light_industry) == (10, 4, 25, 20)
    assert delivered(play_month(frozen(turn), BuildUnits(HOME, "tender", 1, 6))) == [("tender", 1)]


@pytest.mark.rule("CW-6.0-03", "CW-6.0-06")
def test_a_builds_bays_can_be_changed_and_taken_back() -> None:
    first = play_month(with_yard(shipyard_bays=20), BuildUnits(HOME, "cruiser", 1, 5))
    assert first.builds["humans-B1"].hull_left == 45
    more = play_month(frozen(first), ContinueBuild("humans-B1", 21), ContinueBuild("humans-B1", 20))
    assert failures(more) == ["Humans 0303 has 20 shipyard bays for it this turn, not 21."]
    assert more.builds["humans-B1"].hull_left == 25
    rest = play_month(frozen(more), ContinueBuild("humans-B1", 0), BuildUnits(HOME, "destroyer", 1, 20))
    assert rest.builds["humans-B1"].hull_left == 25
    assert delivered(rest) == [("destroyer", 1)]
    kept = play_month(frozen(rest), ContinueBuild("humans-B1", -1))
    assert kept.builds["humans-B1"].capacity == 0


def test_what_is_left_of_a_damaged_yard_works_for_the_oldest_build_first() -> None:
    first = play_month(with_yard(shipyard_bays=30), *[BuildUnits(HOME, "monitor", 2, 2) for _ in range(12)])
    home = changed(first.colonies[HOME], shipyard_bays=3)
    hurt = changed(frozen(first), colonies={**first.colonies, HOME: home})
    second = play_month(hurt)
    done = {key: 18 - b.hull_left for key, b in second.builds.items() if b.hull_left < 18}
    assert done == {"humans-B1": 2, "humans-B2": 1}


def test_work_stops_where_the_colony_is_lost_and_goes_on_when_it_is_regained() -> None:
    first = play_month(with_yard(shipyard_bays=40), BuildUnits(HOME, "cruiser", 1, 40))
    held = first.colonies[HOME]
    lost = changed(frozen(first), colonies={**first.colonies, HOME: changed(held, side="vermin")})
    second = play_month(lost, ContinueBuild("humans-B1", 10))
    assert failures(second) == ["You have no colony `0303-3`. Your colonies: none."]
    assert second.builds["humans-B1"].hull_left == 10
    third = play_month(changed(frozen(second), colonies={**second.colonies, HOME: held}))
    assert delivered(third) == [("cruiser", 1)]


@pytest.mark.rule("CW-18.0-21")
def test_ships_get_the_next_ids_of_their_prefix_and_join_the_named_fleet() -> None:
    state = with_fleet(with_yard(shipyard_bays=99), "humans", "0303", "destroyer", name="Home Fleet")
    orders = (
        BuildUnits(HOME, "destroyer", 2, 40, fleet="home fleet"),
        BuildUnits(HOME, "tender", 1, 6, fleet="Convoy"),
        BuildUnits(HOME, "tender", 1, 6, fleet="Convoy"),
        BuildUnits(HOME, "monitor", 1, 10),
    )
    month = play_month(state, *orders)
    assert {f.name: f.ships for f in month.fleets.values()} == {
        "Home Fleet": ("humans/DD01", "humans/DD02", "humans/DD03"),
        "Convoy": ("humans/TN01", "humans/TN02"),
        "Humans 0303 task force 3": ("humans/MO01",),
    }
    assert all(f.hex == "0303" and f.side == "humans" for f in month.fleets.values())
    told = [e for e in month.events if isinstance(e, UnitsDelivered)]
    assert [(e.fleet, e.ships) for e in told][:2] == [
        ("humans-F1", ("humans/DD02", "humans/DD03")),
        ("humans-F2", ("humans/TN01",)),
    ]


def test_a_fleet_that_is_away_is_not_joined() -> None:
    state = with_fleet(with_yard(shipyard_bays=99), "humans", "0303", "destroyer", name="Raiders")
    state = change_fleet(state, "humans-F1", transit=Transit("0303", "0909", 0, 8))
    month = play_month(state, BuildUnits(HOME, "tender", 1, 6, fleet="Raiders"))
    assert month.fleets["humans-F1"].ships == ("humans/DD01",)
    assert month.fleets["humans-F2"].name == "Humans 0303 task force 2"
