"""Segment 6: missiles, hyper bombs and bolts leave; drones are launched, land and dock (PW-S57 to PW-S83, PW-S134)."""

from fractions import Fraction
from typing import Final, Literal

from rules.dice import Roller
from rules.hexes import Hex
from rules.pentagon_war import changes
from rules.pentagon_war.designs import F2
from rules.pentagon_war.events import Event, Launched, LinkChanged, TrackLost
from rules.pentagon_war.geometry import Facing, arcs_to, directions_to, letter, step
from rules.pentagon_war.movement.thrust import FINEST_PARTS, format_mixed
from rules.pentagon_war.options import power_per_use, tables
from rules.pentagon_war.orders import LandDrone, LaunchBolt, LaunchDrone, LaunchMissile
from rules.pentagon_war.positions import TOP_SPEED, counted_velocity
from rules.pentagon_war.shipyard.pricing import size_class
from rules.pentagon_war.state import Battle, Shot
from rules.pentagon_war.targeting.sight import Target, expose, is_evading, name_of, reveal, seen_target, struck_hex
from rules.pentagon_war.targeting.targets import METAL_BOXES, check_others_of_impulse, check_others_of_turn, check_shot
from rules.pentagon_war.units import Bay, Bolt, Craft, Drone, Missile, MissileBox, SideId, Velocity, WeaponId
from rules.values import Cause, IllegalOrderError, NotYoursError, changed, quoted

LAUNCH_SPREAD: Final = 3
"""A launched drone's components lie within this of its launcher's (PW-S72)."""
LANDING_SPREAD: Final = 1
"""A landing drone's components lie within this of its carrier's (PW-S83)."""


def missile_box(craft: Craft, box: WeaponId) -> MissileBox:
    """A craft's missile box with a missile in it; IllegalOrderError otherwise (PW-S57)."""
    found = next((each for each in craft.missiles if each.id == box), None)
    if found is None:
        raise IllegalOrderError(f"{craft.name} has no missile box {quoted(box)}.", rule="PW-S57")
    if found.state != "full":
        state = "has been launched already" if found.state == "marked" else f"is {found.state}"
        raise IllegalOrderError(f"Missile {box} of {craft.name} {state}.", rule="PW-S57")
    return found


def check_missile(battle: Battle, side: SideId, decision: LaunchMissile) -> None:
    """A GameError if this launch is not allowed now, as far as the side knows (PW-S57 to PW-S61)."""
    craft = changes.own_craft(battle, side, decision.craft)
    box = missile_box(craft, decision.box)
    if not 0 <= decision.heading < 6:
        raise IllegalOrderError("A heading is one of the six letters A to F.", rule="PW-M02")
    if decision.target or not box.kind.hyper:
        _check_target(battle, craft, seen_target(battle, side, decision.target))
    if decision.rail:
        changes.spend(craft, "rail", power_per_use(battle.options, "7"))


def _check_target(battle: Battle, craft: Craft, target: Target) -> None:
    """A seeker goes after anything but bolts; the limits on how many targets count it too (PW-S145, PW-A14, PW-A04)."""
    if isinstance(target, Bolt) or target.id == craft.id:
        raise IllegalOrderError(f"Nothing homes on {name_of(target)}.", rule="PW-S61")
    this_impulse = changes.launched_at(battle, craft.id) - {target.id}
    check_others_of_turn(battle, craft, this_impulse | set(craft.targets) - {target.id})
    check_others_of_impulse(battle, craft, this_impulse)


def check_bolt(battle: Battle, side: SideId, decision: LaunchBolt) -> None:
    """A GameError if this launch is not allowed now, as far as the side knows (PW-S134)."""
    craft = changes.own_craft(battle, side, decision.craft)
    target = seen_target(battle, side, decision.target)
    _check_target(battle, craft, target)
    gun = next((each for each in craft.guns if each.id == decision.gun), None)
    if gun is None or gun.kind != "metal":
        raise IllegalOrderError(f"{craft.name} has no liquid metal gun {quoted(decision.gun)}.", rule="PW-S134")
    check_shot(battle, side, Shot(craft.id, gun.id, target.id))
    legal = legal_headings(craft.at, struck_hex(craft.at, target))
    if decision.heading not in legal:
        raise IllegalOrderError(
            f"A bolt starts with its target ahead of it, here heading {' or '.join(map(letter, legal))}.",
            rule="PW-S134",
        )


def legal_headings(start: Hex, target: Hex) -> tuple[Facing, ...]:
    """The headings that a bolt may start with: those with the target in their F2 arc (PW-S134)."""
    return tuple(heading for heading in range(6) if arcs_to(start, heading, target) & set(F2))


