"""Research: one project at a time with enough behind it, and none that has CPs is let lapse (8.0)."""

from collections.abc import Iterator
from typing import Final

from rules.cluster_war.chapters.research.orders.projects import FundProject, StartProject
from rules.cluster_war.chapters.research.projects import research_chance, stations_at
from rules.cluster_war.model.state.holdings import Project
from rules.cluster_war.play.governors.known import Known
from rules.cluster_war.play.governors.proposal import Proposal, using
from rules.cluster_war.turn.planning.suggestions.works import open_tasks

CONCERN: Final = "research"
LEAST: Final = 25
"""Below this many CPs nothing can succeed (CW-8.0-01)."""
ENOUGH: Final = 1200
"""CPs in a step after which more add little."""
POOR: Final = 150
"""CPs a turn below which nobody begins anything."""
KEPT: Final = 10
"""CPs that keep a project from lapsing until there are more."""


def research(known: Known) -> Iterator[Proposal]:
    """Running projects, those furthest on first; something new where nothing runs."""
    running = [p for _, p in sorted(known.view.projects.items()) if not p.finished_turn]
    running = [p for p in running if f"fund {p.id}" not in known.planned.ordered]
    running.sort(key=lambda p: (-p.step * 100 // p.steps, -p.cps, p.id))
    for place, project in enumerate(running):
        yield from _fund(known, project, place)
    if len(running) < 1 + known.income * known.nature.research // 30000:
        yield from _begin(known)


def _fund(known: Known, project: Project, place: int) -> Iterator[Proposal]:
    stations = stations_at(known.view, known.me.id, project.hex)
    most = max(LEAST, ENOUGH - project.cps)
    chance = research_chance(project.cps + most, stations, known.me.race, known.settings).chance
    why = f"{project.name}, step {project.step} of {project.steps}: up to {chance} % with {most} CPs more"
    uses = using(f"project/{project.id}")
    if project.cps:
        kept = min(KEPT, most)
        lapses = f"{project.name} would lose the {project.cps} CPs that are in it"
        yield Proposal(CONCERN, (FundProject(project.id, kept),), lapses, 100, "duty", kept, uses)
    weight = 500 - 20 * place
    yield Proposal(
        CONCERN, (FundProject(project.id, most),), why, weight, "research", most, uses, least=min(LEAST, most)
    )


def _begin(known: Known) -> Iterator[Proposal]:
    """What the campaign lays down that is not begun, the easiest first."""
    if known.income < POOR:
        return
    for found in open_tasks(known.planned):
        order = found.order
        if isinstance(order, StartProject):
            begun = StartProject(order.name, order.hex, order.steps, ENOUGH // 4, order.technology, order.incremental)
            uses = using("project/new")
            yield Proposal(CONCERN, (begun,), found.reason, 300, "research", ENOUGH // 4, uses, least=LEAST)
