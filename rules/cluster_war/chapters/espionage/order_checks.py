"""The orders of intelligence as a side gives them, checked against what it has, and the operation that each makes (CW-10.0)."""

from typing import Final

from rules.cluster_war.chapters.diplomacy.contact import in_contact
from rules.cluster_war.chapters.espionage.chances import OPERATION_RULE, check_possible, check_words, kind_row
from rules.cluster_war.chapters.movement.travel_time import check_on_map
from rules.cluster_war.chapters.research.projects import worth
from rules.cluster_war.model.economy.supply import Place, map_of
from rules.cluster_war.model.holdings.finders import LONGEST_TEXT, checked_name
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.race_design.choices import deed_refused
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.dealings import COUNTER_INTELLIGENCE, Approach, Operation, OperationId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import OfficerId
from rules.values import IllegalOrderError, NotYoursError, WrongPhaseError, changed, quoted, unknown

REQUIREMENTS_RULE: Final = "CW-10.0-03"
KNOWN_TARGET_RULE: Final = "CW-10.0-05"
PROJECT_MODEL_RULE: Final = "CW-10.0-02"
LEAST_WORDS: Final = 2
NO_OFFICER: Final = "nobody"
HEX_TARGET: Final = "a hex"
"""What operations of a kind are aimed at, where it has to be said; one that begins so may leave it open."""


class StartOperation(Order):
    """Begin an operation against another empire and fund its planning (CW-10.0-03). `subject` is what it is aimed at, as its
    kind has it; `approach` whether with own agents or with locals; `officer` heads it."""

    target: SideId
    kind: str
    goal: str
    cps: int
    subject: str = ""
    name: str = ""
    approach: Approach = "agents"
    officer: OfficerId = ""


class StartCounter(Order):
    """Begin to spin a net of counter-intelligence and fund its planning (CW-10.0-01)."""

    cps: int
    name: str = ""
    officer: OfficerId = ""


class FundOperation(Order):
    """Give CPs to a running operation; unfunded for a turn it loses its step's CPs (CW-10.0-02)."""

    operation: OperationId
    cps: int


class ChangeOperation(Order):
    """Give a running operation another goal or subject, which is planned anew, another approach, or another head ("nobody" for
    none). What is left empty stays as it is."""

    operation: OperationId
    goal: str = ""
    subject: str = ""
    approach: Approach | None = None
    officer: str = ""


class StopOperation(Order):
    """Call an operation off; what was spent on it is gone."""

    operation: OperationId


def check_target(place: Place, side: SideId, target: SideId) -> None:
    """IllegalOrderError for an own empire and one that was never contacted, NotYoursError for none (CW-10.0-05)."""
    if target == side:
        raise IllegalOrderError("That is your own empire; counter-intelligence guards it.", rule=KNOWN_TARGET_RULE)
    if isinstance(place, View):
        met, names = place.met, {key: flag.name for key, flag in place.all_flags.items()}
    else:
        nprs = {key: npr.name for key, npr in place.nprs.items()}
        met = place.knowledge[side].met
        names = {key: found.name for key, found in place.sides.items()} | nprs
    if target not in names:
        raise unknown(NotYoursError, f"There is no empire {quoted(target)}.", target, "There are", sorted(names))
    if target not in met and not in_contact(place, side, target):
        raise IllegalOrderError(
            f"You have never been in contact with {names[target]}; an operation needs an empire that you know.",
            rule=KNOWN_TARGET_RULE,
        )


def checked_goal(goal: str, holdings: Holdings) -> str:
    """A goal put right; IllegalOrderError for one that says too little, or asks for what none can bring (CW-10.0-03)."""
    text = " ".join(goal.split())
    if len(text.split()) < LEAST_WORDS or len(text) > LONGEST_TEXT:
        raise IllegalOrderError(
            f"An operation needs a specific goal: say in a few words what it is to bring, {LONGEST_TEXT} characters at most.",
            rule=REQUIREMENTS_RULE,
        )
    check_words(text, holdings.settings)
    return text


def _funds(holdings: Holdings, cps: int) -> None:
    if cps < 1:
        raise IllegalOrderError("An operation needs CPs: without funds there is none.", rule=REQUIREMENTS_RULE)
    holdings.spend("research", cps)


def _subject(holdings: Holdings, subject: str, on: str) -> str:
    """What an operation is aimed at; a hex must be on the map."""
    text = " ".join(subject.split())
    if len(text) > LONGEST_TEXT:
        raise IllegalOrderError("That is too long for what an operation is aimed at.", rule=REQUIREMENTS_RULE)
    if on == HEX_TARGET and not text:
        raise IllegalOrderError("Say on which hex it is aimed.", rule=REQUIREMENTS_RULE)
    if text and on.startswith(HEX_TARGET):
        check_on_map(map_of(holdings.source), text)
    return text if on else ""


