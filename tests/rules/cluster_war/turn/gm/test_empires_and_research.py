"""The GM's hand on money, treaties, contagion and research: what is kept, who is told, and what is refused at each bound."""

from itertools import pairwise

import pytest

from rules.cluster_war.chapters.diplomacy.amendments import (
    Contagion,
    GrantIncome,
    RaidCps,
    SetEmbassy,
    SetPeace,
    SetTrade,
    SetTreasury,
)
from rules.cluster_war.chapters.research.amendments import (
    GrantDiscovery,
    GrantSuccess,
    SetReceived,
    SetTask,
    SplitProject,
)
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.events.turn import Amended
from rules.cluster_war.model.state.dealings import Pact, TradePartner
from rules.cluster_war.model.state.game import GameState, Question
from rules.cluster_war.model.state.holdings import Project, Task
from rules.cluster_war.model.state.sides import Received
from rules.cluster_war.model.working.amendment import LONGEST_WORDS, MOST_CPS, Amendment
from rules.cluster_war.turn.gm.amend import amend
from rules.values import GameError, changed
from tests.rules.cluster_war.build import small, with_colony

HOME = "0303-3"
PROPOSED = "CW-9.7-07"


def position() -> GameState:
    state = small(sides=("humans", "oolab", "vermin"), turn=4)
    projects = (
        Project("humans-P1", "humans", "Beams", "0303", 3, step=1, cps=90, technology="beam weapons"),
        Project("humans-P2", "humans", "Ice", "0303", 1, step=1, cps=5, technology="ice"),
        Project("humans-P3", "humans", "Old", "0303", 2, finished_turn=3),
        Project("vermin-P1", "vermin", "Teeth", "1818", 2, step=1),
    )
    return changed(state, projects={p.id: p for p in projects})


def done(amendment: Amendment, state: GameState | None = None) -> tuple[GameState, tuple[Event, ...]]:
    result = amend(state or position(), amendment, "so it is")
    assert all(event.cause.override == "so it is" for event in result.events)
    return result.state, result.events


def told(events: tuple[Event, ...]) -> list[tuple[str, tuple[str, ...]]]:
    return [(e.text, e.seen_by) for e in events if isinstance(e, Amended)]


def refused(amendment: Amendment, state: GameState | None = None) -> str:
    with pytest.raises(GameError) as caught:
        amend(state or position(), amendment, "so it is")
    return str(caught.value)


def test_without_a_reason_the_event_has_the_gms_word() -> None:
    result = amend(position(), SetTreasury("humans", 5), "")
    assert [event.cause.override for event in result.events] == ["the GM's word"]
    assert [side for side in ("humans", "oolab", "vermin", "") if may_see(result.events[0], side)] == ["humans"]


@pytest.mark.rule("CW-5.0-24")
@pytest.mark.parametrize(("asked", "taken"), [(1, 1), (70, 70), (71, 70), (MOST_CPS, 70)])
@pytest.mark.parametrize("by", ["", "vermin"])
def test_raiders_take_what_there_is_and_it_is_theirs_or_nobodys(asked: int, taken: int, by: str) -> None:
    state = position()
    state = changed(
        state,
        sides={**state.sides, "humans": changed(state.sides["humans"], treasury=70)},
        income={"vermin": 5, "oolab": 3},
    )
    after, events = done(RaidCps("humans", asked, by), state)
    assert after.sides["humans"].treasury == 70 - taken
    assert dict(after.income) == {"vermin": 5 + (taken if by else 0), "oolab": 3}
    texts = [(f"Raiders take {taken} CPs from your treasury.", ("humans",))]
    texts += [(f"Your raiders bring home {taken} CPs.", ("vermin",))] if by else []
    assert told(events) == texts
    assert {event.cause.rule for event in events} == {"CW-5.0-24"}


@pytest.mark.rule("CW-5.0-24")
@pytest.mark.parametrize("cps", [0, -1, MOST_CPS + 1])
def test_raiders_take_a_number_of_cps(cps: int) -> None:
    assert refused(RaidCps("humans", cps)) == f"Raiders take 1 to {MOST_CPS} CPs, not {cps}."
    assert "pirates" in refused(RaidCps("humans", 5, "pirates"))


