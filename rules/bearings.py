"""Bearings between hexes in whole numbers: what lies ahead, between two directions, or near one of them."""

from rules.hexes import DIRECTIONS, Hex


def shares(dq: int, dr: int, direction: int) -> tuple[int, int]:
    """The vector as a sum of steps in a direction (0 to 5, clockwise from up) and in the next one clockwise.

    Negative: it does not lie between the two.
    """
    (aq, ar), (bq, br) = DIRECTIONS[direction], DIRECTIONS[(direction + 1) % 6]
    # Two neighbouring directions span the lattice: their determinant is 1.
    return dq * br - dr * bq, aq * dr - ar * dq


def nearest_is(dq: int, dr: int, direction: int) -> bool:
    """Whether a vector lies within 30 degrees of a direction, borders included."""
    ahead, right = shares(dq, dr, direction)
    if right >= 0:
        return ahead >= right  # between the direction and the next one: nearer to the first
    # On the other side: in steps of the direction and of the one before it.
    left_ahead = ahead + right
    return left_ahead >= 0 and left_ahead >= -right


def ahead(here: Hex, direction: int, hexes: int = 1) -> Hex:
    """The hex `hexes` steps from `here` in a direction (0 to 5, clockwise from up)."""
    dq, dr = DIRECTIONS[direction % 6]
    return Hex(here.q + dq * hexes, here.r + dr * hexes)
