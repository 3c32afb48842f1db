"""How a side stands with each other empire, since when and because of what, as far as its own view tells; and partners in trade
whom an order would strike, and so lose: what its preview says, and asks (ruling R-256)."""

from collections.abc import Iterable, Iterator
from typing import Final, Literal, TypeAlias

from rules.cluster_war.chapters.combat.battle_orders import SetEngagement
from rules.cluster_war.chapters.combat.bombardment_orders import BombardWorld
from rules.cluster_war.chapters.combat.contact import engagement_of
from rules.cluster_war.chapters.combat.ground.invasion_orders import InvadeWorld
from rules.cluster_war.chapters.combat.raid_orders import RaidRoute
from rules.cluster_war.chapters.diplomacy.contact import in_contact
from rules.cluster_war.chapters.diplomacy.peace_orders import peace_offer_of, truce_of
from rules.cluster_war.chapters.diplomacy.treaty_orders import offer_of, pact_of
from rules.cluster_war.chapters.movement.organising_orders import SetMission
from rules.cluster_war.model.holdings.order_kind import PlannedState, Trip
from rules.cluster_war.model.orders.order import Note, Order
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, HexId, SideId, TradeLevel
from rules.cluster_war.model.state.dealings import BLOWS, BONDS, Deed, PeaceOffer
from rules.cluster_war.model.state.holdings import Fleet
from rules.cluster_war.model.state.view import View
from rules.values import Value

Standing: TypeAlias = Literal["war", "truce", "peace", "trade", "contact", "met", "unknown"]


class Relation(Value):
    """How a side stands with another: `since` which turn (0 where the view does not tell), `because` of what it was told, the
    first turn without a truce, trade and its offers, offers of peace, and what else passed between them, the newest first.
    `near` is regular contact, without which nothing can be agreed."""

    side: SideId
    standing: Standing
    near: bool
    since: int = 0
    because: Deed | None = None
    until: int = 0
    level: TradeLevel | None = None
    theirs: TradeLevel | None = None
    mine: TradeLevel | None = None
    peace_theirs: PeaceOffer | None = None
    peace_mine: PeaceOffer | None = None
    deeds: tuple[Deed, ...] = ()


def relations(view: View) -> tuple[Relation, ...]:
    """With every empire: those known first, by name."""
    found = [_relation(view, side) for side in view.flags if side != view.side]
    return tuple(sorted(found, key=lambda one: (one.standing == "unknown", view.flags[one.side].name)))


def _relation(view: View, side: SideId) -> Relation:
    me = view.side
    deeds = tuple(deed for deed in view.deeds if deed.other == side)
    bond = max((at for at, deed in enumerate(deeds) if deed.kind in BONDS), default=-1)
    blows = [deed for deed in deeds[bond + 1 :] if deed.kind in BLOWS]
    pact, truce = pact_of(view.pacts, me, side), truce_of(view.truces, me, side)
    near = in_contact(view, me, side)
    standing: Standing = "contact" if near else "met" if side in view.met else "unknown"
    cause = next((deed for deed in deeds if deed.kind == "contact"), None)
    if side in view.peace:
        standing = "peace" if truce is None else "truce"
        cause = _newest(deeds, "peace", "truce")
    elif blows:
        standing, cause = "war", blows[0]
    elif pact is not None:
        standing, cause = "trade", _newest(deeds, "trade")
    since = cause.turn if cause is not None else pact.since if pact is not None and standing == "trade" else 0
    theirs, mine = offer_of(view.offers, side, me), offer_of(view.offers, me, side)
    return Relation(
        side,
        standing,
        near,
        since=since,
        because=cause,
        until=truce.until if truce is not None else 0,
        level=pact.level if pact is not None else None,
        theirs=theirs.level if theirs is not None else None,
        mine=mine.level if mine is not None else None,
        peace_theirs=peace_offer_of(view.peace_offers, side, me),
        peace_mine=peace_offer_of(view.peace_offers, me, side),
        deeds=tuple(deed for deed in reversed(deeds) if deed is not cause),
    )


def _newest(deeds: tuple[Deed, ...], *kinds: str) -> Deed | None:
    return next((deed for deed in reversed(deeds) if deed.kind in kinds), None)


