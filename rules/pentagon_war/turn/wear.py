"""What high speed does to craft whose screens are down (PW-A25)."""

from dataclasses import replace
from typing import Final

from rules.dice import Roller
from rules.events import Cause, Modifier
from rules.game import Adjudication
from rules.hexes import Hex
from rules.pentagon_war.changes import alive, put
from rules.pentagon_war.combat.damage import assessment
from rules.pentagon_war.combat.reinforcement import rating
from rules.pentagon_war.events import Event, Struck
from rules.pentagon_war.geometry import sides_to
from rules.pentagon_war.positions.bodies import toward
from rules.pentagon_war.state import Battle, Blow
from rules.pentagon_war.units import Craft

HARMLESS: Final = 6
"""The greatest counted component that does a craft no harm (PW-A25)."""
SPEED: Final = "speed"


def wear(battle: Battle, dice: Roller) -> Adjudication[Battle, Event]:
    """One external point for every craft too fast without screens; nothing if the battle is played without the rule."""
    if not battle.options.speed_limitations:
        return Adjudication(battle, ())
    blows = tuple(_blow(craft) for craft in alive(battle) if _top(craft) > HARMLESS and not rating(craft))
    if not blows:
        return Adjudication(battle, ())
    # The damage of segment 11, but at the turn's end: acid gum eats by impulses and must not eat again here.
    acid = {craft.id: craft.acid for craft in alive(battle)}
    bare = put(battle, *(replace(craft, acid=()) for craft in alive(battle)))
    result = assessment.resolve(replace(bare, blows=(*bare.blows, *blows)), (), dice)
    after = put(result.state, *(replace(result.state.craft[unit], acid=left) for unit, left in acid.items()))
    return Adjudication(after, tuple(_told(battle, event) for event in result.events))


def _top(craft: Craft) -> int:
    return max(abs(craft.counted.a), abs(craft.counted.c))


def _blow(craft: Craft) -> Blow:
    """The point strikes the side that faces the motion; of two the clockwise one, unless the owner takes the other."""
    sides = sides_to(Hex(0, 0), craft.facing, toward(craft.velocity))
    return Blow(craft.id, craft.id, SPEED, sides[-1], 1, side_choice=sides[0] if len(sides) > 1 else 0)


def _told(before: Battle, event: Event) -> Event:
    """The event with its rule: a first blow of speed, not of an enemy's weapon."""
    if not isinstance(event, Struck) or not any(term.reason.endswith(SPEED) for term in event.cause.modifiers):
        return event
    speed = _top(before.craft[event.craft])
    return replace(event, cause=Cause("PW-A25", modifiers=(Modifier(event.points, f"speed {speed}, screens down"),)))
