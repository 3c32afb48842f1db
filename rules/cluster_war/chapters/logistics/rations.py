"""What each unit out of supply gets to live from, hex by hex: made on the spot, from stores, from stored CPs (4.3, 5.2)."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from rules.cluster_war.chapters.logistics.needs import Berths, Norm, points_for, points_for_craft
from rules.cluster_war.chapters.logistics.sources import Workshop, base_workshop, fleet_workshop
from rules.cluster_war.chapters.logistics.stores import depot_room, given_away, held
from rules.cluster_war.model.economy.holds import landed
from rules.cluster_war.model.economy.yields import ruled
from rules.cluster_war.model.state.holdings import Base
from rules.cluster_war.model.state.names import BaseId, DesignId, FleetId, ShipId
from rules.cluster_war.model.state.units import Fleet, Ship
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Value, changed

NOTHING: Final = Workshop()


class Ration(Value):
    """How a fleet or base came through a month without supply: points needed, made (from `cps` stored CPs as well), used
    from stores, and the ships or base left without."""

    needed: int
    made: int
    cps: int
    used: int
    short: tuple[str, ...]


def feed_base(turn: TurnState, base: Base) -> tuple[Ration, int]:
    """Let a base live from its own: what it makes, its depot, its stored CPs; and the points it makes beyond its need
    (CW-5.2-05). What is over fills its depot once the fleets there have had theirs."""
    design = turn.sides[base.side].designs[base.design]
    needed = points_for(design, turn.settings)
    made = base_workshop(turn, base)
    if made.free + base.supplies + made.more(base.store) < needed:
        return Ration(needed, 0, 0, 0, (base.id,)), made.free
    free = min(made.free, needed)
    used = min(base.supplies, needed - free)
    cps = needed - free - used
    turn.bases[base.id] = changed(base, supplies=base.supplies - used, store=base.store - cps)
    return Ration(needed, free + cps, cps, used, ()), made.free - free


def feed_fleet(
    turn: TurnState,
    fleet: Fleet,
    ships: Sequence[Ship],
    sorted_: Berths,
    spare: dict[BaseId, int],
    norms: Mapping[DesignId, Norm],
    moved: Callable[[], Collection[FleetId]],
) -> Ration:
    """Let a fleet, whose `ships` are `sorted_`, live from its own workshops, own bases in the hex, its holds and its stored CPs
    (CW-4.3-14).

    `spare` is what each of those bases makes beyond its need; `moved` is asked only of who makes something. If there is too
    little, ships are fed in the fleet's order, each in full or not at all (CW-4.3-13).
    """
    needs = unit_needs(turn, fleet, sorted_, norms)
    farms = any(norms[design].farms for design in {ship.design for ship in ships})
    made = fleet_workshop(turn, fleet, moved=fleet.id in moved()) if needs and farms else NOTHING
    depots = sum(points + turn.bases[key].supplies for key, points in spare.items())
    aboard, stored = held(ships, "supplies"), sum([s.cargo for s in ships])
    short, fed = _short(needs, made.free + depots + aboard + made.more(stored))
    free = min(made.free, fed)
    drawn = _draw(turn, spare, fed - free)
    used = min(aboard, fed - free - drawn)
    cps = fed - free - drawn - used
    if used or cps:
        emptied: Mapping[ShipId, Ship] = dict(zip(fleet.ships, ships, strict=True))
        emptied = given_away(emptied, "supplies", used) if used else emptied
        turn.ships.update(landed(emptied, cps) if cps else emptied)
    return Ration(sum(needs.values()), free + cps, cps, used + drawn, short)


def _draw(turn: TurnState, spare: dict[BaseId, int], wanted: int) -> int:
    """Take up to so many points from the bases in the hex, first what they make to spare; how many there were."""
    left = wanted
    for key, points in list(spare.items()):
        given = min(points, left)
        spare[key] = points - given
        base = turn.bases[key]
        drawn = min(base.supplies, left - given)
        turn.bases[key] = changed(base, supplies=base.supplies - drawn)
        left -= given + drawn
    return wanted - left


def fill_depots(turn: TurnState, spare: Mapping[BaseId, int]) -> None:
    """Put what bases made beyond all needs into their cargo bays, as far as there is room (CW-5.2-07)."""
    for key, points in spare.items():
        base = turn.bases[key]
        room = depot_room(turn.sides[base.side].designs[base.design], base, turn.settings)
        if points and room:
            turn.bases[key] = changed(base, supplies=base.supplies + min(points, room))


def unit_needs(turn: TurnState, fleet: Fleet, sorted_: Berths, norms: Mapping[DesignId, Norm]) -> dict[ShipId, int]:
    """Points by ship: its hull, the craft on its racks, and craft that fly alone, which last a turn (CW-4.2-03).

    Craft in hangars need none (CW-4.3-16). Craft that fly alone are counted together, in the name of the first.
    """
    owner = turn.sides[fleet.side]
    needs = {s.id: norms[s.design].points for s in sorted_.ships}
    for carrier, craft in sorted_.racked.items():
        needs[carrier] += points_for_craft([owner.designs[c.design] for c in craft], turn.settings)
    if not sorted_.loose:
        return needs
    endurance = ruled("turns small craft last alone", turn.settings)
    hungry = [c for c in sorted_.loose if c.away >= endurance]
    if hungry:
        needs[hungry[0].id] = points_for_craft([owner.designs[c.design] for c in hungry], turn.settings)
    return needs


def _short(needs: Mapping[ShipId, int], points: int) -> tuple[tuple[ShipId, ...], int]:
    """Who gets nothing or too little when points are handed out in the fleet's order, and the points that the others get."""
    if not points:
        return tuple([ship for ship, need in needs.items() if need]), 0
    without: list[ShipId] = []
    before = points
    for ship, need in needs.items():
        if need > points:
            without.append(ship)
        else:
            points -= need
    return tuple(without), before - points
