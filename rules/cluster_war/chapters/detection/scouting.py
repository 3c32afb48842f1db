"""Learning a system by going there with long range sensors (CW-12.1-03 to 06)."""

from rules.cluster_war.chapters.detection.sensors import has_lrs
from rules.cluster_war.chapters.detection.specials import notes_on
from rules.cluster_war.chapters.movement.fleets import in_order, present
from rules.cluster_war.model.events.detection import SystemLearned
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.knowledge import KnownBody, KnownSystem
from rules.cluster_war.model.state.names import KnowledgeLevel, SideId
from rules.cluster_war.model.state.places import StarSystem
from rules.cluster_war.model.working.turn_state import TurnState
from rules.events import Cause

RANK: dict[KnowledgeLevel, int] = {"map": 0, "scouted": 1, "surveyed": 2}


def known_as(system: StarSystem, level: KnowledgeLevel, turn: int) -> KnownSystem:
    """A system as one who learned it at this level knows it: maximum CPs and resources by survey alone (CW-12.1-08)."""
    full = level == "surveyed"
    bodies = tuple(
        KnownBody(
            orbit=body.orbit,
            step=body.step,
            life=body.life,
            max_cp=body.max_cp if full else None,
            resources=body.resources if full else None,
            name=body.name,
        )
        for body in system.bodies
    )
    return KnownSystem(
        hex=system.hex,
        level=level,
        turn=turn,
        bodies=() if level == "map" else bodies,
        notes=notes_on(system, level),
        name=system.name,
    )


def knows(turn: GameState | TurnState, side: SideId, system: StarSystem, level: KnowledgeLevel) -> bool:
    """Whether a side knows a system at this level or better."""
    known = turn.knowledge[side].systems.get(system.hex)
    return known is not None and RANK[known.level] >= RANK[level]


def learn(turn: TurnState, side: SideId, system: StarSystem, level: KnowledgeLevel, *, week: int, cause: Cause) -> None:
    """Enter a system on a side's survey sheet, with any notes made there before, and tell it.

    What was known better before stays known as well: a level never falls.
    """
    known = turn.knowledge[side]
    before = known.systems.get(system.hex)
    if before is not None and RANK[before.level] > RANK[level]:
        level = before.level
    entry = known_as(system, level, turn.turn)
    if before is not None:
        notes = tuple(dict.fromkeys((*before.notes, *entry.notes)))
        entry = KnownSystem(entry.hex, level, turn.turn, entry.bodies, notes, before.name or entry.name)
    turn.learn(side, systems={**known.systems, system.hex: entry})
    if system.hex in known.stars:
        turn.learn(side, stars={h: codes for h, codes in known.stars.items() if h != system.hex})
    best = max((body.max_cp or 0 for body in entry.bodies), default=0)
    turn.tell_side(SystemLearned(side, system.hex, level, len(entry.bodies), best, week, cause=cause))


def scout(turn: TurnState, week: int) -> None:
    """Every fleet with LRS in a system that its side does not know yet scouts it (CW-12.1-05, CW-12.1-06)."""
    for hex_, fleets in sorted(present(turn.fleets.values()).items()):
        system = turn.cluster.systems.get(hex_)
        if system is None:
            continue
        for fleet in in_order([fleet for fleet in fleets if not knows(turn, fleet.side, system, "scouted")]):
            if not knows(turn, fleet.side, system, "scouted") and has_lrs(turn, fleet):
                learn(turn, fleet.side, system, "scouted", week=week, cause=Cause("CW-12.1-06", fleet.order))
