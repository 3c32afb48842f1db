"""Meetings of sides not at peace, and first visits to dangerous places."""

import pytest

from rules.cluster_war.chapters.detection.sightings import refresh
from rules.cluster_war.chapters.detection.surveys import first_entries, is_hazard
from rules.cluster_war.chapters.movement.meetings import at_peace, meetings
from rules.cluster_war.model.events.movement import FleetArrived, FleetsMet
from rules.cluster_war.model.events.turn import QuestionRaised
from rules.cluster_war.model.state.game import GameState, Question
from rules.cluster_war.model.state.holdings import Transit
from rules.cluster_war.model.state.places import Special
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, changed
from tests.rules.cluster_war.build import body, draft_of, frozen, small, star, with_colony, with_fleet

THREE = ("humans", "vermin", "oolab")


def met(state: GameState, *weeks: int) -> TurnState:
    """The draft after some weeks in which nothing moves."""
    turn = draft_of(state)
    for week in weeks or (1,):
        refresh(turn, week)
        meetings(turn, week)
    return turn


def two_fleets() -> GameState:
    """Humans and Vermin in one hex of empty space."""
    state = with_fleet(small(THREE, homes=False), "humans", "0505", "destroyer", name="1st Fleet")
    return with_fleet(state, "vermin", "0505", "destroyer", "freighter", name="Swarm")


def tales(turn: TurnState) -> list[FleetsMet]:
    """What was told of meetings."""
    return [e for e in turn.events if isinstance(e, FleetsMet)]


@pytest.mark.rule("CW-1.0-10", "CW-18.0-22")
def test_fleets_not_at_peace_in_one_hex_are_put_before_the_gm() -> None:
    month = met(two_fleets())
    (question,) = month.questions
    assert (question.id, question.kind, question.hex) == ("Q1", "encounter", "0505")
    assert question.sides == ("humans", "vermin")
    assert question.suggestion
    assert "humans-F1 (1 ship, 20 hull spaces)" in question.text
    assert "vermin-F1 (2 ships, 40 hull spaces)" in question.text
    (raised,) = [e for e in month.events if isinstance(e, QuestionRaised)]
    assert (raised.question, raised.seen_by) == ("Q1", ())


def test_each_side_there_hears_of_the_meeting_without_the_others_ids() -> None:
    gm, human, vermin = tales(met(two_fleets()))
    assert (gm.fleets, gm.seen_by) == (("humans-F1", "vermin-F1"), ())
    assert (human.fleets, human.seen_by) == (("humans-F1", "C1"), ("humans",))
    assert (vermin.fleets, vermin.seen_by) == (("vermin-F1", "C1"), ("vermin",))
    assert all(e.sides == ("humans", "vermin") and e.week == 1 for e in (gm, human, vermin))


def test_sides_at_peace_do_not_meet() -> None:
    state = changed(two_fleets(), peace=("humans|vermin",))
    assert at_peace(state.peace, "vermin", "humans")
    assert not at_peace(state.peace, "vermin", "oolab")
    assert not met(state).questions
    assert not tales(met(state))


def test_a_third_side_at_peace_with_both_is_left_out() -> None:
    state = with_fleet(two_fleets(), "oolab", "0505", "scout")
    month = met(changed(state, peace=("humans|oolab", "oolab|vermin")))
    assert month.questions[0].sides == ("humans", "vermin")
    assert {e.seen_by for e in tales(month)} == {(), ("humans",), ("vermin",)}
    month = met(changed(state, peace=("humans|oolab",)))
    assert month.questions[0].sides == ("humans", "oolab", "vermin")


@pytest.mark.rule("CW-4.1-06")
def test_a_fleet_in_transit_meets_nobody() -> None:
    state = with_fleet(small(homes=False), "humans", "0505", "destroyer")
    state = with_fleet(state, "vermin", "0505", "destroyer", transit=Transit("0505", "0508", 0, 9))
    assert not met(state).questions


def test_a_fleet_at_a_foreign_colony_is_a_meeting_and_two_colonies_are_none() -> None:
    state = with_colony(small(homes=False), "vermin", "0505", 1, 30)
    assert not met(with_colony(state, "humans", "0505", 2, 30)).questions
    month = met(with_fleet(state, "humans", "0505", "scout"))
    assert month.questions[0].sides == ("humans", "vermin")
    assert "colony 0505-1" in month.questions[0].text
    assert {e.seen_by for e in tales(month)} == {(), ("humans",), ("vermin",)}


