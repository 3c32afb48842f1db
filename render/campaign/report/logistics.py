"""Sentences on cargo, supplies, munitions, stress and small craft aboard."""

from typing import Final

from render.campaign.report.names import colony_name, fleet_name, holder_name, place, ship_names, side_name, units_name
from render.campaign.report.rows import Rows
from render.canvas.safe_text import count, listed
from rules.cluster_war.events.logistics import (
    AidLanded,
    CargoLoaded,
    CargoUnloaded,
    CraftLanded,
    CraftTaken,
    FleetRearmed,
    StoresMoved,
    StressChecked,
    StressEased,
    StressRose,
    SuppliesUsed,
)
from rules.cluster_war.state.view import View

TROOPS: Final = "CW-6.5-22"
ROWS: Final = Rows()


@ROWS.tells(CargoLoaded, "fleets")
def _loaded(event: CargoLoaded, view: View) -> str:
    return f"{fleet_name(view, event.fleet)} loaded {event.cps} CPs at {place(view, event.hex)}."


@ROWS.tells(CargoUnloaded, "fleets")
def _unloaded(event: CargoUnloaded, view: View) -> str:
    where = "into the empire's pool" if event.to_pool else "into the colony's own store"
    at = colony_name(view, event.colony)
    return f"{fleet_name(view, event.fleet)} unloaded {event.cps} CPs at {at}, {where}."


@ROWS.tells(AidLanded, "money")
def _aid(event: AidLanded, view: View) -> str:
    given = f"{side_name(view, event.side)} gave {event.cps} CPs to {side_name(view, event.taker)}"
    where = {"pool": ", into your pool", "store": ", into the colony's own store"}.get(event.into, "")
    return f"{given} at {colony_name(view, event.colony)}{where}."


@ROWS.tells(StoresMoved, "fleets")
def _stores(event: StoresMoved, view: View) -> str:
    goods = count(event.amount, "supply point") if event.what == "supplies" else f"{event.amount} CPs of munitions"
    way = {"loaded": "from", "unloaded": "into", "handed over": "to"}[event.way]
    end = f" {way} {holder_name(view, event.place)}" if event.place else ""
    return f"{fleet_name(view, event.fleet)} {event.way} {goods} at {place(view, event.hex)}{end}."


@ROWS.tells(FleetRearmed, "fleets")
def _rearmed(event: FleetRearmed, view: View) -> str:
    at = f"at {place(view, event.hex)}: {event.cps} CPs of munitions from stock"
    return f"{fleet_name(view, event.fleet)} filled its magazines {at} ({ship_names(event.ships)})."


@ROWS.tells(SuppliesUsed, "fleets")
def _supplies(event: SuppliesUsed, view: View) -> str:
    who = f"{_who(view, event.fleet, event.short)}, out of supply near {place(view, event.hex)},"
    sources = [f"{event.used} from stores"] if event.used else []
    sources += [f"{event.made} made on the spot"] if event.made else []
    spent = f" with {event.cps} CPs" if event.cps else ""
    got = f": {listed(sources)}{spent}, {event.left} left aboard" if sources else ""
    short = f". Without supplies: {ship_names(event.short)}" if event.short else ""
    return f"{who} needed {count(event.needed, 'supply point')}{got}{short}."


@ROWS.tells(StressRose, "fleets")
def _stress_rose(event: StressRose, view: View) -> str:
    who = _who(view, event.fleet, event.ships)
    return f"{who}: stress rose to {event.stress} % ({ship_names(event.ships)})."


@ROWS.tells(StressEased, "fleets")
def _stress_eased(event: StressEased, view: View) -> str:
    who = f"{_who(view, event.fleet, event.ships)} at {place(view, event.hex)}"
    return f"{who}: in supply, no stress any more ({ship_names(event.ships)})."


@ROWS.tells(StressChecked, "fleets")
def _stress_checked(event: StressChecked, view: View) -> str:
    who = _who(view, event.fleet, event.ships)
    if event.failed:
        return f"{who}: stress check failed by {ship_names(event.failed)}; the game master decides what comes of it."
    return f"{who}: stress checks passed ({ship_names(event.ships)})."


@ROWS.tells(CraftTaken, "fleets")
def _craft_taken(event: CraftTaken, view: View) -> str:
    what = units_name(view, event.side, event.design, event.count)
    how = ship_names(event.ships) if event.ships else "aboard" if event.cause.rule == TROOPS else "in crates"
    return f"{fleet_name(view, event.fleet)} took {what} along from {holder_name(view, event.place)} ({how})."


@ROWS.tells(CraftLanded, "fleets")
def _craft_landed(event: CraftLanded, view: View) -> str:
    what = units_name(view, event.side, event.design, event.count)
    return f"{fleet_name(view, event.fleet)} left {what} at {holder_name(view, event.place)}."


def _who(view: View, fleet: str, units: tuple[str, ...]) -> str:
    """The fleet by name, or the base."""
    if fleet:
        return fleet_name(view, fleet)
    return ship_names(units) if units else "A base"
