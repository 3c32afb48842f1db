"""Blows that wait for segment 11, explosions, hyper bombs; losses and what they leave behind (PW-B66, PW-S108, PW-B81)."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Final, Literal

from rules.dice import Roller
from rules.hexes import Hex, distance
from rules.pentagon_war.changes import alive, flying_units, key, put_units, remove_units, seekers, seers_of, wreck_craft
from rules.pentagon_war.events import Event, Exploded, Gone, LinkChanged, Survived, TrackLost
from rules.pentagon_war.geometry import Facing, sides_to, step
from rules.pentagon_war.movement.locks import break_locks
from rules.pentagon_war.options import leading_number, tables
from rules.pentagon_war.positions import fills, in_play, last_apart, part_group
from rules.pentagon_war.state import Battle, Blow
from rules.pentagon_war.targeting.sight import find_target
from rules.pentagon_war.units import Craft, Drone, Missile, UnitId
from rules.values import Adjudication, Cause, Modifier, Value, changed


def blow(battle: Battle, target: Craft, source: UnitId, weapon: str, points: int, start: Hex, dice: Roller) -> Blow:
    """A blow from a place: on the side that faces it, a tie's clockwise side first (PW-B26, PW-B52).

    From the target's own hex: the side they closed along, or a die if they have never been apart (PW-B53).
    """
    origin = start
    if start == target.at:
        offset = last_apart(battle.apart, target.id, source)
        if offset is None:
            roll = dice.roll(key(battle, "side", target.id, source, weapon), 6)
            return Blow(target.id, source, weapon, roll.total, points, rolls=(roll,))
        origin = Hex(target.at.q + offset.q, target.at.r + offset.r)
    side, other_side = side_facing(target, origin)
    return Blow(target.id, source, weapon, side, points, side_choice=other_side)


def blow_from_heading(target: Craft, source: UnitId, weapon: str, points: int, heading: Facing) -> Blow:
    """A seeker's blow: on the side that faces the hex it came from (PW-B54)."""
    side, _ = side_facing(target, step(target.at, heading + 3))
    return Blow(target.id, source, weapon, side, points, seeker=True)


def side_facing(target: Craft, origin: Hex) -> tuple[int, int]:
    """The armor side towards another hex, clockwise of two, and the other one of a tie or 0 (PW-B25, PW-B26)."""
    sides = sides_to(target.at, target.facing, origin)
    return sides[-1], sides[0] if len(sides) > 1 else 0


FALLOFF_POINTS: Final = 8
"""Points an explosion loses with every hex (PW-A22)."""


class Blast(Value):
    """One explosion: of what, where, how strong, why.

    `spares` takes nothing from it: the target that a missile hit in full (PW-B91); `hollow`: its own hex is dealt with already
    (PW-A37).
    """

    unit: UnitId
    at: Hex
    strength: int
    cause: Cause
    spares: UnitId = ""
    hollow: bool = False


def strength_at(strength: int, hexes: int) -> int:
    """What is left of an explosion so many hexes away, never below 0 (PW-A22, PW-B66)."""
    return max(strength - FALLOFF_POINTS * hexes, 0)


def missile_blast(missile: Missile, rule: str = "PW-S65", spares: UnitId = "") -> tuple[Blast, ...]:
    """The explosion of a missile: half its warhead; a hyper bomb's destruction sets nothing off (PW-S65, PW-A35)."""
    half = missile.kind.warhead // 2
    if missile.kind.hyper or not half:
        return ()
    cause = Cause(rule, modifiers=(Modifier(half, f"half of warhead {missile.kind.warhead}"),))
    return (Blast(missile.id, missile.at, half, cause, spares),)


def craft_strength(craft: Craft, battle: Battle) -> tuple[Modifier, ...]:
    """What a craft's explosion is made of; the sum is its basic strength, halves rounded down (PW-A21, PW-A24)."""
    weights = tables(battle.options)["PW-T26"]
    secondary = sum(not w.destroyed for w in craft.weapons if w.kind != "beam")
    counts = {
        "undestroyed engine": craft.engines,
        "filled fuel tank": craft.tanks_full,
        "charged capacitor": min(craft.cpmf.left, craft.capacitors),
        "undestroyed magnetic beam": sum(not w.destroyed for w in craft.weapons if w.kind == "beam"),
        "undestroyed screen": craft.screens,
        "undestroyed gun box": sum(gun.left for gun in craft.guns),
        "undestroyed secondary weapon": secondary,
        "suicide bomb": int(craft.design.suicide_bomb),
    }
    points = {name: Fraction(count) * weights.fraction(name, "weight") for name, count in counts.items() if count}
    return tuple(Modifier(int(value), f"{counts[name]} x {name}") for name, value in points.items())


def craft_blast(battle: Battle, craft: Craft, rule: str) -> tuple[Blast, ...]:
    """The explosion of a craft that is lost; none if nothing aboard is left to explode (PW-A21, PW-A23)."""
    terms = craft_strength(craft, battle)
    strength = sum(term.value for term in terms)
    return (Blast(craft.id, craft.at, strength, Cause(rule, modifiers=terms)),) if strength > 0 else ()


def explode(battle: Battle, blasts: Iterable[Blast], dice: Roller) -> Adjudication[Battle, Event]:
    """The explosions and all the missiles they set off: small objects roll at once, craft get blows for segment 11.

    (PW-S66, PW-B66, PW-B67, PW-B89)
    """
    events: list[Event] = []
    queue = list(blasts)
    while queue:
        blast = queue.pop(0)
        events.append(Exploded(battle.now, blast.cause, blast.unit, blast.at, blast.strength))
        battle = _blows(battle, blast, dice)
        battle, told, set_off = _rolls(battle, blast, dice)
        events += told
        queue += set_off
    return Adjudication(battle, tuple(events))


