"""Orders of intelligence: operations and counter-intelligence begun, paid, changed and called off (CW-10.0)."""

from typing import Final, cast

from rules.cluster_war.chapters.espionage import order_checks
from rules.cluster_war.chapters.espionage.chances import OPERATION_RULE, expected_chance
from rules.cluster_war.model.events.diplomacy import OperationEnded
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, PlannedState, TurnHoldings
from rules.cluster_war.model.orders.names import (
    CPS,
    NAME,
    TEXT,
    Groups,
    Names,
    officer_text,
    operation_text,
    people_text,
    quote,
)
from rules.cluster_war.model.orders.order import Note, OrderPreview, SignedOrder
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.dealings import Approach, Operation
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, IllegalOrderError, changed, quoted

UNDER_PATTERN: Final = rf"(?: under {NAME})?"


def _plan_begin(planned: PlannedState, order: order_checks.StartOperation | order_checks.StartCounter) -> OrderPreview:
    made = order_checks.begin_operation(planned, order)
    if isinstance(order, order_checks.StartOperation) and order.subject.strip() and not made.subject:
        raise IllegalOrderError(
            f"An operation of the kind {order.kind} is aimed at nothing of its own, so {quoted(order.subject)} would not count; "
            "say it in the goal.",
            rule=order_checks.REQUIREMENTS_RULE,
        )
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
    return OrderPreview(changed(order, name=made.name), text, cost=order.cps, line="research", notes=_notes(made))


def _notes(made: Operation) -> tuple[Note, ...]:
    if not made.target:
        return (
            Note(
                "Planning, recon and execution take a success each; then the net lasts for a year.",
                order_checks.PROJECT_MODEL_RULE,
            ),
        )
    return (
        Note(f"Goal: {made.goal}", order_checks.REQUIREMENTS_RULE),
        Note(
            "Planning, recon and execution take a success each; unfunded for a month, a step loses its CPs.",
            order_checks.PROJECT_MODEL_RULE,
        ),
        Note(
            "What their people and their counter-intelligence do against it, only the game master knows.",
            OPERATION_RULE,
        ),
    )


def odds(planned: PlannedState, one: Operation) -> str:
    """The chance as far as its side can reckon it, with its reasons."""
    found = expected_chance(planned.view, changed(one, id=one.id or "new"))
    reasons = ", ".join(f"{m.value:+d} {m.reason}" for m in found.known)
    return f"{found.expected} % as far as you know ({reasons})"


def _people(planned: PlannedState, side: SideId) -> str:
    flag = planned.view.all_flags.get(side)
    return flag.name if flag is not None else side


def _begin(
    turn: TurnState, signed: SignedOrder, order: order_checks.StartOperation | order_checks.StartCounter
) -> None:
    holdings = TurnHoldings(turn, signed.side)
    made = order_checks.begin_operation(holdings, order)
    number = holdings.next_id("operation")
    made = changed(made, id=f"{signed.side}-S{number}", name=made.name or f"Operation {number}")
    turn.operations[made.id] = made


def _plan_fund(planned: PlannedState, order: order_checks.FundOperation) -> OrderPreview:
    found = order_checks.running_operation(planned, order.operation)
    planned.once(f"finance {found.id}", f"Your sheet already funds {found.name}")
    paid = order_checks.fund_operation(planned, order)
    text = f"{paid.name}, {paid.step_name}, gets {order.cps} CPs and has {paid.cps}: {odds(planned, paid)}."
    return OrderPreview(order, text, cost=order.cps, line="research")


def _fund(turn: TurnState, signed: SignedOrder, order: order_checks.FundOperation) -> None:
    turn.operations[order.operation] = order_checks.fund_operation(TurnHoldings(turn, signed.side), order)


def _plan_change(planned: PlannedState, order: order_checks.ChangeOperation) -> OrderPreview:
    done = order_checks.change_operation(planned, order)
    planned.once(f"redirect {done.id}", f"Your sheet already changes {done.name}")
    before = planned.view.operations[done.id]
    said = [f"the goal is {done.goal}"] if done.goal != before.goal else []
    said += [f"it is aimed at {done.subject}"] if done.subject != before.subject else []
    said += [f"by way of {done.approach}"] if done.approach != before.approach else []
    if done.officer != before.officer:
        said += [f"headed by {planned.officers[done.officer].name}" if done.officer else "headed by nobody"]
    anew = (Note("It is planned anew.", order_checks.PROJECT_MODEL_RULE),) if done.step != before.step else ()
    return OrderPreview(order, f"{done.name}: {', '.join(said)}.", notes=anew)


def _change(turn: TurnState, signed: SignedOrder, order: order_checks.ChangeOperation) -> None:
    done = order_checks.change_operation(TurnHoldings(turn, signed.side), order)
    turn.operations[done.id] = done


def _plan_stop(planned: PlannedState, order: order_checks.StopOperation) -> OrderPreview:
    found = order_checks.running_operation(planned, order.operation)
    planned.once(f"finance {found.id}", f"Your sheet already funds {found.name}")
    return OrderPreview(order, f"Call off {found.name}: the {found.spent} CPs spent on it are gone.")


