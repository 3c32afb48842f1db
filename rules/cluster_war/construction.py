"""Yards, factories, training bases and the population at work: what they can do, and orders to them (CW-6.0, CW-6.1)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import ceil
from typing import Final, Literal, TypeAlias

from rules.cluster_war.draft import BudgetLine, Draft
from rules.cluster_war.economy import pay
from rules.cluster_war.events import BuildStarted, FacilityBuilt
from rules.cluster_war.lookups import own_colony
from rules.cluster_war.orders import BuildFacility, BuildUnits, ContinueBuild, SignedOrder
from rules.cluster_war.state import Build, Colony, Design, DesignId, DesignKind, Settings, SideId
from rules.cluster_war.tables_of import tables
from rules.errors import GameError, IllegalOrderError, NotYoursError, quoted
from rules.events import Cause, Modifier

FacilityKind: TypeAlias = Literal["shipyard", "factory", "heavy", "training", "lab"]

MOST_UNITS: Final = 200
"""Units of one design that one order may ask for."""
LINES: Final[Mapping[DesignKind, BudgetLine]] = {
    "ship": "ships",
    "small_craft": "ships",
    "ground": "ground",
    "base": "bases",
    "facility": "infrastructure",
}
WORKPLACES: Final[Mapping[DesignKind, str]] = {
    "ship": "shipyard bays",
    "small_craft": "light industry",
    "ground": "training rating",
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


def rated(colony: Colony, kind: DesignKind) -> int:
    """Hull spaces (or size) a turn that a colony can work on units of a kind; heavy plants are yards (CW-6.1-12)."""
    match kind:
        case "ship":
            return colony.shipyard_bays + colony.heavy_industry
        case "small_craft":
            return colony.light_industry
        case "ground":
            return colony.training
        case "base" | "facility":
            return 0


def needs(build: Build) -> int:
    """Capacity that a build takes this turn: what it was given, never more than the hull still to be done."""
    return max(0, min(build.capacity, build.hull_left))


def free_capacity(
    colony: Colony,
    kind: DesignKind,
    builds: Iterable[Build],
    designs: Mapping[DesignId, Design],
    without: str = "",
) -> int:
    """What the colony's builds (except `without`) leave free for units of a kind this turn (CW-6.0-03)."""
    here = (b for b in builds if b.colony == colony.id and b.side == colony.side and b.id != without)
    return rated(colony, kind) - sum(needs(b) for b in here if designs[b.design].kind == kind)


def start_build(draft: Draft, signed: SignedOrder, order: BuildUnits) -> None:
    """Begin a build and pay for it; IllegalOrderError says why it cannot be."""
    side = signed.side
    colony = own_colony(draft, side, order.colony)
    design = _design(draft, side, order.design)
    if not 1 <= order.count <= MOST_UNITS:
        raise IllegalOrderError(f"Build 1 to {MOST_UNITS} units in one order, not {order.count}.", rule="CW-6.0-03")
    hull, price = design.hull * order.count, design.cost * order.count
    capacity = _capacity(draft, colony, design, hull, order.capacity)
    paid = price if order.pay < 0 else min(order.pay, price)
    pay(draft, side, LINES[design.kind], paid, colony)
    build = Build(
        id=f"{side}-B{draft.next_id(f'build/{side}')}",
        side=side,
        colony=colony.id,
        design=design.id,
        count=order.count,
        price=price,
        paid=paid,
        hull_left=hull,
        capacity=capacity,
        started_turn=draft.turn,
        fleet=order.fleet,
    )
    draft.builds[build.id] = build
    turns = build_turns(hull, capacity) if capacity else 1
    worked = f"turns: {hull} hull at {capacity} a turn" if capacity else "turn: bases are built side by side"
    draft.say(
        BuildStarted(
            side=side,
            build=build.id,
            colony=colony.id,
            design=design.id,
            count=order.count,
            price=price,
            paid=paid,
            turns=turns,
            cause=Cause("CW-6.0-06" if capacity else "CW-6.4-01", signed.id, (Modifier(turns, worked),)),
            seen_by=(side,),
        )
    )


