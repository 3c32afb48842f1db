"""The names a side can use while it writes its orders."""

from rules.cluster_war.movement.orders.organising import RenameFleet, SplitFleet
from rules.cluster_war.orders.names import Names
from rules.cluster_war.orders.order import SignedOrder
from rules.cluster_war.state.view import View


def names_of(view: View, sheet: tuple[SignedOrder, ...] = ()) -> Names:
    """The names a side can use with its present sheet."""
    fleets = {f.id: f.name for f in view.fleets.values()}
    for signed in sheet:
        if isinstance(signed.order, SplitFleet) and signed.order.new:
            fleets[signed.order.new] = signed.order.name
        if isinstance(signed.order, RenameFleet) and signed.order.fleet in fleets:
            fleets[signed.order.fleet] = signed.order.name
    return Names(view, fleets)
