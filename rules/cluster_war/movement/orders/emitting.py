"""The order to run active sensors or ECM, or to be silent (CW-12.0-12)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.changes import changed
from rules.cluster_war.events.detection import EmissionsSet
from rules.cluster_war.holdings.finders import own_fleet
from rules.cluster_war.holdings.holdings import Holdings
from rules.cluster_war.holdings.order_kind import OrderKind, Phase
from rules.cluster_war.holdings.planned import PlannedState
from rules.cluster_war.holdings.turn_holdings import TurnHoldings
from rules.cluster_war.movement.emitters import can_emit, has_ecm_fitted
from rules.cluster_war.movement.fleets import put
from rules.cluster_war.orders.names import NAME, fleet_text
from rules.cluster_war.orders.order import Note, Order, Preview, SignedOrder
from rules.cluster_war.state.names import Emissions, FleetId
from rules.cluster_war.state.rulesets import NEARBY, since
from rules.cluster_war.state.units import Fleet
from rules.cluster_war.working.turn_state import TurnState
from rules.errors import IllegalOrderError
from rules.events import Cause

RULE: Final = "CW-12.0-12"
WORDS: Final[Mapping[str, Emissions]] = {"silent": "", "sensors": "sensors", "ecm": "ecm"}
NAMED: Final = {"": "runs silent", "sensors": "runs active sensors", "ecm": "runs ECM"}


@dataclass(frozen=True, slots=True)
class SetEmissions(Order):
    """Have a fleet run active sensors or ECM from now on, or neither (""); whoever does is noticed, cloaked or not."""

    fleet: FleetId
    emissions: Emissions = ""


def emitter(holdings: Holdings, order: SetEmissions, *, works: bool = True) -> Fleet:
    """The fleet that is to emit; IllegalOrderError without gear that works, or in a campaign of plain detection. Without `works`
    ECM counts though it is shot to pieces, as in months of campaigns begun before `NEARBY`."""
    fleet = own_fleet(holdings, order.fleet)
    if holdings.settings.detection != "full":
        raise IllegalOrderError("Nothing comes of active sensors and ECM in a campaign of plain detection.", rule=RULE)
    designs = holdings.owner.designs
    ships = [holdings.ships[key] for key in fleet.ships]
    if can_emit(designs, ships, order.emissions):
        return fleet
    if order.emissions == "sensors":
        raise IllegalOrderError(f"{fleet.name} has no LRS that works.", rule=RULE)
    if not has_ecm_fitted(designs, ships):
        raise IllegalOrderError(f"{fleet.name} has no ECM.", rule=RULE)
    if works:
        raise IllegalOrderError(f"{fleet.name} has no ECM that works; it has to be repaired first.", rule=RULE)
    return fleet


def _plan(planned: PlannedState, order: SetEmissions) -> Preview:
    fleet = emitter(planned, order)
    planned.once(f"emissions:{fleet.id}", f"{fleet.name} already gets such an order on this sheet")
    planned.fleets[fleet.id] = changed(fleet, emissions=order.emissions)
    notes = (Note("Whoever has its hex in view notices it, cloaked or not.", RULE),) if order.emissions else ()
    return Preview(order=order, text=f"{fleet.name} {NAMED[order.emissions]}.", notes=notes)


def _carry_out(month: TurnState, signed: SignedOrder, order: SetEmissions) -> None:
    fleet = emitter(TurnHoldings(month, signed.side), order, works=since(month.ruleset, NEARBY))
    put(month, changed(fleet, emissions=order.emissions))
    month.tell_side(EmissionsSet(signed.side, fleet.id, order.emissions, cause=Cause(RULE, signed.id)))


KINDS: Final = (
    OrderKind(
        SetEmissions,
        Phase.MISSION,
        command="fleet emissions",
        example=f'emissions "1st Fleet" sensors (one of {", ".join(WORDS)})',
        pattern=rf"{NAME} ({'|'.join(WORDS)})",
        read=lambda g: SetEmissions(g.fleet(0), WORDS[g.word(1)]),
        write=lambda order, names: f"emissions {fleet_text(names, order.fleet)} {order.emissions or 'silent'}",
        plan=_plan,
        carry_out=_carry_out,
    ),
)
