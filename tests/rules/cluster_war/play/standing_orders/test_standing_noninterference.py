"""What a side may not know changes nothing that its standing orders give, wait for, or say."""

from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.standing_orders.colony_chain import SettleWorld
from rules.cluster_war.play.standing_orders.conditions import (
    Condition,
    CpsOver,
    CpsUnder,
    EnemySeen,
    FleetAt,
    FleetOutnumbered,
    HexOutnumbered,
    SuppliesUnder,
)
from rules.cluster_war.play.standing_orders.conquest_chain import ConquerWorld
from rules.cluster_war.play.standing_orders.evaluate import Evaluation, evaluate
from rules.cluster_war.play.standing_orders.goal_kinds import Goal
from rules.cluster_war.play.standing_orders.goals import (
    KeepReserve,
    KeepSupplied,
    LookAround,
    Retreat,
    SettleInside,
    SettleWith,
)
from rules.cluster_war.play.standing_orders.lines import StandingOrder
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import changed
from tests.rules.cluster_war.build import small
from tests.rules.cluster_war.play.governors.test_noninterference import DEALINGS, PEACE, WAR
from tests.rules.cluster_war.turn.views.test_noninterference import Change, random_world
from tests.rules.cluster_war.turn.views.test_noninterference_support import with_third
from tests.rules.cluster_war.turn.views.test_noninterference_war import at_war

FAR: Final = 99


def everything(view: View) -> tuple[StandingOrder, ...]:
    """Every goal under every condition that looks around, for each fleet of the side's."""
    fleets = sorted(view.fleets)[:3]
    hexes = sorted({c.hex for c in view.colonies.values()})[:2]
    goals: list[Goal] = [KeepReserve(20), SettleInside()]
    places = [(hex_, body.orbit) for hex_, known in sorted(view.systems.items()) for body in known.bodies][:3]
    goals += [SettleWorld(hex_, orbit, f, fleets[0]) for f in fleets[:1] for hex_, orbit in places]
    goals += [ConquerWorld(key, f, tuple(fleets[1:])) for f in fleets[:1] for key in sorted(view.foreign_colonies)[:2]]
    goals += [kind(f) for f in fleets for kind in (SettleWith, LookAround, KeepSupplied)]
    conditions: list[Condition] = [CpsOver(10), CpsUnder(10), *(EnemySeen(FAR, h) for h in hexes)]
    conditions += [*(HexOutnumbered(h) for h in hexes), *(FleetOutnumbered(f) for f in fleets)]
    conditions += [*(SuppliesUnder(f, 5) for f in fleets), *(FleetAt(f, view.fleets[f].hex) for f in fleets)]
    found = [StandingOrder(0, goal) for goal in goals]
    found += [StandingOrder(0, Retreat(fleets[0]) if fleets else KeepReserve(1), (each,)) for each in conditions]
    return tuple(changed(one, number=number) for number, one in enumerate(found, 1))


def stood(state: GameState) -> Evaluation:
    view = view_for(state, "humans")
    return evaluate(view, everything(view))


@pytest.mark.rule("CW-18.0-07")
@pytest.mark.parametrize("change", [*PEACE, *DEALINGS, *WAR], ids=lambda change: change.__name__)
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_a_hidden_fact_changes_nothing_that_standing_orders_give(change: Change, data: st.DataObject) -> None:
    state, _ = at_war(data) if change in WAR else random_world(data)
    if change in DEALINGS:
        state = with_third(state)
    after = change(data, state)
    assert stood(state) == stood(after)


def test_the_comparison_would_notice_what_is_known() -> None:
    state = small()
    richer = changed(state, sides={k: changed(s, treasury=s.treasury + 900) for k, s in state.sides.items()})
    assert stood(state) != stood(richer)
