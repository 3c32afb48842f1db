"""The impulse movement chart: on which impulses a speed moves, through which hexes, and what changes in mid-turn do to it."""

from rules.hexes import Hex
from rules.pentagon_war.geometry import step
from rules.pentagon_war.options import Options, tables
from rules.pentagon_war.shipyard.boxes import PRINTED
from rules.pentagon_war.units import Counted, Craft, Drone


def moves_on(speed: int, impulse: int, options: Options = PRINTED) -> bool:
    """Whether a component that counts as `speed` (its sign does not matter) moves on an impulse, 1 to 12 (PW-M17)."""
    return move_number(speed, impulse, options) > 0


def move_number(speed: int, impulse: int, options: Options = PRINTED) -> int:
    """The number of the move a speed makes on an impulse, 0 for none (PW-T21)."""
    return tables(options)["PW-T21"].number(abs(speed), f"impulse {impulse}")


def component_step(before: int, after: int, impulse: int, options: Options = PRINTED) -> int:
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
    now: Counted = unit.counted
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
