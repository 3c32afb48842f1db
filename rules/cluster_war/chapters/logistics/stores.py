"""What ships carry: supply points and munitions, who is in supply, how magazines are filled, and ground forces aboard
(CW-4.3-06 to 12, CW-6.5-22 to 6.5-24)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias

from rules.cluster_war.chapters.movement.fleets import in_order
from rules.cluster_war.model.economy.holds import filled_space, recount, room_aboard, shared_out, ship_capacity
from rules.cluster_war.model.economy.supply import Place, components, supply_grid
from rules.cluster_war.model.events.logistics import FleetRearmed
from rules.cluster_war.model.holdings.capacity import WATER_CODES, housed_size
from rules.cluster_war.model.holdings.holdings import Holdings, as_site
from rules.cluster_war.model.state.common import DesignId, HexId, RightKind, Settings, ShipId, SideId, TechId, tables
from rules.cluster_war.model.state.dealings import Right
from rules.cluster_war.model.state.holdings import Base, Colony, Design, Fleet, Ship
from rules.cluster_war.model.state.places import disk
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.unit_design.transport import Hangars, bay_capacity, crate_room, transport, works_at_sea
from rules.cluster_war.model.unit_design.wounded import sound
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, GameError, IllegalOrderError, NotYoursError, changed, quoted

Goods: TypeAlias = Literal["supplies", "crated"]
"""What a hold can carry besides CPs: supply points, or munitions that are not ready to fire (CW-4.3-24)."""
STORE_NAMES: Final = {"supplies": "supply points", "crated": "CPs of munitions"}
MISSILES_A_CP: Final = 10  # the cheapest cost 0.1 CP (CW-5.1-09)
PRINTED_SETTINGS: Final = Settings()
MISSILES: Final = "missile"


def magazine_room(design: Design, settings: Settings = PRINTED_SETTINGS) -> int:
    """CPs of the cheapest munitions that magazines and launchers hold, ready to fire (CW-5.1-09, CW-4.3-23)."""
    table = tables(settings)["CW-TAB-CAPACITY"]
    missiles = design.magazines * table.number("magazine/missiles/rounds", "capacity")
    missiles += design.launchers * table.number("missile launcher/internal missiles", "capacity")
    return missiles // MISSILES_A_CP


def amount(ship: Ship, what: Goods) -> int:
    """How much of it a ship carries."""
    return ship.supplies if what == "supplies" else ship.crated


def goods_held(ships: Iterable[Ship], what: Goods) -> int:
    """How much of it these ships carry together."""
    return sum([s.supplies for s in ships]) if what == "supplies" else sum([s.crated for s in ships])


def _with_stores(ship: Ship, what: Goods, more: int) -> Ship:
    if not more:
        return ship
    if what == "supplies":
        return changed(ship, supplies=ship.supplies + more)
    return changed(ship, crated=ship.crated + more)


def taken_up(
    designs: Mapping[DesignId, Design], ships: Mapping[ShipId, Ship], what: Goods, number: int, settings: Settings
) -> dict[ShipId, Ship]:
    """The ships after goods came aboard, filled in the order given; IllegalOrderError without room (CW-4.3-12)."""
    shares, left = shared_out(ships, number, lambda ship: room_aboard(designs, [ship], settings))
    if left:
        raise IllegalOrderError(
            f"The cargo bays have room for {number - left} more, and {number} {STORE_NAMES[what]} were to come aboard.",
            rule="CW-4.3-12",
        )
    return {key: _with_stores(ship, what, shares[key]) for key, ship in ships.items()}


def given_away(ships: Mapping[ShipId, Ship], what: Goods, number: int) -> dict[ShipId, Ship]:
    """The ships after goods left them, emptied in the order given; IllegalOrderError if fewer are aboard."""
    shares, left = shared_out(ships, number, lambda ship: amount(ship, what))
    if left:
        raise IllegalOrderError(
            f"Only {number - left} of these {number} {STORE_NAMES[what]} are aboard.", rule="CW-4.3-14"
        )
    return {key: _with_stores(ship, what, -shares[key]) for key, ship in ships.items()}


def depot_room(design: Design, base: Base, settings: Settings = PRINTED_SETTINGS) -> int:
    """Supply points that a base's cargo bays can still take (CW-5.2-07)."""
    return max(0, ship_capacity(design, settings) - base.supplies)


