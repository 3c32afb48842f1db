"""How units stand to one another: craft joined and moving as one; where pairs lay before they shared a hex (PW-B53)."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations, product
from typing import Final

from rules.hexes import Hex, distance
from rules.pentagon_war.changes import alive
from rules.pentagon_war.designs import Attachment
from rules.pentagon_war.geometry import Arc
from rules.pentagon_war.shipyard.pricing import thrust_class
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Craft, Drone, Missile, UnitId
from rules.values import changed

NEAR: Final = 6
"""Two units farther apart than this cannot meet on the next impulse: at most 2 hexes each, and 1 by a beam."""


def group(battle: Battle, craft: Craft) -> tuple[Craft, ...]:
    """The craft that move as one with this one, itself included, by id (PW-M30)."""
    if not craft.joined:
        return (craft,)
    return tuple(other for other in alive(battle) if other.joined == craft.joined)


def group_key(craft: Craft) -> str:
    """One word for all craft that move as one: they share a record."""
    return craft.joined or craft.id


def group_class(battle: Battle, craft: Craft) -> Fraction:
    """The size (or mass) classes of a group added up: the engines it takes for standard (PW-M30, PW-A58)."""
    return sum((thrust_class(member, battle.options) for member in group(battle, craft)), Fraction(0))


def links(battle: Battle, craft: Craft) -> tuple[tuple[Craft, Attachment], ...]:
    """The craft joined directly to this one, each with the attachment it hangs on, by id (PW-S142)."""
    return tuple(_links(craft, group(battle, craft)))


def _links(craft: Craft, members: tuple[Craft, ...]) -> Iterator[tuple[Craft, Attachment]]:
    free = list(craft.design.attachments)
    for other in members:
        fitting = next((place for place in free if place.to == other.design.name), None)
        if other.id != craft.id and fitting is not None and attachment(other, craft) is not None:
            free.remove(fitting)
            yield other, fitting


def attachment(craft: Craft, other: Craft) -> Attachment | None:
    """The first place on a craft's design that was built for the other's design (PW-S141, PW-S142)."""
    return next((place for place in craft.design.attachments if place.to == other.design.name), None)


def free_place(battle: Battle, craft: Craft, other: Craft) -> Attachment | None:
    """A place on a craft for another's design that nothing hangs on yet (PW-S142)."""
    left = list(craft.design.attachments)
    for _, place in links(battle, craft):
        left.remove(place)
    return next((place for place in left if place.to == other.design.name), None)


def blocked_arcs(battle: Battle, craft: Craft) -> frozenset[Arc]:
    """The arcs of a craft that its joined neighbours stand in: no weapon fires through them (PW-M30, PW-S142)."""
    return frozenset(place.blocks for _, place in links(battle, craft))


def parted(battle: Battle, craft: Craft) -> tuple[Craft, ...]:
    """The craft of a group with their new marks after one has left it; pieces that still hang together stay joined."""
    rest = tuple(member for member in group(battle, craft) if member.id != craft.id)
    return (changed(craft, joined=""), *_pieces(rest))


def _pieces(members: tuple[Craft, ...]) -> Iterator[Craft]:
    left = list(members)
    while left:
        piece, new = [], [left[0]]
        while new:
            member = new.pop()
            left.remove(member)
            piece.append(member)
            near = {other.id for other, _ in _links(member, members)}
            new += [other for other in left if other.id in near and other not in new]
        name = joined_name(piece) if len(piece) > 1 else ""
        yield from (changed(member, joined=name) for member in piece)


def joined_name(members: list[Craft]) -> str:
    """The id of a group: its members' ids in order, joined by plus signs."""
    return "+".join(sorted(member.id for member in members))


def note_apart(battle: Battle) -> Battle:
    """The battle with the differences of hexes of all near pairs noted; pairs in one hex keep what was noted (PW-B53).

    "X1>Y1" is X1's hex minus Y1's; both ways round are noted, for craft with craft and craft with drones and missiles.
    """
    noted: dict[str, Hex] = {}
    for one, other in _pairs(battle):
        q, r = one.at.q - other.at.q, one.at.r - other.at.r
        for name, gap in ((f"{one.id}>{other.id}", _gap(q, r)), (f"{other.id}>{one.id}", _gap(-q, -r))):
            if q or r:
                noted[name] = gap
            elif name in battle.apart:
                noted[name] = battle.apart[name]
    return battle if noted == battle.apart else changed(battle, apart=noted)


@lru_cache(maxsize=256)
def _gap(q: int, r: int) -> Hex:
    """One value for each difference of near hexes: thousands are noted in an impulse."""
    return Hex(q, r)


def _pairs(battle: Battle) -> Iterator[tuple[Craft, Craft | Drone | Missile]]:
    craft = alive(battle)
    small: list[Drone | Missile] = [drone for _, drone in sorted(battle.drones.items())]
    small += [missile for _, missile in sorted(battle.missiles.items())]
    pairs: chain[tuple[Craft, Craft | Drone | Missile]] = chain(combinations(craft, 2), product(craft, small))
    return ((one, other) for one, other in pairs if distance(one.at, other.at) <= NEAR)


def last_apart(apart: Mapping[str, Hex], unit: UnitId, other: UnitId) -> Hex | None:
    """Where `other` was as seen from `unit`, when the two last stood in different hexes; None if never (PW-B53)."""
    return apart.get(f"{other}>{unit}")
