"""The GM's hand on lines of the map: jump lines, wormholes, gates (CW-B-56)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from rules.cluster_war.gm.amending import Amending, Apply
from rules.cluster_war.state.names import HexId, LinkKind, SideId
from rules.cluster_war.state.places import Link
from rules.cluster_war.working.amendment import Amendment
from rules.cluster_war.worlds.jump_map import with_link, without_link

LINES: Final[Mapping[LinkKind, str]] = {
    "jump": "jump line",
    "wormhole": "wormhole",
    "held": "held wormhole",
    "gate": "pair of gates",
}


@dataclass(frozen=True, slots=True)
class AddLink(Amendment):
    """Draw a line on the jump map, a wormhole, a wormhole that a base of `side` holds open, or a gate (CW-B-56)."""

    a: HexId
    b: HexId
    kind: LinkKind = "jump"
    side: SideId = ""


@dataclass(frozen=True, slots=True)
class RemoveLink(Amendment):
    """Take a line off the map (CW-B-56)."""

    a: HexId
    b: HexId
    kind: LinkKind = "jump"


def _ends(month: Amending, order: AddLink | RemoveLink) -> tuple[HexId, HexId]:
    a, b = sorted((month.hex(order.a), month.hex(order.b)))
    return a, b


def _add(month: Amending, order: AddLink) -> None:
    """Told to the holder of a wormhole, seen by others where they know it."""
    a, b = _ends(month, order)
    holders = [month.side(order.side).id] if order.side else []
    links = with_link(month.cluster.links, Link(a, b, order.kind, order.side))
    month.cluster = replace(month.cluster, links=links)
    month.tell(f"A {LINES[order.kind]} now joins {a} and {b}.", *holders)


def _remove(month: Amending, order: RemoveLink) -> None:
    a, b = _ends(month, order)
    links = without_link(month.cluster.links, Link(a, b, order.kind))
    holders = {line.side for line in month.cluster.links if line.side and line not in links}
    month.cluster = replace(month.cluster, links=links)
    month.tell(f"The {LINES[order.kind]} between {a} and {b} is gone.", *sorted(holders))


APPLY: Final[Apply] = {AddLink: _add, RemoveLink: _remove}
