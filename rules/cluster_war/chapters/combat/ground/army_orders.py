"""Orders to an army on a world: where to go, what to hold, how to fight, and to leave aboard a fleet that is over it
(CW-9.2-01, CW-9.2-15, CW-9.3, R-121)."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final, cast

from rules.cluster_war.chapters.combat.ground.forces import enemies_on, go_aboard
from rules.cluster_war.chapters.combat.ground.invasion_orders import orbit_barred
from rules.cluster_war.chapters.combat.ground.troops import Troops, check_place, may_stand, nearest, troops_of
from rules.cluster_war.chapters.logistics.stores import board_forces
from rules.cluster_war.model.events.ground import ForcesEmbarked
from rules.cluster_war.model.holdings.finders import LONGEST_NAME, free_fleet, ships_by_id
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, PlannedState, TurnHoldings
from rules.cluster_war.model.orders.names import NAME, TEXT, WORLD, Groups, Names, fleet_text, quote
from rules.cluster_war.model.orders.order import Note, Order, OrderPreview, SignedOrder
from rules.cluster_war.model.state.common import ColonyId, DesignId, FleetId, HexId, Settings, ShipId, SideId, short_id
from rules.cluster_war.model.state.holdings import Design, Ship
from rules.cluster_war.model.state.sides import Side
from rules.cluster_war.model.state.war import (
    FULL_COMBAT_TEAMS,
    POSTURES,
    TASKS,
    ArmyId,
    Force,
    Front,
    Posture,
    Surface,
    Task,
)
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, IllegalOrderError, NotYoursError, Value, changed, quoted, unknown

REFILL_ORDER: Final = "refill"
LEAVE_RULE: Final = "CW-9.2-05"


class CommandArmy(Order):
    """Tell forces on a world what to do until told otherwise: all of them, or those named; go to a surface hex, then attack,
    hold, lie in ambush or stay in reserve; `task` is what they do in an undefended city, `place` their exact place in words,
    `refill` has depleted battalions filled up at the colony's training base (CW-9.3-10, CW-9.3-65)."""

    world: ColonyId
    forces: tuple[ArmyId, ...] = ()
    posture: Posture = "attack"
    at: HexId = ""
    task: Task = "fight"
    place: str = ""
    refill: bool = False


def commanded_forces(
    ground: Surface | Front | None, order: CommandArmy, owner: Side, settings: Settings
) -> tuple[Force, ...]:
    """An order's forces as they are after it; NotYoursError or IllegalOrderError, and nothing changed."""
    mine = {} if ground is None else {k: f for k, f in ground.forces.items() if f.side == owner.id}
    if ground is None or not mine:
        raise NotYoursError(f"You have no forces in the field on {quoted(order.world)}.", rule="CW-9.3-13")
    if order.posture not in POSTURES or order.task not in TASKS:
        raise IllegalOrderError(
            f"Forces can {', '.join(POSTURES)}; their tasks are {', '.join(TASKS)}.", rule="CW-9.2-15"
        )
    chosen = [_own_army(mine, key, owner.id) for key in order.forces] or sorted(mine.values(), key=lambda f: f.id)
    place = " ".join(order.place.split())
    if len(place) > LONGEST_NAME:
        raise IllegalOrderError(f"An exact place has at most {LONGEST_NAME} characters.", rule="CW-9.3-10")
    sent = _sent(chosen, ground, order, owner, settings) if order.at else ()
    return tuple(
        changed(
            force,
            posture=order.posture,
            goal=order.at if force in sent and order.at != force.at else "",
            task=order.task,
            place=place or force.place,
            home=order.refill and force.teams < FULL_COMBAT_TEAMS,
        )
        for force in chosen
    )


def _sent(
    chosen: list[Force], ground: Surface | Front, order: CommandArmy, owner: Side, settings: Settings
) -> tuple[Force, ...]:
    """Those of the chosen forces that go where the order sends them; IllegalOrderError if one named cannot, or none can. Where
    all are meant those stay that are stationary, or have no way there (CW-9.3-02, CW-9.3-05)."""
    sent, refused = [], None
    for force in chosen:
        troops = troops_of(owner.designs[force.design], settings)
        amiss = _stuck(troops, ground, force, order.at, settings)
        if amiss is None:
            check_place(troops, ground, order.at, settings)
            sent.append(force)
        refused = refused or amiss
    if refused is not None and (order.forces or not sent):
        raise refused
    return tuple(sent)


def _stuck(
    troops: Troops, ground: Surface | Front, force: Force, at: HexId, settings: Settings
) -> IllegalOrderError | None:
    if force.at == at or at not in ground.terrain:
        return None
    if troops.speed == "stationary":
        return IllegalOrderError(f"{troops.name} cannot move: it is stationary.", rule="CW-9.3-05")
    if may_stand(troops, ground, at, settings) and not nearest(ground, force.at, [at], troops, settings):
        return IllegalOrderError(f"There is no way for {troops.name} from {force.at} to {at}.", rule="CW-9.3-02")
    return None


