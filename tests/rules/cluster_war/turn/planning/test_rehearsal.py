"""A month rehearsed: what comes of it without others is what the month itself brings, and nothing hidden is in it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import RenameFleet, SetMission
from rules.cluster_war.chapters.research.project_orders import StartProject
from rules.cluster_war.model.events.colonies import BudgetClosed, IncomeCounted
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.events.movement import FleetArrived
from rules.cluster_war.model.events.research import ResearchRolled
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.play.governors.govern import govern
from rules.cluster_war.play.governors.profile import Profile
from rules.cluster_war.play.governors.situation import GovernorMemory
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.planning.rehearsal import FORESEEN_EVENTS, REHEARSED_MONTHS, Rehearsal, rehearse
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.dice import Dice
from rules.values import WrongPhaseError, changed
from tests.rules.cluster_war.build import HOMES, body, sheet, small, star, with_fleet
from tests.rules.cluster_war.play.governors.play import Campaign, play_month
from tests.rules.cluster_war.play.governors.signing import signed
from tests.rules.cluster_war.play.governors.test_noninterference import DEALINGS, PEACE, WAR
from tests.rules.cluster_war.play.governors.world import begun, scenario, seed_bytes
from tests.rules.cluster_war.turn.views.test_noninterference import Change, random_world
from tests.rules.cluster_war.turn.views.test_noninterference_support import with_third
from tests.rules.cluster_war.turn.views.test_noninterference_war import at_war
from umpire.campaign.turn.adjudication import engine_for

SEED: Final = 5


def told(event: Event) -> str:
    """An event without its dice and reasons."""
    return repr(changed(event, cause=changed(event.cause, rolls=(), modifiers=())))


def kinds(events: Sequence[Event], kind: type[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, kind)]


@pytest.fixture(scope="module")
def months() -> list[tuple[GameState, Campaign]]:
    """A campaign of four governors over six months: each month's state, and the campaign after it with its plans."""
    found = scenario("four_empires")
    leaders = (Profile("explorer"), Profile("trader"), Profile("builder"), Profile("conqueror"))
    players = {side.id: profile for side, profile in zip(found.sides, leaders, strict=True)}
    game = Campaign(SEED, begun(found, SEED), players)
    played: list[tuple[GameState, Campaign]] = []
    for _ in range(6):
        state, memories = game.state, dict(game.memories)
        play_month(game)
        played.append((state, replace(game, plans=dict(game.plans), memories=memories)))
    return played


def test_what_is_expected_comes_about_in_the_month_itself(months: list[tuple[GameState, Campaign]]) -> None:
    right = wrong = 0
    for state, game in months:
        orders = [o for side, plan in sorted(game.plans.items()) for o in signed(plan, side, state.turn)]
        dice = Dice(seed_bytes(SEED), "governors", state.turn)
        done = adjudicate(state, tuple(orders), dice, settle=engine_for(state.settings))
        for side in sorted(state.sides):
            made = rehearse(view_for(state, side), tuple(o for o in orders if o.side == side))
            happened = {told(event) for event in done.events if may_see(event, side) and type(event) in FORESEEN_EVENTS}
            right += sum(told(event) in happened for event in made.events)
            wrong += sum(told(event) not in happened for event in made.events)
            assert made.refused == {}, (state.turn, side)
    assert right > 500
    assert wrong * 50 < right, (right, wrong)


def test_income_arrivals_and_the_treasury_after_it_are_those_of_the_month() -> None:
    far = star("0505", body(1, "5555", 50))
    state = small(("humans",), [far], settings=Settings())
    state = with_fleet(state, "humans", HOMES["humans"], "scout")
    legs = (Leg("0505"),)
    orders = sheet("humans", MoveFleet("humans-F1", legs), RenameFleet("humans-F1", "Vanguard"))
    made = rehearse(view_for(state, "humans"), orders)
    done = adjudicate(state, orders, Dice(bytes(32), "t", state.turn))
    for kind in (IncomeCounted, BudgetClosed, FleetArrived):
        assert list(map(told, kinds(made.events, kind))) == list(map(told, kinds(done.events, kind))), kind
    after = view_for(done.state, "humans")
    assert made.after.income == after.income
    assert made.after.fleets == after.fleets
    assert made.after.fleets["humans-F1"].name == "Vanguard"


def test_what_hangs_on_dice_is_told_with_how_often_and_what_is_found_is_not_told() -> None:
    state = small(("humans",), [star("0303", body(1, "5555", 77))])
    state = with_fleet(state, "humans", "0303", "surveyor", "surveyor")
    home = HOMES["humans"]
    orders = sheet("humans", SetMission("humans-F1", "survey"), StartProject("Deep Radar", home, 2, 200))
    made = rehearse(view_for(state, "humans"), orders)
    rolled = [(event, many) for event, many in made.chances if isinstance(event, ResearchRolled)]
    assert rolled
    assert sum(many for _, many in rolled) == REHEARSED_MONTHS
    assert not kinds(made.events, ResearchRolled)
    assert "0303" in {found.hex for found in made.found}
    assert made.after.systems == view_for(state, "humans").systems, "what is there stays unknown"
    assert "77" not in repr([body for system in made.after.systems.values() for body in system.bodies])


def test_orders_that_would_fail_are_named_and_the_game_master_has_nothing_to_rehearse() -> None:
    state = with_fleet(small(("humans",)), "humans", HOMES["humans"], "scout")
    orders = sheet("humans", RenameFleet("humans-F9", "Ghosts"), RenameFleet("humans-F1", "Vanguard"))
    made = rehearse(view_for(state, "humans"), orders)
    assert set(made.refused) == {1}
    assert made.after.fleets["humans-F1"].name == "Vanguard"
    with pytest.raises(WrongPhaseError, match="rehearses nothing"):
        rehearse(gm_view(state), ())


def rehearsed(state: GameState) -> Rehearsal:
    """The Humans' rehearsal of what their governor would order."""
    view = view_for(state, "humans")
    plan = govern(view, Profile("explorer", "easy"), b"seed", GovernorMemory())
    return rehearse(view, signed(plan, "humans", state.turn))


@pytest.mark.rule("CW-18.0-07")
@pytest.mark.parametrize("change", [*PEACE, *DEALINGS, *WAR], ids=lambda change: change.__name__)
@settings(max_examples=3, deadline=None)
@given(data=st.data())
def test_a_hidden_fact_changes_no_rehearsal(change: Change, data: st.DataObject) -> None:
    state, _ = at_war(data) if change in WAR else random_world(data)
    if change in DEALINGS:
        state = with_third(state)
    other = change(data, state)
    assert repr(rehearsed(state)) == repr(rehearsed(other))


def test_the_comparison_would_notice_a_world_that_is_known() -> None:
    state = small()
    poorer = changed(state, colonies={k: changed(c, size=5) for k, c in state.colonies.items()})
    assert repr(rehearsed(state)) != repr(rehearsed(poorer))
