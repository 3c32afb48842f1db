"""What could be built and found out: idle yards and factories, research that waits for CPs (6.0, 8.0)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from rules.cluster_war.chapters.industry.orders.building import BuildUnits
from rules.cluster_war.chapters.research.orders.projects import FundProject, StartProject
from rules.cluster_war.chapters.research.projects import research_chance, stations_at, stations_of, worth
from rules.cluster_war.chapters.research.tasks import knows, printed_tasks, successes_needed
from rules.cluster_war.model.holdings.capacity import label as capacity_name
from rules.cluster_war.model.holdings.capacity import workplace
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.names import HexId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.planning.suggestions.repairs import repairs
from rules.cluster_war.turn.planning.suggestions.suggestion import Suggestion, picture, ranked
from rules.errors import GameError

USUAL: Final = 100
"""CPs that a project gets where nothing says otherwise."""


def build(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """What can be repaired (CW-9.6-01); then one unit each of what an idle yard, factory or training base can make and the CPs
    left can pay: in turn of each kind of work, what is ready soonest first and then the dearest (CW-6.0-03, CW-6.0-06)."""
    planned = picture(view, sheet)
    by_place: defaultdict[str, list[tuple[int, int, str, Suggestion]]] = defaultdict(list)
    for site in planned.colonies.values():
        for design in planned.me.designs.values():
            work = _work(planned, site, design)
            if work is None:
                continue
            key, idle = work
            turns = -(-design.hull // idle)
            when = "ready in one turn" if turns == 1 else f"ready in {turns} turns"
            why = f"{capacity_name(key)}: {idle} idle, {when}, {design.cost} of {planned.purse} CPs"
            order = BuildUnits(site.id, design.id, 1, 0)
            made = Suggestion(order, f"{design.name} at {site.name}", why)
            by_place[key].append((turns, -design.cost, f"{design.id} {site.id}", made))
    rows = [[found[-1] for found in sorted(each, key=lambda f: f[:3])] for each in by_place.values()]
    units = [one for row in zip_longest(*rows) for one in row if one is not None]
    return ranked(view, sheet, [*repairs(planned), *units])


def research(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """Running projects that the sheet gives nothing yet, with the usual sum, those that would lose CPs first (CW-8.0-17); then
    what it has not begun of the research that the game master has told of or the rule book lists (CW-8.0-04)."""
    planned = picture(view, sheet)
    return ranked(view, sheet, [*_running(planned), *open_tasks(planned)])


def research_places(view: View) -> tuple[HexId, ...]:
    """Where research can be done, most science stations first, then the largest colonies (CW-8.0-01, CW-8.0-11)."""
    sizes: defaultdict[HexId, int] = defaultdict(int)
    for colony in view.colonies.values():
        sizes[colony.hex] += colony.size
    stations = stations_of(view, view.side)
    return tuple(sorted(sizes, key=lambda h: (-stations[h], -sizes[h], h)))


def usual_sum(left: int) -> int:
    """CPs for a project: 100, or what is left."""
    return min(USUAL, left)


def _work(planned: PlannedState, site: Colony, design: Design) -> tuple[str, int] | None:
    """What would work on a unit there, and how much of it is idle; None if nothing can."""
    try:
        place, line = workplace(design, planned.settings)
    except GameError:
        return None
    if place == "site" or design.cost > planned.purse or any(planned.problems(design)):
        return None
    key = line if place == "factory" else place
    idle = planned.free_capacity(site, key)
    return (key, idle) if idle > 0 else None


def _running(planned: PlannedState) -> Iterator[Suggestion]:
    view = planned.view
    cps = usual_sum(planned.purse)
    for project in sorted(view.projects.values(), key=lambda p: (-p.cps, p.name)):
        if project.finished_turn or f"fund {project.id}" in planned.ordered or cps < 1:
            continue
        loses = f", else it loses {project.cps} CPs" if project.cps else ""
        chance = _chance(planned, project.hex, project.cps + worth(cps, planned.me.race))
        why = f"step {project.step} of {project.steps}, {chance}% with {cps} CPs{loses}"
        yield Suggestion(FundProject(project.id, cps), f"{project.name}: {cps} CPs", why)


def open_tasks(planned: PlannedState) -> Iterator[Suggestion]:
    """What the game master has told of and what the rule book lists, where all it needs is known; the easiest first."""
    cps, places = usual_sum(planned.purse), research_places(planned.view)
    if not places or cps < 1:
        return
    begun = {name.casefold() for p in planned.view.projects.values() for name in (p.name, p.technology)}
    printed = (
        task for task in printed_tasks(planned.settings) if task.successes > 1
    )  # with one: a design of one's own
    tasks = {task.technology.casefold(): task for task in (*printed, *planned.view.tasks)}
    for key, task in sorted(tasks.items(), key=lambda item: (item[1].successes, item[0])):
        steps = successes_needed(planned.me, task.technology, task)
        if steps is None or key in begun or knows(planned.me, task.technology):
            continue
        if f"start {key}" in planned.ordered or not all(knows(planned.me, needed) for needed in task.requires):
            continue
        order = StartProject(task.technology, places[0], steps, cps, task.technology)
        needed = "1 success" if steps == 1 else f"{steps} successes"
        why = f"new, {needed} needed, {_chance(planned, places[0], worth(cps, planned.me.race))}% with {cps} CPs"
        yield Suggestion(order, f"Begin {task.technology}: {cps} CPs", why)


def _chance(planned: PlannedState, hex_: HexId, cps: int) -> int:
    stations = stations_at(planned.view, planned.me.id, hex_)
    return research_chance(cps, stations, planned.me.race, planned.settings).chance