def test_income_that_is_granted_adds_up() -> None:
    after, events = done(GrantIncome("humans", 30), changed(position(), income={"humans": 12, "vermin": 1}))
    assert dict(after.income) == {"humans": 42, "vermin": 1}
    assert told(events) == [("Humans receives 30 CPs this turn.", ("humans",))]


@pytest.mark.rule("CW-11.0-01")
def test_an_agreement_with_a_name_is_kept_once_and_ends_alone() -> None:
    others = (
        TradePartner("humans", "Solarians", 100, "limited"),
        TradePartner("humans", "Taurians", 300, "full"),
        TradePartner("vermin", "Solarians", 200, "full"),
    )
    state = changed(position(), trade=others)
    after, events = done(SetTrade("humans", "SOLARIANS", 500, "full"), state)
    assert after.trade == (others[1], others[2], TradePartner("humans", "SOLARIANS", 500, "full"))
    assert told(events) == [("Trade with SOLARIANS: full.", ("humans",))]
    after, events = done(SetTrade("humans", "solarians", 0, "none"), state)
    assert after.trade == others[1:]
    assert told(events) == [("Trade with solarians has ended.", ("humans",))]


@pytest.mark.rule("CW-13.0-06")
def test_ambassadors_are_exchanged_and_recalled_by_pairs() -> None:
    state = changed(position(), embassies=("oolab|vermin",))
    after, events = done(SetEmbassy("vermin", "humans", exchanged=True), state)
    assert after.embassies == ("oolab|vermin", "humans|vermin")
    assert told(events) == [("Vermin and Humans have ambassadors with each other.", ("vermin", "humans"))]
    again, _ = done(SetEmbassy("humans", "vermin", exchanged=True), after)
    assert again.embassies == after.embassies
    ended, events = done(SetEmbassy("humans", "vermin", exchanged=False), after)
    assert ended.embassies == ("oolab|vermin",)
    assert told(events) == [("Humans and Vermin have no longer ambassadors with each other.", ("humans", "vermin"))]
    assert refused(SetEmbassy("humans", "humans", exchanged=True)) == "A side needs no ambassadors with itself."


def test_peace_is_of_the_pair_that_was_named() -> None:
    state = changed(position(), peace=("oolab|vermin", "humans|vermin"))
    after, events = done(SetPeace("vermin", "humans", at_peace=False), state)
    assert after.peace == ("oolab|vermin",)
    assert told(events) == [("Vermin and Humans are hostile.", ("vermin", "humans"))]
    after, events = done(SetPeace("humans", "oolab", at_peace=True), state)
    assert after.peace == ("oolab|vermin", "humans|vermin", "humans|oolab")
    assert told(events) == [("Humans and Oolab are at peace.", ("humans", "oolab"))]
    assert refused(SetPeace("humans", "humans", at_peace=True)) == "A side is always at peace with itself."


def linked(hindered: int = 0) -> GameState:
    """The Humans trade with Solarians and by a pact with the Vermin; the Oolab with nobody."""
    state = with_colony(position(), "humans", "0505", 1, 40, hindered=hindered)
    trade = (TradePartner("humans", "Solarians", 100, "limited"), TradePartner("vermin", "Taurians", 9, "full"))
    return changed(state, trade=trade, pacts=(Pact("humans", "vermin", "full", 2),))


@pytest.mark.rule("CW-11.0-09")
@pytest.mark.parametrize("source", ["solarians", "vermin"])
def test_what_spreads_comes_over_a_link_of_trade(source: str) -> None:
    after, events = done(Contagion(source, "humans", " A cough. ", "0505-1", 25), linked(hindered=10))
    assert after.colonies["0505-1"].hindered == 35
    assert after.colonies[HOME].hindered == 0
    assert told(events) == [("A cough. Humans 0505 loses 25 % of its output.", ("humans",))]
    after, events = done(Contagion(source, "humans", "Worms."), linked())
    assert told(events) == [("Worms.", ("humans",))]
    assert after.colonies == linked().colonies


@pytest.mark.rule("CW-11.0-09")
@pytest.mark.parametrize(
    ("before", "loss", "now"), [(0, 0, 0), (0, 100, 100), (60, 40, 100), (60, 41, 100), (100, 5, 100)]
)
def test_no_more_than_all_is_lost(before: int, loss: int, now: int) -> None:
    after, _ = done(Contagion("vermin", "humans", "Rot.", "0505-1", loss), linked(before))
    assert after.colonies["0505-1"].hindered == now


