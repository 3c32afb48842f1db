"""Orders by which psychics ask the game master: to read an object for a project, and to combine abilities in a unit
(CW-15.1-07, CW-15.1-22, CW-15.0-15)."""

from typing import Final

from rules.cluster_war.chapters.research.orders.projects import FundProject, funded
from rules.cluster_war.model.holdings.finders import LONGEST_TEXT
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, Together
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.holdings.turn_holdings import TurnHoldings
from rules.cluster_war.model.orders.names import NAME, TEXT, Groups, Names, quote
from rules.cluster_war.model.orders.order import Note, Order, Preview
from rules.cluster_war.model.psionics.abilities import Ability, ability_named, all_abilities, side_has
from rules.cluster_war.model.psionics.units import may_combine
from rules.cluster_war.model.state.holdings import Project
from rules.cluster_war.model.state.names import ProjectId
from rules.cluster_war.model.working.turn_state import TurnState, attempt
from rules.errors import IllegalOrderError, none_such

READERS: Final = ("postcognition", "translating")
COMBINING: Final = "CW-15.0-15"


class ReadObject(Order):
    """Let a science team of psychics handle an object (a derelict, a ruin, a text) to help a project (CW-15.1-07, -22)."""

    object: str
    project: ProjectId


class CombineAbilities(Order):
    """Ask the game master to allow several psionic abilities in one unit (CW-15.0-15)."""

    abilities: tuple[str, ...]


def handled(holdings: Holdings, order: ReadObject) -> tuple[Project, Ability, str]:
    """The project, the ability that helps it, and what is handled; GameError."""
    what, known = " ".join(order.object.split()), all_abilities(holdings.settings)
    found = [known[key] for key in READERS if side_has(holdings.owner, key, holdings.settings)]
    if not found:
        raise IllegalOrderError("Your race has neither postcognition nor translating.", rule="CW-15.1-07")
    if not what or len(what) > LONGEST_TEXT:
        raise IllegalOrderError(f"Say in 1 to {LONGEST_TEXT} characters what is handled.", rule=found[0].rule)
    return funded(holdings, FundProject(order.project, 1)), found[0], what


def _plan_read(planned: PlannedState, order: ReadObject) -> Preview:
    project, ability, what = handled(planned, order)
    planned.once(f"read {project.id}", f"Your sheet already has psychics help {project.name}")
    note = Note("The game master says what they learn: CPs for its step, a free success, or nothing.", ability.rule)
    text = f"Psychics of a science team handle {what} for {project.name} ({ability.name})."
    return Preview(order=ReadObject(what, project.id), text=text, notes=(note,))


def combined(holdings: Holdings, order: CombineAbilities) -> tuple[Ability, ...]:
    """The abilities that are asked for together; IllegalOrderError for one the race has not, or what it may do already."""
    found = []
    for text in dict.fromkeys(order.abilities):
        ability = ability_named(text, holdings.settings)
        if ability is None or "unit" not in ability.scales:
            known = (a.name for a in all_abilities(holdings.settings).values() if "unit" in a.scales)
            raise none_such("psionic ability of units", text, known, COMBINING)
        if not side_has(holdings.owner, ability.id, holdings.settings):
            raise IllegalOrderError(f"Your race has no {ability.name}.", rule="CW-15.0-13")
        found.append(ability)
    if may_combine(holdings.owner.race, (a.id for a in found)):
        raise IllegalOrderError("Your units may have that already.", rule=COMBINING)
    return tuple(found)


def _plan_combine(planned: PlannedState, order: CombineAbilities) -> Preview:
    found = combined(planned, order)
    names = " and ".join(ability.name for ability in found)
    note = Note("The game master says yes or no; then designs can have them together.", COMBINING)
    done = CombineAbilities(tuple(ability.name for ability in found))
    return Preview(order=done, text=f"Ask to have {names} in one unit.", notes=(note,))


def ask_of_psychics(turn: TurnState) -> None:
    """What psychics handle, and what units are to combine, is put before the game master."""
    for signed, order in turn.orders_of(ReadObject):
        with attempt(turn, signed):
            project, ability, what = handled(TurnHoldings(turn, signed.side), order)
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
        with attempt(turn, signed):
            names = " and ".join(a.name for a in combined(TurnHoldings(turn, signed.side), asked))
            text = f"{turn.sides[signed.side].name} asks to have {names} in one unit."
            advice = "Yes: /psimaster combine. It is dear, and strong in battle."
            turn.put_question("psionics", (signed.side,), text, COMBINING, advice, order=signed.id)


def _read_combination(g: Groups) -> CombineAbilities:
    return CombineAbilities(tuple(part.strip() for part in g.text(0).split(",") if part.strip()))


def _write_reading(order: ReadObject, names: Names) -> str:
    known = names.view.projects.get(order.project)
    return f"handle {quote(order.object)} for {quote(known.name if known else order.project)}"


KINDS: Final = (
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
