"""Fronts as text."""

from cogs.campaign.common.field_texts import front_list
from rules.cluster_war.model.state.war import Force
from rules.cluster_war.turn.views.side_views import view_for
from tests.rules.cluster_war.chapters.combat.ground.test_weeks import a, fields
from tests.rules.cluster_war.chapters.combat.ground.war import front


def test_a_front_tells_what_is_left_of_ones_own_forces_and_only_what_is_seen_of_others() -> None:
    state = fields(
        front({}),
        a(1, "INF", "0101", teams=7, dug_in=True),
        Force("humans/A2", "humans", "MEGA", "0102", damage=12),
        a(7, "INF", "0301", side="vermin", teams=4),
        a(8, "MINES", "0301", side="vermin"),
    )
    text = front_list(view_for(state, "humans"))
    assert "**A1** Infantry in 0101 (clear): holds, dug in, 7 teams left" in text
    assert "**A2** Mega Tank in 0102 (clear): attacks, 12 points of damage" in text
    assert "1 × Infantry in 0301 (4 teams)" in text
    assert "minefield" not in text