@pytest.mark.rule("CW-11.0-09")
@pytest.mark.parametrize(
    ("order", "says"),
    [
        (Contagion("taurians", "humans", "Rot."), "has no trade with Humans"),
        (Contagion("solarians", "oolab", "Rot."), "has no trade with Oolab"),
        (Contagion("vermin", "humans", "  "), f"in 1 to {LONGEST_WORDS} characters"),
        (Contagion("vermin", "humans", "x" * (LONGEST_WORDS + 1)), f"in 1 to {LONGEST_WORDS} characters"),
        (Contagion("vermin", "humans", "Rot.", "1818-3"), "is not one of their colonies"),
        (Contagion("vermin", "humans", "Rot.", "9999-3"), "is not one of their colonies"),
        (Contagion("vermin", "humans", "Rot.", HOME, -1), "or -1 % is not a loss"),
        (Contagion("vermin", "humans", "Rot.", HOME, 101), "or 101 % is not a loss"),
    ],
)
def test_what_cannot_spread_is_refused(order: Contagion, says: str) -> None:
    assert says in refused(order, linked())


def test_a_word_as_long_as_may_be_is_told() -> None:
    words = "x" * LONGEST_WORDS
    assert told(done(Contagion("vermin", "humans", words), linked())[1]) == [(words, ("humans",))]


@pytest.mark.rule("CW-8.0-06")
def test_a_free_success_is_a_step_and_the_last_one_brings_the_technology() -> None:
    after, events = done(GrantSuccess("humans", "humans-P1"))
    assert (after.projects["humans-P1"].step, after.projects["humans-P1"].finished_turn) == (2, 0)
    assert told(events) == [("A free success: Beams is now at step 2 of 3.", ("humans",))]
    after, events = done(GrantSuccess("humans", "humans-P2"))
    assert after.projects["humans-P2"].finished_turn == 4
    assert after.sides["humans"].technologies == ("ice",)
    assert told(events) == [("A free success completes Ice.", ("humans",))]


@pytest.mark.rule("CW-8.0-06")
@pytest.mark.parametrize("project", ["humans-P3", "vermin-P1", "humans-P9"])
def test_only_a_running_project_of_the_side_goes_on(project: str) -> None:
    assert "Humans has no running project" in refused(GrantSuccess("humans", project))
    assert "Humans has no running project" in refused(SplitProject("humans", project))


@pytest.mark.rule("CW-8.0-06")
@pytest.mark.parametrize(
    ("source", "words"),
    [("seen", "it was seen at work"), ("insight", "a scientist's insight"), ("survey", "a find of the survey")],
)
def test_a_discovery_is_kept_and_told(source: str, words: str) -> None:
    after, events = done(GrantDiscovery("humans", "  Deep   Ice ", source))  # type: ignore[arg-type] # one of three
    assert after.sides["humans"].discoveries == ("Deep Ice",)
    assert told(events) == [(f"A free discovery ({words}): Deep Ice.", ("humans",))]
    assert "knows" in refused(GrantDiscovery("humans", "deep ice"), after)
    assert refused(GrantDiscovery("humans", " "), after) == "Name the field discovered."


@pytest.mark.rule("CW-8.0-06", "CW-8.0-05")
def test_a_discovery_is_the_first_success_of_what_is_studied_in_its_field() -> None:
    """Beams takes 3 successes, the first of them for the field: who studies all of it from the first step is at the second."""
    state = changed(position(), tasks=(Task("beam weapons", 2, "Light"),))
    after, _ = done(GrantDiscovery("humans", "light"), state)
    assert [after.projects[f"humans-P{n}"].step for n in (1, 2)] == [2, 1]
    assert after.projects["humans-P1"].cps == 0
    further = changed(state.projects["humans-P1"], step=2)
    later, _ = done(GrantDiscovery("humans", "light"), changed(state, projects={**state.projects, further.id: further}))
    assert later.projects["humans-P1"] == further
    other, _ = done(GrantDiscovery("humans", "dark"), state)
    assert other.projects == state.projects
    foreign, _ = done(GrantDiscovery("vermin", "light"), state)
    assert foreign.projects == state.projects
    short = changed(state.projects["humans-P1"], steps=2)
    less, _ = done(GrantDiscovery("humans", "light"), changed(state, projects={**state.projects, short.id: short}))
    assert less.projects["humans-P1"].step == 1


