"""Directions, bearings, firing arcs and armor sides on the battle map, in whole numbers only."""

from typing import Final, Literal, TypeAlias, get_args

from rules.bearings import ahead, nearest_is, shares
from rules.hexes import MOST_MAP_HEXES, Grid, Hex
from rules.values import NotationError, quoted

Facing: TypeAlias = int
"""0 to 5 for A to F, clockwise from straight up (PW-M02)."""

Arc: TypeAlias = Literal["RF", "R", "RR", "LR", "L", "LF"]
"""A 60-degree field of fire, clockwise from dead ahead (PW-B21)."""

ARCS: Final[tuple[Arc, ...]] = get_args(Arc)
FACING_LETTERS: Final = "ABCDEF"
BATTLE_MAP: Final = Grid(MOST_MAP_HEXES, MOST_MAP_HEXES, "even")
"""Hex numbers are CCRR and even columns sit half a hex lower (PW-M01, PW-M03); the map itself has no edge (PW-M26)."""


def letter(facing: Facing) -> str:
    """The letter of a facing: "A" for 0."""
    return FACING_LETTERS[facing % 6]


def facing_of(text: str) -> Facing:
    """The facing a player's letter names; NotationError says what would be right (PW-M02)."""
    wanted = text.strip().upper()
    if len(wanted) != 1 or wanted not in FACING_LETTERS:
        raise NotationError(f"{quoted(text)} is not a facing; facings are the letters A to F, A straight up.")
    return FACING_LETTERS.index(wanted)


def absolute(facing: Facing, direction: int) -> Facing:
    """The absolute facing of relative direction 1 to 6 (also of an armor side) of a craft (PW-M04)."""
    return (facing + direction - 1) % 6


def turned_by(before: Facing, after: Facing) -> int:
    """How many hexsides, 0 to 3, lie between two facings, the shorter way round."""
    around = (after - before) % 6
    return min(around, 6 - around)


def step(here: Hex, facing: Facing, hexes: int = 1) -> Hex:
    """The hex `hexes` steps from `here` in a direction (PW-M03)."""
    return ahead(here, facing, hexes)


def hex_name(here: Hex) -> str:
    """The printed number CCRR (PW-M01); "c/r" for a place beyond the numbered hundred by hundred."""
    return BATTLE_MAP.name(here)


def cones(start: Hex, end: Hex, facing: Facing) -> tuple[int, ...]:
    """Which of the six 60-degree cones, counted clockwise from the facing, hold `end` as seen from `start`.

    One cone, or both neighbours when the bearing runs exactly along the hexside direction between them; none for the
    same hex.
    """
    dq, dr = end.q - start.q, end.r - start.r
    if dq == dr == 0:
        return ()
    found = []
    for cone in range(6):
        left, right = shares(dq, dr, (facing + cone) % 6)
        if left >= 0 and right >= 0:
            found.append(cone)
    return tuple(found)


def arcs_to(start: Hex, facing: Facing, end: Hex) -> frozenset[Arc]:
    """The arcs of a craft at `start` that hold a target at `end`: two on a boundary, all in its own hex (PW-B21..B23)."""
    if start == end:
        return frozenset(ARCS)
    return frozenset(ARCS[cone] for cone in cones(start, end, facing))


def sides_to(start: Hex, facing: Facing, end: Hex) -> tuple[int, ...]:
    """The armor sides, 1 to 6, of a craft at `start` that face `end`: two on a boundary, clockwise last (PW-B25, PW-B26).

    Empty in the same hex.
    """
    dq, dr = end.q - start.q, end.r - start.r
    if dq == dr == 0:
        return ()
    found = []
    for side in range(6):
        direction = (facing + side) % 6
        if nearest_is(dq, dr, direction):
            found.append(side + 1)
    return (6, 1) if found == [1, 6] else tuple(found)


def directions_to(start: Hex, end: Hex) -> tuple[Facing, ...]:
    """The absolute directions nearest to the bearing from `start` to `end`: two when it lies midway; none if same hex."""
    return tuple(side - 1 for side in sides_to(start, 0, end))
