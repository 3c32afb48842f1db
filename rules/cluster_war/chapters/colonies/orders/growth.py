"""The order that makes a colony grow (CW-5.0)."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from rules.cluster_war.model.economy.holds import cargo_held, landed, shared_out
from rules.cluster_war.model.events.colonies import ColonyGrew
from rules.cluster_war.model.holdings.finders import check_amount, ships_by_id
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, telling
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.orders.names import CPS, NAME, colony_text
from rules.cluster_war.model.orders.order import Order, Preview
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.names import ColonyId, HexId, SideId
from rules.cluster_war.model.state.units import Fleet
from rules.cluster_war.model.worlds.step_codes import colony_cost, is_uninhabitable, multiple, plain_multiple
from rules.errors import IllegalOrderError
from rules.events import Cause, Modifier
from rules.values import changed


class ExpandColony(Order):
    """Spend CPs on the growth of an own colony at its colonization multiple (CW-5.0-21; line Infrastructure).

    On an uninhabitable world that is cut off the CPs are colonists aboard own ships there (CW-7.0-07).
    """

    colony: ColonyId
    cps: int


def growth(cps: int, share: Fraction, size: int, max_cp: int) -> tuple[int, int]:
    """(size added, CPs charged): each multiple of CPs adds 1 up to the maximum, the rest is not charged (CW-5.0-21)."""
    added = min(cps * share.denominator // share.numerator, max(0, max_cp - size))
    return added, colony_cost(added, share)


def _price(holdings: Holdings, colony: Colony) -> tuple[Fraction, int]:
    """What a CP of the colony's size costs, and its world's maximum; IllegalOrderError where that is not known."""
    world = holdings.world(colony.hex, colony.orbit)
    if world is None or world.max_cp is None:
        raise IllegalOrderError(f"{colony.name} stands on no known world; ask the game master.", rule="CW-5.0-21")
    return multiple(holdings.owner.race, world.step, holdings.settings), world.max_cp


def expand(holdings: Holdings, order: ExpandColony) -> ColonyGrew:
    """Let a colony grow; IllegalOrderError says why it cannot."""
    colony = holdings.own_colony(order.colony)
    check_amount(order.cps)
    share, most = _price(holdings, colony)
    if colony.size >= most:
        raise IllegalOrderError(f"{colony.name} has its full size of {colony.size} already.", rule="CW-5.0-02")
    added, cost = growth(order.cps, share, colony.size, most)
    if added < 1:
        raise IllegalOrderError(
            f"Too few CPs ({order.cps}): at {colony.name} each CP of size costs {plain_multiple(share)}.",
            rule="CW-5.0-21",
        )
    reason = f"size for {cost} CPs at ×{plain_multiple(share)}, world maximum {most}"
    size = Modifier(added, reason)
    if lives_by_ships(holdings, colony):
        cause = Cause("CW-7.0-07", modifiers=(size, *_land_colonists(holdings, colony, cost)))
    else:
        holdings.spend("infrastructure", cost, colony)
        cause = Cause("CW-5.0-21", modifiers=(size,))
    holdings.colonies[colony.id] = changed(holdings.colonies[colony.id], size=colony.size + added)
    return ColonyGrew(colony.side, colony.id, colony.size, colony.size + added, cost, cause=cause)


def lives_by_ships(holdings: Holdings, colony: Colony) -> bool:
    """Whether only colonists that own ships bring let a colony grow: it is cut off from the grid, on a world that is
    uninhabitable to its people (CW-7.0-07)."""
    if holdings.connected(colony):
        return False
    step = holdings.step_of(colony.hex, colony.orbit)
    return step is not None and is_uninhabitable(holdings.owner.race, step, holdings.settings)


def _land_colonists(holdings: Holdings, colony: Colony, cps: int) -> Iterator[Modifier]:
    """Take CPs off own ships in the colony's hex, fleet by fleet; IllegalOrderError with too few aboard (CW-7.0-07)."""
    here = [f for _, f in sorted(holdings.fleets.items()) if _lies_at(f, holdings.owner.id, colony.hex)]
    held = {fleet.id: cargo_held(ships_by_id(holdings, fleet).values()) for fleet in here}
    if sum(held.values()) < cps:
        raise IllegalOrderError(
            f"{colony.name} is cut off on an uninhabitable world: it grows only by colonists that ships bring, and your ships "
            f"there carry {sum(held.values())} CPs of the {cps} it takes; what lies in its store brings no people.",
            rule="CW-7.0-07",
        )
    shares, _ = shared_out({fleet.id: fleet for fleet in here}, cps, lambda fleet: held[fleet.id])
    for fleet in here:
        if shares[fleet.id]:
            holdings.ships.update(landed(ships_by_id(holdings, fleet), shares[fleet.id]))
            yield Modifier(shares[fleet.id], f"CPs of colonists from {fleet.name}")


def _lies_at(fleet: Fleet, side: SideId, hex_: HexId) -> bool:
    return fleet.side == side and fleet.transit is None and fleet.hex == hex_


def _plan(planned: PlannedState, order: ExpandColony) -> Preview:
    grown = expand(planned, order)
    colony = planned.colonies[grown.colony]
    share, _ = _price(planned, colony)
    change = f"from {grown.before} to {grown.after} for {grown.cps} CPs (×{plain_multiple(share)})"
    done = changed(order, cps=grown.cps)
    if grown.cause.rule == "CW-7.0-07":
        aboard = " and ".join(f"{m.value} {m.reason}" for m in grown.cause.modifiers[1:])
        return Preview(done, f"{colony.name} grows {change}: {aboard}.")
    return Preview(done, f"{colony.name} grows {change}.", cost=grown.cps, line="infrastructure")


KINDS: Final = (
    OrderKind(
        ExpandColony,
        Phase.SPEND,
        command="colony expand",
        example="expand Terra 40",
        pattern=rf"{NAME} {CPS}",
        read=lambda g: ExpandColony(g.colony(0), g.number(1)),
        write=lambda order, names: f"expand {colony_text(names, order.colony)} {order.cps}",
        plan=_plan,
        carry_out=telling(expand),
    ),
)
