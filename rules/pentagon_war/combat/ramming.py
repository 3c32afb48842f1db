"""Segment 5: self-destruction, missiles set off, ramming, and whatever has run into a planet (PW-A20, PW-B74, PW-A62)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from rules.dice import Roller
from rules.pentagon_war.changes import flying_units, key, not_done, own_craft, remove_units
from rules.pentagon_war.combat.damage.explosions import Blast, annihilate, blow, explode, lose, missile_blast, tidy_up
from rules.pentagon_war.events import Event, Gone, Survived
from rules.pentagon_war.geometry import letter
from rules.pentagon_war.options import tables
from rules.pentagon_war.orders import Decided, Decision, Detonate, Ram, SelfDestruct, by_unit, unit_of
from rules.pentagon_war.positions import absolute_speed
from rules.pentagon_war.shipyard.pricing import thrust_class
from rules.pentagon_war.state import Battle
from rules.pentagon_war.targeting import sight
from rules.pentagon_war.units import Craft, Drone, Missile, SideId, UnitId, Velocity
from rules.values import Adjudication, Cause, GameError, IllegalOrderError, Modifier, NotYoursError, changed, quoted

SMALL_OBJECT_CLASS: Final = Fraction(1, 2)
"""What a size class 0 object counts as in a ram (PW-B75)."""


def check(battle: Battle, side: SideId, decision: Decision) -> None:
    """IllegalOrderError, NotYoursError or GameError if the craft may not ram this (PW-B74)."""
    if not isinstance(decision, Ram):
        raise GameError("This segment is for self-destruction, detonation and ramming.")
    _parties(battle, side, decision)


def check_ramming(battle: Battle) -> None:
    """IllegalOrderError where nothing rams (PW-B74)."""
    if not battle.options.ramming:
        raise IllegalOrderError("This battle is played without ramming.", rule="PW-B74")


def check_ram(battle: Battle, side: SideId, order: Ram) -> tuple[Craft, Craft | Drone | Missile]:
    """The craft that rams and what it rams, wherever they are; a GameError if it never can, as far as the side knows (PW-B74)."""
    check_ramming(battle)
    craft, target = own_craft(battle, side, order.craft), sight.seen_target(battle, side, order.target)
    if target.id == craft.id or not isinstance(target, Craft | Drone | Missile):
        raise IllegalOrderError(f"{sight.name_of(target)} is nothing {craft.name} can ram.", rule="PW-B74")
    if craft.joined and isinstance(target, Craft) and target.joined == craft.joined:
        raise IllegalOrderError(f"{craft.name} and {target.name} are joined.", rule="PW-B74")
    return craft, target


def _parties(battle: Battle, side: SideId, order: Ram) -> tuple[Craft, Craft | Drone | Missile]:
    craft, target = check_ram(battle, side, order)
    if target.at != craft.at:
        raise IllegalOrderError(f"{sight.name_of(target)} is not in the hex of {craft.name}.", rule="PW-B74")
    return craft, target


def ram_class(battle: Battle, unit: Craft | Drone | Missile) -> Fraction:
    """How heavily a unit rams: mass class, or size class and a fifth for each ramming weight; a small object 1/2."""
    if not isinstance(unit, Craft):
        return SMALL_OBJECT_CLASS
    if battle.options.mass_class != "off":
        return thrust_class(unit, battle.options)
    weight = tables(battle.options)["PW-T30"].fraction("ramming_weight_class", "value")
    return sight.target_size(unit, battle.options) + weight * unit.ramming_weights


def velocity_of(battle: Battle, unit: Craft | Drone | Missile) -> Velocity:
    """A unit's velocity; a missile's is its speed along its heading, or that of its captor (PW-S63, PW-S86)."""
    if not isinstance(unit, Missile):
        return unit.velocity
    if unit.captor:
        return unit.held_velocity
    row = tables(battle.options)["PW-T14"].row(letter(unit.heading))
    return Velocity(unit.speed * Fraction(row["A change"]), unit.speed * Fraction(row["C change"]))


def ram_points(battle: Battle, struck: Craft | Drone | Missile, other: Craft | Drone | Missile) -> int:
    """What a unit takes in a ram: the other's class times their relative speed, rounded up (PW-B75)."""
    one, two = velocity_of(battle, struck), velocity_of(battle, other)
    speed = absolute_speed(Velocity(one.a - two.a, one.c - two.c), battle.options)
    product = ram_class(battle, other) * speed
    return -(-product.numerator // product.denominator)


def resolve(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """All rams of the impulse rolled; their damage waits for segment 11, small objects are lost at once.

    Two craft that ram each other collide once.
    """
    start, events, blasts, collided = battle, list[Event](), list[Blast](), set[frozenset[UnitId]]()
    for decided in by_unit(decisions):
        order = decided.decision
        if not isinstance(order, Ram):
            continue
        try:
            craft, target = _parties(start, decided.side, order)
        except GameError as refusal:
            events.append(not_done(battle, decided.side, order.craft, "ram", refusal))
            continue
        pair = frozenset((craft.id, target.id))
        if pair in collided or sight.known_target(battle, decided.side, target.id) is None:
            continue  # met already, or lost to another ram of this segment
        battle, seen = sight.expose(battle, craft.id, Cause("PW-S90"))
        events += seen
        battle, told, set_off = _ram(battle, craft, target, dice)
        events += told
        blasts += set_off
        if not any(isinstance(event, Survived) for event in told):
            collided.add(pair)
    after = explode(battle, blasts, dice)
    return Adjudication(after.state, (*events, *after.events))


def _ram(
    battle: Battle, craft: Craft, target: Craft | Drone | Missile, dice: Roller
) -> tuple[Battle, list[Event], tuple[Blast, ...]]:
    """One ram: 2d6 and the target's size class against the ram number; both parties take damage (PW-B74, PW-B75)."""
    size = sight.target_size(target, battle.options)
    terms = [Modifier(size, f"size class {size}")]
    if sight.is_evading(battle, target):
        terms.append(Modifier(sight.evasion(battle.options, "firing"), f"{sight.name_of(target)} evades"))
    roll = dice.roll(key(battle, "ram", craft.id, target.id), 6, 2)
    cause = Cause("PW-B74", modifiers=tuple(terms), rolls=(roll,))
    if roll.total + sum(term.value for term in terms) < tables(battle.options)["PW-T13"].number("Ram", "number"):
        return battle, [Survived(battle.now, cause, target.id, "ram missed")], ()
    parties = (craft, target), (target, craft)
    blows = [
        blow(battle, struck, other.id, "ram", points, other.at, dice)
        for struck, other in parties
        if isinstance(struck, Craft) and (points := ram_points(battle, struck, other))
    ]
    battle = changed(battle, blows=(*battle.blows, *blows))
    if isinstance(target, Craft) or not ram_points(battle, target, craft):
        return battle, [], ()
    gone = Gone(battle.now, cause, target.id, target.at, "rammed")
    return remove_units(battle, [target.id]), [gone], missile_blast(target) if isinstance(target, Missile) else ()


def planet_ram(battle: Battle, craft_id: UnitId, body_id: UnitId, dice: Roller) -> Adjudication[Battle, Event]:
    """A craft that has run into a planet is destroyed and explodes; the planet takes no notice (PW-A62, PW-B75)."""
    cause = Cause("PW-B75", modifiers=(Modifier(0, f"rammed {battle.bodies[body_id].name}"),))
    return lose(battle, [battle.craft[craft_id]], "rammed", cause, dice)


def planet_rams(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """Every unit whose `entered` names a body rams it, by id; a seeker that has reached its target there strikes later.

    Drones and bolts are simply gone, missiles explode as when destroyed (PW-A62, PW-A65, PW-S65).
    """
    del decisions
    events: list[Event] = []
    for craft in [battle.craft[name] for name in sorted(battle.craft)]:
        if craft.entered and not craft.fate:
            rammed = planet_ram(battle, craft.id, craft.entered, dice)
            battle = rammed.state
            events += rammed.events
    blasts: list[Blast] = []
    for unit in flying_units(battle):
        if unit.entered and not getattr(unit, "arrived", False):
            battle = remove_units(battle, [unit.id])
            events.append(Gone(battle.now, Cause("PW-A62"), unit.id, unit.at, "rammed"))
            blasts += missile_blast(unit) if isinstance(unit, Missile) else ()
    after = explode(battle, blasts, dice)
    return Adjudication(after.state, (*events, *after.events))


def check_self_destruction(battle: Battle, side: SideId, decision: Decision) -> None:
    """IllegalOrderError, NotYoursError or GameError if nothing may blow up so (PW-A20, PW-A36, PW-B82)."""
    match decision:
        case SelfDestruct():
            _doomed(battle, side, decision)
        case Detonate():
            _armed(battle, side, decision)
        case _:
            raise GameError("This segment is for self-destruction, detonation and ramming.")


def _doomed(battle: Battle, side: SideId, order: SelfDestruct) -> Craft:
    if not battle.options.self_destruction:
        raise IllegalOrderError("This battle is played without self-destruction.", rule="PW-A20")
    return own_craft(battle, side, order.craft)


def _armed(battle: Battle, side: SideId, order: Detonate) -> Missile:
    missile = battle.missiles.get(order.missile)
    if missile is None or missile.side != side:
        raise NotYoursError(f"{quoted(order.missile)} is not one of your missiles in flight.")
    if not sight.is_guided(battle, missile):
        raise IllegalOrderError(
            f"{missile.id} can be set off only within {sight.GUIDED_WITHIN} hexes of its launcher.", rule="PW-A36"
        )
    return missile


def self_destruct(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """Everything set off this impulse goes off together, by unit id; what a hyper bomb annihilates does not explode."""
    events: list[Event] = []
    craft: list[Craft] = []
    missiles: list[Missile] = []
    for decided in by_unit(decisions):
        try:
            match decided.decision:
                case SelfDestruct() as order:
                    craft.append(_doomed(battle, decided.side, order))
                case Detonate() as order:
                    missiles.append(_armed(battle, decided.side, order))
                case _:
                    continue
        except GameError as refusal:
            events.append(not_done(battle, decided.side, unit_of(decided.decision), "self-destruction", refusal))
    if not craft and not missiles:
        return Adjudication(battle, tuple(events))
    for bomb in [missile for missile in missiles if missile.kind.hyper]:
        if bomb.id in battle.missiles:
            events.append(Gone(battle.now, Cause("PW-A37"), bomb.id, bomb.at, "spent"))
            after = annihilate(battle, bomb, dice)
            battle = after.state
            events += after.events
    blasts: list[Blast] = []
    fired = [missile for missile in missiles if missile.id in battle.missiles]
    battle = remove_units(battle, [missile.id for missile in fired])
    for missile in fired:
        events.append(Gone(battle.now, Cause("PW-B82"), missile.id, missile.at, "spent"))
        blasts += missile_blast(missile, "PW-B82")
    doomed = [each for each in craft if not battle.craft[each.id].fate]
    lost = lose(battle, doomed, "self-destruction", Cause("PW-A20"), dice)
    done = explode(lost.state, blasts, dice)
    battle, told = tidy_up(done.state)
    return Adjudication(battle, (*events, *lost.events, *done.events, *told))
