"""The hexes an impulse's steps lead through (PW-M20)."""

from rules.hexes import Hex
from rules.pentagon_war.geometry import step


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
