"""An order as one line of text, the way players write it; `read.parse_order` reads it back."""

import json

from rules.cluster_war.colonies.orders.founding import FoundColony, SettleInGrid
from rules.cluster_war.colonies.orders.growth import ExpandColony
from rules.cluster_war.logistics.orders.cargo import LoadCargo, UnloadCargo
from rules.cluster_war.movement.orders.free_text import Contingency, FreeText
from rules.cluster_war.movement.orders.missions import SetMission
from rules.cluster_war.movement.orders.moving import MoveFleet
from rules.cluster_war.notation.support import format_support
from rules.cluster_war.notation.works import format_works
from rules.cluster_war.orders.names import Names
from rules.cluster_war.orders.notation_parts import site_text
from rules.cluster_war.orders.order import Order
from rules.cluster_war.registry.orders import KIND_OF
from rules.cluster_war.registry.support_orders import SupportOrder
from rules.cluster_war.registry.works_orders import WorksOrder
from rules.cluster_war.state.names import ShipId
from rules.cluster_war.state.units import Leg


def format_order(order: Order, names: Names) -> str:
    """The canonical line of an order: `move "1st Fleet" to 0104 +FF129, 0311`."""
    if (kind := KIND_OF.get(type(order))) is not None:
        return kind.write(order, names)
    if isinstance(order, SupportOrder):
        return format_support(order, names)
    if isinstance(order, WorksOrder):
        return format_works(order, names)
    match order:
        case MoveFleet(fleet, legs, wait, push, by):
            route = ", ".join(_leg(leg) for leg in legs)
            way = (f" wait {wait}" if wait else "") + (f" by {by}" if by else "") + (" pushed" if push else "")
            return f"move {_fleet(names, fleet)} to {route}{way}"
        case SetMission(fleet, mission):
            return f"mission {_fleet(names, fleet)} {mission}"
        case LoadCargo(fleet, cps):
            return f"load {_fleet(names, fleet)} {cps}"
        case UnloadCargo(fleet, cps, colony):
            return f"unload {_fleet(names, fleet)} {cps} at {site_text(names, colony)}"
        case FoundColony(fleet, hex_, orbit, cps, name):
            return f"found {_fleet(names, fleet)} {hex_}-{orbit} with {cps}{_as(name)}"
        case SettleInGrid(hex_, orbit, cps, name):
            return f"settle {hex_}-{orbit} with {cps}{_as(name)}"
        case ExpandColony(colony, cps):
            return f"expand {_colony(names, colony)} {cps}"
        case FreeText(text, fleet):
            return f"ask {quote(text)}" + (f" about {_fleet(names, fleet)}" if fleet else "")
        case Contingency(text, fleet):
            return f"if {quote(text)}" + (f" about {_fleet(names, fleet)}" if fleet else "")
        case _:
            raise TypeError(order)


def quote(text: str) -> str:
    """Text in double quotes, with quotes and line ends inside it escaped as in JSON."""
    return json.dumps(text, ensure_ascii=False)


def _fleet(names: Names, fleet: str) -> str:
    return quote(names.fleet_name(fleet))


def _colony(names: Names, colony: str) -> str:
    known = names.view.colonies.get(colony)
    same = [c for c in names.view.colonies.values() if known and c.name.casefold() == known.name.casefold()]
    return quote(known.name if known and len(same) == 1 else colony)


def _ship(ship: ShipId) -> str:
    return ship.rpartition("/")[2]


def _leg(leg: Leg) -> str:
    return " ".join([leg.to, *(f"+{_ship(s)}" for s in leg.pick_up)])


def _as(name: str) -> str:
    return f" as {quote(name)}" if name else ""
