"""Yards, factories, training bases and the population at work: what they can do, and orders to them (CW-6.0, CW-6.1)."""

from collections.abc import Mapping
from dataclasses import replace
from math import ceil
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from rules.cluster_war.economy.income import pay
from rules.cluster_war.events.industry import BaseAssembled, BuildStarted, FacilityBuilt
from rules.cluster_war.holdings.capacity import (
    LABELS,
    WATERS,
    free,
    gear_line,
    key_of,
    label,
    needs_water,
    tool_up,
    workplace,
)
from rules.cluster_war.holdings.holdings import (
    Holdings,
    TurnHoldings,
    check_needs,
    design_of,
    find_site,
    load,
    put_site,
    skill_of,
)
from rules.cluster_war.industry.crash import crash_hull, crash_price
from rules.cluster_war.industry.orders.building import BuildUnits, ContinueBuild
from rules.cluster_war.industry.orders.facilities import BuildFacility
from rules.cluster_war.orders.order import SignedOrder
from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.holdings import Build, Colony
from rules.cluster_war.state.names import WEEKS_PER_TURN, BudgetLine, DesignKind
from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.tables_of import tables
from rules.cluster_war.working.lookups import own_colony
from rules.cluster_war.working.turn_state import TurnState
from rules.errors import IllegalOrderError, NotYoursError, quoted
from rules.events import Cause, Modifier

FacilityKind: TypeAlias = Literal["shipyard", "factory", "heavy", "training", "lab"]

NO_GEAR: Final[Mapping[str, int]] = MappingProxyType({})
MOST_UNITS: Final = 200
"""Units of one design that one order may ask for."""
LINES: Final[Mapping[DesignKind, BudgetLine]] = {
    "ship": "ships",
    "small_craft": "ships",
    "ground": "ground",
    "base": "bases",
    "facility": "infrastructure",
}
FACILITIES: Final[Mapping[FacilityKind, tuple[str, str, int]]] = {
    "shipyard": ("CW-TAB-FACILITIES", "Shipyard bay", 1),
    "factory": ("CW-TAB-FACILITIES", "Factory (20 light industry)", 20),
    "heavy": ("CW-TAB-FACILITIES", "Heavy industrial plant", 20),
    "training": ("CW-TAB-FACILITIES", "Training base size 25", 25),
    "lab": ("CW-TAB-COMPONENTS", "Science station", 1),
}
"""Where each facility's price is printed, and the rating that one of it has: it is built in whole ones."""


