"""Orders that spend or carry CPs, against a side's picture: each returns its preview, or says why not."""

from rules.cluster_war.holdings.planned import PlannedState
from rules.cluster_war.industry.construction import facility_price
from rules.cluster_war.industry.orders.facilities import BuildFacility
from rules.cluster_war.orders.previews import Preview
from rules.cluster_war.state.names import BudgetLine
from rules.errors import IllegalOrderError

MOST_FACILITIES = 1000
FACILITY_NAMES = {
    "shipyard": "shipyard bays",
    "factory": "light industry",
    "heavy": "heavy industry",
    "training": "training rating",
    "lab": "science stations",
}
FACILITY_STEPS = {"shipyard": 1, "factory": 20, "heavy": 20, "training": 25, "lab": 1}


def plan_facility(planned: PlannedState, order: BuildFacility) -> Preview:
    """A facility built by a colony's people, ready at the month's end (CW-18.0-03, CW-TAB-FACILITIES)."""
    colony = planned.colony(order.colony)
    step = FACILITY_STEPS[order.facility]
    if not step <= order.amount <= MOST_FACILITIES or order.amount % step:
        raise IllegalOrderError(
            f"{FACILITY_NAMES[order.facility].capitalize()} come in steps of {step}, from {step} to "
            f"{MOST_FACILITIES - MOST_FACILITIES % step}; {order.amount} is not one.",
            rule="CW-6.1-07" if order.facility == "factory" else "CW-6.1-05",
        )
    cost = facility_price(order.facility, order.amount, planned.view.settings)
    line: BudgetLine = "bases" if order.facility == "shipyard" else "infrastructure"
    planned.charge(line, cost, colony)
    text = f"{colony.name} builds {order.amount} {FACILITY_NAMES[order.facility]} for {cost} CPs, ready next turn."
    return Preview(order=order, text=text, cost=cost, line=line)
