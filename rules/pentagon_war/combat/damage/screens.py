"""Screens against an impulse's damage: normal ones divided over the sides, directional ones weapon by weapon."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from rules.hexes import Hex, distance
from rules.pentagon_war.changes import find
from rules.pentagon_war.state import Battle, Blow
from rules.pentagon_war.units import Craft


def divided(totals: Mapping[int, int], screening: int, armor: Sequence[int], wish: Sequence[int]) -> Mapping[int, int]:
    """How much screening each side gets of what there is, never more than struck it (PW-B50, PW-B51).

    `wish` is the owner's `TakeDamage.screen`; what it leaves open goes to the sides with the least armor first.
    """
    given: Counter[int] = Counter()

    def screen(side: int, most: int) -> None:
        given[side] += min(most, totals.get(side, 0) - given[side], screening - given.total())

    if len(set(wish)) < len(wish):
        for side in wish:
            screen(side, 1)
    for side in (*wish, *sorted(totals, key=lambda side: (armor[side - 1], side))):
        screen(side, screening)
    return given


def directional(battle: Battle, craft: Craft, blows: Iterable[Blow], rating: int) -> Mapping[int, int]:
    """How much a directional screen takes off, by side: its rating from each weapon it is turned to (PW-A34)."""
    given: Counter[int] = Counter()
    for blow in blows:
        if faces(battle, craft, blow):
            given[blow.side] += min(rating, blow.points)
    return given


def faces(battle: Battle, craft: Craft, blow: Blow) -> bool:
    """Whether the craft's directional screen counts against a blow (PW-A32, PW-A33).

    Aimed at a side: against seekers and explosions that strike it. Aimed at a craft: against its fire, and that of
    whoever is in line with it.
    """
    if craft.screen_aim.startswith("side "):
        return (blow.seeker or blow.weapon == "explosion") and craft.screen_aim == f"side {blow.side}"
    if blow.seeker or blow.weapon == "explosion" or not craft.screen_aim:
        return False
    if blow.source == craft.screen_aim:
        return True
    aimed_at, firer = find(battle, craft.screen_aim), find(battle, blow.source)
    return aimed_at is not None and firer is not None and colinear(craft.at, aimed_at.at, firer.at)


def colinear(target: Hex, one: Hex, other: Hex) -> bool:
    """Whether the line from the target to the farther of two hexes passes through the nearer one (PW-A33).

    Entering its inside counts and so does running along its edge. Of two equally far the line to either will do.
    """
    near, far = sorted((one, other), key=lambda here: distance(target, here))
    return crosses(target, far, near, edges=True)


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
