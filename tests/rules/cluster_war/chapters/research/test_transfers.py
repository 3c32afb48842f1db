"""Data, technology and materials between empires, the fee, and what does not work yet."""

from typing import Any

import pytest

from rules.cluster_war.chapters.research.amendments import SetReceived
from rules.cluster_war.chapters.research.project_orders import StartProject
from rules.cluster_war.chapters.research.projects import count_labs, count_research, roll_research
from rules.cluster_war.chapters.research.transfer_orders import GiveMaterial, PayTransfer, ShareData, TransferTechnology
from rules.cluster_war.model.events.research import TechnologyGiven, TransferPaid
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.holdings.order_kind import Phase
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Project
from rules.cluster_war.model.state.sides import Received
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.shortfalls import carry_out
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import ScriptedDice
from rules.values import GameError, changed
from tests.rules.cluster_war.build import body, frozen, sheet, small, star

BEAMS = "Beam Weapons"


def world(**vermin: Any) -> GameState:
    """The Humans know beams; the Vermin, with whom they have ambassadors, do not."""
    state = changed(small(), embassies=("humans|vermin",))
    sides = {
        "humans": changed(state.sides["humans"], technologies=(BEAMS, "Shields", "Drives")),
        "vermin": changed(state.sides["vermin"], **vermin),
    }
    return changed(state, sides=sides)


def play(state: GameState, mine: tuple[Order, ...] = (), theirs: tuple[Order, ...] = (), *rolls: int) -> TurnState:
    """Research orders of both, then the rolls."""
    orders = (*sheet("humans", *mine), *sheet("vermin", *theirs))
    turn = TurnState(state, orders, ScriptedDice(rolls))
    turn.purse = dict.fromkeys(state.sides, 1_000)
    carry_out(Phase.RESEARCH)(turn)
    count_research(turn)
    count_labs(turn)
    roll_research(turn)
    return turn


def failures(turn: TurnState) -> list[str]:
    return [e.reason for e in turn.events if isinstance(e, OrderFailed)]


@pytest.mark.rule("CW-8.1-01")
def test_data_is_free_and_leaves_the_development_to_be_done() -> None:
    month = play(world(), (ShareData("vermin", "beam weapons"),))
    assert month.purse == {"humans": 1_000, "vermin": 1_000}
    assert month.sides["vermin"].received == {BEAMS: Received(1, whole=False)}
    assert month.sides["vermin"].technologies == ()
    developed = play(frozen(month), (), (StartProject("Beams", "1818", 1, 25, BEAMS),), 1)
    assert (developed.sides["vermin"].technologies, developed.sides["vermin"].received) == ((BEAMS,), {})
    with pytest.raises(GameError, match="waits for its fee"):
        check(view_for(frozen(month), "vermin"), (), PayTransfer(BEAMS))


@pytest.mark.rule("CW-8.1-01")
def test_data_brings_a_running_project_to_its_development() -> None:
    project = Project("vermin-P1", "vermin", "Beams", "1818", 3, cps=40, technology=BEAMS)
    month = play(changed(world(), projects={project.id: project}), (ShareData("vermin", BEAMS),))
    assert month.projects[project.id].step == 3


@pytest.mark.rule("CW-8.1-02")
def test_the_receiver_pays_250_for_each_technology() -> None:
    given = play(world(), tuple(TransferTechnology("vermin", t) for t in (BEAMS, "Shields", "Drives")))
    assert given.sides["vermin"].technologies == ()
    paid = play(frozen(given), (), tuple(PayTransfer(t) for t in (BEAMS, "Shields", "Drives")))
    assert paid.purse["vermin"] == 1_000 - 750
    assert set(paid.sides["vermin"].technologies) == {BEAMS, "Shields", "Drives"}
    assert paid.spent["vermin"]["research"] == 750
    assert all(e.works and e.cps == 250 for e in paid.events if isinstance(e, TransferPaid))


@pytest.mark.rule("CW-8.1-02")
def test_the_sender_may_cover_the_fee_and_it_works_at_once() -> None:
    month = play(world(), (TransferTechnology("vermin", BEAMS, cover=True),))
    assert month.purse == {"humans": 750, "vermin": 1_000}
    assert month.sides["vermin"].technologies == (BEAMS,)
    assert {e.seen_by for e in month.events if isinstance(e, TechnologyGiven)} == {("humans",), ("vermin",)}
    preview = check(view_for(world(), "humans"), (), TransferTechnology("vermin", BEAMS, cover=True))
    assert (preview.cost, preview.line) == (250, "research")


