"""How steps come out, who hears of it, and what an operation that succeeds brings or does (CW-10.0)."""

import pytest

from rules.cluster_war.chapters.espionage.chances import kinds
from rules.cluster_war.chapters.espionage.order_checks import FundOperation, StartCounter
from rules.cluster_war.chapters.research.project_orders import FundProject
from rules.cluster_war.model.events.detection import FleetSighted
from rules.cluster_war.model.events.diplomacy import (
    AgentsCaught,
    CounterStands,
    IntrusionNoticed,
    LeaderKilled,
    MischiefDone,
    OperationAwaited,
    OperationEnded,
    OperationRolled,
    OperationWeighed,
)
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.officers import OfficerLost
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.dealings import Operation
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Build, Project
from rules.cluster_war.model.state.npr import Npr, NprForce
from rules.cluster_war.model.state.sides import Knowledge, KnownSystem, Officer, Post
from rules.cluster_war.turn.invariants import broken_invariants
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import changed
from tests.rules.cluster_war.build import DICE, body, star, with_colony, with_fleet
from tests.rules.cluster_war.chapters.espionage.spying import BY_DEFAULT, H, V, met, play, running, told, with_operation

FUND = FundOperation("humans-S1", 25)
NET = Operation("vermin-S1", V, "", "counter", "Watch", step=3, outcome="success", finished_turn=1, until=13)
HOME = "1818"


def ends(state: GameState, one: Operation, face: int = 1) -> tuple[GameState, tuple[Event, ...], str]:
    """A month in which the operation's last step comes out so; what its side reads."""
    after, events = play(with_operation(state, one), face, FUND)
    rolled = told(events, OperationRolled, H)
    return after, events, rolled[-1].text if rolled else ""


def heard(events: tuple[Event, ...], side: str) -> set[str]:
    """The kinds of events that a side was told of, without its books."""
    kinds_of = {type(event).__name__ for event in events if side in event.seen_by}
    return kinds_of - {"IncomeCounted", "BudgetClosed"}


@pytest.mark.rule("CW-10.0-02", "CW-10.0-04")
@pytest.mark.parametrize(
    ("face", "result"), [(1, "success"), (41, "success"), (42, "failure"), (90, "failure"), (100, "catastrophe")]
)
def test_a_die_up_to_the_chance_succeeds_and_100_is_a_catastrophe(face: int, result: str) -> None:
    _, events, _ = ends(met(), running(step=1))
    _, events = play(with_operation(met(), running(step=1)), face, FUND)
    weighed = next(e for e in events if isinstance(e, OperationWeighed))
    assert (weighed.chance, weighed.roll, weighed.result, weighed.seen_by) == (41, face, result, ())


@pytest.mark.rule("CW-10.0-04")
@pytest.mark.parametrize("face", [1, 60, 90])
def test_the_target_of_an_operation_that_nobody_notices_hears_nothing(face: int) -> None:
    for kind in ("fleets", "design", "survey", "budget", "technology", "mole", "other"):
        with_it, events, _ = ends(met(), running(kind))
        without, quiet = play(met(), face)
        assert [e for e in events if V in e.seen_by] == [e for e in quiet if V in e.seen_by]
        assert view_for(with_it, V) == view_for(without, V)


@pytest.mark.rule("CW-10.0-04")
def test_the_die_and_what_the_target_does_against_it_stay_with_the_game_master() -> None:
    guarded = with_operation(met(), NET)
    plain, watched = ends(met(), running(step=1), 70)[1], ends(guarded, running(step=1), 70)[1]
    assert told(plain, OperationRolled, H) == told(watched, OperationRolled, H)
    event = told(watched, OperationRolled, H)[0]
    assert event.cause.rolls == ()
    assert [m.reason for m in event.cause.modifiers] == ["1025 CPs in this step"]


@pytest.mark.rule("CW-10.0-01", "CW-10.0-04")
@pytest.mark.parametrize(("face", "nets", "hears"), [(90, 0, False), (91, 0, True), (80, 0, False), (81, 1, True)])
def test_a_failure_far_beyond_the_chance_is_noticed_sooner_with_counter_intelligence(
    face: int, nets: int, *, hears: bool
) -> None:
    state = met() if not nets else with_operation(met(), NET)
    after, events, _ = ends(state, running(step=1), face)
    assert [type(e) for e in told(events, IntrusionNoticed, V)] == ([IntrusionNoticed] if hears else [])
    assert H not in told(events, IntrusionNoticed, V)[0].seen_by if hears else True
    assert (after.operations["humans-S1"].noticed == 1) is hears
    assert after.operations["humans-S1"].running
    assert [e.success for e in told(events, OperationRolled, H)] == [False]


