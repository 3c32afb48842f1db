"""What pairs of units looked like from one another before they shared a hex: the side of range 0 (PW-B53)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain, combinations, product
from typing import Final

from rules.hexes import Hex, distance
from rules.pentagon_war.changes import alive
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Craft, Drone, UnitId

NEAR: Final = 6
"""Two units farther apart than this cannot meet on the next impulse: at most 2 hexes each, and 1 by a beam."""


def note_apart(battle: Battle) -> Battle:
    """The battle with the differences of hexes of all near pairs noted; pairs in one hex keep what was noted (PW-B53).

    "X1>Y1" is X1's hex minus Y1's; both ways round are noted, for craft with craft and craft with drones.
    """
    noted: dict[str, Hex] = {}
    for one, other in _pairs(battle):
        for first, second in ((one, other), (other, one)):
            name = f"{first.id}>{second.id}"
            if first.at != second.at:
                noted[name] = Hex(first.at.q - second.at.q, first.at.r - second.at.r)
            elif name in battle.apart:
                noted[name] = battle.apart[name]
    return battle if noted == battle.apart else replace(battle, apart=noted)


def _pairs(battle: Battle) -> Iterator[tuple[Craft, Craft | Drone]]:
    craft = alive(battle)
    drones = [drone for _, drone in sorted(battle.drones.items())]
    pairs: chain[tuple[Craft, Craft | Drone]] = chain(combinations(craft, 2), product(craft, drones))
    return ((one, other) for one, other in pairs if distance(one.at, other.at) <= NEAR)


def last_apart(apart: Mapping[str, Hex], unit: UnitId, other: UnitId) -> Hex | None:
    """Where `other` was as seen from `unit`, when the two last stood in different hexes; None if never (PW-B53)."""
    return apart.get(f"{other}>{unit}")
