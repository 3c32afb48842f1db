"""Orders that spend or carry CPs, against a side's picture: each returns its preview, or says why not."""

from dataclasses import replace
from fractions import Fraction

from rules.cluster_war.colonies.orders.founding import FoundColony, SettleInGrid
from rules.cluster_war.colonies.orders.growth import ExpandColony
from rules.cluster_war.economy.holds import cargo_held, room_aboard
from rules.cluster_war.economy.supply import main_grid
from rules.cluster_war.holdings.planned import PlannedState
from rules.cluster_war.holdings.sites import bases_at, find_site
from rules.cluster_war.holdings.wording import checked_name
from rules.cluster_war.logistics.orders.cargo import LoadCargo, UnloadCargo
from rules.cluster_war.orders.previews import Note, Preview
from rules.cluster_war.planning.fleet_orders import on_map
from rules.cluster_war.state.holdings import Colony
from rules.cluster_war.state.names import WEEKS_PER_TURN
from rules.cluster_war.state.units import Fleet
from rules.cluster_war.worlds.step_codes import colony_cost, colony_size, multiple
from rules.errors import IllegalOrderError


def plan_load(planned: PlannedState, order: LoadCargo) -> Preview:
    """CPs from the pool into cargo bays, 20 a bay (CW-5.1-03), at an own colony (CW-5.0-11)."""
    fleet = planned.fleet_here(order.fleet)
    colony = colony_at(planned, fleet)
    positive(order.cps)
    room = room_in(planned, fleet)
    if order.cps > room:
        raise IllegalOrderError(
            f"{fleet.name} has room for {room} more CPs; {order.cps} would not fit (20 CPs a cargo bay).",
            rule="CW-5.1-03",
        )
    planned.charge("colonies", order.cps, colony)
    stow(planned, fleet, order.cps)
    text = f"{fleet.name} loads {order.cps} CPs at {colony.name} and then has room for {room - order.cps}."
    return Preview(order=order, text=text, cost=order.cps, line="colonies")


def plan_unload(planned: PlannedState, order: UnloadCargo) -> Preview:
    """CPs from cargo bays back into the pool, or into the store of a colony that is cut off (CW-5.0-10)."""
    fleet = planned.fleet_here(order.fleet)
    colony = find_site(planned, order.colony) if order.colony in planned.bases else planned.colony(order.colony)
    positive(order.cps)
    if fleet.hex != colony.hex:
        raise IllegalOrderError(
            f"{fleet.name} is at {fleet.hex} and {colony.name} at {colony.hex}; unload where the colony is.",
            rule="CW-5.1-01",
        )
    held = held_by(planned, fleet)
    if order.cps > held:
        raise IllegalOrderError(f"{fleet.name} carries {held} CPs, not {order.cps}.", rule="CW-5.1-03")
    stow(planned, fleet, -order.cps)
    where = "the pool" if planned.give(order.cps, colony) == "pool" else f"the store of {colony.name}"
    return Preview(order=order, text=f"{fleet.name} unloads {order.cps} CPs into {where}.")


def plan_found(planned: PlannedState, order: FoundColony) -> Preview:
    """A new colony from a fleet's cargo, as soon as the fleet is there (CW-7.0-06)."""
    fleet = planned.fleet(order.fleet)
    on_map(planned, order.hex)
    body = planned.free_world(order.hex, order.orbit)
    share = multiple(planned.me.race, body.step, planned.view.settings)
    full = colony_cost(body.max_cp or 0, share)
    held = held_by(planned, fleet)
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
    stow(planned, fleet, -used)
    planned.claimed.add(f"{order.hex}-{order.orbit}")
    notes: list[Note] = []
    there = fleet.transit is None and fleet.hex == order.hex and fleet.id not in planned.moving
    if not there:
        arrives = (
            fleet.transit.arrives if fleet.transit and fleet.transit.to == order.hex else planned.moving.get(fleet.id)
        )
        if arrives is None or order.hex not in (
            *planned.heading.get(fleet.id, ()),
            fleet.transit.to if fleet.transit else "",
        ):
            raise IllegalOrderError(
                f"{fleet.name} is not at {order.hex} and not on its way there; send it first.", rule="CW-7.0-06"
            )
        if arrives > planned.first_week + WEEKS_PER_TURN:
            notes.append(
                Note(
                    f"{fleet.name} does not reach {order.hex} this turn; give this order in the turn it does.",
                    "CW-18.0-32",
                )
            )
    name = checked_name(order.name) if order.name else default_name(planned, order.hex, order.orbit)
    text = (
        f"{fleet.name} founds {name} on world {order.orbit} of {planned.place(order.hex)} with {used} CPs: size {size} of "
        f"{body.max_cp} at ×{decimal(share)} (all of it would cost {full})."
    )
    return Preview(order=replace(order, cps=used, name=name), text=text, notes=tuple(notes))


