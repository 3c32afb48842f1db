"""Segment 4: point defense, a falling number to roll under, each target once an impulse (PW-B36 to PW-B43, PW-S39)."""

from collections.abc import Sequence

from rules.dice import Roller
from rules.pentagon_war.changes import Done, carry_out, key, not_done, own_unit, remove_units
from rules.pentagon_war.combat.damage.explosions import blow, explode, missile_blast
from rules.pentagon_war.commission import defending_boxes
from rules.pentagon_war.events import Event, Gone, PointDefenseFired
from rules.pentagon_war.options import tables
from rules.pentagon_war.orders import Decided, Decision, DefendPoint
from rules.pentagon_war.positions import blocking_body
from rules.pentagon_war.state import Battle
from rules.pentagon_war.targeting import sight
from rules.pentagon_war.units import Body, Bolt, Craft, Drone, Missile, SideId, UnitId
from rules.values import Adjudication, Cause, GameError, IllegalOrderError, Modifier, Value, changed

DRONE_BOXES = 5
"""What a point defense drone counts as (PW-S77)."""
CERTAIN_NUMBER = 6
"""A number no die can miss (PW-B37)."""


class Chance(Value):
    """The number to roll or less on a die for one shot, and how it comes about; below 1 there is no shot."""

    needed: int
    terms: tuple[Modifier, ...]


def boxes_of(battle: Battle, unit: Craft | Drone) -> int:
    """Point defense boxes of a unit that work this turn, before any penalty (PW-S77, PW-B85)."""
    if isinstance(unit, Craft):
        return defending_boxes(battle, unit)
    return DRONE_BOXES if unit.arm == "point_defense" else 0


def chance(battle: Battle, unit: Craft | Drone, target: sight.Target, shots: int) -> Chance:
    """The number a unit needs against a target after so many shots of this impulse.

    Boxes left, capped at 5, plus a spacecraft's size class (PW-B36, PW-B37); half the boxes without lock-on (PW-B32),
    two less for each evading party (PW-A16); at a distance the range modifier (PW-A27).
    """
    cap = tables(battle.options)["PW-T30"].number("point_defense_cap", "value")
    boxes = boxes_of(battle, unit)
    terms = [Modifier(boxes, "point defense boxes")]
    if not sight.is_locked_on(battle, unit, target):
        terms.append(Modifier(_halved(battle, boxes) - boxes, "halved without lock-on"))
    lost = sight.evasion(battle.options, "point defense")
    terms += [
        Modifier(lost, f"{sight.name_of(party)} evades") for party in (unit, target) if sight.is_evading(battle, party)
    ]
    if shots:
        terms.append(Modifier(-shots, "shots before this one"))
    left = sum(term.value for term in terms)
    if left < 1:
        return Chance(0, tuple(terms))
    if left > cap:
        terms.append(Modifier(cap - left, f"never more than {cap}"))
    size = sight.target_size(target, battle.options)
    terms += [Modifier(size, f"size class {size}")] if size else []
    hexes = sight.firing_range(battle, unit, target)
    terms += [Modifier(sight.range_modifier(hexes, battle.options), f"range {hexes}")] if hexes else []
    return Chance(sum(term.value for term in terms), tuple(terms))


def _halved(battle: Battle, boxes: int) -> int:
    """Half the boxes, rounded as table PW-T30 says (PW-B32)."""
    up = tables(battle.options)["PW-T30"].cell("round_halved_point_defense", "value") == "up"
    return (boxes + up) // 2


def check(battle: Battle, side: SideId, decision: Decision) -> None:
    """IllegalOrderError, NotYoursError or GameError if point defense may not be used so (PW-B39, PW-B40, PW-B43)."""
    if not isinstance(decision, DefendPoint):
        raise GameError("In the point defense segment only point defense is used.")
    unit = _defender(battle, side, decision)
    for shots, target_id in enumerate(decision.targets):
        target = sight.seen_target(battle, side, target_id)
        check_target(battle, unit, target)
        odds = chance(battle, unit, target, shots)
        if odds.needed < 1:
            raise IllegalOrderError(
                f"{sight.name_of(unit)} has no chance left against {sight.name_of(target)}.", rule="PW-B36"
            )


def _defender(battle: Battle, side: SideId, decision: DefendPoint) -> Craft | Drone:
    unit = own_unit(battle, side, decision.unit)
    if not isinstance(unit, Craft | Drone) or not boxes_of(battle, unit):
        raise IllegalOrderError(f"{sight.name_of(unit)} has no working point defense.", rule="PW-B40")
    if len(set(decision.targets)) < len(decision.targets):
        raise IllegalOrderError("Point defense shoots once at a target each impulse; name each once.", rule="PW-B39")
    return unit


