"""Orders that open and fund research, propose what no book knows, and have psychics read an object or combine abilities
(CW-8.0, CW-9.7-07)."""

from collections.abc import Mapping
from typing import Final

from rules.cluster_war.chapters.movement.travel_time import check_on_map
from rules.cluster_war.chapters.research import tasks
from rules.cluster_war.chapters.research.projects import check_location, research_chance, stations_at, worth
from rules.cluster_war.model.economy.supply import check_resources, map_of, needed_by_technology, state_before
from rules.cluster_war.model.holdings.finders import LONGEST_TEXT, checked_name
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, PlannedState, Together, TurnHoldings
from rules.cluster_war.model.orders.names import CPS, NAME, TEXT, Groups, Names, quote
from rules.cluster_war.model.orders.order import Note, Order, OrderPreview, SignedOrder
from rules.cluster_war.model.psionics.abilities import Ability, ability_named, all_abilities, side_has
from rules.cluster_war.model.psionics.units import may_combine
from rules.cluster_war.model.race_design.choices import check_deed
from rules.cluster_war.model.state.common import HexId, ProjectId, SideId, TechId
from rules.cluster_war.model.state.holdings import Project
from rules.cluster_war.model.state.register import Register, things_of
from rules.cluster_war.model.working.turn_state import OrderGuard, TurnState
from rules.values import IllegalOrderError, NotYoursError, WrongPhaseError, changed, none_such, quoted, unknown

MOST_STEPS: Final = 20
READING_ABILITIES: Final = ("postcognition", "translating")
COMBINING_RULE: Final = "CW-15.0-15"


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


def open_project(holdings: Holdings, order: StartProject) -> Project:
    """The project that an order opens, without id and CPs; GameError when it cannot be opened (CW-8.0-01)."""
    source, side = holdings.source, holdings.owner.id
    name = checked_name(order.name)
    technology = order.technology or name
    check_on_map(map_of(source), order.hex)
    if _is_running(source.projects, side, name):
        raise WrongPhaseError(f"You already have a running project called {name}; fund that one.")
    check_location(holdings, order.hex)
    if not 1 <= order.steps <= MOST_STEPS:
        raise IllegalOrderError(f"A project takes 1 to {MOST_STEPS} successes, not {order.steps}.", rule="CW-8.0-02")
    check_deed(holdings.owner.race, "weapons research", f"{name} {order.technology}", holdings.settings)
    tasks.check_task(holdings, technology, order.steps)
    tasks.check_psionics(holdings, technology, order.steps, incremental=order.incremental)
    each = tasks.successes_for_level(technology, holdings.settings)
    if order.incremental and order.steps % each:
        if each == tasks.LEVEL_SUCCESSES:
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


def _is_running(projects: Mapping[ProjectId, Project], side: SideId, name: str) -> bool:
    called = name.casefold()
    alike = projects.at(called) if isinstance(projects, Register) else projects.values()
    return any(p.side == side and not p.finished_turn and p.name.casefold() == called for p in alike)


def fund_project(holdings: Holdings, order: FundProject) -> Project:
    """The running project that an order funds; GameError when it cannot be funded (CW-8.0-15)."""
    project = holdings.source.projects.get(order.project)
    if project is None or project.side != holdings.owner.id:
        own = (p.name for p in things_of(holdings.source.projects, holdings.owner.id))
        lead = f"You have no project {quoted(order.project)}."
        raise unknown(NotYoursError, lead, order.project, "Your projects", holdings.told(own))
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
    chance = research_chance(total, stations, planned.me.race, planned.me.technologies, planned.settings)
    return f"{chance.chance}% this turn ({chance.base}% for the CPs, +{chance.bonus} from labs)"


def _plan_start(planned: PlannedState, order: StartProject) -> OrderPreview:
    project = open_project(planned, order)
    planned.once(f"start {project.name.casefold()}", f"Your sheet already starts {project.name}")
    _pay(planned, project, order.cps)
    odds = _odds(planned, project, worth(order.cps, planned.me.race))
    needed = "1 success" if order.steps == 1 else f"{order.steps} successes"
    text = f"Start {project.name} at {planned.place(order.hex)} ({needed} needed) with {order.cps} CPs: {odds}."
    return OrderPreview(order=changed(order, name=project.name), text=text, cost=order.cps, line="research")


def _start(turn: TurnState, signed: SignedOrder, order: StartProject) -> None:
    holdings = TurnHoldings(turn, signed.side)
    project = open_project(holdings, order)
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