@pytest.mark.rule("CW-8.0-05", "CW-8.0-21")
@pytest.mark.parametrize(
    ("order", "text"),
    [
        (SetTask("Ice", 1), "Ice takes 1 success."),
        (SetTask("Ice", 2, "Cold"), "Ice takes 2 successes; one more success for who does not know Cold."),
        (SetTask("Ice", 60, requires=("Beams", "Salt"), materials=("Snow",)), "Ice takes 60 successes; needs Beams, Salt, Snow."),
        (SetTask("Ice", 2, materials=("Snow",)), "Ice takes 2 successes; needs Snow."),
    ],
)  # fmt: skip
def test_what_research_takes_is_said(order: SetTask, text: str) -> None:
    after, events = done(order)
    assert told(events) == [(text, ("*",))]
    assert after.tasks == (Task("Ice", order.successes, order.field, order.requires, order.materials),)


@pytest.mark.rule("CW-8.0-05")
def test_what_was_said_is_replaced_or_taken_back_of_the_same_technology_and_side_alone() -> None:
    said = (
        Task("Beams", 3),
        Task("Ice", 2, side="humans", effect="It is cold.", gives=("Snow",)),
        Task("Ice", 5),
        Task("Ice", 4, side="vermin"),
    )
    state = changed(position(), tasks=said)
    after, events = done(SetTask("ICE", 6, side="humans"), state)
    new = Task("ICE", 6, side="humans", effect="It is cold.", gives=("Snow",))
    assert after.tasks == (said[0], said[2], said[3], new)
    assert told(events) == [("ICE takes 6 successes.", ("humans",))]
    anew, _ = done(SetTask("Ice", 6, side="humans", effect=" It  melts. "), state)
    assert anew.tasks[-1] == Task("Ice", 6, side="humans", effect="It melts.")
    gone, events = done(SetTask("ice", 0, side="vermin"), state)
    assert gone.tasks == said[:3]
    assert told(events) == [("What was said about ice holds no longer.", ("vermin",))]


@pytest.mark.rule("CW-8.0-05")
@pytest.mark.parametrize("order", [SetTask(" ", 3), SetTask("Ice", -1), SetTask("Ice", 61)])
def test_a_task_has_a_name_and_at_most_sixty_successes(order: SetTask) -> None:
    assert refused(order) == "Name a technology, and 0 to 60 successes."
    assert "nobody" in refused(SetTask("Ice", 3, side="nobody"))


def proposed(settled: int = 0, rule: str = PROPOSED) -> GameState:
    first = Question("Q1", 1, "technology", ("vermin",), "Theirs.", PROPOSED)
    asked = changed(Question("Q2", 2, "technology", ("humans",), "A net.", rule), settled_turn=settled)
    return changed(position(), questions=(first, asked))


@pytest.mark.rule("CW-9.7-07")
def test_a_proposal_becomes_a_project_of_its_side_and_its_question_is_answered() -> None:
    order = SetTask("Net", 2, side="humans", effect="Catches fish.", gives=("Rope",), proposal="Q2")
    after, events = done(order, proposed())
    assert after.tasks == (Task("Net", 2, side="humans", effect="Catches fish.", gives=("Rope",)),)
    questions = {q.id: q.settled_turn for q in after.questions}
    assert questions["Q1"] == 0
    assert questions["Q2"] == 4
    assert told(events) == [("Net takes 2 successes.", ("humans",))]
    assert events[-1].cause.rule == PROPOSED


