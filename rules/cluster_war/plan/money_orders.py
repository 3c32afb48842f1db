"""Orders that spend or carry CPs, against a side's picture: each returns its preview, or says why not."""

from dataclasses import replace
from fractions import Fraction

from rules.cluster_war.construction import build_turns, facility_price, needs
from rules.cluster_war.draft import BudgetLine
from rules.cluster_war.holds import cargo_capacity, cargo_held
from rules.cluster_war.orders import (
    BuildFacility,
    BuildUnits,
    ContinueBuild,
    ExpandColony,
    FoundColony,
    LoadCargo,
    SettleInGrid,
    UnloadCargo,
)
from rules.cluster_war.plan.fleet_orders import checked_name, on_map, place
from rules.cluster_war.plan.types import Note, Preview
from rules.cluster_war.plan.walk import Walk
from rules.cluster_war.state import WEEKS_PER_TURN, Colony, Fleet
from rules.cluster_war.steps import colony_cost, colony_size, multiple
from rules.cluster_war.supply import main_grid
from rules.errors import IllegalOrderError, WrongPhaseError

MOST_UNITS = 200
MOST_FACILITIES = 1000
KIND_LINES: dict[str, BudgetLine] = {"ship": "ships", "small_craft": "ships", "ground": "ground", "base": "bases"}
KIND_PLACES = {"ship": "shipyard bays", "small_craft": "light industry", "ground": "training rating"}
FACILITY_NAMES = {
    "shipyard": "shipyard bays",
    "factory": "light industry",
    "heavy": "heavy industry",
    "training": "training rating",
    "lab": "science stations",
}
FACILITY_STEPS = {"shipyard": 1, "factory": 20, "heavy": 20, "training": 25, "lab": 1}


def plan_load(walk: Walk, order: LoadCargo) -> Preview:
    """CPs from the pool into cargo bays, 20 a bay (CW-5.1-03), at an own colony (CW-5.0-11)."""
    fleet = walk.fleet_here(order.fleet)
    colony = colony_at(walk, fleet)
    positive(order.cps)
    room = room_in(walk, fleet)
    if order.cps > room:
        raise IllegalOrderError(
            f"{fleet.name} has room for {room} more CPs; {order.cps} would not fit (20 CPs a cargo bay).",
            rule="CW-5.1-03",
        )
    walk.charge("colonies", order.cps, colony)
    stow(walk, fleet, order.cps)
    text = f"{fleet.name} loads {order.cps} CPs at {colony.name} and then has room for {room - order.cps}."
    return Preview(order=order, text=text, cost=order.cps, line="colonies")


def plan_unload(walk: Walk, order: UnloadCargo) -> Preview:
    """CPs from cargo bays back into the pool, or into the store of a colony that is cut off (CW-5.0-10)."""
    fleet = walk.fleet_here(order.fleet)
    colony = walk.colony(order.colony)
    positive(order.cps)
    if fleet.hex != colony.hex:
        raise IllegalOrderError(
            f"{fleet.name} is at {fleet.hex} and {colony.name} at {colony.hex}; unload where the colony is.",
            rule="CW-5.1-01",
        )
    held = held_by(walk, fleet)
    if order.cps > held:
        raise IllegalOrderError(f"{fleet.name} carries {held} CPs, not {order.cps}.", rule="CW-5.1-03")
    stow(walk, fleet, -order.cps)
    if walk.connected(colony):
        walk.purse += order.cps
        where = "the pool"
    else:
        walk.stores[colony.id] += order.cps
        where = f"the store of {colony.name}"
    return Preview(order=order, text=f"{fleet.name} unloads {order.cps} CPs into {where}.")


