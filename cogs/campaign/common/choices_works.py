"""Autocomplete for yards, bases, supplies and treaties: lists made from the asking player's own view."""

from collections.abc import Iterable

from cogs.campaign.common.choices import colonies
from cogs.common.autocomplete import Pair, plain_text
from rules.cluster_war.economy.resources import held_by_view
from rules.cluster_war.orders.order import SignedOrder
from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.holdings import Base, Colony
from rules.cluster_war.state.names import short_id
from rules.cluster_war.state.view import View

YARD = "shipyard"


def bases(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The side's bases that stand by themselves."""
    for key, base in sorted(view.bases.items()):
        where = f"in tow at {base.hex}" if base.towed_by else f"at {base.hex}"
        yield f"{plain_text(base.name)} {short_id(key)} ({where})", key


def sites(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Own colonies, the largest first, then own bases."""
    yield from colonies(view, sheet)
    yield from bases(view, sheet)


def of_kind(view: View, *kinds: str) -> Iterable[Design]:
    """The side's designs of some kinds, by price."""
    found = view.me.designs.values() if view.me else ()
    return sorted((d for d in found if d.kind in kinds), key=lambda d: (d.cost, d.id))


def carried(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The side's small craft and ground forces, and where they are held."""
    holders: tuple[Colony | Base, ...] = (*view.colonies.values(), *view.bases.values())
    for design in of_kind(view, "small_craft", "ground"):
        held = [f"{h.garrison[design.id]} at {plain_text(h.name)}" for h in holders if h.garrison.get(design.id)]
        yield f"{plain_text(design.name)} ({', '.join(held) or 'none held'})", design.id


def base_things(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """What can be taken apart or put together: shipyard bays, and the side's base designs."""
    yield "Shipyard bays", YARD
    yield from base_designs(view, sheet)


def base_designs(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The side's base designs."""
    for design in of_kind(view, "base"):
        yield f"{plain_text(design.name)} (hull {design.hull}, {design.cost} CPs)", design.id


def held_units(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Designs of which units are held somewhere: ground forces, small craft, bases."""
    holders: tuple[Colony | Base, ...] = (*view.colonies.values(), *view.bases.values())
    for design in of_kind(view, "ground", "small_craft", "base"):
        held = [f"{h.garrison[design.id]} at {plain_text(h.name)}" for h in holders if h.garrison.get(design.id)]
        if held:
            yield f"{plain_text(design.name)} ({', '.join(held)})", design.id


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
