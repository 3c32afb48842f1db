"""The order that makes a colony grow (CW-5.0)."""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor
from typing import Final

from rules.cluster_war.events.colonies import ColonyGrew
from rules.cluster_war.holdings.finders import check_amount
from rules.cluster_war.holdings.holdings import Holdings
from rules.cluster_war.holdings.order_kind import OrderKind, Phase
from rules.cluster_war.holdings.planned import PlannedState
from rules.cluster_war.holdings.turn_holdings import TurnHoldings
from rules.cluster_war.orders.names import CPS, NAME, colony_text, unquote
from rules.cluster_war.orders.order import Order, Preview, SignedOrder
from rules.cluster_war.state.names import ColonyId
from rules.cluster_war.working.turn_state import TurnState
from rules.cluster_war.worlds.step_codes import colony_cost, multiple, plain_multiple
from rules.errors import IllegalOrderError
from rules.events import Cause, Modifier


@dataclass(frozen=True, slots=True)
class ExpandColony(Order):
    """Spend CPs on the growth of an own colony at its colonization multiple (CW-5.0-21; line Infrastructure)."""

    colony: ColonyId
    cps: int


@dataclass(frozen=True, slots=True)
class Growth:
    """What came of the order: the colony's name, its size before and after, the CPs, the multiple, the maximum."""

    name: str
    before: int
    after: int
    cost: int
    share: Fraction
    most: int


def growth(cps: int, share: Fraction, size: int, max_cp: int) -> tuple[int, int]:
    """(size added, CPs charged): each multiple of CPs adds 1 up to the maximum, the rest is not charged (CW-5.0-21)."""
    added = min(floor(cps / share), max(0, max_cp - size))
    return added, colony_cost(added, share)


def expand(holdings: Holdings, order: ExpandColony) -> Growth:
    """Let a colony grow; IllegalOrderError says why it cannot."""
    colony = holdings.own_colony(order.colony)
    check_amount(order.cps)
    world = holdings.world(colony.hex, colony.orbit)
    if world is None or world.max_cp is None:
        raise IllegalOrderError(f"{colony.name} stands on no known world; ask the game master.", rule="CW-5.0-21")
    share, most = multiple(holdings.owner.race, world.step, holdings.settings), world.max_cp
    if colony.size >= most:
        raise IllegalOrderError(f"{colony.name} has its full size of {colony.size} already.", rule="CW-5.0-02")
    added, cost = growth(order.cps, share, colony.size, most)
    if added < 1:
        raise IllegalOrderError(
            f"Too few CPs ({order.cps}): at {colony.name} each CP of size costs {plain_multiple(share)}.",
            rule="CW-5.0-21",
        )
    holdings.spend("infrastructure", cost, colony)
    holdings.colonies[colony.id] = replace(holdings.colonies[colony.id], size=colony.size + added)
    return Growth(colony.name, colony.size, colony.size + added, cost, share, most)


def _plan(planned: PlannedState, order: ExpandColony) -> Preview:
    grown = expand(planned, order)
    change = f"from {grown.before} to {grown.after} for {grown.cost} CPs (×{plain_multiple(grown.share)})"
    done = replace(order, cps=grown.cost)
    return Preview(done, f"{grown.name} grows {change}.", cost=grown.cost, line="infrastructure")


def _expand(month: TurnState, signed: SignedOrder, order: ExpandColony) -> None:
    side = signed.side
    grown = expand(TurnHoldings(month, side), order)
    reason = f"size for {grown.cost} CPs at ×{plain_multiple(grown.share)}, world maximum {grown.most}"
    cause = Cause("CW-5.0-21", signed.id, (Modifier(grown.after - grown.before, reason),))
    month.tell_side(ColonyGrew(side, order.colony, grown.before, grown.after, grown.cost, cause=cause))


KINDS: Final = (
    OrderKind(
        ExpandColony,
        Phase.SPEND,
        command="colony expand",
        example="expand Terra 40",
        pattern=rf"{NAME} {CPS}",
        read=lambda names, g: ExpandColony(names.colony(unquote(g[0])), int(g[1] or 0)),
        write=lambda order, names: f"expand {colony_text(names, order.colony)} {order.cps}",
        plan=_plan,
        carry_out=_expand,
    ),
)
