"""Autocomplete for dealings between empires: lists made from the asking player's own view."""

from collections.abc import Iterable

from cogs.common.autocomplete import Pair, plain_text
from rules.cluster_war.economy.resources import held_by_view
from rules.cluster_war.orders.order import SignedOrder
from rules.cluster_war.state.view import View


def empires(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The other empires; their names are public."""
    for key, flag in sorted(view.flags.items()):
        if key != view.side:
            yield plain_text(flag.name), key


def governments(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The other empires, and the races of the game master's that the side has met."""
    yield from empires(view, sheet)
    for key, flag in sorted(view.others.items()):
        yield plain_text(flag.name), key


def technologies(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """What the side knows how to do."""
    for name in sorted(view.me.technologies if view.me else ()):
        yield plain_text(name), name


def unpaid(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Technologies from others whose fee is still to be paid (CW-8.1-02)."""
    for name, received in sorted(view.me.received.items() if view.me else ()):
        if received.whole and not received.paid:
            yield plain_text(name), name


def materials(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Resources that the side mines in its main grid, or was given (CW-8.0-08)."""
    for name in sorted(held_by_view(view)):
        yield plain_text(name), name


def foreign_colonies(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Colonies of others that the side has seen; the value is hex-orbit."""
    for key, seen in sorted(view.foreign_colonies.items()):
        flag = view.all_flags.get(seen.side)
        yield f"{key} of {plain_text(flag.name if flag else seen.side)}", key
