"""Jump gates of one's own bases: which hulls they pass, and whether there is a way back (CW-A-33)."""

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.holdings import Base, Colony
from rules.cluster_war.state.names import DesignId, HexId

GateTrip: TypeAlias = Literal["none", "one way", "return"]


def gate_trip(hull: int, here: int | None, there: int | None) -> GateTrip:
    """How a ship of this hull can use a pair of gates, by the hull that each passes (CW-A-33).

    0 is no gate any more; None a gate of somebody else's, of which nobody knows that it is too small.
    """
    if here is not None and hull > here:
        return "none"
    return "return" if there is None or hull <= there else "one way"


def gate_hulls(
    designs: Mapping[DesignId, Design], colonies: Iterable[Colony], bases: Iterable[Base]
) -> Mapping[HexId, int]:
    """The largest hull that a side's own gates pass, by hex."""
    gates = {key: design.gate for key, design in designs.items() if design.gate}
    if not gates:
        return {}
    found: dict[HexId, int] = {}
    for colony in colonies:
        for key, count in colony.garrison.items():
            if count and key in gates:
                found[colony.hex] = max(found.get(colony.hex, 0), gates[key])
    for base in bases:
        if base.design in gates and not base.towed_by:
            found[base.hex] = max(found.get(base.hex, 0), gates[base.design])
    return found
