"""The GM's amendments: each does one thing, tells those who may know, keeps its reason, and refuses nonsense."""

import pytest

from rules.cluster_war.chapters.colonies.amendments import ChangeWorld, GrantKnowledge, SetColony
from rules.cluster_war.chapters.diplomacy.amendments import GrantIncome, SetHandicap, SetPeace, SetTrade, SetTreasury
from rules.cluster_war.chapters.industry.amendments import AddDesign
from rules.cluster_war.chapters.logistics.amendments import CreateShips, PlaceFleet, RemoveShips
from rules.cluster_war.chapters.movement.request_orders import Contingency, FreeText
from rules.cluster_war.chapters.research.amendments import GrantSuccess
from rules.cluster_war.chapters.research.project_orders import FundProject
from rules.cluster_war.model.economy.income import income
from rules.cluster_war.model.events.detection import SystemLearned
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.turn import Amended, Narrated
from rules.cluster_war.model.state.dealings import TradePartner
from rules.cluster_war.model.state.game import GameState, Question
from rules.cluster_war.model.state.holdings import Build, Leg, Project, SurveyWork, Transit
from rules.cluster_war.model.working.amendment import Amendment
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.gm.rulings import Narrate, Settle
from rules.cluster_war.turn.month import adjudicate
from rules.values import EVERYONE, GameError, changed
from tests.rules.cluster_war.build import DICE, body, change_fleet, sheet, small, star, with_fleet

REASON = "the dice were read wrong"


def position() -> GameState:
    state = small(systems=[star("0505", body(1, "5555", 100), body(2, "4455", 50))])
    state = with_fleet(state, "humans", "0303", "scout", "scout", name="Scouts")
    state = with_fleet(state, "vermin", "1818", "destroyer", name="Swarm")
    project = Project("humans-P1", "humans", "Beams", "0303", 2, cps=300, technology="beams")
    question = Question("Q1", 1, "encounter", ("humans", "vermin"), "They met.", "CW-1.0-10")
    build = Build("humans-B1", "humans", "0303-3", "scout", 1, 60, 60, 10, 10, 1)
    return changed(
        state,
        projects={"humans-P1": project},
        questions=(question,),
        builds={"humans-B1": build},
        counters={**state.counters},
    )


def done(amendment: Amendment, state: GameState | None = None) -> tuple[GameState, tuple[Event, ...]]:
    result = amend(state or position(), amendment, REASON)
    for event in result.events:
        assert event.cause.override == REASON
    return result.state, result.events


def told(events: tuple[Event, ...]) -> list[tuple[str, tuple[str, ...]]]:
    return [(e.text, e.seen_by) for e in events if isinstance(e, Amended | Narrated)]


@pytest.mark.rule("CW-1.0-01")
def test_a_fleet_is_placed_and_its_voyage_and_survey_end() -> None:
    moving = change_fleet(
        position(),
        "humans-F1",
        transit=Transit("0303", "0306", 0, 9),
        route=(Leg("0309"),),
        survey=SurveyWork("0303", 0, 1),
    )
    state, events = done(PlaceFleet("humans-F1", "0505"), moving)
    fleet = state.fleets["humans-F1"]
    assert (fleet.hex, fleet.transit, fleet.route, fleet.survey) == ("0505", None, (), None)
    assert told(events) == [("Scouts is now at 0505.", ("humans",))]


def test_ships_are_created_with_the_next_ids_in_a_new_fleet_or_one_that_is_there() -> None:
    state, events = done(CreateShips("humans", "scout", 2, "0303", "Scouts"))
    assert state.fleets["humans-F1"].ships[-2:] == ("humans/SC03", "humans/SC04")
    assert told(events) == [("2 × Scout (SC03, SC04) join Scouts at 0303.", ("humans",))]
    apart, _ = done(CreateShips("humans", "scout", 1, "0404", "Scouts"))
    assert apart.fleets["humans-F2"].name == "Scouts"
    assert apart.fleets["humans-F2"].hex == "0404"


def test_ships_are_removed_and_an_empty_fleet_disappears() -> None:
    state, events = done(RemoveShips(("humans/SC01", "vermin/DD01")))
    assert state.fleets["humans-F1"].ships == ("humans/SC02",)
    assert "vermin-F1" not in state.fleets
    assert told(events) == [("Lost: SC01.", ("humans",)), ("Lost: DD01.", ("vermin",))]


def test_money_is_set_or_granted_and_only_its_owner_is_told() -> None:
    state, events = done(SetTreasury("humans", 226))
    assert state.sides["humans"].treasury == 226
    assert told(events)[0][1] == ("humans",)
    gifted, _ = done(GrantIncome("humans", 50))
    again, _ = done(GrantIncome("humans", 25), gifted)
    assert income(again, "humans").unusual == 75
    assert adjudicate(again, (), DICE).state.income == {}


def test_knowledge_is_granted_as_if_surveyed() -> None:
    state, events = done(GrantKnowledge("humans", "0505", "surveyed"))
    assert state.knowledge["humans"].systems["0505"].bodies[0].max_cp == 100
    learned = [e for e in events if isinstance(e, SystemLearned)]
    assert [(e.side, e.level, e.seen_by) for e in learned] == [("humans", "surveyed", ("humans",))]


