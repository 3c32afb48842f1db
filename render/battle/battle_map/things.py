"""What stands on a battle map and where: every unit's place in pixels, those that share a hex fanned out."""

import math
from collections import defaultdict
from collections.abc import Mapping
from typing import Final

from render.battle.battle_map.glyphs import Flying
from render.canvas.fonts import drawable
from render.canvas.hex_field import Field
from render.canvas.label_placing import Spot, apart
from rules.hexes import Hex
from rules.pentagon_war.geometry import Facing
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import Craft, SideId, UnitId
from rules.values import Value, changed, field

NAME: Final = 18
"""Characters of a craft's name on the map."""
CROWD: Final = 32
"""So many craft have signs of full size; of more, all become smaller."""
SEEKER: Final = 0.55
"""What flies, as a share of a craft's least radius."""


class Ship(Value):
    """A craft's sign: where it is drawn, how large, what is written beside it, and the middle of its hex."""

    craft: Craft
    at: Spot
    radius: int
    label: str
    short: str
    home: Spot


class Swarm(Value):
    """Things of one kind and side in one hex that head alike: one sign, and how many."""

    kind: Flying
    side: SideId
    heading: Facing
    ids: tuple[UnitId, ...]
    at: Spot
    radius: int


class Things(Value):
    """All of it; `spots` is where each unit is drawn."""

    ships: tuple[Ship, ...]
    swarms: tuple[Swarm, ...]
    spots: Mapping[UnitId, Spot] = field(default_factory=dict)


def things_of(view: BattleView, ground: Field, mark: int = 0) -> Things:
    """What the view holds of craft still in play and of what flies, by hex, in the order of ids.

    With `mark`, the least radius of a craft, signs grow to it and move apart where they would hide one another.
    """
    known = view.known
    stacks: dict[Hex, list[Craft]] = defaultdict(list)
    for _, craft in sorted(known.craft.items()):
        if not craft.fate:
            stacks[craft.at].append(craft)
    flown = {flier.at for units in (known.drones, known.missiles, known.bolts) for flier in units.values()}
    ships = []
    for here, stack in sorted(stacks.items()):
        x, y = ground.center(here)
        ships += _fanned(stack, (x, y - (round(ground.unit * 0.3) if here in flown else 0)), ground)
    swarms = _swarms(view, ground, frozenset(stacks))
    if mark:
        ships, swarms = _grown(ships, swarms, ground, mark)
    spots = {ship.craft.id: ship.at for ship in ships}
    spots |= {unit: swarm.at for swarm in swarms for unit in swarm.ids}
    spots |= {body.id: ground.center(body.at) for body in known.bodies.values() if body.edge is None}
    return Things(tuple(ships), tuple(swarms), spots)


def _fanned(stack: list[Craft], middle: Spot, ground: Field) -> list[Ship]:
    """One craft in the middle of its hex; several in a ring, the first on top, smaller the more there are."""
    unit = ground.unit
    number = len(stack)
    share, reach = (
        (1.12, 0.0) if number == 1 else (0.8, 0.92) if number == 2 else (0.66, 1.1) if number <= 6 else (0.42, 1.3)
    )
    found = []
    for place, craft in enumerate(stack):
        turn = math.tau * place / number - (math.pi / 2 if number == 2 else 0)
        at = (round(middle[0] + math.sin(turn) * reach * unit), round(middle[1] - math.cos(turn) * reach * unit))
        name = drawable(craft.name, NAME)
        label = f"{craft.id} {name}" if name and name != craft.id else craft.id
        note = " (hidden)" if craft.hidden else ""
        home = ground.center(craft.at)
        found.append(Ship(craft, at, max(round(unit * share), 4), label + note, craft.id + note, home))
    return found


def _grown(ships: list[Ship], swarms: list[Swarm], ground: Field, mark: int) -> tuple[list[Ship], list[Swarm]]:
    """Signs large enough to be told apart in a preview, none hidden by another; of a great crowd, smaller ones."""
    if len(ships) > CROWD:
        mark = round(mark * math.sqrt(CROWD / len(ships)))
    radii = [max(ship.radius, mark) for ship in ships]
    small = [max(swarm.radius, round(mark * SEEKER)) for swarm in swarms]
    wanted = [(ship.at, radius) for ship, radius in zip(ships, radii, strict=True)]
    wanted += [(swarm.at, round(radius * 0.9)) for swarm, radius in zip(swarms, small, strict=True)]
    spots = apart(wanted, ground.size)
    moved = zip(ships, radii, spots, strict=False)
    flown = zip(swarms, small, spots[len(ships) :], strict=True)
    return (
        [changed(ship, radius=radius, at=at) for ship, radius, at in moved],
        [changed(swarm, radius=radius, at=at) for swarm, radius, at in flown],
    )


def _swarms(view: BattleView, ground: Field, crowded: frozenset[Hex]) -> list[Swarm]:
    """What flies, gathered where it cannot be told apart; below the craft where there are any."""
    alike: dict[tuple[Hex, Flying, SideId, Facing], list[UnitId]] = defaultdict(list)
    for _, drone in sorted(view.known.drones.items()):
        alike[drone.at, "drone", drone.side, drone.facing].append(drone.id)
    for _, missile in sorted(view.known.missiles.items()):
        alike[missile.at, "missile", missile.side, missile.heading].append(missile.id)
    for _, bolt in sorted(view.known.bolts.items()):
        alike[bolt.at, "bolt", bolt.side, bolt.heading].append(bolt.id)
    by_hex: dict[Hex, list[tuple[Flying, SideId, Facing, tuple[UnitId, ...]]]] = defaultdict(list)
    for (here, kind, side, heading), found_ids in alike.items():
        by_hex[here].append((kind, side, heading, tuple(found_ids)))
    unit, found = ground.unit, []
    for here, groups in sorted(by_hex.items()):
        x, y = ground.center(here)
        low = here in crowded
        wide = 1.15 if len(groups) <= 3 else 3.0 / len(groups)
        for place, (kind, side, heading, ids) in enumerate(groups):
            across = (place - (len(groups) - 1) / 2) * wide * unit
            at = round(x + across), round(y + (unit * 1.2 if low else 0))
            radius = max(round(unit * (0.5 if low or len(groups) > 1 else 0.62)), 3)
            found.append(Swarm(kind, side, heading, ids, at, radius))
    return found
