"""What units out of supply consume, and get to live from hex by hex: made on the spot, from stores, from stored CPs
(CW-4.3-13 to 17, 5.2)."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final

from rules.cluster_war.chapters.logistics.stores import depot_room, given_away, goods_held
from rules.cluster_war.model.economy.holds import land_cps
from rules.cluster_war.model.economy.yields import supply_number
from rules.cluster_war.model.state.common import BaseId, DesignId, FleetId, HexId, Settings, ShipId, TechId
from rules.cluster_war.model.state.holdings import Base, Design, Fleet, Ship
from rules.cluster_war.model.state.sides import trait_level
from rules.cluster_war.model.unit_design.transport import Hangars
from rules.cluster_war.model.unit_design.wounded import sound
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Value, changed, field

PRINTED_SETTINGS: Final = Settings()
WITHOUT_CREW = frozenset({"crewless", "android", "remote"})
AGRO: Final = "Agricultural Stations"
INDUSTRY: Final = "Light Industry"
MINING: Final = "Mining Stations"


class Berths(Value):
    """A fleet sorted: starships, craft in hangars, craft on each ship's racks, and craft that fly beside them."""

    ships: tuple[Ship, ...]
    housed: tuple[Ship, ...] = ()
    racked: Mapping[ShipId, tuple[Ship, ...]] = field(default_factory=dict)
    loose: tuple[Ship, ...] = ()


def berths(designs: Mapping[DesignId, Design], fleet: Iterable[Ship], settings: Settings = PRINTED_SETTINGS) -> Berths:
    """Put a fleet's craft into its hangars, those that cannot stay out first, then on its racks, in their order."""
    here = tuple(fleet)
    if not any(designs[design].kind == "small_craft" for design in {s.design for s in here}):
        return Berths(here)
    ships = tuple(s for s in here if designs[s.design].kind != "small_craft")
    craft = [s for s in here if designs[s.design].kind == "small_craft"]
    hangars = Hangars(designs, ships, settings)
    housed: list[Ship] = []
    outside: list[Ship] = []
    for ship in sorted(craft, key=lambda s: designs[s.design].bridge):
        (housed if hangars.take(designs[ship.design].hull) else outside).append(ship)
    racked: dict[ShipId, tuple[Ship, ...]] = {}
    for ship in ships:
        racks = designs[ship.design].racks
        if racks and outside:
            racked[ship.id], outside = tuple(outside[:racks]), outside[racks:]
    return Berths(ships, tuple(housed), racked, tuple(outside))


class SupplyNorm(Value):
    """What a unit of one design needs a turn out of supply, whether it lacks crew quarters, and whether it grows food."""

    points: int
    crowded: bool
    farms: bool


def norms_of(designs: Mapping[DesignId, Design], settings: Settings) -> Mapping[DesignId, SupplyNorm]:
    """The norm of each design, worked out once for a whole fleet list."""
    return {
        key: SupplyNorm(points_for(d, settings), lacks_quarters(d, settings), d.agro > 0) for key, d in designs.items()
    }