@pytest.mark.rule("CW-9.7-07")
@pytest.mark.parametrize(
    ("order", "state", "says"),
    [
        (SetTask("Net", 2, side="humans", proposal="Q3"), proposed(), "There is no open proposal"),
        (SetTask("Net", 2, side="humans", proposal="Q2"), proposed(settled=3), "There is no open proposal"),
        (SetTask("Net", 2, side="humans", proposal="Q2"), proposed(rule="CW-1.0-10"), "There is no open proposal"),
        (SetTask("Net", 2, side="humans", proposal="Q1"), proposed(), "of the side that made it"),
        (SetTask("Net", 2, side="*", proposal="Q2"), proposed(), "of the side that made it"),
        (SetTask("Net", 0, side="humans", proposal="Q2"), proposed(), "takes 1 to 60 successes"),
        (
            SetTask("Net", 2, side="humans", effect="x" * (LONGEST_WORDS + 1), proposal="Q2"),
            proposed(),
            "takes 1 to 60",
        ),
    ],
)
def test_a_proposal_that_is_not_open_is_no_project(order: SetTask, state: GameState, says: str) -> None:
    assert says in refused(order, state)


@pytest.mark.rule("CW-8.0-05")
@pytest.mark.parametrize(
    ("steps", "at", "each", "names", "parts"),
    [
        (6, 1, 3, (), [("beam weapons, part 1", 3), ("beam weapons", 3)]),
        (6, 1, 3, ("Lenses",), [("Lenses", 3), ("beam weapons", 3)]),
        (6, 1, 2, ("Lenses",), [("Lenses", 2), ("beam weapons, part 2", 2), ("beam weapons", 2)]),
        (6, 3, 2, ("Lenses", "Glass", "Fire"), [("Lenses", 2), ("beam weapons", 2)]),
    ],
)
def test_a_difficult_project_is_split(
    steps: int, at: int, each: int, names: tuple[str, ...], parts: list[tuple[str, int]]
) -> None:
    state = position()
    hard = changed(state.projects["humans-P1"], steps=steps, step=at)
    state = changed(state, projects={**state.projects, hard.id: hard})
    after, events = done(SplitProject("humans", hard.id, names, each), state)
    first = after.projects[hard.id]
    assert (first.name, first.steps, first.step, first.technology) == (*parts[0], 1, "")
    assert after.tasks == tuple(
        Task(name, successes, requires=(before,), side="humans") for (before, _), (name, successes) in pairwise(parts)
    )
    listed = ", then ".join(f"{name} ({n})" for name, n in parts)
    assert told(events) == [(f"Beams is split: {listed}.", ("humans",))]


@pytest.mark.rule("CW-8.0-05")
@pytest.mark.parametrize(
    ("project", "each", "to_go"),
    [
        ("humans-P1", 3, "3 successes"),
        ("humans-P1", 4, "3 successes"),
        ("humans-P1", 0, "3 successes"),
        ("humans-P2", 1, "one success"),
    ],
)
def test_what_is_one_project_is_not_split(project: str, each: int, to_go: str) -> None:
    said = refused(SplitProject("humans", project, each=each))
    assert said.endswith(f" has {to_go} to go; that is one project.")


def given(**received: Received) -> GameState:
    state = position()
    humans = changed(state.sides["humans"], technologies=("Ice", "Salt"), received=received)
    return changed(state, sides={**state.sides, "humans": humans})


@pytest.mark.rule("CW-8.1-04")
def test_a_technology_of_others_takes_successes_before_it_works() -> None:
    after, events = done(SetReceived("humans", "Ice", 3), given())
    assert after.sides["humans"].technologies == ("Salt",)
    assert after.sides["humans"].received == {"Ice": Received(3, whole=True, paid=True)}
    assert told(events) == [("Ice must be fitted in first: 3 successes.", ("humans",))]
    half = Received(2)
    after, _ = done(SetReceived("humans", "Rope", 60), given(Rope=half))
    assert after.sides["humans"].received == {"Rope": changed(half, successes=60)}
    after, events = done(SetReceived("humans", "Rope", 0), given(Rope=half))
    assert "Rope" in after.sides["humans"].technologies
    assert after.sides["humans"].received == {}
    assert told(events) == [("Rope works now.", ("humans",))]


@pytest.mark.rule("CW-8.1-04")
@pytest.mark.parametrize(
    ("order", "says"),
    [
        (SetReceived("humans", "Ice", -1), "Give 0 to 60 successes."),
        (SetReceived("humans", "Ice", 61), "Give 0 to 60 successes."),
        (SetReceived("humans", "Fire", 3), "has not been given"),
    ],
)
def test_what_was_not_given_needs_no_fitting(order: SetReceived, says: str) -> None:
    assert says in refused(order, given())
