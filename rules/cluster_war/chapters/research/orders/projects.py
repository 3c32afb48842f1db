"""Orders that open and fund research (CW-8.0)."""

from typing import Final

from rules.cluster_war.chapters.movement.travel_time import check_on_map
from rules.cluster_war.chapters.research.projects import check_location, research_chance, stations_at, worth
from rules.cluster_war.chapters.research.tasks import LEVEL_SUCCESSES, check_psionics, check_task, successes_for_level
from rules.cluster_war.model.economy.supply import check_resources, map_of, needed_by_technology
from rules.cluster_war.model.holdings.finders import checked_name
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.holdings.turn_holdings import TurnHoldings
from rules.cluster_war.model.orders.names import CPS, NAME, TEXT, Groups, Names, quote
from rules.cluster_war.model.orders.order import Order, Preview, SignedOrder
from rules.cluster_war.model.race_design.choices import check_deed
from rules.cluster_war.model.state.holdings import Project
from rules.cluster_war.model.state.names import HexId, ProjectId
from rules.cluster_war.model.working.turn_state import TurnState
from rules.errors import IllegalOrderError, NotYoursError, WrongPhaseError, quoted, unknown
from rules.values import changed

MOST_STEPS: Final = 20


class StartProject(Order):
    """Open a research project and fund it (CW-8.0-01). `steps` successes are needed (CW-TAB-RD-DIFFICULTY).

    An `incremental` one brings a level of its technology with every two of them, or what its drive takes (CW-8.0-09).
    """

    name: str
    hex: HexId
    steps: int
    cps: int
    technology: str = ""
    incremental: bool = False


class FundProject(Order):
    """Give CPs to a running project; unfunded for a turn it loses its step's CPs (CW-8.0-17)."""

    project: ProjectId
    cps: int


def opened(holdings: Holdings, order: StartProject) -> Project:
    """The project that an order opens, without id and CPs; GameError when it cannot be opened (CW-8.0-01)."""
    source, side = holdings.source, holdings.owner.id
    name = checked_name(order.name)
    technology = order.technology or name
    check_on_map(map_of(source), order.hex)
    if any(
        p.side == side and not p.finished_turn and p.name.casefold() == name.casefold()
        for p in source.projects.values()
    ):
        raise WrongPhaseError(f"You already have a running project called {name}; fund that one.")
    check_location(holdings, order.hex)
    if not 1 <= order.steps <= MOST_STEPS:
        raise IllegalOrderError(f"A project takes 1 to {MOST_STEPS} successes, not {order.steps}.", rule="CW-8.0-02")
    check_deed(holdings.owner.race, "weapons research", f"{name} {order.technology}", holdings.settings)
    check_task(holdings, technology, order.steps)
    check_psionics(holdings, technology, order.steps, incremental=order.incremental)
    each = successes_for_level(technology, holdings.settings)
    if order.incremental and order.steps % each:
        if each == LEVEL_SUCCESSES:
            raise IllegalOrderError("Levels come one for every two successes; give an even number.", rule="CW-8.0-09")
        raise IllegalOrderError(
            f"Levels of {technology} come one for every {each} successes; give a multiple of {each}.", rule="CW-4.0-07"
        )
    if need := needed_by_technology(technology, holdings.settings):
        check_resources((need,), holdings.resources(), technology)
    return Project(
        id="",
        side=side,
        name=name,
        hex=order.hex,
        steps=order.steps,
        technology=order.technology,
        incremental=order.incremental,
    )


def funded(holdings: Holdings, order: FundProject) -> Project:
    """The running project that an order funds; GameError when it cannot be funded (CW-8.0-15)."""
    project = holdings.source.projects.get(order.project)
    if project is None or project.side != holdings.owner.id:
        own = [p.name for p in holdings.source.projects.values() if p.side == holdings.owner.id]
        lead = f"You have no project {quoted(order.project)}."
        raise unknown(NotYoursError, lead, order.project, "Your projects", own)
    if project.finished_turn:
        raise IllegalOrderError(f"{project.name} was finished in turn {project.finished_turn}.", rule="CW-8.0-07")
    check_deed(holdings.owner.race, "weapons research", f"{project.name} {project.technology}", holdings.settings)
    check_location(holdings, project.hex)
    return project


