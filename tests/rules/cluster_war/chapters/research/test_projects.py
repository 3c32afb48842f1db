"""Research: chances, funding, the roll, lapses, catastrophes."""

import pytest

from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.cluster_war.chapters.research.projects import (
    base_chance,
    count_labs,
    count_research,
    research_chance,
    roll_research,
    stations_at,
    worth,
)
from rules.cluster_war.model.events.research import ResearchLapsed, ResearchRolled
from rules.cluster_war.model.events.turn import OrderFailed, QuestionRaised
from rules.cluster_war.model.holdings.order_kind import Phase
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design, Project, Transit
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.turn.shortfalls import carry_out
from rules.dice import ScriptedDice
from rules.values import changed
from tests.rules.cluster_war.build import DESIGNS, sheet, side, small, with_colony, with_fleet
from tests.used_up import assert_used_up

PLAIN = Settings()
RACE = Race("Humans", "5555")
HOME = "0303"
LAB = Design("lab", "Science Ship", "ship", 30, 200, DESIGNS["scout"].drive, science_stations=5, prefix="SV")


@pytest.mark.rule("CW-8.0-10")
@pytest.mark.parametrize(
    ("cps", "percent"),
    [
        (0, 0),
        (24, 0),
        (25, 1),
        (49, 1),
        (200, 8),
        (250, 10),
        (600, 24),
        (1_199, 47),
        (1_250, 49),
        (31_499, 98),
        (31_500, 99),
        (900_000, 99),
    ],
)
def test_the_base_chance_is_the_highest_row_not_above_the_cps(cps: int, percent: int) -> None:
    assert base_chance(cps, PLAIN) == percent


@pytest.mark.rule("CW-8.0-11", "CW-8.0-12", "CW-8.0-13")
@pytest.mark.parametrize(
    ("cps", "stations", "bonus", "chance"),
    [(250, 0, 0, 10), (250, 4, 4, 14), (250, 10, 10, 20), (250, 50, 10, 20), (10, 9, 0, 0), (1_800, 60, 60, 99)],
)
def test_each_science_station_adds_one_up_to_the_base_and_99_in_all(
    cps: int, stations: int, bonus: int, chance: int
) -> None:
    found = research_chance(cps, stations, RACE, (), PLAIN)
    assert (found.bonus, found.chance) == (bonus, chance)
    assert sum(m.value for m in found.modifiers) == chance


@pytest.mark.rule("CW-18.0-33", "CW-8.0-12")
def test_200_cps_give_8_percent_and_16_at_most() -> None:
    assert research_chance(200, 0, RACE, (), PLAIN).chance == 8
    assert research_chance(200, 99, RACE, (), PLAIN).chance == 16


@pytest.mark.rule("CW-3.1-68")
@pytest.mark.parametrize(("cps", "stations", "chance"), [(250, 10, 10), (250, 0, 0), (200, 0, 0), (31_500, 99, 89)])
def test_a_non_academic_race_loses_ten_points_after_bonuses_and_never_below_zero(
    cps: int, stations: int, chance: int
) -> None:
    found = research_chance(cps, stations, changed(RACE, disadvantages=("Non-academic",)), (), PLAIN)
    assert found.chance == chance
    assert sum(m.value for m in found.modifiers) == chance


@pytest.mark.rule("CW-3.1-14")
@pytest.mark.parametrize(
    ("abilities", "cps", "added"),
    [
        ((), 105, 105),
        (("Extra Intelligence",), 105, 115),
        (("Extra Intelligence +2",), 100, 120),
        (("Extra Intelligence", "Extra Intelligence"), 100, 120),
        (("Extra Intelligence +7",), 100, 140),
        (("Extra Strength +2",), 100, 100),
    ],
)
def test_extra_intelligence_makes_cps_count_for_more(abilities: tuple[str, ...], cps: int, added: int) -> None:
    assert worth(cps, changed(RACE, abilities=abilities)) == added


@pytest.mark.rule("CW-3.1-14")
def test_extra_intelligence_costs_nothing() -> None:
    state = small()
    clever = side("humans", race=changed(RACE, abilities=("Extra Intelligence +1",)))
    month = play(changed(state, sides={**state.sides, "humans": clever}), 99, StartProject("Beams", HOME, 2, 105))
    project = month.projects["humans-P1"]
    assert (project.cps, project.spent, month.purse["humans"]) == (115, 105, 895)


