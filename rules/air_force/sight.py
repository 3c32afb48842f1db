"""Who sees whom: at night only what is near, burning or firing; by day not what comes out of the sun (ours, JET-X19)."""

from rules.air_force.geometry import toward_sun
from rules.air_force.jets import Jet
from rules.air_force.orders import SideId
from rules.air_force.state import Dogfight
from rules.air_force.tables_of import number
from rules.events import EVERYONE
from rules.hexes import distance


def pilot_sees(fight: Dogfight, pilot: Jet, other: Jet) -> bool:
    """Whether the pilot of one jet can see another."""
    away = distance(pilot.at, other.at)
    if fight.sun == "night":
        if other.fired or away <= number(fight.options, "night_sight"):
            return True
        return other.afterburner and away <= number(fight.options, "afterburner_sight")
    blinded = other.altitude > pilot.altitude and toward_sun(pilot.at, other.at, fight.sun)
    return not blinded or away <= number(fight.options, "sun_sight")


def side_sees(fight: Dogfight, side: SideId, other: Jet) -> bool:
    """Whether a side sees a jet: its own, one that is out of the fight, or one that any of its pilots sees."""
    if other.side == side or not other.flying:
        return True
    return any(jet.side == side and jet.flying and pilot_sees(fight, jet, other) for jet in fight.jets.values())


def watchers(fight: Dogfight, other: Jet) -> tuple[str, ...]:
    """The sides that see a jet now, or everyone when all of them do."""
    found = tuple(side for side in sorted(fight.sides) if side_sees(fight, side, other))
    return (EVERYONE,) if len(found) == len(fight.sides) else found
