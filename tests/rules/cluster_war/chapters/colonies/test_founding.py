"""Founding and expanding colonies."""

from fractions import Fraction

import pytest

from rules.cluster_war.chapters.colonies.founding_orders import FoundColony, SettleInGrid, found_week, founding_size
from rules.cluster_war.chapters.colonies.work_orders import ExpandColony, growth
from rules.cluster_war.model.economy.income import income
from rules.cluster_war.model.economy.supply import is_connected, supply_grid
from rules.cluster_war.model.economy.yields import colony_output
from rules.cluster_war.model.events.colonies import ColonyFounded, ColonyGrew
from rules.cluster_war.model.events.turn import OrderFailed, QuestionRaised
from rules.cluster_war.model.holdings.order_kind import Phase
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg, Transit
from rules.cluster_war.model.state.places import StarSystem
from rules.cluster_war.model.state.sides import Knowledge, KnownSystem, Race
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.turn.shortfalls import carry_out
from rules.values import changed
from tests.rules.cluster_war.build import (
    body,
    change_fleet,
    draft_of,
    frozen,
    sheet,
    side,
    small,
    star,
    with_colony,
    with_fleet,
)

SITE = "0404"
CONVOY = "humans-F1"
OUTSIDE = Settings(colony_freighters="outside-grid")


@pytest.mark.rule("CW-7.0-02", "CW-7.0-04", "CW-18.0-30", "CW-18.0-31")
@pytest.mark.parametrize(
    ("cps", "share", "max_cp", "size", "used"),
    [
        (300, Fraction(3, 2), 200, 200, 300),
        (584, Fraction(3, 2), 389, 389, 584),
        (73, Fraction(1), 73, 73, 73),
        (100, Fraction(3, 2), 200, 66, 100),
        (999, Fraction(3, 2), 200, 200, 300),
        (1, Fraction(2), 50, 0, 1),
    ],
)
def test_a_new_colonys_size_is_its_cps_by_the_multiple(
    cps: int, share: Fraction, max_cp: int, size: int, used: int
) -> None:
    assert founding_size(cps, share, max_cp) == (size, used)


@pytest.mark.rule("CW-5.0-21")
@pytest.mark.parametrize(
    ("cps", "share", "size", "added", "charged"),
    [
        (30, Fraction(3, 2), 40, 20, 30),
        (31, Fraction(3, 2), 40, 20, 30),
        (500, Fraction(2), 90, 10, 20),
        (1, Fraction(2), 90, 0, 0),
        (10, Fraction(1), 120, 0, 0),
        (5, Fraction(3, 2), 40, 3, 5),
    ],
)
def test_growth_charges_only_what_it_uses(cps: int, share: Fraction, size: int, added: int, charged: int) -> None:
    assert growth(cps, share, size, 100) == (added, charged)


@pytest.mark.rule("CW-7.0-06", "CW-7.0-02", "CW-5.0-11")
def test_a_fleet_on_the_spot_founds_a_colony_from_its_cargo() -> None:
    month = found(convoy(SITE, 80, 80), FoundColony(CONVOY, SITE, 2, 110, "New Hope"))
    colony = month.colonies[f"{SITE}-2"]
    assert (colony.size, colony.name, colony.side, colony.founded_turn) == (73, "New Hope", "humans", 1)
    assert [s.cargo for s in month.ships.values()] == [0, 50]
    assert month.purse["humans"] == 1_000
    founded = next(e for e in month.events if isinstance(e, ColonyFounded))
    assert (founded.cps, founded.size, founded.cause.order, founded.seen_by) == (110, 73, "humans-1-1", ("humans",))


@pytest.mark.rule("CW-7.0-03", "CW-7.0-02", "CW-5.0-04")
def test_resources_raise_output_and_not_the_price() -> None:
    state = convoy(SITE, 320, systems=[star(SITE, body(2, "5465", 200, resources=("Heavy Metals",)))])
    month = found(state, FoundColony(CONVOY, SITE, 2, 320))
    colony = month.colonies[f"{SITE}-2"]
    assert (colony.size, month.ships["humans/FF01"].cargo) == (200, 20)
    assert colony_output(month, colony) == 400


