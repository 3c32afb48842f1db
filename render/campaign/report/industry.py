"""Sentences on yards, factories and bases."""

from typing import Final

from render.campaign.report.names import (
    colony_name,
    fleet_name,
    number,
    orbit_name,
    place,
    ship_names,
    units_name,
)
from render.campaign.report.rows import Rows
from render.words.safe_text import count, plain
from rules.cluster_war.model.events import industry as events
from rules.cluster_war.model.holdings.capacity import FACILITIES
from rules.cluster_war.model.state.view import View

GIVEN_TO: Final = {
    "pool": "the empire's pool",
    "store": "the place's own store",
    "ships": "the cargo bays there",
}
ROWS: Final = Rows()
ROWS.says(events.BuildHalted, "building", "{build}: work on {design} at {colony} stood still: you have no {resource}.")
ROWS.says(
    events.FactoryRetooled,
    "colonies",
    "{amount} light industry at {colony} was re-tooled and makes {line} from now on.",
)
ROWS.says(
    events.MunitionsMade,
    "building",
    "Munitions for {cps} CPs made at {colony}, where {stock} CPs of them are in stock.",
)
ROWS.says(events.RefitStarted, "building", "{build}: refit to {units} begun at {colony}, {price} CPs, {turns:turn}.")
ROWS.says(
    events.BuildProgressed,
    "building",
    "{build}: {hull_left:hull space} left to build.",
    unpaid="{build}: {hull_left:hull space} left to build, {unpaid} CPs still to pay.",
)
ROWS.says(
    events.UnitsRefitted,
    "building",
    "{build}: refit done at {colony}: {units}.",
    ships="{build}: refit done at {colony}: {units} ({ships}).",
)
ROWS.says(
    events.CrashFlawShown,
    "fleets",
    "{ship}, built in haste, held together {occasion}.",
    failed="{ship}, built in haste, failed {occasion}: {fault}.",
)
ROWS.says(events.BaseTowed, "fleets", "{fleet} took {base} in tow at {hex}.", released="{fleet} let {base} go {where}.")


@ROWS.tells(events.BuildStarted, "building")
def _started(event: events.BuildStarted, view: View) -> str:
    what = units_name(view, event.side, event.design, event.count)
    paid = f"{event.price} CPs" if event.paid >= event.price else f"{event.paid} of {event.price} CPs paid"
    at = colony_name(view, event.colony)
    return f"{number(event.build)}: {what} started at {at}, {paid}, {count(event.turns, 'turn')}."


@ROWS.tells(events.UnitsDelivered, "building")
def _delivered(event: events.UnitsDelivered, view: View) -> str:
    told = f"{number(event.build)}: {units_name(view, event.side, event.design, event.count)} delivered"
    at = colony_name(view, event.colony)
    if event.ships:
        what = "It is" if len(event.ships) == 1 else "They are"
        joined = f" {what} in {fleet_name(view, event.fleet)}." if event.fleet else ""
        return f"{told} at {at} ({ship_names(event.ships)}).{joined}"
    return f"{told} and held at {at}."


@ROWS.tells(events.FacilityBuilt, "colonies")
def _facility(event: events.FacilityBuilt, view: View) -> str:
    built = FACILITIES[event.facility].name if event.facility in FACILITIES else plain(event.facility)
    return f"{colony_name(view, event.colony)} now has {event.amount} more {built}, for {event.cps} CPs."


@ROWS.tells(events.UnitsScrapped, "building")
def _scrapped(event: events.UnitsScrapped, view: View) -> str:
    to = GIVEN_TO.get(event.to, plain(event.to))
    which = f" ({ship_names(event.ships)})" if event.ships else ""
    what = units_name(view, event.side, event.design, event.count) + which
    return f"{what} scrapped at {place(view, event.hex)}: {event.cps} CPs for {to}."


@ROWS.tells(events.PartsLoaded, "fleets")
def _parts(event: events.PartsLoaded, view: View) -> str:
    taken = f"{_built(event, view)} taken apart at {place(view, event.hex)}"
    return f"{taken}; the parts are aboard {fleet_name(view, event.fleet)}."


@ROWS.tells(events.BaseAssembled, "building")
def _assembled(event: events.BaseAssembled, view: View) -> str:
    where = orbit_name(view, event.hex, event.orbit)
    new = event.cps - event.from_parts
    spent = f", with {new} CPs from the cargo bays" if new else ""
    return f"{fleet_name(view, event.fleet)} put together {_built(event, view)} {where}{spent}."


def _built(event: events.PartsLoaded | events.BaseAssembled, view: View) -> str:
    if event.what == "shipyard":
        return f"{event.amount} shipyard bays"
    return units_name(view, event.side, event.what, event.amount)
