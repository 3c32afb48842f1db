"""What standing orders give, each kind in a small world of its own, through the side's view and a month that is played."""

from typing import Final

import pytest

from rules.cluster_war.chapters.colonies.founding_orders import SettleInGrid
from rules.cluster_war.chapters.combat.battle_orders import SetEngagement
from rules.cluster_war.chapters.logistics.cargo_orders import LoadCargo
from rules.cluster_war.chapters.logistics.supply_orders import LoadSupplies
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import SetMission
from rules.cluster_war.chapters.research.project_orders import FundProject
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg, Project
from rules.cluster_war.play.notation import names_of
from rules.cluster_war.play.standing_orders.evaluate import Evaluation, advance_orders, end_orders, evaluate
from rules.cluster_war.play.standing_orders.lines import StandingOrder, parse_standing
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.planning.suggestions.voyages import STRAINED_PERCENT
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import Dice
from rules.values import changed
from tests.rules.cluster_war.build import with_colony
from tests.rules.cluster_war.play.governors.kit import ENEMY, NEAR, fleet, looked, world

HOME: Final = "0303"


def standing(state: GameState, *lines: str) -> tuple[StandingOrder, ...]:
    names = names_of(view_for(state, "humans"))
    return tuple(parse_standing(line, names, number) for number, line in enumerate(lines, 1))


def signed(*orders: Order) -> tuple[SignedOrder, ...]:
    return tuple(SignedOrder(f"humans-3-{n}", "humans", n, order) for n, order in enumerate(orders, 1))


def stood(
    state: GameState, *lines: str, sheet: tuple[SignedOrder, ...] = (), shunned: tuple[Order, ...] = ()
) -> Evaluation:
    return evaluate(view_for(state, "humans"), standing(state, *lines), sheet, shunned)


def orders(found: Evaluation) -> list[Order]:
    return [one.order for one in found.laid]


def played(state: GameState, *given: Order) -> tuple[GameState, tuple[Event, ...]]:
    done = adjudicate(state, signed(*given), Dice(bytes(32), "standing", state.turn))
    return done.state, tuple(e for e in done.events if may_see(e, "humans"))


def researching(state: GameState) -> GameState:
    project = Project("humans-P1", "humans", "Deep Radar", HOME, 3)
    return changed(state, projects={"humans-P1": project})


def test_an_order_is_repeated_and_says_why() -> None:
    state = researching(world())
    found = stood(state, 'every turn: fund "Deep Radar" 300')
    assert orders(found) == [FundProject("humans-P1", 300)]
    assert found.laid[0].reason == "every turn"
    assert found.laid[0].text.startswith("Deep Radar, step 1 of 3, gets 300 CPs")
    assert found.laid[0].standing == 1


def test_what_stands_on_the_sheet_already_is_not_given_twice() -> None:
    state = researching(world())
    by_hand = signed(FundProject("humans-P1", 300))
    found = stood(state, 'every turn: fund "Deep Radar" 300', sheet=by_hand)
    assert (found.laid, found.adopted, found.failed) == ((), {"humans-3-1": 1}, {})


def test_what_is_ordered_by_hand_comes_first() -> None:
    state = fleet(world(), "Scouts", HOME, "SC")
    by_hand = signed(MoveFleet("humans-F1", (Leg("0210"),)))
    found = stood(state, "every turn: move Scouts to 0503", sheet=by_hand)
    assert found.laid == ()
    assert "Scouts" in found.failed[1]


def test_what_was_taken_back_by_hand_does_not_come_back() -> None:
    state = researching(world())
    found = stood(state, 'every turn: fund "Deep Radar" 300', shunned=(FundProject("humans-P1", 300),))
    assert (found.laid, found.failed) == ((), {1: "You took that order back in this turn."})


def test_a_paused_or_ended_one_gives_nothing() -> None:
    state = researching(world())
    (one,) = standing(state, 'every turn: fund "Deep Radar" 300')
    view = view_for(state, "humans")
    assert (
        evaluate(view, (changed(one, paused=True),))
        == evaluate(view, (changed(one, ended="it has succeeded"),))
        == Evaluation()
    )


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ('"Guard" is at 0303', True), ('"Guard" is at 0503', False), ("CPs over 500", True), ("CPs over 99999", False),
        ("CPs under 99999", True), ("CPs under 500", False), ("supplies of Guard under 1", True),
        ("supplies of Guard under 0", False), ("colony 0303 has size 400", True), ("colony 0303 has size 401", False),
        ("turn 3", True), ("turn 4", False), ("enemy within 9 of 0303", False), ("Guard is outnumbered", False),
        ("outnumbered at 0303", False), ("turn 3 and CPs over 500", True), ("turn 3 and CPs under 500", False),
    ],
)  # fmt: skip
def test_an_order_is_given_when_all_its_conditions_hold(condition: str, holds: bool) -> None:
    state = fleet(world(), "Guard", HOME, "DD")
    found = stood(state, f"when {condition} then mission Guard patrol")
    assert orders(found) == ([SetMission("humans-F1", "patrol")] if holds else [])
    assert bool(found.waits) is not holds
    assert not found.failed


