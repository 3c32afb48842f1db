"""Orders of intelligence: operations and counter-intelligence begun, paid, changed and called off (CW-10.0)."""

from dataclasses import dataclass
from typing import Final, cast

from rules.changes import changed
from rules.cluster_war.diplomacy.contact import in_contact
from rules.cluster_war.economy.supply import Place, map_of
from rules.cluster_war.espionage.chances import expected_chance
from rules.cluster_war.espionage.kinds import RULE, check_possible, check_words, kind_row
from rules.cluster_war.events.espionage import OperationEnded
from rules.cluster_war.holdings.finders import LONGEST_TEXT, checked_name
from rules.cluster_war.holdings.holdings import Holdings
from rules.cluster_war.holdings.order_kind import OrderKind, Phase
from rules.cluster_war.holdings.planned import PlannedState
from rules.cluster_war.holdings.turn_holdings import TurnHoldings
from rules.cluster_war.movement.travel_time import check_on_map
from rules.cluster_war.orders.groups import Groups
from rules.cluster_war.orders.names import CPS, NAME, TEXT, Names, officer_text, operation_text, people_text, quote
from rules.cluster_war.orders.order import Note, Order, Preview, SignedOrder
from rules.cluster_war.race_design.attitudes import deed_refused
from rules.cluster_war.research.projects import worth
from rules.cluster_war.state.espionage import COUNTER, Approach, Operation, OperationId
from rules.cluster_war.state.names import SideId
from rules.cluster_war.state.view import View
from rules.cluster_war.state.war import OfficerId
from rules.cluster_war.working.turn_state import TurnState
from rules.errors import IllegalOrderError, NotYoursError, WrongPhaseError, quoted, unknown
from rules.events import Cause

NEEDS: Final = "CW-10.0-03"
KNOWN: Final = "CW-10.0-05"
MODEL: Final = "CW-10.0-02"
LEAST_WORDS: Final = 2
NOBODY: Final = "nobody"
HEX: Final = "a hex"
"""What operations of a kind are aimed at, where it has to be said; one that begins so may leave it open."""


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class StartCounter(Order):
    """Begin to spin a net of counter-intelligence and fund its planning (CW-10.0-01)."""

    cps: int
    name: str = ""
    officer: OfficerId = ""


@dataclass(frozen=True, slots=True)
class FundOperation(Order):
    """Give CPs to a running operation; unfunded for a turn it loses its step's CPs (CW-10.0-02)."""

    operation: OperationId
    cps: int


@dataclass(frozen=True, slots=True)
class ChangeOperation(Order):
    """Give a running operation another goal or subject, which is planned anew, another approach, or another head ("nobody" for
    none). What is left empty stays as it is."""

    operation: OperationId
    goal: str = ""
    subject: str = ""
    approach: Approach | None = None
    officer: str = ""


@dataclass(frozen=True, slots=True)
class StopOperation(Order):
    """Call an operation off; what was spent on it is gone."""

    operation: OperationId


def check_target(place: Place, side: SideId, target: SideId) -> None:
    """IllegalOrderError for an own empire and one that was never contacted, NotYoursError for none (CW-10.0-05)."""
    if target == side:
        raise IllegalOrderError("That is your own empire; counter-intelligence guards it.", rule=KNOWN)
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
            rule=KNOWN,
        )


def checked_goal(goal: str, holdings: Holdings) -> str:
    """A goal put right; IllegalOrderError for one that says too little, or asks for what none can bring (CW-10.0-03)."""
    text = " ".join(goal.split())
    if len(text.split()) < LEAST_WORDS or len(text) > LONGEST_TEXT:
        raise IllegalOrderError(
            f"An operation needs a specific goal: say in a few words what it is to bring, {LONGEST_TEXT} characters at most.",
            rule=NEEDS,
        )
    check_words(text, holdings.settings)
    return text


