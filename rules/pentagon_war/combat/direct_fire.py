"""Segments 7, 8 and 10: captains write down in secret which weapons fire at what, it is revealed, and the shots are rolled all
at once; what they do to boxes waits for segment 11 (PW-B64)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal

from rules.dice import Roller
from rules.pentagon_war.changes import Done, carry_out, find, key, not_done, own_unit, put_units, remove_units, spend
from rules.pentagon_war.combat.damage.explosions import Blast, blow, explode, missile_blast
from rules.pentagon_war.events import Announced, BeamChanged, Event, Fired, Gone, LinkChanged
from rules.pentagon_war.orders import Decided, Decision, Fire
from rules.pentagon_war.state import Battle, Shot
from rules.pentagon_war.targeting.sight import Installation, Target, expose, find_target, firing_range, modifiers
from rules.pentagon_war.targeting.targets import (
    CANNONS,
    METAL_BOXES,
    WEAPON_RULES,
    Arm,
    Effect,
    arm_of,
    bolt_strength,
    check_shot,
    effect,
    needed_roll,
    power_of,
)
from rules.pentagon_war.units import Body, Bolt, Craft, Drone, Gun, Lock, Missile, Moment, SideId, UnitId, Weapon
from rules.values import Adjudication, Cause, GameError, IllegalOrderError, Modifier, Roll, Value, changed


def check_decision(battle: Battle, side: SideId, decision: Decision) -> None:
    """IllegalOrderError, NotYoursError or GameError if this fire cannot be decided now (PW-B92, PW-B69)."""
    if not isinstance(decision, Fire):
        raise GameError("In the direct-fire decision segment only direct fire is decided.")
    _with_shots(battle, side, decision)


def _with_shots(battle: Battle, side: SideId, order: Fire) -> Battle:
    """The battle with an order's shots written down; the first shot that is not allowed refuses the whole order."""
    if not order.weapons:
        raise GameError("Name at least one weapon to fire.")
    if order.narrow:
        _check_alike(battle, side, order)
    for shot in _shots(order):
        if shot.weapon.startswith("LM"):
            raise IllegalOrderError(
                f"{shot.weapon} fires a bolt, which is launched in the launching segment.", rule="PW-S134"
            )
        check_shot(battle, side, shot)
        battle = changed(battle, shots=(*battle.shots, shot))
    return battle


def _shots(order: Fire) -> Iterator[Shot]:
    salvo = f"{order.unit}:{order.weapons[0]}" if order.narrow and len(order.weapons) > 1 else ""
    for weapon in order.weapons:
        yield Shot(order.unit, weapon, order.target, salvo, order.doubled)


def _check_alike(battle: Battle, side: SideId, order: Fire) -> None:
    """IllegalOrderError if the weapons of a narrow salvo are not all of one kind (PW-B69)."""
    unit = own_unit(battle, side, order.unit)
    if not isinstance(unit, Craft | Drone):
        raise IllegalOrderError(f"{unit.id} carries no weapon to fire.", rule="PW-B92")
    if len({arm_of(unit, weapon).kind for weapon in order.weapons}) > 1:
        raise IllegalOrderError("A narrow salvo takes weapons of one kind.", rule="PW-B69")