def test_who_is_outnumbered_goes_home_and_keeps_out_of_battles() -> None:
    state = fleet(world(vermin=50), "Guard", ENEMY, "DD")
    calm = stood(looked(state), "when Guard is outnumbered then retreat to 0303")
    assert calm.laid == ()
    state = looked(fleet(state, "Swarm", ENEMY, "DD", "DD", side="vermin"))
    found = stood(state, "when Guard is outnumbered then retreat to 0303")
    assert [type(order) for order in orders(found)] == [SetEngagement, MoveFleet]
    assert orders(found)[1] == MoveFleet("humans-F1", (Leg("0303"),))
    assert "hull 40 of others seen at" in found.laid[0].reason
    by_place = stood(state, f"when outnumbered at {ENEMY} then retreat")
    assert orders(by_place) == orders(found)
    near = stood(state, f"when enemy within 1 of {ENEMY} then mission Guard patrol")
    assert orders(near) == [SetMission("humans-F1", "patrol")]
    after, _ = played(state, *orders(found))
    assert after.fleets["humans-F1"].engagement.stance == "evade"
    assert after.fleets["humans-F1"].hex != ENEMY or after.fleets["humans-F1"].transit is not None


def test_who_cannot_leave_at_least_keeps_out_of_battles() -> None:
    state = looked(fleet(fleet(world(vermin=50), "Guard", ENEMY, "DD"), "Swarm", ENEMY, "DD", "DD", side="vermin"))
    by_hand = signed(MoveFleet("humans-F1", (Leg("0210"), Leg(ENEMY))))
    found = stood(state, f"when outnumbered at {ENEMY} then retreat", sheet=by_hand)
    assert all(isinstance(order, SetEngagement) for order in orders(found))


def test_the_best_surveyed_world_in_the_grid_is_settled() -> None:
    state = with_colony(world(colony_freighters="outside-grid", treasury=2000), "humans", NEAR, 2, 10)
    found = stood(state, "settle the best surveyed world in the grid")
    (order,) = orders(found)
    assert isinstance(order, SettleInGrid)
    assert (order.hex, order.orbit) == (NEAR, 1)
    after, _ = played(state, order)
    assert f"{NEAR}-1" in after.colonies
    some = orders(stood(state, "settle the best surveyed world in the grid with 40"))[0]
    assert isinstance(some, SettleInGrid)
    assert some.cps == 40
    by_freight = stood(world(colony_freighters="always"), "settle the best surveyed world in the grid")
    assert "by freighter" in by_freight.waits[1]


def test_a_freighter_settles_the_best_surveyed_world() -> None:
    state = fleet(world(treasury=2000), "Convoy", HOME, "FF", "FF")
    found = stood(state, "settle the best surveyed world with Convoy")
    assert {type(order) for order in orders(found)} >= {LoadCargo, MoveFleet}
    state = fleet(world(), "Guard", HOME, "DD")
    assert "not a fleet of unarmed freighters" in stood(state, "settle the best surveyed world with Guard").failed[1]


def test_a_survey_ship_goes_to_the_nearest_unknown_star_and_surveys_it() -> None:
    state = fleet(world(), "Seekers", HOME, "SV")
    line = "survey the nearest unknown hex with Seekers"
    first = stood(state, line)
    assert [type(order) for order in orders(first)] == [SetMission, MoveFleet]
    (_, move) = orders(first)
    assert isinstance(move, MoveFleet)
    state, _ = played(state, *orders(first))
    for _ in range(8):
        again = stood(state, line)
        if not again.laid and "surveys" in again.waits.get(1, ""):
            return
        state, _ = played(state, *orders(again))
    raise AssertionError(again)


@pytest.mark.rule("CW-4.3-20")
def test_a_fleet_under_stress_looks_for_nothing_more_until_it_has_rested_in_supply() -> None:
    line = "survey the nearest unknown hex with Seekers"
    for stress in (STRAINED_PERCENT - 1, STRAINED_PERCENT, 95):
        for at in (HOME, "0808"):
            state = fleet(world(), "Seekers", at, "SC")
            ships = {key: changed(ship, stress=stress) for key, ship in state.ships.items() if ship.side == "humans"}
            found = stood(changed(state, ships={**state.ships, **ships}), line)
            went = [order.legs[-1].to for order in orders(found) if isinstance(order, MoveFleet)]
            if stress < STRAINED_PERCENT:
                assert went
                assert went != [HOME]
            elif at == HOME:
                assert went == []
                assert found.waits == {1: f"Seekers rests in supply, its stress is {stress} %."}
            else:
                assert went == [HOME]


