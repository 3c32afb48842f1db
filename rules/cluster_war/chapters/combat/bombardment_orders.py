"""The order to fire on a world from orbit, at a target that it names (CW-9.4-01, CW-9.2-02)."""

from typing import Final, cast

from rules.cluster_war.chapters.combat import bombardment
from rules.cluster_war.chapters.combat.arms import PLANET_KILLER, damage_a_week, foes_of, guards_at, weapon_points
from rules.cluster_war.chapters.combat.battle import crew_odds
from rules.cluster_war.chapters.combat.ground.forces import held_world
from rules.cluster_war.chapters.combat.ground.from_orbit import Gunners, fire_on_forces, guns_of
from rules.cluster_war.chapters.combat.ground.invasion_orders import orbit_barred
from rules.cluster_war.chapters.detection.cloaks import reveal
from rules.cluster_war.chapters.movement.fleets import put_fleet
from rules.cluster_war.chapters.movement.meetings import at_peace
from rules.cluster_war.chapters.movement.travel_time import check_on_map, eta
from rules.cluster_war.chapters.npr.sight import native_world
from rules.cluster_war.chapters.officers.ratings import captain_ratings, counts_as, crew_attack
from rules.cluster_war.model.economy.supply import map_of
from rules.cluster_war.model.events.ground import ForcesShelled
from rules.cluster_war.model.events.movement import FleetArrived
from rules.cluster_war.model.events.raids import WorldBombarded
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.holdings.finders import check_free, free_fleet, held_by, own_fleet
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, PlannedState, Together, TurnHoldings
from rules.cluster_war.model.orders.names import NAME, WORLD, Names, fleet_text
from rules.cluster_war.model.orders.order import Note, Order, OrderPreview, SignedOrder
from rules.cluster_war.model.race_design.choices import check_deed
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, FleetId, HexId
from rules.cluster_war.model.state.holdings import Fleet
from rules.cluster_war.model.state.npr import guarded_by
from rules.cluster_war.model.working.turn_state import OrderGuard, TurnState
from rules.values import Cause, IllegalOrderError, changed, quoted, unknown

RULE: Final = "CW-9.4-01"
IN_THE_WAY: Final = (
    "It does so only if no enemy fleet or base is in the way at the month's end.",
    "It does so in each week that it is there, unless an armed enemy that was not beaten this month is in the way.",
)


class BombardWorld(Order):
    """Have a fleet fire on a world for all the weeks of the month that it is there (CW-9.4-01).

    To lay a biosphere waste or to break up a planet the order must be `certain` (CW-9.4-08).
    """

    fleet: FleetId
    hex: HexId
    orbit: int
    target: bombardment.Target
    certain: bool = False


def _shooter(holdings: Holdings, order: BombardWorld) -> Fleet:
    """The fleet that fires; GameError if it cannot, whatever is at the world."""
    fleet = free_fleet(holdings, order.fleet)
    check_on_map(map_of(holdings.source), order.hex)
    if order.target not in bombardment.TARGETS:
        lead = f"{quoted(order.target)} is nothing to fire at."
        raise unknown(IllegalOrderError, lead, order.target, "There are", bombardment.TARGETS, rule=RULE)
    designs = [(holdings.owner.designs[ship.design], ship) for ship in (holdings.ships[s] for s in fleet.ships)]
    if order.target == "planet":
        if not any(PLANET_KILLER in design.traits for design, _ in designs):
            raise IllegalOrderError(
                f"The weapons of {fleet.name} cannot break up a planet; only what a ruling allows for it can.",
                rule="CW-9.4-06",
            )
    elif not any(weapon_points(design, ship.wounds, holdings.settings) for design, ship in designs):
        raise IllegalOrderError(f"{fleet.name} has no weapon to fire on a world.", rule=RULE)
    key = f"{order.hex}-{order.orbit}"
    foreign = holdings.foreign_colony(key)
    if foreign is None and isinstance(holdings, TurnHoldings):
        foreign = native_world(holdings.turn_state.nprs, key, holdings.settings)[0]
    own = holdings.colonies.get(key)
    at_home = order.target == "forces" and own is not None and own.side == holdings.owner.id
    if foreign is None and order.target in bombardment.AT_COLONIES and not at_home:
        raise IllegalOrderError(f"You know of no colony of others at {order.hex}-{order.orbit}.", rule=RULE)
    if foreign is not None:
        check_deed(holdings.owner.race, "first strike", "bombard", holdings.settings)
    return fleet