def _pay(holdings: Holdings, project: Project, cps: int) -> None:
    if cps < 1:
        raise IllegalOrderError("Research needs at least 1 CP (below 25 CPs the chance is 0%).", rule="CW-8.0-01")
    here = min(holdings.colonies_at(project.hex), key=lambda c: c.id, default=None)
    holdings.spend("research", cps, here)


def _odds(planned: PlannedState, project: Project, total: int) -> str:
    stations = stations_at(planned.view, project.side, project.hex)
    chance = research_chance(total, stations, planned.me.race, planned.settings)
    return f"{chance.chance}% this turn ({chance.base}% for the CPs, +{chance.bonus} from labs)"


def _plan_start(planned: PlannedState, order: StartProject) -> Preview:
    project = opened(planned, order)
    planned.once(f"start {project.name.casefold()}", f"Your sheet already starts {project.name}")
    _pay(planned, project, order.cps)
    odds = _odds(planned, project, worth(order.cps, planned.me.race))
    needed = "1 success" if order.steps == 1 else f"{order.steps} successes"
    text = f"Start {project.name} at {planned.place(order.hex)} ({needed} needed) with {order.cps} CPs: {odds}."
    return Preview(order=changed(order, name=project.name), text=text, cost=order.cps, line="research")


def _start(turn: TurnState, signed: SignedOrder, order: StartProject) -> None:
    holdings = TurnHoldings(turn, signed.side)
    project = opened(holdings, order)
    _pay(holdings, project, order.cps)
    project = changed(project, id=f"{signed.side}-P{holdings.next_id('project')}")
    turn.projects[project.id] = project
    turn.given[project.id] = order.cps


def _write_start(order: StartProject, _: Names) -> str:
    line = f"research {quote(order.name)} at {order.hex} steps {order.steps} with {order.cps}"
    line += f" technology {quote(order.technology)}" if order.technology else ""
    return line + (" levels" if order.incremental else "")


def _read_start(g: Groups) -> StartProject:
    hex_ = g.hex(1)
    return StartProject(g.text(0), hex_, g.number(2, 1), g.number(3), g.text(4), incremental=g.has(5))


def _plan_fund(planned: PlannedState, order: FundProject) -> Preview:
    project = funded(planned, order)
    planned.once(f"fund {project.id}", f"Your sheet already funds {project.name}")
    _pay(planned, project, order.cps)
    total = project.cps + worth(order.cps, planned.me.race)
    step = f"{project.name}, step {project.step} of {project.steps}"
    text = f"{step}, gets {order.cps} CPs and has {total}: {_odds(planned, project, total)}."
    return Preview(order=order, text=text, cost=order.cps, line="research")


def _fund(turn: TurnState, signed: SignedOrder, order: FundProject) -> None:
    holdings = TurnHoldings(turn, signed.side)
    project = funded(holdings, order)
    _pay(holdings, project, order.cps)
    turn.given[project.id] = turn.given.get(project.id, 0) + order.cps


def _write_fund(order: FundProject, names: Names) -> str:
    known = names.view.projects.get(order.project)
    return f"fund {quote(known.name if known else order.project)} {order.cps}"


KINDS: Final = (
    OrderKind(
        StartProject,
        Phase.RESEARCH,
        command="research start",
        example='research "Beam Weapons" at 2034 steps 2 with 200',
        pattern=rf"{TEXT} at {NAME} steps (\d{{1,3}}) with {CPS}(?: technology {TEXT})?( levels)?",
        read=_read_start,
        write=_write_start,
        plan=_plan_start,
        carry_out=_start,
    ),
    OrderKind(
        FundProject,
        Phase.RESEARCH,
        command="research fund",
        example='fund "Beam Weapons" 200',
        pattern=rf"{NAME} {CPS}",
        read=lambda g: FundProject(g.project(0), g.number(1)),
        write=_write_fund,
        plan=_plan_fund,
        carry_out=_fund,
    ),
)
