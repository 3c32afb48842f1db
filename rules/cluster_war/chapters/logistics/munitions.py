"""Munitions: where stock can reach, and filling magazines by themselves inside friendly space (CW-4.3-08 to 10)."""

from collections import defaultdict
from typing import Final

from rules.cluster_war.chapters.logistics.stores import magazine_room
from rules.cluster_war.chapters.logistics.supplied import has_right
from rules.cluster_war.chapters.movement.fleets import in_order
from rules.cluster_war.model.economy.holds import shared_out
from rules.cluster_war.model.economy.supply import components
from rules.cluster_war.model.events.logistics import FleetRearmed
from rules.cluster_war.model.state.names import HexId, SideId, TechId
from rules.cluster_war.model.state.places import disk
from rules.cluster_war.model.working.turn_state import TurnState
from rules.events import Cause
from rules.values import changed

MISSILES: Final = "missile"


def compatible(own: tuple[TechId, ...], ally: tuple[TechId, ...]) -> bool:
    """Whether an ally's missiles fit: they have every missile technology that the own launchers are built for (CW-4.3-09)."""
    mine = {t.casefold() for t in own if MISSILES in t.casefold()}
    return mine <= {t.casefold() for t in ally}


class Stock:
    """What munitions lie where for one side: by group of connected hexes, and by hex (depots, and allies' colonies).

    A place is a colony or base. An own colony's stock reaches the whole grid it is connected to (CW-4.3-10); a base
    alone, and an ally's colony, only their hex.
    """

    def __init__(self, turn: TurnState, side: SideId) -> None:
        self.month = turn
        self.reach: dict[HexId, list[str]] = defaultdict(list)
        on = turn.cluster
        bases = [b for _, b in sorted(turn.bases.items()) if b.side == side and b.munitions and not b.towed_by]
        for group in components(turn, side):
            area = {h for c in group for h in disk(on, c.hex, turn.settings.grid_radius)}
            places = [c.id for c in group if c.munitions] + [b.id for b in bases if b.hex in area]
            for hex_ in area if places else ():
                self.reach[hex_] += places
        for base in bases:
            if base.id not in self.reach.get(base.hex, ()):
                self.reach[base.hex].append(base.id)
        owner = turn.sides[side]
        for colony in sorted(turn.colonies.values(), key=lambda c: c.id):
            granted = has_right(turn.rights, colony.side, side, "supply")
            granted = granted and has_right(turn.rights, colony.side, side, "rearm")
            ally = turn.sides[colony.side]
            if granted and colony.munitions and compatible(owner.technologies, ally.technologies):
                self.reach[colony.hex].append(colony.id)

    def draw(self, hex_: HexId, cps: int) -> int:
        """Take up to so many CPs from stock that reaches the hex; how many were there."""
        left = cps
        for place in self.reach.get(hex_, ()):
            if place in self.month.colonies:
                colony = self.month.colonies[place]
                given = min(colony.munitions, left)
                self.month.colonies[place] = changed(colony, munitions=colony.munitions - given)
            else:
                base = self.month.bases[place]
                given = min(base.munitions, left)
                self.month.bases[place] = changed(base, munitions=base.munitions - given)
            left -= given
        return cps - left


def has_munitions(turn: TurnState) -> bool:
    """Whether a colony or base of anybody's has any stock."""
    return any(c.munitions for c in turn.colonies.values()) or any(b.munitions for b in turn.bases.values())


def rearm(turn: TurnState, side: SideId) -> None:
    """Fill the magazines of the side's ships from stock in reach (CW-4.3-08, CW-4.3-10): at the turn's end, between
    battles, never in them (CW-4.3-11)."""
    sizes = {d.id: magazine_room(d, turn.settings) for d in turn.sides[side].designs.values()}
    if not any(sizes.values()):
        return
    stock: Stock | None = None
    for fleet in in_order(f for f in turn.fleets.values() if f.side == side and f.transit is None):
        empty = {key: sizes[turn.ships[key].design] - turn.ships[key].munitions for key in fleet.ships}
        room = {key: cps for key, cps in empty.items() if cps > 0}
        if not room:
            continue
        stock = stock or Stock(turn, side)
        drawn = stock.draw(fleet.hex, sum(room.values()))
        if drawn:
            given, _ = shared_out(room, drawn, lambda free: free)
            filled = tuple(key for key, cps in given.items() if cps)
            for key in filled:
                ship = turn.ships[key]
                turn.ships[key] = changed(ship, munitions=ship.munitions + given[key])
            cause = Cause("CW-4.3-08", fleet.order)
            turn.tell_side(FleetRearmed(side, fleet.id, fleet.hex, drawn, filled, cause=cause))