@pytest.mark.rule("CW-7.0-08", "CW-18.0-32")
def test_a_new_colony_is_in_the_grid_at_once_and_yields_from_the_next_turn() -> None:
    state = convoy("0503", 80, systems=[star("0503", body(2, "5555", 73))])
    before = supply_grid(state, "humans")
    month = found(state, FoundColony(CONVOY, "0503", 2, 73))
    assert supply_grid(month, "humans") > before
    assert is_connected(month, "humans", "0503-2")
    assert month.purse["humans"] == 1_000
    assert income(state, "humans").production == 1_000
    assert income(frozen(month), "humans").production == 1_073


@pytest.mark.rule("CW-7.0-06", "CW-18.0-32")
def test_with_too_few_cps_aboard_the_colony_is_delayed_and_nothing_is_lost() -> None:
    month = found(convoy(SITE, 60), FoundColony(CONVOY, SITE, 2, 73))
    assert failures(month) == ["Fleet 1 carries 60 CPs, not 73; load more at one of your colonies first."]
    assert month.ships["humans/FF01"].cargo == 60
    assert f"{SITE}-2" not in month.colonies


@pytest.mark.rule("CW-12.1-09")
@pytest.mark.parametrize("level", ["map", "scouted"])
def test_without_a_survey_no_colony_is_founded(level: str) -> None:
    state = convoy(SITE, 80)
    known = KnownSystem(SITE, level, 1)  # type: ignore[arg-type] # both are levels of knowledge
    state = changed(state, knowledge={**state.knowledge, "humans": Knowledge(systems={SITE: known})})
    month = found(state, FoundColony(CONVOY, SITE, 2, 73))
    assert failures(month) == [
        f"{SITE} must be surveyed before a colony is founded there; Fleet 1 waits and its 80 CPs are still aboard."
    ]
    assert month.ships["humans/FF01"].cargo == 80


def test_a_survey_finished_in_the_second_week_lets_the_colony_be_founded_in_the_third() -> None:
    state = changed(convoy(SITE, 80), knowledge={"humans": Knowledge(), "vermin": Knowledge()})
    turn = draft_of(state, *sheet("humans", FoundColony(CONVOY, SITE, 2, 73)))
    found_week(turn, 1)
    found_week(turn, 2)
    assert not turn.events
    turn.learn("humans", systems={SITE: KnownSystem(SITE, "surveyed", 1)})
    found_week(turn, 3)
    found_week(turn, 4)
    assert [type(e) for e in turn.events] == [ColonyFounded]


@pytest.mark.rule("CW-18.0-32")
def test_a_fleet_still_on_its_way_keeps_its_cps_and_its_owner_is_told_once() -> None:
    state = change_fleet(convoy("0303", 80), CONVOY, transit=Transit("0303", SITE, 0, 6))
    month = found(state, FoundColony(CONVOY, SITE, 2, 73))
    assert failures(month) == [
        f"Fleet 1 is not at {SITE} yet; its 80 CPs are still aboard. Give the order again for the turn it arrives."
    ]
    assert month.ships["humans/FF01"].cargo == 80
    assert len(month.events) == 1


def test_a_fleet_that_never_went_there_is_named_as_such() -> None:
    month = found(convoy("0303", 80), FoundColony(CONVOY, SITE, 2, 73))
    assert failures(month) == [f"Fleet 1 was not at {SITE} this turn; its 80 CPs are still aboard."]


def test_a_fleet_that_arrives_in_the_third_week_founds_its_colony_then() -> None:
    state = change_fleet(convoy("0303", 80), CONVOY, transit=Transit("0303", SITE, 0, 3))
    turn = draft_of(state, *sheet("humans", FoundColony(CONVOY, SITE, 2, 73)))
    found_week(turn, 1)
    found_week(turn, 2)
    assert not turn.events
    turn.fleets[CONVOY] = changed(turn.fleets[CONVOY], hex=SITE, transit=None)
    found_week(turn, 3)
    assert [type(e) for e in turn.events] == [ColonyFounded]