def test_a_meeting_that_goes_on_is_reported_once() -> None:
    month = met(two_fleets(), 1, 2, 3, 4)
    assert len(month.questions) == 1
    assert len(tales(month)) == 3
    later = met(frozen(month), 5, 6, 7, 8)
    assert later.questions == month.questions
    assert not tales(later)
    named = changed(later.fleets["vermin-F1"], name="Brood")
    later.fleets["vermin-F1"] = named
    meetings(later, 8)
    assert not tales(later)


def test_a_settled_meeting_is_not_raised_again_while_nothing_changes() -> None:
    state = frozen(met(two_fleets()))
    settled = tuple(changed(q, answer="They keep their distance.", settled_turn=1) for q in state.questions)
    month = met(changed(state, questions=settled), 5)
    assert month.questions == list(settled)
    arrived = FleetArrived("vermin", "vermin-F1", "Swarm", "0505", 6, cause=Cause("CW-4.1-04"), seen_by=("vermin",))
    month.say(arrived)
    meetings(month, 6)
    assert [q.settled_turn for q in month.questions] == [1, 0]
    assert [q.id for q in month.questions] == ["Q1", "Q2"]


def test_a_meeting_that_changes_is_told_again_under_the_same_question() -> None:
    month = met(two_fleets())
    state = with_fleet(frozen(month), "vermin", "0505", "destroyer")
    month = met(state, 5)
    (question,) = month.questions
    assert (question.id, question.turn) == ("Q1", 2)
    assert "vermin-F2" in question.text
    assert [e.fleets for e in tales(month) if e.seen_by == ("humans",)] == [("humans-F1", "C1", "C2")]


def test_another_question_of_the_same_hex_is_left_alone() -> None:
    contested = Question("Q7", 1, "encounter", ("humans", "vermin"), "Who may settle?", "CW-1.0-10", hex="0505")
    state = changed(two_fleets(), questions=(contested,), counters={**two_fleets().counters, "question": 7})
    month = met(state)
    assert [q.id for q in month.questions] == ["Q7", "Q8"]
    assert month.questions[0] == contested


MONSTER = Special("Monster", ("Monster: Star Dragon, number 1, hull 40",), 2)


def visited(state: GameState) -> TurnState:
    """The draft after asking for hazards in two weeks."""
    turn = draft_of(state)
    first_entries(turn)
    first_entries(turn)
    return turn


@pytest.mark.rule("CW-12.1-04", "CW-B-33")
def test_the_first_visit_to_a_monsters_lair_is_put_before_the_gm_alone_and_once() -> None:
    lair = star("0505", body(2), special=MONSTER)
    state = with_fleet(small(systems=[lair]), "humans", "0505", "destroyer", name="1st Fleet")
    month = visited(state)
    (question,) = month.questions
    assert (question.kind, question.hex, question.sides) == ("first-entry", "0505", ("humans",))
    assert "Star Dragon" in question.text
    assert "1st Fleet" in question.text
    assert [e.seen_by for e in month.events] == [()]
    again = visited(with_fleet(frozen(month), "vermin", "0505", "scout"))
    assert again.questions == [question]
    assert not again.events


@pytest.mark.rule("CW-12.1-04")
def test_nobody_there_or_nothing_hidden_sets_nothing_off() -> None:
    lair = star("0505", body(2), special=MONSTER)
    quiet = star("0507", body(2))
    state = with_fleet(small(systems=[lair, quiet]), "humans", "0506", "scout")
    state = with_fleet(state, "humans", "0507", "scout")
    state = with_fleet(state, "humans", "0505", "scout", transit=Transit("0505", "0508", 0, 9))
    assert not visited(state).questions


@pytest.mark.rule("CW-12.1-04")
@pytest.mark.parametrize(
    ("kind", "details", "expected"),
    [
        ("Monster", (), True),
        ("Alien Weapon/Trap", ("Trap: Ancient Minefield",), True),
        ("Alien Civilization", ("Attitude: Hostile",), True),
        ("Active Alien Base/Colony", (), True),
        ("Alien Scoutship", (), True),
        ("Something Extraordinary", (), True),
        ("Derelict Alien Ship/Base", (), False),
        ("Alien Artifact", ("Artifact: Active Alien Weapon", "Trap: Nova bomb"), True),
        ("Alien Artifact", ("Artifact: Stasis Module (Cluster Map)",), False),
        ("Wormhole", (), False),
    ],
)
def test_which_specials_answer_to_a_visit(kind: str, details: tuple[str, ...], *, expected: bool) -> None:
    assert is_hazard(Special(kind, details)) is expected


def test_no_special_is_no_hazard() -> None:
    assert not is_hazard(None)
