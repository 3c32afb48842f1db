"""Captains that think: how a craft is played by its stance alone, from what its side may see. Always legal, never random."""

from collections.abc import Iterator
from itertools import islice
from typing import Final, Literal

from rules.hexes import distance
from rules.pentagon_war.captains.chances import DIRECT_FIRE_WEAPONS, Aim, better_later, thrust_towards, turn_towards
from rules.pentagon_war.captains.course import Goal, thrusting, turned
from rules.pentagon_war.captains.gunnery import (
    as_decisions,
    defend,
    direct_weapons,
    launches,
    screens,
    shoot,
    targets_for,
)
from rules.pentagon_war.captains.stance_rows import STANCE_ROWS, StanceRow
from rules.pentagon_war.captains.stops import CaptainMemory
from rules.pentagon_war.combat.reinforcement import operating_boxes, screen_rating
from rules.pentagon_war.options import power_per_use
from rules.pentagon_war.orders import AllocatePower, Decision, Disengage, LandDrone, LaunchDrone, LaunchMissile, Ram
from rules.pentagon_war.programme import PowerPlan, Stance
from rules.pentagon_war.shipyard.pricing import size_class
from rules.pentagon_war.state import Battle
from rules.pentagon_war.targeting.targets import Arm, arms, check_ready
from rules.pentagon_war.turn.aims import way_out
from rules.pentagon_war.turn.engine import is_legal
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import IMPULSES, Craft, Drone
from rules.values import GameError

DEFENSE_TARGETS: Final = ("missiles", "drones", "craft")
WATCHED_HEXES: Final = 32
"""Within so many hexes of an enemy fire leaves power for the screens; beyond, little can harm a craft."""
THREAT_HEXES: Final = 20
"""Within so many hexes of an enemy a fleeing craft evades; farther off it only runs."""
MARKS: Final = 3
"""So many of the nearest enemies a craft minds in its course."""


def stance_decisions(view: BattleView, memory: CaptainMemory, craft: Craft, stance: Stance) -> Iterator[Decision]:
    """What a craft does at the step the view stands at."""
    battle, side, manner = view.known, memory.side, STANCE_ROWS[stance]
    now = battle.now
    if now.impulse == 0:
        if now.segment == 2:
            yield AllocatePower(craft.id, _power(battle, craft, side, manner))
        return
    if now.impulse > IMPULSES:
        yield from _leaving(battle, side, craft, stance)
        return
    enemies = targets_for(battle, side, craft.at, "craft")
    match now.segment:
        case 1 | 2:
            yield from _flown(battle, side, craft, _goal(battle, side, craft, stance, enemies), manner, enemies)
        case 4:
            yield from as_decisions(defend(battle, side, craft, DEFENSE_TARGETS))
        case 5 if stance == "aggressive":
            yield from _rammed(battle, side, craft, enemies)
        case 6:
            yield from _launched(battle, side, craft, manner, enemies)
        case 7:
            yield from _fire(battle, side, craft, manner, enemies)
        case 9:
            yield from as_decisions(screens(battle, side, craft, manner.screens))
        case _:
            pass


def _flown(
    battle: Battle, side: str, craft: Craft, goal: Goal | None, manner: StanceRow, enemies: tuple[str, ...]
) -> Iterator[Decision]:
    """A turn or a thrust of a craft that steers by something; bases have no thrust."""
    if goal is None:
        return
    if battle.now.segment == 1:
        fires = goal.bow is not None and _would_fire(battle, craft, manner, enemies)
        yield from as_decisions(turned(battle, side, craft, goal, fires=fires))
    elif not craft.is_base:
        yield from as_decisions(thrusting(battle, side, craft, goal))


def _would_fire(battle: Battle, craft: Craft, manner: StanceRow, enemies: tuple[str, ...]) -> bool:
    """Whether a craft would fire in this impulse if its bow were on the nearest enemy."""
    near = [unit for unit in enemies[:1] if distance(battle.craft[unit].at, craft.at) <= manner.fire]
    guns = _ready(battle, craft) if near and craft.cpmf.left else []
    return any(not better_later(battle, craft, guns, unit) for unit in near) if guns else False


