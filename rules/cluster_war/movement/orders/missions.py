"""The order that gives a fleet its mission (CW-18.0-06)."""

from dataclasses import dataclass, replace
from typing import Final, cast

from rules.cluster_war.events.movement import MissionSet
from rules.cluster_war.holdings.finders import own_fleet
from rules.cluster_war.holdings.holdings import Holdings
from rules.cluster_war.holdings.order_kind import OrderKind, Phase
from rules.cluster_war.holdings.planned import PlannedState
from rules.cluster_war.holdings.turn_holdings import TurnHoldings
from rules.cluster_war.movement.fleets import drop_survey, force, no_survey_gear, put
from rules.cluster_war.movement.orders.moving import MoveFleet
from rules.cluster_war.orders.notation_parts import NAME, fleet_text, unquote
from rules.cluster_war.orders.order import Order, SignedOrder
from rules.cluster_war.orders.previews import Note, Preview
from rules.cluster_war.race_design.attitudes import check_deed
from rules.cluster_war.state.names import MISSIONS, FleetId, MissionKind
from rules.cluster_war.state.units import Fleet
from rules.cluster_war.working.turn_state import TurnState
from rules.errors import IllegalOrderError, quoted
from rules.events import Cause


@dataclass(frozen=True, slots=True)
class SetMission(Order):
    """Set what a fleet does where it is, or where it arrives (CW-18.0-06); a survey runs until done (CW-12.1-10)."""

    fleet: FleetId
    mission: MissionKind


def receiver(holdings: Holdings, order: SetMission, *, leaves: bool = False) -> Fleet:
    """The fleet that gets the mission; a survey needs its equipment unless the fleet is on its way (CW-12.1-07).

    `leaves` is whether another order of the turn sends it elsewhere.
    """
    fleet = own_fleet(holdings, order.fleet)
    if order.mission not in MISSIONS:
        raise IllegalOrderError(f"There is no mission {quoted(order.mission)}.", rule="CW-18.0-06")
    check_deed(holdings.owner.race, "first strike", order.mission, holdings.settings)
    if order.mission == "survey" and fleet.transit is None and not leaves and not fleet.route:
        here = force(holdings.owner.designs, [holdings.ships[s] for s in fleet.ships])
        if not (here.lrs and here.survey_bays):
            raise IllegalOrderError(no_survey_gear(fleet, here), rule="CW-12.1-07")
    return fleet


def _plan(planned: PlannedState, order: SetMission) -> Preview:
    fleet = receiver(planned, order)
    planned.once(f"mission:{fleet.id}", f"{fleet.name} already gets a mission on this sheet")
    notes: tuple[Note, ...] = ()
    if order.mission == "survey" and fleet.transit is None and fleet.hex not in planned.view.objects:
        notes = (Note(f"There is nothing to survey at {fleet.hex}; the survey starts where the fleet arrives."),)
    planned.fleets[fleet.id] = replace(fleet, mission=order.mission)
    what = "has no mission" if order.mission == "none" else f"gets the mission {order.mission}"
    return Preview(order=order, text=f"{fleet.name} {what}.", notes=notes)


def _set(month: TurnState, signed: SignedOrder, order: SetMission) -> None:
    survey = order.mission == "survey"
    leaves = survey and any(move.fleet == order.fleet for _, move in month.orders_of(MoveFleet))
    fleet = receiver(TurnHoldings(month, signed.side), order, leaves=leaves)
    put(month, replace(fleet if survey else drop_survey(month, fleet), mission=order.mission))
    month.tell_side(MissionSet(signed.side, fleet.id, order.mission, cause=Cause("CW-18.0-06", signed.id)))


KINDS: Final = (
    OrderKind(
        SetMission,
        Phase.MISSION,
        command="fleet mission",
        verb="mission",
        example=f'mission "1st Fleet" survey (one of {", ".join(MISSIONS)})',
        pattern=rf"{NAME} ({'|'.join(MISSIONS)})",
        read=lambda names, g: SetMission(names.fleet(unquote(g[0])), cast("MissionKind", (g[1] or "").casefold())),
        write=lambda order, names: f"mission {fleet_text(names, order.fleet)} {order.mission}",
        plan=_plan,
        carry_out=_set,
    ),
)
