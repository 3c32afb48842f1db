"""What a player is told of an operation that gets no CPs: what is missing, what would be lost, and what to do about it."""

import pytest

from rules.cluster_war.chapters.espionage.order_checks import FundOperation, StartCounter, StopOperation
from rules.cluster_war.model.events.diplomacy import OperationLapsed
from rules.cluster_war.model.orders.order import Forecast, Lapse, Note, Order
from rules.cluster_war.model.state.dealings import Operation
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.turn.planning.check import forecast
from rules.cluster_war.turn.planning.suggestions.dealings import operations
from rules.cluster_war.turn.views.side_views import view_for
from tests.rules.cluster_war.build import sheet
from tests.rules.cluster_war.chapters.espionage.spying import H, met, play, running, told, with_operation

NET = Operation("humans-S2", H, "", "counter", "Operation 2", cps=100, spent=100)


def ahead(state: GameState, *orders: Order) -> Forecast:
    return forecast(view_for(state, H), sheet(H, *orders, turn=state.turn))


@pytest.mark.rule("CW-10.0-02")
def test_an_operation_or_net_without_cps_is_missing_them_and_the_month_does_what_was_told() -> None:
    state = with_operation(met(), running(), NET)
    found = ahead(state)
    assert found.missing == (
        Note("Nightfall gets no CPs this turn and would lose the 1000 it has gathered.", "CW-10.0-02"),
        Note("Operation 2 gets no CPs this turn and would lose the 100 it has gathered.", "CW-10.0-02"),
    )
    assert found.lapses == (Lapse("Nightfall", 1000, "CW-10.0-02"), Lapse("Operation 2", 100, "CW-10.0-02"))
    _, events = play(state, 90)
    assert [(lost.name, lost.lost) for lost in told(events, OperationLapsed, H)] == [
        ("Nightfall", 1000),
        ("Operation 2", 100),
    ]


@pytest.mark.rule("CW-10.0-02")
def test_nothing_is_missing_of_one_that_is_funded_stopped_over_or_has_gathered_nothing() -> None:
    state = with_operation(met(), running(), NET)
    found = ahead(state, FundOperation("humans-S1", 25), StopOperation("humans-S2"))
    assert (found.missing, found.lapses) == ((), ())
    assert ahead(with_operation(met(), running(cps=0), running(id="humans-S3", finished_turn=1))).lapses == ()
    assert ahead(met(), StartCounter(100)).lapses == ()


def test_the_first_advice_is_to_fund_what_would_lose_the_most() -> None:
    first, second, *_ = operations(view_for(with_operation(met(), NET, running()), H), ())
    assert first.starred
    assert isinstance(first.order, FundOperation)
    assert first.order.operation == "humans-S1"
    assert first.reason.endswith(", else it loses 1000 CPs")
    assert second.reason.endswith(", else it loses 100 CPs")