def drone_decisions(
    view: BattleView, memory: CaptainMemory, drone: Drone, wish: Literal["attack", "defend", "return", "hold"]
) -> Iterator[Decision]:
    """What a drone does: chase and fire, stay by its carrier and fire, go home, or coast and fire."""
    battle, side = view.known, memory.side
    home = battle.craft.get(drone.owner)
    chased = battle.craft.get(next(iter(targets_for(battle, side, drone.at, "craft")), ""))
    guarded = home if wish in {"defend", "return"} and home is not None and not home.fate else None
    goal = guarded or chased
    aim = None if goal is None or wish == "hold" else Aim(goal.at, goal.velocity, 0 if guarded else 1, 1)
    match battle.now.segment if battle.now.impulse else 0:
        case 1 if aim is not None:
            yield from as_decisions(turn_towards(battle, side, drone, aim))
        case 2 if aim is not None:
            yield from as_decisions(thrust_towards(battle, side, drone, aim))
        case 4:
            yield from as_decisions(defend(battle, side, drone, DEFENSE_TARGETS))
        case 6 if wish == "return" and home is not None and drone.at == home.at:
            landing = LandDrone(drone.id, home.id)
            if is_legal(battle, side, landing):
                yield landing
        case 7:
            targets = targets_for(battle, side, drone.at, "craft")
            near = tuple(t for t in targets if distance(battle.craft[t].at, drone.at) <= 8)
            _, orders = shoot(battle, side, drone, direct_weapons(drone), near, in_vain=False)
            yield from orders
        case _:
            pass


