"""CPs as freight: what cargo bays hold, and loading and unloading at own colonies (CW-5.1)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from rules.cluster_war.draft import Draft
from rules.cluster_war.economy import pay
from rules.cluster_war.events import CargoLoaded, CargoUnloaded
from rules.cluster_war.lookups import attempt, fleet_in_place, own_colony
from rules.cluster_war.orders import LoadCargo, SignedOrder, UnloadCargo
from rules.cluster_war.state import Design, DesignId, Fleet, Settings, Ship, ShipId
from rules.cluster_war.supply import connected
from rules.cluster_war.tables_of import tables
from rules.errors import IllegalOrderError
from rules.events import Cause, Modifier

BAY: Final = "cargo bay (starship scale)/CPs of goods"
PRINTED: Final = Settings()


def bay_capacity(settings: Settings = PRINTED) -> int:
    """CPs that one cargo bay holds: 20 (CW-5.1-03)."""
    return tables(settings)["CW-TAB-CAPACITY"].number(BAY, "capacity")


def bays_needed(cps: int, settings: Settings = PRINTED) -> int:
    """Cargo bays that this many CPs fill, rounded up (CW-18.0-35)."""
    return -(-cps // bay_capacity(settings))


def ship_capacity(design: Design, settings: Settings = PRINTED) -> int:
    """CPs that one ship of the design can carry."""
    return design.cargo_bays * bay_capacity(settings)


def cargo_capacity(designs: Mapping[DesignId, Design], ships: Iterable[Ship], settings: Settings = PRINTED) -> int:
    """CPs that these ships can carry together: a convoy counts as one (CW-5.1-06)."""
    return sum(ship_capacity(designs[s.design], settings) for s in ships)


def cargo_held(ships: Iterable[Ship]) -> int:
    """CPs aboard these ships."""
    return sum(s.cargo for s in ships)


def stowed(
    designs: Mapping[DesignId, Design], ships: Mapping[ShipId, Ship], cps: int, settings: Settings = PRINTED
) -> dict[ShipId, Ship]:
    """The ships after CPs came aboard, filled in the order given; IllegalOrderError without room (CW-5.1-03)."""
    loaded = dict(ships)
    left = cps
    for key, ship in ships.items():
        taken = min(max(0, ship_capacity(designs[ship.design], settings) - ship.cargo), left)
        loaded[key] = replace(ship, cargo=ship.cargo + taken)
        left -= taken
    if left:
        raise IllegalOrderError(
            f"The cargo bays have room for {cps - left} CPs more; {cps} CPs fill {bays_needed(cps, settings)} bays.",
            rule="CW-5.1-03",
        )
    return loaded


def landed(ships: Mapping[ShipId, Ship], cps: int) -> dict[ShipId, Ship]:
    """The ships after CPs left them, emptied in the order given; IllegalOrderError if fewer are aboard."""
    emptied = dict(ships)
    left = cps
    for key, ship in ships.items():
        given = min(ship.cargo, left)
        emptied[key] = replace(ship, cargo=ship.cargo - given)
        left -= given
    if left:
        raise IllegalOrderError(f"Only {cps - left} of these {cps} CPs are aboard.", rule="CW-5.1-03")
    return emptied


def ships_of(draft: Draft, fleet: Fleet) -> dict[ShipId, Ship]:
    """A fleet's ships by id."""
    return {s: draft.ships[s] for s in sorted(fleet.ships)}


def unload_cargo(draft: Draft) -> None:
    """Step 4: CPs leave the bays for the pool, or for the store of a colony that is cut off (CW-5.0-10)."""
    for signed, order in draft.orders_of(UnloadCargo):
        with attempt(draft, signed):
            _unload(draft, signed, order)


def _unload(draft: Draft, signed: SignedOrder, order: UnloadCargo) -> None:
    fleet = fleet_in_place(draft, signed.side, order.fleet)
    colony = own_colony(draft, signed.side, order.colony)
    _check_amount(order.cps)
    if fleet.hex != colony.hex:
        raise IllegalOrderError(f"{fleet.name} is at {fleet.hex}, not at {colony.name}.", rule="CW-5.1-01")
    draft.ships.update(landed(ships_of(draft, fleet), order.cps))
    to_pool = connected(draft, signed.side, colony)
    if to_pool:
        draft.purse[signed.side] += order.cps
    else:
        draft.colonies[colony.id] = replace(colony, store=colony.store + order.cps)
    draft.say(
        CargoUnloaded(
            side=signed.side,
            fleet=fleet.id,
            colony=colony.id,
            cps=order.cps,
            to_pool=to_pool,
            cause=Cause("CW-5.0-11" if to_pool else "CW-5.0-10", signed.id),
            seen_by=(signed.side,),
        )
    )


def load_cargo(draft: Draft) -> None:
    """Step 5: CPs come aboard at an own colony, from the pool or from the store of one that is cut off."""
    for signed, order in draft.orders_of(LoadCargo):
        with attempt(draft, signed):
            _load(draft, signed, order)


def _load(draft: Draft, signed: SignedOrder, order: LoadCargo) -> None:
    side = signed.side
    fleet = fleet_in_place(draft, side, order.fleet)
    _check_amount(order.cps)
    here = [c for c in draft.colonies_of(side) if c.hex == fleet.hex]
    if not here:
        raise IllegalOrderError(f"You have no colony at {fleet.hex} where CPs could be loaded.", rule="CW-5.1-01")
    aboard = stowed(draft.sides[side].designs, ships_of(draft, fleet), order.cps, draft.settings)
    if connected(draft, side, here[0]):
        pay(draft, side, "colonies", order.cps)
    else:
        held = sum(c.store for c in here)
        if order.cps > held:
            raise IllegalOrderError(
                f"{here[0].name} is cut off and holds {held} CPs of its own; this needs {order.cps}.", rule="CW-5.0-10"
            )
        left = order.cps
        for colony in here:
            given = min(colony.store, left)
            left -= given
            draft.colonies[colony.id] = replace(colony, store=colony.store - given)
    draft.ships.update(aboard)
    bays = bays_needed(order.cps, draft.settings)
    draft.say(
        CargoLoaded(
            side=side,
            fleet=fleet.id,
            hex=fleet.hex,
            cps=order.cps,
            cause=Cause("CW-5.1-03", signed.id, (Modifier(bays, f"cargo bays of {bay_capacity(draft.settings)} CPs"),)),
            seen_by=(side,),
        )
    )


def _check_amount(cps: int) -> None:
    if cps < 1:
        raise IllegalOrderError("Give the number of CPs, at least 1.", rule="CW-5.1-03")
