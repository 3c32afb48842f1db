"""What three concerns propose, whole: orders, reasons, weights, what is paid from which share, and what nobody else may have."""

from typing import Any, Final

import pytest

from rules.cluster_war.chapters.espionage.order_checks import FundOperation, StartCounter, StartOperation
from rules.cluster_war.chapters.industry.facility_orders import BuildFacility, MakeMunitions
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import MergeFleets, SetMission
from rules.cluster_war.model.state.dealings import Operation
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.play.governors.concerns.defense import dangers, defend
from rules.cluster_war.play.governors.concerns.diplomacy import spy
from rules.cluster_war.play.governors.concerns.expansion import propose_works
from rules.cluster_war.play.governors.situation import GovernorMemory, Proposal, used_things
from rules.values import changed
from tests.rules.cluster_war.build import body, with_colony
from tests.rules.cluster_war.play.governors.kit import DESIGNS, ENEMY, NEAR, fleet, looked, situation_of, world

AT_WAR: Final = GovernorMemory(turn=2, foe="vermin", since=2, grudges={"vermin": 9}, cause="they began it")
HOME: Final = "0303-3"


def home(state: GameState, **more: Any) -> GameState:
    """The state with a home world that is otherwise, and has room for any size."""
    vast = changed(state.cluster.systems["0303"], bodies=(body(3, "5555", 99_999),))
    state = changed(state, cluster=changed(state.cluster, systems={**state.cluster.systems, "0303": vast}))
    return changed(state, colonies={**state.colonies, HOME: changed(state.colonies[HOME], **more)})


def facility(kind: str, amount: int, cost: int, why: str, weight: int, site: str = HOME) -> Proposal:
    """Facilities as the concern of works proposes them."""
    order = BuildFacility(site, kind, amount)  # type: ignore[arg-type] # a kind of facility
    return Proposal("works", (order,), why, weight, "works", cost, used_things(f"works/{kind}"))


def test_bays_are_asked_for_by_the_income_half_of_what_lacks_or_the_least_step() -> None:
    """400 CPs a turn ask for 50 bays, in steps of 20 at least."""
    why = "{} shipyard bays for 400 CPs a turn; 50 would be used"

    def asked(bays: int, **more: Any) -> list[Proposal]:
        state = home(world(**more), shipyard_bays=bays, science_stations=45)
        found = situation_of(state, "conqueror")
        assert found.income == 400
        return [p for p in propose_works(found) if "works/shipyard" in p.uses]

    assert asked(31) == asked(50) == []
    assert asked(30) == [facility("shipyard", 20, 60, why.format(30), 300)] * 2
    two = asked(0)
    assert two == [
        facility("shipyard", 25, 75, why.format(0), 301),
        facility("shipyard", 20, 60, why.format(0), 300),
    ]


def test_a_second_place_gets_bays_when_home_has_many_and_none_where_enemies_are() -> None:
    def site(state: GameState, **more: Any) -> str:
        orders = [p.orders[0] for p in propose_works(situation_of(home(state, size=9000, **more), memory=AT_WAR))]
        (found,) = {o.colony for o in orders if isinstance(o, BuildFacility) and o.facility == "shipyard"}
        return found

    state = world(vermin=50)
    large = with_colony(state, "humans", NEAR, 1, 150)
    assert site(state, shipyard_bays=300) == HOME
    assert site(large, shipyard_bays=299) == HOME
    assert site(large, shipyard_bays=300) == f"{NEAR}-1"
    assert site(with_colony(state, "humans", NEAR, 1, 149), shipyard_bays=300) == HOME
    assert site(with_colony(state, "humans", ENEMY, 2, 150), shipyard_bays=300) == HOME, "beyond the grid"
    raided = looked(fleet(large, "Fangs", NEAR, "DD", side="vermin"))
    assert site(raided, shipyard_bays=300) == HOME


