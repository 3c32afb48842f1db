"""The GM's hand on stress, research, technology, trade and embassies."""

from dataclasses import replace
from typing import cast

from rules.cluster_war.diplomacy.agreements import pact_of
from rules.cluster_war.events.all import Event
from rules.cluster_war.events.turn import Amended
from rules.cluster_war.gm.amendments_support import (
    Contagion,
    GrantDiscovery,
    SetEmbassy,
    SetReceived,
    SetStress,
    SetTask,
    SplitProject,
    SupportAmendment,
)
from rules.cluster_war.logistics.effects import apply_effect
from rules.cluster_war.logistics.stress_effects import Effect, StressEffect
from rules.cluster_war.research.tasks import knows_field, split_evenly, successes_needed, task_of
from rules.cluster_war.research.transfers import learned
from rules.cluster_war.state.game import GameState, Question
from rules.cluster_war.state.holdings import Task
from rules.cluster_war.state.names import SideId
from rules.cluster_war.state.sides import Received
from rules.cluster_war.working.turn_state import TurnState
from rules.errors import GameError, quoted
from rules.events import EVERYONE, Cause

MOST_STRESS = 100
MOST_SUCCESSES = 60
LONGEST_WORDS = 4000


def default_effect(question: Question) -> StressEffect:
    """What the rules suggest for a failed stress check, ready to be carried out; GameError for any other question."""
    if question.kind != "stress" or not question.choices:
        raise GameError(f"{question.id} is no stress check.")
    return StressEffect(question.subjects, cast("Effect", question.choices[0]), question=question.id)


def apply_support(month: TurnState, amendment: SupportAmendment, cause: Cause) -> tuple[GameState, tuple[Event, ...]]:
    """What changes in the draft, the state whose questions, embassies and tasks hold, and the events told."""
    state = month.start
    match amendment:
        case StressEffect():
            told = apply_effect(month, amendment, cause)
            return _settled(state, amendment, month.turn), told
        case SetStress(units, stress):
            return state, _set_stress(month, units, stress, cause)
        case GrantDiscovery(side, field, source):
            return state, _discover(month, side, field, source, cause)
        case SetTask():
            return _set_task(month, amendment, cause)
        case SplitProject():
            return _split(month, amendment, cause)
        case SetReceived(side, technology, successes):
            return state, _received(month, side, technology, successes, cause)
        case Contagion():
            return state, _contagion(month, amendment, cause)
        case SetEmbassy(a, b, exchanged):
            return _embassy(month, a, b, exchanged=exchanged), _told(
                f"{month.sides[a].name} and {month.sides[b].name} have {'' if exchanged else 'no longer '}ambassadors "
                "with each other.",
                cause,
                a,
                b,
            )


def _told(text: str, cause: Cause, *sides: SideId) -> tuple[Event, ...]:
    return (Amended(text=text, cause=cause, seen_by=sides),)


def _side(month: TurnState, side: SideId) -> SideId:
    if side not in month.sides:
        raise GameError(f"There is no side {quoted(side)}; the sides are {', '.join(sorted(month.sides))}.")
    return side


def _settled(state: GameState, effect: StressEffect, turn: int) -> GameState:
    if not effect.question:
        return state
    found = next((q for q in state.questions if q.id == effect.question), None)
    if found is None or found.settled_turn:
        raise GameError(f"There is no open question {quoted(effect.question)}.")
    done = replace(found, answer=effect.effect, settled_turn=turn)
    return replace(state, questions=tuple(done if q.id == found.id else q for q in state.questions))


def _set_stress(month: TurnState, units: tuple[str, ...], stress: int, cause: Cause) -> tuple[Event, ...]:
    if not 0 <= stress <= MOST_STRESS:
        raise GameError(f"Stress runs from 0 to {MOST_STRESS} %.", rule="CW-4.3-19")
    told: dict[SideId, list[str]] = {}
    for key in dict.fromkeys(units):
        if key in month.ships:
            month.ships[key] = replace(month.ships[key], stress=stress)
            told.setdefault(month.ships[key].side, []).append(key.rpartition("/")[2])
        elif key in month.bases:
            month.bases[key] = replace(month.bases[key], stress=stress)
            told.setdefault(month.bases[key].side, []).append(key.rpartition("/")[2])
        else:
            raise GameError(f"There is no ship or base {quoted(key)}; ships are written side/id, like humans/DD01.")
    if not told:
        raise GameError("Name at least one ship or base.")
    return tuple(
        e
        for side, ids in sorted(told.items())
        for e in _told(f"Stress is now {stress} %: {', '.join(ids)}.", cause, side)
    )


SOURCES = {"seen": "it was seen at work", "insight": "a scientist's insight", "survey": "a find of the survey"}


def _discover(month: TurnState, side: SideId, field: str, source: str, cause: Cause) -> tuple[Event, ...]:
    owner = month.sides[_side(month, side)]
    name = " ".join(field.split())
    if not name or knows_field(owner, name):
        raise GameError(f"{owner.name} knows {quoted(field)} already." if name else "Name the field discovered.")
    for key, project in list(month.projects.items()):
        technology = project.technology or project.name
        task = task_of(month.start.tasks, side, technology, month.settings)
        fits = task is not None and task.field.casefold() == name.casefold() and project.steps > 1
        whole = project.steps >= (successes_needed(owner, technology, task) or 0)
        if project.side == side and not project.finished_turn and fits and whole and project.step == 1:
            month.projects[key] = replace(project, step=2, cps=0)
    month.sides[side] = replace(owner, discoveries=(*owner.discoveries, name))
    return _told(f"A free discovery ({SOURCES[source]}): {name}.", cause, side)


