"""What each side's map keeps of war: places that its own reports of the month name, for some turns (CW-9.0-11)."""

from collections.abc import Iterator
from typing import Final, TypeAlias

from rules.cluster_war.model.events.battles import BattleFought, BattleLosses
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.events.ground import GroundFought, InvasionBeaten, TroopsLanded, WorldConquered
from rules.cluster_war.model.events.raids import (
    ColonyBombarded,
    FreighterRobbed,
    PlanetDestroyed,
    RaidersFaced,
    TrafficCaught,
    TrafficLost,
    WorldBombarded,
)
from rules.cluster_war.model.state.names import HexId, SideId
from rules.cluster_war.model.state.war import NO_EMPIRE, SignKind, WarSign
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import changed

KEPT_TURNS: Final = 6
"""For so many turns a place of war stays on a map."""
Place: TypeAlias = tuple[SignKind, HexId, SideId]
OF_WAR: Final[frozenset[type[Event]]] = frozenset(
    {
        BattleFought,
        BattleLosses,
        TroopsLanded,
        GroundFought,
        WorldConquered,
        InvasionBeaten,
        WorldBombarded,
        ColonyBombarded,
        PlanetDestroyed,
        TrafficCaught,
        TrafficLost,
        FreighterRobbed,
        RaidersFaced,
    }
)
"""What tells of a place of war: a month has thousands of other events."""


def note_war(turn: TurnState) -> None:
    """At the month's end: put down, for each side, the places of war that its own reports tell of, and forget old ones. A side
    that was told nothing keeps nothing."""
    told = [(event, place) for event in turn.events if type(event) in OF_WAR for place in _places(event)]
    for side in sorted(turn.sides):
        old = turn.knowledge[side].signs
        heard = [place for event, place in told if may_see(event, side)]
        if not old and not heard:
            continue
        signs = {key: sign for key, sign in old.items() if sign.turn > turn.turn - KEPT_TURNS}
        for kind, here, by in heard:
            key = f"{kind}/{here}"
            before = signs.get(key)
            if before is None or before.turn < turn.turn:
                before = WarSign(kind, here, turn.turn, count=0)
            signs[key] = changed(before, by=by or before.by, count=before.count + 1)
        turn.learn(side, signs=dict(sorted(signs.items())))


def _places(event: Event) -> Iterator[Place]:
    """Where an event tells its hearer of war, and whose it was as far as they know."""
    match event:
        case BattleFought():
            yield "battle", event.hex, event.winner if event.winner != NO_EMPIRE else ""
        case BattleLosses() if not event.reported:
            yield "battle", event.hex, ""
        case TroopsLanded():
            yield "ground", event.hex, event.side
        case GroundFought():
            yield "ground", event.hex, ""
        case WorldConquered():
            yield "ground", event.hex, event.side
        case InvasionBeaten():
            yield "ground", _hex(event.world), ""
        case WorldBombarded():
            yield "bombarded", event.hex, event.side
        case ColonyBombarded():
            yield "bombarded", _hex(event.colony), event.by
        case PlanetDestroyed():
            yield "bombarded", event.hex, ""
        case TrafficCaught():
            yield "raid", event.hex, event.side
        case TrafficLost() | FreighterRobbed():
            yield "raid", event.hex, event.by
        case RaidersFaced():
            yield "raid", event.hex, ""
        case _:
            pass


def _hex(world: str) -> HexId:
    """The hex of a colony's id, "hex-orbit"."""
    return world.partition("-")[0]
