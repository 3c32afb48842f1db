"""An order as one line of text, the way players write it; `read.parse_order` reads it back."""

import json

from rules.cluster_war.industry.orders.building import BuildUnits, ContinueBuild
from rules.cluster_war.industry.orders.facilities import BuildFacility
from rules.cluster_war.notation.works import format_works, site_text
from rules.cluster_war.orders.names import Names
from rules.cluster_war.orders.order import Order
from rules.cluster_war.registry.orders import KIND_OF
from rules.cluster_war.registry.works_orders import WorksOrder


def format_order(order: Order, names: Names) -> str:
    """The canonical line of an order: `move "1st Fleet" to 0104 +FF129, 0311`."""
    if (kind := KIND_OF.get(type(order))) is not None:
        return kind.write(order, names)
    if isinstance(order, WorksOrder):
        return format_works(order, names)
    match order:
        case BuildUnits(colony, design, count, capacity, pay, fleet, crash, at_yard):
            known = names.view.me.designs.get(design) if names.view.me else None
            line = f"build {count} {quote(known.name if known else design)} at {site_text(names, colony)}"
            line += f" using {capacity}" if capacity > 0 else ""
            line += f" paying {pay}" if pay >= 0 else ""
            line += f" joining {quote(fleet)}" if fleet else ""
            return line + (f" crash {crash}" if crash else "") + (" in the yard" if at_yard else "")
        case ContinueBuild(build, capacity, pay):
            return f"continue {build}" + (f" using {capacity}" if capacity >= 0 else "") + f" paying {pay}"
        case BuildFacility(colony, facility, amount):
            return f"facility {amount} {facility} at {_colony(names, colony)}"
        case _:
            raise TypeError(order)


def quote(text: str) -> str:
    """Text in double quotes, with quotes and line ends inside it escaped as in JSON."""
    return json.dumps(text, ensure_ascii=False)


def _colony(names: Names, colony: str) -> str:
    known = names.view.colonies.get(colony)
    same = [c for c in names.view.colonies.values() if known and c.name.casefold() == known.name.casefold()]
    return quote(known.name if known and len(same) == 1 else colony)