def _design(draft: Draft, side: SideId, name: DesignId) -> Design:
    design = draft.sides[side].designs.get(name)
    if design is None:
        raise GameError(f"You have no design {quoted(name)}.", rule="CW-18.0-16")
    if design.kind == "facility":
        raise IllegalOrderError(f"{design.name} is a facility: order it as one.", rule="CW-18.0-03")
    return design


def _capacity(draft: Draft, colony: Colony, design: Design, hull: int, wished: int) -> int:
    """The capacity a new build gets: as wished, all that is free when nothing is said; ground forces fit in at once."""
    if design.kind == "base":
        return 0
    free = max(0, free_capacity(colony, design.kind, draft.builds.values(), draft.sides[colony.side].designs))
    workplace = WORKPLACES[design.kind]
    if design.kind == "ground":
        if hull > free:
            raise IllegalOrderError(
                f"{colony.name} can train size {free} more this turn; these forces are size {hull}.", rule="CW-6.5-01"
            )
        return hull
    capacity = min(wished, hull) if wished > 0 else min(free, hull)
    if capacity > free or (hull and not capacity):
        raise IllegalOrderError(
            f"{colony.name} has {free} {workplace} free this turn; this needs {max(capacity, 1)}.", rule="CW-6.0-03"
        )
    return capacity


def continue_build(draft: Draft, signed: SignedOrder, order: ContinueBuild) -> None:
    """Change a running build's capacity (below 0: leave it) and pay towards its price (CW-5.0-16)."""
    build = draft.builds.get(order.build)
    if build is None or build.side != signed.side:
        raise NotYoursError(f"You have no construction {quoted(order.build)} under way now.")
    colony = own_colony(draft, signed.side, build.colony)
    designs = draft.sides[signed.side].designs
    kind = designs[build.design].kind
    capacity = build.capacity
    if kind in {"ship", "small_craft"} and order.capacity >= 0:
        capacity = min(order.capacity, build.hull_left)
        free = max(0, free_capacity(colony, kind, draft.builds.values(), designs, without=build.id))
        if capacity > free:
            raise IllegalOrderError(
                f"{colony.name} has {free} {WORKPLACES[kind]} for it this turn, not {capacity}.", rule="CW-6.0-03"
            )
    paid = min(order.pay, build.price - build.paid)
    pay(draft, signed.side, LINES[kind], paid, colony)
    draft.builds[build.id] = replace(build, capacity=capacity, paid=build.paid + paid)


def order_facility(draft: Draft, signed: SignedOrder, order: BuildFacility) -> None:
    """Have a colony's people build a facility; `open_facilities` adds it at the month's end (CW-18.0-03)."""
    colony = own_colony(draft, signed.side, order.colony)
    if order.facility not in FACILITIES:
        raise IllegalOrderError(f"There is no facility {quoted(order.facility)}.", rule="CW-6.1-05")
    step = FACILITIES[order.facility][2]
    if order.amount < step or order.amount % step:
        raise IllegalOrderError(
            f"A {order.facility} is built {step} at a time; {order.amount} is not a multiple of that.",
            rule="CW-6.1-07",
        )
    price = facility_price(order.facility, order.amount, draft.settings)
    line: BudgetLine = "bases" if order.facility == "shipyard" else "infrastructure"
    pay(draft, signed.side, line, price, colony)
    reason = f"CPs: {order.amount} at {facility_price(order.facility, step, draft.settings)} per {step}"
    draft.say(
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


def open_facilities(draft: Draft) -> None:
    """Step 11: what this turn's `FacilityBuilt` events name stands ready for the next turn."""
    for event in draft.events:
        if isinstance(event, FacilityBuilt) and event.colony in draft.colonies:
            draft.colonies[event.colony] = _with_facility(draft.colonies[event.colony], event.facility, event.amount)


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
