"""What cargo bays hold: CPs as goods, and the parts of dismantled bases and yards (CW-5.1-03, CW-5.1-08)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar

from rules.cluster_war.model.state.common import DesignId, Settings, ShipId, tables
from rules.cluster_war.model.state.holdings import Design, Ship
from rules.cluster_war.model.unit_design.transport import bay_capacity
from rules.cluster_war.model.unit_design.wounded import sound
from rules.values import IllegalOrderError, changed

SMALL_BAY: Final = "cargo bay (fighter or gunboat)/CPs of goods (1/10)"
PRINTED_SETTINGS: Final = Settings()
T = TypeVar("T")


def bays_needed(cps: int, settings: Settings = PRINTED_SETTINGS) -> int:
    """Cargo bays that this many CPs fill, rounded up (CW-18.0-35)."""
    return -(-cps // bay_capacity(settings))


def ship_capacity(design: Design, settings: Settings = PRINTED_SETTINGS) -> int:
    """CPs, or supply points, that one ship of the design can carry; small craft have small bays (CW-4.3-18)."""
    if design.kind == "small_craft":
        return design.cargo_bays * tables(settings)["CW-TAB-CAPACITY"].number(SMALL_BAY, "capacity")
    return design.cargo_bays * bay_capacity(settings)


def cargo_capacity(
    designs: Mapping[DesignId, Design], ships: Iterable[Ship], settings: Settings = PRINTED_SETTINGS
) -> int:
    """CPs that these ships can carry together: a convoy counts as one (CW-5.1-06)."""
    return sum(ship_capacity(designs[s.design], settings) for s in ships)


def cargo_held(ships: Iterable[Ship]) -> int:
    """CPs aboard these ships."""
    return sum(s.cargo for s in ships)


def filled_space(ship: Ship) -> int:
    """What fills a ship's bays, in CPs: goods, parts of bases and yards (CW-5.1-08), supply points, munitions and crated
    craft (CW-5.1-03, CW-4.3-12)."""
    return ship.cargo + sum(ship.parts.values()) + ship.supplies + ship.crated + ship.crate_room


def room_aboard(
    designs: Mapping[DesignId, Design], ships: Iterable[Ship], settings: Settings = PRINTED_SETTINGS
) -> int:
    """CPs that these ships' bays still take; bays that are hurt take nothing more (CW-9.6-04)."""
    return sum(max(0, ship_capacity(sound(designs, s), settings) - filled_space(s)) for s in ships)


def parts_held(ships: Iterable[Ship], what: str) -> int:
    """CPs of parts of one thing aboard these ships."""
    return sum(s.parts.get(what, 0) for s in ships)


def shared_out(things: Mapping[str, T], amount: int, most: Callable[[T], int]) -> tuple[dict[str, int], int]:
    """What of an amount each thing takes or gives, in the order given, and what then is left of it."""
    shares: dict[str, int] = {}
    for key, thing in things.items():
        shares[key] = min(most(thing), amount)
        amount -= shares[key]
    return shares, amount


def recount(counts: Mapping[str, int], what: str, by: int) -> dict[str, int]:
    """Counts by name with so many more of one thing (fewer, if negative); nothing stands there with 0."""
    found = {**counts, what: counts.get(what, 0) + by}
    return {name: number for name, number in found.items() if number}


def _filled_up(
    designs: Mapping[DesignId, Design], ships: Mapping[ShipId, Ship], cps: int, settings: Settings, of: str, rule: str
) -> dict[ShipId, int]:
    """What each ship takes of so many CPs that come aboard; IllegalOrderError without room for all of them."""
    shares, left = shared_out(ships, cps, lambda ship: room_aboard(designs, [ship], settings))
    if left:
        raise IllegalOrderError(
            f"The cargo bays have room for {cps - left} CPs{of} more; {cps} CPs fill {bays_needed(cps, settings)} bays.",
            rule=rule,
        )
    return shares


def stow_cps(
    designs: Mapping[DesignId, Design], ships: Mapping[ShipId, Ship], cps: int, settings: Settings = PRINTED_SETTINGS
) -> dict[ShipId, Ship]:
    """The ships after CPs came aboard, filled in the order given; IllegalOrderError without room (CW-5.1-03)."""
    shares = _filled_up(designs, ships, cps, settings, "", "CW-5.1-03")
    return {key: _with_cargo(ship, shares[key]) for key, ship in ships.items()}


def land_cps(ships: Mapping[ShipId, Ship], cps: int) -> dict[ShipId, Ship]:
    """The ships after CPs left them, emptied in the order given; IllegalOrderError if fewer are aboard."""
    shares, left = shared_out(ships, cps, lambda ship: ship.cargo)
    if left:
        raise IllegalOrderError(f"Only {cps - left} of these {cps} CPs are aboard.", rule="CW-5.1-03")
    return {key: _with_cargo(ship, -shares[key]) for key, ship in ships.items()}


def _with_cargo(ship: Ship, more: int) -> Ship:
    return changed(ship, cargo=ship.cargo + more) if more else ship


def with_parts(
    designs: Mapping[DesignId, Design],
    ships: Mapping[ShipId, Ship],
    what: str,
    cps: int,
    settings: Settings = PRINTED_SETTINGS,
) -> dict[ShipId, Ship]:
    """The ships after parts for `cps` CPs came aboard, filled in the order given; IllegalOrderError without room."""
    shares = _filled_up(designs, ships, cps, settings, " of parts", "CW-5.1-08")
    return {key: _parts_moved(ship, what, shares[key]) for key, ship in ships.items()}


def without_parts(ships: Mapping[ShipId, Ship], what: str, cps: int) -> dict[ShipId, Ship]:
    """The ships after parts for at most `cps` CPs left them, emptied in the order given."""
    shares, _ = shared_out(ships, cps, lambda ship: ship.parts.get(what, 0))
    return {key: _parts_moved(ship, what, -shares[key]) for key, ship in ships.items()}


def _parts_moved(ship: Ship, what: str, cps: int) -> Ship:
    return changed(ship, parts=recount(ship.parts, what, cps)) if cps else ship
