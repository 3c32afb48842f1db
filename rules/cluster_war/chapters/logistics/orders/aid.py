"""Foreign aid: CPs carried by freighters to an empire that lets them land (CW-5.1-01, use 3)."""

from typing import Final

from rules.cluster_war.chapters.logistics.stores import has_right
from rules.cluster_war.model.economy.holds import landed
from rules.cluster_war.model.events.logistics import AidLanded
from rules.cluster_war.model.holdings.finders import check_amount, fleet_here, ships_of
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.holdings.turn_holdings import TurnHoldings
from rules.cluster_war.model.orders.names import COUNT, NAME, fleet_text
from rules.cluster_war.model.orders.order import Order, Preview, SignedOrder
from rules.cluster_war.model.state.names import ColonyId, FleetId, SideId
from rules.cluster_war.model.state.units import Fleet
from rules.cluster_war.model.working.turn_state import TurnState
from rules.errors import IllegalOrderError, quoted
from rules.events import Cause

RULE: Final = "CW-5.1-01"


class GiftCps(Order):
    """Unload CPs as foreign aid at a colony of an empire that lets you (CW-TAB-FREIGHTER-USES/3)."""

    fleet: FleetId
    cps: int
    colony: ColonyId


def give(holdings: Holdings, order: GiftCps) -> tuple[Fleet, SideId]:
    """Land CPs at a foreign colony with its owner's leave: the fleet, and who gets them."""
    fleet = fleet_here(holdings, order.fleet)
    colony = holdings.foreign_colony(order.colony)
    if colony is None or colony.hex != fleet.hex:
        raise IllegalOrderError(f"{fleet.name} is at no foreign colony {quoted(order.colony)}.", rule=RULE)
    if not has_right(holdings.source.rights, colony.side, holdings.owner.id, "aid"):
        raise IllegalOrderError(f"{holdings.side_name(colony.side)} lets you land no aid.", rule=RULE)
    check_amount(order.cps)
    holdings.ships.update(landed(ships_of(holdings, fleet), order.cps))
    return fleet, colony.side


def _plan(planned: PlannedState, order: GiftCps) -> Preview:
    fleet, other = give(planned, order)
    text = f"{fleet.name} gives {order.cps} CPs to {planned.side_name(other)} at {planned.place(fleet.hex)}."
    return Preview(order=order, text=text)


def _give(turn: TurnState, signed: SignedOrder, order: GiftCps) -> None:
    me = signed.side
    fleet, other = give(TurnHoldings(turn, me), order)
    to = TurnHoldings(turn, other).give(order.cps, turn.colonies[order.colony])
    turn.tell_side(AidLanded(me, other, fleet.id, order.colony, order.cps, "", cause=Cause(RULE, signed.id)))
    turn.say(AidLanded(me, other, "", order.colony, order.cps, to, cause=Cause(RULE), seen_by=(other,)))


KINDS: Final = (
    OrderKind(
        GiftCps,
        Phase.UNLOAD,
        command="fleet aid",
        example="aid Convoy 40 at 2034-3",
        pattern=rf"{NAME} {COUNT}(?: ?cps?)? at (\d{{4}}-\d{{1,2}})",
        read=lambda g: GiftCps(g.fleet(0), g.number(1), g.raw(2)),
        write=lambda order, names: f"aid {fleet_text(names, order.fleet)} {order.cps} at {order.colony}",
        plan=_plan,
        carry_out=_give,
    ),
)
