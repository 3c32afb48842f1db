"""Orders to mines in players' notation, both ways."""

from collections.abc import Callable, Mapping
from typing import assert_never

from rules.cluster_war.colonies.orders.mining import MineWorld, StripMine
from rules.cluster_war.orders.names import Names
from rules.cluster_war.orders.notation_parts import NAME, fleet_text, site_text, unquote
from rules.cluster_war.registry.works_orders import WorksOrder

Groups = tuple[str | None, ...]


def format_works(order: WorksOrder, names: Names) -> str:
    """The canonical line of one of these orders."""
    match order:
        case MineWorld(fleet, orbit, strip):
            doing = f"orbit {orbit}" + (" strip" if strip else "") if orbit else "stop"
            return f"mine {fleet_text(names, fleet)} {doing}"
        case StripMine(place, on):
            return f"strip {site_text(names, place)}" + ("" if on else " stop")
        case _:
            assert_never(order)


WORKS_FORMS: Mapping[str, tuple[str, str, Callable[[Names, Groups], WorksOrder]]] = {
    "mine": (
        "mine Diggers orbit 3 strip (or: mine Diggers stop)",
        rf"{NAME} (?:orbit (\d{{1,2}})( strip)?|stop)",
        lambda names, g: MineWorld(names.fleet(unquote(g[0])), int(g[1] or 0), bool(g[2])),
    ),
    "strip": (
        "strip Terra (or: strip Terra stop)",
        rf"{NAME}( stop)?",
        lambda names, g: StripMine(names.site(unquote(g[0])), not g[1]),
    ),
}
"""By verb: an example, the pattern of the rest of the line, and what it becomes."""