def test_a_fleet_that_goes_straight_on_lands_its_colonists_on_the_way() -> None:
    state = change_fleet(convoy("0303", 80), CONVOY, transit=Transit("0303", SITE, 0, 2), route=(Leg("0606"),))
    turn = draft_of(state, *sheet("humans", FoundColony(CONVOY, SITE, 2, 73)))
    found_week(turn, 1)
    turn.fleets[CONVOY] = changed(turn.fleets[CONVOY], hex=SITE, transit=Transit(SITE, "0606", 2, 5), route=())
    found_week(turn, 2)
    assert [type(e) for e in turn.events] == [ColonyFounded]
    assert turn.ships["humans/FF01"].cargo == 7


def test_a_fleet_that_leaves_at_the_turns_start_lands_its_colonists_first() -> None:
    turn = draft_of(convoy(SITE, 80), *sheet("humans", FoundColony(CONVOY, SITE, 2, 73)))
    turn.fleets[CONVOY] = changed(turn.fleets[CONVOY], transit=Transit(SITE, "0606", 0, 9))
    found_week(turn, 1)
    assert [type(e) for e in turn.events] == [ColonyFounded]


def test_a_fleet_that_left_last_turn_lands_nobody() -> None:
    state = changed(change_fleet(convoy(SITE, 80), CONVOY, transit=Transit(SITE, "0606", 4, 9)), turn=2)
    month = found(state, FoundColony(CONVOY, SITE, 2, 73))
    assert len(failures(month)) == 1
    assert month.ships["humans/FF01"].cargo == 80


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (FoundColony(CONVOY, SITE, 7, 73), f"{SITE} has no world in orbit 7; its orbits are 2, 3, 4."),
        (FoundColony(CONVOY, SITE, 3, 73), f"Somebody else has settled world 3 of {SITE}."),
        (FoundColony(CONVOY, SITE, 4, 73), f"Humans {SITE} is your colony there already: expand it instead."),
        (FoundColony(CONVOY, SITE, 2, 1), "Too few CPs for a colony (1): each CP of size costs 1.5 there."),
        (FoundColony(CONVOY, SITE, 2, 0), "Too few CPs for a colony (0): each CP of size costs 1.5 there."),
        (FoundColony(CONVOY, SITE, 2, -9), "Too few CPs for a colony (-9): each CP of size costs 1.5 there."),
        (FoundColony("humans-F9", SITE, 2, 73), "You have no fleet `F9`. Your fleets: Fleet 1."),
    ],
)
def test_what_cannot_be_founded_is_told_and_the_cps_stay_aboard(order: FoundColony, sentence: str) -> None:
    worlds = star(SITE, body(2, "4555", 200), body(3), body(4))
    state = convoy(SITE, 80, systems=[worlds])
    state = with_colony(with_colony(state, "vermin", SITE, 3, 10), "humans", SITE, 4, 10)
    month = found(state, order)
    assert failures(month) == [sentence]
    assert month.ships == state.ships
    assert month.colonies == state.colonies


def test_two_empires_landing_in_the_same_week_wait_for_the_gm() -> None:
    state = with_fleet(convoy(SITE, 80), "vermin", SITE, "freighter")
    state = changed(state, ships={key: changed(s, cargo=80) for key, s in state.ships.items()})
    state = changed(state, knowledge=dict.fromkeys(state.knowledge, state.knowledge["humans"]))
    orders = (
        *sheet("humans", FoundColony(CONVOY, SITE, 2, 73)),
        *sheet("vermin", FoundColony("vermin-F1", SITE, 2, 73)),
    )
    turn = draft_of(state, *orders)
    for week in (1, 2, 3, 4):
        found_week(turn, week)
    assert f"{SITE}-2" not in turn.colonies
    assert turn.ships == state.ships
    assert sorted(e.seen_by for e in turn.events) == [(), ("humans",), ("vermin",)]
    raised = next(e for e in turn.events if isinstance(e, QuestionRaised))
    assert [(q.id, q.sides, q.hex) for q in turn.questions] == [(raised.question, ("humans", "vermin"), SITE)]


