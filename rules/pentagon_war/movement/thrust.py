"""How hard a craft may accelerate now, lines of the Acceleration Record, "12: 5/3A+C+", and the impulse movement chart
(PW-M13, PW-M12, PW-M15, PW-A02)."""

from fractions import Fraction
from typing import Final, Literal, TypeAlias

from rules.hexes import Hex
from rules.pentagon_war.geometry import Facing, step
from rules.pentagon_war.options import Options, tables
from rules.pentagon_war.positions import clamp_velocity, group, group_class
from rules.pentagon_war.shipyard.pricing import PRINTED_OPTIONS
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import CountedVelocity, Craft, Drone, Velocity
from rules.values import IllegalOrderError

ACCELERATION_ENTRIES: Final = ("A+", "A+C+", "C+", "A-", "A-C-", "C-")
"""What is written for an acceleration toward A to F (PW-M05)."""

ACCELERATION_SIGNS: Final = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))
"""The signs of the A and C components toward A to F."""
HEX_KILOMETRES: Final = 1500


def format_entry(facing: Facing, multiple: Fraction, *, evading: bool = False) -> str:
    """The entry as written, "5/3A+C+"; standard has no multiple, evasion adds /EM."""
    written = "" if multiple == 1 else str(multiple)
    return f"{written}{ACCELERATION_ENTRIES[facing % 6]}{'/EM' if evading else ''}"


def format_line(impulse: int, entry: str) -> str:
    """A line of the record: "12: 5/3A+C+"."""
    return f"{impulse}: {entry}"


def format_motion(craft: Craft) -> str:
    """A craft's velocity as players say it; /EM behind it while the craft evades (PW-C10, PW-A12)."""
    return f"{format_speed(craft.velocity)}{' /EM' if craft.evading else ''}"


def format_speed(velocity: Velocity) -> str:
    """A velocity as players say it, by the one or two directions it is made of: "speed 6 toward A", "speed 6, 4 toward A and 2
    toward B", "at rest" (PW-M10)."""
    a, c = velocity.a, velocity.c
    both = min(abs(a), abs(c)) if a * c > 0 else Fraction(0)
    parts = [
        (abs(a) - both, "A" if a > 0 else "D"),
        (abs(c) - both, "C" if c > 0 else "F"),
        (both, "B" if a > 0 else "E"),
    ]
    ways = sorted((part for part in parts if part[0]), key=lambda part: -part[0])
    if not ways:
        return "at rest"
    speed = f"speed {format_mixed(sum((part for part, _ in ways), Fraction(0)))}"
    if len(ways) == 1:
        return f"{speed} toward {ways[0][1]}"
    return f"{speed}, {' and '.join(f'{format_mixed(part)} toward {way}' for part, way in ways)}"


def format_mixed(value: Fraction) -> str:
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
    return hexes * HEX_KILOMETRES


def moves_on(speed: int, impulse: int, options: Options = PRINTED_OPTIONS) -> bool:
    """Whether a component that counts as `speed` (its sign does not matter) moves on an impulse, 1 to 12 (PW-M17)."""
    return move_number(speed, impulse, options) > 0


def move_number(speed: int, impulse: int, options: Options = PRINTED_OPTIONS) -> int:
    """The number of the move a speed makes on an impulse, 0 for none (PW-T21)."""
    return tables(options)["PW-T21"].number(abs(speed), f"impulse {impulse}")


def component_step(before: int, after: int, impulse: int, options: Options = PRINTED_OPTIONS) -> int:
    """-1, 0 or 1: how a component moves on the impulse on which its column became `after`; `before` if it did not change.

    A faster column never loses the old one's move of this impulse, a slower one never adds a move the old one lacked,
    and there is never more than one (PW-A49, PW-A50, PW-A51). Through zero the new column alone counts.
    """
    if before * after < 0:
        before = 0
    old, new = moves_on(before, impulse, options), moves_on(after, impulse, options)
    if abs(after) > abs(before):
        moves = old or new
    elif abs(after) < abs(before):
        moves = old and new
    else:
        moves = new
    sign = after or before
    return (1 if sign > 0 else -1) if moves else 0


def steps(unit: Craft | Drone, impulse: int, options: Options) -> tuple[int, int]:
    """How a craft or drone moves on this impulse: its steps along A and along C, -1 to 1 each (PW-M20)."""
    now, before = unit.counted, unit.column_before or unit.counted
    return (
        component_step(before.a, now.a, impulse, options),
        component_step(before.c, now.c, impulse, options),
    )


