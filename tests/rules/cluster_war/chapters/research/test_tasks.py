"""How hard research is: classes and defaults, unknown fields, levels, prerequisites, free discoveries, split projects."""

from typing import Any

import pytest

from rules.cluster_war.chapters.research.amendments import GrantDiscovery, SetTask, SplitProject
from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.cluster_war.chapters.research.projects import count_labs, count_research, roll_research
from rules.cluster_war.chapters.research.tasks import (
    printed_tasks,
    severity,
    split_evenly,
    steps_named,
    successes_needed,
    task_of,
)
from rules.cluster_war.model.events.research import LevelGained
from rules.cluster_war.model.events.turn import OrderFailed, QuestionRaised
from rules.cluster_war.model.holdings.order_kind import Phase
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Project, Task
from rules.cluster_war.model.state.sides import trait_level
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.shortfalls import carry_out
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import ScriptedDice
from rules.values import GameError, changed
from tests.rules.cluster_war.build import body, frozen, sheet, small, star

PLAIN = Settings()
HOME = "0303"


def world(**human: Any) -> GameState:
    state = small()
    return changed(state, sides={**state.sides, "humans": changed(state.sides["humans"], **human)})


def play(state: GameState, *orders: Order, rolls: tuple[int, ...] = ()) -> TurnState:
    turn = TurnState(state, sheet("humans", *orders), ScriptedDice(rolls))
    turn.purse = dict.fromkeys(state.sides, 1_000)
    carry_out(Phase.RESEARCH)(turn)
    count_research(turn)
    count_labs(turn)
    roll_research(turn)
    return turn


def refusal(state: GameState, order: Order) -> GameError:
    """The same words before the deadline and at it."""
    with pytest.raises(GameError) as caught:
        check(view_for(state, "humans"), (), order)
    failed = [e for e in play(state, order).events if isinstance(e, OrderFailed)]
    assert [(e.reason, e.cause.rule) for e in failed] == [(str(caught.value), caught.value.rule)]
    return caught.value


def needed(state: GameState, technology: str) -> int | None:
    task = task_of(state.tasks, "humans", technology, state.settings)
    return successes_needed(state.sides["humans"], technology, task)


@pytest.mark.rule("CW-8.0-02", "CW-8.0-03", "CW-8.0-04", "CW-8.0-05")
def test_the_printed_classes_give_the_defaults() -> None:
    state = world(technologies=("Beam Weapons Technology",))
    found = {
        name: needed(state, name) for name in ("Hull template", "Advanced Beam Weapons", "Jump Drive", "Growth Vats")
    }
    assert found == {"Hull template": 1, "Advanced Beam Weapons": 2, "Jump Drive": 3, "Growth Vats": 8}
    classes = tables(PLAIN)["CW-TAB-RD-DIFFICULTY"]
    assert [classes.cell(row, "successes") for row in classes.keys[:4]] == ["1", "2", "3", "4 or more"]
    assert needed(state, "Something New") is None
    assert len({t.technology for t in printed_tasks(PLAIN)}) == len(printed_tasks(PLAIN))


@pytest.mark.rule("CW-8.0-02")
def test_a_battleship_template_takes_one_success() -> None:
    month = play(world(), StartProject("Battleship hull", HOME, 1, 25, "Hull template"), rolls=(1,))
    assert month.projects["humans-P1"].finished_turn == 1


@pytest.mark.rule("CW-8.0-04")
def test_an_unknown_field_adds_a_discovery() -> None:
    assert needed(world(), "Psionic Shield") == 3
    psychic = world(race=changed(small().sides["humans"].race, abilities=("Psionic Ability +1",)))
    assert needed(psychic, "Psionic Shield") == 2
    assert needed(world(discoveries=("psionic ability",)), "Psionic Shield") == 2
    error = refusal(world(), StartProject("Psi", HOME, 2, 25, "Psionic Shield"))
    assert error.rule == "CW-8.0-04"
    assert "takes 3 successes (discovery, research, development), not 2" in str(error)
    assert (
        play(psychic, StartProject("Psi", HOME, 2, 25, "Psionic Shield"), rolls=(99,)).projects["humans-P1"].steps == 2
    )


@pytest.mark.rule("CW-8.0-02", "CW-8.0-03", "CW-8.0-04", "CW-8.0-05")
@pytest.mark.parametrize(
    ("steps", "names"),
    [
        (1, ("development",)),
        (2, ("research", "development")),
        (3, ("discovery", "research", "development")),
        (5, ("discovery", "research 1", "research 2", "research 3", "development")),
    ],
)
def test_steps_have_names(steps: int, names: tuple[str, ...]) -> None:
    assert steps_named(steps) == names


@pytest.mark.rule("CW-8.0-05", "CW-8.0-21")
def test_resistant_armor_is_four_projects_of_three() -> None:
    chain = ("Gravitic Forge", "Artificial Neutronium", "Advanced Armor", "Resistant Armor")
    assert [needed(world(), t) for t in chain] == [3, 3, 3, 3]
    error = refusal(world(), StartProject("Armor", HOME, 3, 25, "Resistant Armor"))
    assert str(error) == "Resistant Armor needs Artificial Neutronium, Advanced Armor first."
    ready = world(technologies=("Artificial Neutronium", "Advanced Armor"))
    assert play(ready, StartProject("Armor", HOME, 3, 25, "Resistant Armor"), rolls=(99,)).projects


