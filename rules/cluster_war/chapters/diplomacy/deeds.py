"""What passed between empires, as each was told of it: trade that ends with a blow between partners (ruling R-256), and each
side's record. Both go by events that the side may see, so neither tells anybody anything new."""

from collections.abc import Iterator, Sequence
from typing import Final

from rules.cluster_war.chapters.diplomacy.treaty_orders import pact_of
from rules.cluster_war.model.events import battles, diplomacy, ground, logistics, raids, research
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.state.common import HexId, SideId
from rules.cluster_war.model.state.dealings import BLOWS, BONDS, Deed, DeedKind
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, changed

BREACH_RULE: Final = "CW-11.0-02"
MOST_DEEDS: Final = 12
"""The newest of each empire that are kept."""
BREACHES: Final[frozenset[DeedKind]] = frozenset({"attack", "raid", "fire", "landing", "conquest", "blockade"})
"""Blows that end an agreement of trade."""
OF_DEEDS: Final[frozenset[type[Event]]] = frozenset(
    {
        battles.BattleFought,
        raids.TrafficCaught,
        raids.TrafficLost,
        raids.FreighterRobbed,
        raids.WorldBombarded,
        raids.ColonyBombarded,
        raids.BlockadeChanged,
        ground.TroopsLanded,
        ground.WorldConquered,
        logistics.AidLanded,
        research.TechnologyGiven,
        diplomacy.TradeAgreed,
        diplomacy.TradeEnded,
        diplomacy.TradeBroken,
        diplomacy.PeaceAgreed,
        diplomacy.PeaceEnded,
        diplomacy.TruceOver,
        diplomacy.Threatened,
        diplomacy.AmbassadorsSent,
    }
)
"""What tells of a deed: a month has thousands of other events."""


def end_broken_trade(turn: TurnState) -> None:
    """At the month's end, when news has come home: an agreement ends whose one party was struck by the other and knows it. One of
    this very month stays, since fleets had their orders before it."""
    for side in sorted(turn.sides):
        for deed in _told(turn, side):
            pact = pact_of(turn.pacts, side, deed.other)
            if pact is None or deed.kind not in BREACHES or deed.by != deed.other or pact.since == turn.turn:
                continue
            pair = {side, deed.other}
            turn.pacts.remove(pact)
            turn.offers[:] = [o for o in turn.offers if {o.giver, o.taker} != pair]
            for reader in (side, deed.other):
                told = (deed.by, side, pact.level, deed.kind, deed.hex)
                turn.say(diplomacy.TradeBroken(*told, cause=Cause(BREACH_RULE), seen_by=(reader,)))


def note_deeds(turn: TurnState) -> None:
    """At the month's end: put down, for each side, what its own reports tell of it and others, whom it has met, and peace that
    the game master has declared."""
    for side in sorted(turn.sides):
        known, before = turn.knowledge[side], turn.start.knowledge[side]
        heard = list(_told(turn, side))
        heard += [_deed(turn, "contact", other, "") for other in sorted({*known.met} - {*before.met})]
        heard += _declared(turn, side, [*known.deeds, *heard])
        if heard:
            turn.learn(side, deeds=_added(known.deeds, heard))


def _declared(turn: TurnState, side: SideId, deeds: Sequence[Deed]) -> Iterator[Deed]:
    for pair in turn.peace:
        a, b = pair.split("|")
        other = b if a == side else a
        if side in {a, b} and _last(deeds, other) not in {"peace", "truce"}:
            yield _deed(turn, "peace", other, "", what="declared")


def _last(deeds: Sequence[Deed], other: SideId) -> DeedKind | None:
    kinds = [d.kind for d in deeds if d.other == other and d.kind in {"peace", "truce", "peace ended", "truce over"}]
    return kinds[-1] if kinds else None


def _added(old: Sequence[Deed], heard: Sequence[Deed]) -> tuple[Deed, ...]:
    """Deeds with newer ones: the same done again, with nothing between that ends it, is told with its last turn."""
    found = list(old)
    for new in heard:
        at = next((i for i in range(len(found) - 1, -1, -1) if _is_same(found[i], new)), None)
        bound = next(
            (i for i in range(len(found) - 1, -1, -1) if found[i].other == new.other and found[i].kind in BONDS), -1
        )
        if at is not None and (new.kind not in BLOWS or at > bound):
            found[at] = changed(found[at], last=new.turn, hex=new.hex or found[at].hex)
        else:
            found.append(new)
    kept: list[Deed] = []
    for other in dict.fromkeys(deed.other for deed in found):
        kept += [deed for deed in found if deed.other == other][-MOST_DEEDS:]
    return tuple(kept)