@pytest.mark.rule("CW-10.0-04")
@pytest.mark.parametrize(("face", "nets"), [(97, 0), (89, 1)])
def test_agents_are_caught_and_named_and_the_operation_is_over(face: int, nets: int) -> None:
    talon = Officer("humans/O1", H, "Talon", 1, 1, 1, 1)
    mole = running("mole", id="humans-S7", finished_turn=1, outcome="success")
    state = met(officers={talon.id: talon}) if not nets else with_operation(met(officers={talon.id: talon}), NET)
    after, events, _ = ends(with_operation(state, mole), running(step=2, officer=talon.id), face)
    caught = told(events, AgentsCaught, V)
    assert [(e.by, e.kind, e.goal) for e in caught] == [(H, "fleets", "")]
    assert "caught" in told(events, OperationEnded, H)[0].text
    assert after.operations["humans-S1"].outcome == "caught"
    assert after.operations["humans-S7"].outcome == "over"
    assert after.officers == {}
    assert [e.name for e in told(events, OfficerLost, H)] == ["Talon"]
    assert not any(H in e.seen_by for e in caught)


@pytest.mark.rule("CW-10.0-02")
def test_a_catastrophe_tells_the_goal_as_well_and_asks_how_bad_it_is() -> None:
    after, events, _ = ends(met(), running(step=2), 100)
    assert [(e.by, e.goal) for e in told(events, AgentsCaught, V)] == [(H, "count the ships at their home")]
    assert [q.kind for q in after.questions] == ["catastrophe"]
    own, events = play(with_operation(met(), running("counter", target="")), 100, FUND)
    assert (own.operations["humans-S1"].cps, own.operations["humans-S1"].running) == (0, True)
    assert heard(events, V) == set()


@pytest.mark.rule("CW-10.0-04")
def test_without_the_books_word_the_game_master_is_asked_and_the_dice_decide_if_no_answer_comes() -> None:
    state, events = play(with_operation(met(Settings()), running(step=1)), 1, FUND)
    awaited = told(events, OperationAwaited, H)[0]
    assert (awaited.step, awaited.chance) == ("planning", 41)
    assert told(events, OperationRolled, H) == []
    question = state.questions[0]
    assert (question.kind, question.rule, question.subjects) == ("operation", "CW-10.0-04", (H, "humans-S1"))
    assert question.choices[0] == "The dice decide"
    assert "count the ships" in question.text
    assert question.suggestion.startswith("41 % (+41 1025 CPs in this step)")
    assert (state.operations["humans-S1"].roll, state.operations["humans-S1"].step) == (1, 1)
    state, events = play(state, 99, FUND)
    assert [e.success for e in told(events, OperationRolled, H)] == [True]
    assert (state.operations["humans-S1"].step, state.operations["humans-S1"].cps) == (2, 25)
    assert state.questions[0].answer == "No word came, so the dice decided."


def test_every_kind_of_operation_is_carried_out() -> None:
    for kind in kinds(Settings()):
        target = "" if kind == "counter" else V
        after, _, text = ends(met(), running(kind, target=target, subject="1010" if kind == "disinformation" else ""))
        assert after.operations["humans-S1"].outcome == "success", kind
        assert text, kind


@pytest.mark.rule("CW-10.0-01")
def test_an_order_of_battle_shows_fleets_as_they_are() -> None:
    state = with_fleet(with_fleet(met(), V, HOME, "scout", "destroyer", "destroyer"), V, "1010", "hulk")
    after, _, text = ends(state, running())
    assert text == "Their fleets at 1818: C1: 2 Destroyer, 1 Scout."
    seen = view_for(after, H).foreign_fleets
    assert [(s.hex, s.ships, s.hull, s.week) for s in seen.values()] == [(HOME, 3, 50, 4)]
    assert ends(state, running(subject="0909"))[2] == "They have no fleet at 0909."
    hive = Npr("hive", "The Hive", "1010", 500, forces=(NprForce("1", "Swarm", "1010", 4, 80),))
    state = met(nprs={"hive": hive})
    assert ends(state, running(target="hive"))[2] == "Their fleets at 1010: C1: 4 ships, hull 80."
    assert ends(state, running("budget", target="hive"))[2] == "Their whole production is 500 CPs a month."


