"""Sentences on weather and terrain: what befell fleets there, and storms that were seen."""

from collections.abc import Sequence
from typing import Final

from render.campaign.report.names import fleet_name, number, place, place_then, ship_names
from render.campaign.report.rows import Rows
from render.words.safe_text import count, listed, plain
from rules.cluster_war.model.events import terrain as events
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.worlds.terrain import NAMES

ROWS: Final = Rows()
ROWS.says(events.ShipsWrecked, "losses", "{fleet} lost {ships} to terrain at {hex}, {week}.")
ROWS.says(events.CrewsCompleted, "fleets", "New crews came aboard {ships} at {hex}.")


@ROWS.tells(events.TerrainBraved, "fleets")
def _braved(event: events.TerrainBraved, view: View) -> str:
    who, where = fleet_name(view, event.fleet, event.name), place_then(view, event.hex, event.week)
    ships = count(event.ships, "ship")
    spared = f" {plain('. '.join(event.spared), 400).removesuffix('.')}." if event.spared else ""
    return f"{who}: {ships} came through the {NAMES[event.kind]} at {where} unharmed.{spared}"


@ROWS.tells(events.ShipStruck, "losses")
def _struck(event: events.ShipStruck, view: View) -> str:
    who, where = fleet_name(view, event.fleet, event.name), place_then(view, event.hex, event.week)
    end = " The ship is lost." if event.lost else ""
    return f"{number(event.ship)} of {who} was struck by the {NAMES[event.kind]} at {where}: {plain(event.harm, 400)}.{end}"


@ROWS.tells(events.HoldsBroken, "losses")
def _broken(event: events.HoldsBroken, view: View) -> str:
    parts = [f"{event.cps} CPs of goods"] if event.cps else []
    parts += [f"{event.munitions} CPs of munitions"] if event.munitions else []
    parts += [f"{count(event.supplies, 'supply point')}"] if event.supplies else []
    parts += [f"{n} of {plain(design)}" for design, n in event.units.items()]
    parts += [f"{cps} CPs of parts of {plain(what)}" for what, cps in event.parts.items()]
    return f"{number(event.ship)} of {fleet_name(view, event.fleet, event.name)} lost {listed(parts)} that broke loose."


@ROWS.tells(events.BattlefieldSwept, "losses")
def _swept(event: events.BattlefieldSwept, view: View) -> str:
    parts = [f"the crews of {ship_names(event.dead)} are dead"] if event.dead else []
    parts += [f"{ship_names(event.hurt)} damaged"] if event.hurt else []
    return f"The pulsar's beam swept the battle at {place_then(view, event.hex, event.week)}: {listed(parts)}."


@ROWS.joins("discoveries", "storms", events.StormSeen)
def _storms(seen: Sequence[events.StormSeen], view: View) -> str:
    last = {(event.hex, event.kind): event for event in seen}
    told = []
    for event in last.values():
        was = f" (was F{event.was})" if event.was >= 0 else ""
        told.append(f"{NAMES[event.kind]} at {place(view, event.hex)} F{event.force}{was}")
    return f"Storms in view: {'; '.join(told)}."


@ROWS.tells(events.StormAhead, "fleets")
def _ahead(event: events.StormAhead, view: View) -> str:
    was = f"was F{event.was}, " if event.was >= 0 else ""
    return (
        f"On the course of {fleet_name(view, event.fleet, event.name)}: {NAMES[event.kind]} at {place(view, event.hex)} is "
        f"F{event.force} ({was}harm to a ship on {event.chance} of 100)."
    )