@pytest.mark.rule("CW-8.0-05")
@pytest.mark.parametrize(("whole", "parts"), [(12, (3, 3, 3, 3)), (8, (3, 3, 2)), (4, (2, 2)), (3, (3,))])
def test_a_difficult_task_falls_into_projects_of_two_or_three(whole: int, parts: tuple[int, ...]) -> None:
    assert split_evenly(whole) == parts


@pytest.mark.rule("CW-8.0-05")
def test_the_gm_splits_a_running_project_and_the_last_part_brings_the_technology() -> None:
    project = Project("humans-P1", "humans", "Mind Engine", HOME, 9)
    state = changed(world(), projects={project.id: project})
    done = amend(state, SplitProject("humans", project.id, ("Mind Theory",)), "too much for one").state
    assert (done.projects[project.id].name, done.projects[project.id].steps) == ("Mind Theory", 3)
    told = {t.technology: (t.successes, t.requires, t.side) for t in done.tasks}
    assert told == {
        "Mind Engine, part 2": (3, ("Mind Theory",), "humans"),
        "Mind Engine": (3, ("Mind Engine, part 2",), "humans"),
    }
    assert view_for(done, "vermin").tasks == ()
    assert "needs Mind Engine, part 2 first" in str(refusal(done, StartProject("Mind Engine", HOME, 3, 25)))
    with pytest.raises(GameError, match="that is one project"):
        amend(done, SplitProject("humans", project.id), "")
    with pytest.raises(GameError, match="no running project"):
        amend(done, SplitProject("vermin", project.id), "")


@pytest.mark.rule("CW-8.0-05", "CW-8.0-21")
def test_the_gm_says_how_hard_it_is_and_what_it_needs() -> None:
    told = SetTask("Ion Drive", 4, "Ions", ("Plasma",), ("Exotic Crystals",), "humans")
    state = amend(world(), told, "the GM's table").state
    assert state.tasks == (Task("Ion Drive", 4, "Ions", ("Plasma",), ("Exotic Crystals",), "humans"),)
    assert needed(state, "ion drive") == 5
    assert "needs Plasma first" in str(refusal(state, StartProject("Ion Drive", HOME, 5, 25)))
    known = changed(state, sides={**state.sides, "humans": changed(state.sides["humans"], technologies=("Plasma",))})
    assert refusal(known, StartProject("Ion Drive", HOME, 5, 25)).rule == "CW-8.0-08"
    assert play(known, StartProject("Ion Drive", HOME, 3, 25)).projects == {}
    again = amend(state, SetTask("Ion Drive", 0, side="humans"), "").state
    assert again.tasks == ()
    general = amend(state, SetTask("Ion Drive", 2), "").state
    assert needed(general, "Ion Drive") == 5
    with pytest.raises(GameError, match="0 to 60"):
        amend(state, SetTask("Ion Drive", 61), "")


@pytest.mark.rule("CW-8.0-08")
def test_the_jump_drive_waits_for_monopoles_mined_or_given() -> None:
    state = changed(world(), settings=Settings(monopoles=True))
    order = StartProject("Jump Drive", HOME, 3, 25)
    assert "no source of it" in str(refusal(state, order))
    given = changed(
        state, sides={**state.sides, "humans": changed(state.sides["humans"], materials=("Magnetic Monopoles",))}
    )
    assert play(given, order, rolls=(99,)).projects["humans-P1"].steps == 3
    home = star(HOME, body(3, "5555", 1000, resources=("Special Magnetic Materials",)))
    mined = changed(state, cluster=changed(state.cluster, systems={**state.cluster.systems, HOME: home}))
    assert play(mined, order, rolls=(99,)).projects["humans-P1"].steps == 3


@pytest.mark.rule("CW-8.0-08")
def test_a_material_the_gm_asks_for_must_be_held_before_the_program_starts() -> None:
    state = changed(world(), tasks=(Task("Crystal Ship", 2, materials=("Exotic Crystals",)),))
    error = refusal(state, StartProject("Crystal Ship", HOME, 2, 25))
    assert (error.rule, "given by an ally" in str(error)) == ("CW-8.0-08", True)
    held = changed(
        state, sides={**state.sides, "humans": changed(state.sides["humans"], materials=("Exotic Crystals",))}
    )
    assert play(held, StartProject("Crystal Ship", HOME, 2, 25), rolls=(99,)).projects


