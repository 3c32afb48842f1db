"""Hidden craft: who begins a battle unseen, and who is sighted at the end of phase 3 (PW-S92, PW-B83)."""

from collections.abc import Sequence
from dataclasses import replace

from rules.dice import Roller
from rules.events import Cause, Modifier
from rules.game import Adjudication
from rules.hexes import distance
from rules.pentagon_war.changes import alive, enemies, put
from rules.pentagon_war.events import Event, Sighted
from rules.pentagon_war.orders import Decided
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.lock_on import rating
from rules.pentagon_war.units import Craft


def undetected(craft: Craft) -> Craft:
    """A craft as it is set up: hidden if it has radar invisibility (PW-S92)."""
    return replace(craft, hidden=craft.design.radar_invisibility)


def finder(battle: Battle, craft: Craft) -> Craft | None:
    """The nearest enemy craft that has this one within its radar rating, radar on; the first by id of several."""
    near = [(distance(e.at, craft.at), e.id) for e in enemies(battle, craft.side) if e.radar_on]
    found = [(away, enemy) for away, enemy in near if away <= rating(battle.craft[enemy])]
    return battle.craft[min(found)[1]] if found else None


def resolve(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """Hidden craft within an enemy's radar rating go onto everybody's map, still invisible to lock-on (PW-B83)."""
    events: list[Event] = []
    for craft in alive(battle):
        by = finder(battle, craft) if craft.hidden else None
        if by is None:
            continue
        battle = put(battle, replace(craft, hidden=False))
        away = distance(by.at, craft.at)
        why = Cause("PW-B83", modifiers=(Modifier(rating(by), "radar rating"), Modifier(away, "hexes away")))
        events.append(Sighted(battle.now, why, craft.id, by.id, craft.at))
    return Adjudication(battle, tuple(events))
