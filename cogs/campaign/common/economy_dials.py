"""Lists below the preview of an order that spends CPs: how many units, how much of a facility, how many CPs, each with what comes
of it."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from cogs.campaign.common.dials import Dial, field_dial
from cogs.campaign.common.dials import dials_of as war_dials
from rules.cluster_war.chapters.colonies.founding_orders import SettleInGrid, founding_size
from rules.cluster_war.chapters.colonies.work_orders import ExpandColony, growth
from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.industry.facility_orders import BuildFacility, facility_price
from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.cluster_war.chapters.research.projects import research_chance, stations_at, worth
from rules.cluster_war.model.holdings.capacity import FACILITIES, workplace
from rules.cluster_war.model.holdings.order_kind import PlannedState
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.worlds.step_codes import multiple
from rules.cluster_war.turn.planning.suggestions.meetings import picture
from rules.cluster_war.turn.planning.suggestions.outlook import arrival_words, months_to_come
from rules.values import GameError
from umpire.campaign.sheets.order_sheet import OrderSheet

UNIT_COUNTS: Final = (1, 2, 5)
FACILITY_STEPS: Final = (1, 2, 5, 10)
"""How many times the usual amount of a facility is offered."""
RESEARCH_SUMS: Final = (25, 50, 100, 200, 300, 600, 900, 1200)
SHARES: Final = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1))
"""Parts of what a colony can take or the pool has."""


def dials_of(sheet: OrderSheet, order: Order) -> tuple[Dial, ...]:
    """The lists for an order; those with but one line are left out."""
    planned = picture(sheet.view, sheet.standing)
    match order:
        case BuildUnits():
            found = _units(planned, order)
        case BuildFacility():
            found = _facility(planned, order)
        case FundProject() | StartProject():
            found = _research(planned, order)
        case ExpandColony() | SettleInGrid():
            found = _growth(planned, order)
        case _:
            return war_dials(sheet, order)
    return tuple(dial for dial in found if len(dial.options) > 1)


def _units(planned: PlannedState, order: BuildUnits) -> Iterator[Dial]:
    """1, 2, 5, or as many as the place holds this month and the CPs left buy (CW-6.0-03)."""
    design = planned.me.designs.get(order.design)
    if design is None:
        return
    try:
        site = planned.site(order.colony)
        place, line = workplace(design, planned.settings, at_yard=order.at_yard)
        free = planned.free_capacity(site, line if place == "factory" else place) if place != "site" else 0
    except GameError:
        return
    holds = free // design.hull if place != "site" else max(UNIT_COUNTS)
    most = min(holds, planned.purse // max(1, design.cost))
    counts = {n for n in (*UNIT_COUNTS, most) if n >= 1 and n * design.cost <= planned.purse} | {order.count}
    lines = []
    for number in sorted(counts):
        months = 1 if place == "site" or not free else -(-number * design.hull // free)
        when = "ready in one turn" if months == 1 else f"ready in {months} turns"
        full = ", all that fits" if number == most and place != "site" else ""
        lines.append((number, f"{number} × {design.name}", f"{number * design.cost} CPs, {when}{full}"))
    yield field_dial(order, "count", "How many", lines, "count")


def _facility(planned: PlannedState, order: BuildFacility) -> Iterator[Dial]:
    facility = FACILITIES[order.facility]
    base = max(facility.step, 10)
    amounts = {base * n for n in FACILITY_STEPS} | {order.amount}
    prices = {n: facility_price(order.facility, n, planned.settings) for n in sorted(amounts) if n <= facility.most}
    lines = [(n, f"{n} {facility.name}", f"{cps} CPs") for n, cps in prices.items() if cps <= planned.purse]
    yield field_dial(order, "amount", "How much", lines, "amount")


def _research(planned: PlannedState, order: FundProject | StartProject) -> Iterator[Dial]:
    if isinstance(order, StartProject):
        hex_, left, held = order.hex, order.steps, 0
    else:
        project = planned.view.projects.get(order.project)
        if project is None:
            return
        hex_, left, held = project.hex, project.steps - project.step + 1, project.cps
    me, stations = planned.me, stations_at(planned.view, planned.me.id, hex_)
    lines = []
    for cps in sorted({*(n for n in RESEARCH_SUMS if n <= planned.purse), order.cps}):
        total = held + worth(cps, me.race)
        chance = research_chance(total, stations, me.race, me.technologies, planned.settings).chance
        when = arrival_words(months_to_come(planned, hex_, left, held, cps))
        lines.append((cps, f"{cps} CPs: {chance} % this month", when))
    yield field_dial(order, "cps", "CPs", lines)


def _growth(planned: PlannedState, order: ExpandColony | SettleInGrid) -> Iterator[Dial]:
    if isinstance(order, ExpandColony):
        colony = planned.colonies.get(order.colony)
        if colony is None:
            return
        hex_, orbit, size = colony.hex, colony.orbit, colony.size
    else:
        hex_, orbit, size = order.hex, order.orbit, 0
    world = planned.world(hex_, orbit)
    if world is None or not world.max_cp:
        return
    share = multiple(planned.me.race, world.step, planned.settings)
    most = min(planned.purse, founding_size(10**6, share, world.max_cp - size)[1])
    lines = [
        (cps, f"{cps} CPs", f"to size {_size(cps, share, size, world.max_cp)} of {world.max_cp}")
        for cps in _sums(most, order.cps)
        if _size(cps, share, size, world.max_cp) > size
    ]
    yield field_dial(order, "cps", "CPs", lines)


def _size(cps: int, share: Fraction, size: int, most: int) -> int:
    return size + growth(cps, share, size, most)[0] if size else founding_size(cps, share, most)[0]


def _sums(most: int, now: int) -> Iterable[int]:
    return sorted({int(most * part) for part in SHARES} | {now})