def check_number(number: int) -> int:
    """The number; IllegalOrderError for less than 1 (CW-4.3-12)."""
    if number < 1:
        raise IllegalOrderError("Give a number of at least 1.", rule="CW-4.3-12")
    return number


def own_place(holdings: Holdings, fleet: Fleet, place: str) -> Colony:
    """An own colony in the fleet's hex, or an own base in a colony's shape, at work or not (CW-4.3-10)."""
    me, found, base = holdings.owner, holdings.colonies.get(place), holdings.bases.get(place)
    if base is not None and base.side == me.id:
        found = as_site(base, me.designs[base.design])
    if found is None or found.side != me.id:
        raise NotYoursError(f"You have no colony or base {quoted(place)}.")
    if found.hex != fleet.hex:
        raise IllegalOrderError(f"{fleet.name} is at {fleet.hex}, not at {found.name}.", rule="CW-4.3-10")
    return found


def place_name(holdings: Holdings, place: str) -> str:
    """What an own colony or base is called; "" for none."""
    found: Colony | Base | None = holdings.colonies.get(place) or holdings.bases.get(place)
    return found.name if found else ""


def has_right(rights: Iterable[Right], giver: SideId, taker: SideId, kind: RightKind) -> bool:
    """Whether an empire granted another this right."""
    return Right(giver, taker, kind) in rights


def granted_hexes(place: Place, side: SideId, kind: RightKind) -> frozenset[HexId]:
    """Hexes of the colonies where other empires grant the side this right; the hexes around do not count (CW-4.3-06)."""
    givers = {r.giver for r in place.rights if r.taker == side and r.kind == kind}
    if not givers:
        return frozenset()
    colonies = place.foreign_colonies.values() if isinstance(place, View) else place.colonies.values()
    return frozenset(c.hex for c in colonies if c.side in givers)


def supply_hexes(place: Place, side: SideId) -> frozenset[HexId]:
    """Every hex where the side's units are in supply: its own grid, and colonies with supply rights (CW-4.3-06)."""
    return supply_grid(place, side) | granted_hexes(place, side, "supply")


def in_supply(fleet: Fleet, hexes: frozenset[HexId]) -> bool:
    """Whether a fleet is in one of these hexes; in FTL space it is nowhere (CW-4.1-06, CW-4.3-07)."""
    return fleet.transit is None and fleet.hex in hexes


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
        self.turn = turn
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
            if place in self.turn.colonies:
                colony = self.turn.colonies[place]
                given = min(colony.munitions, left)
                self.turn.colonies[place] = changed(colony, munitions=colony.munitions - given)
            else:
                base = self.turn.bases[place]
                given = min(base.munitions, left)
                self.turn.bases[place] = changed(base, munitions=base.munitions - given)
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


def barracks_left(designs: Mapping[DesignId, Design], ship: Ship, settings: Settings) -> int:
    """Barracks of a ship that no battalion sleeps in (CW-A-10)."""
    held = ((designs[d], n) for d, n in ship.crates.items() if d in designs)
    taken = sum(transport(design, settings).barracks * n for design, n in held if design.kind == "ground")
    return max(0, sound(designs, ship).barracks - taken)


def board_forces(
    designs: Mapping[DesignId, Design],
    ships: Mapping[ShipId, Ship],
    design: Design,
    count: int,
    settings: Settings,
    *,
    crated: bool,
) -> dict[ShipId, Ship]:
    """The ships with so many units of ground forces more, each whole in one ship; IllegalOrderError without room.

    Aerospace battalions ride in hangar bays as far as these go, unless they are to be `crated` as cargo.
    """
    loaded, left = _stowed(designs, ships, design, count, settings, crated=crated)
    if left:
        takes, ready = transport(design, settings), transport(design, settings, hangars=True)
        ways = f"{takes.words}, or {ready.words}" if ready != takes else takes.words
        raise IllegalOrderError(
            f"There is room for {count - left} {design.name} aboard, not for {count}: each takes {ways} in one ship.",
            rule="CW-6.5-22" if takes.barracks else "CW-5.1-04",
        )
    return loaded