def _set_task(month: TurnState, told: SetTask, cause: Cause) -> tuple[GameState, tuple[Event, ...]]:
    if told.side != EVERYONE:
        _side(month, told.side)
    if not told.technology.strip() or not 0 <= told.successes <= MOST_SUCCESSES:
        raise GameError(f"Name a technology, and 0 to {MOST_SUCCESSES} successes.", rule="CW-8.0-05")
    new = Task(told.technology, told.successes, told.field, told.requires, told.materials, told.side)
    kept = _without(month.start.tasks, new)
    if not told.successes:
        text = f"What was said about {told.technology} holds no longer."
        return replace(month.start, tasks=kept), _told(text, cause, told.side)
    needs = [f"needs {', '.join((*told.requires, *told.materials))}"] if told.requires or told.materials else []
    more = [f"one more success for who does not know {told.field}"] if told.field else []
    text = "; ".join((f"{told.technology} takes {told.successes} successes", *more, *needs))
    return replace(month.start, tasks=(*kept, new)), _told(f"{text}.", cause, told.side)


def _without(tasks: tuple[Task, ...], new: Task) -> tuple[Task, ...]:
    same = new.technology.casefold()
    return tuple(t for t in tasks if (t.technology.casefold(), t.side) != (same, new.side))


def _split(month: TurnState, told: SplitProject, cause: Cause) -> tuple[GameState, tuple[Event, ...]]:
    project = month.projects.get(told.project)
    if project is None or project.side != _side(month, told.side) or project.finished_turn:
        raise GameError(f"{month.sides[told.side].name} has no running project {quoted(told.project)}.")
    left = project.steps - project.step + 1
    if told.each < 1 or left <= told.each:
        raise GameError(f"{project.name} has {left} successes to go; that is one project.", rule="CW-8.0-05")
    parts = split_evenly(left, told.each)
    technology = project.technology or project.name
    names = [*told.names, *(f"{technology}, part {n}" for n in range(len(told.names) + 1, len(parts)))][
        : len(parts) - 1
    ]
    names.append(technology)
    month.projects[project.id] = replace(project, name=names[0], technology="", steps=parts[0], step=1)
    tasks = month.start.tasks
    for before, name, successes in zip(names[:-1], names[1:], parts[1:], strict=True):
        new = Task(name, successes, requires=(before,), side=told.side)
        tasks = (*_without(tasks, new), new)
    listed = ", then ".join(f"{name} ({n})" for name, n in zip(names, parts, strict=True))
    return replace(month.start, tasks=tasks), _told(f"{project.name} is split: {listed}.", cause, told.side)


def _received(month: TurnState, side: SideId, technology: str, successes: int, cause: Cause) -> tuple[Event, ...]:
    owner = month.sides[_side(month, side)]
    if not 0 <= successes <= MOST_SUCCESSES:
        raise GameError(f"Give 0 to {MOST_SUCCESSES} successes.", rule="CW-8.1-04")
    before = owner.received.get(technology)
    if before is None and technology not in owner.technologies:
        raise GameError(f"{owner.name} has not been given {quoted(technology)}.", rule="CW-8.1-04")
    if not successes:
        month.sides[side] = learned(owner, technology)
        return _told(f"{technology} works now.", cause, side)
    kept = tuple(t for t in owner.technologies if t != technology)
    now = replace(before, successes=successes) if before else Received(successes, whole=True, paid=True)
    month.sides[side] = replace(owner, technologies=kept, received={**owner.received, technology: now})
    return _told(f"{technology} must be fitted in first: {successes} successes.", cause, side)


def _contagion(month: TurnState, told: Contagion, cause: Cause) -> tuple[Event, ...]:
    _side(month, told.side)
    linked = pact_of(month.pacts, told.source, told.side) is not None or any(
        t.side == told.side and t.name.casefold() == told.source.casefold() for t in month.start.trade
    )
    if not linked:
        raise GameError(f"{quoted(told.source)} has no trade with {month.sides[told.side].name}.", rule="CW-11.0-09")
    text = told.text.strip()
    if not text or len(text) > LONGEST_WORDS:
        raise GameError(f"Say what spreads, in 1 to {LONGEST_WORDS} characters.")
    if told.colony:
        colony = month.colonies.get(told.colony)
        if colony is None or colony.side != told.side or not 0 <= told.loss <= 100:
            raise GameError(
                f"{quoted(told.colony)} is no colony of theirs, or {told.loss} % is no loss.", rule="CW-11.0-09"
            )
        month.colonies[colony.id] = replace(colony, hindered=told.loss)
        text += f" {colony.name} loses {told.loss} % of its output."
    return _told(text, cause, told.side)


def _embassy(month: TurnState, a: SideId, b: SideId, *, exchanged: bool) -> GameState:
    if _side(month, a) == _side(month, b):
        raise GameError("A side needs no ambassadors with itself.")
    pair = "|".join(sorted((a, b)))
    kept = tuple(p for p in month.start.embassies if p != pair)
    return replace(month.start, embassies=(*kept, pair) if exchanged else kept)
