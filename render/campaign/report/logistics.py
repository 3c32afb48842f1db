"""Sentences on cargo, supplies, munitions, stress and small craft aboard."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from render.campaign.report.names import (
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
from render.campaign.report.stress_words import settled
from render.words.safe_text import count, listed
from rules.cluster_war.model.events import logistics as events
from rules.cluster_war.model.state.by_the_book import by_the_book
from rules.cluster_war.model.state.view import View

TROOPS: Final = "CW-6.5-22"
ROWS: Final = Rows()
ROWS.says(events.CargoLoaded, "fleets", "{fleet} loaded {cps} CPs at {hex}.")
ROWS.says(
    events.FleetRearmed, "fleets", "{fleet} filled its magazines at {hex}: {cps} CPs of munitions from stock ({ships})."
)
ROWS.says(events.CraftLanded, "fleets", "{fleet} left {units} at {place}.")
ROWS.says(
    events.CargoUnloaded,
    "fleets",
    "{fleet} unloaded {cps} CPs at {colony}, into the colony's own store.",
    to_pool="{fleet} unloaded {cps} CPs at {colony}, into the empire's pool.",
)


@ROWS.tells(events.AidLanded, "diplomacy")
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


Upkeep: TypeAlias = events.SuppliesUsed | events.StressRose | events.StressEased | events.StressChecked


@ROWS.joins("fleets", "upkeep", events.SuppliesUsed, events.StressRose, events.StressEased, events.StressChecked)
def upkeep(told: Sequence[Upkeep], view: View) -> str:
    """How a fleet (or a base) is off for supply and stress, in one line."""
    first = told[0]
    units = first.short if isinstance(first, events.SuppliesUsed) else first.ships
    out = next((event for event in told if isinstance(event, events.SuppliesUsed)), None)
    where = f", out of supply near {place(view, out.hex)}" if out is not None else ""
    asks = not by_the_book(view.settings, "stress")
    return (
        f"{crew_name(view, first.fleet, units)}{where}: {'; '.join(_upkeep(event, view, asks=asks) for event in told)}."
    )


def _upkeep(event: Upkeep, view: View, *, asks: bool) -> str:
    match event:
        case events.SuppliesUsed():
            return _supplies(event)
        case events.StressRose():
            return f"stress rose to {event.stress} % ({ship_names(event.ships)})"
        case events.StressEased():
            return f"in supply at {place(view, event.hex)}, no stress any more ({ship_names(event.ships)})"
        case events.StressChecked() if event.failed:
            end = ", the game master decides what comes of it" if asks else ""
            return f"stress check failed by {ship_names(event.failed)}{end}"
        case events.StressChecked():
            return f"stress checks passed ({ship_names(event.ships)})"


def _supplies(event: events.SuppliesUsed) -> str:
    spent = f" with {event.cps} CPs" if event.cps else ""
    sources = [f"{event.used} from stores"] if event.used else []
    sources += [f"{event.made} made on the spot{spent}"] if event.made else []
    left = f", {event.left} left aboard" if sources or event.left else ""
    got = f" ({listed(sources) or 'none used'}{left})" if left else ""
    short = f", none for {ship_names(event.short)}" if event.short else ""
    return f"needed {count(event.needed, 'supply point')}{got}{short}"


@ROWS.tells(events.CraftTaken, "fleets")
def _craft_taken(event: events.CraftTaken, view: View) -> str:
    what = units_name(view, event.side, event.design, event.count)
    how = ship_names(event.ships) if event.ships else "aboard" if event.cause.rule == TROOPS else "in crates"
    return f"{fleet_name(view, event.fleet)} took {what} along from {holder_name(view, event.place)} ({how})."


@ROWS.tells(events.StressSettled, "losses")
def _settled(event: events.StressSettled, view: View) -> str:
    return settled(event, crew_name(view, event.fleet, event.ships), view)
