"""What a colony's people build beside units: shipyard bays, factories, plants, training bases, labs (CW-6.1-05, CW-18.0-03)."""

from functools import lru_cache
from math import ceil
from typing import Final, cast

from rules.cluster_war.model.events.industry import BaseAssembled, FacilityBuilt
from rules.cluster_war.model.holdings.capacity import FACILITIES, FacilityKind
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, telling
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.orders.names import NAME, Groups, colony_text
from rules.cluster_war.model.orders.order import Order, Preview
from rules.cluster_war.model.state.names import BudgetLine, ColonyId
from rules.cluster_war.model.state.settings import Settings, overridden, tables_with
from rules.cluster_war.model.working.turn_state import TurnState
from rules.errors import IllegalOrderError, quoted, unknown
from rules.events import Cause, Modifier
from rules.values import changed


class BuildFacility(Order):
    """Have a colony's people build a facility: shipyard bays, a factory, a heavy plant, a training base, labs
    (CW-18.0-03, CW-TAB-FACILITIES); ready at the month's end."""

    colony: ColonyId
    facility: FacilityKind
    amount: int


def facility_price(kind: FacilityKind, amount: int, settings: Settings) -> int:
    """CPs for `amount` of rating: bays, light or heavy industry, training size or science stations (CW-6.1-05)."""
    return _price(kind, amount, overridden(settings))


@lru_cache(maxsize=1024)
def _price(kind: FacilityKind, amount: int, overrides: tuple[tuple[str, str], ...]) -> int:
    facility = FACILITIES[kind]
    return ceil(tables_with(overrides)[facility.table].fraction(facility.row, "CP cost") * amount / facility.step)


def line_of(kind: FacilityKind) -> BudgetLine:
    """The line of the budget that a facility is paid under."""
    return "bases" if kind == "shipyard" else "infrastructure"


def commission(holdings: Holdings, order: BuildFacility) -> FacilityBuilt:
    """Pay for a facility; GameError says why it cannot be built."""
    colony = holdings.own_colony(order.colony)
    if order.facility not in FACILITIES:
        lead = f"There is no facility {quoted(order.facility)}."
        raise unknown(IllegalOrderError, lead, order.facility, "There are", FACILITIES, rule="CW-6.1-05")
    facility = FACILITIES[order.facility]
    if not facility.step <= order.amount <= facility.most or order.amount % facility.step:
        raise IllegalOrderError(
            f"{facility.name.capitalize()} come in steps of {facility.step}, from {facility.step} to {facility.most}; "
            f"{order.amount} is not one.",
            rule="CW-6.1-07" if order.facility == "factory" else "CW-6.1-05",
        )
    price = facility_price(order.facility, order.amount, holdings.settings)
    holdings.spend(line_of(order.facility), price, colony)
    each = facility_price(order.facility, facility.step, holdings.settings)
    reason = Modifier(price, f"CPs: {order.amount} at {each} per {facility.step}")
    cause = Cause("CW-6.1-05", modifiers=(reason,))
    return FacilityBuilt(holdings.owner.id, colony.id, order.facility, order.amount, price, cause=cause)


def _plan(planned: PlannedState, order: BuildFacility) -> Preview:
    done = commission(planned, order)
    name, what = planned.colonies[done.colony].name, FACILITIES[order.facility].name
    text = f"{name} builds {order.amount} {what} for {done.cps} CPs, ready next turn."
    return Preview(order=order, text=text, cost=done.cps, line=line_of(order.facility))


def open_facilities(turn: TurnState) -> None:
    """Step 11: what this turn's `FacilityBuilt` events name, and yards put together, stands ready for the next turn."""
    for event in turn.events:
        if isinstance(event, FacilityBuilt):
            _open(turn, event.colony, event.facility, event.amount)
        elif isinstance(event, BaseAssembled) and event.what == "shipyard":
            _open(turn, event.at, "shipyard", event.amount)


def _open(turn: TurnState, at: ColonyId, kind: str, amount: int) -> None:
    colony = turn.colonies.get(at)
    if colony is not None:
        field = FACILITIES[kind].field
        more = {field: getattr(colony, field) + amount}
        turn.colonies[at] = changed(colony, **more)


def _read(g: Groups) -> BuildFacility:
    facility = cast("FacilityKind", g.word(1))
    return BuildFacility(g.colony(2), facility, g.number(0))


KINDS: Final = (
    OrderKind(
        BuildFacility,
        Phase.SPEND,
        command="build facility",
        example=f"facility 10 shipyard at Terra (one of {', '.join(FACILITIES)})",
        pattern=rf"(\d{{1,5}}) ({'|'.join(FACILITIES)}) at {NAME}",
        read=_read,
        write=lambda order, names: f"facility {order.amount} {order.facility} at {colony_text(names, order.colony)}",
        plan=_plan,
        carry_out=telling(commission),
    ),
)