def launch(battle: Battle, decision: LaunchMissile | LaunchBolt, dice: Roller) -> changes.Done:
    """A seeker leaves: it gives an invisible craft away, and an evading one's may fail to acquire (PW-S90, PW-A17)."""
    battle, given_away = expose(battle, decision.craft, Cause("PW-S90"))
    craft = battle.craft[decision.craft]
    now = battle.now.absolute
    seeker: Missile | Bolt
    kind: Literal["missile", "bolt", "hyper bomb"]
    if isinstance(decision, LaunchMissile):
        box = missile_box(craft, decision.box)
        speed = tables(battle.options)["PW-T16"].number("Rail-launched basic missile", "speed")
        seeker = Missile(
            id=f"{craft.id}.{box.id}",
            side=craft.side,
            owner=craft.id,
            kind=box.kind,
            at=craft.at,
            heading=decision.heading,
            speed=speed if decision.rail else box.kind.speed,
            target=decision.target,
            launched=now,
        )
        craft = changes.spend(craft, "rail", power_per_use(battle.options, "7")) if decision.rail else craft
        craft = changed(craft, missiles=changes.with_one(craft.missiles, box.id, state="marked"))
        rule, kind, rail = "PW-S57", "missile", decision.rail
        if box.kind.hyper:
            kind = "hyper bomb"
    else:
        gun = f"{craft.id}.{decision.gun}-{now}"
        seeker = Bolt(gun, craft.side, craft.id, craft.at, decision.heading, decision.target, now)
        slashed = next(each.slashed for each in craft.guns if each.id == decision.gun) + METAL_BOXES
        guns = changes.with_one(craft.guns, decision.gun, slashed=slashed, fired=now, fired_turn=battle.now.turn)
        craft = changed(craft, guns=guns)
        rule, kind, rail = "PW-S134", "bolt", False
    if decision.target and decision.target not in craft.targets:
        craft = changed(craft, targets=(*craft.targets, decision.target))
    left = Launched(
        battle.now, Cause(rule), seeker.id, by=craft.id, kind=kind, hex=craft.at, heading=decision.heading, rail=rail
    )
    seeker, lost = _acquired(battle, craft, seeker, dice)
    return changes.put_units(battle, craft, seeker), (*given_away, left, *lost)


def _acquired(
    battle: Battle, craft: Craft, seeker: Missile | Bolt, dice: Roller
) -> tuple[Missile | Bolt, tuple[Event, ...]]:
    """The seeker of an evading craft fails to acquire its target on one face of a die; only its owner knows (PW-A17)."""
    if not seeker.target or not is_evading(battle, craft):
        return seeker, ()
    roll = dice.roll(changes.secret_key(battle, dice, seeker.side, "acquire", seeker.id), 6)
    if roll.total != tables(battle.options)["PW-T30"].number("seeker_fail_face", "value"):
        return seeker, ()
    lost = TrackLost(battle.now, Cause("PW-A17", rolls=(roll,)), seeker.id, seen_by=(seeker.side,))
    return changed(seeker, tracking=False), (lost,)


def take_off(battle: Battle, decision: LaunchDrone, dice: Roller) -> changes.Done:
    """A drone leaves its bay, which gives an invisible craft away (PW-S90); no dice are rolled."""
    del dice
    battle, given_away = expose(battle, decision.craft, Cause("PW-S90"))
    battle, drone = launch_drone(battle, battle.craft[decision.craft], decision)
    left = Launched(battle.now, Cause("PW-S72"), drone.id, decision.craft, "drone", drone.at, drone.facing)
    return battle, (*given_away, left)


def land(battle: Battle, decision: LandDrone, dice: Roller) -> changes.Done:
    """A drone goes into an empty bay of its carrier, whose place is known then; no dice are rolled."""
    del dice
    battle, given_away = reveal(battle, decision.carrier, Cause("PW-S83"))
    landed = LinkChanged(battle.now, Cause("PW-S83"), "landed", decision.drone, decision.carrier)
    aboard = stow(battle, battle.drones[decision.drone], battle.craft[decision.carrier])
    return aboard, (*given_away, landed)


