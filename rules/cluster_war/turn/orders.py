"""Carrying out the orders of a phase, side by side and in the order of each sheet."""

from functools import partial

from rules.cluster_war.holdings.order_kind import Phase, Together
from rules.cluster_war.registry.orders import KIND_OF
from rules.cluster_war.working.turn_state import TurnState, attempt


def carry_out(*phases: Phase) -> partial[None]:
    """A step of the turn: one phase after the other, each order by itself; one that cannot be carried out fails alone."""
    return partial(_carry_out, phases)


def _carry_out(phases: tuple[Phase, ...], month: TurnState) -> None:
    for phase in phases:
        for signed in month.orders:
            kind = KIND_OF.get(type(signed.order))
            if kind is None or kind.phase != phase or isinstance(kind.carry_out, Together):
                continue
            with attempt(month, signed):
                kind.carry_out(month, signed, signed.order)