def _plan(planned: PlannedState, order: BombardWorld) -> OrderPreview:
    fleet = _shooter(planned, order)
    planned.once(f"bombard {fleet.id}", f"{fleet.name} already bombards a world")
    goes = planned.heading.get(fleet.id, ())
    if (goes[-1] if goes else fleet.hex) != order.hex:
        raise IllegalOrderError(f"{fleet.name} is not at {order.hex}, and not on its way there.", rule=RULE)
    comes = planned.moving.get(fleet.id, planned.first_week)
    if comes >= planned.first_week + WEEKS_PER_TURN:
        when = f"{fleet.name} is due at {order.hex} in {eta(comes)}"
        raise IllegalOrderError(
            f"{when}: it has no week left there to fire in. Let it fire once it is there.", rule=RULE
        )
    key = f"{order.hex}-{order.orbit}"
    seen = planned.view.foreign_colonies.get(key)
    if seen is not None and seen.side in planned.view.peace:
        raise IllegalOrderError(f"You are at peace with {planned.side_name(seen.side)}.", rule=RULE)
    world = planned.world(order.hex, order.orbit)
    if world is None and order.target not in bombardment.AT_COLONIES:
        raise IllegalOrderError(f"You know of no world in orbit {order.orbit} of {order.hex}.", rule=RULE)
    ships = [planned.ships[s] for s in fleet.ships]
    week = sum(weapon_points(planned.me.designs[ship.design], ship.wounds, planned.settings) for ship in ships)
    told = _consequences(planned, order, week)
    if needs_a_yes(order):
        raise IllegalOrderError(
            f"{told} Nobody but you can decide that: give the order again, and say that you are certain.",
            rule="CW-9.4-08",
        )
    notes = [Note(IN_THE_WAY[order.target == "forces"], RULE, informs=True)]
    front = planned.view.fronts.get(key)
    if order.target == "forces":
        ashore = front.hostile(planned.view.peace) if front is not None else []
        if (seen is None or key in planned.view.colonies) and not ashore:
            raise IllegalOrderError(f"You see no enemy forces on {key}.", rule=RULE)
    elif front is not None and front.forces:
        text = "Your own forces in the field there die with the colony, if it is destroyed; no other fire harms them."
        notes.append(Note(text, "CW-9.4-03"))
    notes += [Note("Fire on a world gives nobody control of it; that takes ground forces.", "CW-9.2-02", informs=True)]
    if order.target not in bombardment.AT_COLONIES:
        notes.append(Note("Others who hear of it may think the worse of you for it.", "CW-9.4-09"))
    return OrderPreview(order=order, text=f"{fleet.name} fires on {key}: {told}", notes=tuple(notes))


def needs_a_yes(order: Order) -> bool:
    """Whether an order lays waste to what does not come back, and its giver has not said that they are certain (CW-9.4-08)."""
    return isinstance(order, BombardWorld) and order.target not in bombardment.AT_COLONIES and not order.certain


def said_yes(order: Order) -> Order:
    """The same order, its giver certain."""
    return changed(order, certain=True) if isinstance(order, BombardWorld) else order


