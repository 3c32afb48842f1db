"""Sentences on damage and repair."""

from typing import Final

from render.campaign.report.names import holder_name, number, place, ship_names
from render.campaign.report.rows import Rows
from render.words.safe_text import count, plain
from rules.cluster_war.model.events import repair as events
from rules.cluster_war.model.state.view import View

ROWS: Final = Rows()


@ROWS.tells(events.RepairBegun, "fleets")
def _begun(event: events.RepairBegun, view: View) -> str:
    who, where = plain(event.name), place(view, event.hex)
    took = f"{event.cps} CPs, {count(event.days, 'day')} of work"
    return f"{who} began to repair {ship_names(event.units)} at {where}: {took}."


@ROWS.tells(events.UnitRepaired, "fleets")
def _repaired(event: events.UnitRepaired, view: View) -> str:
    left = f"; {count(event.left, 'component')} still out of order" if event.left else ""
    return f"{number(event.unit)} was repaired by {_worker(event, view)}{left}."


@ROWS.tells(events.RepairBroken, "fleets")
def _broken(event: events.RepairBroken, view: View) -> str:
    back = f"; {event.cps} CPs came back" if event.cps else ""
    return f"The repair of {number(event.unit)} by {_worker(event, view)} was broken off{back}."


@ROWS.tells(events.UpgradeInstalled, "fleets")
def _upgraded(event: events.UpgradeInstalled, view: View) -> str:
    return f"{number(event.unit)} was given {plain(event.upgrade)} by {_worker(event, view)}."


def _worker(event: events.UnitRepaired | events.RepairBroken | events.UpgradeInstalled, view: View) -> str:
    return plain(event.name) or holder_name(view, event.by)
