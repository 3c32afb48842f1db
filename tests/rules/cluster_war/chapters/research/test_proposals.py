"""Secret weapons that players think of: proposed, made a project by the game master, researched, and told when they work."""

import pytest

from rules.cluster_war.chapters.research.amendments import GrantSuccess, SetTask, SplitProject
from rules.cluster_war.chapters.research.project_orders import ProposeTechnology, StartProject
from rules.cluster_war.model.events.event import may_see
from rules.cluster_war.model.events.research import ProposalWorks
from rules.cluster_war.model.events.turn import Amended
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import GameError, IllegalOrderError, changed
from tests.rules.cluster_war.build import side, small
from tests.rules.cluster_war.yard import Rigged, told, turn

RULE = "CW-9.7-07"
LANCE = ProposeTechnology("Void  Lance", "a beam that no  shield stops")
HOME = "0303"


def proposed() -> tuple[GameState, str]:
    """A month in which the humans proposed their lance, and the question's number."""
    done = turn(small(), LANCE)
    (asked,) = (q for q in done.state.questions if q.rule == RULE)
    return done.state, asked.id


def project(state: GameState, number: str, successes: int = 1) -> GameState:
    """The game master makes a project of it."""
    gives = ("Ground Forces Technology",)
    task = SetTask(
        "Void Lance", successes, requires=("Shields",), side="humans", effect="No shield stops it.", gives=gives,
        proposal=number,
    )  # fmt: skip
    done = amend(state, task, "a good idea")
    assert [e.seen_by for e in done.events if isinstance(e, Amended)] == [("humans",)]
    return done.state


@pytest.mark.rule("CW-9.7-07")
def test_a_proposal_is_known_to_its_side_and_the_game_master_alone() -> None:
    state, number = proposed()
    (asked,) = (q for q in state.questions if q.id == number)
    assert (asked.sides, asked.subjects) == (("humans",), ("humans", "Void Lance"))
    assert [a.text for a in view_for(state, "humans").asked] == [
        "Proposed research, Void Lance: a beam that no shield stops"
    ]
    assert view_for(state, "vermin").asked == ()
    with pytest.raises(GameError, match="side that made it"):
        amend(state, SetTask("Void Lance", 2, side="vermin", proposal=number), "the wrong one")
    with pytest.raises(GameError, match="no open proposal"):
        amend(state, SetTask("Void Lance", 2, side="humans", proposal="Q99"), "none")
    after = project(state, number)
    assert [t.technology for t in view_for(after, "humans").tasks] == ["Void Lance"]
    assert view_for(after, "vermin").tasks == ()
    assert view_for(after, "humans").asked == ()
    with pytest.raises(GameError, match="no open proposal"):
        project(after, number)


@pytest.mark.rule("CW-9.7-07")
def test_steps_and_needs_hold_and_what_it_does_is_read_when_it_works_and_not_before() -> None:
    state, number = proposed()
    after = project(state, number)
    start = StartProject("Void Lance", HOME, 1, 200)
    with pytest.raises(IllegalOrderError, match="needs Shields first"):
        check(view_for(after, "humans"), (), start)
    knowing = changed(after, sides={**after.sides, "humans": changed(after.sides["humans"], technologies=("Shields",))})
    assert all((t.effect, t.gives) == ("", ()) for t in view_for(knowing, "humans").tasks)
    assert gm_view(knowing).tasks[0].effect == "No shield stops it."
    done = turn(knowing, start, dice=Rigged("research"))
    (works,) = told(done, ProposalWorks)
    assert (works.effect, works.gives, works.cause.rule) == ("No shield stops it.", ("Ground Forces Technology",), RULE)
    assert may_see(works, "humans")
    assert not may_see(works, "vermin")
    assert done.state.sides["humans"].technologies == ("Shields", "Void Lance", "Ground Forces Technology")
    assert done.state.sides["vermin"].technologies == ()


@pytest.mark.rule("CW-9.7-07")
def test_the_effect_stays_when_the_steps_are_said_anew_or_split_and_a_free_success_tells_it_too() -> None:
    state, number = proposed()
    knowing = changed(state, sides={**state.sides, "humans": side("humans", 1000, technologies=("Shields",))})
    after = amend(project(knowing, number), SetTask("Void Lance", 4, side="humans"), "harder than it looked").state
    begun = turn(after, StartProject("Void Lance", HOME, 4, 25), dice=Rigged(face=99)).state
    (key,) = begun.projects
    parts = amend(begun, SplitProject("humans", key, each=2), "two papers").state
    last = next(t for t in parts.tasks if t.technology == "Void Lance")
    assert (last.effect, last.gives) == ("No shield stops it.", ("Ground Forces Technology",))
    short = changed(begun, projects={key: changed(begun.projects[key], step=4)})
    lucky = amend(short, GrantSuccess("humans", key), "a dream")
    assert [e.effect for e in lucky.events if isinstance(e, ProposalWorks)] == ["No shield stops it."]
    assert "Ground Forces Technology" in lucky.state.sides["humans"].technologies


@pytest.mark.rule("CW-9.7-07")
@pytest.mark.parametrize(
    ("order", "why"),
    [
        (ProposeTechnology("Void Lance", "  "), "what Void Lance is to do"),
        (ProposeTechnology("Void Lance", "x" * 1501), "1 to 1500 characters"),
        (ProposeTechnology(" ", "wins"), "1 to 60 characters"),
    ],
)
def test_a_proposal_says_what_it_is_called_and_what_it_does(order: ProposeTechnology, why: str) -> None:
    with pytest.raises(IllegalOrderError, match=why):
        check(view_for(small(), "humans"), (), order)


@pytest.mark.rule("CW-9.7-07", "CW-8.0-01")
def test_what_is_known_or_laid_down_needs_no_proposal() -> None:
    state, number = proposed()
    with pytest.raises(IllegalOrderError, match="Open a project for it"):
        check(view_for(project(state, number), "humans"), (), LANCE)
    armed = changed(state, sides={**state.sides, "humans": side("humans", technologies=("Void Lance",))})
    with pytest.raises(IllegalOrderError, match="have Void Lance already"):
        check(view_for(armed, "humans"), (), LANCE)


@pytest.mark.rule("CW-9.7-07")
def test_a_goal_is_as_long_as_may_be_and_no_longer() -> None:
    view = view_for(small(), "humans")
    assert check(view, (), ProposeTechnology("Lance", "x" * 1500)).text == f"Propose Lance: {'x' * 1500}"
    assert check(view, (), ProposeTechnology("Lance", "x")).text == "Propose Lance: x"
    with pytest.raises(GameError, match="1 to 1500 characters"):
        check(view, (), ProposeTechnology("Lance", "x" * 1501))