@pytest.mark.rule("CW-10.0-01")
def test_designs_books_and_surveys_are_learned() -> None:
    after, _, text = ends(met(), running("design"))
    assert text.startswith("Survey Cruiser: ship, hull 30, 150 CPs")
    assert view_for(after, H).foreign_designs["vermin/surveyor"].design.hull == 30
    assert "They have no design Dreadnought" in ends(met(), running("design", subject="Dreadnought"))[2]
    assert (
        "production 1000, trade 0, other 0, treasury 50000 CPs; 1 colony with 1000 CPs, 0 research projects under way"
        in ends(met(), running("budget"))[2]
    )
    state = met()
    state = changed(
        state, cluster=changed(state.cluster, systems={**state.cluster.systems, "1010": star("1010", body(1))})
    )
    assert "know nothing of 1010" in ends(state, running("survey", subject="1010"))[2]
    known = changed(state.knowledge[V], systems={"1010": KnownSystem("1010", "surveyed", 1)})
    state = changed(state, knowledge={**state.knowledge, V: known})
    after, _, text = ends(state, running("survey", subject="1010"))
    assert "surveyed" in text
    assert view_for(after, H).systems["1010"].bodies[0].max_cp == 100


@pytest.mark.rule("CW-8.0-06")
def test_a_technology_seen_among_them_is_a_discovery() -> None:
    state = met()
    state = changed(state, sides={**state.sides, V: changed(state.sides[V], technologies=("Void Lance",))})
    project = Project("humans-P1", H, "Void Lance", "0303", 3, step=1, cps=400)
    after, _, text = ends(changed(state, projects={project.id: project}), running("technology"))
    assert (after.projects["humans-P1"].step, text) == (2, "Void Lance: a discovery; Void Lance is at step 2 of 3.")
    assert after.sides[H].discoveries == ("Void Lance",)
    assert "nothing that you do not know" in ends(after, running("technology", subject="Void Lance"))[2]


@pytest.mark.rule("CW-10.0-08")
def test_sabotage_sets_back_and_its_victim_sees_what_happened_and_not_by_whom() -> None:
    project = Project("vermin-P1", V, "Venom", HOME, 2, cps=300)
    build = Build("vermin-B1", V, f"{HOME}-3", "destroyer", 2, 200, 200, 25, 10, 1)
    state = met(projects={project.id: project}, builds={build.id: build})
    given = with_operation(state, running("sabotage"))
    after, events = play(given, 30, FUND, others=(FundProject("vermin-P1", 25),))
    assert after.projects["vermin-P1"].cps == 0
    assert told(events, OperationRolled, H)[0].text == "Venom lost the 325 CPs of its step."
    assert [e.text for e in told(events, MischiefDone, V)] == [
        "A fire in the laboratories: Venom loses the 325 CPs of its step."
    ]
    assert all("humans" not in repr(e).casefold() for e in told(events, MischiefDone, V))
    worked = play(state, 90)[0].builds["vermin-B1"].hull_left
    after, events, text = ends(state, running("sabotage-yard"))
    assert after.builds["vermin-B1"].hull_left == worked + 10
    stored = with_fleet(with_colony(state, V, "1717", 1, 50, munitions=41), V, "1717", "freighter")
    stored = changed(stored, ships={**stored.ships, "vermin/FF01": changed(stored.ships["vermin/FF01"], cargo=30)})
    after, events, text = ends(stored, running("sabotage-stores", subject="1717"))
    assert (after.colonies["1717-1"].munitions, after.ships["vermin/FF01"].cargo) == (20, 15)
    assert text == "21 CPs of munitions and 15 CPs of cargo at 1717 are destroyed."


@pytest.mark.rule("CW-10.0-08")
def test_unrest_takes_part_of_a_colonys_output_for_two_months() -> None:
    state, events, _ = ends(met(), running("unrest"))
    assert state.colonies[f"{HOME}-3"].hindered == 25
    assert (
        told(events, MischiefDone, V)[0].text
        == "Strikes and riots on Vermin 1818: 25 % of its output is lost until turn 4."
    )
    outputs = []
    for _ in range(3):
        outputs.append(view_for(state, V).income.production)
        state, _ = play(state, 90)
    assert outputs == [750, 750, 1000]
    assert state.colonies[f"{HOME}-3"].hindered == 0


@pytest.mark.rule("CW-10.0-08")
def test_a_killed_leader_has_a_successor_and_the_player_stays() -> None:
    after, events, text = ends(met(), running("leader"))
    assert after.sides.keys() == {H, V}
    killed = told(events, LeaderKilled, V)[0]
    assert (killed.officer, killed.successor) == ("", "Their deputy")
    assert "a successor governs" in text
    assert after.colonies[f"{HOME}-3"].hindered == 10