def build_turns(hull: int, capacity: int) -> int:
    """Turns that `hull` spaces take with `capacity` of them worked a turn, rounded up, at least 1 (CW-6.0-06)."""
    if capacity < 1:
        raise IllegalOrderError("Without capacity the work never ends; give it at least 1.", rule="CW-6.0-06")
    return max(1, -(-hull // capacity))


def facility_price(kind: FacilityKind, amount: int, settings: Settings) -> int:
    """CPs for `amount` of rating: bays, light or heavy industry, training size or science stations (CW-6.1-05)."""
    table, row, rating = FACILITIES[kind]
    return ceil(tables(settings)[table].fraction(row, "CP cost") * amount / rating)


def start_build(month: TurnState, signed: SignedOrder, order: BuildUnits) -> None:
    """Begin a build and pay for it; IllegalOrderError says why it cannot be."""
    side = signed.side
    build = lay_down(TurnHoldings(month, side), order)
    design = month.sides[side].designs[build.design]
    turns = turns_left(build, month.settings)
    worked = f"turns: {build.hull_left} hull at {build.capacity} a turn"
    if build.place == "site":
        worked = "turn: bases are built side by side"
    reasons = [Modifier(turns, worked)]
    if build.crash == "cost":
        reasons.append(Modifier(design.cost * build.count, "CPs more for half the time"))
    elif build.crash:
        reasons.append(Modifier(build.count, "units of low quality, for half the time"))
    rule = {"cost": "CW-6.7-01", "quality": "CW-6.7-02"}.get(build.crash, "CW-6.0-06")
    month.say(
        BuildStarted(
            side=side,
            build=build.id,
            colony=build.colony,
            design=build.design,
            count=build.count,
            price=build.price,
            paid=build.paid,
            turns=turns,
            cause=Cause("CW-6.4-01" if build.place == "site" else rule, signed.id, tuple(reasons)),
            seen_by=(side,),
        )
    )


def lay_down(holdings: Holdings, order: BuildUnits) -> Build:
    """Take in an order to build: its place, capacity and first payment; IllegalOrderError says why it cannot be."""
    site, design = find_site(holdings, order.colony), design_of(holdings, order.design)
    if not 1 <= order.count <= MOST_UNITS:
        raise IllegalOrderError(f"Build 1 to {MOST_UNITS} units in one order, not {order.count}.", rule="CW-6.0-03")
    place, line = workplace(design, holdings.settings, at_yard=order.at_yard)
    check_needs(holdings, design)
    _check_place(holdings, site, design)
    hull = hull_of(design, order.count, holdings.settings, at_yard=place == "shipyard")
    if order.crash and place in {"site", "training"}:
        raise IllegalOrderError(f"{design.name} is ready in one turn as it is.", rule="CW-6.7-01")
    hull = crash_hull(hull, order.crash)
    price = crash_price(design.cost * order.count, order.crash)
    build = Build(
        id="",
        side=holdings.owner.id,
        colony=site.id,
        design=design.id,
        count=order.count,
        price=price,
        paid=price if order.pay < 0 else min(order.pay, price),
        hull_left=hull,
        capacity=0,
        started_turn=holdings.turn,
        fleet=order.fleet,
        place=place,
        line=line,
        crash=order.crash,
    )
    return enter(holdings, site, build, order.capacity, LINES[design.kind], extra_gear(design, order.count))


def enter(
    holdings: Holdings, site: Colony, build: Build, wished: int, line: BudgetLine, gear: Mapping[str, int] = NO_GEAR
) -> Build:
    """Give a new build its capacity (`wished`, or all it can use for 0), its gear's factories, its number, and pay."""
    able = skill_of(holdings)
    capacity = _capacity(holdings, site, build, wished)
    for gear_kind, hull in gear.items():
        left = free(site, gear_kind, lambda key: holdings.taken(site.id, key), able)
        if hull > left:
            raise IllegalOrderError(
                f"{site.name} has {max(left, 0)} {label(gear_kind)} free this turn; the gear needs {hull}.",
                rule="CW-6.5-16",
            )
    holdings.spend(line, build.paid, site)
    site = find_site(holdings, site.id)
    for gear_kind, hull in gear.items():
        site = tool_up(site, gear_kind, holdings.taken(site.id, gear_kind) + hull, able)
        holdings.use(site.id, gear_kind, hull)
    if build.place == "factory":
        site = tool_up(site, build.line, holdings.taken(site.id, build.line) + capacity, able)
    put_site(holdings, site)
    build = replace(build, id=f"{holdings.owner.id}-B{holdings.next_id('build')}", capacity=capacity)
    holdings.builds[build.id] = build
    return build


def extra_gear(design: Design, count: int) -> Mapping[str, int]:
    """Factory hull by product line that battalions take in the turn they are bought (CW-6.5-16, CW-6.5-21)."""
    if design.kind != "ground":
        return NO_GEAR
    gear = {gear_line(design): design.gear * count} if design.gear else {}
    return {**gear, "androids": count} if "android" in design.traits else gear


def hull_of(design: Design, count: int, settings: Settings, *, at_yard: bool) -> int:
    """Hull spaces of work in `count` units; shipyard bays may do several of small craft a turn (CW-6.3-04)."""
    hull = design.hull * count
    return -(-hull // max(1, settings.craft_at_yards)) if at_yard and design.kind == "small_craft" else hull


def turns_left(build: Build, settings: Settings) -> int:
    """Turns until a build's work is done at its present capacity (CW-6.0-06, CW-6.0-07)."""
    if build.place in {"site", "training"} or not build.capacity:
        return 1
    if settings.weekly_construction:
        return -(-weeks_left(build) // WEEKS_PER_TURN)
    return build_turns(build.hull_left, build.capacity)


def weeks_left(build: Build) -> int:
    """Weeks until it is done where yards work by the week: a quarter hull space a bay, rounded up (CW-6.0-07)."""
    return build_turns(build.hull_left * WEEKS_PER_TURN - build.quarters, build.capacity)


def _check_place(holdings: Holdings, site: Colony, design: Design) -> None:
    if design.kind == "ground" and not site.size and "android" not in design.traits:
        raise IllegalOrderError(
            f"{site.name} has no people to recruit from; androids alone do without.", rule="CW-6.5-18"
        )
    if design.kind == "base" and site.id in holdings.bases:
        raise IllegalOrderError(
            f"{site.name} stands alone: bring {design.name} there with freighters and assemble it.", rule="CW-5.0-11"
        )
    if "asteroid" in design.traits and design.kind == "base" and not holdings.has_belt(site.hex):
        raise IllegalOrderError(
            f"{design.name} is made from an asteroid, and {site.hex} has no asteroid belt.", rule="CW-6.4-05"
        )
    if needs_water(design, holdings.settings) and (holdings.step_of(site.hex, site.orbit) or "0000")[3] not in WATERS:
        raise IllegalOrderError(f"{site.name} has no sea for {design.name}.", rule="CW-6.5-03")


def _capacity(holdings: Holdings, site: Colony, build: Build, wished: int) -> int:
    """The capacity a new build gets: as wished, all that is free when nothing is said; ground forces fit in at once."""
    if build.place == "site":
        return 0
    key = key_of(build)
    left = max(0, free(site, key, lambda k: holdings.taken(site.id, k), skill_of(holdings)))
    if build.place == "training":
        if build.hull_left > left:
            raise IllegalOrderError(
                f"{site.name} can train size {left} more this turn; these forces are size {build.hull_left}.",
                rule="CW-6.5-01",
            )
        return build.hull_left
    most = build.hull_left * (WEEKS_PER_TURN if holdings.settings.weekly_construction else 1)
    asked = wished if wished > 0 else min(left, most)
    if asked > left or (build.hull_left and not asked):
        tooling = ", ".join(f"{n} for {line}" for line, n in sorted(site.tooling.items()) if build.place == "factory")
        raise IllegalOrderError(
            f"{site.name} has {left} {LABELS[build.place]} free this turn; this needs {max(asked, 1)}."
            + (f" It is tooled: {tooling}." if tooling else ""),
            rule="CW-6.1-09" if tooling else "CW-6.0-03",
        )
    return min(asked, most)


def continue_build(month: TurnState, signed: SignedOrder, order: ContinueBuild) -> None:
    """Change a running build's capacity (below 0: leave it) and pay towards its price (CW-5.0-16)."""
    go_on(TurnHoldings(month, signed.side), order)


def go_on(holdings: Holdings, order: ContinueBuild) -> Build:
    """The build after the order; IllegalOrderError or NotYoursError says why it cannot be."""
    build = holdings.builds.get(order.build)
    if build is None or build.side != holdings.owner.id:
        raise NotYoursError(f"You have no construction {quoted(order.build)} under way now.")
    site = find_site(holdings, build.colony)
    capacity = build.capacity
    if build.place in {"shipyard", "factory", "heavy"} and order.capacity >= 0:
        weekly = holdings.settings.weekly_construction
        most = build.hull_left * WEEKS_PER_TURN - build.quarters if weekly else build.hull_left
        capacity = min(order.capacity, most)
        mine = load(build, holdings.owner.designs, holdings.settings)
        left = max(0, free(site, key_of(build), lambda k: holdings.taken(site.id, k), skill_of(holdings)) + mine)
        if capacity > left:
            raise IllegalOrderError(
                f"{site.name} has {left} {LABELS[build.place]} for it this turn, not {capacity}.", rule="CW-6.0-03"
            )
    paid = min(order.pay, build.price - build.paid)
    holdings.spend(LINES[design_of(holdings, build.design).kind], paid, site)
    changed = replace(build, capacity=capacity, paid=build.paid + paid)
    if build.place == "factory":
        others = holdings.taken(site.id, build.line) - load(build, holdings.owner.designs, holdings.settings)
        put_site(holdings, tool_up(find_site(holdings, site.id), build.line, others + capacity, skill_of(holdings)))
    holdings.builds[build.id] = changed
    return changed


def order_facility(month: TurnState, signed: SignedOrder, order: BuildFacility) -> None:
    """Have a colony's people build a facility; `open_facilities` adds it at the month's end (CW-18.0-03)."""
    colony = own_colony(month, signed.side, order.colony)
    if order.facility not in FACILITIES:
        raise IllegalOrderError(f"There is no facility {quoted(order.facility)}.", rule="CW-6.1-05")
    step = FACILITIES[order.facility][2]
    if order.amount < step or order.amount % step:
        raise IllegalOrderError(
            f"A {order.facility} is built {step} at a time; {order.amount} is not a multiple of that.",
            rule="CW-6.1-07",
        )
    price = facility_price(order.facility, order.amount, month.settings)
    line: BudgetLine = "bases" if order.facility == "shipyard" else "infrastructure"
    pay(month, signed.side, line, price, colony)
    reason = f"CPs: {order.amount} at {facility_price(order.facility, step, month.settings)} per {step}"
    month.say(
        FacilityBuilt(
            side=signed.side,
            colony=colony.id,
            facility=order.facility,
            amount=order.amount,
            cps=price,
            cause=Cause("CW-6.1-05", signed.id, (Modifier(price, reason),)),
            seen_by=(signed.side,),
        )
    )


def open_facilities(month: TurnState) -> None:
    """Step 11: what this turn's `FacilityBuilt` events name stands ready for the next turn."""
    for event in month.events:
        if isinstance(event, FacilityBuilt) and event.colony in month.colonies:
            month.colonies[event.colony] = _with_facility(month.colonies[event.colony], event.facility, event.amount)
        elif isinstance(event, BaseAssembled) and event.what == "shipyard" and event.at in month.colonies:
            month.colonies[event.at] = _with_facility(month.colonies[event.at], "shipyard", event.amount)


def _with_facility(colony: Colony, facility: str, amount: int) -> Colony:
    match facility:
        case "shipyard":
            return replace(colony, shipyard_bays=colony.shipyard_bays + amount)
        case "factory":
            return replace(colony, light_industry=colony.light_industry + amount)
        case "heavy":
            return replace(colony, heavy_industry=colony.heavy_industry + amount)
        case "training":
            return replace(colony, training=colony.training + amount)
        case _:
            return replace(colony, science_stations=colony.science_stations + amount)
