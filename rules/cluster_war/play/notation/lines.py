"""Orders as one line of text, the way players write them, both ways, with the names that a side can use in them."""

import re

from rules.cluster_war.chapters.movement.orders.organising import RenameFleet, SplitFleet
from rules.cluster_war.model.orders.names import Groups, Names
from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.registry.orders import KIND_OF, VERBS
from rules.errors import NotationError, quoted, unknown

LONGEST_LINE = 4000
EXAMPLE = 'move "1st Fleet" to 2034'


def names_of(view: View, sheet: tuple[SignedOrder, ...] = ()) -> Names:
    """The names a side can use with its present sheet."""
    fleets = {f.id: f.name for f in view.fleets.values()}
    for signed in sheet:
        if isinstance(signed.order, SplitFleet) and signed.order.new:
            fleets[signed.order.new] = signed.order.name
        if isinstance(signed.order, RenameFleet) and signed.order.fleet in fleets:
            fleets[signed.order.fleet] = signed.order.name
    return Names(view, fleets)


def parse_order(text: str, names: Names) -> Order:
    """Read one line; raises NotationError or AmbiguousOrderError with the form that would be right."""
    if len(text) > LONGEST_LINE:
        raise NotationError(f"An order line may be {LONGEST_LINE} characters long; this has {len(text)}.")
    line = " ".join(text.split()) if '"' not in text else text.strip()
    verb = line.split(" ", 1)[0].casefold() if line else ""
    kind = VERBS.get(verb)
    if kind is None:
        lead = f"{quoted(line)} does not begin with an order."
        tail = (
            f"Write it like this: {EXAMPLE} (/help topic:notation has them all), or as a wish to the GM: /orders ask."
        )
        raise unknown(NotationError, lead, verb, "", VERBS, tail=tail)
    match = re.fullmatch(kind.pattern, line[len(verb) :].strip(), re.IGNORECASE | re.DOTALL)
    if match is None:
        raise NotationError(f"{quoted(line)} is not complete or not in order. Write it like this: {kind.example}")
    order: Order = kind.read(Groups(names, match.groups()))
    return order


def format_order(order: Order, names: Names) -> str:
    """The canonical line of an order: `move "1st Fleet" to 0104 +FF129, 0311`."""
    return KIND_OF[type(order)].write(order, names)
