"""Battles played at random: small craft with a bit of everything, and decisions that are mostly legal."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Final

from rules.dice import Dice
from rules.hexes import Hex
from rules.pentagon_war import orders
from rules.pentagon_war.commission import commission, hide_craft, on_alert
from rules.pentagon_war.designs import Design, DroneArm, GunTrack, MissileType, WeaponBox
from rules.pentagon_war.events import Event
from rules.pentagon_war.options import Options
from rules.pentagon_war.programme import PowerPlan
from rules.pentagon_war.state import Battle, BattleSide
from rules.pentagon_war.turn.engine import DecisionPoint, check, may_decide, play_step
from rules.pentagon_war.turn.steps import DecisionType
from rules.pentagon_war.units import Craft, Velocity
from rules.values import GameError, changed

ALL_OPTIONS: Final = Options(
    electronic_warfare=True, self_destruction=True, ramming=True, speed_limitations=True, ranged_point_defense=True,
    special_electronics=True, fractional_movement=True, midturn_velocity=True, magbeam_reaction=True,
)  # fmt: skip


LASERS: Final[tuple[DroneArm, ...]] = ("laser",)


def small_design(rng: Random) -> Design:
    """A craft of about forty boxes with a bit of everything."""
    return Design(
        "Small", manned=rng.random() < 0.2, screens=rng.randrange(4), armor=(2, 1, 1, 0, 1, 1), hull_forward=2, hull_aft=2,
        fuel_tanks=1, capacitors=rng.randrange(12), point_defense=rng.randrange(6), radar=(5, 3), engines=rng.randrange(1, 4),
        final_damage=2, missiles=(MissileType(),) * rng.randrange(3), drones=tuple(LASERS[: rng.randrange(2)]),
        main_control=rng.randrange(1, 3), radar_invisibility=rng.random() < 0.3,
        weapons=tuple(WeaponBox(kind) for kind in ("laser", "electron", "proton", "beam") for _ in range(rng.randrange(3))),
        guns=(GunTrack("metal", 4), GunTrack("acid", 2), GunTrack("radiation", 2))[: rng.randrange(4)],
    )  # fmt: skip


def random_battle(rng: Random) -> Battle:
    """Two to four craft of two sides near one another, at the beginning of turn 1."""
    options = changed(ALL_OPTIONS if rng.random() < 0.5 else Options(), alert_status=rng.randrange(4))
    units = [_craft(rng, f"{side}{n}", side, options) for side in "XY" for n in range(1, rng.randrange(2, 4))]
    sides = {side: BattleSide(side, f"Side {side}") for side in "XY"}
    return Battle(sides, {unit.id: unit for unit in units}, options)


def _craft(rng: Random, unit: str, side: str, options: Options) -> Craft:
    at = Hex(rng.randrange(-2, 3), rng.randrange(-2, 3))
    velocity = Velocity(Fraction(rng.randrange(-8, 9), 2), Fraction(rng.randrange(-8, 9), 2))
    fresh = commission(small_design(rng), unit, unit, side, at, rng.randrange(6), velocity, options)
    return hide_craft(on_alert(fresh, options))


def random_decisions(battle: Battle, side: str, rng: Random) -> list[orders.Decided]:
    """A few decisions of a side for this step: legal ones by its own lights, and now and then one that is not."""
    made = []
    for question in may_decide(battle, side):
        for kind in question.decisions:
            decision = _pick(battle, side, question, kind, rng)
            if decision is not None:
                made.append(orders.Decided(side, decision))
    return made


def _pick(
    battle: Battle, side: str, question: DecisionPoint, kind: DecisionType, rng: Random
) -> orders.Decision | None:
    if rng.random() < 0.3:
        return None
    for _ in range(6):
        decision = _random(battle, question.unit, kind, rng)
        if decision is None or rng.random() < 0.02:
            return decision
        try:
            check(battle, side, decision)
        except GameError:
            continue
        return decision
    return None


def _random(battle: Battle, unit: str, kind: DecisionType, rng: Random) -> orders.Decision | None:
    anything = [*battle.craft, *battle.drones, *battle.missiles, *battle.bolts]
    makers: dict[DecisionType, Callable[[], orders.Decision]] = {
        orders.Rotate: lambda: orders.Rotate(unit, rng.randrange(6)),
        orders.Accelerate: lambda: orders.Accelerate(unit, Fraction(rng.randrange(1, 9), 4), rng.random() < 0.1),
        orders.DefendPoint: lambda: orders.DefendPoint(unit, tuple(rng.sample(anything, min(2, len(anything))))),
        orders.Ram: lambda: orders.Ram(unit, rng.choice(anything)),
        orders.Detonate: lambda: orders.Detonate(unit),
        orders.LandDrone: lambda: orders.LandDrone(unit, rng.choice(list(battle.craft))),
        orders.Disengage: lambda: orders.Disengage(unit, "acceleration"),
        orders.TakeDamage: lambda: orders.TakeDamage(unit, ("engine", "laser"), (1, 2)),
    }
    if kind in makers:
        return makers[kind]()
    craft = battle.craft.get(unit)
    return _of_craft(craft, kind, anything, rng) if craft is not None else None


def _of_craft(craft: Craft, kind: DecisionType, anything: list[str], rng: Random) -> orders.Decision | None:
    arms = [*(weapon.id for weapon in craft.weapons), *(gun.id for gun in craft.guns)]
    target, some = rng.choice(anything), rng.randrange
    a, c = craft.velocity.a, craft.velocity.c
    if kind is orders.AllocatePower:
        hide = craft.design.radar_invisibility and rng.random() < 0.7
        plan = PowerPlan(not hide and rng.random() < 0.9, hide, 0 if hide else some(3), 0 if hide else some(3))
        return orders.AllocatePower(craft.id, changed(plan, evade="A" if rng.random() < 0.2 else ""))
    if kind is orders.Fire and arms:
        return orders.Fire(
            craft.id, tuple(rng.sample(arms, min(len(arms), 1 + some(3)))), target, doubled=rng.random() < 0.1
        )
    if kind is orders.LaunchMissile and craft.missiles:
        return orders.LaunchMissile(craft.id, rng.choice(craft.missiles).id, target, some(6), rng.random() < 0.3)
    if kind is orders.LaunchBolt and craft.guns:
        return orders.LaunchBolt(craft.id, rng.choice(craft.guns).id, target, some(6))
    if kind is orders.LaunchDrone and craft.bays:
        return orders.LaunchDrone(craft.id, rng.choice(craft.bays).id, some(6), a + some(-2, 3), c)
    if kind is orders.Reinforce:
        return orders.Reinforce(craft.id, some(2), some(2))
    if kind is orders.SetBeam and craft.weapons:
        return orders.SetBeam(craft.id, rng.choice(craft.weapons).id, rng.choice(("attract", "repel", "cancel", "cut")))
    return None


def random_play(
    start: Battle, seed: int, steps: int
) -> Iterator[tuple[Battle, list[orders.Decided], Battle, tuple[Event, ...]]]:
    """The battle before, what was decided, and the battle and the events after, for so many steps or to its end."""
    rng, dice, battle = Random(seed), Dice(seed.to_bytes(32, "big"), "random", 1), start
    for _ in range(steps):
        if battle.winner is not None:
            return
        decided = [one for side in sorted(battle.sides) for one in random_decisions(battle, side, rng)]
        result = play_step(battle, decided, dice)
        yield battle, decided, result.state, result.events
        battle = result.state