def _stop(turn: TurnState, signed: SignedOrder, order: order_checks.StopOperation) -> None:
    found = order_checks.running_operation(TurnHoldings(turn, signed.side), order.operation)
    ended = changed(found, cps=0, finished_turn=turn.turn, outcome="stopped")
    turn.operations[found.id] = ended
    text, cause = "You have called it off.", Cause(order_checks.PROJECT_MODEL_RULE, signed.id)
    turn.tell_side(OperationEnded(found.side, found.id, found.name, found.target, text, cause=cause))


def _write_begin(order: order_checks.StartOperation, names: Names) -> str:
    line = f"spy {people_text(names, order.target)} {order.kind} with {order.cps} for {quote(order.goal)}"
    line += f" on {quote(order.subject)}" if order.subject else ""
    line += f" as {quote(order.name)}" if order.name else ""
    line += " by locals" if order.approach == "locals" else ""
    return line + (f" under {officer_text(names, order.officer)}" if order.officer else "")


def _read_begin(g: Groups) -> order_checks.StartOperation:
    officer = g.officer(7) if g.has(7) else ""
    approach: Approach = "locals" if g.has(6) else "agents"
    return order_checks.StartOperation(
        g.people(0), g.word(1), g.text(3), g.number(2), g.text(4), g.text(5), approach=approach, officer=officer
    )


def _write_counter(order: order_checks.StartCounter, names: Names) -> str:
    line = f"counterspy with {order.cps}" + (f" as {quote(order.name)}" if order.name else "")
    return line + (f" under {officer_text(names, order.officer)}" if order.officer else "")


def _write_change(order: order_checks.ChangeOperation, names: Names) -> str:
    line = f"redirect {operation_text(names, order.operation)}"
    line += f" for {quote(order.goal)}" if order.goal else ""
    line += f" on {quote(order.subject)}" if order.subject else ""
    line += f" by {order.approach}" if order.approach else ""
    if order.officer:
        nobody = order.officer == order_checks.NO_OFFICER
        line += f" under {order.officer if nobody else officer_text(names, order.officer)}"
    return line


def _read_change(g: Groups) -> order_checks.ChangeOperation:
    approach = cast("Approach", g.word(3)) if g.has(3) else None
    officer = g.text(4)
    if officer and officer.casefold() != order_checks.NO_OFFICER:
        officer = g.officer(4)
    return order_checks.ChangeOperation(
        g.operation(0),
        g.text(1),
        g.text(2),
        approach,
        officer.casefold() if officer.casefold() == order_checks.NO_OFFICER else officer,
    )


KINDS: Final = (
    OrderKind(
        order_checks.StartOperation,
        Phase.RESEARCH,
        command="spy start",
        example='spy "Vermin" fleets with 200 for "count their ships" on "1818" as "Nightfall" by locals under "Talon"',
        pattern=rf"{NAME} ([a-z-]+) with {CPS} for {TEXT}(?: on {TEXT})?(?: as {TEXT})?( by locals)?{UNDER_PATTERN}",
        read=_read_begin,
        write=_write_begin,
        plan=_plan_begin,
        carry_out=_begin,
    ),
    OrderKind(
        order_checks.StartCounter,
        Phase.RESEARCH,
        command="spy counter",
        example='counterspy with 150 as "The Watch"',
        pattern=rf"with {CPS}(?: as {TEXT})?{UNDER_PATTERN}",
        read=lambda g: order_checks.StartCounter(g.number(0), g.text(1), g.officer(2) if g.has(2) else ""),
        write=_write_counter,
        plan=_plan_begin,
        carry_out=_begin,
    ),
    OrderKind(
        order_checks.FundOperation,
        Phase.RESEARCH,
        command="spy fund",
        example='finance "Nightfall" 200',
        pattern=rf"{NAME} {CPS}",
        read=lambda g: order_checks.FundOperation(g.operation(0), g.number(1)),
        write=lambda order, names: f"finance {operation_text(names, order.operation)} {order.cps}",
        plan=_plan_fund,
        carry_out=_fund,
    ),
    OrderKind(
        order_checks.ChangeOperation,
        Phase.ORGANISE,
        command="spy change",
        example='redirect "Nightfall" for "find their yards" on "0303" by agents under nobody',
        pattern=rf"{NAME}(?: for {TEXT})?(?: on {TEXT})?(?: by (agents|locals))?{UNDER_PATTERN}",
        read=_read_change,
        write=_write_change,
        plan=_plan_change,
        carry_out=_change,
    ),
    OrderKind(
        order_checks.StopOperation,
        Phase.ORGANISE,
        command="spy stop",
        example='abandon "Nightfall"',
        pattern=NAME,
        read=lambda g: order_checks.StopOperation(g.operation(0)),
        write=lambda order, names: f"abandon {operation_text(names, order.operation)}",
        plan=_plan_stop,
        carry_out=_stop,
    ),
)