def plan_found(walk: Walk, order: FoundColony) -> Preview:
    """A new colony from a fleet's cargo, as soon as the fleet is there (CW-7.0-06)."""
    fleet = walk.fleet(order.fleet)
    on_map(walk, order.hex)
    body = walk.free_world(order.hex, order.orbit)
    share = multiple(walk.me.race, body.step, walk.view.settings)
    full = colony_cost(body.max_cp or 0, share)
    held = held_by(walk, fleet)
    cps = order.cps if order.cps > 0 else min(held, full)
    if cps > held:
        raise IllegalOrderError(
            f"{fleet.name} carries {held} CPs, not {cps}; load more at one of your colonies first.", rule="CW-7.0-06"
        )
    size = colony_size(cps, share, body.max_cp or 0)
    if size < 1:
        raise IllegalOrderError(
            f"{cps} CPs are too few: on world {order.hex}-{order.orbit} each CP of size costs {decimal(share)}.",
            rule="CW-7.0-04",
        )
    used = min(cps, full)
    stow(walk, fleet, -used)
    walk.claimed.add(f"{order.hex}-{order.orbit}")
    notes: list[Note] = []
    there = fleet.transit is None and fleet.hex == order.hex and fleet.id not in walk.moving
    if not there:
        arrives = (
            fleet.transit.arrives if fleet.transit and fleet.transit.to == order.hex else walk.moving.get(fleet.id)
        )
        if arrives is None or order.hex not in (
            *walk.heading.get(fleet.id, ()),
            fleet.transit.to if fleet.transit else "",
        ):
            raise IllegalOrderError(
                f"{fleet.name} is not at {order.hex} and not on its way there; send it first.", rule="CW-7.0-06"
            )
        if arrives > walk.first_week + WEEKS_PER_TURN:
            notes.append(
                Note(
                    f"{fleet.name} does not reach {order.hex} this turn; give this order in the turn it does.",
                    "CW-18.0-32",
                )
            )
    name = checked_name(order.name) if order.name else default_name(walk, order.hex, order.orbit)
    text = (
        f"{fleet.name} founds {name} on world {order.orbit} of {place(walk, order.hex)} with {used} CPs: size {size} of "
        f"{body.max_cp} at ×{decimal(share)} (all of it would cost {full})."
    )
    return Preview(order=replace(order, cps=used, name=name), text=text, notes=tuple(notes))


def plan_settle(walk: Walk, order: SettleInGrid) -> Preview:
    """A new colony inside the grid straight from the pool, where the campaign allows it (CW-18.0-04)."""
    on_map(walk, order.hex)
    if walk.view.settings.colony_freighters != "outside-grid":
        raise IllegalOrderError(
            "In this campaign every new colony needs freighters that carry its CPs; load a fleet and found it from there.",
            rule="CW-7.0-06",
        )
    if order.hex not in main_grid(walk.view, walk.me.id):
        raise IllegalOrderError(f"{order.hex} is outside your supply grid; send freighters.", rule="CW-18.0-04")
    body = walk.free_world(order.hex, order.orbit)
    share = multiple(walk.me.race, body.step, walk.view.settings)
    full = colony_cost(body.max_cp or 0, share)
    cps = min(order.cps if order.cps > 0 else full, full)
    size = colony_size(cps, share, body.max_cp or 0)
    if size < 1:
        raise IllegalOrderError(f"{cps} CPs are too few; each CP of size costs {decimal(share)}.", rule="CW-7.0-04")
    walk.charge("colonies", cps)
    walk.claimed.add(f"{order.hex}-{order.orbit}")
    name = checked_name(order.name) if order.name else default_name(walk, order.hex, order.orbit)
    text = f"{name} is founded on world {order.orbit} of {place(walk, order.hex)} with {cps} CPs: size {size} of {body.max_cp}."
    return Preview(order=replace(order, cps=cps, name=name), text=text, cost=cps, line="colonies")


