"""The GM's hand on research and technology (chapter 8)."""

from typing import Final, Literal, TypeAlias

from rules.cluster_war.chapters.research.projects import advance, learn_technology, tell_gains
from rules.cluster_war.chapters.research.tasks import (
    PROPOSAL_RULE,
    knows_field,
    split_evenly,
    successes_needed,
    task_of,
)
from rules.cluster_war.model.state.common import SideId, TechId
from rules.cluster_war.model.state.holdings import Project, Task
from rules.cluster_war.model.state.sides import Received
from rules.cluster_war.model.working.amendment import LONGEST_WORDS, Amending, Amendment, Apply
from rules.values import EVERYONE, GameError, changed, quoted

Source: TypeAlias = Literal["seen", "insight", "survey"]

MOST_SUCCESSES: Final = 60
DISCOVERY_SOURCES: Final = {
    "seen": "it was seen at work",
    "insight": "a scientist's insight",
    "survey": "a find of the survey",
}


class GrantSuccess(Amendment):
    """A free research success for a project (CW-8.0-06)."""

    side: SideId
    project: str


class GrantDiscovery(Amendment):
    """A free discovery: a side knows a field because it saw it at work, by a scientist's insight, or from a survey
    (CW-8.0-06)."""

    side: SideId
    field: str
    source: Source = "seen"


class SetTask(Amendment):
    """Say how hard a piece of research is and what it needs, to one side or with "*" to all (CW-8.0-05, CW-8.0-21);
    0 successes takes it back.

    With a `proposal`, a player's open question, it makes a project of what they thought of (CW-9.7-07): `effect` is what it
    does, in words, and `gives` are technologies that come with it; the player reads both when it works.
    """

    technology: TechId
    successes: int
    field: str = ""
    requires: tuple[TechId, ...] = ()
    materials: tuple[str, ...] = ()
    side: SideId = "*"
    effect: str = ""
    gives: tuple[TechId, ...] = ()
    proposal: str = ""


class SplitProject(Amendment):
    """Make a difficult project several smaller ones of `each` successes; the running one becomes the first, the others
    are told to its owner in order, the last brings the technology (CW-8.0-05)."""

    side: SideId
    project: str
    names: tuple[str, ...] = ()
    each: int = 3


class SetReceived(Amendment):
    """How many successes a technology from another empire still takes before it works (CW-8.1-04); 0 makes it work."""

    side: SideId
    technology: TechId
    successes: int


def running_project(turn: Amending, side: SideId, project: str) -> Project:
    """A running project of a side by its id; GameError."""
    found = turn.projects.get(project)
    if found is None or found.side != turn.side(side).id or found.finished_turn:
        raise GameError(f"{turn.side(side).name} has no running project {quoted(project)}.")
    return found


def free_success(turn: Amending, order: GrantSuccess) -> None:
    """A project is a step further, or done; GameError for one that does not run."""
    found = running_project(turn, order.side, order.project)
    finished = advance(turn, found)
    at = f"{found.name} is now at step {found.step + 1} of {found.steps}"
    turn.tell(f"A free success completes {found.name}." if finished else f"A free success: {at}.", order.side)
    tell_gains(turn, found, finished=finished)


def _discover(turn: Amending, order: GrantDiscovery) -> None:
    side, owner = order.side, turn.side(order.side)
    name = " ".join(order.field.split())
    if not name or knows_field(owner, name):
        raise GameError(f"{owner.name} knows {quoted(order.field)} already." if name else "Name the field discovered.")
    for key, project in list(turn.projects.items()):
        technology = project.technology or project.name
        task = task_of(turn.start.tasks, side, technology, turn.settings)
        fits = task is not None and task.field.casefold() == name.casefold() and project.steps > 1
        whole = project.steps >= (successes_needed(owner, technology, task) or 0)
        if project.side == side and not project.finished_turn and fits and whole and project.step == 1:
            turn.projects[key] = changed(project, step=2, cps=0)
    turn.sides[side] = changed(owner, discoveries=(*owner.discoveries, name))
    turn.tell(f"A free discovery ({DISCOVERY_SOURCES[order.source]}): {name}.", side)


