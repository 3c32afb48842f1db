"""Foreign aid: CPs carried by freighters to an empire that lets them land (CW-5.1-01, use 3)."""

from dataclasses import replace

from rules.cluster_war.economy.holds import landed
from rules.cluster_war.economy.supply import connected
from rules.cluster_war.events.logistics import AidLanded
from rules.cluster_war.logistics.orders.aid import GiftCps
from rules.cluster_war.logistics.supplied import has_right
from rules.cluster_war.orders.order import SignedOrder
from rules.cluster_war.working.lookups import fleet_in_place
from rules.cluster_war.working.turn_state import TurnState
from rules.errors import IllegalOrderError, quoted
from rules.events import Cause

RULE = "CW-5.1-01"


def give_cps(month: TurnState, signed: SignedOrder, order: GiftCps) -> None:
    """Unload CPs at a foreign colony with its owner's leave: into his pool, or the store of one that is cut off."""
    fleet = fleet_in_place(month, signed.side, order.fleet)
    colony = month.colonies.get(order.colony)
    if colony is None or colony.side == signed.side or colony.hex != fleet.hex:
        raise IllegalOrderError(f"{fleet.name} is at no foreign colony {quoted(order.colony)}.", rule=RULE)
    if not has_right(month.rights, colony.side, signed.side, "aid"):
        raise IllegalOrderError(f"{month.sides[colony.side].name} lets you land no aid.", rule=RULE)
    if order.cps < 1:
        raise IllegalOrderError("Give the number of CPs, at least 1.", rule=RULE)
    month.ships.update(landed({s: month.ships[s] for s in fleet.ships}, order.cps))
    to_pool = connected(month, colony.side, colony)
    if to_pool:
        month.purse[colony.side] += order.cps
    else:
        month.colonies[colony.id] = replace(colony, store=colony.store + order.cps)
    me, other = signed.side, colony.side
    month.say(AidLanded(me, other, fleet.id, colony.id, order.cps, "", Cause(RULE, signed.id), (me,)))
    month.say(AidLanded(me, other, "", colony.id, order.cps, "pool" if to_pool else "store", Cause(RULE), (other,)))