@pytest.mark.rule("CW-7.0-06")
def test_by_default_even_a_world_in_the_grid_needs_freighters() -> None:
    month = spend(convoy("0303"), SettleInGrid(SITE, 2, 73))
    assert failures(month) == [
        "In this campaign freighters carry the CPs of every new colony: load a fleet and found it from there."
    ]
    assert month.purse["humans"] == 1_000


@pytest.mark.rule("CW-18.0-04")
def test_a_campaign_may_settle_inside_its_grid_from_the_pool_but_not_outside() -> None:
    worlds = [star(SITE, body(2, "5555", 73)), star("0909", body(1, "5555", 73))]
    state = convoy("0303", settings=OUTSIDE, systems=worlds)
    month = spend(state, SettleInGrid(SITE, 2, 100, "Near"), SettleInGrid("0909", 1, 73, "Far"))
    assert month.colonies[f"{SITE}-2"].size == 73
    assert month.purse["humans"] == 927
    assert month.spent["humans"]["colonies"] == 73
    assert failures(month) == ["0909 is outside your supply grid: send freighters."]
    assert "0909-1" not in month.colonies


@pytest.mark.rule("CW-5.0-21", "CW-5.0-15", "CW-7.0-06")
def test_a_colony_in_the_grid_grows_from_the_pool_without_freighters() -> None:
    state = with_colony(convoy("0303", systems=[star("0503", body(1, "4455", 200))]), "humans", "0503", 1, 40)
    month = spend(state, ExpandColony("0503-1", 31))
    assert month.colonies["0503-1"].size == 60
    assert month.purse["humans"] == 970
    assert month.spent["humans"]["infrastructure"] == 30
    grew = next(e for e in month.events if isinstance(e, ColonyGrew))
    assert (grew.before, grew.after, grew.cps) == (40, 60, 30)


@pytest.mark.rule("CW-5.0-21", "CW-5.0-02")
def test_a_colony_grows_up_to_the_worlds_maximum_and_not_beyond() -> None:
    state = with_colony(convoy("0303", systems=[star("0503", body(1, "5555", 50))]), "humans", "0503", 1, 40)
    month = spend(state, ExpandColony("0503-1", 500), ExpandColony("0503-1", 1))
    assert month.colonies["0503-1"].size == 50
    assert month.purse["humans"] == 990
    assert failures(month) == ["Humans 0503 has its full size of 50 already."]


def on_hostile_worlds() -> GameState:
    """A convoy of two ships with 60 and 40 CPs at an XXXX colony that is cut off, and another such colony in the grid."""
    worlds = [star("0503", body(1, "XXXX", 200)), star("1010", body(1, "XXXX", 200))]
    state = with_colony(convoy("1010", 60, 40, systems=worlds), "humans", "0503", 1, 40)
    return with_colony(state, "humans", "1010", 1, 40, store=50)


@pytest.mark.rule("CW-7.0-07", "CW-5.0-21")
def test_an_uninhabitable_colony_grows_in_the_grid_from_the_pool_and_outside_from_what_ships_bring() -> None:
    state = on_hostile_worlds()
    month = spend(state, ExpandColony("0503-1", 50), ExpandColony("1010-1", 75), ExpandColony("1010-1", 31))
    assert [month.colonies[c].size for c in ("0503-1", "1010-1")] == [50, 55]
    assert month.colonies["1010-1"].store == 50
    assert [ship.cargo for ship in month.ships.values()] == [0, 25]
    assert (month.purse["humans"], month.spent["humans"]["infrastructure"]) == (950, 50)
    grown = [e for e in month.events if isinstance(e, ColonyGrew)]
    assert [(e.cause.rule, [m.value for m in e.cause.modifiers]) for e in grown] == [
        ("CW-5.0-21", [10]),
        ("CW-7.0-07", [15, 75]),
    ]
    month = spend(state, ExpandColony("1010-1", 105))
    assert month.colonies["1010-1"].size == 40
    assert failures(month) == [
        "Humans 1010 is cut off on an uninhabitable world: it grows only by colonists that ships bring, and your ships there "
        "carry 100 CPs of the 105 it takes; what is in its store brings no people."
    ]