def _plan_fund(planned: PlannedState, order: FundProject) -> OrderPreview:
    project = fund_project(planned, order)
    planned.once(f"fund {project.id}", f"Your sheet already funds {project.name}")
    _pay(planned, project, order.cps)
    total = project.cps + worth(order.cps, planned.me.race)
    step = f"{project.name}, step {project.step} of {project.steps}"
    text = f"{step}, gets {order.cps} CPs and has {total}: {_odds(planned, project, total)}."
    return OrderPreview(order=order, text=text, cost=order.cps, line="research")


def _fund(turn: TurnState, signed: SignedOrder, order: FundProject) -> None:
    holdings = TurnHoldings(turn, signed.side)
    project = fund_project(holdings, order)
    _pay(holdings, project, order.cps)
    turn.given[project.id] = turn.given.get(project.id, 0) + order.cps


def _write_fund(order: FundProject, names: Names) -> str:
    known = names.view.projects.get(order.project)
    return f"fund {quote(known.name if known else order.project)} {order.cps}"


PROJECT_KINDS: Final = (
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


class ProposeTechnology(Order):
    """Propose a secret weapon or technology of your own: what it is called, and what it is to do (CW-9.7-07)."""

    technology: TechId
    goal: str


def check_proposal(holdings: Holdings, order: ProposeTechnology) -> ProposeTechnology:
    """The proposal as it is handed in; IllegalOrderError for one that says too little, or what is known already."""
    name, goal = checked_name(order.technology), " ".join(order.goal.split())
    if not goal or len(goal) > LONGEST_TEXT:
        raise IllegalOrderError(
            f"Say in 1 to {LONGEST_TEXT} characters what {name} is to do.", rule=tasks.PROPOSAL_RULE
        )
    if tasks.knows_technology(holdings.owner, name):
        raise IllegalOrderError(f"You have {name} already.", rule=tasks.PROPOSAL_RULE)
    if tasks.task_of(state_before(holdings.source).tasks, holdings.owner.id, name, holdings.settings) is not None:
        raise IllegalOrderError(
            f"{name} needs no proposal: what it takes is known. Open a project for it.", rule="CW-8.0-01"
        )
    check_deed(holdings.owner.race, "weapons research", f"{name} {goal}", holdings.settings)
    return ProposeTechnology(name, goal)


def _plan(planned: PlannedState, order: ProposeTechnology) -> OrderPreview:
    done = check_proposal(planned, order)
    planned.once(f"propose {done.technology.casefold()}", f"Your sheet already proposes {done.technology}")
    note = Note(
        "You learn what it takes and what it does; then you open a project for it under this name. Nobody else hears of it.",
        tasks.PROPOSAL_RULE,
    )
    return OrderPreview(order=done, text=f"Propose {done.technology}: {done.goal}", notes=(note,))


def hand_in_proposals(turn: TurnState) -> None:
    """Proposals become questions for the game master, who makes projects of them or says no."""
    for signed, order in turn.orders_of(ProposeTechnology):
        with OrderGuard(turn, signed):
            done = check_proposal(TurnHoldings(turn, signed.side), order)
            text = f"Proposed research, {done.technology}: {done.goal}"
            subjects = (signed.side, done.technology)
            turn.put_question(
                "free-text", (signed.side,), text, tasks.PROPOSAL_RULE, subjects=subjects, order=signed.id
            )


PROPOSAL_KINDS: Final = (
    OrderKind(
        ProposeTechnology,
        Phase.WORDS,
        command="research propose",
        example='propose "Void Lance" for "a beam that no shield stops"',
        pattern=rf"{NAME} for {TEXT}",
        read=lambda g: ProposeTechnology(g.text(0), g.text(1)),
        write=lambda order, _: f"propose {quote(order.technology)} for {quote(order.goal)}",
        plan=_plan,
        carry_out=Together(hand_in_proposals),
    ),
)


class ReadObject(Order):
    """Let a science team of psychics handle an object (a derelict, a ruin, a text) to help a project (CW-15.1-07, -22)."""

    object: str
    project: ProjectId


class CombineAbilities(Order):
    """Ask the game master to allow several psionic abilities in one unit (CW-15.0-15)."""

    abilities: tuple[str, ...]


def handled_object(holdings: Holdings, order: ReadObject) -> tuple[Project, Ability, str]:
    """The project, the ability that helps it, and what is handled; GameError."""
    what, known = " ".join(order.object.split()), all_abilities(holdings.settings)
    found = [known[key] for key in READING_ABILITIES if side_has(holdings.owner, key, holdings.settings)]
    if not found:
        raise IllegalOrderError("Your race has neither postcognition nor translating.", rule="CW-15.1-07")
    if not what or len(what) > LONGEST_TEXT:
        raise IllegalOrderError(f"Say in 1 to {LONGEST_TEXT} characters what is handled.", rule=found[0].rule)
    return fund_project(holdings, FundProject(order.project, 1)), found[0], what


def _plan_read(planned: PlannedState, order: ReadObject) -> OrderPreview:
    project, ability, what = handled_object(planned, order)
    planned.once(f"read {project.id}", f"Your sheet already has psychics help {project.name}")
    note = Note("A ruling says what they learn: CPs for its step, a free success, or nothing.", ability.rule)
    text = f"Psychics of a science team handle {what} for {project.name} ({ability.name})."
    return OrderPreview(order=ReadObject(what, project.id), text=text, notes=(note,))


def combined_abilities(holdings: Holdings, order: CombineAbilities) -> tuple[Ability, ...]:
    """The abilities that are asked for together; IllegalOrderError for one the race has not, or what it may do already."""
    found = []
    for text in dict.fromkeys(order.abilities):
        ability = ability_named(text, holdings.settings)
        if ability is None or "unit" not in ability.scales:
            known = (a.name for a in all_abilities(holdings.settings).values() if "unit" in a.scales)
            raise none_such("psionic ability of units", text, known, COMBINING_RULE)
        if not side_has(holdings.owner, ability.id, holdings.settings):
            raise IllegalOrderError(f"Your race has no {ability.name}.", rule="CW-15.0-13")
        found.append(ability)
    if may_combine(holdings.owner.race, (a.id for a in found)):
        raise IllegalOrderError("Your units may have that already.", rule=COMBINING_RULE)
    return tuple(found)


def _plan_combine(planned: PlannedState, order: CombineAbilities) -> OrderPreview:
    found = combined_abilities(planned, order)
    names = " and ".join(ability.name for ability in found)
    note = Note("A ruling says yes or no; after a yes, designs can have them together.", COMBINING_RULE)
    done = CombineAbilities(tuple(ability.name for ability in found))
    return OrderPreview(order=done, text=f"Ask to have {names} in one unit.", notes=(note,))


def ask_of_psychics(turn: TurnState) -> None:
    """What psychics handle, and what units are to combine, is put before the game master."""
    for signed, order in turn.orders_of(ReadObject):
        with OrderGuard(turn, signed):
            project, ability, what = handled_object(TurnHoldings(turn, signed.side), order)
            name = turn.sides[signed.side].name
            text = f"{name}: psychics handle {what} for {project.name} ({ability.name}). What do they learn?"
            advice = "A CP bonus or a free success (/psimaster insight), or tell them what they see and no more."
            turn.put_question(
                "psionics",
                (signed.side,),
                text,
                ability.rule,
                advice,
                project.hex,
                subjects=(project.id,),
                order=signed.id,
            )
    for signed, asked in turn.orders_of(CombineAbilities):
        with OrderGuard(turn, signed):
            names = " and ".join(a.name for a in combined_abilities(TurnHoldings(turn, signed.side), asked))
            text = f"{turn.sides[signed.side].name} asks to have {names} in one unit."
            advice = "Yes: /psimaster combine. It is dear, and strong in battle."
            turn.put_question("psionics", (signed.side,), text, COMBINING_RULE, advice, order=signed.id)


def _read_combination(g: Groups) -> CombineAbilities:
    return CombineAbilities(tuple(part.strip() for part in g.text(0).split(",") if part.strip()))


def _write_reading(order: ReadObject, names: Names) -> str:
    known = names.view.projects.get(order.project)
    return f"handle {quote(order.object)} for {quote(known.name if known else order.project)}"


PSYCHIC_KINDS: Final = (
    OrderKind(
        ReadObject,
        Phase.WORDS,
        command="psi read",
        example='handle "the derelict at Vega" for "Beam Weapons"',
        pattern=rf"{TEXT} for {NAME}",
        read=lambda g: ReadObject(g.text(0), g.project(1)),
        write=_write_reading,
        plan=_plan_read,
        carry_out=Together(ask_of_psychics),
    ),
    OrderKind(
        CombineAbilities,
        Phase.WORDS,
        command="psi combine",
        example='combine "Screaming, Combat Precognition"',
        pattern=TEXT,
        read=_read_combination,
        write=lambda order, _: f"combine {quote(', '.join(order.abilities))}",
        plan=_plan_combine,
        carry_out=Together(ask_of_psychics),
    ),
)