def points_for(design: Design, settings: Settings) -> int:
    """Supply points a starship or base needs a turn out of supply: one per 10 hull or fraction (CW-4.3-13)."""
    return -(-design.hull // supply_number("hull a supply point keeps for a turn", settings))


def points_for_craft(designs: Iterable[Design], settings: Settings) -> int:
    """Supply points that these craft need a turn outside hangars: tenth-scale hull as starship hull (CW-4.3-17)."""
    each = supply_number("hull a supply point keeps for a turn", settings)
    return -(-sum(d.hull for d in designs) // (each * supply_number("tenth-scale hull in one starship hull", settings)))


def lacks_quarters(design: Design, settings: Settings) -> bool:
    """Whether a unit has fewer crew quarters than one per 10 hull (CW-4.3-04).

    Designs of a scenario that does not lay them out (no `unit`), units without crew and small craft need none.
    """
    if design.kind == "small_craft" or not design.unit or WITHOUT_CREW & set(design.traits):
        return False
    return design.crew_quarters * supply_number("hull one crew quarters serves", settings) < design.hull


class Workshop(Value):
    """What units can make a turn: food, parts, and the CPs their mines dig for the industry (CW-5.2-01 to 03)."""

    food: int = 0
    parts: int = 0
    mined: int = 0

    @property
    def free(self) -> int:
        """Full supply points from mined CPs alone: the lesser of food and parts (CW-5.2-05)."""
        return min(self.food, self.parts, self.mined)

    def more(self, stored: int) -> int:
        """Further points if `stored` CPs feed the industry, one CP each (CW-5.2-05)."""
        return min(self.food - self.free, self.parts - self.free, stored)


def workshop(
    designs: Iterable[Design], technologies: Iterable[TechId], settings: Settings, *, busy: int = 0, digs: bool = True
) -> Workshop:
    """What these units make; `busy` light industry builds something else, and without `digs` no mine works.

    Each level of "Agricultural Stations", "Light Industry" or "Mining Stations" adds to each component (CW-5.2-08).
    """
    units, known = tuple(designs), tuple(technologies)
    step = supply_number("more for each level of a component's technology", settings)

    def each(what: str, technology: str) -> int:
        return supply_number(what, settings) + step * trait_level(known, technology)

    idle = max(0, sum(d.light_industry for d in units) - busy)
    return Workshop(
        sum(d.agro for d in units) * each("food a station makes", AGRO),
        idle * each("parts a light industry makes", INDUSTRY),
        sum(d.mining for d in units) * each("CPs a mining station digs for industry", MINING) if digs else 0,
    )


def has_untapped_world(turn: TurnState, hex_: HexId) -> bool:
    """Whether a hex has a world with CPs that nobody has settled (CW-5.2-03)."""
    system = turn.cluster.systems.get(hex_)
    if system is None:
        return False
    settled = {c.orbit for c in turn.colonies.at(hex_)}
    return any(b.max_cp > 0 and b.orbit not in settled for b in system.bodies)


def fleet_workshop(turn: TurnState, fleet: Fleet, *, moved: bool) -> Workshop:
    """What a fleet's ships can make; who moved, or mines for CPs, digs nothing for the industry (CW-5.2-06)."""
    owner = turn.sides[fleet.side]
    ships = [turn.ships[s] for s in fleet.ships]
    if not any(owner.designs[design].agro for design in {ship.design for ship in ships}):
        return Workshop()
    designs = [sound(owner.designs, ship) for ship in ships]
    digs = not moved and fleet.transit is None and fleet.mining is None and has_untapped_world(turn, fleet.hex)
    return workshop(designs, owner.technologies, turn.settings, digs=digs)


def base_workshop(turn: TurnState, base: Base) -> Workshop:
    """What a base can make with the light industry that builds nothing this turn (CW-5.2-02)."""
    owner = turn.sides[base.side]
    design = sound(owner.designs, base)
    if not design.agro or base.towed_by or base.ready > turn.turn:
        return Workshop()
    busy = sum(b.capacity for b in turn.builds.at(base.id) if b.place == "factory")
    digs = not base.strip and has_untapped_world(turn, base.hex)
    return workshop([design], owner.technologies, turn.settings, busy=busy, digs=digs)


NO_WORKSHOP: Final = Workshop()


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
    norms: Mapping[DesignId, SupplyNorm],
    moved: Callable[[], Collection[FleetId]],
) -> Ration:
    """Let a fleet, whose `ships` are `sorted_`, live from its own workshops, own bases in the hex, its holds and its stored CPs
    (CW-4.3-14).

    `spare` is what each of those bases makes beyond its need; `moved` is asked only of who makes something. If there is too
    little, ships are fed in the fleet's order, each in full or not at all (CW-4.3-13).
    """
    needs = unit_needs(turn, fleet, sorted_, norms)
    farms = any(norms[design].farms for design in {ship.design for ship in ships})
    made = fleet_workshop(turn, fleet, moved=fleet.id in moved()) if needs and farms else NO_WORKSHOP
    depots = sum(points + turn.bases[key].supplies for key, points in spare.items())
    aboard, stored = goods_held(ships, "supplies"), sum([s.cargo for s in ships])
    short, fed = _short(needs, made.free + depots + aboard + made.more(stored))
    free = min(made.free, fed)
    drawn = _draw(turn, spare, fed - free)
    used = min(aboard, fed - free - drawn)
    cps = fed - free - drawn - used
    if used or cps:
        emptied: Mapping[ShipId, Ship] = dict(zip(fleet.ships, ships, strict=True))
        emptied = given_away(emptied, "supplies", used) if used else emptied
        turn.ships.update(land_cps(emptied, cps) if cps else emptied)
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


def unit_needs(
    turn: TurnState, fleet: Fleet, sorted_: Berths, norms: Mapping[DesignId, SupplyNorm]
) -> dict[ShipId, int]:
    """Points by ship: its hull, the craft on its racks, and craft that fly alone, which last a turn (CW-4.2-03).

    Craft in hangars need none (CW-4.3-16). Craft that fly alone are counted together, in the name of the first.
    """
    owner = turn.sides[fleet.side]
    needs = {s.id: norms[s.design].points for s in sorted_.ships}
    for carrier, craft in sorted_.racked.items():
        needs[carrier] += points_for_craft([owner.designs[c.design] for c in craft], turn.settings)
    if not sorted_.loose:
        return needs
    endurance = supply_number("turns small craft last alone", turn.settings)
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
