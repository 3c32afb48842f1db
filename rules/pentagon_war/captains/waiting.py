"""Decisions that wait for their step. To leave the battle is ordered at any stop of the turn and done at its end; what belongs
to a later segment of the same impulse waits for it, as long as nothing moves in between; power is allocated where the turn is
plotted."""

from collections.abc import Iterable

from rules.changes import changed
from rules.errors import GameError
from rules.pentagon_war.orders import (
    AllocatePower,
    Decided,
    Decision,
    Disengage,
    unit_of,
    weapon_of,
)
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.engine import check, is_legal
from rules.pentagon_war.turn.steps import END_OF_TURN, step_for
from rules.pentagon_war.units import IMPULSES, SideId, UnitId

MOVEMENT = 3
"""The segment in which everything moves."""


def waits(battle: Battle, decision: Decision) -> bool:
    """Whether a decision that is sent now is carried out at a later step of the turn."""
    now = battle.now
    if isinstance(decision, Disengage):
        return now.impulse < END_OF_TURN
    return battle.pace != "steps" and _comes_in_this_impulse(battle, decision)


def _comes_in_this_impulse(battle: Battle, decision: Decision) -> bool:
    """Whether the decision's segment is still to come in this impulse, with no movement before it, or its phase in this turn."""
    now, home = battle.now, step_for(decision)
    if isinstance(decision, AllocatePower):
        return (now.impulse, now.segment) == (0, 1)
    if not 1 <= now.impulse <= IMPULSES or home.number <= now.segment or not home.is_played(battle):
        return False
    return now.segment > MOVEMENT or home.number < MOVEMENT


def slot(decided: Decided) -> tuple[SideId, type[Decision], UnitId, str]:
    """What of a side's waiting decisions gives way to a later one: the same kind for the same unit, and the same weapon where
    it is one's."""
    return decided.side, type(decided.decision), unit_of(decided.decision), weapon_of(decided.decision)


def check_or_wait(battle: Battle, side: SideId, decision: Decision) -> None:
    """Whether a side may send this decision now; an order to leave is checked when the turn ends."""
    if not waits(battle, decision):
        check(battle, side, decision)
    elif not isinstance(decision, Disengage):
        for part in step_for(decision).parts:
            if isinstance(decision, part.decisions) and part.check is not None:
                part.check(battle, side, decision)


def due(battle: Battle, held: Iterable[Decided]) -> tuple[Decided, ...]:
    """Of the decisions that wait those whose step has come. A craft leaves by the way that is open, if only one is."""
    return tuple(_by_an_open_way(battle, each) for each in held if not waits(battle, each.decision))


def _by_an_open_way(battle: Battle, decided: Decided) -> Decided:
    order = decided.decision
    if not isinstance(order, Disengage) or is_legal(battle, decided.side, order):
        return decided
    other = changed(order, how="separation" if order.how == "acceleration" else "acceleration")
    return changed(decided, decision=other) if is_legal(battle, decided.side, other) else decided


def ways_out(battle: Battle, side: SideId, craft: str) -> tuple[tuple[Disengage, ...], tuple[GameError, ...]]:
    """How a craft may leave a battle that stands at its turn's end, and why not by the other ways."""
    open_, closed = list[Disengage](), list[GameError]()
    for order in (Disengage(craft, "separation"), Disengage(craft, "acceleration")):
        try:
            check(battle, side, order)
        except GameError as refusal:
            closed.append(refusal)
        else:
            open_.append(order)
    return tuple(open_), tuple(closed)