def _consequences(planned: PlannedState, order: BombardWorld, week: int) -> str:
    """What an order does, as far as its giver can know."""
    most = week * WEEKS_PER_TURN
    power = f"{week} points of damage a week, {most} in a month."
    seen = planned.view.foreign_colonies.get(f"{order.hex}-{order.orbit}")
    world = planned.world(order.hex, order.orbit)
    potential = world.max_cp if world is not None else None
    match order.target:
        case "people":
            size = seen.size if seen is not None else None
            stands = ""
            if size is not None:
                needed = bombardment.needed_for_colony(size, potential if potential is not None else size)
                stands = f" As last known it takes {needed} points to destroy it."
            return f"the people. {power} Each takes a CP off the colony's size; at none it is destroyed.{stands}"
        case "production":
            return f"its industry. {power} Each destroys a shipyard bay, then a heavy plant, then light industry."
        case "installations":
            return f"its other installations. {power} Each destroys a science station, training rating, or CP of munitions."
        case "forces":
            aboard = (planned.ships[s] for s in own_fleet(planned, order.fleet).ships)
            guns = sum(guns_of(planned.me.designs[s.design], s.wounds, planned.settings) for s in aboard)
            return (
                f"enemy forces on its surface. {guns} shots a week, 50 % each, less 5 for every point of cover: 35 % at those "
                "dug in in a city. A hit destroys a combat team, and nobody there can fire back. A garrison takes to the "
                "field for it; people and industry are not harmed."
            )
        case "biosphere":
            needs = "a hundred times what it could yield"
            if potential is not None:
                needs = f"{bombardment.needed_for_biosphere(potential, planned.settings)} points"
            return (
                f"the world itself. {power} Its people die with it, and after {needs} its climate is changed for good: "
                "it does not recover within this campaign."
            )
        case "planet":
            if world is None or potential is None:
                return "the planet itself, which is broken up: asteroids are left, and half of what it could yield."
            step, half = bombardment.rubble(world.step, potential, planned.settings)
            return f"the planet itself, which is broken up with all on it: asteroids are left, {step}, with {half} CPs at most."


def open_fire(turn: TurnState, week: int) -> None:
    """Before the week's look round: fleets that are to fire on the world they are at give themselves away (CW-12.0-12)."""
    del week
    for signed, order in turn.orders_of(BombardWorld):
        fleet = turn.fleets.get(order.fleet)
        there = fleet is not None and fleet.side == signed.side and fleet.transit is None and fleet.course is None
        if fleet is not None and there and fleet.hex == order.hex:
            reveal(turn, (fleet.id,), "firing on a world")


def bombard_worlds(turn: TurnState) -> None:
    """At the month's end: fleets that are at their world, with nobody in their way, have fired for the weeks they were there."""
    for signed, order in turn.orders_of(BombardWorld):
        if order.target == "forces":
            continue  # week by week, `support_week`
        with OrderGuard(turn, signed):
            fleet = _shooter(TurnHoldings(turn, signed.side), order)
            check_free(TurnHoldings(turn, signed.side), fleet, turn.first_week + WEEKS_PER_TURN - 1)
            weeks = _weeks_there(turn, fleet, order)
            _check_way(turn, signed, fleet, order)
            if needs_a_yes(order):
                raise IllegalOrderError("Its giver was not certain.", rule="CW-9.4-08")
            damage = 0 if order.target == "planet" else damage_a_week(turn, fleet) * weeks
            put_fleet(turn, fleet)
            text = bombardment.fire_on(
                turn, bombardment.Bombardment(signed.side, signed.id, order.hex, order.orbit, order.target, damage)
            )
            cause = Cause("CW-9.4-10" if order.target == "planet" else RULE, signed.id)
            turn.tell_side(
                WorldBombarded(
                    signed.side,
                    fleet.id,
                    hex=order.hex,
                    orbit=order.orbit,
                    target=order.target,
                    weeks=weeks,
                    damage=damage,
                    text=text,
                    cause=cause,
                )
            )


def support_week(turn: TurnState, week: int) -> None:
    """At a week's end, before the fights on the ground: fleets fire on enemy forces of a world that they are over, if nobody
    holds its orbit against them; on the turn's last week those that never could are told why."""
    firing = [(signed, order) for signed, order in turn.orders_of(BombardWorld) if order.target == "forces"]
    if not firing:
        return
    last = week >= turn.first_week + WEEKS_PER_TURN
    fired = {e.cause.order for e in turn.events if isinstance(e, ForcesShelled)}
    failed = {e.cause.order for e in turn.events if isinstance(e, OrderFailed)}
    for signed, order in firing:
        if signed.id in failed:
            continue
        with OrderGuard(turn, signed):
            fleet = own_fleet(TurnHoldings(turn, signed.side), order.fleet)
            away = fleet.transit is not None or fleet.hex != order.hex
            held = held_by(TurnHoldings(turn, signed.side), fleet, week - 1)
            barred = f"{fleet.name} was not at {order.hex}." if away else orbit_barred(turn, signed.side, order.hex)
            barred = str(held) if held is not None else barred
            if not barred:
                _support(turn, signed, order, week)
            elif last and signed.id not in fired:
                raise IllegalOrderError(f"{barred} {order.hex}-{order.orbit} was not fired on.", rule=RULE)