def _funds(holdings: Holdings, cps: int) -> None:
    if cps < 1:
        raise IllegalOrderError("An operation needs CPs: without funds there is none.", rule=NEEDS)
    holdings.spend("research", cps)


def _subject(holdings: Holdings, subject: str, on: str) -> str:
    """What an operation is aimed at; a hex must be on the map."""
    text = " ".join(subject.split())
    if len(text) > LONGEST_TEXT:
        raise IllegalOrderError("That is too long for what an operation is aimed at.", rule=NEEDS)
    if on == HEX and not text:
        raise IllegalOrderError("Say on which hex it is aimed.", rule=NEEDS)
    if text and on.startswith(HEX):
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
        raise IllegalOrderError(f"{found.name} has a post; whoever heads an operation is in the pool.", rule=RULE)
    busy = next(
        (
            one
            for one in holdings.source.operations.values()
            if one.running and one.officer == officer and one.id != besides
        ),
        None,
    )
    if busy is not None:
        raise IllegalOrderError(f"{found.name} heads {busy.name} already.", rule=RULE)
    return officer


def begun(holdings: Holdings, order: StartOperation | StartCounter) -> Operation:
    """The operation that an order begins, without id, paid; GameError if it cannot be."""
    owner = holdings.owner
    made = Operation("", owner.id, "", COUNTER, "", officer=_head(holdings, order.officer), started_turn=holdings.turn)
    name = checked_name(order.name) if order.name.strip() else ""
    if isinstance(order, StartCounter):
        check_possible(COUNTER, holdings.settings)
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


def running(holdings: Holdings, operation: OperationId) -> Operation:
    """One of the side's operations that has not ended; NotYoursError, IllegalOrderError."""
    mine = holdings.source.operations
    found = mine.get(operation)
    if found is None or found.side != holdings.owner.id:
        own = [one.name for one in mine.values() if one.side == holdings.owner.id and one.running]
        raise unknown(NotYoursError, f"You have no operation {quoted(operation)}.", operation, "Your operations", own)
    if not found.running:
        raise IllegalOrderError(f"{found.name} ended in turn {found.finished_turn}.", rule=MODEL)
    return found


def funded(holdings: Holdings, order: FundOperation) -> Operation:
    """A running operation with the CPs of an order; GameError."""
    found = running(holdings, order.operation)
    check_possible(found.kind, holdings.settings)
    _funds(holdings, order.cps)
    return _paid(found, order.cps, holdings)


def reformed(holdings: Holdings, order: ChangeOperation) -> Operation:
    """A running operation as an order changes it; another goal or subject is planned anew (CW-10.0-03)."""
    found = running(holdings, order.operation)
    goal, subject = found.goal, found.subject
    if (order.goal or order.subject) and not found.target:
        raise IllegalOrderError("Counter-intelligence guards all you have; it takes no other goal.", rule=NEEDS)
    if order.goal:
        goal = checked_goal(order.goal, holdings)
    if order.subject:
        subject = _subject(holdings, order.subject, kind_row(found.kind, holdings.settings)["on"])
    officer = found.officer
    if order.officer:
        officer = "" if order.officer == NOBODY else _head(holdings, order.officer, found.id)
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
        raise IllegalOrderError(
            "Say what is to be changed: the goal, what it is aimed at, the approach, or who heads it."
        )
    return done


def _plan_begin(planned: PlannedState, order: StartOperation | StartCounter) -> Preview:
    made = begun(planned, order)
    made = changed(made, name=made.name or f"Operation {planned.next_id('operation')}")
    planned.once(f"spy {made.name.casefold()}", f"Your sheet already begins {made.name}")
    if made.officer:
        planned.once(f"spymaster {made.officer}", "That officer heads another operation on your sheet")
    what = (
        f"{made.name} against {_people(planned, made.target)}: {made.kind}"
        if made.target
        else f"Counter-intelligence {made.name}"
    )
    aim = f" on {made.subject}" if made.subject else ""
    text = f"{what}{aim}, planning with {order.cps} CPs: {odds(planned, made)}."
    return Preview(changed(order, name=made.name), text, cost=order.cps, line="research", notes=_notes(made))


