"""Phase 3: the radar rating, the lock-on die, and how long it holds (PW-B28 to PW-B35)."""

from collections.abc import Sequence
from dataclasses import replace

from rules.dice import Roller
from rules.events import Cause, Modifier
from rules.game import Adjudication
from rules.pentagon_war.alert import may_lock_on
from rules.pentagon_war.changes import alive, key, put, seen
from rules.pentagon_war.events import Event, LockOnTried
from rules.pentagon_war.orders import Decided
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Craft


def rating(craft: Craft) -> int:
    """The radar rating now: the highest box left, lower down the track by enemy ECM; the free 0 ends it (PW-B28)."""
    track = (*craft.radar, 0)
    return track[min(craft.radar_lowered, len(track) - 1)]


def resolve(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """Every craft tries once; a lock-on holds all turn (PW-B30)."""
    events: list[Event] = []
    for craft in alive(battle):
        why = _cause(battle, craft, dice)
        locked = bool(why.rolls) and why.rolls[0].total <= rating(craft)
        battle = put(battle, replace(craft, locked_on=locked))
        events.append(LockOnTried(battle.now, why, craft.id, rating(craft), locked, seen(battle, craft.id)))
    return Adjudication(battle, tuple(events))


def _cause(battle: Battle, craft: Craft, dice: Roller) -> Cause:
    """Why there is no die, or what it is rolled against."""
    if not may_lock_on(battle):
        return Cause("PW-B85")
    if not craft.radar_on:
        return Cause("PW-S44")
    if rating(craft) == 0:
        return Cause("PW-B33")
    whole = (*craft.radar, 0)[0]
    modifiers = [Modifier(whole, "radar rating")]
    if craft.radar_lowered:
        modifiers.append(Modifier(rating(craft) - whole, "enemy ECM"))
    return Cause("PW-B30", modifiers=tuple(modifiers), rolls=(dice.roll(key(battle, "lock-on", craft.id), 6),))