def test_labs_are_built_where_most_of_them_are_by_ten_up_to_what_is_of_use() -> None:
    def asked(stations: int) -> list[Proposal]:
        return [
            p for p in propose_works(situation_of(home(world(), science_stations=stations))) if "works/lab" in p.uses
        ]

    why = "{} at Humans 0303; each adds to the chance of what is studied there"
    most = 45 * situation_of(world()).weights.research // 10
    (few,) = asked(0)
    (order,) = few.orders
    assert order == BuildFacility(HOME, "lab", 10)
    assert (few.reason, few.weight, few.line) == (why.format("no science station"), 260, "works")
    (last,) = asked(most - 5)
    assert last == facility("lab", 5, few.cost // 2, why.format(f"{most - 5} science stations"), 260)
    assert asked(most - 4) == []


@pytest.mark.rule("CW-6.1-11")
def test_munitions_are_made_for_two_salvoes_of_every_launcher_and_twenty_cps_at_most() -> None:
    def asked(launchers: int, **more: Any) -> list[Proposal]:
        state = fleet(world(), "Line", "0303", "DD", "DD")
        armed = {**DESIGNS, "DD": changed(DESIGNS["DD"], launchers=launchers)}
        state = changed(state, sides={**state.sides, "humans": changed(state.sides["humans"], designs=armed)})
        state = home(state, **{"heavy_industry": 0, **more})
        return [p for p in propose_works(situation_of(state)) if "works/munitions" in p.uses]

    def made(launchers: int, stock: int, cps: int) -> list[Proposal]:
        kept = f"munitions for {stock} CPs" if stock else "no munitions"
        why = f"{launchers} missile launchers, and {kept} in stock"
        order = MakeMunitions(HOME, cps)
        return [Proposal("works", (order,), why, 200, "works", cps, used_things("works/munitions"))]

    lines = {"tooling": {"munitions": 50}}
    assert asked(2, **lines) == made(4, 0, 16)
    assert asked(2, munitions=7, **lines) == made(4, 7, 9)
    assert asked(2, munitions=8, **lines) == []
    assert asked(9, **lines) == made(18, 0, 20)
    assert asked(9, tooling={"munitions": 6}) == made(18, 0, 6)
    assert asked(9) == []
    assert asked(2, retooling={"munitions": 1}, **lines) == []


def test_without_a_colony_nothing_is_built() -> None:
    assert list(propose_works(situation_of(changed(world(), colonies={})))) == []


def test_a_colony_is_in_danger_where_enemies_were_seen_or_somebody_cuts_it_off() -> None:
    state = with_colony(world(vermin=50), "humans", NEAR, 1, 80)
    assert dangers(situation_of(looked(state), memory=AT_WAR)) == {}
    seen = looked(fleet(state, "Fangs", NEAR, "DD", "DD", side="vermin"))
    assert dangers(situation_of(seen, memory=AT_WAR)) == {NEAR: 40}
    cut = changed(state.colonies[f"{NEAR}-1"], blockaded=True)
    assert dangers(situation_of(changed(state, colonies={**state.colonies, cut.id: cut}), memory=AT_WAR)) == {NEAR: 1}


@pytest.mark.parametrize(("ships", "sent"), [(2, False), (3, True)])
def test_help_is_a_third_more_than_the_enemys_hull_and_the_nearest_come(ships: int, *, sent: bool) -> None:
    """Forty hull spaces of the enemy's ask for 54: three destroyers of 20, wherever they are, the nearest first."""
    state = with_colony(world(vermin=50), "humans", NEAR, 1, 80)
    state = fleet(state, "Fangs", NEAR, "DD", "DD", side="vermin")
    state = fleet(state, "There", NEAR, "DD")
    for number in range(1, ships):
        state = fleet(state, f"Line {number}", "0303", "DD")
    state = fleet(state, "Reserve", "0103", "DD") if sent else state
    found = [p for p in defend(situation_of(looked(state), memory=AT_WAR)) if p.weight == 980]
    weeks = {p.reason.rpartition(", ")[2] for p in found}
    assert found == [
        Proposal(
            "defend",
            (MoveFleet(f"humans-F{n}", (Leg(NEAR),)),),
            f"Line {n - 1} to the aid of {NEAR} Humans {NEAR}, hull 40 of the enemy as last seen, {min(weeks)}",
            980,
            uses=used_things(f"fleet/humans-F{n}"),
        )
        for n in range(2, ships + 1)
        if sent
    ]


def test_the_strongest_leads_those_of_its_drive_that_lie_together_and_of_equals_the_first() -> None:
    state = fleet(fleet(fleet(world(), "A", "0303", "DD"), "B", "0303", "DD", "DD"), "C", "0303", "DD", "DD")
    state = fleet(state, "Away", "0808", "DD")
    slow = changed(DESIGNS["DD"], id="D2", ftl="jump")
    designs = {**DESIGNS, "D2": slow}
    state = changed(state, sides={**state.sides, "humans": changed(state.sides["humans"], designs=designs)})
    state = fleet(state, "Slow", "0303", "D2")
    joins = [p for p in defend(situation_of(state)) if p.weight == 120]
    assert joins == [
        Proposal(
            "defend",
            (MergeFleets(f"humans-F{n}", "humans-F2"),),
            f"{name} joins B at 0303 Humans 0303",
            120,
            uses=used_things(f"fleet/humans-F{n}", f"mission/humans-F{n}", f"engage/humans-F{n}"),
        )
        for n, name in ((3, "C"), (1, "A"))
    ]
    assert [p for p in defend(situation_of(state, "raider")) if p.weight == 120] == []


def test_war_fleets_at_home_keep_watch_unless_they_have_another_mission() -> None:
    state = fleet(fleet(world(), "A", "0303", "DD"), "B", "0303", "DD", mission="scout")
    state = fleet(fleet(state, "C", "0303", "DD", mission="patrol"), "D", "0808", "DD")
    watch = [p for p in defend(situation_of(state)) if p.weight == 50]
    assert watch == [
        Proposal(
            "defend",
            (SetMission(f"humans-F{n}", "patrol"),),
            f"{name} keeps watch at 0303 Humans 0303",
            50,
            uses=used_things(f"mission/humans-F{n}"),
        )
        for n, name in ((1, "A"), (2, "B"))
    ]


BOOK: Final = {"CW-10.0-04": "book"}


def secret(*operations: Operation, size: int = 1200) -> GameState:
    """The Humans of that income, who know the Vermin, with these operations."""
    state = home(world(vermin=50, treasury=9000, rulings=BOOK), size=size)
    return changed(state, operations={one.id: one for one in operations})


def operation(number: int, kind: str = "fleets", target: str = "vermin", **more: Any) -> Operation:
    return Operation(f"humans-S{number}", "humans", target, kind, f"Night {number}", "count them", **more)


@pytest.mark.rule("CW-10.0-01", "CW-10.0-02")
def test_secrets_are_thought_of_from_an_income_on_and_one_operation_runs_at_a_time() -> None:
    def asked(state: GameState, memory: GovernorMemory = AT_WAR) -> list[tuple[type, str, int, int]]:
        return [
            (type(p.orders[0]), getattr(p.orders[0], "kind", ""), p.weight, p.cost)
            for p in spy(situation_of(state, memory=memory))
        ]

    net = (StartCounter, "", 310, 100)
    new = [(StartOperation, kind, 330, 100) for kind in ("fleets", "sabotage-yard", "mole")]
    found = asked(secret())
    assert found[0] == net
    assert {*found[1:]} == {*new}
    assert asked(secret(size=1199)) == []
    assert asked(secret(), GovernorMemory(turn=2)) == [net], "nobody to be at war with"
    busy = asked(secret(operation(1)))
    assert busy == [(FundOperation, "", 320, 100), net]
    over = asked(secret(operation(1, finished_turn=2, outcome="failed")))
    assert {*over} == {net, *new}
    guarded = asked(secret(operation(1, "counter", "")))
    assert guarded == [(FundOperation, "", 320, 100), *[n for n in found if n[0] is StartOperation]]
    poor = asked(secret(operation(1), size=1199))
    assert poor == [(FundOperation, "", 320, 100)], "what runs is paid by the poor, too"


@pytest.mark.rule("CW-10.0-02")
def test_each_proposal_of_secrets_says_what_it_is_and_uses() -> None:
    first = next(iter(spy(situation_of(secret(operation(1)), memory=AT_WAR))))
    assert (first.concern, first.line, first.uses) == ("spy", "research", used_things("operation/humans-S1"))
    assert first.orders == (FundOperation("humans-S1", 100),)
    assert first.reason.startswith("Night 1: 100 CPs: planning, ")
    begun = [p for p in spy(situation_of(secret(), memory=AT_WAR)) if isinstance(p.orders[0], StartOperation)]
    assert {p.uses for p in begun} == {used_things("operation/new")}
    assert {(p.concern, p.line) for p in begun} == {("spy", "research")}
    mole = next(p for p in begun if p.reason.startswith("mole against Vermin: 100 CPs: "))
    (order,) = mole.orders
    assert isinstance(order, StartOperation)
    assert (order.target, order.kind, order.cps) == ("vermin", "mole", 100)