def _own_army(mine: dict[ArmyId, Force], key: str, side: SideId) -> Force:
    for name in (key, f"{side}/{key}", f"{side}/{key.upper()}"):
        if name in mine:
            return mine[name]
    own = (short_id(name) for name in mine)
    raise unknown(NotYoursError, f"You have no force {quoted(key)} there.", key, "Your forces", own)


def _plan_command(planned: PlannedState, order: CommandArmy) -> OrderPreview:
    front = planned.view.fronts.get(order.world)
    done = commanded_forces(front, order, planned.me, planned.settings)
    who = "All forces" if not order.forces else ", ".join(short_id(f.id) for f in done)
    where = f" go to {order.at} and" if order.at else ""
    tasks = {"civilians": " They kill the people of cities they hold.", "destroy": " They wreck what cities they hold."}
    refill = " Depleted battalions are filled up at the training base." if order.refill else ""
    name = front.name if front is not None else order.world
    text = f"{who} on {name} ({order.world}){where} {order.posture}.{tasks.get(order.task, '')}{refill}"
    home = planned.colonies.get(order.world)
    lacking = order.refill and not (home is not None and home.side == planned.me.id and home.training)
    notes = (
        (Note("You have no training base there: nobody is refilled before there is one.", "CW-9.3-65"),)
        if lacking
        else ()
    )
    told = changed(order, forces=tuple(f.id for f in done) if order.forces else ())
    return OrderPreview(order=told, text=text, notes=notes)


def _carry_out_command(turn: TurnState, signed: SignedOrder, order: CommandArmy) -> None:
    surface = turn.surfaces.get(order.world)
    done = commanded_forces(surface, order, turn.sides[signed.side], turn.settings)
    if surface is not None:
        turn.surfaces[order.world] = changed(surface, forces={**surface.forces, **{f.id: f for f in done}})


def _read_command(g: Groups) -> CommandArmy:
    names = () if g.word(2) == "all" else tuple(g.raw(2).replace(",", " ").split())
    return CommandArmy(
        f"{g.hex(0)}-{g.number(1)}",
        tuple(f"{g.names.view.side}/{name.rpartition('/')[2].upper()}" for name in names),
        cast("Posture", g.word(3)),
        g.raw(4),
        cast("Task", g.word(5) or "fight"),
        g.text(6) if g.has(6) else "",
        g.has(7),
    )


def _write_command(order: CommandArmy, names: Names) -> str:
    del names
    forces = " ".join(short_id(key) for key in order.forces) or "all"
    parts = [f"army {order.world} {forces} {order.posture}"]
    parts += [f"at {order.at}"] if order.at else []
    parts += [f"to {order.task}"] if order.task != "fight" else []
    parts += [f"place {quote(order.place)}"] if order.place else []
    parts += [REFILL_ORDER] if order.refill else []
    return " ".join(parts)


COMMAND_KINDS: Final = (
    OrderKind(
        CommandArmy,
        Phase.ORGANISE,
        command="invade army",
        example="army 2034-3 A1 A2 hold at 0302",
        pattern=(
            rf"{WORLD} (all|A\d+(?:[ ,]+A\d+)*) ({'|'.join(POSTURES)})(?: at (\d{{4}}))?"
            rf"(?: to ({'|'.join(TASKS)}))?(?: place {TEXT})?( {REFILL_ORDER})?"
        ),
        read=_read_command,
        write=_write_command,
        plan=_plan_command,
        carry_out=_carry_out_command,
    ),
)


class LeaveWorld(Order):
    """Take forces off a world aboard a fleet that lies over it as the month begins: those named, or all that can go."""

    fleet: FleetId
    world: ColonyId
    forces: tuple[ArmyId, ...] = ()


class Departure(Value):
    """Who goes, how many stay, and the fleet's ships with them aboard."""

    forces: tuple[Force, ...]
    stays: int
    ships: Mapping[ShipId, Ship]


