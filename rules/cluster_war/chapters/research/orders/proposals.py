"""The order to propose a weapon or technology that no book knows, which the game master makes a project of (CW-9.7-07)."""

from typing import Final

from rules.cluster_war.chapters.research.tasks import PROPOSED, knows, task_of
from rules.cluster_war.model.economy.supply import before
from rules.cluster_war.model.holdings.finders import LONGEST_TEXT, checked_name
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, Together
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.holdings.turn_holdings import TurnHoldings
from rules.cluster_war.model.orders.names import NAME, TEXT, quote
from rules.cluster_war.model.orders.order import Note, Order, Preview
from rules.cluster_war.model.race_design.choices import check_deed
from rules.cluster_war.model.state.names import TechId
from rules.cluster_war.model.working.turn_state import TurnState, attempt
from rules.errors import IllegalOrderError


class ProposeTechnology(Order):
    """Propose a secret weapon or technology of your own: what it is called, and what it is to do (CW-9.7-07)."""

    technology: TechId
    goal: str


def proposed(holdings: Holdings, order: ProposeTechnology) -> ProposeTechnology:
    """The proposal as it is handed in; IllegalOrderError for one that says too little, or what is known already."""
    name, goal = checked_name(order.technology), " ".join(order.goal.split())
    if not goal or len(goal) > LONGEST_TEXT:
        raise IllegalOrderError(f"Say in 1 to {LONGEST_TEXT} characters what {name} is to do.", rule=PROPOSED)
    if knows(holdings.owner, name):
        raise IllegalOrderError(f"You have {name} already.", rule=PROPOSED)
    if task_of(before(holdings.source).tasks, holdings.owner.id, name, holdings.settings) is not None:
        raise IllegalOrderError(
            f"{name} needs no proposal: what it takes is known. Open a project for it.", rule="CW-8.0-01"
        )
    check_deed(holdings.owner.race, "weapons research", f"{name} {goal}", holdings.settings)
    return ProposeTechnology(name, goal)


def _plan(planned: PlannedState, order: ProposeTechnology) -> Preview:
    done = proposed(planned, order)
    planned.once(f"propose {done.technology.casefold()}", f"Your sheet already proposes {done.technology}")
    note = Note(
        "The game master says what it takes and what it does; then you open a project for it under this name. Nobody else "
        "hears of it.",
        PROPOSED,
    )
    return Preview(order=done, text=f"Propose {done.technology}: {done.goal}", notes=(note,))


def hand_in_proposals(turn: TurnState) -> None:
    """Proposals become questions for the game master, who makes projects of them or says no."""
    for signed, order in turn.orders_of(ProposeTechnology):
        with attempt(turn, signed):
            done = proposed(TurnHoldings(turn, signed.side), order)
            text = f"Proposed research, {done.technology}: {done.goal}"
            subjects = (signed.side, done.technology)
            turn.put_question("free-text", (signed.side,), text, PROPOSED, subjects=subjects, order=signed.id)


KINDS: Final = (
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