@pytest.mark.rule("CW-8.0-11", "CW-8.0-20")
def test_only_own_labs_in_the_projects_hex_help() -> None:
    state = with_labs(small())
    state = with_colony(state, "humans", "0505", 1, 10, science_stations=3)
    state = with_fleet(state, "humans", "0505", "lab", "lab", "scout")
    state = with_fleet(state, "humans", "0505", "lab", transit=Transit("0505", "0606", 0, 3))
    state = with_fleet(state, "vermin", "0505", "lab")
    state = with_fleet(state, "humans", "0606", "lab")
    assert stations_at(state, "humans", "0505") == 13
    assert stations_at(state, "humans", "0606") == 5
    assert stations_at(state, "humans", HOME) == 0


@pytest.mark.rule("CW-8.0-14")
@pytest.mark.parametrize(("roll", "success"), [(1, True), (24, True), (25, False), (99, False)])
def test_a_roll_up_to_the_chance_succeeds(roll: int, success: bool) -> None:
    month = play(with_project(small(), cps=400), roll, FundProject("humans-P1", 200))
    rolled = rolls(month)[0]
    assert (rolled.chance, rolled.success, rolled.cps) == (24, success, 600)
    assert [(r.key, r.total) for r in rolled.cause.rolls] == [("research/humans-P1", roll)]
    assert sum(m.value for m in rolled.cause.modifiers) == 24
    assert rolled.seen_by == ("humans",)


@pytest.mark.rule("CW-8.0-15", "CW-18.0-05")
def test_cps_without_success_add_up_from_turn_to_turn() -> None:
    first = play(small(), 99, StartProject("Beams", HOME, 2, 400))
    assert first.projects["humans-P1"].cps == 400
    second = play(first.freeze(2, {}), 99, FundProject("humans-P1", 200))
    assert second.projects["humans-P1"].cps == 600
    assert rolls(second)[0].chance == 24
    assert second.projects["humans-P1"].spent == 600


@pytest.mark.rule("CW-8.0-16", "CW-8.0-03")
def test_success_resets_the_steps_cps_and_starts_the_next_step() -> None:
    month = play(with_project(small(), cps=400, steps=2), 1, FundProject("humans-P1", 200))
    project = month.projects["humans-P1"]
    assert (project.step, project.cps, project.finished_turn) == (2, 0, 0)
    assert month.sides["humans"].technologies == ()
    assert rolls(month)[0].finished is False


@pytest.mark.rule("CW-8.0-07", "CW-8.0-02")
@pytest.mark.parametrize(
    ("technology", "learned"), [("", "Beams"), ("Beam Weapons Technology", "Beam Weapons Technology")]
)
def test_the_last_success_finishes_the_project_and_brings_the_technology(technology: str, learned: str) -> None:
    month = play(with_project(small(), cps=400, steps=2, step=2, technology=technology), 1, FundProject("humans-P1", 1))
    project = month.projects["humans-P1"]
    assert (project.step, project.cps, project.finished_turn) == (2, 0, 1)
    assert month.sides["humans"].technologies == (learned,)
    assert month.sides["vermin"].technologies == ()
    assert rolls(month)[0].finished is True


@pytest.mark.rule("CW-8.0-07")
def test_a_finished_project_takes_no_more_cps_and_is_rolled_no_more() -> None:
    month = play(with_project(small(), finished_turn=1), None, FundProject("humans-P1", 200))
    assert failures(month) == ["Beams was finished in turn 1."]
    assert month.purse["humans"] == 1_000
    assert len(month.events) == 1


@pytest.mark.rule("CW-8.0-17")
def test_an_unfunded_project_loses_its_steps_cps_and_keeps_its_steps() -> None:
    month = play(with_project(small(), cps=400, step=2, steps=3), None)
    project = month.projects["humans-P1"]
    assert (project.cps, project.step) == (0, 2)
    lapsed = next(e for e in month.events if isinstance(e, ResearchLapsed))
    assert (lapsed.lost, lapsed.seen_by) == (400, ("humans",))
    again = play(month.freeze(2, {}), None)
    assert again.events == []


@pytest.mark.rule("CW-8.0-17")
def test_a_single_cp_keeps_a_project_alive() -> None:
    month = play(with_project(small(), cps=400), 99, FundProject("humans-P1", 1))
    assert month.projects["humans-P1"].cps == 401


@pytest.mark.rule("CW-8.0-18", "CW-8.0-19")
@pytest.mark.parametrize("cps", [400, 31_500])
def test_a_natural_100_is_a_catastrophe_whatever_the_chance(cps: int) -> None:
    month = play(with_project(small(), cps=cps, step=1, steps=2), 100, FundProject("humans-P1", 1))
    project = month.projects["humans-P1"]
    assert (project.cps, project.step) == (0, 1)
    rolled = rolls(month)[0]
    assert (rolled.catastrophe, rolled.success, rolled.cps) == (True, False, cps + 1)
    question = month.questions[0]
    assert (question.kind, question.hex, question.sides) == ("catastrophe", HOME, ("humans",))
    raised = next(e for e in month.events if isinstance(e, QuestionRaised))
    assert raised.seen_by == ()


