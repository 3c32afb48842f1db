"""Crew grades: prices, effects, drill, promotion, transfers (CW-17.2)."""

from pathlib import Path

import pytest

from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.industry.refit_orders import RefitUnits
from rules.cluster_war.chapters.officers.crew_orders import MoveCrew
from rules.cluster_war.chapters.officers.ratings import counts_as, crew_attack, drill, train_crew
from rules.cluster_war.model.events.officers import CrewMoved, CrewPromoted
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Ship
from rules.cluster_war.model.state.war import Grade
from rules.cluster_war.model.unit_design.checks import check_unit, design_of
from rules.cluster_war.model.unit_design.drafts import Builder, Fitting, HullTemplate, UnitDraft
from rules.cluster_war.model.unit_design.wounded import crew_grade
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.scenario import load_scenario
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import GameError, changed
from tests.rules.cluster_war.build import draft_of
from tests.rules.cluster_war.chapters.officers.staff import HOME, month, staffed

SCENARIO = Path(__file__).parents[5] / "scenarios" / "four_empires.toml"
GRADED = Settings(graded_crews=True)
ONE, OTHER = "humans/CA01", "humans/CA02"


def crew(grade: Grade = "regular", battles: int = 0) -> Ship:
    """A ship with such a crew."""
    return changed(Ship("humans/DD01", "humans", "destroyer", grade=grade), battles=battles)


def with_crew(state: GameState, ship: str, grade: Grade, battles: int = 0) -> GameState:
    """The state with a ship's crew graded."""
    return changed(state, ships={**state.ships, ship: changed(state.ships[ship], grade=grade, battles=battles)})


def drilled(ship: Ship, turns: int) -> Ship:
    """The crew after so many turns of drill."""
    for _ in range(turns):
        ship = train_crew(ship, GRADED, drills=True)
    return ship


def drawing(grade: str, hull: int = 200) -> UnitDraft:
    """A ship of that hull with a bridge and a drive; nothing else in it."""
    return UnitDraft("DD", "Ship", HullTemplate("Hull", "ship", hull), (Fitting("Bridge"),), grade=grade)


@pytest.mark.rule("CW-17.2-01")
def test_crews_are_regular_by_default_and_part_of_the_unit() -> None:
    assert crew().grade == "regular"
    assert crew_attack("regular", GRADED) == 0
    assert crew_grade(design_of(drawing("Regular"), GRADED)) == "regular"
    assert {s.grade for s in staffed().ships.values()} == {"regular"}


@pytest.mark.rule("CW-17.2-03")
@pytest.mark.parametrize(("grade", "attack"), [("green", -10), ("regular", 0), ("veteran", 10), ("elite", 20)])
def test_grades_change_the_attack(grade: Grade, attack: int) -> None:
    assert crew_attack(grade, GRADED) == attack
    assert 50 + crew_attack(grade, GRADED) == {"green": 40, "regular": 50, "veteran": 60, "elite": 70}[grade]


@pytest.mark.rule("CW-17.2-02", "CW-17.0-01")
def test_without_the_game_masters_switch_crews_have_no_grades() -> None:
    assert crew_attack("elite", Settings()) == 0
    refused = [p for p in check_unit(drawing("Elite"), Builder(), Settings()) if p.rule == "CW-17.2-02"]
    assert [p.refused for p in refused] == [True]
    assert not [p for p in check_unit(drawing("Elite"), Builder(), GRADED) if p.rule.startswith("CW-17")]
    shut = staffed(graded_crews=False)
    with pytest.raises(GameError, match="no grades in this campaign"):
        check(view_for(shut, "humans"), (), MoveCrew(ONE, OTHER))
    assert month(with_crew(shut, ONE, "green")).state.ships[ONE].grade == "green"