@pytest.mark.rule("CW-8.0-09")
def test_ten_successes_on_warheads_are_five_levels() -> None:
    month = play(world(), StartProject("Warheads", HOME, 10, 25, incremental=True), rolls=(1,))
    levels = [trait_level(month.sides["humans"].technologies, "Warheads")]
    for _ in range(9):
        month = play(frozen(month), FundProject("humans-P1", 25), rolls=(1,))
        levels.append(trait_level(month.sides["humans"].technologies, "Warheads"))
    assert levels == [0, 1, 1, 2, 2, 3, 3, 4, 4, 5]
    assert 1 + levels[-1] == 6  # points of damage a missile
    assert month.sides["humans"].technologies == ("Warheads +5",)
    assert month.projects["humans-P1"].finished_turn
    assert [e.level for e in month.events if isinstance(e, LevelGained)] == [5]
    more = play(frozen(month), StartProject("Better Warheads", HOME, 2, 25, "Warheads", incremental=True), rolls=(1,))
    assert trait_level(more.sides["humans"].technologies, "Warheads") == 5


@pytest.mark.rule("CW-8.0-09")
def test_levels_take_an_even_number_of_successes() -> None:
    error = refusal(world(), StartProject("Warheads", HOME, 3, 25, incremental=True))
    assert (error.rule, str(error)) == ("CW-8.0-09", "Levels come one for every two successes; give an even number.")


@pytest.mark.rule("CW-4.0-07")
@pytest.mark.parametrize(("drive", "each"), [("Jump", 2), ("Foldspace", 3), ("foldspace drive", 3)])
def test_a_level_of_foldspace_takes_one_success_more_than_one_of_jump(drive: str, each: int) -> None:
    month = play(world(), StartProject(drive, HOME, 2 * each, 25, incremental=True), rolls=(1,))
    levels = [trait_level(month.sides["humans"].technologies, drive)]
    for _ in range(2 * each - 1):
        month = play(frozen(month), FundProject("humans-P1", 25), rolls=(1,))
        levels.append(trait_level(month.sides["humans"].technologies, drive))
    assert levels == [0] * (each - 1) + [1] * each + [2]
    assert month.projects["humans-P1"].finished_turn


@pytest.mark.rule("CW-4.0-07")
def test_levels_of_foldspace_take_a_multiple_of_three_successes_or_what_the_game_master_says() -> None:
    error = refusal(world(), StartProject("Better Folds", HOME, 4, 25, "Foldspace", incremental=True))
    text = "Levels of Foldspace come one for every 3 successes; give a multiple of 3."
    assert (error.rule, str(error)) == ("CW-4.0-07", text)
    house = Settings(overrides={"CW-TAB-DRIVE-RULINGS/more for foldspace/number": "3"})
    error = refusal(changed(world(), settings=house), StartProject("Foldspace", HOME, 6, 25, incremental=True))
    assert "one for every 5 successes" in str(error)


@pytest.mark.rule("CW-8.0-06")
@pytest.mark.parametrize("source", ["seen", "insight", "survey"])
def test_a_free_discovery_opens_a_field_and_moves_a_running_project_on(source: Any) -> None:
    project = Project("humans-P1", "humans", "Psi", HOME, 3, cps=50, technology="Psionic Shield")
    state = changed(world(), projects={project.id: project})
    done = amend(state, GrantDiscovery("humans", "Psionic Ability", source), "a derelict")
    assert done.state.sides["humans"].discoveries == ("Psionic Ability",)
    assert done.state.projects[project.id].step == 2
    assert done.events[0].seen_by == ("humans",)
    assert needed(done.state, "Psionic Shield") == 2
    with pytest.raises(GameError, match="knows"):
        amend(done.state, GrantDiscovery("humans", "psionic ability"), "")


@pytest.mark.rule("CW-8.0-06")
def test_a_free_discovery_leaves_work_that_is_past_it_alone() -> None:
    project = Project("humans-P1", "humans", "Psi", HOME, 3, step=2, cps=50, technology="Psionic Shield")
    state = changed(world(), projects={project.id: project})
    done = amend(state, GrantDiscovery("humans", "Psionic Ability"), "").state
    assert done.projects == state.projects


@pytest.mark.rule("CW-8.0-19", "CW-8.0-20")
def test_a_catastrophes_default_goes_by_what_and_where() -> None:
    assert "home world" in severity("Bio-weapons", at_home=True)
    assert "where the work was done" in severity("Bio-weapons", at_home=False)
    assert "explosion" in severity("Missile Warheads", at_home=True)
    assert severity("Farming", at_home=True).startswith("A dead end")
    project = Project("humans-P1", "humans", "Bio-weapons", HOME, 3, cps=50)
    month = play(changed(world(), projects={project.id: project}), FundProject("humans-P1", 5), rolls=(100,))
    assert (month.questions[0].hex, "home world" in month.questions[0].suggestion) == (HOME, True)
    assert [e.seen_by for e in month.events if isinstance(e, QuestionRaised)] == [()]


@pytest.mark.rule("CW-8.0-07", "CW-8.0-05")
def test_a_house_rule_changes_a_task() -> None:
    ruled = Settings(overrides={"CW-TAB-RD-TASKS/Growth Vats/successes": "5"})
    assert needed(changed(world(), settings=ruled), "Growth Vats") == 5
    month = play(changed(world(), settings=ruled), StartProject("Growth Vats", HOME, 5, 25), rolls=(1,))
    assert month.sides["humans"].technologies == ()