def plan_settle(planned: PlannedState, order: SettleInGrid) -> Preview:
    """A new colony inside the grid straight from the pool, where the campaign allows it (CW-18.0-04)."""
    on_map(planned, order.hex)
    if planned.view.settings.colony_freighters != "outside-grid":
        raise IllegalOrderError(
            "In this campaign every new colony needs freighters that carry its CPs; load a fleet and found it from there.",
            rule="CW-7.0-06",
        )
    if order.hex not in main_grid(planned.view, planned.me.id):
        raise IllegalOrderError(f"{order.hex} is outside your supply grid; send freighters.", rule="CW-18.0-04")
    body = planned.free_world(order.hex, order.orbit)
    share = multiple(planned.me.race, body.step, planned.view.settings)
    full = colony_cost(body.max_cp or 0, share)
    cps = min(order.cps if order.cps > 0 else full, full)
    size = colony_size(cps, share, body.max_cp or 0)
    if size < 1:
        raise IllegalOrderError(f"{cps} CPs are too few; each CP of size costs {decimal(share)}.", rule="CW-7.0-04")
    planned.charge("colonies", cps)
    planned.claimed.add(f"{order.hex}-{order.orbit}")
    name = checked_name(order.name) if order.name else default_name(planned, order.hex, order.orbit)
    done = f"{name} is founded on world {order.orbit} of {planned.place(order.hex)} with {cps} CPs"
    text = f"{done}: size {size} of {body.max_cp}."
    return Preview(order=replace(order, cps=cps, name=name), text=text, cost=cps, line="colonies")


def plan_expand(planned: PlannedState, order: ExpandColony) -> Preview:
    """Growth of an own colony: each multiple of CPs adds 1, up to the world's maximum (CW-5.0-21)."""
    colony = planned.colony(order.colony)
    positive(order.cps)
    body = planned.body(colony.hex, colony.orbit)
    share = multiple(planned.me.race, body.step, planned.view.settings)
    room = (body.max_cp or 0) - colony.size
    if room <= 0:
        raise IllegalOrderError(f"{colony.name} has its full size of {colony.size} already.", rule="CW-5.0-02")
    growth = min(int(order.cps / share), room)
    if growth < 1:
        raise IllegalOrderError(
            f"{order.cps} CPs are too few; at {colony.name} each CP of size costs {decimal(share)}.", rule="CW-5.0-21"
        )
    cost = colony_cost(growth, share)
    planned.charge("infrastructure", cost, colony)
    planned.colonies[colony.id] = replace(planned.colonies[colony.id], size=colony.size + growth)
    text = f"{colony.name} grows from {colony.size} to {colony.size + growth} for {cost} CPs (×{decimal(share)})."
    return Preview(order=replace(order, cps=cost), text=text, cost=cost, line="infrastructure")


def colony_at(planned: PlannedState, fleet: Fleet) -> Colony:
    """An own colony in the fleet's hex, a connected one first."""
    here = [c for _, c in sorted(planned.colonies.items()) if c.hex == fleet.hex] or bases_at(planned, fleet.hex)
    if not here:
        raise IllegalOrderError(
            f"{fleet.name} is at {fleet.hex}, where you have no colony; CPs are loaded at your colonies.",
            rule="CW-5.0-11",
        )
    return next((c for c in here if planned.connected(c)), here[0])


def room_in(planned: PlannedState, fleet: Fleet) -> int:
    """CPs the fleet's cargo bays can still take."""
    return room_aboard(planned.me.designs, [planned.ships[s] for s in fleet.ships], planned.view.settings)


def held_by(planned: PlannedState, fleet: Fleet) -> int:
    """CPs the fleet carries."""
    return cargo_held([planned.ships[s] for s in fleet.ships])


def stow(planned: PlannedState, fleet: Fleet, cps: int) -> None:
    """Plan `cps` more (or fewer) aboard, ship by ship; the fleet as a whole is what counts (CW-5.1-06)."""
    for key in fleet.ships:
        ship = planned.ships[key]
        room = room_aboard(planned.me.designs, [ship], planned.view.settings)
        change = max(-ship.cargo, min(cps, room))
        planned.ships[key] = replace(ship, cargo=ship.cargo + change)
        cps -= change


def positive(cps: int) -> None:
    """Refuse amounts below 1."""
    if cps < 1:
        raise IllegalOrderError(f"Name an amount of at least 1 CP, not {cps}.", rule="CW-5.0-19")


def decimal(share: Fraction) -> str:
    """A multiple as players write it: 1.5."""
    return f"{share.numerator / share.denominator:.4g}"


def default_name(planned: PlannedState, hex_: str, orbit: int) -> str:
    """A colony's name when none was given."""
    system = planned.view.systems.get(hex_)
    return f"{system.name if system and system.name else hex_} {orbit}"