def _power(battle: Battle, craft: Craft, side: str, manner: StanceRow) -> PowerPlan:
    """The initial allocation: evade if the stance does, stay hidden while hidden, some ECM where it is played with."""
    plans = [PowerPlan()]
    if battle.options.electronic_warfare and craft.radar:
        plans.insert(0, PowerPlan(ecm=min(craft.radar[0], craft.cpmf.left // 4)))
    near = next(iter(targets_for(battle, side, craft.at, "craft")), "")
    threatened = bool(near) and distance(battle.craft[near].at, craft.at) <= THREAT_HEXES
    threatened = threatened and craft.engines > max(1, size_class(craft))  # evading takes an engine (PW-A19)
    if manner.evades and threatened and battle.options.evasive_maneuvering:
        plans.insert(0, PowerPlan(evade="both"))
    if craft.design.radar_invisibility and (craft.hidden or manner.evades):
        plans.insert(0, PowerPlan(radar_on=False, invisible=True))
    return next((plan for plan in plans if is_legal(battle, side, AllocatePower(craft.id, plan))), PowerPlan())


def _goal(battle: Battle, side: str, craft: Craft, stance: Stance, enemies: tuple[str, ...]) -> Goal | None:
    """What the craft steers by: the friend it guards, or the nearest enemies."""
    manner = STANCE_ROWS[stance]
    seen = tuple(battle.craft[unit] for unit in enemies[:MARKS])
    has_fire = craft.cpmf.left > 0 or any(gun.left for gun in craft.guns)
    bow = seen[0] if seen and has_fire and stance != "flee" else None
    if stance == "escort":
        friends = [c for c in battle.craft.values() if c.side == side and not c.fate and c.id != craft.id]
        if friends:
            ward = max(friends, key=lambda c: (size_class(c), -distance(c.at, craft.at), c.id))
            return Goal((ward,), manner.range, bow=bow)
    out = way_out(battle, craft)
    if not seen and not (out and stance == "flee"):
        return None
    # Speed harms those without screens where that is played with (PW-A25); at 12 a craft may leave (PW-B77).
    headlong = not battle.options.speed_limitations or screen_rating(craft) > 0
    if stance == "flee":
        return Goal(seen, away=True, headlong=headlong, out=out)
    return Goal(seen, manner.range, outside=True, bow=bow, headlong=headlong)


def _launched(
    battle: Battle, side: str, craft: Craft, manner: StanceRow, enemies: tuple[str, ...]
) -> Iterator[Decision]:
    near = tuple(unit for unit in enemies if distance(battle.craft[unit].at, craft.at) <= manner.missiles)
    if near:
        flying = sum(m.target == near[0] for m in battle.missiles.values())
        boxes = [box.id for box in craft.missiles if box.state == "full" and not box.kind.hyper]
        wanted = max(0, 2 + 2 * size_class(battle.craft[near[0]]) - flying)
        for order in launches(battle, side, craft, boxes, near, rail=False, most=min(2, wanted)):
            if isinstance(order, LaunchMissile):
                yield order
    close = tuple(unit for unit in enemies if 1 <= distance(battle.craft[unit].at, craft.at) <= 5)
    guns = [gun.id for gun in craft.guns if gun.kind == "metal"]
    yield from launches(battle, side, craft, guns, close, rail=False)
    if any(distance(battle.craft[unit].at, craft.at) <= manner.drones for unit in enemies):
        full = [bay.id for bay in craft.bays if bay.state == "full"]
        for bay in full[: size_class(craft)]:
            yield LaunchDrone(craft.id, bay, craft.facing, craft.velocity.a, craft.velocity.c)


def _rammed(battle: Battle, side: str, craft: Craft, enemies: tuple[str, ...]) -> Iterator[Decision]:
    """With nothing left aboard to fight with, a craft rams what it meets that is no lighter than itself (PW-B74)."""
    armed = any(arm.kind != "beam" for arm in arms(craft)) or any(box.state == "full" for box in craft.missiles)
    if armed or any(bay.state == "full" for bay in craft.bays):
        return
    worth = (unit for unit in enemies if size_class(battle.craft[unit]) >= size_class(craft))
    yield from islice((order for unit in worth if is_legal(battle, side, order := Ram(craft.id, unit))), 1)


def _fire(battle: Battle, side: str, craft: Craft, manner: StanceRow, enemies: tuple[str, ...]) -> Iterator[Decision]:
    """Everything that bears, at the nearest first. No shot is fired in vain, and each weapon waits for the impulse at which it
    does most. Beams shoot at bolts only."""
    bolts = targets_for(battle, side, craft.at, "bolts")
    near = tuple(unit for unit in enemies if distance(battle.craft[unit].at, craft.at) <= manner.fire)
    against = [w.id for w in craft.weapons if w.kind in {"beam", "proton"} and not w.destroyed]
    keep = _saved(battle, side, craft, manner)
    battle, orders = shoot(battle, side, craft, against, bolts, in_vain=False)
    yield from orders
    guns = _ready(battle, craft) if near else []
    if not guns:
        return
    ready = tuple(unit for unit in near if not better_later(battle, craft, guns, unit))
    for _ in range(len(ready)):
        used = {shot.weapon for shot in battle.shots if shot.craft == craft.id}
        left = [weapon for weapon in direct_weapons(craft) if weapon not in used]
        battle, orders = shoot(battle, side, craft, left, ready, keep=keep, in_vain=False)
        if not orders:
            return
        yield from orders


def _ready(battle: Battle, craft: Craft) -> list[str]:
    """The weapons aboard that could fire directly now."""
    return [arm.id for arm in arms(craft) if arm.kind in DIRECT_FIRE_WEAPONS and _is_ready(battle, craft, arm)]


def _is_ready(battle: Battle, craft: Craft, arm: Arm) -> bool:
    try:
        check_ready(craft, arm, battle.now, battle.options)
    except GameError:
        return False
    return True


def _saved(battle: Battle, side: str, craft: Craft, manner: StanceRow) -> int:
    """The power that fire leaves for the screens: for as many points as the stance wants and the screens can still take."""
    enemies = [each for each in battle.craft.values() if each.side != side and not each.fate]
    if not enemies or min(distance(craft.at, each.at) for each in enemies) > WATCHED_HEXES:
        return 0
    price = power_per_use(battle.options, "8")
    points = min(
        manner.saved, operating_boxes(craft) - craft.reinforced, craft.cpmf.available // (3 * price) if price else 0
    )
    return max(0, points) * price


def _leaving(battle: Battle, side: str, craft: Craft, stance: Stance) -> Iterator[Decision]:
    if stance != "flee" or way_out(battle, craft) is not None:
        return
    for order in (Disengage(craft.id, "separation"), Disengage(craft.id, "acceleration")):
        if is_legal(battle, side, order):
            yield order
            return
