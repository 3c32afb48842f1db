"""Autocomplete for bases and for what colonies and bases hold: lists made from the asking player's own view."""

from collections.abc import Iterable

from cogs.campaign.common.choices import colonies
from cogs.common.autocomplete import Pair, plain_text
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
