"""Sentences on yards, factories, bases and mines, and on where the money fell short."""

from typing import Final, assert_never

from render.campaign.report.names import colony_name, design_name, fleet_name, own_tail, place, ship_names, side_name
from render.campaign.weeks import moment
from render.canvas.safe_text import count, listed, plain
from rules.cluster_war.events.all import WorksEvent
from rules.cluster_war.events.colonies import MiningSet, WorldRecovered, WorldStrained
from rules.cluster_war.events.detection import BaseSighted
from rules.cluster_war.events.economy import PrioritiesSet, SpendingCut
from rules.cluster_war.events.industry import (
    BaseAssembled,
    BaseTowed,
    BuildHalted,
    CrashFlawShown,
    FactoryRetooled,
    MunitionsMade,
    PartsLoaded,
    RefitStarted,
    UnitsRefitted,
    UnitsScrapped,
)
from rules.cluster_war.state.names import HexId
from rules.cluster_war.state.view import View

LINES: Final = {
    "ships": "ship construction",
    "infrastructure": "infrastructure",
    "bases": "base construction",
    "ground": "ground forces",
    "colonies": "new colonies",
    "research": "research",
}
GIVEN_TO: Final = {
    "pool": "the empire's pool",
    "store": "the place's own store",
    "ships": "the cargo bays there",
}


def works_sentence(event: WorksEvent, view: View) -> str:
    """One of these events in one short sentence."""
    match event:
        case SpendingCut() | PrioritiesSet():
            return _shortfall(event)
        case BaseAssembled() | BaseTowed() | BaseSighted() | PartsLoaded():
            return _base(event, view)
        case MiningSet() | WorldStrained() | WorldRecovered():
            return _world(event, view)
        case RefitStarted() | UnitsRefitted() | UnitsScrapped() | CrashFlawShown():
            return _refit(event, view)
        case BuildHalted():
            what = design_name(view, event.side, event.design)
            at = site_name(view, event.colony)
            return f"{_tail(event.build)}: work on {what} at {at} stood still: you have no {plain(event.resource)}."
        case FactoryRetooled():
            changed = f"{event.amount} light industry at {site_name(view, event.colony)}"
            return f"{changed} was re-tooled and makes {plain(event.line)} from now on."
        case MunitionsMade():
            at = site_name(view, event.colony)
            return f"Munitions for {event.cps} CPs made at {at}, where {event.stock} CPs of them are in stock."
        case _:
            assert_never(event)


def _shortfall(event: SpendingCut | PrioritiesSet) -> str:
    match event:
        case SpendingCut():
            what = f"order {event.number} ({LINES.get(event.line, plain(event.line))}, {event.cps} CPs)"
            if event.kept:
                return f"Too few CPs: {what} got only {event.kept} CPs."
            return f"Too few CPs: {what} was dropped."
        case PrioritiesSet():
            return (
                f"If CPs run short, cuts fall in this order: {listed([LINES.get(x, plain(x)) for x in event.lines])}."
            )
        case _:
            assert_never(event)


def _base(event: BaseAssembled | BaseTowed | BaseSighted | PartsLoaded, view: View) -> str:
    match event:
        case BaseAssembled():
            what = _amount(event.amount, _part(view, event.side, event.what))
            where = _orbit(view, event.hex, event.orbit)
            new = event.cps - event.from_parts
            spent = f", with {new} CPs from the cargo bays" if new else ""
            return f"{fleet_name(view, event.fleet)} put together {what} {where}{spent}."
        case BaseTowed():
            base = _base_name(view, event.base)
            if event.released:
                return f"{fleet_name(view, event.fleet)} let {base} go {_orbit(view, event.hex, event.orbit)}."
            return f"{fleet_name(view, event.fleet)} took {base} in tow at {place(view, event.hex)}."
        case BaseSighted():
            what = f"{count(event.bases, 'base')} of {side_name(view, event.owner)}"
            seen = f"{_orbit(view, event.hex, event.orbit)}, {moment(event.week)}"
            return f"{what} sighted {seen}: {count(event.hull, 'hull space')}."
        case PartsLoaded():
            what = _amount(event.amount, _part(view, event.side, event.what))
            return (
                f"{what} taken apart at {place(view, event.hex)}; the parts are aboard {fleet_name(view, event.fleet)}."
            )
        case _:
            assert_never(event)


def _world(event: MiningSet | WorldStrained | WorldRecovered, view: View) -> str:
    world = f"world {event.orbit} of {place(view, event.hex)}"
    match event:
        case MiningSet():
            who = _worker(view, event.who)
            if event.stopped:
                return f"{who} stops {'strip-mining' if event.strip else 'mining'} {world}."
            return f"{who} {'strip-mines' if event.strip else 'mines'} {world}; the CPs count from next turn."
        case WorldStrained():
            told = f"A month of strip-mining brought the stress of {world} to {event.stress} %"
            return f"{told}, and the world was harmed." if event.harmed else f"{told}; it held."
        case WorldRecovered():
            return f"Left alone, {world} has recovered: its STEP code is {plain(event.step)} again."
        case _:
            assert_never(event)


def _refit(event: RefitStarted | UnitsRefitted | UnitsScrapped | CrashFlawShown, view: View) -> str:
    match event:
        case RefitStarted():
            what = f"{event.count} × {design_name(view, event.side, event.design)}"
            at = site_name(view, event.colony)
            return (
                f"{_tail(event.build)}: refit to {what} begun at {at}, {event.price} CPs, {count(event.turns, 'turn')}."
            )
        case UnitsRefitted():
            what = f"{event.count} × {design_name(view, event.side, event.design)}"
            which = f" ({ship_names(event.ships)})" if event.ships else ""
            return f"{_tail(event.build)}: refit done at {site_name(view, event.colony)}: {what}{which}."
        case UnitsScrapped():
            what = f"{event.count} × {design_name(view, event.side, event.design)}"
            which = f" ({ship_names(event.ships)})" if event.ships else ""
            to = GIVEN_TO.get(event.to, plain(event.to))
            return f"{what}{which} scrapped at {place(view, event.hex)}: {event.cps} CPs for {to}."
        case CrashFlawShown():
            ship = plain(own_tail(event.ship))
            if event.failed:
                return f"{ship}, built in haste, failed {plain(event.occasion)}: {plain(event.fault)}."
            return f"{ship}, built in haste, held together {plain(event.occasion)}."
        case _:
            assert_never(event)


def site_name(view: View, at: str) -> str:
    """A colony or an own base by name and place."""
    return _base_name(view, at) if at in view.bases else colony_name(view, at)


def _base_name(view: View, base: str) -> str:
    known = view.bases.get(base)
    number = plain(own_tail(base))
    return f"{plain(known.name)} ({number})" if known and plain(known.name) != number else number


def _worker(view: View, who: str) -> str:
    return fleet_name(view, who) if who in view.fleets else site_name(view, who)


def _orbit(view: View, here: HexId, orbit: int) -> str:
    return f"at {place(view, here)}, orbit {orbit}" if orbit else f"in deep space at {place(view, here)}"


def _part(view: View, side: str, what: str) -> str:
    return "shipyard bays" if what == "shipyard" else design_name(view, side, what)


def _amount(amount: int, what: str) -> str:
    return f"{amount} {what}" if what == "shipyard bays" else f"{amount} × {what}"


def _tail(build: str) -> str:
    return plain(own_tail(build))