def test_a_scout_sent_out_again_and_again_turns_back_before_its_stress_is_much() -> None:
    state, line, worst = fleet(world(), "Seekers", HOME, "SC"), "survey the nearest unknown hex with Seekers", 0
    for _ in range(18):
        state, _ = played(state, *orders(stood(state, line)))
        worst = max([worst, *(ship.stress for ship in state.ships.values() if ship.side == "humans")])
    assert STRAINED_PERCENT <= worst <= 50, "three months there and two back"


def test_a_reserve_is_kept_from_standing_orders_alone() -> None:
    state = with_colony(world(colony_freighters="outside-grid", treasury=300), "humans", NEAR, 2, 10)
    available = view_for(state, "humans").income.available
    keep = f"keep {available - 60} CPs in reserve"
    (settled,) = orders(stood(state, keep, "settle the best surveyed world in the grid"))
    assert isinstance(settled, SettleInGrid)
    assert settled.cps == 60
    refused = stood(researching(state), keep, "every turn: fund Deep Radar 100")
    assert refused.laid == ()
    assert refused.failed == {
        2: f"It takes 100 CPs, and {available} are left, of which {available - 60} are kept in reserve."
    }
    assert refused.waits == {1: f"{available} CPs are left, {available - 60} are kept."}
    by_hand = stood(researching(state), keep, sheet=signed(FundProject("humans-P1", 100)))
    assert by_hand.failed == {
        1: f"Your sheet leaves {available - 100} CPs, fewer than the {available - 60} that you want to keep."
    }


def test_a_fleet_is_kept_supplied() -> None:
    state = fleet(world(), "Convoy", HOME, "FF")
    (order,) = orders(stood(state, "keep Convoy supplied"))
    assert order == LoadSupplies("humans-F1", 9)  # hull 24 takes 3 points a month, for three months
    away = fleet(world(), "Convoy", ENEMY, "FF")
    (home,) = orders(stood(away, "keep Convoy supplied"))
    assert home == MoveFleet("humans-F1", (Leg("0303"),))
    fed = fleet(world(), "Convoy", HOME, "FF")
    fed = changed(fed, ships={key: changed(ship, supplies=9) for key, ship in fed.ships.items()})
    assert "it is in supply" in stood(fed, "keep Convoy supplied").waits[1]


def test_research_goes_on_until_so_many_successes() -> None:
    state = researching(world(treasury=5000))
    (one,) = standing(state, "research Deep Radar with 1000 until two successes")
    ids, count = 0, 0
    while not one.ended:
        count += 1
        assert count < 30
        given = evaluate(view_for(state, "humans"), (one,)).laid
        assert [type(laid.order) for laid in given] == [FundProject]
        ids += 1
        entry = SignedOrder(f"humans-{state.turn}-{ids}", "humans", 1, given[0].order)
        done = adjudicate(state, (entry,), Dice(bytes(32), "standing", state.turn))
        seen = [e for e in done.events if may_see(e, "humans")]
        state = done.state
        (one,) = end_orders(advance_orders((one,), {entry.id: 1}, (entry,), seen), view_for(state, "humans"))
        state = changed(state, sides={k: changed(s, treasury=5000) for k, s in state.sides.items()})
    assert (one.given, one.succeeded, one.ended) == (count, 2, "it has succeeded 2 times")
    assert state.projects["humans-P1"].step == 3


def test_an_end_by_turn_and_by_times() -> None:
    state = researching(world())
    view = view_for(state, "humans")  # turn 3
    by_turn, over, twice, ever = standing(
        state, "fund Deep Radar 30, until turn 3", "fund Deep Radar 30, until turn 2", "fund Deep Radar 30, 2 times",
        "every turn: fund Deep Radar 30",
    )  # fmt: skip
    found = end_orders((by_turn, over, changed(twice, given=2), changed(ever, given=99)), view)
    assert [one.ended for one in found] == ["", "turn 2 is over", "it was given 2 times", ""]


def test_what_was_taken_back_counts_for_nothing() -> None:
    state = researching(world())
    (one,) = standing(state, "every turn: fund Deep Radar 30, 2 times")
    assert advance_orders((one,), {"humans-3-1": 1}, (), ()) == (one,)


def test_who_is_gone_is_named() -> None:
    state = fleet(world(), "Guard", HOME, "DD")
    (one,) = standing(state, "every turn: mission Guard patrol")
    found = evaluate(view_for(world(), "humans"), (one,))
    assert "You have no fleet" in found.failed[1]
