"""A line of players' notation read as an order; every failure says what was tried and what would be right."""

import re

from rules.cluster_war.orders.names import Names
from rules.cluster_war.orders.order import Order
from rules.cluster_war.registry.orders import VERBS
from rules.errors import NotationError, quoted

LONGEST_LINE = 4000


def parse_order(text: str, names: Names) -> Order:
    """Read one line; raises NotationError or AmbiguousOrderError with the form that would be right."""
    if len(text) > LONGEST_LINE:
        raise NotationError(f"An order line may be {LONGEST_LINE} characters long; this has {len(text)}.")
    line = " ".join(text.split()) if '"' not in text else text.strip()
    verb = line.split(" ", 1)[0].casefold() if line else ""
    kind = VERBS.get(verb)
    if kind is None:
        raise NotationError(f"{quoted(line)} does not begin with an order. Orders begin with: {', '.join(VERBS)}.")
    match = re.fullmatch(kind.pattern, line[len(verb) :].strip(), re.IGNORECASE | re.DOTALL)
    if match is None:
        raise NotationError(f"{quoted(line)} is not complete or not in order. Write it like this: {kind.example}")
    order: Order = kind.read(names, match.groups())
    return order
