"""Sentences on yards, factories and bases."""

from typing import Final

from render.campaign.report.names import (
    base_name,
    colony_name,
    design_name,
    fleet_name,
    holder_name,
    number,
    orbit_name,
    place,
    ship_names,
    units_name,
)
from render.campaign.report.rows import Rows
from render.canvas.safe_text import count, plain
from rules.cluster_war.events.industry import (
    BaseAssembled,
    BaseTowed,
    BuildHalted,
    BuildProgressed,
    BuildStarted,
    CrashFlawShown,
    FacilityBuilt,
    FactoryRetooled,
    MunitionsMade,
    PartsLoaded,
    RefitStarted,
    UnitsDelivered,
    UnitsRefitted,
    UnitsScrapped,
)
from rules.cluster_war.holdings.capacity import FACILITIES
from rules.cluster_war.state.view import View

GIVEN_TO: Final = {
    "pool": "the empire's pool",
    "store": "the place's own store",
    "ships": "the cargo bays there",
}
ROWS: Final = Rows()


@ROWS.tells(BuildStarted, "building")
def _started(event: BuildStarted, view: View) -> str:
    what = units_name(view, event.side, event.design, event.count)
    paid = f"{event.price} CPs" if event.paid >= event.price else f"{event.paid} of {event.price} CPs paid"
    at = colony_name(view, event.colony)
    return f"{number(event.build)}: {what} started at {at}, {paid}, {count(event.turns, 'turn')}."


@ROWS.tells(BuildProgressed, "building")
def _progressed(event: BuildProgressed, _: View) -> str:
    owed = f", {event.unpaid} CPs still to pay" if event.unpaid else ""
    return f"{number(event.build)}: {count(event.hull_left, 'hull space')} left to build{owed}."


@ROWS.tells(BuildHalted, "building")
def _halted(event: BuildHalted, view: View) -> str:
    work = f"work on {design_name(view, event.side, event.design)} at {holder_name(view, event.colony)}"
    return f"{number(event.build)}: {work} stood still: you have no {plain(event.resource)}."


@ROWS.tells(UnitsDelivered, "building")
def _delivered(event: UnitsDelivered, view: View) -> str:
    told = f"{number(event.build)}: {units_name(view, event.side, event.design, event.count)} delivered"
    at = colony_name(view, event.colony)
    if event.ships:
        joined = f" They are in {fleet_name(view, event.fleet)}." if event.fleet else ""
        return f"{told} at {at} ({ship_names(event.ships)}).{joined}"
    return f"{told} and held at {at}."


@ROWS.tells(FacilityBuilt, "colonies")
def _facility(event: FacilityBuilt, view: View) -> str:
    built = FACILITIES[event.facility].name if event.facility in FACILITIES else plain(event.facility)
    return f"{colony_name(view, event.colony)} now has {event.amount} more {built}, for {event.cps} CPs."


@ROWS.tells(FactoryRetooled, "colonies")
def _retooled(event: FactoryRetooled, view: View) -> str:
    changed = f"{event.amount} light industry at {holder_name(view, event.colony)}"
    return f"{changed} was re-tooled and makes {plain(event.line)} from now on."


@ROWS.tells(MunitionsMade, "building")
def _munitions(event: MunitionsMade, view: View) -> str:
    at = holder_name(view, event.colony)
    return f"Munitions for {event.cps} CPs made at {at}, where {event.stock} CPs of them are in stock."


@ROWS.tells(RefitStarted, "building")
def _refit(event: RefitStarted, view: View) -> str:
    what = units_name(view, event.side, event.design, event.count)
    at = holder_name(view, event.colony)
    return f"{number(event.build)}: refit to {what} begun at {at}, {event.price} CPs, {count(event.turns, 'turn')}."


@ROWS.tells(UnitsRefitted, "building")
def _refitted(event: UnitsRefitted, view: View) -> str:
    return f"{number(event.build)}: refit done at {holder_name(view, event.colony)}: {_units(event, view)}."


@ROWS.tells(UnitsScrapped, "building")
def _scrapped(event: UnitsScrapped, view: View) -> str:
    to = GIVEN_TO.get(event.to, plain(event.to))
    return f"{_units(event, view)} scrapped at {place(view, event.hex)}: {event.cps} CPs for {to}."


@ROWS.tells(CrashFlawShown, "fleets")
def _flaw(event: CrashFlawShown, _: View) -> str:
    ship = f"{number(event.ship)}, built in haste,"
    if event.failed:
        return f"{ship} failed {plain(event.occasion)}: {plain(event.fault)}."
    return f"{ship} held together {plain(event.occasion)}."


@ROWS.tells(PartsLoaded, "fleets")
def _parts(event: PartsLoaded, view: View) -> str:
    taken = f"{_built(event, view)} taken apart at {place(view, event.hex)}"
    return f"{taken}; the parts are aboard {fleet_name(view, event.fleet)}."


@ROWS.tells(BaseAssembled, "building")
def _assembled(event: BaseAssembled, view: View) -> str:
    where = orbit_name(view, event.hex, event.orbit)
    new = event.cps - event.from_parts
    spent = f", with {new} CPs from the cargo bays" if new else ""
    return f"{fleet_name(view, event.fleet)} put together {_built(event, view)} {where}{spent}."


@ROWS.tells(BaseTowed, "fleets")
def _towed(event: BaseTowed, view: View) -> str:
    fleet, base = fleet_name(view, event.fleet), base_name(view, event.base)
    if event.released:
        return f"{fleet} let {base} go {orbit_name(view, event.hex, event.orbit)}."
    return f"{fleet} took {base} in tow at {place(view, event.hex)}."


def _units(event: UnitsRefitted | UnitsScrapped, view: View) -> str:
    which = f" ({ship_names(event.ships)})" if event.ships else ""
    return units_name(view, event.side, event.design, event.count) + which


def _built(event: PartsLoaded | BaseAssembled, view: View) -> str:
    if event.what == "shipyard":
        return f"{event.amount} shipyard bays"
    return units_name(view, event.side, event.what, event.amount)