@pytest.mark.rule("CW-7.0-07")
def test_ships_elsewhere_or_under_way_bring_no_colonists() -> None:
    state = on_hostile_worlds()
    away = change_fleet(state, "humans-F1", hex="0909")
    passing = change_fleet(state, "humans-F1", transit=Transit("1010", "0303", 0, 30))
    for elsewhere in (away, passing):
        month = spend(elsewhere, ExpandColony("1010-1", 10))
        assert "carry 0 CPs of the 10" in failures(month)[0]
        assert month.ships == elsewhere.ships


@pytest.mark.rule("CW-3.1-11")
def test_environmental_resistance_makes_a_nearer_match_cheaper() -> None:
    state = with_colony(convoy("0303", systems=[star("0503", body(1, "5558", 200))]), "humans", "0503", 1, 40)
    hardy = side("humans", race=Race("Humans", "5555", abilities=("Environmental Resistance",)))
    assert spend(state, ExpandColony("0503-1", 60)).colonies["0503-1"].size == 70
    state = changed(state, sides={**state.sides, "humans": hardy})
    assert spend(state, ExpandColony("0503-1", 60)).colonies["0503-1"].size == 80


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (
            ExpandColony("1818-3", 10),
            "You have no colony `1818-3`. Your colonies: Humans 0303 (0303), Humans 0503 (0503).",
        ),
        (ExpandColony("0503-1", 1), "Too few CPs (1): at Humans 0503 each CP of size costs 1.5."),
        (ExpandColony("0503-1", -10), "Give the number of CPs, at least 1."),
    ],
)
def test_what_cannot_grow_is_told(order: ExpandColony, sentence: str) -> None:
    state = with_colony(convoy("0303", systems=[star("0503", body(1, "4455", 200))]), "humans", "0503", 1, 40)
    month = spend(state, order)
    assert failures(month) == [sentence]
    assert month.colonies == state.colonies
    assert month.purse["humans"] == 1_000


def convoy(
    hex_: str, *cargo: int, settings: Settings | None = None, systems: list[StarSystem] | None = None
) -> GameState:
    """Humans with a freighter for each cargo in a hex, all systems surveyed; `SITE` has a world of 73 CPs in orbit 2."""
    stars = systems if systems is not None else [star(SITE, body(2, "4555", 73))]
    state = small(settings=settings, systems=stars)
    state = with_fleet(state, "humans", hex_, *["freighter"] * max(1, len(cargo)))
    ships = {key: changed(s, cargo=cps) for (key, s), cps in zip(state.ships.items(), cargo or (0,), strict=True)}
    surveyed = Knowledge(systems={h: KnownSystem(h, "surveyed", 1) for h in state.cluster.systems})
    return changed(state, ships=ships, knowledge={**state.knowledge, "humans": surveyed})


def found(state: GameState, *orders: Order) -> TurnState:
    """The four weeks of founding for the humans."""
    turn = draft_of(state, *sheet("humans", *orders))
    for week in range(turn.first_week + 1, turn.first_week + 5):
        found_week(turn, week)
    return turn


def spend(state: GameState, *orders: Order) -> TurnState:
    """The spending step for the humans."""
    turn = draft_of(state, *sheet("humans", *orders))
    carry_out(Phase.SPEND)(turn)
    return turn


def failures(turn: TurnState) -> list[str]:
    """What the humans are told could not be done."""
    return [e.reason for e in turn.events if isinstance(e, OrderFailed) and e.seen_by == ("humans",)]