@pytest.mark.rule("CW-8.0-01")
@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (
            StartProject("Beams", "1212", 2, 50),
            "Research needs a place: you have no colony and no science station at `1212`.",
        ),
        (
            StartProject("Beams", "1818", 2, 50),
            "Research needs a place: you have no colony and no science station at `1818`.",
        ),
        (
            StartProject("Beams", "0909", 2, 50),
            "Research needs a place: you have no colony and no science station at `0909`.",
        ),
        (StartProject(" ", HOME, 2, 50), "A name has 1 to 60 characters; this has 0."),
        (StartProject("Beams", HOME, 0, 50), "A project takes 1 to 20 successes, not 0."),
        (
            StartProject("Beams", HOME, 2, 0),
            "Research needs at least 1 CP (below 25 CPs the chance is 0%).",
        ),
        (StartProject("Beams", HOME, 2, 1_001), "This needs 1001 CPs and you have 1000 left to spend this turn."),
        (FundProject("vermin-P1", 5), "You have no project `vermin-P1`. Your projects: none."),
    ],
)
def test_a_project_needs_a_definition_a_place_and_cps(order: Order, sentence: str) -> None:
    state = with_fleet(with_project(small(), id="vermin-P1", side="vermin"), "humans", "0909", "scout")
    month = play(state, None, order)
    assert failures(month) == [sentence]
    assert month.projects == state.projects
    assert month.purse["humans"] == 1_000


@pytest.mark.rule("CW-8.0-01", "CW-8.0-20")
def test_a_science_ship_can_be_the_place() -> None:
    state = with_fleet(with_labs(small()), "humans", "0909", "lab")
    month = play(state, 13, StartProject("Ruins", "0909", 1, 200))
    assert month.projects["humans-P1"].hex == "0909"
    assert rolls(month)[0].chance == 13
    assert month.projects["humans-P1"].finished_turn == 1


@pytest.mark.rule("CW-5.0-10")
def test_research_at_a_cut_off_colony_is_paid_from_its_store() -> None:
    state = with_colony(small(), "humans", "1010", 1, 40, store=60)
    month = play(state, 99, StartProject("Beams", "1010", 2, 50), StartProject("Drives", "1010", 2, 50))
    assert month.colonies["1010-1"].store == 10
    assert month.purse["humans"] == 1_000
    assert failures(month) == ["Humans 1010 is cut off and has only 10 CPs of its own; this needs 50."]


@pytest.mark.rule("CW-5.0-12")
def test_research_has_its_line_in_the_budget() -> None:
    month = play(small(), 99, StartProject("Beams", HOME, 2, 50), FundProject("humans-P1", 20))
    assert month.spent["humans"]["research"] == 70
    assert month.projects["humans-P1"].cps == 70


def with_labs(state: GameState) -> GameState:
    """The state where every side can build science ships with five stations."""
    labs = {**DESIGNS, "lab": LAB}
    return changed(state, sides={key: changed(s, designs=labs) for key, s in state.sides.items()})


def with_project(state: GameState, **facts: object) -> GameState:
    """The state with one project of the humans at home."""
    project = Project("humans-P1", "humans", "Beams", HOME, 3)
    project = changed(project, **facts)  # type: ignore[arg-type] # keywords are Project's own fields
    return changed(state, projects={project.id: project})


def play(state: GameState, roll: int | None, *orders: Order) -> TurnState:
    """Funding and rolling for the humans, with one die scripted or none."""
    dice = ScriptedDice([] if roll is None else [roll])
    turn = TurnState(state, sheet("humans", *orders, turn=state.turn), dice)
    turn.purse = dict.fromkeys(state.sides, 1_000)
    carry_out(Phase.RESEARCH)(turn)
    count_research(turn)
    count_labs(turn)
    roll_research(turn)
    assert_used_up(dice)
    return turn


def rolls(turn: TurnState) -> list[ResearchRolled]:
    """The research rolls of the turn."""
    return [e for e in turn.events if isinstance(e, ResearchRolled)]


def failures(turn: TurnState) -> list[str]:
    """What the humans are told could not be done."""
    return [e.reason for e in turn.events if isinstance(e, OrderFailed) and e.seen_by == ("humans",)]
