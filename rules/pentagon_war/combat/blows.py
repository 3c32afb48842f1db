"""Making blows: external damage that waits for segment 11, and the armor side it strikes (PW-B52 to PW-B54, PW-B67)."""

from rules.dice import Roller
from rules.hexes import Hex
from rules.pentagon_war.changes import key
from rules.pentagon_war.geometry import Facing, sides_to, step
from rules.pentagon_war.positions.apart import last_apart
from rules.pentagon_war.state import Battle, Blow
from rules.pentagon_war.units import Craft, UnitId


def blow(battle: Battle, target: Craft, source: UnitId, weapon: str, points: int, start: Hex, dice: Roller) -> Blow:
    """A blow from a place: on the side that faces it, a tie's clockwise side first (PW-B26, PW-B52).

    From the target's own hex: the side they closed along, or a die if they have never been apart (PW-B53).
    """
    origin = start
    if start == target.at:
        offset = last_apart(battle.apart, target.id, source)
        if offset is None:
            roll = dice.roll(key(battle, "side", target.id, source, weapon), 6)
            return Blow(target.id, source, weapon, roll.total, points, rolls=(roll,))
        origin = Hex(target.at.q + offset.q, target.at.r + offset.r)
    side, other_side = side_facing(target, origin)
    return Blow(target.id, source, weapon, side, points, side_choice=other_side)


def blow_from_heading(target: Craft, source: UnitId, weapon: str, points: int, heading: Facing) -> Blow:
    """A seeker's blow: on the side that faces the hex it came from (PW-B54)."""
    side, _ = side_facing(target, step(target.at, heading + 3))
    return Blow(target.id, source, weapon, side, points, seeker=True)


def side_facing(target: Craft, origin: Hex) -> tuple[int, int]:
    """The armor side towards another hex, clockwise of two, and the other one of a tie or 0 (PW-B25, PW-B26)."""
    sides = sides_to(target.at, target.facing, origin)
    return sides[-1], sides[0] if len(sides) > 1 else 0
