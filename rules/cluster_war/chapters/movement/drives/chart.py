"""What navigators have to go by: objects of the map, lines and wormholes their side knows, own bases and materials."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, TypeAlias

from rules.cluster_war.model.state.holdings import Base, Colony
from rules.cluster_war.model.state.knowledge import KnownSystem
from rules.cluster_war.model.state.names import DesignId, HexId
from rules.cluster_war.model.state.places import Cluster, Link, StarSystem
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.units import Design
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.model.worlds.links import known_links, lines_of
from rules.values import Value, field

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


MONOPOLES: Final = "Special Magnetic Materials"
"""What jump drives need where the campaign wants it (CW-4.0-10)."""


class Chart(Value):
    """One side's chart. `gates` are hexes where a base of its own forms wormholes, for any fleet there; their drives'
    range is the settings'. `monopoles` is whether jump drives need them here and it owns a world with some; `passes` the
    largest hull that the jump gates of its own bases pass, by hex; `light` what its map shows of stars that are no more so."""

    columns: int
    rows: int
    settings: Settings
    systems: Mapping[HexId, tuple[str, ...]] | Cluster
    links: tuple[Link, ...]
    gates: frozenset[HexId]
    monopoles: bool
    passes: Mapping[HexId, int] = field(default_factory=dict)
    light: Mapping[HexId, tuple[str, ...]] = field(default_factory=dict)

    def codes(self, hex_: HexId) -> tuple[str, ...]:
        """The object codes of a hex; () for empty space."""
        if hex_ in self.light:
            return self.light[hex_]
        if isinstance(self.systems, Cluster):
            system = self.systems.systems.get(hex_)
            return () if system is None else system.codes
        return self.systems.get(hex_, ())

    def linked(self, hex_: HexId, kind: str) -> tuple[HexId, ...]:
        """Where the known links of one kind lead from a hex, sorted."""
        ends = {
            link.b if link.a == hex_ else link.a
            for link in self.links
            if link.kind == kind and (hex_ == link.a or (hex_ == link.b and not link.one_way))
        }
        return tuple(sorted(ends))


def chart_of(turn: TurnState, side: str) -> Chart:
    """The chart of a side while a turn is worked out."""
    owner, known = turn.sides[side], turn.knowledge[side]
    lines = turn.kept("lines", "", (turn.cluster,), lambda: lines_of(turn.cluster))

    def own() -> Iterator[Colony]:  # looked through by those alone to whom colonies mean something
        return (c for c in turn.colonies.values() if c.side == side)

    return Chart(
        columns=turn.cluster.columns,
        rows=turn.cluster.rows,
        settings=turn.settings,
        systems=turn.cluster,
        links=turn.kept(
            "links",
            side,
            (turn.cluster, owner, known.systems, known.passages),
            lambda: known_links(turn.cluster, owner, known, lines),
        ),
        gates=_gates(owner.designs, own()),
        passes=gate_hulls(owner.designs, own(), (b for b in turn.bases.values() if b.side == side)),
        light=known.stars,
        monopoles=turn.settings.monopoles and _has_monopoles(turn.cluster.systems, own()),
    )


def chart_in(view: View) -> Chart:
    """The chart a side plans with."""
    own = list(view.colonies.values())
    designs = view.me.designs if view.me else {}
    return Chart(
        columns=view.columns,
        rows=view.rows,
        settings=view.settings,
        systems=view.objects,
        links=view.links,
        gates=_gates(designs, own),
        passes=gate_hulls(designs, own, view.bases.values()),
        monopoles=view.settings.monopoles and _has_monopoles(view.systems, own),
    )


def _gates(designs: Mapping[DesignId, Design], colonies: Iterable[Colony]) -> frozenset[HexId]:
    if not any(design.ftl == "wormhole" for design in designs.values()):
        return frozenset()
    return frozenset(
        c.hex
        for c in colonies
        if any(n > 0 and (d := designs.get(k)) is not None and d.ftl == "wormhole" for k, n in c.garrison.items())
    )


def _has_monopoles(known: Mapping[HexId, StarSystem | KnownSystem], colonies: Iterable[Colony]) -> bool:
    worlds = {(c.hex, c.orbit) for c in colonies}
    bodies = (b for hex_, orbit in worlds if (s := known.get(hex_)) is not None for b in s.bodies if b.orbit == orbit)
    return any(MONOPOLES in (body.resources or ()) for body in bodies)
