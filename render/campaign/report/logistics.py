"""Sentences on cargo, supplies, munitions, stress and small craft aboard."""

from typing import Final

from render.campaign.report.names import (
    Words,
    colony_name,
    crew_name,
    fleet_name,
    holder_name,
    place,
    ship_names,
    side_name,
    units_name,
)
from render.campaign.report.rows import Rows
from render.canvas.safe_text import count, listed
from rules.cluster_war.events import logistics as events
from rules.cluster_war.state.by_the_book import by_the_book
from rules.cluster_war.state.view import View

TROOPS: Final = "CW-6.5-22"
ROWS: Final = Rows()
ROWS.says(events.CargoLoaded, "fleets", "{fleet} loaded {cps} CPs at {hex}.")
ROWS.says(
    events.FleetRearmed, "fleets", "{fleet} filled its magazines at {hex}: {cps} CPs of munitions from stock ({ships})."
)
ROWS.says(events.StressRose, "fleets", "{who}: stress rose to {stress} % ({ships}).")
ROWS.says(events.StressEased, "fleets", "{who} at {hex}: in supply, no stress any more ({ships}).")
ROWS.says(events.CraftLanded, "fleets", "{fleet} left {units} at {place}.")
ROWS.says(
    events.CargoUnloaded,
    "fleets",
    "{fleet} unloaded {cps} CPs at {colony}, into the colony's own store.",
    to_pool="{fleet} unloaded {cps} CPs at {colony}, into the empire's pool.",
)
ROWS.says(events.StressSettled, "fleets", "{who}: {text}")


@ROWS.tells(events.StressChecked, "fleets")
def _checked(event: events.StressChecked, view: View) -> str:
    who = Words(event, view)["who"]
    if not event.failed:
        return f"{who}: stress checks passed ({ship_names(event.ships)})."
    end = "." if by_the_book(view.settings, "stress") else "; the game master decides what comes of it."
    return f"{who}: stress check failed by {ship_names(event.failed)}{end}"


@ROWS.tells(events.AidLanded, "money")
def _aid(event: events.AidLanded, view: View) -> str:
    given = f"{side_name(view, event.side)} gave {event.cps} CPs to {side_name(view, event.taker)}"
    where = {"pool": ", into your pool", "store": ", into the colony's own store"}.get(event.into, "")
    return f"{given} at {colony_name(view, event.colony)}{where}."


@ROWS.tells(events.StoresMoved, "fleets")
def _stores(event: events.StoresMoved, view: View) -> str:
    goods = count(event.amount, "supply point") if event.what == "supplies" else f"{event.amount} CPs of munitions"
    way = {"loaded": "from", "unloaded": "into", "handed over": "to"}[event.way]
    end = f" {way} {holder_name(view, event.place)}" if event.place else ""
    return f"{fleet_name(view, event.fleet)} {event.way} {goods} at {place(view, event.hex)}{end}."


@ROWS.tells(events.SuppliesUsed, "fleets")
def _supplies(event: events.SuppliesUsed, view: View) -> str:
    who = f"{crew_name(view, event.fleet, event.short)}, out of supply near {place(view, event.hex)},"
    sources = [f"{event.used} from stores"] if event.used else []
    sources += [f"{event.made} made on the spot"] if event.made else []
    spent = f" with {event.cps} CPs" if event.cps else ""
    got = f": {listed(sources)}{spent}, {event.left} left aboard" if sources else ""
    short = f". Without supplies: {ship_names(event.short)}" if event.short else ""
    return f"{who} needed {count(event.needed, 'supply point')}{got}{short}."


@ROWS.tells(events.CraftTaken, "fleets")
def _craft_taken(event: events.CraftTaken, view: View) -> str:
    what = units_name(view, event.side, event.design, event.count)
    how = ship_names(event.ships) if event.ships else "aboard" if event.cause.rule == TROOPS else "in crates"
    return f"{fleet_name(view, event.fleet)} took {what} along from {holder_name(view, event.place)} ({how})."