def _notes(made: Operation) -> tuple[Note, ...]:
    if not made.target:
        return (Note("Planning, recon and execution take a success each; then the net stands for a year.", MODEL),)
    return (
        Note(f"Goal: {made.goal}", NEEDS),
        Note("Planning, recon and execution take a success each; unfunded for a month, a step loses its CPs.", MODEL),
        Note("What their people and their counter-intelligence do against it, only the game master knows.", RULE),
    )


def odds(planned: PlannedState, one: Operation) -> str:
    """The chance as far as its side can reckon it, with its reasons."""
    found = expected_chance(planned.view, changed(one, id=one.id or "new"))
    reasons = ", ".join(f"{m.value:+d} {m.reason}" for m in found.known)
    return f"{found.expected} % as far as you know ({reasons})"


def _people(planned: PlannedState, side: SideId) -> str:
    flag = planned.view.all_flags.get(side)
    return flag.name if flag is not None else side


def _begin(month: TurnState, signed: SignedOrder, order: StartOperation | StartCounter) -> None:
    holdings = TurnHoldings(month, signed.side)
    made = begun(holdings, order)
    number = holdings.next_id("operation")
    made = changed(made, id=f"{signed.side}-S{number}", name=made.name or f"Operation {number}")
    month.operations[made.id] = made


def _plan_fund(planned: PlannedState, order: FundOperation) -> Preview:
    found = running(planned, order.operation)
    planned.once(f"finance {found.id}", f"Your sheet already funds {found.name}")
    paid = funded(planned, order)
    text = f"{paid.name}, {paid.step_name}, gets {order.cps} CPs and has {paid.cps}: {odds(planned, paid)}."
    return Preview(order, text, cost=order.cps, line="research")


def _fund(month: TurnState, signed: SignedOrder, order: FundOperation) -> None:
    month.operations[order.operation] = funded(TurnHoldings(month, signed.side), order)


def _plan_change(planned: PlannedState, order: ChangeOperation) -> Preview:
    done = reformed(planned, order)
    planned.once(f"redirect {done.id}", f"Your sheet already changes {done.name}")
    before = planned.view.operations[done.id]
    said = [f"the goal is {done.goal}"] if done.goal != before.goal else []
    said += [f"it is aimed at {done.subject}"] if done.subject != before.subject else []
    said += [f"by way of {done.approach}"] if done.approach != before.approach else []
    if done.officer != before.officer:
        said += [f"headed by {planned.officers[done.officer].name}" if done.officer else "headed by nobody"]
    anew = (Note("It is planned anew.", MODEL),) if done.step != before.step else ()
    return Preview(order, f"{done.name}: {', '.join(said)}.", notes=anew)


def _change(month: TurnState, signed: SignedOrder, order: ChangeOperation) -> None:
    done = reformed(TurnHoldings(month, signed.side), order)
    month.operations[done.id] = done


def _plan_stop(planned: PlannedState, order: StopOperation) -> Preview:
    found = running(planned, order.operation)
    planned.once(f"finance {found.id}", f"Your sheet already funds {found.name}")
    return Preview(order, f"Call off {found.name}: the {found.spent} CPs spent on it are gone.")


def _stop(month: TurnState, signed: SignedOrder, order: StopOperation) -> None:
    found = running(TurnHoldings(month, signed.side), order.operation)
    ended = changed(found, cps=0, finished_turn=month.turn, outcome="stopped")
    month.operations[found.id] = ended
    text, cause = "You have called it off.", Cause(MODEL, signed.id)
    month.tell_side(OperationEnded(found.side, found.id, found.name, found.target, text, cause=cause))