def _reach(blast: Blast, here: Hex) -> int:
    """What a blast does in a hex, 0 where it does nothing."""
    hexes = distance(blast.at, here)
    return 0 if blast.hollow and not hexes else strength_at(blast.strength, hexes)


def _blows(battle: Battle, blast: Blast, dice: Roller) -> Battle:
    for craft in alive(battle):
        points = _reach(blast, craft.at)
        if points and craft.id not in {blast.spares, blast.unit}:
            made = blow(battle, craft, blast.unit, "explosion", points, blast.at, dice)
            battle = changed(battle, blows=(*battle.blows, made))
    return battle


def _rolls(battle: Battle, blast: Blast, dice: Roller) -> tuple[Battle, list[Event], list[Blast]]:
    """Survival of drones and missiles in reach: only by more than the strength left there on 2d6 (PW-S66)."""
    events: list[Event] = []
    set_off: list[Blast] = []
    small: list[Drone | Missile] = [*battle.drones.values(), *battle.missiles.values()]
    for unit in sorted(small, key=lambda found: found.id):
        strength = _reach(blast, unit.at)
        if not strength or unit.id == blast.spares:
            continue
        roll = dice.roll(key(battle, "survive", unit.id, blast.unit), 6, 2)
        cause = Cause("PW-S66", modifiers=(Modifier(-strength, "strength of the explosion"),), rolls=(roll,))
        if roll.total > strength:
            events.append(Survived(battle.now, cause, unit.id, "explosion", seen_by=seers_of(battle, unit.id)))
            continue
        battle = remove_units(battle, [unit.id])
        events.append(Gone(battle.now, cause, unit.id, unit.at, "explosion"))
        if isinstance(unit, Missile):
            set_off += missile_blast(unit)
    return battle, events, set_off


def annihilate(battle: Battle, bomb: Missile, dice: Roller) -> Adjudication[Battle, Event]:
    """The bomb goes off: all in its hex is gone, planets too, without exploding; around it an explosion (PW-A37)."""
    cause = Cause("PW-A37")
    events: list[Event] = []
    for craft in alive(battle):
        if craft.at == bomb.at:
            battle = put_units(battle, wreck_craft(craft))
            events.append(Gone(battle.now, cause, craft.id, bomb.at, "annihilated"))
    lost = [unit.id for unit in flying_units(battle) if unit.at == bomb.at and unit.id != bomb.id]
    events += [Gone(battle.now, cause, unit, bomb.at, "annihilated") for unit in lost]
    battle = remove_units(battle, [*lost, bomb.id])
    for body in in_play(battle):
        if body.edge is None and not body.star and (fills(body, bomb.at) or body.at == bomb.at):
            battle = changed(battle, bodies={**battle.bodies, body.id: changed(body, destroyed=True)})
            events.append(Gone(battle.now, cause, body.id, body.at, "annihilated"))
    strength = leading_number(tables(battle.options)["PW-T16"].cell("Hyper bomb", "warhead"))
    why = changed(cause, modifiers=(Modifier(strength, "hyper bomb"),))
    after = explode(battle, [Blast(bomb.id, bomb.at, strength, why, hollow=True)], dice)
    return Adjudication(after.state, (*events, *after.events))


def tidy_up(battle: Battle) -> tuple[Battle, tuple[Event, ...]]:
    """The battle tidied up after losses; safe to call at any time, and at rest it changes nothing.

    Locks of lost beams and on lost targets break, lost craft leave their groups, seekers of lost targets fly straight
    on; those of a lost launcher still home (PW-B81).
    """
    events: list[Event] = []
    for _, craft in sorted(battle.craft.items()):
        if craft.fate and craft.joined:
            told_to = seers_of(battle, craft.id)
            events.append(
                LinkChanged(battle.now, Cause("PW-M30"), "separated", craft.id, craft.joined, seen_by=told_to)
            )
            battle = put_units(battle, *part_group(battle, craft))
    battle, broken = break_locks(battle)
    events += broken
    for seeker in seekers(battle):
        if seeker.tracking and seeker.target and find_target(battle, seeker.target) is None:
            battle = put_units(battle, changed(seeker, tracking=False, arrived=False))
            events.append(TrackLost(battle.now, Cause("PW-S64"), seeker.id, seen_by=(seeker.side,)))
    return battle, tuple(events)


def lose(
    battle: Battle, craft: Iterable[Craft], why: Literal["self-destruction", "rammed"], cause: Cause, dice: Roller
) -> Adjudication[Battle, Event]:
    """The battle after craft are lost together: off the map, all exploding, their links and locks gone.

    Drones and missiles near by roll at once; points on craft wait for segment 11 (PW-B89).
    """
    lost = list(craft)
    blasts: list[Blast] = []
    events: list[Event] = []
    for each in lost:
        blasts += craft_blast(battle, each, "PW-A21" if why == "self-destruction" else "PW-A23")
        events.append(Gone(battle.now, cause, each.id, each.at, why))
    battle = put_units(battle, *(wreck_craft(each) for each in lost))
    after = explode(battle, blasts, dice)
    battle, told = tidy_up(after.state)
    return Adjudication(battle, (*events, *after.events, *told))