def check_take_off(battle: Battle, side: SideId, decision: LaunchDrone) -> None:
    """A GameError if a drone may not leave so now (PW-S71, PW-S72, PW-B03)."""
    craft = changes.own_craft(battle, side, decision.craft)
    bay = _bay(craft, decision.bay)
    if bay.state != "full":
        raise IllegalOrderError(
            f"Drone bay {bay.id} of {craft.name} is {'destroyed' if bay.state == 'destroyed' else 'empty'}.",
            rule="PW-S71",
        )
    rate = size_class(craft, battle.options)
    gone = sum(drone.owner == craft.id and drone.launched == battle.now.absolute for drone in battle.drones.values())
    if gone >= rate:
        raise IllegalOrderError(
            f"{craft.name} is of size class {rate} and launches {rate} drones an impulse at most.", rule="PW-B03"
        )
    if not 0 <= decision.facing < 6:
        raise IllegalOrderError("A facing is one of the six letters A to F.", rule="PW-M02")
    for name, mine, its in (("A", craft.velocity.a, decision.a), ("C", craft.velocity.c, decision.c)):
        if abs(its - mine) > LAUNCH_SPREAD or abs(its) > TOP_SPEED or (its - mine).denominator > FINEST_PARTS:
            raise IllegalOrderError(
                f"The drone's {name} component must be within {LAUNCH_SPREAD} of {craft.name}'s {format_mixed(mine)} (parts of"
                f" {FINEST_PARTS} at the finest) and be {TOP_SPEED} at most; {format_mixed(its)} is not.",
                rule="PW-S72",
            )


def _bay(craft: Craft, bay_id: WeaponId) -> Bay:
    found = next((bay for bay in craft.bays if bay.id == bay_id), None)
    if found is None:
        raise IllegalOrderError(f"{craft.name} has no drone bay {quoted(bay_id)}.", rule="PW-S71")
    return found


def launch_drone(battle: Battle, craft: Craft, decision: LaunchDrone) -> tuple[Battle, Drone]:
    """The battle with a drone in flight and a dot in its bay; `check` first. It moves from the next impulse on."""
    bay = _bay(craft, decision.bay)
    again = f"-{bay.launches + 1}" if bay.launches else ""
    velocity = Velocity(Fraction(decision.a), Fraction(decision.c))
    drone = Drone(
        id=f"{craft.id}.{bay.id}{again}",
        side=craft.side,
        owner=craft.id,
        arm=bay.arm,
        at=craft.at,
        facing=decision.facing,
        velocity=velocity,
        counted=counted_velocity(velocity, battle.now.turn, battle.options),
        launched=battle.now.absolute,
        accelerations=bay.accelerations,
        fired=bay.fired,
    )
    emptied = changed(bay, state="dotted", launches=bay.launches + 1, accelerations=0, fired=0)
    return changes.put_units(battle, _with_bay(craft, emptied), drone), drone


def _with_bay(craft: Craft, bay: Bay) -> Craft:
    return changed(craft, bays=tuple(bay if each.id == bay.id else each for each in craft.bays))


def check_landing(battle: Battle, side: SideId, decision: LandDrone) -> None:
    """A GameError if a drone may not land so now (PW-S83, PW-B70)."""
    drone, carrier = battle.drones.get(decision.drone), changes.own_craft(battle, side, decision.carrier)
    if drone is None or drone.side != side:
        raise NotYoursError(f"{quoted(decision.drone)} is not one of your drones in flight.")
    if drone.launched == battle.now.absolute:
        raise IllegalOrderError(f"{drone.id} has only just been launched.", rule="PW-B70")
    if drone.at != carrier.at:
        raise IllegalOrderError(f"{drone.id} lands only in the hex of {carrier.name}.", rule="PW-S83")
    apart = max(abs(drone.velocity.a - carrier.velocity.a), abs(drone.velocity.c - carrier.velocity.c))
    if apart > LANDING_SPREAD:
        raise IllegalOrderError(
            f"{drone.id} must match each component of {carrier.name} to within {LANDING_SPREAD} to land.", rule="PW-S83"
        )
    if empty_bay(carrier, drone) is None:
        raise IllegalOrderError(f"{carrier.name} has no empty drone bay.", rule="PW-S83")


def empty_bay(carrier: Craft, drone: Drone) -> Bay | None:
    """The bay a drone would go into: an empty undestroyed one, first those built for its weapon (PW-S82)."""
    free = [bay for bay in carrier.bays if bay.state == "dotted"]
    return min(free, key=lambda bay: bay.arm != drone.arm, default=None)


def stow(battle: Battle, drone: Drone, carrier: Craft) -> Battle:
    """The battle with a drone aboard: dot erased, counter removed, beams on it idle; its fuel and shot are remembered."""
    bay = empty_bay(carrier, drone)
    assert bay is not None
    filled = changed(bay, arm=drone.arm, state="full", accelerations=drone.accelerations, fired=drone.fired)
    aboard = changes.put_units(changes.remove_units(battle, [drone.id]), _with_bay(carrier, filled))
    return changed(aboard, locks=tuple(lock for lock in aboard.locks if lock.target != drone.id))


def reel_in(here: Hex, captor: Hex) -> Hex:
    """One hex nearer to the captor, the clockwise one of two (PW-S80)."""
    ways = directions_to(here, captor)
    return step(here, ways[-1]) if ways else here