def coming_steps(unit: Craft | Drone, impulse: int, options: Options) -> tuple[int, int]:
    """The steps of another impulse by the columns as they stand, whatever changes in between (PW-S62)."""
    now: CountedVelocity = unit.counted
    return component_step(now.a, now.a, impulse, options), component_step(now.c, now.c, impulse, options)


def path_of(at: Hex, a: int, c: int) -> tuple[Hex, ...]:
    """The hexes a craft enters by steps of -1 to 1 along A and along C (PW-M20).

    Both of one sign are one hex along B or E; of unlike signs first the hex along A or D, then the one along C or F.
    """
    along_a, along_c = (0 if a > 0 else 3), (2 if c > 0 else 5)
    if a and a == c:
        return (step(at, 1 if a > 0 else 4),)
    path: list[Hex] = []
    if a:
        path.append(step(at, along_a))
    if c:
        path.append(step(path[-1] if path else at, along_c))
    return tuple(path)


FINEST_PARTS: Final = 120
"""The finest multiple of standard that may be ordered is one part in this many."""

DRONE_LIMIT: Final = 24
"""How often a drone's fuel lets it accelerate (PW-S78)."""


def top_multiple(options: Options) -> Fraction:
    """The greatest multiple of standard there is, by any means (PW-A01)."""
    return tables(options)["PW-T15"].fraction("crash, maximum", "multiple of standard")


def rate(options: Options, *, manned: bool) -> Fraction:
    """What a standard acceleration adds to each component of the facing in one impulse (PW-M10, PW-M11)."""
    return tables(options)["PW-T15"].fraction("standard", "manned change" if manned else "unmanned change")


def is_manned(battle: Battle, craft: Craft) -> bool:
    """Whether anybody is aboard the craft or one joined to it: then all keep to what crews can bear (PW-S04, PW-M30)."""
    return any(member.design.manned for member in group(battle, craft))


def is_fuelled(craft: Craft, facing: Facing, *, brake: bool = False) -> bool:
    """Whether a craft's engines work for this thrust (PW-S23).

    A ramscoop needs a filled tank only from rest or against a component it has; braking scoop-first never (PW-M15).
    """
    if craft.tanks_full > 0:
        return True
    if craft.design.scoop == "none" or craft.velocity == Velocity():
        return False
    a, c = ACCELERATION_SIGNS[facing]
    return brake or (craft.velocity.a * a >= 0 and craft.velocity.c * c >= 0)


def engines(battle: Battle, craft: Craft, *, brake: bool = False, crash: bool = False) -> int:
    """The engines that can push a craft along its facing now, those of joined craft too (PW-M30).

    An evading craft keeps one for it, except on an impulse of crash acceleration, when it does not evade (PW-A19).
    """
    found = 0
    for member in group(battle, craft):
        if is_fuelled(member, craft.facing, brake=brake) and not (brake and member.design.scoop == "none"):
            found += max(0, member.engines - (1 if member.evading and not crash else 0))
    return found


def may_crash(battle: Battle, craft: Craft) -> bool:
    """Whether this battle and the craft's controls allow crash acceleration (PW-A01, PW-A07)."""
    return battle.options.crash_acceleration and (craft.controls > 0 or battle.options.crash_without_controls)


