"""Sentences on supply, stress, small craft aboard, rights between empires, trade, aid and technology."""

from typing import Final, Literal, assert_never

from render.campaign.report.names import colony_name, design_name, fleet_name, own_tail, place, ship_names, side_name
from render.canvas.safe_text import count, listed, plain
from rules.cluster_war.events.all import SupportEvent
from rules.cluster_war.events.diplomacy import RightsChanged, TradeAgreed, TradeEnded, TradeOffered
from rules.cluster_war.events.economy import DependenceNoticed
from rules.cluster_war.events.logistics import (
    AidLanded,
    CraftLanded,
    CraftTaken,
    FleetRearmed,
    StoresMoved,
    StressChecked,
    StressEased,
    StressRose,
    SuppliesUsed,
)
from rules.cluster_war.events.research import LevelGained, MaterialGiven, TechnologyGiven, TransferPaid
from rules.cluster_war.state.view import View

RIGHTS: Final = {
    "supply": "draw supplies at its colonies",
    "rearm": "take munitions at its colonies",
    "aid": "land CPs at its colonies",
}

TROOPS: Final = "CW-6.5-22"


def support_section(event: SupportEvent) -> Literal["fleets", "money", "research"]:
    """Where in the report one of these events is told."""
    match event:
        case TradeOffered() | TradeAgreed() | TradeEnded() | DependenceNoticed() | RightsChanged() | AidLanded():
            return "money"
        case TechnologyGiven() | TransferPaid() | MaterialGiven() | LevelGained():
            return "research"
        case _:
            return "fleets"


def support_sentence(event: SupportEvent, view: View) -> str:
    """One of these events in one short sentence."""
    match event:
        case StoresMoved() | FleetRearmed() | CraftTaken() | CraftLanded():
            return _stores(event, view)
        case SuppliesUsed() | StressRose() | StressEased() | StressChecked():
            return _stress(event, view)
        case TradeOffered() | TradeAgreed() | TradeEnded() | DependenceNoticed():
            return _trade(event, view)
        case RightsChanged():
            verb = "lets" if event.granted else "no longer lets"
            return f"{side_name(view, event.side)} {verb} {side_name(view, event.taker)} {RIGHTS[event.kind]}."
        case AidLanded():
            given = f"{side_name(view, event.side)} gave {event.cps} CPs to {side_name(view, event.taker)}"
            where = {"pool": ", into your pool", "store": ", into the colony's own store"}.get(event.into, "")
            return f"{given} at {colony_name(view, event.colony)}{where}."
        case TechnologyGiven() | TransferPaid() | MaterialGiven() | LevelGained():
            return _technology(event, view)
        case _:
            assert_never(event)


def _stores(event: StoresMoved | FleetRearmed | CraftTaken | CraftLanded, view: View) -> str:
    match event:
        case StoresMoved():
            unit = (
                count(event.amount, "supply point") if event.what == "supplies" else f"{event.amount} CPs of munitions"
            )
            end = _end(event.place, view)
            ways = {"loaded": f" from {end}", "unloaded": f" into {end}", "handed over": f" to {end}"}
            tail = ways[event.way] if end else ""
            return f"{fleet_name(view, event.fleet)} {event.way} {unit} at {place(view, event.hex)}{tail}."
        case FleetRearmed():
            at = f"at {place(view, event.hex)}: {event.cps} CPs of munitions from stock"
            return f"{fleet_name(view, event.fleet)} filled its magazines {at} ({ship_names(event.ships)})."
        case CraftTaken():
            what = f"{event.count} × {design_name(view, event.side, event.design)}"
            how = ship_names(event.ships) if event.ships else "aboard" if event.cause.rule == TROOPS else "in crates"
            return f"{fleet_name(view, event.fleet)} took {what} along from {_end(event.place, view)} ({how})."
        case CraftLanded():
            what = f"{event.count} × {design_name(view, event.side, event.design)}"
            return f"{fleet_name(view, event.fleet)} left {what} at {_end(event.place, view)}."
        case _:
            assert_never(event)


def _end(where: str, view: View) -> str:
    """The colony, base or fleet at the other end; "" for none."""
    if not where:
        return ""
    if where in view.fleets:
        return fleet_name(view, where)
    if "/" in where:
        base = view.bases.get(where)
        return f"{plain(base.name)} ({plain(own_tail(where))})" if base and base.name else plain(own_tail(where))
    return colony_name(view, where)


def _stress(event: SuppliesUsed | StressRose | StressEased | StressChecked, view: View) -> str:
    at = place(view, event.hex)
    match event:
        case SuppliesUsed():
            who = _who(event.fleet, event.short, view)
            sources = [f"{event.used} from stores"] if event.used else []
            sources += [f"{event.made} made on the spot"] if event.made else []
            spent = f" with {event.cps} CPs" if event.cps else ""
            got = f": {listed(sources)}{spent}, {event.left} left aboard" if sources else ""
            short = f". Without supplies: {ship_names(event.short)}" if event.short else ""
            return f"{who}, out of supply near {at}, needed {count(event.needed, 'supply point')}{got}{short}."
        case StressRose():
            return (
                f"{_who(event.fleet, event.ships, view)}: stress rose to {event.stress} % ({ship_names(event.ships)})."
            )
        case StressEased():
            return f"{_who(event.fleet, event.ships, view)} at {at}: in supply, no stress any more ({ship_names(event.ships)})."
        case StressChecked():
            who = _who(event.fleet, event.ships, view)
            if event.failed:
                return f"{who}: stress check failed by {ship_names(event.failed)}; the game master decides what comes of it."
            return f"{who}: stress checks passed ({ship_names(event.ships)})."
        case _:
            assert_never(event)


def _who(fleet: str, units: tuple[str, ...], view: View) -> str:
    """The fleet by name, or the base."""
    if fleet:
        return fleet_name(view, fleet)
    return ship_names(units) if units else "A base"


def _trade(event: TradeOffered | TradeAgreed | TradeEnded | DependenceNoticed, view: View) -> str:
    match event:
        case TradeOffered():
            return f"{side_name(view, event.side)} offered {side_name(view, event.taker)} {event.level} trade."
        case TradeAgreed():
            who = listed([side_name(view, side) for side in event.sides])
            return f"{who} agreed on {event.level} trade; it brings income from next turn."
        case TradeEnded():
            what = "is not interested in trade with" if event.offer else "ended trade with"
            return f"{side_name(view, event.side)} {what} {side_name(view, event.other)}."
        case DependenceNoticed():
            return f"{event.percent} % of your income comes from {plain(event.partner)}: its ways spread among your people."
        case _:
            assert_never(event)


def _technology(event: TechnologyGiven | TransferPaid | MaterialGiven | LevelGained, view: View) -> str:
    match event:
        case TechnologyGiven():
            what = "research data on" if event.kind == "data" else "the technology"
            given = (
                f"{side_name(view, event.side)} gave {side_name(view, event.taker)} {what} {plain(event.technology)}"
            )
            if event.kind == "data":
                return f"{given}; development is still to be done."
            return f"{given}{f' and paid the fee of {event.cps} CPs' if event.cps else ''}; it {_works(event.works)}."
        case TransferPaid():
            return f"{event.cps} CPs paid for {plain(event.technology)}: it {_works(event.works)}."
        case MaterialGiven():
            taker = side_name(view, event.taker)
            return f"{side_name(view, event.side)} lets {taker} have {plain(event.material)} for research."
        case LevelGained():
            return f"{plain(event.technology)} reached level {event.level}."
        case _:
            assert_never(event)


def _works(works: bool) -> str:
    return "works" if works else "does not work yet"
