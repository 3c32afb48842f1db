"""An order to crews: two ships exchange theirs (CW-17.2-09)."""

from typing import Final

from rules.cluster_war.chapters.officers.ratings import EXPERIENCED, WITHOUT_CREW, counts_as, turns_of_training
from rules.cluster_war.model.events.officers import CrewMoved
from rules.cluster_war.model.holdings.finders import own_ship, ships_here
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.holdings.turn_holdings import TurnHoldings
from rules.cluster_war.model.orders.order import Order, Preview, SignedOrder
from rules.cluster_war.model.state.names import ShipId, short_id
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.units import Ship
from rules.cluster_war.model.working.turn_state import TurnState
from rules.errors import IllegalOrderError
from rules.events import Cause
from rules.values import changed

RULE: Final = "CW-17.2-09"


class MoveCrew(Order):
    """Two ships in one hex exchange their crews, at the turn's start."""

    ship: ShipId
    to: ShipId


def crewed_by(ship: Ship, crew: Ship, settings: Settings) -> Ship:
    """A ship with another's crew: an experienced one counts a grade lower until it has trained on it."""
    settling = turns_of_training(settings) if crew.grade in EXPERIENCED else 0
    return changed(ship, grade=crew.grade, drilled=crew.drilled, battles=crew.battles, settling=settling)


def moved(holdings: Holdings, order: MoveCrew) -> Ship:
    """Exchange two crews: the ship that the crew went to; IllegalOrderError says why it cannot be."""
    if not holdings.settings.graded_crews:
        raise IllegalOrderError("Crews have no grades in this campaign; there is nothing to move.", rule="CW-17.2-02")
    key = own_ship(holdings, order.ship)
    fleet = next((f for f in holdings.fleets.values() if key in f.ships), None)
    place = fleet.hex if fleet is not None else ""
    found, _ = ships_here(holdings, (order.ship, order.to), place)
    if len(found) < 2:
        raise IllegalOrderError("Name two ships.", rule=RULE)
    for ship in found:
        design = holdings.owner.designs[ship.design]
        if WITHOUT_CREW & set(design.traits):
            raise IllegalOrderError(f"{short_id(ship.id)} has no crew.", rule=RULE)
    one, other = found
    holdings.ships[one.id] = crewed_by(one, other, holdings.settings)
    holdings.ships[other.id] = crewed_by(other, one, holdings.settings)
    return holdings.ships[other.id]


def _plan(planned: PlannedState, order: MoveCrew) -> Preview:
    after = moved(planned, order)
    turns = f" for {after.settling} turns" if after.settling else ""
    key = own_ship(planned, order.ship)
    text = f"The crews of {short_id(key)} and {short_id(after.id)} change ships; the first counts as {counts_as(after)}{turns}."
    return Preview(order=changed(order, ship=key, to=after.id), text=text)


def _move(turn: TurnState, signed: SignedOrder, order: MoveCrew) -> None:
    holdings = TurnHoldings(turn, signed.side)
    after, other = moved(holdings, order), holdings.ships[own_ship(holdings, order.ship)]
    turn.careers |= {ship.id: ship.battles for ship in (after, other)}
    turn.tell_side(CrewMoved(after.side, other.id, after.id, counts_as(after), cause=Cause(RULE, signed.id)))


KINDS: Final = (
    OrderKind(
        MoveCrew,
        Phase.ORGANISE,
        command="officer crew",
        example="crew DD01 to DD02",
        pattern=r"(\S+) to (\S+)",
        read=lambda g: MoveCrew(g.names.ship(g.raw(0)), g.names.ship(g.raw(1))),
        write=lambda order, _: f"crew {short_id(order.ship)} to {short_id(order.to)}",
        plan=_plan,
        carry_out=_move,
    ),
)
