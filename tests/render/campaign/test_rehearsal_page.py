"""The page of a rehearsed month: what would be there to spend, by where it comes from."""

import pytest

from render.campaign.report.pages import format_forecast, write_rehearsal
from rules.cluster_war.model.state.view import Income
from rules.cluster_war.turn.planning.rehearsal import rehearse
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import changed
from tests.rules.cluster_war.build import small


@pytest.mark.rule("CW-18.0-09")
def test_the_sum_to_spend_is_told_with_all_its_sources() -> None:
    made = rehearse(view_for(small(), "humans"), ())

    def told(income: Income) -> str:
        return format_forecast(changed(made, after=changed(made.after, income=income))).partition(";")[0]

    assert told(Income(1489, 177, 0, 7325)) == (
        "8991 CPs to spend in turn 2 (1489 of them produced, 177 from trade, 7325 from the treasury)"
    )
    made = rehearse(view_for(small(), "humans"), ())
    one = changed(made.after, colonies=dict([*made.after.colonies.items()][:1]))
    assert "; 1 colony, " in format_forecast(changed(made, after=one))
    assert told(Income(100, 0, 30, 0)) == (
        "130 CPs to spend in turn 2 (100 of them produced, 30 unusual income, 0 from the treasury)"
    )


def test_an_order_that_would_fail_is_a_warning() -> None:
    made = changed(rehearse(view_for(small(), "humans"), ()), refused={3: "Nothing is there."})
    assert "- ⚠ Order 3: Nothing is there." in write_rehearsal(made, campaign="A campaign", turn=1)