def check_target(battle: Battle, unit: Craft | Drone, target: sight.Target) -> None:
    """IllegalOrderError if point defense cannot be used on a target where it is (PW-B40, PW-B43, PW-A27, PW-A29)."""
    name = sight.name_of(target)
    if target.id == unit.id:
        raise IllegalOrderError(f"{name} cannot defend itself against itself.", rule="PW-B40")
    if isinstance(target, Bolt):
        raise IllegalOrderError(f"Point defense cannot stop {name}: it is a liquid metal bolt.", rule="PW-B43")
    if not isinstance(target, Craft | Drone | Missile):
        raise IllegalOrderError(f"Point defense is not used on {name}.", rule="PW-B40")
    if target.at == unit.at:
        return
    if not battle.options.ranged_point_defense:
        raise IllegalOrderError(f"{name} is not in the same hex.", rule="PW-B40")
    if battle.options.ranged_pd_ships_only and not isinstance(target, Craft):
        raise IllegalOrderError(f"{name} is too small for point defense at a distance in this battle.", rule="PW-A29")
    between = blocking_body(battle, unit.at, target.at)
    if between is not None:
        raise IllegalOrderError(f"{battle.bodies[between].name} is between {unit.id} and {name}.", rule="PW-A67")


def resolve(battle: Battle, decisions: Sequence[Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """All units shoot in the order of their ids, each at its targets in its own order (PW-B41, PW-C36).

    What is already gone is passed over and costs no box; so is a drone that was shot down before its turn.
    A unit that shoots gives itself away (PW-S90). A unit's first order
    of the impulse counts: a second one would shoot again, with fresh boxes (PW-B39).
    """
    used: set[UnitId] = set()

    def done(now: Battle, side: SideId, decision: Decision) -> Done:
        assert isinstance(decision, DefendPoint)
        if decision.unit in battle.drones and decision.unit not in now.drones:
            return now, ()  # shot down before it was its turn
        unit = _defender(now, side, decision)
        if unit.id in used:
            raise IllegalOrderError(
                f"{sight.name_of(unit)} has used its point defense in this impulse; one order names all its targets.",
                rule="PW-B39",
            )
        used.add(unit.id)
        return _defend(now, side, decision, dice)

    return carry_out(battle, decisions, done, {DefendPoint: "point defense"})


def _defend(battle: Battle, side: SideId, order: DefendPoint, dice: Roller) -> Done:
    """One unit's shots, the number falling with each; a drone may be lost to what it set off itself."""
    events: list[Event] = []
    shots = 0
    for target_id in order.targets:
        unit, target = sight.known_target(battle, side, order.unit), sight.known_target(battle, side, target_id)
        if not isinstance(unit, Craft | Drone):
            break
        if target is None:
            continue
        try:
            check_target(battle, unit, target)
        except GameError as refusal:
            events.append(not_done(battle, side, order.unit, "point defense", refusal))
            continue
        odds = chance(battle, unit, target, shots)
        if odds.needed < 1 or isinstance(target, Body):
            continue
        shots += 1
        battle, told = _shoot(battle, unit, target, odds, dice)
        events += told
    return battle, tuple(events)


def _shoot(
    battle: Battle, unit: Craft | Drone, target: sight.Target, odds: Chance, dice: Roller
) -> tuple[Battle, tuple[Event, ...]]:
    battle, seen = sight.expose(battle, unit.id, Cause("PW-S90"))
    rolls = () if odds.needed >= CERTAIN_NUMBER else (dice.roll(key(battle, "point defense", unit.id, target.id), 6),)
    hit = all(roll.total <= odds.needed for roll in rolls)
    cause = Cause("PW-B37" if isinstance(target, Craft) else "PW-B36", modifiers=odds.terms, rolls=rolls)
    events: tuple[Event, ...] = (
        *seen,
        PointDefenseFired(battle.now, cause, unit.id, target.id, min(odds.needed, CERTAIN_NUMBER), hit),
    )
    if not hit:
        return battle, events
    if isinstance(target, Craft):
        made = blow(battle, target, unit.id, "point defense", 1, unit.at, dice)
        return changed(battle, blows=(*battle.blows, made)), events
    battle = remove_units(battle, [target.id])
    if not isinstance(target, Drone | Missile):
        return battle, events
    shot_down = Gone(battle.now, Cause("PW-B38"), target.id, target.at, "shot down")
    after = explode(battle, missile_blast(target) if isinstance(target, Missile) else (), dice)
    return after.state, (*events, shot_down, *after.events)
