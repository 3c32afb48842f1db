"""What would happen if the deadline came now: what warns of something has its sign."""

from cogs.campaign.common.order_panel import forecast_text
from rules.cluster_war.model.orders.order import Note
from rules.cluster_war.turn.planning.check import forecast
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import changed
from tests.rules.cluster_war.build import small


def test_only_what_warns_has_a_sign() -> None:
    plan = forecast(view_for(small(), "humans"), ())
    told = forecast_text(plan)
    assert "• " in told
    assert "• ⚠" not in told, told
    warned = changed(plan, effects=(*plan.effects, Note("Fleet 1 would lack 3 supply points.", "CW-4.3-13")))
    assert "• ⚠ Fleet 1 would lack 3 supply points." in forecast_text(warned)
