"""Options that hold more than one thing: ships in a row, a route, a world of a system."""

from rules.cluster_war.chapters.movement.move_orders import leg_named
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.state.names import HexId, ShipId
from rules.cluster_war.model.state.units import Leg
from rules.errors import NotationError, quoted


def ships_named(names: Names, text: str) -> tuple[ShipId, ...]:
    """Ships separated by spaces or commas (DD01 DD02); NotationError for one that is not the giver's."""
    return tuple(names.ship(word) for word in text.replace(",", " ").split())


def legs_named(names: Names, via: str, to: str, pick_up: tuple[ShipId, ...] = ()) -> tuple[Leg, ...]:
    """A route by waypoints separated by commas, each with ships to take along ("0104 +FF129"), to its end."""
    stops = [leg_named(names, part) for part in via.split(",") if part.strip()]
    return (*stops, Leg(names.hex(to), pick_up))


def hexes_named(names: Names, text: str) -> tuple[HexId, ...]:
    """Hexes separated by commas or spaces (0505, 0605)."""
    return tuple(names.hex(part) for part in text.replace(",", " ").split())


def world_of(text: str) -> tuple[str, int]:
    """A world written hex-orbit, like 2034-3."""
    hex_, dash, orbit = text.strip().partition("-")
    if not dash or len(hex_) != 4 or not hex_.isdecimal() or not orbit.isdecimal() or len(orbit) > 2:
        raise NotationError(
            f"{quoted(text)} is not a world; write hex and orbit, like 2034-3, or pick one from the list."
        )
    return hex_, int(orbit)
