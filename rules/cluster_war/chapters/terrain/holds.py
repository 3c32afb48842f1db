"""Gravitic shear: what breaks loose in cargo bays and hangar bays (CW-14.0-12)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from rules.cluster_war.chapters.logistics.stores import with_fewer
from rules.cluster_war.model.economy.holds import ship_capacity
from rules.cluster_war.model.state.names import DesignId, ShipId
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.units import Design, Ship
from rules.cluster_war.model.unit_design.transport import bay_room, crate_room
from rules.values import changed


@dataclass(slots=True)
class Loose:
    """What broke loose aboard a ship, and is lost."""

    cps: int = 0
    munitions: int = 0
    supplies: int = 0
    parts: dict[str, int] = field(default_factory=dict)
    units: dict[DesignId, int] = field(default_factory=dict)

    @property
    def is_nothing(self) -> bool:
        """Whether the bays that broke were empty."""
        return not (self.cps or self.munitions or self.supplies or self.parts or self.units)

    def words(self, designs: Mapping[DesignId, Design]) -> str:
        """What is lost, in words."""
        counted = ((self.cps, "CPs of goods"), (self.munitions, "CPs of munitions"), (self.supplies, "supply points"))
        found = [f"{n} {what}" for n, what in counted if n]
        found += [f"{n} CPs of parts of {what}" for what, n in self.parts.items()]
        found += [f"{n} {designs[d].name}" for d, n in self.units.items()]
        return ", ".join(found) or "nothing that was in them"


def hangar_bays(design: Design, settings: Settings) -> int:
    """Hangar bays of a design, a bay that is begun among them."""
    return -(-design.hangar // bay_room(settings))


def broken(
    designs: Mapping[DesignId, Design], ship: Ship, bays: Collection[int], settings: Settings
) -> tuple[Ship, Loose]:
    """A ship without what lay in these of its cargo bays, counted from 0; bays are filled with goods first, then munitions,
    supplies, parts and crates, and what lies in two bays is lost with either."""
    design = designs[ship.design]
    room = ship_capacity(design, settings) // max(1, design.cargo_bays)
    gone = [(bay * room, (bay + 1) * room) for bay in sorted(bays)]
    loose, at = Loose(), 0
    loose.cps, at = _cut(gone, at, ship.cargo)
    loose.munitions, at = _cut(gone, at, ship.crated)
    loose.supplies, at = _cut(gone, at, ship.supplies)
    parts = dict(ship.parts)
    for what, cps in sorted(ship.parts.items()):
        lost, at = _cut(gone, at, cps)
        if lost:
            loose.parts[what] = lost
            parts[what] -= lost
    crates = dict(ship.crates)
    for what, count in sorted(ship.crates.items()):
        each = crate_room(designs[what], settings)
        for _ in range(count):
            lost, at = _cut(gone, at, each)
            if lost:
                loose.units[what] = loose.units.get(what, 0) + 1
                crates[what] -= 1
    after = changed(
        ship,
        cargo=ship.cargo - loose.cps,
        crated=ship.crated - loose.munitions,
        supplies=ship.supplies - loose.supplies,
        parts={what: cps for what, cps in parts.items() if cps},
    )
    if loose.units:
        after = with_fewer(designs, after, {what: n for what, n in crates.items() if n}, settings)
    return after, loose


def _cut(gone: Iterable[tuple[int, int]], at: int, amount: int) -> tuple[int, int]:
    """How much of what lies from `at` on is in bays that are gone, and where the next thing lies."""
    end = at + amount
    return sum(max(0, min(end, high) - max(at, low)) for low, high in gone), end


def craft_in(
    designs: Mapping[DesignId, Design], carriers: Iterable[Ship], housed: Iterable[Ship], settings: Settings
) -> Mapping[tuple[ShipId, int], list[ShipId]]:
    """Which craft of a fleet ride in which hangar bay of which ship: each in the first bay with room for it."""
    room = bay_room(settings)
    bays = [(ship.id, n) for ship in carriers for n in range(hangar_bays(designs[ship.design], settings))]
    free = dict.fromkeys(bays, room)
    found: dict[tuple[ShipId, int], list[ShipId]] = {}
    for craft in housed:
        hull = designs[craft.design].hull
        bay = next((bay for bay in bays if free[bay] >= hull), None)
        if bay is not None:
            free[bay] -= hull
            found.setdefault(bay, []).append(craft.id)
    return found