@pytest.mark.rule("CW-17.2-04")
@pytest.mark.parametrize(("grade", "share"), [("Green", 90), ("Veteran", 115), ("Elite", 130)])
def test_a_grade_changes_the_price_rounded_up(grade: str, share: int) -> None:
    for hull in (200, 37):
        plain = design_of(drawing("Regular", hull), GRADED).cost
        assert design_of(drawing(grade, hull), GRADED).cost == -(-plain * share // 100)


@pytest.mark.rule("CW-17.2-05")
def test_experienced_crews_are_bought_at_the_start_alone() -> None:
    state = staffed()
    elite = changed(state.sides["humans"].designs["destroyer"], id="elite", traits=("elite crew",))
    green = changed(elite, id="green", traits=("green crew",))
    human = changed(state.sides["humans"], designs={**state.sides["humans"].designs, "elite": elite, "green": green})
    state = changed(state, sides={**state.sides, "humans": human})
    with pytest.raises(GameError, match="bought at the start alone"):
        check(view_for(state, "humans"), (), BuildUnits(HOME, "elite", 1, 20))
    failed = [e for e in month(state, BuildUnits(HOME, "elite", 1, 20)).events if isinstance(e, OrderFailed)]
    assert [e.cause.rule for e in failed] == ["CW-17.2-05"]
    allowed = changed(state, settings=changed(state.settings, rulings={"CW-17.2-05": "any-time"}))
    built = month(allowed, BuildUnits(HOME, "elite", 1, 20), BuildUnits(HOME, "green", 1, 20)).state.ships
    assert sorted(s.grade for s in built.values() if s.id not in state.ships) == ["elite", "green"]
    assert month(allowed, RefitUnits(HOME, "elite", ("humans/DD01",))).state.ships["humans/DD01"].design != "elite"


@pytest.mark.rule("CW-17.2-05", "CW-17.2-01")
def test_the_first_ships_have_the_crews_of_their_designs() -> None:
    first = load_scenario(SCENARIO)
    humans = first.sides[0]
    design = next(d for fleet in humans.fleets for d in fleet.ships)
    elite = {key: changed(d, traits=("elite crew",)) if key == design else d for key, d in humans.designs.items()}
    state = new_game(changed(first, sides=(changed(humans, designs=elite), *first.sides[1:])), bytes(32))
    grades = {ship.design: ship.grade for ship in state.ships.values() if ship.side == humans.id}
    assert {d for d, grade in grades.items() if grade == "elite"} == {design}
    assert {grade for d, grade in grades.items() if d != design} == {"regular"}


@pytest.mark.rule("CW-17.2-06")
def test_a_green_crew_is_regular_after_four_turns_of_drill() -> None:
    assert drilled(crew("green"), 3).grade == "green"
    assert drilled(crew("green"), 4).grade == "regular"
    state = staffed()
    green = changed(state.sides["humans"].designs["destroyer"], id="green", traits=("green crew",), prefix="GR")
    human = changed(state.sides["humans"], designs={**state.sides["humans"].designs, "green": green})
    state = changed(state, sides={**state.sides, "humans": human})
    state = month(state, BuildUnits(HOME, "green", 1, 20)).state  # built in one turn
    for turn in range(4):
        assert state.ships["humans/GR01"].grade == "green", turn
        done = month(state)
        state = done.state
    assert state.ships["humans/GR01"].grade == "regular"
    told = [e for e in done.events if isinstance(e, CrewPromoted)]
    assert [(e.ship, e.grade, e.seen_by) for e in told] == [("humans/GR01", "regular", ("humans",))]


@pytest.mark.rule("CW-17.2-07")
def test_a_regular_crew_needs_four_turns_and_a_battle() -> None:
    assert drilled(crew(), 4).grade == "regular"
    assert drilled(crew(battles=1), 4).grade == "veteran"
    waiting = drilled(crew(), 6)
    assert train_crew(changed(waiting, battles=1), GRADED, drills=False).grade == "veteran", (
        "once it has come through one"
    )


@pytest.mark.rule("CW-17.2-08")
def test_an_elite_crew_has_drilled_twelve_turns_and_come_through_two_battles() -> None:
    green = drilled(crew("green", battles=2), 11)
    assert green.grade == "veteran"
    assert drilled(green, 1).grade == "elite"
    assert drilled(crew("veteran", battles=1), 8).grade == "veteran"
    assert drilled(crew("elite", battles=9), 8) == crew("elite", battles=9)


@pytest.mark.rule("CW-17.2-07", "CW-17.2-06")
def test_a_turn_with_a_battle_is_no_turn_of_drill() -> None:
    draft = draft_of(staffed())
    draft.ships[ONE] = changed(draft.ships[ONE], battles=1)
    drill(draft)
    assert draft.ships[ONE].drilled == 0
    assert draft.ships[OTHER].drilled == 1


@pytest.mark.rule("CW-17.2-09")
def test_an_experienced_crew_on_a_new_ship_counts_a_grade_lower_for_two_turns() -> None:
    state = with_crew(staffed(), ONE, "elite", battles=2)
    done = month(state, MoveCrew(ONE, OTHER))
    told = [e for e in done.events if isinstance(e, CrewMoved)]
    assert [(e.ship, e.to, e.grade) for e in told] == [(ONE, OTHER, "veteran")]
    first = done.state.ships
    assert (first[OTHER].grade, first[ONE].grade) == ("elite", "regular")
    assert (first[OTHER].settling, counts_as(first[OTHER])) == (1, "veteran")
    second = month(done.state).state.ships[OTHER]
    assert (second.settling, counts_as(second), second.battles) == (0, "elite", 2)


@pytest.mark.rule("CW-17.2-09")
def test_regular_and_green_crews_settle_at_once() -> None:
    for grade, counts in (("regular", "regular"), ("green", "green"), ("veteran", "regular")):
        moved = month(with_crew(staffed(), ONE, grade), MoveCrew(ONE, OTHER)).state.ships[OTHER]  # type: ignore[arg-type] # a grade
        assert counts_as(moved) == counts


@pytest.mark.rule("CW-17.2-09")
def test_crews_change_ships_in_one_hex() -> None:
    view = view_for(staffed(), "humans")
    for order in (MoveCrew(ONE, "humans/DD02"), MoveCrew(ONE, ONE)):
        with pytest.raises(GameError):
            check(view, (), order)


@pytest.mark.rule("CW-17.2-09")
def test_a_turn_with_a_battle_is_no_turn_of_settling_in_and_only_the_experienced_settle() -> None:
    moved = changed(crew("veteran", battles=1), settling=2)
    assert train_crew(moved, GRADED, drills=False) == moved
    assert [train_crew(moved, GRADED, drills=True).settling, drilled(moved, 2).settling] == [1, 0]
    assert drilled(moved, 2).drilled == 0, "two turns of training, none of drill"
    assert [counts_as(changed(crew(grade), settling=2)) for grade in ("green", "regular", "veteran", "elite")] == [
        "green",
        "regular",
        "regular",
        "veteran",
    ]


@pytest.mark.rule("CW-17.2-09")
def test_what_an_exchange_of_crews_will_bring_is_said_and_a_ship_without_a_crew_takes_no_part() -> None:
    view = view_for(with_crew(staffed(), ONE, "elite"), "humans")
    names = [key.partition("/")[2] for key in (ONE, OTHER)]
    said = check(view, (), MoveCrew(names[0], names[1]))
    assert said.text == f"The crews of {names[0]} and {names[1]} change ships; the first counts as veteran for 2 turns."
    assert said.order == MoveCrew(ONE, OTHER)
    back = check(view, (), MoveCrew(OTHER, ONE))
    assert back.text == f"The crews of {names[1]} and {names[0]} change ships; the first counts as regular."
    destroyer = "humans/DD01"
    for trait in ("crewless", "remote", "ai"):
        state = staffed()
        owner = state.sides["humans"]
        empty = {**owner.designs, "destroyer": changed(owner.designs["destroyer"], traits=(trait,))}
        state = changed(state, sides={**state.sides, "humans": changed(owner, designs=empty)})
        for order in (MoveCrew(ONE, destroyer), MoveCrew(destroyer, ONE)):
            with pytest.raises(GameError, match=r"^DD01 has no crew\.$"):
                check(view_for(state, "humans"), (), order)
