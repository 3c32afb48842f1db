"""What players see of the game master's races: marks in view, meetings for him to settle, and not a byte more."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cluster_war.chapters.detection.sightings import refresh
from rules.cluster_war.chapters.movement.meetings import KEEP_DISTANCE_ANSWER
from rules.cluster_war.chapters.npr.sight import encounters
from rules.cluster_war.model.events.detection import ColonySighted, FleetSighted
from rules.cluster_war.model.events.event import may_see
from rules.cluster_war.model.events.movement import FleetsMet
from rules.cluster_war.model.events.turn import QuestionRaised
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.npr import Npr, NprColony, NprForce
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.dice import Dice
from rules.values import changed
from tests.rules.cluster_war.build import draft_of, frozen, with_fleet
from tests.rules.cluster_war.chapters.npr.hive import HOME, hive, world
from tests.rules.cluster_war.turn.views.test_noninterference import random_world

DICE = Dice(bytes(32), "test", 1)


def looked(state: GameState) -> GameState:
    """The state after everybody has looked round once."""
    draft = draft_of(state)
    refresh(draft, 1)
    return frozen(draft)


@pytest.mark.rule("CW-12.0-04", "CW-12.0-12", "CW-19.0-21")
def test_forces_and_colonies_in_view_are_sighted_like_any_others() -> None:
    state = with_fleet(world(hive()), "humans", "1011", "scout")
    draft = draft_of(state)
    refresh(draft, 1)
    refresh(draft, 2)
    seen = [e for e in draft.events if isinstance(e, FleetSighted)]
    assert [(e.side, e.owner, e.hex, e.ships, e.hull) for e in seen] == [("humans", "hive", HOME, 4, 80)], "told once"
    assert [e.owner for e in draft.events if isinstance(e, ColonySighted)] == ["hive"]
    view = view_for(frozen(draft), "humans")
    assert [(f.contact, f.side, f.ships) for f in view.foreign_fleets.values()] == [("C1", "hive", 4)]
    assert list(view.foreign_colonies) == ["1010-1"]
    assert view.met == ("hive",)
    assert view_for(frozen(draft), "vermin").others == {}


@pytest.mark.rule("CW-19.0-21", "CW-19.0-12")
def test_the_master_map_shows_all_races_fleets_colonies_and_specials() -> None:
    state = world(hive())
    view = gm_view(state)
    assert [(f.contact, f.side, f.hex) for f in view.foreign_fleets.values()] == [("Guard", "hive", HOME)]
    assert list(view.foreign_colonies) == ["1010-1"]
    assert view.all_flags["hive"].name == "The Hive"
    assert set(view.objects) == set(state.cluster.systems) == set(view.systems), "every hex with its label"
    assert set(view.colonies) == set(state.colonies)
    assert view.grids.keys() == state.sides.keys()


@pytest.mark.rule("CW-18.0-22", "CW-1.0-10")
def test_a_meeting_is_put_before_the_game_master_with_a_default() -> None:
    state = with_fleet(world(hive(attitude="Hostile", relations={"humans": -2})), "humans", HOME, "scout")
    draft = draft_of(state)
    refresh(draft, 1)
    encounters(draft, 1)
    (question,) = draft.questions
    assert question.sides == ("humans",)
    assert question.choices == (KEEP_DISTANCE_ANSWER,)
    assert "hostile to Humans" in question.suggestion
    assert "their home guard 1 (4 ships, 80 hull spaces)" in question.text
    assert "their home world" in question.text
    raised = [e for e in draft.events if isinstance(e, QuestionRaised)]
    assert [e.seen_by for e in raised] == [()]
    met = [e for e in draft.events if isinstance(e, FleetsMet)]
    assert [(e.fleets, e.sides, e.seen_by) for e in met] == [(("humans-F1", "C1"), ("humans", "hive"), ("humans",))]
    refresh(draft, 2)
    encounters(draft, 2)
    assert len(draft.questions) == 1, "the same meeting is not asked twice"


@pytest.mark.rule("CW-18.0-22")
def test_peace_and_distance_are_no_meeting() -> None:
    state = with_fleet(world(hive()), "humans", "1011", "scout")
    draft = draft_of(state)
    encounters(draft, 1)
    assert draft.questions == []
    peaceful = changed(with_fleet(world(hive()), "humans", HOME, "scout"), peace=("hive|humans",))
    draft = draft_of(peaceful)
    encounters(draft, 1)
    assert draft.questions == []
    assert draft_of(small_without()).start.nprs == {}


def small_without() -> GameState:
    """The map without the race."""
    return world()


@pytest.mark.rule("CW-18.0-22")
def test_raiders_over_a_colony_meet_its_owner() -> None:
    raiders = NprForce("2", "Sting", "0303", 3, 30, "raiders")
    draft = draft_of(world(hive(forces=(raiders,))))
    refresh(draft, 1)
    encounters(draft, 1)
    (question,) = draft.questions
    assert question.hex == "0303"
    assert question.sides == ("humans",)
    assert "Humans colony" in question.text


Change = Callable[[Npr], Npr]
SECRETS: tuple[Change, ...] = (
    lambda n: changed(n, gross=n.gross + 999, growth=(9,), pace="fast", ceiling=5),
    lambda n: changed(n, technologies=("Death Ray",), goals=("More",), sites=("1515-1",)),
    lambda n: changed(n, culture="x", story="y", notes="z", log=("Turn 1: secret",), salt="other"),
    lambda n: changed(
        n, attitude="Very Hostile, Xenophobic", relations={"humans": -3, "vermin": 3}, explored=("0404",)
    ),
    lambda n: changed(n, forces=(*n.forces, NprForce("9", "Far", "1820", 50, 900, "raiders"))),
    lambda n: changed(n, forces=tuple(changed(f, name="Other", role="traders") for f in n.forces)),
    lambda n: changed(n, colonies=(*n.colonies, NprColony("1713", 1, "Hidden"))),
)


@pytest.mark.rule("CW-18.0-07", "CW-19.0-17")
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_what_a_side_cannot_see_of_a_race_changes_nothing_it_gets(data: st.DataObject) -> None:
    state, orders = random_world(data)
    where = data.draw(st.sampled_from(["0505", "0607", "1515", "1713"]))
    colonies = () if f"{where}-1" in state.colonies else (NprColony(where, 1, "Comb"),)
    npr = hive(home=where, colonies=colonies, forces=(NprForce("1", "Guard", where, 4, 80),), territory=(where,))
    one = looked(changed(state, nprs={"hive": npr}))
    other = looked(changed(state, nprs={"hive": data.draw(st.sampled_from(SECRETS))(npr)}))
    assert view_for(one, "humans") == view_for(other, "humans")
    first, second = adjudicate(one, orders, DICE), adjudicate(other, orders, DICE)
    assert view_for(first.state, "humans") == view_for(second.state, "humans")
    assert [e for e in first.events if may_see(e, "humans")] == [e for e in second.events if may_see(e, "humans")]


@pytest.mark.rule("CW-18.0-07")
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_a_race_out_of_sight_might_as_well_not_be(data: st.DataObject) -> None:
    state, orders = random_world(data)
    npr = hive(home="1820", colonies=(NprColony("1820", 1),), forces=(NprForce("1", "G", "1820", 4, 80),), territory=())
    one, other = looked(state), looked(changed(state, nprs={"hive": npr}))
    first, second = adjudicate(one, orders, DICE), adjudicate(other, orders, DICE)
    assert view_for(first.state, "humans") == view_for(second.state, "humans")
    assert [e for e in first.events if may_see(e, "humans")] == [e for e in second.events if may_see(e, "humans")]