@pytest.mark.rule("CW-10.0-08")
def test_a_killed_officers_post_goes_to_the_next_in_rank() -> None:
    state = with_fleet(met(), V, HOME, "destroyer", "destroyer")
    chief = Officer("vermin/O1", V, "Gnaw", 1, 1, 1, 1, rank=3, post=Post("admiral", "vermin/DD01"))
    next_ = Officer("vermin/O2", V, "Nibble", 1, 1, 1, 1, rank=2, post=Post("admiral", "vermin/DD02"))
    state = changed(state, officers={chief.id: chief, next_.id: next_})
    after, events, text = ends(state, running("leader", subject="gnaw"))
    assert "vermin/O1" not in after.officers
    assert [(e.name, e.successor) for e in told(events, LeaderKilled, V)] == [("Gnaw", "Nibble")]
    assert text == "Gnaw is dead."


@pytest.mark.rule("CW-10.0-01")
def test_they_believe_in_a_fleet_that_is_not_there_until_they_look() -> None:
    after, events, text = ends(met(), running("disinformation", subject="1010"))
    assert [(e.hex, e.ships) for e in told(events, FleetSighted, V)] == [("1010", 6)]
    assert [(s.side, s.hex) for s in view_for(after, V).foreign_fleets.values()] == [(H, "1010")]
    assert "They believe" in text
    looked, _ = play(with_fleet(after, V, "1010", "scout"), 90)
    assert view_for(looked, V).foreign_fleets == {}
    assert "did not believe it" in ends(met(), running("disinformation", subject=HOME))[2]


@pytest.mark.rule("CW-10.0-08")
def test_a_lie_leaves_those_who_believe_it_as_a_true_sight_of_strangers_would() -> None:
    strangers = changed(met(), knowledge={**met().knowledge, V: Knowledge()})
    after, _, _ = ends(strangers, running("disinformation", subject="1010"))
    assert view_for(after, V).met == (H,)
    again, _, _ = ends(met(), running("disinformation", subject="1010"))
    assert view_for(again, V).met == (H,)


@pytest.mark.rule("CW-10.0-08", "CW-13.0-02")
def test_a_lie_about_a_far_place_comes_by_courier_and_takes_no_number_before() -> None:
    state = met(changed(BY_DEFAULT, news="by-courier"))
    later, _, _ = ends(with_fleet(state, V, HOME, "scout"), running("disinformation", subject="1010"))
    assert view_for(later, V).foreign_fleets == {}
    assert later.counters.get(f"contact/{V}", 0) == 0
    for _ in range(6):
        later = adjudicate(later, (), DICE).state
    assert {name: s.hex for name, s in view_for(later, V).foreign_fleets.items()} == {"C1": "1010"}


@pytest.mark.rule("CW-10.0-01")
def test_a_net_of_counter_intelligence_stands_for_a_year() -> None:
    state, _ = play(met(), 1, StartCounter(500))
    for _ in range(2):
        state, events = play(state, 1, FundOperation("humans-S1", 500))
    assert [e.until for e in told(events, CounterStands, H)] == [16]
    assert heard(events, V) == set()
    assert state.operations["humans-S1"].until == 16


@pytest.mark.rule("CW-10.0-06")
def test_what_no_kind_covers_is_laterby_the_game_master() -> None:
    state, _, text = ends(met(), running("other", goal="teach their priests to doubt"))
    assert text == "A ruling says what happens."
    question = state.questions[0]
    assert (question.kind, question.sides, question.rule) == ("free-text", (H,), "CW-10.0-06")
    assert "teach their priests to doubt" in question.text
    assert view_for(state, H).asked[0].text == question.text


def test_a_month_of_every_kind_adds_up() -> None:
    stored = with_fleet(with_colony(met(), V, "1717", 1, 50, munitions=41), V, "1717", "freighter", "destroyer")
    ships = {**stored.ships, "vermin/FF01": changed(stored.ships["vermin/FF01"], cargo=30)}
    chief = Officer("vermin/O1", V, "Gnaw", 1, 1, 1, 1)
    head = Officer("humans/O1", H, "Talon", 1, 1, 1, 1)
    state = changed(stored, ships=ships, officers={chief.id: chief, head.id: head})
    for kind in kinds(Settings()):
        target, subject = ("", "") if kind == "counter" else (V, "Gnaw" if kind == "leader" else "1717")
        for face in (1, 98):
            one = running(kind, id="humans-S9", target=target, subject=subject, officer=head.id)
            before = with_operation(state, one)
            after, events = play(before, face, changed(FUND, operation=one.id), StartCounter(100))
            assert broken_invariants(before, after, events) == (), (kind, face)
