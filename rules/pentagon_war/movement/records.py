"""Lines of the Acceleration Record, "12: 5/3A+C+" (PW-M13), and which records a unit has."""

from fractions import Fraction
from typing import Final, Literal, TypeAlias

from rules.pentagon_war.geometry import Facing
from rules.pentagon_war.options import Options
from rules.pentagon_war.units import Craft, Drone, Velocity

ENTRIES: Final = ("A+", "A+C+", "C+", "A-", "A-C-", "C-")
"""What is written for an acceleration toward A to F (PW-M05)."""

CHANGES: Final = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))
"""The signs of the A and C components toward A to F."""
KILOMETRES: Final = 1500


def format_entry(facing: Facing, multiple: Fraction, *, evading: bool = False) -> str:
    """The entry as written, "5/3A+C+"; standard has no multiple, evasion adds /EM."""
    written = "" if multiple == 1 else str(multiple)
    return f"{written}{ENTRIES[facing % 6]}{'/EM' if evading else ''}"


def format_line(impulse: int, entry: str) -> str:
    """A line of the record: "12: 5/3A+C+"."""
    return f"{impulse}: {entry}"


def format_components(craft: Craft) -> str:
    """The record's two component entries, "A 4 3/4, C -1/2"; /EM after each while the craft evades (PW-C10, PW-A12)."""
    return format_velocity(craft.velocity, "/EM" if craft.evading else "")


def format_velocity(velocity: Velocity, mark: str = "") -> str:
    """Both components, "A 4 3/4, C -1/2", with the mark after each."""
    return f"A {mixed(velocity.a)}{mark}, C {mixed(velocity.c)}{mark}"


def mixed(value: Fraction) -> str:
    """A number as a whole and a proper fraction: "4 3/4", "-1/2", "3"."""
    whole, part = divmod(abs(value), 1)
    words = " ".join(str(piece) for piece in (whole, part) if piece) or "0"
    return f"-{words}" if value < 0 else words


Record: TypeAlias = Literal["Spacecraft Systems Display", "Capacitor Power Management Form", "Acceleration Record"]


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
