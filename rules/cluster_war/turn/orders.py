"""Carrying out the orders of a phase, side by side and in the order of each sheet."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from rules.cluster_war.model.holdings.order_kind import Phase, Together
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.working.turn_state import TurnState, attempt
from rules.cluster_war.turn.registry.orders import KIND_OF

CarryOut: TypeAlias = Callable[[TurnState, SignedOrder, Any], None]


def carry_out(*phases: Phase) -> partial[None]:
    """A step of the turn: one phase after the other, each order by itself; one that cannot be carried out fails alone."""
    return partial(_carry_out, phases)


def _carry_out(phases: tuple[Phase, ...], turn: TurnState) -> None:
    for phase in phases:
        for signed, carry in _by_phase(turn).get(phase, ()):
            with attempt(turn, signed):
                carry(turn, signed, signed.order)


def _by_phase(turn: TurnState) -> Mapping[Phase, Sequence[tuple[SignedOrder, CarryOut]]]:
    """The orders that are carried out one by one, by phase, each with what carries it out."""

    def sort() -> Mapping[Phase, Sequence[tuple[SignedOrder, CarryOut]]]:
        found: dict[Phase, list[tuple[SignedOrder, CarryOut]]] = defaultdict(list)
        for signed in turn.orders:
            kind = KIND_OF.get(type(signed.order))
            if kind is not None and not isinstance(kind.carry_out, Together):
                found[kind.phase].append((signed, kind.carry_out))
        return found

    return turn.kept("orders", "by phase", (turn.orders,), sort)
