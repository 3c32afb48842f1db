"""The order to take an army off a world again, aboard a fleet that is over it (CW-9.2-01, R-121)."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final

from rules.cluster_war.chapters.combat.ground.forces import enemies_on, go_aboard
from rules.cluster_war.chapters.combat.ground.orders.invading import orbit_barred
from rules.cluster_war.chapters.combat.ground.troops import troops_of
from rules.cluster_war.chapters.logistics.troops import boarded
from rules.cluster_war.model.events.ground import ForcesEmbarked
from rules.cluster_war.model.holdings.finders import free_fleet, ships_by_id
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.holdings.turn_holdings import TurnHoldings
from rules.cluster_war.model.orders.groups import Groups
from rules.cluster_war.model.orders.names import NAME, WORLD, Names, fleet_text
from rules.cluster_war.model.orders.order import Note, Order, Preview, SignedOrder
from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.state.names import ColonyId, DesignId, FleetId, HexId, ShipId, short_id
from rules.cluster_war.model.state.surface import FULL, Force, Front, Surface
from rules.cluster_war.model.state.units import Ship
from rules.cluster_war.model.state.war import ArmyId
from rules.cluster_war.model.working.turn_state import TurnState
from rules.errors import IllegalOrderError, NotYoursError, quoted
from rules.events import Cause
from rules.values import Value, changed

RULE: Final = "CW-9.2-05"


class LeaveWorld(Order):
    """Take forces off a world aboard a fleet that lies over it as the month begins: those named, or all that can go."""

    fleet: FleetId
    world: ColonyId
    forces: tuple[ArmyId, ...] = ()


class Going(Value):
    """Who goes, how many stay, and the fleet's ships with them aboard."""

    forces: tuple[Force, ...]
    stays: int
    ships: Mapping[ShipId, Ship]


def going(holdings: Holdings, ground: Surface | Front | None, hostile: Collection[HexId], order: LeaveWorld) -> Going:
    """Who can go: whole battalions that no enemy faces, as far as there is room; GameError if of those named somebody cannot,
    or nobody can."""
    fleet, owner = free_fleet(holdings, order.fleet), holdings.owner
    if fleet.transit is not None or fleet.hex != order.world.partition("-")[0]:
        raise IllegalOrderError(f"{fleet.name} does not lie over {order.world}.", rule=RULE)
    mine = [f for _, f in sorted(ground.forces.items()) if f.side == owner.id] if ground is not None else []
    chosen = [_own(mine, key, owner.id) for key in order.forces] or mine
    able = [f for f in chosen if not _stays(holdings, f, hostile)]
    if order.forces and len(able) < len(chosen):
        held = next(f for f in chosen if f not in able)
        raise IllegalOrderError(f"{short_id(held.id)} {_stays(holdings, held, hostile)}.", rule=RULE)
    ships: Mapping[ShipId, Ship] = ships_by_id(holdings, fleet)
    taken: list[Force] = []
    for force in able:
        try:
            ships = boarded(owner.designs, ships, owner.designs[force.design], 1, holdings.settings, crated=False)
        except IllegalOrderError:
            if order.forces:
                raise
            continue
        taken.append(force)
    if not taken:
        raise IllegalOrderError(f"No forces on {order.world} can go aboard {fleet.name}.", rule=RULE)
    return Going(tuple(taken), len(mine) - len(taken), ships)


def _own(mine: list[Force], key: str, side: str) -> Force:
    found = next((f for f in mine if f.id in {key, f"{side}/{key}", f"{side}/{key.upper()}"}), None)
    if found is None:
        raise NotYoursError(f"You have no force {quoted(key)} there.", rule=RULE)
    return found


def _stays(holdings: Holdings, force: Force, hostile: Collection[HexId]) -> str:
    """Why a force cannot be taken off, "" if it can."""
    if troops_of(holdings.owner.designs[force.design], holdings.settings).scale != "battalion":
        return "is too large for a troop ship"
    if force.teams < FULL:
        return f"has {force.teams} of {FULL} teams, and waits to be filled up"
    return "faces the enemy, and cannot break off" if force.at in hostile else ""


def going_as_known(planned: PlannedState, order: LeaveWorld) -> Going:
    """Who can go, as far as the giver knows of enemies there; GameError as `going`."""
    front = planned.view.fronts.get(order.world)
    hostile = {e.at for e in front.enemies if e.side not in planned.view.peace} if front is not None else set()
    return going(planned, front, hostile, order)


def _plan(planned: PlannedState, order: LeaveWorld) -> Preview:
    done = going_as_known(planned, order)
    planned.once(f"leave {order.fleet}", f"{planned.fleets[order.fleet].name} already takes an army aboard")
    planned.ships.update(done.ships)
    units = Counter(planned.me.designs[f.design].name for f in done.forces)
    named = ", ".join(f"{count} × {name}" for name, count in sorted(units.items()))
    left = f" {done.stays} of your units stay." if done.stays else ""
    note = Note("It fails where an armed enemy is in orbit as the month begins.", RULE)
    text = f"{planned.fleets[order.fleet].name} takes {named} off {order.world}.{left}"
    return Preview(
        order=changed(order, forces=tuple(f.id for f in done.forces) if order.forces else ()), text=text, notes=(note,)
    )


def _carry_out(turn: TurnState, signed: SignedOrder, order: LeaveWorld) -> None:
    side, surface = signed.side, turn.surfaces.get(order.world)
    hostile = {f.at for f in enemies_on(turn, surface, side)} if surface is not None else set()
    holdings = TurnHoldings(turn, side)
    done = going(holdings, surface, hostile, order)
    barred = orbit_barred(turn, side, order.world.partition("-")[0])
    if barred or surface is None:
        raise IllegalOrderError(f"{barred} Nobody comes aboard.", rule=RULE)
    before = {key: ship.crates for key, ship in ships_by_id(holdings, holdings.fleets[order.fleet]).items()}
    holdings.ships.update(done.ships)
    gone = {f.id for f in done.forces}
    turn.surfaces[order.world] = changed(
        surface, forces={key: f for key, f in surface.forces.items() if key not in gone}
    )
    units = Counter(f.design for f in done.forces)
    for design in units:
        ship = next(k for k, s in done.ships.items() if s.crates.get(design, 0) > before[k].get(design, 0))
        go_aboard(turn, side, order.world, design, ship)
    told = tuple((_name(holdings.owner.designs, design), count) for design, count in sorted(units.items()))
    turn.tell_side(ForcesEmbarked(side, order.world, told, order.fleet, cause=Cause(RULE, signed.id)))


def _name(designs: Mapping[DesignId, Design], design: DesignId) -> str:
    return designs[design].name


def _read(g: Groups) -> LeaveWorld:
    names = g.raw(3).replace(",", " ").split() if g.has(3) else []
    forces = tuple(f"{g.names.view.side}/{name.rpartition('/')[2].upper()}" for name in names)
    return LeaveWorld(g.fleet(0), f"{g.hex(1)}-{g.number(2)}", forces)


def _write(order: LeaveWorld, names: Names) -> str:
    who = f" with {' '.join(short_id(key) for key in order.forces)}" if order.forces else ""
    return f"leave {fleet_text(names, order.fleet)} {order.world}{who}"


KINDS: Final = (
    OrderKind(
        LeaveWorld,
        Phase.ORGANISE,
        command="invade leave",
        example='leave "1st Fleet" 2034-3 with A1 A2',
        pattern=rf"{NAME} {WORLD}(?: with (A\d+(?:[ ,]+A\d+)*))?",
        read=_read,
        write=_write,
        plan=_plan,
        carry_out=_carry_out,
    ),
)