def _support(turn: TurnState, signed: SignedOrder, order: BombardWorld, week: int) -> None:
    fleet = _shooter(TurnHoldings(turn, signed.side), order)
    colony = held_world(turn, f"{order.hex}-{order.orbit}")
    if colony is None:
        return
    if colony.side != signed.side and at_peace(turn.start.peace, colony.side, signed.side):
        raise _peaceful(fleet, order)
    designs = turn.sides[signed.side].designs
    aims: list[int] = []
    for ship in (turn.ships[s] for s in fleet.ships):
        attack = captain_ratings(turn, ship.id)[0] + crew_attack(counts_as(ship), turn.settings)
        attack += crew_odds(turn, signed.side, designs[ship.design])[0]
        aims += [attack] * guns_of(designs[ship.design], ship.wounds, turn.settings)
    fire_on_forces(turn, Gunners(signed.side, fleet.id, signed.id, len(aims), tuple(aims)), colony, week)


def _peaceful(fleet: Fleet, order: BombardWorld) -> IllegalOrderError:
    """Why a fleet holds its fire; what the world's people call it is theirs to tell."""
    text = f"{fleet.name} does not fire on {order.hex}-{order.orbit}: you are at peace with its people."
    return IllegalOrderError(text, rule=RULE)


def _weeks_there(turn: TurnState, fleet: Fleet, order: BombardWorld) -> int:
    """Weeks of the month that a fleet has been at its world; IllegalOrderError for one that is not there."""
    if fleet.transit is not None or fleet.course is not None or fleet.hex != order.hex:
        raise IllegalOrderError(f"{fleet.name} was not at {order.hex} at the month's end.", rule=RULE)
    arrived = [e.week for e in turn.events if isinstance(e, FleetArrived) and e.fleet == fleet.id]
    began = arrived[-1] if arrived else turn.first_week
    before = turn.start.fleets.get(fleet.id)
    if before is not None and before.is_held and before.bound is not None:
        began = max(began, before.bound.until)  # the weeks in which nothing worked aboard (CW-B-22)
    weeks = turn.first_week + WEEKS_PER_TURN - began
    if not weeks:
        raise IllegalOrderError(f"{fleet.name} came to {order.hex} only at the month's end.", rule=RULE)
    return weeks


def _check_way(turn: TurnState, signed: SignedOrder, fleet: Fleet, order: BombardWorld) -> None:
    """IllegalOrderError where an enemy stands in the way, or the world is of somebody at peace."""
    colony = held_world(turn, f"{order.hex}-{order.orbit}")
    if colony is not None and colony.side != signed.side and at_peace(turn.start.peace, colony.side, signed.side):
        raise _peaceful(fleet, order)
    races = (n for n in turn.nprs.values() if not at_peace(turn.start.peace, signed.side, n.id))
    if any(guards_at(turn, foe, order.hex, signed.side) for foe in foes_of(turn, signed.side)) or any(
        guarded_by(npr, order.hex) for npr in races
    ):
        raise IllegalOrderError(f"Enemy forces at {order.hex} are in the way of {fleet.name}.", rule=RULE)


def _write(order: BombardWorld, names: Names) -> str:
    certain = " for certain" if order.certain else ""
    return f"bombard {fleet_text(names, order.fleet)} at {order.hex}-{order.orbit} {order.target}{certain}"


KINDS: Final = (
    OrderKind(
        BombardWorld,
        Phase.FOUND,
        command="fleet bombard",
        example=f'bombard "1st Fleet" at 2034-3 people (one of {", ".join(bombardment.TARGETS)}; '
        'biosphere and planet "for certain")',
        pattern=rf"{NAME} at {WORLD} ({'|'.join(bombardment.TARGETS)})( for certain)?",
        read=lambda g: BombardWorld(
            g.fleet(0), g.hex(1), g.number(2), cast("bombardment.Target", g.word(3)), certain=g.has(4)
        ),
        write=_write,
        plan=_plan,
        carry_out=Together(bombard_worlds),
    ),
)