@pytest.mark.rule("CW-8.0-06")
def test_a_free_success_moves_a_project_on_and_the_last_one_finishes_it() -> None:
    state, _ = done(GrantSuccess("humans", "humans-P1"))
    assert (state.projects["humans-P1"].step, state.projects["humans-P1"].cps) == (2, 0)
    finished, _ = done(GrantSuccess("humans", "humans-P1"), state)
    assert finished.projects["humans-P1"].finished_turn == 1
    assert finished.sides["humans"].technologies == ("beams",)


@pytest.mark.rule("CW-2.1-08")
def test_a_world_is_changed_and_its_owner_knows_it() -> None:
    state, events = done(ChangeWorld("0303", 3, "55X5", 90, ("Heavy Metals",)))
    world = state.cluster.systems["0303"].bodies[0]
    assert (world.step, world.max_cp, world.resources) == ("55X5", 90, ("Heavy Metals",))
    assert state.knowledge["humans"].systems["0303"].bodies[0].step == "55X5"
    assert told(events) == [("World 3 of 0303 is now 55X5, maximum 90 CPs.", ("humans",))]
    free, quiet = done(ChangeWorld("0505", 2, max_cp=389))
    assert free.cluster.systems["0505"].bodies[1].step == "4455"
    assert told(quiet)[0][1] == ()


@pytest.mark.rule("CW-5.0-22")
def test_a_colony_is_resized_or_lost_with_what_it_builds() -> None:
    state, _ = done(SetColony("0303-3", 700))
    assert state.colonies["0303-3"].size == 700
    gone, events = done(SetColony("0303-3", 0))
    assert "0303-3" not in gone.colonies
    assert gone.builds == {}
    assert told(events) == [("Humans 0303 is lost.", ("humans",))]
    assert income(gone, "humans").production == 0


@pytest.mark.rule("CW-18.0-16")
def test_a_design_is_added_to_the_roster() -> None:
    state, _ = done(AddDesign("humans", "Star Barge", "ship", 30, 90, "5/2", cargo_bays=12))
    design = state.sides["humans"].designs["star-barge"]
    assert (design.name, design.prefix, design.cargo_bays, str(design.drive)) == ("Star Barge", "SB", 12, "5/2")


@pytest.mark.rule("CW-1.0-02")
@pytest.mark.parametrize("cost", [45, 90, 400])
def test_a_design_from_the_tactical_rules_is_data_as_entered(cost: int) -> None:
    """Nothing here prices a hull, so its cost, hull size, drive rating and component counts stand as they were given."""
    state, _ = done(AddDesign("humans", "Foreign Cruiser", "ship", 30, cost, "7/2", lrs=2, survey_bays=1, cargo_bays=4))
    design = state.sides["humans"].designs["foreign-cruiser"]
    assert (design.hull, design.cost, str(design.drive)) == (30, cost, "7/2")
    assert (design.lrs, design.survey_bays, design.cargo_bays) == (2, 1, 4)


@pytest.mark.rule("CW-11.0-01")
def test_trade_is_agreed_changed_and_ended() -> None:
    state, _ = done(SetTrade("humans", "Solarians", 3000, "full"))
    assert state.trade == (TradePartner("humans", "Solarians", 3000, "full"),)
    less, _ = done(SetTrade("humans", "solarians", 3000, "limited"), state)
    assert [t.level for t in less.trade] == ["limited"]
    none, events = done(SetTrade("humans", "Solarians", 0, "none"), less)
    assert none.trade == ()
    assert told(events) == [("Trade with Solarians has ended.", ("humans",))]


def test_peace_is_made_and_broken() -> None:
    state, events = done(SetPeace("vermin", "humans", at_peace=True))
    assert state.peace == ("humans|vermin",)
    assert told(events)[0][1] == ("vermin", "humans")
    assert done(SetPeace("humans", "vermin", at_peace=False), state)[0].peace == ()


def test_a_narrative_reaches_one_side_or_everybody() -> None:
    assert told(done(Narrate("humans", "  A comet. "))[1]) == [("A comet.", ("humans",))]
    assert told(done(Narrate("*", "A nova."))[1]) == [("A nova.", ("*",))]


@pytest.mark.rule("CW-1.0-10")
def test_a_question_is_settled_once_and_told_to_those_named() -> None:
    state, events = done(Settle("Q1", "They pass in silence.", ("humans",)))
    assert (state.questions[0].answer, state.questions[0].settled_turn) == ("They pass in silence.", 1)
    assert told(events) == [("They pass in silence.", ("humans",))]
    with pytest.raises(GameError, match="was settled"):
        amend(state, Settle("Q1", "No."), REASON)