def _head(holdings: Holdings, officer: OfficerId, besides: OperationId = "") -> OfficerId:
    """Who heads an operation: an own officer in the pool, who heads no other; IllegalOrderError."""
    if not officer:
        return ""
    found = holdings.officers.get(officer)
    if found is None or found.side != holdings.owner.id:
        own = [o.name for o in holdings.officers.values() if o.side == holdings.owner.id]
        raise unknown(NotYoursError, f"You have no officer {quoted(officer)}.", officer, "Your officers", own)
    if found.post is not None:
        raise IllegalOrderError(
            f"{found.name} has a post; the head of an operation must be in the pool.", rule=OPERATION_RULE
        )
    busy = next(
        (
            one
            for one in holdings.source.operations.values()
            if one.running and one.officer == officer and one.id != besides
        ),
        None,
    )
    if busy is not None:
        raise IllegalOrderError(f"{found.name} heads {busy.name} already.", rule=OPERATION_RULE)
    return officer


def begin_operation(holdings: Holdings, order: StartOperation | StartCounter) -> Operation:
    """The operation that an order begins, without id, paid; GameError if it cannot be."""
    owner = holdings.owner
    made = Operation(
        "", owner.id, "", COUNTER_INTELLIGENCE, "", officer=_head(holdings, order.officer), started_turn=holdings.turn
    )
    name = checked_name(order.name) if order.name.strip() else ""
    if isinstance(order, StartCounter):
        check_possible(COUNTER_INTELLIGENCE, holdings.settings)
        made = changed(made, name=name)
    else:
        check_target(holdings.source, owner.id, order.target)
        row = kind_row(order.kind, holdings.settings)
        refused = (
            deed_refused(owner.race.attitude, "first strike", holdings.settings) if row["hostile"] == "yes" else None
        )
        if refused is not None:
            raise IllegalOrderError(refused.text, rule=refused.rule)
        made = changed(
            made,
            target=order.target,
            kind=order.kind,
            name=name,
            goal=checked_goal(order.goal, holdings),
            subject=_subject(holdings, order.subject, row["on"]),
            approach=order.approach,
        )
    _check_name(holdings, made)
    _funds(holdings, order.cps)
    return _paid(made, order.cps, holdings)


def _check_name(holdings: Holdings, made: Operation) -> None:
    same = (
        one
        for one in holdings.source.operations.values()
        if one.side == made.side and one.running and made.name and one.name.casefold() == made.name.casefold()
    )
    if next(same, None) is not None:
        raise WrongPhaseError(f"You already run an operation called {made.name}; fund that one.")


def _paid(one: Operation, cps: int, holdings: Holdings) -> Operation:
    added = worth(cps, holdings.owner.race)
    return changed(one, cps=one.cps + added, spent=one.spent + cps, funded_turn=holdings.turn)


def running_operation(holdings: Holdings, operation: OperationId) -> Operation:
    """One of the side's operations that has not ended; NotYoursError, IllegalOrderError."""
    mine = holdings.source.operations
    found = mine.get(operation)
    if found is None or found.side != holdings.owner.id:
        own = [one.name for one in mine.values() if one.side == holdings.owner.id and one.running]
        raise unknown(NotYoursError, f"You have no operation {quoted(operation)}.", operation, "Your operations", own)
    if not found.running:
        raise IllegalOrderError(f"{found.name} ended in turn {found.finished_turn}.", rule=PROJECT_MODEL_RULE)
    return found


def fund_operation(holdings: Holdings, order: FundOperation) -> Operation:
    """A running operation with the CPs of an order; GameError."""
    found = running_operation(holdings, order.operation)
    check_possible(found.kind, holdings.settings)
    _funds(holdings, order.cps)
    return _paid(found, order.cps, holdings)


def change_operation(holdings: Holdings, order: ChangeOperation) -> Operation:
    """A running operation as an order changes it; another goal or subject is planned anew (CW-10.0-03)."""
    found = running_operation(holdings, order.operation)
    goal, subject = found.goal, found.subject
    if (order.goal or order.subject) and not found.target:
        raise IllegalOrderError(
            "Counter-intelligence guards all you have; it takes no other goal.", rule=REQUIREMENTS_RULE
        )
    if order.goal:
        goal = checked_goal(order.goal, holdings)
    if order.subject:
        subject = _subject(holdings, order.subject, kind_row(found.kind, holdings.settings)["on"])
    officer = found.officer
    if order.officer:
        officer = "" if order.officer == NO_OFFICER else _head(holdings, order.officer, found.id)
    anew = (goal, subject) != (found.goal, found.subject)
    done = changed(
        found,
        goal=goal,
        subject=subject,
        approach=order.approach or found.approach,
        officer=officer,
        step=1 if anew else found.step,
    )
    if done == found:
        raise IllegalOrderError("Say what to change: the goal, what it is aimed at, the approach, or who heads it.")
    return done
