"""Where the hexes of a battle lie on its picture: an unbounded map, fitted to what is in play."""

from collections.abc import Iterator
from typing import Final

from render.canvas.hex_field import GRID
from render.canvas.region import Region
from rules.errors import GameError
from rules.hexes import Hex, distance
from rules.pentagon_war.geometry import MAP
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import Body, Craft, Drone

NEAR: Final = 12
"""Within so many hexes of a star's surface a map shows it with the craft that are there."""


def in_play(view: BattleView, *, bodies: bool = True) -> list[Hex]:
    """The places of all that is in play, and where moving craft will have drifted to in a turn; with or without worlds. A star
    that some craft is near is there in any case: nobody may run into it unseen."""
    known = view.known
    places = []
    movers: list[Craft | Drone] = [craft for craft in known.craft.values() if not craft.fate]
    for mover in [*movers, *known.drones.values()]:
        a, c = round(mover.velocity.a), round(mover.velocity.c)
        places += [mover.at, Hex(mover.at.q + c, mover.at.r - a)]
    places += [missile.at for missile in known.missiles.values()]
    places += [bolt.at for bolt in known.bolts.values()]
    places += stars_near(view)
    for body in known.bodies.values():
        if bodies and not body.destroyed and body.edge is None:
            reach = max(body.radius, 0)
            places += [Hex(body.at.q - reach, body.at.r), Hex(body.at.q + reach, body.at.r)]
            places += [Hex(body.at.q, body.at.r - reach), Hex(body.at.q, body.at.r + reach)]
    return places


def stars_near(view: BattleView) -> list[Hex]:
    """The hexes that a map has to reach, so that every star is on it that some craft is near."""
    known = view.known
    flying = [craft.at for craft in known.craft.values() if not craft.fate]
    stars = [body for body in known.bodies.values() if body.star]
    near = [star for star in stars if any(distance(at, star.at) <= star.radius + NEAR for at in flying)]
    return [MAP.hex(*at) for star in near for at in _box(star)]


def _box(star: Body) -> Iterator[tuple[int, int]]:
    """Opposite corners of a star's hexes, with one more around them, by columns and rows."""
    column, row = MAP.offset(star.at)
    reach = star.radius + 1
    yield from ((column - reach, row - reach), (column + reach, row + reach))


def around_hex(center: Hex, radius: int) -> Region:
    """The part of the map within `radius` columns and rows (1 to 40) of a hex; GameError for another radius."""
    if not 1 <= radius <= 40:
        raise GameError(f"A battle map shows 1 to 40 hexes around a place, not {radius}.")
    column, row = GRID.offset(center)
    return Region(column - radius, row - radius, column + radius, row + radius)
