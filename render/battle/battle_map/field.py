"""Where the hexes of a battle lie on its picture: an unbounded map, fitted to what is in play."""

from render.canvas.hex_field import GRID
from render.canvas.region import Region
from rules.errors import GameError
from rules.hexes import Hex
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import Craft, Drone


def in_play(view: BattleView, *, bodies: bool = True) -> list[Hex]:
    """The places of all that is in play, and where moving craft will have drifted to in a turn; with or without worlds."""
    known = view.known
    places = []
    movers: list[Craft | Drone] = [craft for craft in known.craft.values() if not craft.fate]
    for mover in [*movers, *known.drones.values()]:
        a, c = round(mover.velocity.a), round(mover.velocity.c)
        places += [mover.at, Hex(mover.at.q + c, mover.at.r - a)]
    places += [missile.at for missile in known.missiles.values()]
    places += [bolt.at for bolt in known.bolts.values()]
    for body in known.bodies.values() if bodies else ():
        if not body.destroyed and body.edge is None:
            reach = max(body.radius, 0)
            places += [Hex(body.at.q - reach, body.at.r), Hex(body.at.q + reach, body.at.r)]
            places += [Hex(body.at.q, body.at.r - reach), Hex(body.at.q, body.at.r + reach)]
    return places


def around_hex(center: Hex, radius: int) -> Region:
    """The part of the map within `radius` columns and rows (1 to 40) of a hex; GameError for another radius."""
    if not 1 <= radius <= 40:
        raise GameError(f"A battle map shows 1 to 40 hexes around a place, not {radius}.")
    column, row = GRID.offset(center)
    return Region(column - radius, row - radius, column + radius, row + radius)