def check_craft(battle: Battle, craft: Craft, multiple: Fraction, *, brake: bool) -> Fraction:
    """The multiple of standard an order comes to: up to 1 as much of it as the engines give, above 1 exactly that.

    IllegalOrderError names the rule that forbids it.
    """
    _check_multiple(battle, craft, multiple)
    if brake:
        check_brake(craft)
    ready = engines(battle, craft, brake=brake, crash=multiple > 1)
    if ready == 0:
        raise _no_thrust(battle, craft, brake=brake)
    size = group_class(battle, craft)
    if multiple > 1 and ready < multiple * size:
        needed = -(-(multiple * size) // 1)
        raise IllegalOrderError(
            f"{craft.name} has {ready} engines for thrust; {multiple} times standard takes {needed}.", rule="PW-A02"
        )
    comes_to = multiple if multiple > 1 else min(multiple, ready / size)
    check_top_speed(battle, craft, comes_to, brake=brake)
    return comes_to


def _check_multiple(battle: Battle, craft: Craft, multiple: Fraction) -> None:
    top = top_multiple(battle.options)
    if multiple <= 0 or multiple.denominator > FINEST_PARTS:
        raise IllegalOrderError(
            f"An acceleration is a multiple of standard above 0, in parts of {FINEST_PARTS} at the finest.",
            rule="PW-M13",
        )
    if multiple > top:
        raise IllegalOrderError(f"Nothing ever accelerates by more than {top} times standard.", rule="PW-A01")
    if multiple > 1 and not battle.options.crash_acceleration:
        raise IllegalOrderError("This battle is played without crash acceleration.", rule="PW-A01")
    if multiple > 1 and not may_crash(battle, craft):
        raise IllegalOrderError(f"{craft.name} has no controls left and cannot crash accelerate.", rule="PW-S147")


def check_brake(craft: Craft) -> None:
    """IllegalOrderError unless the craft is a ramscoop moving along each component it faces (PW-S31, PW-M15)."""
    if craft.design.scoop == "none":
        raise IllegalOrderError(
            f"{craft.name} is not a ramscoop; it slows by facing against its motion and accelerating.", rule="PW-M14"
        )
    a, c = ACCELERATION_SIGNS[craft.facing]
    if (a and craft.velocity.a * a <= 0) or (c and craft.velocity.c * c <= 0):
        raise IllegalOrderError(
            f"{craft.name} can brake only components that it faces into and that are not 0.", rule="PW-M15"
        )


def _no_thrust(battle: Battle, craft: Craft, *, brake: bool) -> IllegalOrderError:
    members = group(battle, craft)
    if not any(member.engines for member in members):
        return IllegalOrderError(f"{craft.name} has no engines left to accelerate with.", rule="PW-S46")
    if any(is_fuelled(member, craft.facing, brake=brake) and member.engines for member in members):
        return IllegalOrderError(f"{craft.name} needs its only engine to evade.", rule="PW-A19")
    if craft.design.scoop == "none":
        return IllegalOrderError(f"{craft.name} has no filled fuel tank, so its engines do not work.", rule="PW-S23")
    if craft.velocity == Velocity():
        return IllegalOrderError(f"{craft.name} needs a filled fuel tank to start from rest.", rule="PW-S33")
    return IllegalOrderError(f"{craft.name} needs a filled fuel tank to thrust against its motion.", rule="PW-S32")


def check_top_speed(battle: Battle, craft: Craft, multiple: Fraction, *, brake: bool) -> None:
    """IllegalOrderError if a battle's top absolute speed leaves no room for this acceleration (PW-C24)."""
    if battle.options.max_absolute_speed is None:
        return  # a component at 12 stops there, and nothing is refused (PW-M18)
    step = multiple * rate(battle.options, manned=is_manned(battle, craft))
    wanted = push(craft.velocity, craft.facing, step, brake=brake)
    if clamp_velocity(craft.velocity, wanted, battle.options) == craft.velocity:
        raise IllegalOrderError(
            f"{craft.name} would go past this battle's top speed of {battle.options.max_absolute_speed} hexes a turn.",
            rule="PW-C24",
        )


def check_drone(drone: Drone, multiple: Fraction, *, brake: bool) -> None:
    """IllegalOrderError if a drone may not accelerate so now (PW-M25, PW-S78, PW-S80)."""
    if drone.captor:
        raise IllegalOrderError(f"{drone.id} is being reeled in and goes with its captor.", rule="PW-S80")
    if drone.accelerations >= DRONE_LIMIT:
        raise IllegalOrderError(f"{drone.id} has used its {DRONE_LIMIT} accelerations.", rule="PW-S78")
    if brake:
        raise IllegalOrderError(f"{drone.id} is not a ramscoop; it slows by facing against its motion.", rule="PW-M14")
    if not 0 < multiple <= 1 or multiple.denominator > FINEST_PARTS:
        raise IllegalOrderError(
            f"A drone accelerates by standard at most, in parts of {FINEST_PARTS} at the finest.", rule="PW-M25"
        )


def push(velocity: Velocity, facing: Facing, amount: Fraction, *, brake: bool = False) -> Velocity:
    """A velocity after an acceleration along a facing; a brake works against it and stops each component at 0 (PW-M15)."""
    a, c = ACCELERATION_SIGNS[facing]
    if not brake:
        return Velocity(velocity.a + a * amount, velocity.c + c * amount)
    return Velocity(_braked(velocity.a, a, amount), _braked(velocity.c, c, amount))


def _braked(value: Fraction, sign: int, amount: Fraction) -> Fraction:
    return max(Fraction(0), value * sign - amount) * sign if sign else value
