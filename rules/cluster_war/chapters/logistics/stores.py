"""Supply points and munitions in cargo bays and magazines: how ships take them up and give them away (CW-4.3-12)."""

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias

from rules.cluster_war.model.economy.holds import room_aboard, shared_out, ship_capacity
from rules.cluster_war.model.holdings.holdings import Holdings, as_site
from rules.cluster_war.model.state.holdings import Base, Colony
from rules.cluster_war.model.state.names import DesignId, ShipId
from rules.cluster_war.model.state.settings import Settings, tables
from rules.cluster_war.model.state.units import Design, Fleet, Ship
from rules.errors import IllegalOrderError, NotYoursError, quoted
from rules.values import changed

Goods: TypeAlias = Literal["supplies", "crated"]
"""What a hold can carry besides CPs: supply points, or munitions that are not ready to fire (CW-4.3-24)."""
NAMES: Final = {"supplies": "supply points", "crated": "CPs of munitions"}
MISSILES_A_CP: Final = 10  # the cheapest cost 0.1 CP (CW-5.1-09)
PRINTED: Final = Settings()


def magazine_room(design: Design, settings: Settings = PRINTED) -> int:
    """CPs of the cheapest munitions that magazines and launchers hold, ready to fire (CW-5.1-09, CW-4.3-23)."""
    table = tables(settings)["CW-TAB-CAPACITY"]
    missiles = design.magazines * table.number("magazine/missiles/rounds", "capacity")
    missiles += design.launchers * table.number("missile launcher/internal missiles", "capacity")
    return missiles // MISSILES_A_CP


def amount(ship: Ship, what: Goods) -> int:
    """How much of it a ship carries."""
    return ship.supplies if what == "supplies" else ship.crated


def held(ships: Iterable[Ship], what: Goods) -> int:
    """How much of it these ships carry together."""
    return sum([s.supplies for s in ships]) if what == "supplies" else sum([s.crated for s in ships])


def _with(ship: Ship, what: Goods, more: int) -> Ship:
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
            f"The cargo bays have room for {number - left} more, and {number} {NAMES[what]} were to come aboard.",
            rule="CW-4.3-12",
        )
    return {key: _with(ship, what, shares[key]) for key, ship in ships.items()}


def given_away(ships: Mapping[ShipId, Ship], what: Goods, number: int) -> dict[ShipId, Ship]:
    """The ships after goods left them, emptied in the order given; IllegalOrderError if fewer are aboard."""
    shares, left = shared_out(ships, number, lambda ship: amount(ship, what))
    if left:
        raise IllegalOrderError(f"Only {number - left} of these {number} {NAMES[what]} are aboard.", rule="CW-4.3-14")
    return {key: _with(ship, what, -shares[key]) for key, ship in ships.items()}


def depot_room(design: Design, base: Base, settings: Settings = PRINTED) -> int:
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
