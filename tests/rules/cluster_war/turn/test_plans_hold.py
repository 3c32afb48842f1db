"""What a side was promised when it gave its orders is what the turn does, as long as nobody interferes."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cluster_war.chapters.colonies.founding_orders import FoundColony
from rules.cluster_war.chapters.industry.building_orders import SendBuild
from rules.cluster_war.model.events.colonies import BudgetClosed
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.planning.check import check, forecast
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import Dice
from rules.values import GameError
from tests.rules.cluster_war.turn.test_conservation import campaign, orders_of

TOO_EARLY = re.compile(
    r"yet; its \d+ CPs are still aboard|left the yard yet; send them when they do|joined a fleet that was"
)
"""What may still go otherwise than planned, and was told so in a note when the order was given."""

sheets = st.lists(st.lists(orders_of("humans"), max_size=14), min_size=1, max_size=4)


@pytest.mark.rule("CW-5.0-19", "CW-5.0-18", "CW-18.0-10")
@given(sheets, st.sampled_from(["always", "outside-grid"]))
def test_orders_that_were_taken_are_carried_out_and_leave_what_was_forecast(
    played: list[list[Order]], freighters: str
) -> None:
    state = campaign(freighters)
    for wished in played:
        view = view_for(state, "humans")
        sheet: tuple[SignedOrder, ...] = ()
        for order in wished:
            try:
                preview = check(view, sheet, order)
            except GameError:
                continue
            number = len(sheet) + 1
            sheet = (*sheet, SignedOrder(f"humans-{state.turn}-{number}", "humans", number, preview.order))
        promised = forecast(view, sheet)
        assert promised.problems == ()
        done = adjudicate(state, sheet, Dice(bytes(32), "plans", state.turn))
        late = {s.id for s in sheet if isinstance(s.order, FoundColony | SendBuild)}
        failed = [e for e in done.events if isinstance(e, OrderFailed)]
        assert [e.reason for e in failed if e.cause.order not in late] == []
        assert all(TOO_EARLY.search(e.reason) for e in failed)
        closed = next(e for e in done.events if isinstance(e, BudgetClosed) and e.side == "humans")
        assert promised.left == closed.carried
        state = done.state