def _set_task(turn: Amending, order: SetTask) -> None:
    if order.side != EVERYONE:
        turn.side(order.side)
    if not order.technology.strip() or not 0 <= order.successes <= MOST_SUCCESSES:
        raise GameError(f"Name a technology, and 0 to {MOST_SUCCESSES} successes.", rule="CW-8.0-05")
    answered = _proposal(turn, order) if order.proposal else ""
    new = Task(
        order.technology,
        order.successes,
        order.field,
        order.requires,
        order.materials,
        order.side,
        effect=" ".join(order.effect.split()),
        gives=order.gives,
    )
    if not order.successes:
        turn.after = changed(turn.after, tasks=_without(turn.start.tasks, new))
        turn.tell(f"What was said about {order.technology} holds no longer.", order.side)
        return
    needs = [f"needs {', '.join((*order.requires, *order.materials))}"] if order.requires or order.materials else []
    more = [f"one more success for who does not know {order.field}"] if order.field else []
    turn.after = changed(turn.after, tasks=_replaced(turn.start.tasks, new))
    many = "1 success" if order.successes == 1 else f"{order.successes} successes"
    text = "; ".join((f"{order.technology} takes {many}", *more, *needs))
    if answered:
        turn.after = turn.after.answered(answered, f"A project: {text}.")
    turn.tell(f"{text}.", order.side, rule=PROPOSAL_RULE if answered else "")


def _proposal(turn: Amending, order: SetTask) -> str:
    """The open question of a proposal that becomes a project of that side's alone; GameError."""
    asked = next((q for q in turn.start.questions if q.id == order.proposal and q.rule == PROPOSAL_RULE), None)
    if asked is None or asked.settled_turn:
        raise GameError(f"There is no open proposal {quoted(order.proposal)}.", rule=PROPOSAL_RULE)
    if asked.sides != (order.side,):
        raise GameError("A proposal becomes a project of the side that made it.", rule=PROPOSAL_RULE)
    if not order.successes or len(order.effect) > LONGEST_WORDS:
        raise GameError(f"A project takes 1 to {MOST_SUCCESSES} successes.", rule=PROPOSAL_RULE)
    return asked.id


def _replaced(tasks: tuple[Task, ...], new: Task) -> tuple[Task, ...]:
    """The tasks with a new one in place of what was said before; what a proposal does stays unless it is said anew."""
    same = next((t for t in tasks if t not in _without(tasks, new)), None)
    if same is not None and not (new.effect or new.gives):
        new = changed(new, effect=same.effect, gives=same.gives)
    return (*_without(tasks, new), new)


def _without(tasks: tuple[Task, ...], new: Task) -> tuple[Task, ...]:
    same = new.technology.casefold()
    return tuple(t for t in tasks if (t.technology.casefold(), t.side) != (same, new.side))


def _split(turn: Amending, order: SplitProject) -> None:
    project = running_project(turn, order.side, order.project)
    left = project.steps - project.step + 1
    if order.each < 1 or left <= order.each:
        to_go = "one success" if left == 1 else f"{left} successes"
        raise GameError(f"{project.name} has {to_go} to go; that is one project.", rule="CW-8.0-05")
    parts = split_evenly(left, order.each)
    technology = project.technology or project.name
    more = (f"{technology}, part {n}" for n in range(len(order.names) + 1, len(parts)))
    names = [*[*order.names, *more][: len(parts) - 1], technology]
    turn.projects[project.id] = changed(project, name=names[0], technology="", steps=parts[0], step=1)
    tasks = turn.start.tasks
    for before, name, successes in zip(names[:-1], names[1:], parts[1:], strict=True):
        tasks = _replaced(tasks, Task(name, successes, requires=(before,), side=order.side))
    turn.after = changed(turn.after, tasks=tasks)
    listed = ", then ".join(f"{name} ({n})" for name, n in zip(names, parts, strict=True))
    turn.tell(f"{project.name} is split: {listed}.", order.side)


def _received(turn: Amending, order: SetReceived) -> None:
    owner, technology = turn.side(order.side), order.technology
    if not 0 <= order.successes <= MOST_SUCCESSES:
        raise GameError(f"Give 0 to {MOST_SUCCESSES} successes.", rule="CW-8.1-04")
    before = owner.received.get(technology)
    if before is None and technology not in owner.technologies:
        raise GameError(f"{owner.name} has not been given {quoted(technology)}.", rule="CW-8.1-04")
    if not order.successes:
        turn.sides[owner.id] = learn_technology(owner, technology)
        turn.tell(f"{technology} works now.", owner.id)
        return
    kept = tuple(t for t in owner.technologies if t != technology)
    now = changed(before, successes=order.successes) if before else Received(order.successes, whole=True, paid=True)
    turn.sides[owner.id] = changed(owner, technologies=kept, received={**owner.received, technology: now})
    turn.tell(f"{technology} must be fitted in first: {order.successes} successes.", owner.id)


APPLY: Final[Apply] = {
    GrantSuccess: free_success,
    GrantDiscovery: _discover,
    SetTask: _set_task,
    SplitProject: _split,
    SetReceived: _received,
}