def _write_begin(order: StartOperation, names: Names) -> str:
    line = f"spy {people_text(names, order.target)} {order.kind} with {order.cps} for {quote(order.goal)}"
    line += f" on {quote(order.subject)}" if order.subject else ""
    line += f" as {quote(order.name)}" if order.name else ""
    line += " by locals" if order.approach == "locals" else ""
    return line + (f" under {officer_text(names, order.officer)}" if order.officer else "")


def _read_begin(g: Groups) -> StartOperation:
    officer = g.officer(7) if g.has(7) else ""
    approach: Approach = "locals" if g.has(6) else "agents"
    return StartOperation(
        g.people(0), g.word(1), g.text(3), g.number(2), g.text(4), g.text(5), approach=approach, officer=officer
    )


def _write_counter(order: StartCounter, names: Names) -> str:
    line = f"counterspy with {order.cps}" + (f" as {quote(order.name)}" if order.name else "")
    return line + (f" under {officer_text(names, order.officer)}" if order.officer else "")


def _write_change(order: ChangeOperation, names: Names) -> str:
    line = f"redirect {operation_text(names, order.operation)}"
    line += f" for {quote(order.goal)}" if order.goal else ""
    line += f" on {quote(order.subject)}" if order.subject else ""
    line += f" by {order.approach}" if order.approach else ""
    if order.officer:
        line += f" under {NOBODY if order.officer == NOBODY else officer_text(names, order.officer)}"
    return line


def _read_change(g: Groups) -> ChangeOperation:
    approach = cast("Approach", g.word(3)) if g.has(3) else None
    officer = g.text(4)
    if officer and officer.casefold() != NOBODY:
        officer = g.officer(4)
    return ChangeOperation(
        g.operation(0), g.text(1), g.text(2), approach, officer.casefold() if officer.casefold() == NOBODY else officer
    )


UNDER: Final = rf"(?: under {NAME})?"
KINDS: Final = (
    OrderKind(
        StartOperation,
        Phase.RESEARCH,
        command="spy start",
        example='spy "Vermin" fleets with 200 for "count their ships" on "1818" as "Nightfall" by locals under "Talon"',
        pattern=rf"{NAME} ([a-z-]+) with {CPS} for {TEXT}(?: on {TEXT})?(?: as {TEXT})?( by locals)?{UNDER}",
        read=_read_begin,
        write=_write_begin,
        plan=_plan_begin,
        carry_out=_begin,
    ),
    OrderKind(
        StartCounter,
        Phase.RESEARCH,
        command="spy counter",
        example='counterspy with 150 as "The Watch"',
        pattern=rf"with {CPS}(?: as {TEXT})?{UNDER}",
        read=lambda g: StartCounter(g.number(0), g.text(1), g.officer(2) if g.has(2) else ""),
        write=_write_counter,
        plan=_plan_begin,
        carry_out=_begin,
    ),
    OrderKind(
        FundOperation,
        Phase.RESEARCH,
        command="spy fund",
        example='finance "Nightfall" 200',
        pattern=rf"{NAME} {CPS}",
        read=lambda g: FundOperation(g.operation(0), g.number(1)),
        write=lambda order, names: f"finance {operation_text(names, order.operation)} {order.cps}",
        plan=_plan_fund,
        carry_out=_fund,
    ),
    OrderKind(
        ChangeOperation,
        Phase.ORGANISE,
        command="spy change",
        example='redirect "Nightfall" for "find their yards" on "0303" by agents under nobody',
        pattern=rf"{NAME}(?: for {TEXT})?(?: on {TEXT})?(?: by (agents|locals))?{UNDER}",
        read=_read_change,
        write=_write_change,
        plan=_plan_change,
        carry_out=_change,
    ),
    OrderKind(
        StopOperation,
        Phase.ORGANISE,
        command="spy stop",
        example='abandon "Nightfall"',
        pattern=NAME,
        read=lambda g: StopOperation(g.operation(0)),
        write=lambda order, names: f"abandon {operation_text(names, order.operation)}",
        plan=_plan_stop,
        carry_out=_stop,
    ),
)