def plan_expand(walk: Walk, order: ExpandColony) -> Preview:
    """Growth of an own colony: each multiple of CPs adds 1, up to the world's maximum (CW-5.0-21)."""
    colony = walk.colony(order.colony)
    positive(order.cps)
    body = walk.body(colony.hex, colony.orbit)
    share = multiple(walk.me.race, body.step, walk.view.settings)
    room = (body.max_cp or 0) - colony.size
    if room <= 0:
        raise IllegalOrderError(f"{colony.name} has its full size of {colony.size} already.", rule="CW-5.0-02")
    growth = min(int(order.cps / share), room)
    if growth < 1:
        raise IllegalOrderError(
            f"{order.cps} CPs are too few; at {colony.name} each CP of size costs {decimal(share)}.", rule="CW-5.0-21"
        )
    cost = colony_cost(growth, share)
    walk.charge("infrastructure", cost, colony)
    walk.colonies[colony.id] = replace(colony, size=colony.size + growth)
    text = f"{colony.name} grows from {colony.size} to {colony.size + growth} for {cost} CPs (×{decimal(share)})."
    return Preview(order=replace(order, cps=cost), text=text, cost=cost, line="infrastructure")


def plan_build(walk: Walk, order: BuildUnits) -> Preview:
    """Units at a yard, factory or training base; time by hull and capacity (CW-6.0-06), price up front or in parts."""
    colony = walk.colony(order.colony)
    design = walk.design(order.design)
    if not 1 <= order.count <= MOST_UNITS:
        raise IllegalOrderError(f"Build 1 to {MOST_UNITS} units in one order, not {order.count}.", rule="CW-6.0-03")
    price = design.cost * order.count
    pay = price if order.pay < 0 else order.pay
    if pay > price:
        raise IllegalOrderError(f"The price is {price} CPs; you cannot pay {pay}.", rule="CW-6.1-03")
    hull = design.hull * order.count
    capacity, turns = 0, 1
    if design.kind in KIND_PLACES:
        free = walk.free_capacity(colony, design.kind)
        what = KIND_PLACES[design.kind]
        capacity = order.capacity if order.capacity > 0 else min(free, hull)
        if design.kind == "ground":
            capacity = hull
        if capacity > free or capacity < 1:
            raise IllegalOrderError(
                f"{colony.name} has {max(free, 0)} {what} free and this needs {max(capacity, 1)}.", rule="CW-6.0-03"
            )
        capacity = min(capacity, hull)
        turns = build_turns(hull, capacity)
        walk.use(colony.id, design.kind, capacity)
    line = KIND_LINES.get(design.kind, "infrastructure")
    walk.charge(line, pay, colony)
    fleet = checked_name(order.fleet) if order.fleet else ""
    using = f" using {capacity} {KIND_PLACES[design.kind]}" if capacity else ""
    owing = f"; {price - pay} CPs still to pay" if pay < price else ""
    text = (
        f"{colony.name} builds {order.count} × {design.name} for {price} CPs{using}: ready at the end of turn "
        f"{walk.view.turn + turns - 1}{owing}."
    )
    done = replace(order, capacity=capacity, pay=pay, fleet=fleet)
    return Preview(order=done, text=text, cost=pay, line=line)


def plan_continue(walk: Walk, order: ContinueBuild) -> Preview:
    """A running build's capacity and further payment (CW-5.0-16)."""
    build = walk.build(order.build)
    if build.id in walk.continued:
        raise WrongPhaseError("Your sheet already changes this construction; change that order instead.")
    colony, design = walk.colony(build.colony), walk.design(build.design)
    owing = build.price - build.paid
    if not 0 <= order.pay <= owing:
        raise IllegalOrderError(f"{owing} CPs are still owed on it; you cannot pay {order.pay}.", rule="CW-5.0-16")
    free = walk.free_capacity(colony, design.kind) + needs(build)
    capacity = min(order.capacity if order.capacity >= 0 else build.capacity, max(build.hull_left, 0))
    if capacity > free:
        raise IllegalOrderError(
            f"{colony.name} has {max(free, 0)} {KIND_PLACES.get(design.kind, 'places')} for it, not {capacity}.",
            rule="CW-6.0-03",
        )
    line = KIND_LINES.get(design.kind, "infrastructure")
    walk.charge(line, order.pay, colony)
    walk.use(colony.id, design.kind, capacity - needs(build))
    walk.continued.add(build.id)
    when = (
        f"ready at the end of turn {walk.view.turn + build_turns(build.hull_left, capacity) - 1}"
        if capacity and build.hull_left
        else "the work rests"
        if build.hull_left
        else "the work is done"
    )
    text = f"{build.count} × {design.name} at {colony.name} gets {capacity} a turn and {order.pay} CPs: {when}."
    return Preview(order=replace(order, capacity=capacity), text=text, cost=order.pay, line=line)


