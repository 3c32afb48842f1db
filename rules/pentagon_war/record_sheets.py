"""Which record sheets a unit has, and how far a hex is: what stands on paper beside the map."""

from typing import Final, Literal, TypeAlias

from rules.pentagon_war.options import Options
from rules.pentagon_war.units import Craft, Drone

Record: TypeAlias = Literal["Spacecraft Systems Display", "Capacitor Power Management Form", "Acceleration Record"]
KILOMETRES: Final = 1500


def records_of(unit: Craft | Drone, options: Options) -> frozenset[Record]:
    """The records kept for a unit: all three for a spacecraft (PW-C06), no Acceleration Record for a base (PW-C07)

    unless it can be moved (PW-A39), nothing but that record for a drone (PW-C08).
    """
    if isinstance(unit, Drone):
        return frozenset({"Acceleration Record"})
    sheets: frozenset[Record] = frozenset({"Spacecraft Systems Display", "Capacitor Power Management Form"})
    moves = not unit.is_base or (unit.design.movable and options.movable_bases)
    return sheets | {"Acceleration Record"} if moves else sheets


def kilometres(hexes: int) -> int:
    """A distance on the map in kilometres: 1500 to the hex (PW-S45)."""
    return hexes * KILOMETRES
