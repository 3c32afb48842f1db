"""What a side may not know changes nothing that its governor orders, says, plans or remembers."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.play.governors.govern import advise, govern
from rules.cluster_war.play.governors.profile import CHARACTERS, Profile
from rules.cluster_war.play.governors.situation import GovernorMemory, GovernorPlan
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import changed
from tests.rules.cluster_war.build import small
from tests.rules.cluster_war.turn.views.test_noninterference import (
    Change,
    fewer_ships_far_away,
    other_colonies,
    other_purse,
    other_ships_far_away,
    other_words,
    other_work,
    other_worlds,
    random_world,
)
from tests.rules.cluster_war.turn.views.test_noninterference_support import (
    other_deals,
    other_holds,
    other_research,
    with_third,
)
from tests.rules.cluster_war.turn.views.test_noninterference_war import (
    at_war,
    other_armies,
    other_history,
    other_manners,
    other_officers,
    other_wounds,
)

PEACE: tuple[Change, ...] = (
    other_purse,
    other_ships_far_away,
    fewer_ships_far_away,
    other_words,
    other_colonies,
    other_work,
    other_worlds,
)
DEALINGS: tuple[Change, ...] = (other_holds, other_deals, other_research)
WAR: tuple[Change, ...] = (other_manners, other_wounds, other_officers, other_armies, other_history)


def plans_of(data: st.DataObject, before: GameState, after: GameState) -> tuple[GovernorPlan, GovernorPlan]:
    """What the Humans' governor plans in both states, whoever it is and whatever it has in mind."""
    profile = Profile(data.draw(st.sampled_from(CHARACTERS)), data.draw(st.sampled_from(("easy", "even", "hard"))))
    memory = GovernorMemory(foe=data.draw(st.sampled_from(("", "vermin"))), since=1, grudges={"vermin": 7})
    one, other = (govern(view_for(state, "humans"), profile, b"seed", memory) for state in (before, after))
    return one, other


@pytest.mark.rule("CW-18.0-07")
@pytest.mark.parametrize("change", [*PEACE, *DEALINGS, *WAR], ids=lambda change: change.__name__)
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_a_hidden_fact_changes_no_plan(change: Change, data: st.DataObject) -> None:
    state, _ = at_war(data) if change in WAR else random_world(data)
    if change in DEALINGS:
        state = with_third(state)
    before, after = plans_of(data, state, change(data, state))
    assert before == after


@pytest.mark.rule("CW-18.0-07")
@pytest.mark.parametrize("change", [*PEACE, *DEALINGS, *WAR], ids=lambda change: change.__name__)
@settings(max_examples=3, deadline=None)
@given(data=st.data())
def test_a_hidden_fact_changes_nothing_that_a_staff_advises(change: Change, data: st.DataObject) -> None:
    state, _ = at_war(data) if change in WAR else random_world(data)
    if change in DEALINGS:
        state = with_third(state)
    before, after = (advise(view_for(one, "humans")) for one in (state, change(data, state)))
    assert before == after


def test_the_comparison_would_notice_a_world_that_is_known() -> None:
    state = small()
    poorer = changed(state, colonies={k: changed(c, size=5) for k, c in state.colonies.items()})
    profile = Profile("builder")
    assert govern(view_for(state, "humans"), profile, b"seed") != govern(view_for(poorer, "humans"), profile, b"seed")