def resolve_decision(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """The shots of all sides, kept in `battle.shots` until the announcement; only refusals are told, to their side."""
    return carry_out(battle, decisions, _write_shots_down, {Fire: "fire"})


def _write_shots_down(battle: Battle, side: SideId, decision: Decision) -> Done:
    assert isinstance(decision, Fire)
    return _with_shots(battle, side, decision), ()


def announce(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """Every unit's shots announced by target, in the order of unit ids, and their power spent (PW-C15, PW-C21)."""
    del decisions, dice
    events: list[Event] = []
    binding: list[Shot] = []
    for unit_id, group in groupby(sorted(battle.shots, key=lambda shot: shot.craft), key=lambda shot: shot.craft):
        shots = list(group)
        unit = find(battle, unit_id)
        if unit is None:
            continue
        power: tuple[Modifier, ...] = ()
        if isinstance(unit, Craft):
            try:
                unit, power = _paid(battle, unit, shots)
            except GameError as refusal:
                events.append(not_done(battle, unit.side, unit_id, "fire", refusal))
                continue
            battle, seen = expose(put_units(battle, unit), unit_id, Cause("PW-S90"))
            events += seen
        binding += shots
        by_target: dict[str, list[str]] = {}
        for shot in shots:
            by_target.setdefault(shot.target, []).append(shot.weapon)
        for target, weapons in by_target.items():
            events.append(Announced(battle.now, Cause("PW-B72", modifiers=power), unit_id, tuple(weapons), target))
            power = ()  # told once
    return Adjudication(changed(battle, shots=tuple(binding)), tuple(events))


def _paid(battle: Battle, craft: Craft, shots: Sequence[Shot]) -> tuple[Craft, tuple[Modifier, ...]]:
    """The craft with the power of its shots tallied on their lines, and that power in words."""
    told = []
    for line, points in power_of(battle, craft, shots).items():
        if points:
            craft = spend(craft, line, points)
            told.append(Modifier(-points, f"power for {line.replace('_', ' ')}"))
    return craft, tuple(told)


class Result(Value):
    """One shot with its target as it stood, the roll and what came of it."""

    shot: Shot
    unit: Craft | Drone
    arm: Arm
    target: Target
    effect: Effect
    needed: int | None
    cause: Cause
    range: int


def resolve(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """All shots rolled against the same state, then their effects: marks, blows, beams, kills and what they set off."""
    del decisions
    shots = sorted(battle.shots, key=lambda shot: (shot.craft, shot.weapon))
    rolled: dict[str, Roll] = {}
    results = [result for shot in shots if (result := _rolled(battle, shot, rolled, dice)) is not None]
    battle = changed(battle, shots=())
    events: list[Event] = []
    for result in results:
        battle = _marked(battle, result)
        if result.arm.kind == "beam" and not isinstance(result.target, Bolt):
            battle, told = attach(battle, result.shot, result.effect.hit, result.cause)
            events += told
            continue
        battle = _struck(battle, result, dice)
        events.append(_fired(battle, result))
    battle, told = _killed(battle, results, dice)
    return Adjudication(battle, (*events, *told))


def _rolled(battle: Battle, shot: Shot, rolled: dict[str, Roll], dice: Roller) -> Result | None:
    """One shot rolled; None if the firer or its target is no longer there.

    Weapons of one narrow salvo share one roll, kept in `rolled` by its key (PW-B69). A planet is hit without a roll
    (PW-A70), and so
    is whoever wants to be taken in tow (PW-S107).
    """
    unit, target = find(battle, shot.craft), find_target(battle, shot.target)
    if not isinstance(unit, Craft | Drone) or target is None:
        return None
    arm = arm_of(unit, shot.weapon)
    hexes = firing_range(battle, unit, target)
    rule = "PW-B69" if shot.salvo else "PW-S137" if isinstance(target, Bolt) else WEAPON_RULES[arm.kind]
    number = needed_roll(arm.kind, target, battle.options)
    if is_sure(unit, arm, target):
        sure = Effect(True, 0) if arm.kind == "beam" else effect(arm.kind, target, hexes, 0, battle.options)
        why = "PW-S107" if arm.kind == "beam" else "PW-A70"
        return Result(shot, unit, arm, target, effect=sure, needed=None, cause=Cause(why), range=hexes)
    terms = modifiers(battle, unit, target)
    name = key(battle, *(("salvo", shot.salvo) if shot.salvo else (arm.kind, unit.id, arm.id)))
    if name not in rolled:
        rolled[name] = dice.roll(name, 6, 2)
    roll = rolled[name]
    modified = roll.total + sum(term.value for term in terms)
    done = effect(arm.kind, target, hexes, modified, battle.options)
    return Result(
        shot,
        unit,
        arm,
        target,
        effect=done,
        needed=number,
        cause=Cause(rule, modifiers=terms, rolls=(roll,)),
        range=hexes,
    )


def is_sure(unit: Craft | Drone, arm: Arm, target: Target) -> bool:
    """Whether no roll is made: cannons and gum at a planet, beams at whoever is willing."""
    if isinstance(target, Body):
        return arm.kind in {"proton", "electron", "acid"}
    return arm.kind == "beam" and not isinstance(target, Bolt | Installation) and target.side == unit.side


def _fired(battle: Battle, result: Result) -> Fired:
    unit, target, done = result.unit.id, result.target.id, result.effect
    return Fired(
        battle.now,
        result.cause,
        unit,
        weapon=result.arm.id,
        target=target,
        range=result.range,
        needed=result.needed,
        hit=done.hit,
        damage=done.points,
    )


def _marked(battle: Battle, result: Result) -> Battle:
    """The firer with its weapon dotted, its rounds slashed, and its target and impulse written down (PW-S97, PW-S126)."""
    unit = find(battle, result.unit.id)
    now, target = battle.now, result.target.id
    match unit:
        case Drone():
            return put_units(battle, changed(unit, fired=now.absolute, targets=_with_target(unit.targets, target)))
        case Craft():
            bolt_beam = result.arm.kind == "beam" and isinstance(result.target, Bolt)
            missed = result.arm.kind == "beam" and not result.effect.hit
            unit = changed(
                unit,
                weapons=tuple(_spent(w, result.arm, now, tried=bolt_beam or missed) for w in unit.weapons),
                guns=tuple(_slashed(gun, now) if gun.id == result.arm.id else gun for gun in unit.guns),
                targets=_with_target(unit.targets, target),
                fire_impulse=now.absolute,
                last_cannon=now.turn if result.arm.kind in CANNONS else unit.last_cannon,
            )
            return put_units(battle, unit)
        case _:
            return battle


def _with_target(targets: tuple[UnitId, ...], target: UnitId) -> tuple[UnitId, ...]:
    return targets if target in targets else (*targets, target)


def _spent(weapon: Weapon, arm: Arm, now: Moment, *, tried: bool) -> Weapon:
    return changed(weapon, fired=now.absolute, tried=weapon.tried or tried) if weapon.id == arm.id else weapon


def _slashed(gun: Gun, now: Moment) -> Gun:
    """A gun after its shot: acid gum uses one box, a liquid metal gun two, a radiation gun none (PW-S126, PW-S132)."""
    boxes = {"acid": 1, "metal": METAL_BOXES, "radiation": 0}[gun.kind]
    return changed(gun, slashed=gun.slashed + boxes, fired=now.absolute, fired_turn=now.turn)


def _struck(battle: Battle, result: Result, dice: Roller) -> Battle:
    """The battle with what a hit does: erosion of a bolt, a blow to a craft; at range 0 its side may take a die."""
    target, done = result.target, result.effect
    if not done.hit or not done.points:
        return battle
    if isinstance(target, Bolt):
        bolt = battle.bolts[target.id]
        return put_units(battle, changed(bolt, eroded=bolt.eroded + done.points))
    if not isinstance(target, Craft):
        return battle
    made = blow(battle, target, result.unit.id, result.arm.id, done.points, result.unit.at, dice)
    return changed(battle, blows=(*battle.blows, changed(made, acid=result.arm.kind == "acid")))


def _killed(battle: Battle, results: Iterable[Result], dice: Roller) -> tuple[Battle, tuple[Event, ...]]:
    """Small targets hit and bolts worn away are gone; a missile shot down explodes at half strength (PW-S65, PW-B68)."""
    events: list[Event] = []
    blasts: list[Blast] = []
    dead: dict[UnitId, Result] = {}
    for result in results:
        if result.effect.kills:
            dead.setdefault(result.target.id, result)
    for result in dead.values():
        target = result.target
        if isinstance(target, Installation):
            battle = _without_installation(battle, target)
            events.append(Gone(battle.now, result.cause, target.id, target.body.at, "shot down"))
        elif isinstance(target, Drone | Missile):
            events.append(Gone(battle.now, result.cause, target.id, target.at, "shot down"))
            if isinstance(target, Missile):
                blasts += missile_blast(target)
    battle = remove_units(battle, dead)
    for bolt in [battle.bolts[name] for name in sorted(battle.bolts)]:
        if bolt.eroded and bolt_strength(battle, bolt) <= 0:
            battle = remove_units(battle, [bolt.id])
            events.append(Gone(battle.now, Cause("PW-S139"), bolt.id, bolt.at, "spent"))
    done = explode(battle, blasts, dice)
    return done.state, (*events, *done.events)


def _without_installation(battle: Battle, target: Installation) -> Battle:
    body = battle.bodies[target.body.id]
    rest = tuple(name for name in body.installations if name != target.name)
    return changed(battle, bodies={**battle.bodies, body.id: changed(body, installations=rest)})


def attach(battle: Battle, shot: Shot, hit: bool, cause: Cause) -> tuple[Battle, tuple[Event, ...]]:
    """The battle after a beam was fired to attach: a lock on a hit, a snagged drone or a grabbed missile with it."""
    missed = BeamChanged(battle.now, cause, shot.craft, shot.weapon, shot.target, "missed")
    target, captor = find(battle, shot.target), battle.craft[shot.craft]
    if not hit or target is None:
        return battle, (missed,)
    lock = Lock(captor.id, shot.weapon, target.id, _mode(battle, shot), shot.doubled, battle.now.absolute)
    battle = changed(battle, locks=(*battle.locks, lock))
    events: list[Event] = [changed(missed, what="attached")]
    if isinstance(target, Missile) and not target.captor:
        battle = put_units(battle, changed(target, captor=captor.id, held_velocity=captor.velocity))
        events.append(LinkChanged(battle.now, Cause("PW-S86"), "grabbed", target.id, captor.id))
    if isinstance(target, Drone) and target.side == captor.side and not target.captor:
        snagged = changed(target, captor=captor.id, velocity=captor.velocity, counted=captor.counted)
        battle = put_units(battle, snagged)
        events.append(LinkChanged(battle.now, Cause("PW-S80"), "snagged", target.id, captor.id))
    return battle, tuple(events)


def _mode(battle: Battle, shot: Shot) -> Literal["attract", "repel"]:
    """What the beam does until it is set otherwise in segment 2: as its captain's programme says, else it attracts."""
    programme = battle.programmes.get(shot.craft)
    return "repel" if programme is not None and programme.beam == "repel" else "attract"
