"""An order as one line of text, the way players write it; `read.parse_order` reads it back."""

from rules.cluster_war.orders.names import Names
from rules.cluster_war.orders.order import Order
from rules.cluster_war.registry.orders import KIND_OF


def format_order(order: Order, names: Names) -> str:
    """The canonical line of an order: `move "1st Fleet" to 0104 +FF129, 0311`."""
    return KIND_OF[type(order)].write(order, names)
