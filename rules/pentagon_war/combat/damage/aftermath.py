"""What losses leave behind: broken locks, parted groups, seekers that have nothing left to follow (PW-S108, PW-B81)."""

from dataclasses import replace

from rules.events import Cause
from rules.pentagon_war.changes import put, seekers, seen
from rules.pentagon_war.events import Event, LinkChanged, TrackLost
from rules.pentagon_war.movement.locks import break_locks
from rules.pentagon_war.positions.joined import parted
from rules.pentagon_war.state import Battle
from rules.pentagon_war.targeting.sight import find_target


def aftermath(battle: Battle) -> tuple[Battle, tuple[Event, ...]]:
    """The battle tidied up after losses; safe to call at any time, and at rest it changes nothing.

    Locks of lost beams and on lost targets break, lost craft leave their groups, seekers of lost targets fly straight
    on; those of a lost launcher still home (PW-B81).
    """
    events: list[Event] = []
    for _, craft in sorted(battle.craft.items()):
        if craft.fate and craft.joined:
            told_to = seen(battle, craft.id)
            events.append(LinkChanged(battle.now, Cause("PW-M30"), "separated", craft.id, craft.joined, told_to))
            battle = put(battle, *parted(battle, craft))
    battle, broken = break_locks(battle)
    events += broken
    for seeker in seekers(battle):
        if seeker.tracking and seeker.target and find_target(battle, seeker.target) is None:
            battle = put(battle, replace(seeker, tracking=False, arrived=False))
            events.append(TrackLost(battle.now, Cause("PW-S64"), seeker.id, (seeker.side,)))
    return battle, tuple(events)