def room_for(
    designs: Mapping[DesignId, Design], ships: Mapping[ShipId, Ship], design: Design, most: int, settings: Settings
) -> int:
    """How many units of ground forces more the ships take, `most` at the most; none of those that no ship carries."""
    try:
        return most - _stowed(designs, ships, design, most, settings, crated=False)[1]
    except GameError:
        return 0


def _stowed(
    designs: Mapping[DesignId, Design],
    ships: Mapping[ShipId, Ship],
    design: Design,
    count: int,
    settings: Settings,
    *,
    crated: bool,
) -> tuple[dict[ShipId, Ship], int]:
    """The ships with as many of so many units as they have room for, and how many are left; IllegalOrderError for those that
    no ship carries."""
    takes, ready = transport(design, settings), transport(design, settings, hangars=True)
    if takes.special:
        raise IllegalOrderError(
            f"{design.name} is of starship size: it takes {takes.words}, not cargo bays.", rule="CW-5.1-04"
        )
    loaded, left, room = dict(ships), count, crate_room(design, settings)
    big = [s for s in ships.values() if designs[s.design].kind != "small_craft"]
    hangars = Hangars(designs, big, settings)
    for craft in (s for s in ships.values() if designs[s.design].kind == "small_craft"):
        hangars.take(designs[craft.design].hull)
    free = 0 if crated or not ready.hangar_bays else hangars.free
    for ship in big:
        beds = barracks_left(designs, ship, settings) // takes.barracks if takes.barracks else left
        flights = min(left, beds, min(free, designs[ship.design].hangar // hangars.room) // max(1, ready.hangar_bays))
        space = max(0, ship_capacity(sound(designs, ship), settings) - filled_space(ship))
        stowed = min(left - flights, beds - flights, space // room if room else left)
        if flights + stowed:
            aboard = recount(ship.crates, design.id, flights + stowed)
            loaded[ship.id] = changed(ship, crates=aboard, crate_room=ship.crate_room + stowed * room)
            free -= flights * ready.hangar_bays
            left -= flights + stowed
    return loaded, left


def disembark_forces(
    designs: Mapping[DesignId, Design], ships: Mapping[ShipId, Ship], design: Design, count: int, settings: Settings
) -> tuple[dict[ShipId, Ship], int]:
    """The ships with at most so many units fewer, those in cargo bays first, and how many left them."""
    emptied, left = dict(ships), count
    for key, ship in ships.items():
        gone = min(ship.crates.get(design.id, 0), left)
        if gone:
            emptied[key] = with_fewer(designs, ship, recount(ship.crates, design.id, -gone), settings)
            left -= gone
    return emptied, count - left


def with_fewer(
    designs: Mapping[DesignId, Design], ship: Ship, crates: Mapping[DesignId, int], settings: Settings
) -> Ship:
    """A ship that has these crates left, and no more room taken by them than they and its salvage take; who rode in hangars
    took none."""
    least = sum(crate_room(designs[d], settings) * n for d, n in crates.items() if not _flies(designs[d]))
    least += sum(ship.salvage.values()) * bay_capacity(settings)
    gone = ((d, n - crates.get(d, 0)) for d, n in ship.crates.items())
    freed = sum(crate_room(designs[d], settings) * n for d, n in gone)
    return changed(ship, crates=crates, crate_room=max(least, ship.crate_room - freed))


def _flies(design: Design) -> bool:
    return "aerospace" in design.traits


def check_landing(
    place: Colony, designs: Mapping[DesignId, Design], design: Design, count: int, step: str | None
) -> None:
    """IllegalOrderError if a place cannot house so many more ground forces (CW-6.5-01), or has no sea for boats
    (CW-A-63)."""
    if works_at_sea(design) and (step or "0000")[3] not in WATER_CODES:
        raise IllegalOrderError(f"{place.name} has no sea for {design.name}.", rule="CW-A-63")
    if "wild" in design.traits or design.unit not in {"", "battalion"}:
        return
    left = max(0, place.training - housed_size(place.garrison, designs))
    if design.hull * count > left:
        raise IllegalOrderError(
            f"The military base of {place.name} can house size {left} more; {count} × {design.name} is size "
            f"{design.hull * count}.",
            rule="CW-6.5-01",
        )
