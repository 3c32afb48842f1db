"""Research and plain words against a side's picture."""

from dataclasses import replace

from rules.cluster_war.economy.resources import check_resources, needed_by_technology
from rules.cluster_war.holdings.planned import PlannedState
from rules.cluster_war.holdings.wording import LONGEST_TEXT, checked_name
from rules.cluster_war.movement.orders.free_text import Contingency, FreeText
from rules.cluster_war.orders.previews import Note, Preview
from rules.cluster_war.planning.fleet_orders import on_map
from rules.cluster_war.race_design.attitudes import against_attitude
from rules.cluster_war.research.orders.projects import FundProject, StartProject
from rules.cluster_war.research.projects import (
    check_levels,
    check_location,
    check_peace,
    paying_colony,
    research_chance,
    stations_at,
    worth,
)
from rules.cluster_war.research.tasks import check_task
from rules.errors import IllegalOrderError, NotYoursError, WrongPhaseError, quoted

MOST_STEPS = 20


def plan_start(planned: PlannedState, order: StartProject) -> Preview:
    """A new project: a definition, a place and CPs (CW-8.0-01)."""
    name = checked_name(order.name)
    on_map(planned, order.hex)
    if any(p.name.casefold() == name.casefold() and not p.finished_turn for p in planned.view.projects.values()):
        raise WrongPhaseError(f"You already have a running project called {name}; fund that one.")
    if f"project:{name.casefold()}" in planned.funded:
        raise WrongPhaseError(f"Your sheet already starts {name}; change that order instead.")
    check_location(planned.view, planned.me.id, order.hex)
    technology = order.technology or name
    if not 1 <= order.steps <= MOST_STEPS:
        raise IllegalOrderError(f"A project takes 1 to {MOST_STEPS} successes, not {order.steps}.", rule="CW-8.0-02")
    check_peace(planned.me.race, name, order.technology, planned.settings)
    check_task(planned.view, planned.me.id, technology, order.steps)
    check_levels(order)
    if need := needed_by_technology(technology, planned.settings):
        check_resources((need,), planned.resources(), technology)
    _funds(order.cps)
    planned.charge("research", order.cps, paying_colony(planned.view, planned.me.id, order.hex))
    planned.funded.add(f"project:{name.casefold()}")
    stations = stations_at(planned.view, planned.me.id, order.hex)
    chance = research_chance(worth(order.cps, planned.me.race), stations, planned.me.race, planned.view.settings)
    steps = "1 success" if order.steps == 1 else f"{order.steps} successes"
    text = (
        f"Start {name} at {planned.place(order.hex)} ({steps} needed) with {order.cps} CPs: {chance.chance}% this turn "
        f"({chance.base}% for the CPs, +{chance.bonus} from labs)."
    )
    return Preview(order=replace(order, name=name), text=text, cost=order.cps, line="research")


def plan_fund(planned: PlannedState, order: FundProject) -> Preview:
    """CPs for a running project, rolled on the running total (CW-8.0-15)."""
    project = planned.view.projects.get(order.project)
    if project is None:
        raise NotYoursError(f"You have no project {quoted(order.project)}.")
    if project.finished_turn:
        raise IllegalOrderError(f"{project.name} is finished since turn {project.finished_turn}.", rule="CW-8.0-07")
    if project.id in planned.funded:
        raise WrongPhaseError(f"Your sheet already funds {project.name}; change that order instead.")
    check_peace(planned.me.race, project.name, project.technology, planned.settings)
    _funds(order.cps)
    check_location(planned.view, planned.me.id, project.hex)
    planned.charge("research", order.cps, paying_colony(planned.view, planned.me.id, project.hex))
    planned.funded.add(project.id)
    total = project.cps + worth(order.cps, planned.me.race)
    chance = research_chance(
        total, stations_at(planned.view, planned.me.id, project.hex), planned.me.race, planned.view.settings
    )
    text = (
        f"{project.name}, step {project.step} of {project.steps}, gets {order.cps} CPs and has {total}: "
        f"{chance.chance}% this turn ({chance.base}% for the CPs, +{chance.bonus} from labs)."
    )
    return Preview(order=order, text=text, cost=order.cps, line="research")


def plan_words(planned: PlannedState, order: FreeText | Contingency) -> Preview:
    """Plain words for the GM (CW-4.1-10, CW-4.1-11)."""
    if order.fleet:
        planned.fleet(order.fleet)
    tidy = order.text.strip()
    if not tidy or len(tidy) > LONGEST_TEXT:
        raise IllegalOrderError(
            f"Words for the game master may be 1 to {LONGEST_TEXT} characters long; this has {len(tidy)}.",
            rule="CW-4.1-10",
        )
    about = f" about {planned.fleets[order.fleet].name}" if order.fleet else ""
    against = against_attitude(planned.me.race, tidy, planned.settings)
    notes = (Note(f"{against.text} The game master decides.", against.rule),) if against else ()
    begins = "For the GM to rule on" if isinstance(order, FreeText) else "If it comes to it"
    return Preview(order=replace(order, text=tidy), text=f"{begins}{about}: {tidy}", notes=notes)


def _funds(cps: int) -> None:
    if cps < 1:
        raise IllegalOrderError("Research needs at least 1 CP (below 25 CPs the chance is 0%).", rule="CW-8.0-01")