@pytest.mark.parametrize(
    ("amendment", "says"),
    [
        (PlaceFleet("humans-F9", "0303"), "no fleet"),
        (PlaceFleet("humans-F1", "9999"), "off the map"),
        (CreateShips("humans", "battleship", 1, "0303"), "scout"),
        (CreateShips("martians", "scout", 1, "0303"), "The sides are: humans, vermin"),
        (CreateShips("humans", "scout", 0, "0303"), "1 to 100"),
        (RemoveShips(()), "at least one"),
        (RemoveShips(("humans/XX99",)), "no ship"),
        (SetTreasury("humans", -1), "from 0 to"),
        (GrantKnowledge("humans", "0101", "scouted"), "empty space"),
        (GrantSuccess("vermin", "humans-P1"), "no running project"),
        (ChangeWorld("0505", 9), "no world in orbit 9"),
        (ChangeWorld("0505", 1, "55x5"), "0 to 9 or X"),
        (SetColony("0101-1", 5), "no colony"),
        (AddDesign("humans", "Scout", "ship", 1, 1), "already has a design"),
        (AddDesign("humans", "Odd", "ship", 1, 1, "fast"), "not a drive rating"),
        (AddDesign("humans", "Odd", "ship", 0, 1), "at least 1 hull"),
        (SetPeace("humans", "humans", at_peace=True), "with itself"),
        (Narrate("humans", "  "), "1 to 4000"),
        (Settle("Q9", "x"), "no question"),
        (Settle("Q1", " "), "1 to 4000"),
    ],
)
def test_nonsense_is_refused_in_a_sentence_and_changes_nothing(amendment: Amendment, says: str) -> None:
    state = position()
    before = repr(state)
    with pytest.raises(GameError, match=says):
        amend(state, amendment, REASON)
    assert repr(state) == before


@pytest.mark.rule("CW-4.1-10", "CW-4.1-11", "CW-5.0-26")
def test_plain_words_become_questions_for_the_gm_alone() -> None:
    orders = sheet(
        "humans",
        FreeText("Hail the derelict", "humans-F1"),
        Contingency("Cut research first"),
        FundProject("humans-P1", 5),
    )
    result = adjudicate(changed(position(), questions=()), orders, DICE)
    assert [(q.id, q.kind, q.sides, q.text) for q in result.state.questions] == [
        ("Q1", "free-text", ("humans",), "Hail the derelict (about Scouts)"),
        ("Q2", "contingency", ("humans",), "Cut research first"),
    ]
    raised = [e for e in result.events if type(e).__name__ == "QuestionRaised"]
    assert [e.seen_by for e in raised] == [(), ()]
    assert [e.cause.order for e in raised] == ["humans-1-1", "humans-1-2"]


def test_a_handicap_is_set_changed_and_ended_and_everybody_is_told() -> None:
    state, events = done(SetHandicap("humans", 150))
    assert state.settings.handicaps == {"humans": 150}
    assert [(e.seen_by, e.text) for e in events if isinstance(e, Amended)] == [
        ((EVERYONE,), "From now on the production of Humans is 150 % of what its worlds yield.")
    ]
    state, _ = done(SetHandicap("vermin", 75), state)
    state, _ = done(SetHandicap("humans", 25), state)
    assert state.settings.handicaps == {"humans": 25, "vermin": 75}
    assert done(SetHandicap("humans", 100), state)[0].settings.handicaps == {"vermin": 75}


@pytest.mark.parametrize("percent", [24, 401, -1])
def test_a_handicap_that_nobody_could_play_with_is_refused(percent: int) -> None:
    with pytest.raises(GameError, match=f"A handicap is 25 to 400 per cent of production, not {percent} as for"):
        done(SetHandicap("humans", percent))


@pytest.mark.parametrize(("hex_", "joins"), [("0505", True), ("0504", False), ("0506", False), ("0303", False)])
def test_new_ships_join_a_fleet_of_that_name_or_id_only_where_it_is(hex_: str, *, joins: bool) -> None:
    state = with_fleet(small(), "humans", "0505", "scout", name="Scouts")
    for fleet in ("Scouts", "humans-F1"):
        made = amend(state, CreateShips("humans", "scout", 2, hex_, fleet), "a gift")
        new = ("humans/SC02", "humans/SC03")
        fleets = made.state.fleets
        assert fleets["humans-F1"].ships == ("humans/SC01", *(new if joins else ()))
        assert {f.ships for key, f in fleets.items() if key != "humans-F1"} == (set() if joins else {new})
        name = "Scouts" if joins else fleet
        (told,) = made.events
        assert isinstance(told, Amended)
        assert (told.text, told.seen_by) == (f"2 × Scout (SC02, SC03) join {name} at {hex_}.", ("humans",))
    away = with_fleet(small(), "humans", "0505", "scout", name="Gone", transit=Transit("0505", "0707", 0, 9))
    assert set(amend(away, CreateShips("humans", "scout", 1, "0505", "Gone"), "x").state.fleets) == {
        "humans-F1",
        "humans-F2",
    }
    plain = amend(small(), CreateShips("humans", "scout", 1, "0505"), "x")
    assert plain.events[0].text == "1 × Scout (SC01) joins Scout group at 0505."  # type: ignore[attr-defined] # an amendment