def _is_same(one: Deed, other: Deed) -> bool:
    again = one.kind in BLOWS or one.kind in {"threat", "gift"}
    return again and (one.kind, one.other, one.by) == (other.kind, other.other, other.by)


def _told(turn: TurnState, side: SideId) -> Iterator[Deed]:
    for event in turn.events:
        if type(event) in OF_DEEDS and may_see(event, side):
            yield from _deeds_in(turn, event, side)


def _deed(turn: TurnState, kind: DeedKind, other: SideId, by: SideId, hex_: HexId = "", what: str = "") -> Deed:
    return Deed(kind, other, by, turn.turn, turn.turn, hex_, what)


def _deeds_in(turn: TurnState, event: Event, side: SideId) -> Iterator[Deed]:
    """What an event that a side may see tells it of itself and others."""
    match event:
        case battles.BattleFought() if event.side == side:
            yield from _of_battle(turn, event, side)
        case raids.TrafficCaught() if event.side == side:
            yield _deed(turn, "raid", event.victim, side, event.hex)
        case raids.TrafficLost() | raids.FreighterRobbed() if event.side == side and event.by:
            yield _deed(turn, "raid", event.by, event.by, event.hex)
        case raids.WorldBombarded() if event.side == side:
            yield from _at_world(turn, side, "fire", f"{event.hex}-{event.orbit}")
        case raids.ColonyBombarded() if event.side == side and event.by:
            yield _deed(turn, "fire", event.by, event.by, event.colony.partition("-")[0])
        case raids.BlockadeChanged() if event.on and side in {event.owner, event.by}:
            other = event.by if side == event.owner else event.owner
            yield _deed(turn, "blockade", other, event.by, event.colony.partition("-")[0])
        case ground.TroopsLanded() if event.side == side:
            yield from _at_world(turn, side, "landing", event.world)
        case ground.TroopsLanded():
            yield _deed(turn, "landing", event.side, event.side, event.hex)
        case ground.WorldConquered() if side in {event.side, event.loser}:
            other = event.loser if side == event.side else event.side
            yield _deed(turn, "conquest", other, event.side, event.hex, event.name)
        case logistics.AidLanded() if side in {event.side, event.taker}:
            yield _deed(turn, "gift", _other(side, event.side, event.taker), event.side, what=f"{event.cps} CPs")
        case research.TechnologyGiven() if side in {event.side, event.taker}:
            yield _deed(turn, "gift", _other(side, event.side, event.taker), event.side, what=event.technology)
        case _:
            yield from _of_treaties(turn, event, side)


def _of_treaties(turn: TurnState, event: Event, side: SideId) -> Iterator[Deed]:
    match event:
        case diplomacy.TradeAgreed() if side in event.sides:
            yield _deed(turn, "trade", _other(side, *event.sides), "", what=event.level)
        case diplomacy.TradeEnded() if not event.offer:
            yield _deed(turn, "trade ended", _other(side, event.side, event.other), event.side)
        case diplomacy.TradeBroken():
            yield _deed(turn, "trade ended", _other(side, event.side, event.other), event.side, event.hex, event.deed)
        case diplomacy.PeaceAgreed() if side in event.sides:
            kind: DeedKind = "truce" if event.until else "peace"
            what = str(event.until) if event.until else ""
            yield _deed(turn, kind, _other(side, *event.sides), "", what=what)
        case diplomacy.PeaceEnded() if not event.offer:
            yield _deed(turn, "peace ended", _other(side, event.side, event.other), event.side)
        case diplomacy.TruceOver() if side in event.sides:
            yield _deed(turn, "truce over", _other(side, *event.sides), "")
        case diplomacy.Threatened():
            yield _deed(turn, "threat", _other(side, event.side, event.taker), event.side)
        case diplomacy.AmbassadorsSent() if event.exchanged:
            yield _deed(turn, "ambassadors", _other(side, event.side, event.taker), "")
        case _:
            pass


def _of_battle(turn: TurnState, event: battles.BattleFought, side: SideId) -> Iterator[Deed]:
    for foe in event.foes:
        if foe in event.struck_by:
            yield _deed(turn, "attack", foe, foe, event.hex)
        if foe in event.struck:
            yield _deed(turn, "attack", foe, side, event.hex)
        if foe not in {*event.struck, *event.struck_by}:
            yield _deed(turn, "battle", foe, "", event.hex)


def _at_world(turn: TurnState, side: SideId, kind: DeedKind, world: str) -> Iterator[Deed]:
    """What a side did to a world whose owner it knows."""
    seen = turn.knowledge[side].colonies.get(world)
    if seen is not None and seen.side != side:
        yield _deed(turn, kind, seen.side, side, seen.hex)


def _other(side: SideId, one: SideId, two: SideId) -> SideId:
    return two if side == one else one