@pytest.mark.rule("CW-8.1-03")
def test_without_the_fee_one_development_success_completes_it() -> None:
    given = frozen(play(world(), (TransferTechnology("vermin", BEAMS),)))
    assert given.sides["vermin"].received == {BEAMS: Received(1, whole=True)}
    with pytest.raises(GameError, match="1 to 20"):
        check(view_for(given, "vermin"), (), StartProject("Beams", "1818", 0, 25, BEAMS))
    failed = play(given, (), (StartProject("Beams", "1818", 1, 25, BEAMS),), 50)
    assert failed.sides["vermin"].technologies == ()
    done = play(given, (), (StartProject("Beams", "1818", 1, 25, BEAMS),), 1)
    assert done.sides["vermin"].technologies == (BEAMS,)


@pytest.mark.rule("CW-8.1-04")
def test_a_strange_technology_must_be_fitted_in_by_the_gms_word() -> None:
    bio = changed(world().sides["vermin"].race, abilities=("Bio-ships",))
    month = play(world(race=bio), (TransferTechnology("vermin", BEAMS),))
    question = month.questions[0]
    assert (question.kind, question.subjects) == ("technology", ("vermin", BEAMS))
    assert question.suggestion.startswith("2 further successes")
    assert play(world(), (TransferTechnology("vermin", BEAMS),)).questions == []
    fitted = amend(frozen(month), SetReceived("vermin", BEAMS, 2), "bio-ships").state
    paid = play(fitted, (), (PayTransfer(BEAMS),))
    assert paid.sides["vermin"].technologies == ()
    with pytest.raises(GameError, match="takes 2 successes"):
        check(view_for(frozen(paid), "vermin"), (), StartProject("Fit", "1818", 1, 25, BEAMS))
    assert "takes 2 successes" in failures(play(frozen(paid), (), (StartProject("Fit", "1818", 1, 25, BEAMS),)))[0]
    done = amend(frozen(paid), SetReceived("vermin", BEAMS, 0), "").state
    assert done.sides["vermin"].technologies == (BEAMS,)
    again = amend(done, SetReceived("vermin", BEAMS, 1), "").state
    assert again.sides["vermin"].technologies == ()
    with pytest.raises(GameError, match="not been given"):
        amend(world(), SetReceived("vermin", BEAMS, 1), "")


@pytest.mark.rule("CW-8.1-01", "CW-8.1-02", "CW-13.0-06")
@pytest.mark.parametrize(
    ("order", "says"),
    [
        (ShareData("vermin", "Psionics"), "You have no technology `Psionics`"),
        (TransferTechnology("oolab", BEAMS), "no empire"),
        (PayTransfer(BEAMS), "waits for its fee"),
        (GiveMaterial("vermin", "Neutronium"), "mine no `Neutronium`"),
    ],
)
def test_what_cannot_be_given_is_refused_alike_before_and_at_the_deadline(order: Order, says: str) -> None:
    with pytest.raises(GameError, match=says):
        check(view_for(world(), "humans"), (), order)
    assert says in failures(play(world(), (order,)))[0]
    apart = changed(world(), embassies=())
    if isinstance(order, ShareData | GiveMaterial):
        assert "not in regular contact" in failures(play(apart, (order,)))[0]


@pytest.mark.rule("CW-8.1-02")
def test_a_fee_that_cannot_be_paid_leaves_all_as_it_was() -> None:
    given = frozen(play(world(), (TransferTechnology("vermin", BEAMS),)))
    turn = TurnState(given, sheet("vermin", PayTransfer(BEAMS)), ScriptedDice(()))
    turn.purse = {"humans": 0, "vermin": 249}
    carry_out(Phase.RESEARCH)(turn)
    count_research(turn)
    assert failures(turn) == ["This needs 250 CPs and you have 249 left to spend this turn."]
    assert turn.purse["vermin"] == 249
    assert BEAMS in turn.sides["vermin"].received


def test_what_the_taker_already_has_changes_nothing_and_the_giver_is_not_told() -> None:
    fresh = play(world(), (TransferTechnology("vermin", BEAMS),))
    owned = play(world(technologies=(BEAMS,)), (TransferTechnology("vermin", BEAMS),))
    assert owned.sides["vermin"].received == {}
    told = [[e for e in d.events if e.seen_by == ("humans",)] for d in (fresh, owned)]
    assert told[0] == told[1]


@pytest.mark.rule("CW-8.0-08")
def test_an_ally_gives_a_material_that_it_mines() -> None:
    home = star("0303", body(3, "5555", 1000, resources=("Magnetic Monopoles",)))
    state = changed(world(), cluster=changed(world().cluster, systems={**world().cluster.systems, "0303": home}))
    month = play(state, (GiveMaterial("vermin", "magnetic monopoles"),))
    assert month.sides["vermin"].materials == ("Special Magnetic Materials",)
