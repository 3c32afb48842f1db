"""Losses, and what they leave behind: broken locks, parted groups, seekers with nothing left to follow (PW-S108, PW-B81)."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from rules.dice import Roller
from rules.events import Cause
from rules.game import Adjudication
from rules.pentagon_war.changes import put, seekers, seen, wrecked
from rules.pentagon_war.combat.damage.explosions import Blast, craft_blast, explode
from rules.pentagon_war.events import Event, Gone, LinkChanged, TrackLost
from rules.pentagon_war.movement.locks import break_locks
from rules.pentagon_war.positions.joined import parted
from rules.pentagon_war.state import Battle
from rules.pentagon_war.targeting.sight import find_target
from rules.pentagon_war.units import Craft


def aftermath(battle: Battle) -> tuple[Battle, tuple[Event, ...]]:
    """The battle tidied up after losses; safe to call at any time, and at rest it changes nothing.

    Locks of lost beams and on lost targets break, lost craft leave their groups, seekers of lost targets fly straight
    on; those of a lost launcher still home (PW-B81).
    """
    events: list[Event] = []
    for _, craft in sorted(battle.craft.items()):
        if craft.fate and craft.joined:
            told_to = seen(battle, craft.id)
            events.append(
                LinkChanged(battle.now, Cause("PW-M30"), "separated", craft.id, craft.joined, seen_by=told_to)
            )
            battle = put(battle, *parted(battle, craft))
    battle, broken = break_locks(battle)
    events += broken
    for seeker in seekers(battle):
        if seeker.tracking and seeker.target and find_target(battle, seeker.target) is None:
            battle = put(battle, replace(seeker, tracking=False, arrived=False))
            events.append(TrackLost(battle.now, Cause("PW-S64"), seeker.id, seen_by=(seeker.side,)))
    return battle, tuple(events)


def lose(
    battle: Battle, craft: Iterable[Craft], why: Literal["self-destruction", "rammed"], cause: Cause, dice: Roller
) -> Adjudication[Battle, Event]:
    """The battle after craft are lost together: off the map, all exploding, their links and locks gone.

    Drones and missiles near by roll at once; points on craft wait for segment 11 (PW-B89).
    """
    lost = list(craft)
    blasts: list[Blast] = []
    events: list[Event] = []
    for each in lost:
        blasts += craft_blast(battle, each, "PW-A21" if why == "self-destruction" else "PW-A23")
        events.append(Gone(battle.now, cause, each.id, each.at, why))
    battle = put(battle, *(wrecked(each) for each in lost))
    after = explode(battle, blasts, dice)
    battle, told = aftermath(after.state)
    return Adjudication(battle, (*events, *after.events, *told))