def plan_facility(walk: Walk, order: BuildFacility) -> Preview:
    """A facility built by a colony's people, ready at the month's end (CW-18.0-03, CW-TAB-FACILITIES)."""
    colony = walk.colony(order.colony)
    step = FACILITY_STEPS[order.facility]
    if not step <= order.amount <= MOST_FACILITIES or order.amount % step:
        raise IllegalOrderError(
            f"{FACILITY_NAMES[order.facility].capitalize()} come in steps of {step}, from {step} to "
            f"{MOST_FACILITIES - MOST_FACILITIES % step}; {order.amount} is not one.",
            rule="CW-6.1-07" if order.facility == "factory" else "CW-6.1-05",
        )
    cost = facility_price(order.facility, order.amount, walk.view.settings)
    line: BudgetLine = "bases" if order.facility == "shipyard" else "infrastructure"
    walk.charge(line, cost, colony)
    text = f"{colony.name} builds {order.amount} {FACILITY_NAMES[order.facility]} for {cost} CPs, ready next turn."
    return Preview(order=order, text=text, cost=cost, line=line)


def colony_at(walk: Walk, fleet: Fleet) -> Colony:
    """An own colony in the fleet's hex, a connected one first."""
    here = [c for _, c in sorted(walk.colonies.items()) if c.hex == fleet.hex]
    if not here:
        raise IllegalOrderError(
            f"{fleet.name} is at {fleet.hex}, where you have no colony; CPs are loaded at your colonies.",
            rule="CW-5.0-11",
        )
    return next((c for c in here if walk.connected(c)), here[0])


def room_in(walk: Walk, fleet: Fleet) -> int:
    """CPs the fleet's cargo bays can still take."""
    ships = [walk.ships[s] for s in fleet.ships]
    return cargo_capacity(walk.me.designs, ships, walk.view.settings) - cargo_held(ships)


def held_by(walk: Walk, fleet: Fleet) -> int:
    """CPs the fleet carries."""
    return cargo_held([walk.ships[s] for s in fleet.ships])


def stow(walk: Walk, fleet: Fleet, cps: int) -> None:
    """Plan `cps` more (or fewer) aboard, ship by ship; the fleet as a whole is what counts (CW-5.1-06)."""
    for key in fleet.ships:
        ship = walk.ships[key]
        room = cargo_capacity(walk.me.designs, [ship], walk.view.settings) - ship.cargo
        change = max(-ship.cargo, min(cps, room))
        walk.ships[key] = replace(ship, cargo=ship.cargo + change)
        cps -= change


def positive(cps: int) -> None:
    """Refuse amounts below 1."""
    if cps < 1:
        raise IllegalOrderError(f"Name an amount of at least 1 CP, not {cps}.", rule="CW-5.0-19")


def decimal(share: Fraction) -> str:
    """A multiple as players write it: 1.5."""
    return f"{share.numerator / share.denominator:.4g}"


def default_name(walk: Walk, hex_: str, orbit: int) -> str:
    """A colony's name when none was given."""
    system = walk.view.systems.get(hex_)
    return f"{system.name if system and system.name else hex_} {orbit}"
