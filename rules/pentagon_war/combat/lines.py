"""Which hexes a straight line of fire crosses, exactly."""

from fractions import Fraction

from rules.hexes import Hex, distance


def crosses(start: Hex, end: Hex, here: Hex, *, edges: bool) -> bool:
    """Whether the line between two hexes' centres enters the inside of `here` (PW-A67).

    With `edges`, a line that runs along an edge of `here` counts too (PW-A33); a mere corner never does.
    """
    if distance(start, here) + distance(here, end) > distance(start, end) + 1:
        return False  # no point of the line comes that near
    first, last = Fraction(0), Fraction(1)
    for begin, finish in zip(_offsets(here, start), _offsets(here, end), strict=True):
        change = finish - begin
        if change == 0:
            if abs(begin) > 1 or (abs(begin) == 1 and not edges):
                return False
            continue
        one, other = Fraction(-1 - begin, change), Fraction(1 - begin, change)
        first, last = max(first, min(one, other)), min(last, max(one, other))
    return first < last


def _offsets(center: Hex, point: Hex) -> tuple[int, int, int]:
    """How far a point lies from a hex across its three pairs of sides; within one each, it is in the hex."""
    q, r = point.q - center.q, point.r - center.r
    return 2 * q + r, q + 2 * r, r - q