BREACH_RULE: Final = "CW-11.0-02"


def breach_notes(planned: PlannedState, order: Order, trips: Iterable[Trip] = ()) -> tuple[Note, ...]:
    """What an order does to partners, on a picture that it is part of; `trips` are the ways on which it sends fleets."""
    partners = {p.a if p.b == planned.me.id else p.b for p in planned.view.pacts} - {*planned.view.peace}
    return tuple(dict.fromkeys(_notes(planned, order, trips, partners))) if partners else ()


def _notes(planned: PlannedState, order: Order, trips: Iterable[Trip], partners: set[SideId]) -> Iterator[Note]:
    view = planned.view
    match order:
        case SetEngagement():
            fleet = planned.fleets.get(order.fleet)
            if (
                engagement_of(planned.me, fleet, planned.settings).stance == "attack"
                if fleet
                else order.stance == "attack"
            ):
                for side in sorted(partners):
                    yield _note(
                        view, side, "who attacks, attacks them, too, and that breaks it. The stance defend does not"
                    )
        case RaidRoute():
            yield from _living_at(view, order.path, partners)
        case BombardWorld():
            yield from _owner(view, f"{order.hex}-{order.orbit}", partners)
        case InvadeWorld():
            yield from _owner(view, order.world, partners)
        case SetMission() if order.mission == "blockade" and order.fleet in planned.fleets:
            yield from _living_at(view, _goals(planned, planned.fleets[order.fleet]), partners)
        case _:
            for trip in trips:
                fleet = planned.fleets.get(trip.fleet)
                if fleet is None:
                    continue
                if engagement_of(planned.me, fleet, planned.settings).stance == "attack":
                    yield from _on_the_way(planned, fleet, trip, partners)
                if fleet.mission == "blockade":
                    yield from _living_at(view, [one.hex for one in trip.entries[-1:]], partners)


def _note(view: View, side: SideId, why: str = "this breaks it") -> Note:
    """That an order strikes a partner."""
    pact = pact_of(view.pacts, view.side, side)
    level, since = (pact.level, pact.since) if pact is not None else ("limited", view.turn)
    text = f"{view.all_flags[side].name} is your partner in {level} trade since turn {since}; {why}."
    return Note(text, BREACH_RULE, asks=True)


def _owner(view: View, world: str, partners: set[SideId]) -> Iterator[Note]:
    seen = view.foreign_colonies.get(world)
    if seen is not None and seen.side in partners:
        yield _note(view, seen.side)


def _living_at(view: View, hexes: Iterable[HexId], partners: set[SideId]) -> Iterator[Note]:
    """Partners with colonies in these hexes that are known."""
    where = {*hexes}
    there = {c.side for c in view.foreign_colonies.values() if c.hex in where}
    yield from (_note(view, side) for side in sorted(there & partners))


def _goals(planned: PlannedState, fleet: Fleet) -> tuple[HexId, ...]:
    """Where a fleet is, and where its way ends."""
    ends = planned.heading.get(fleet.id, ())
    ends += (fleet.transit.to,) if fleet.transit is not None else ()
    ends += fleet.course.path[-1:] if fleet.course is not None else ()
    return (fleet.hex, *ends[-1:])


def _on_the_way(planned: PlannedState, fleet: Fleet, trip: Trip, partners: set[SideId]) -> Iterator[Note]:
    """Partners that are known to be where a fleet that attacks goes."""
    view = planned.view
    way, since = {one.hex for one in trip.entries if not one.crossed}, planned.first_week - WEEKS_PER_TURN
    seen = [(c.side, c.hex) for c in view.foreign_colonies.values()]
    seen += [(f.side, f.hex) for f in view.foreign_fleets.values() if f.week >= since]
    seen += [(b.side, b.hex) for b in view.foreign_bases.values()]
    for side in sorted(partners):
        there = next((hex_ for owner, hex_ in sorted(seen) if owner == side and hex_ in way), "")
        if there:
            why = f"{fleet.name} attacks whom it meets, they are at {planned.place(there)}, and that breaks it"
            yield _note(view, side, why)
