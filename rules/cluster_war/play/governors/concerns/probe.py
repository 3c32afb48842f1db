"""Probes: a few ships to a neighbour's world whom nobody trusts, to see what holds it, and away again before it costs much; how
quarrels begin between empires that are not at war yet (9.0-09, 9.5)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from rules.cluster_war.chapters.combat.fleet_orders import SetEngagement
from rules.cluster_war.chapters.movement.orders.moving import MoveFleet
from rules.cluster_war.chapters.movement.orders.organising import SetMission, SplitFleet
from rules.cluster_war.model.orders.names import free_fleet_id
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.knowledge import ColonySighting
from rules.cluster_war.model.state.names import WEEKS_PER_TURN, HexId, ShipId, SideId
from rules.cluster_war.model.state.units import Fleet, Leg
from rules.cluster_war.play.governors.concerns.defend import dangers
from rules.cluster_war.play.governors.fleets import strain
from rules.cluster_war.play.governors.known import Known
from rules.cluster_war.play.governors.plan import Reasoned
from rules.cluster_war.play.governors.proposal import Proposal, using
from rules.cluster_war.turn.planning.suggestions.suggestion import weeks_text

CONCERN: Final = "probe"
SHIPS: Final = 2
HULL: Final = 60
"""At most so many ships, and hull spaces, are risked."""
SHARE: Final = 3
"""At most one part in so many of the hull spaces of its warships."""
REACH: Final = 8
"""Hexes from the nearest own colony."""
AT_MOST: Final = 16
"""Weeks on the way."""
AGAIN: Final = 5
"""Turns before the same side is tested once more."""
WARY: Final = 25
"""The loss of hull in percent at which a probe withdraws."""
HARMLESS: Final = 40
"""Hull spaces of enemies at home that do not keep probes there."""


def probe(known: Known) -> Iterator[Proposal]:
    """A few ships to the nearest world of each side that it distrusts, first where somebody was seen who would fight."""
    nature, memory = known.nature, known.memory
    if not nature.probes or known.view.turn < nature.probes or memory.beaten or known.refuses("first strike"):
        return
    yield from _onward(known)
    if any(hull > HARMLESS for hull in dangers(known).values()):
        return
    for side, worlds in _worlds(known).items():
        if known.view.turn - memory.probed.get(side, -AGAIN) < AGAIN:
            continue
        for fleet, ships in _parties(known):
            ways = [way for way in known.ways(fleet, (w.hex for w in worlds)) if way[0] <= AT_MOST]
            if ways:
                hexes = [w.hex for w in worlds]
                weeks, hex_ = min(ways, key=lambda way: (hexes.index(way[1]), way))
                yield _sent(known, fleet, ships, side, (weeks, hex_))
                break


def is_probe(known: Known, fleet: Fleet) -> bool:
    """Whether a fleet is out to see, and to fight only as long as that costs little."""
    return fleet.mission == "scout" and known.roles.get(fleet.id) == "war"


def probed(known: Known, orders: Iterable[Reasoned]) -> Mapping[SideId, int]:
    """When it last sent somebody to each side, with what is ordered now."""
    goals = {one.order.legs[-1].to for one in orders if one.concern == CONCERN and isinstance(one.order, MoveFleet)}
    now = {c.side: known.view.turn for c in known.view.foreign_colonies.values() if c.hex in goals}
    return {**known.memory.probed, **now}


def _onward(known: Known) -> Iterator[Proposal]:
    """A probe that found nobody who would fight goes on to the nearest world that it has not seen this month, until its crews are
    tired."""
    seen_since = known.planned.first_week - WEEKS_PER_TURN
    for fleet in known.of_role("war"):
        if not is_probe(known, fleet) or fleet.hex in known.fed or strain(known.planned, fleet) >= known.nature.stress:
            continue
        if known.foes(fleet.hex) or known.strangers(fleet.hex):
            continue
        worlds = {w.hex for found in _worlds(known).values() for w in found if w.week < seen_since}
        for weeks, hex_ in known.ways(fleet, sorted(worlds))[:1]:
            if weeks <= AT_MOST:
                why = f"{fleet.name} met nobody, and goes on to {known.planned.place(hex_)}, {weeks_text(weeks)}"
                yield Proposal(CONCERN, (MoveFleet(fleet.id, (Leg(hex_),)),), why, 971, uses=using(f"fleet/{fleet.id}"))


def _worlds(known: Known) -> Mapping[SideId, list[ColonySighting]]:
    """Worlds near by of sides that it distrusts, by side, those first where armed ships or bases were seen, then the nearest."""
    view, found = known.view, dict[SideId, list[ColonySighting]]()
    armed = {s.hex for s in view.foreign_fleets.values()} | {s.hex for s in view.foreign_bases.values()}
    for seen in view.foreign_colonies.values():
        distrusted = seen.side in view.flags and seen.side not in view.peace and known.feels(seen.side) < 0
        if distrusted and known.from_home(seen.hex) <= REACH:
            found.setdefault(seen.side, []).append(seen)
    for worlds in found.values():
        worlds.sort(key=lambda w: (w.hex not in armed, known.from_home(w.hex), w.colony))
    return dict(sorted(found.items(), key=lambda item: (known.from_home(item[1][0].hex), item[0])))


def _parties(known: Known) -> Iterator[tuple[Fleet, tuple[ShipId, ...]]]:
    """War fleets at home that are rested, the strongest first, with the ships of each that could go: its smallest."""
    planned = known.planned
    here = [f for f in known.of_role("war") if f.hex in known.fed and strain(planned, f) < known.nature.stress]
    most = min(HULL, sum(known.strength(f) for f in here) // SHARE)
    for fleet in sorted(here, key=lambda f: (-known.strength(f), f.id)):
        able = [s for s in fleet.ships if planned.ships[s].design in known.roster.armed]
        able = [s for s in able if not planned.ships[s].damage and not planned.ships[s].wounds.damaged]
        able.sort(key=lambda s: (known.me.designs[planned.ships[s].design].hull, s))
        party: list[ShipId] = []
        for ship in able[:SHIPS]:
            if sum(known.me.designs[planned.ships[s].design].hull for s in (*party, ship)) <= most:
                party.append(ship)
        if party:
            yield fleet, tuple(party)


def _sent(known: Known, fleet: Fleet, ships: tuple[ShipId, ...], side: SideId, way: tuple[int, HexId]) -> Proposal:
    """The orders with which ships leave their fleet, and go."""
    weeks, hex_ = way
    orders: list[Order] = []
    goes = fleet.id
    if len(ships) < len(fleet.ships):
        goes = free_fleet_id(known.view, set(known.planned.fleets))
        orders.append(SplitFleet(fleet.id, ships, f"{fleet.name} probe"[:40], goes))
    orders.append(SetMission(goes, "scout"))
    orders.append(SetEngagement(goes, "attack", WARY))
    orders.append(MoveFleet(goes, (Leg(hex_),)))
    name, place = known.view.flags[side].name, known.planned.place(hex_)
    why = f"{len(ships)} ships to {place}, to see how well {name} holds it, {weeks_text(weeks)}"
    uses = using(f"fleet/{goes}", f"fleet/{fleet.id}", f"mission/{goes}", f"engage/{goes}", f"probe/{side}")
    return Proposal(CONCERN, tuple(orders), why, 972, uses=uses)