def departure(
    holdings: Holdings, ground: Surface | Front | None, hostile: Collection[HexId], order: LeaveWorld
) -> Departure:
    """Who can go: whole battalions that no enemy faces, as far as there is room; GameError if of those named somebody cannot,
    or nobody can."""
    fleet, owner = free_fleet(holdings, order.fleet), holdings.owner
    if fleet.transit is not None or fleet.hex != order.world.partition("-")[0]:
        raise IllegalOrderError(f"{fleet.name} is not over {order.world}.", rule=LEAVE_RULE)
    mine = [f for _, f in sorted(ground.forces.items()) if f.side == owner.id] if ground is not None else []
    chosen = [_own_fleet(mine, key, owner.id) for key in order.forces] or mine
    able = [f for f in chosen if not _stays(holdings, f, hostile)]
    if order.forces and len(able) < len(chosen):
        held = next(f for f in chosen if f not in able)
        raise IllegalOrderError(f"{short_id(held.id)} {_stays(holdings, held, hostile)}.", rule=LEAVE_RULE)
    ships: Mapping[ShipId, Ship] = ships_by_id(holdings, fleet)
    taken: list[Force] = []
    for force in able:
        try:
            ships = board_forces(owner.designs, ships, owner.designs[force.design], 1, holdings.settings, crated=False)
        except IllegalOrderError:
            if order.forces:
                raise
            continue
        taken.append(force)
    if not taken:
        raise IllegalOrderError(f"No forces on {order.world} can go aboard {fleet.name}.", rule=LEAVE_RULE)
    return Departure(tuple(taken), len(mine) - len(taken), ships)


def _own_fleet(mine: list[Force], key: str, side: str) -> Force:
    found = next((f for f in mine if f.id in {key, f"{side}/{key}", f"{side}/{key.upper()}"}), None)
    if found is None:
        raise NotYoursError(f"You have no force {quoted(key)} there.", rule=LEAVE_RULE)
    return found


def _stays(holdings: Holdings, force: Force, hostile: Collection[HexId]) -> str:
    """Why a force cannot be taken off, "" if it can."""
    if troops_of(holdings.owner.designs[force.design], holdings.settings).scale != "battalion":
        return "is too large for a troop ship"
    if force.teams < FULL_COMBAT_TEAMS:
        return f"has {force.teams} of {FULL_COMBAT_TEAMS} teams, and waits to be filled up"
    return "faces the enemy, and cannot break off" if force.at in hostile else ""


def known_departure(planned: PlannedState, order: LeaveWorld) -> Departure:
    """Who can go, as far as the giver knows of enemies there; GameError as `departure`."""
    front = planned.view.fronts.get(order.world)
    hostile = {e.at for e in front.hostile(planned.view.peace)} if front is not None else set()
    return departure(planned, front, hostile, order)


def _plan_leave(planned: PlannedState, order: LeaveWorld) -> OrderPreview:
    done = known_departure(planned, order)
    planned.once(f"leave {order.fleet}", f"{planned.fleets[order.fleet].name} already takes an army aboard")
    planned.ships.update(done.ships)
    units = Counter(planned.me.designs[f.design].name for f in done.forces)
    named = ", ".join(f"{count} × {name}" for name, count in sorted(units.items()))
    left = f" {done.stays} of your units stay." if done.stays else ""
    note = Note("It fails where an armed enemy is in orbit as the month begins.", LEAVE_RULE)
    text = f"{planned.fleets[order.fleet].name} takes {named} off {order.world}.{left}"
    return OrderPreview(
        order=changed(order, forces=tuple(f.id for f in done.forces) if order.forces else ()), text=text, notes=(note,)
    )


def _carry_out_leave(turn: TurnState, signed: SignedOrder, order: LeaveWorld) -> None:
    side, surface = signed.side, turn.surfaces.get(order.world)
    hostile = {f.at for f in enemies_on(turn, surface, side)} if surface is not None else set()
    holdings = TurnHoldings(turn, side)
    done = departure(holdings, surface, hostile, order)
    barred = orbit_barred(turn, side, order.world.partition("-")[0])
    if barred or surface is None:
        raise IllegalOrderError(f"{barred} Nobody comes aboard.", rule=LEAVE_RULE)
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
    turn.tell_side(ForcesEmbarked(side, order.world, told, order.fleet, cause=Cause(LEAVE_RULE, signed.id)))


def _name(designs: Mapping[DesignId, Design], design: DesignId) -> str:
    return designs[design].name


def _read_leave(g: Groups) -> LeaveWorld:
    names = g.raw(3).replace(",", " ").split() if g.has(3) else []
    forces = tuple(f"{g.names.view.side}/{name.rpartition('/')[2].upper()}" for name in names)
    return LeaveWorld(g.fleet(0), f"{g.hex(1)}-{g.number(2)}", forces)


def _write_leave(order: LeaveWorld, names: Names) -> str:
    who = f" with {' '.join(short_id(key) for key in order.forces)}" if order.forces else ""
    return f"leave {fleet_text(names, order.fleet)} {order.world}{who}"


LEAVE_KINDS: Final = (
    OrderKind(
        LeaveWorld,
        Phase.ORGANISE,
        command="invade leave",
        example='leave "1st Fleet" 2034-3 with A1 A2',
        pattern=rf"{NAME} {WORLD}(?: with (A\d+(?:[ ,]+A\d+)*))?",
        read=_read_leave,
        write=_write_leave,
        plan=_plan_leave,
        carry_out=_carry_out_leave,
    ),
)
