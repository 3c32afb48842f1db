"""Seekers that have reached their targets: missiles, hyper bombs, liquid metal bolts (PW-S67, PW-S68, PW-S136, PW-A18)."""

from rules.dice import Roll, Roller
from rules.events import Cause, Modifier
from rules.game import Adjudication
from rules.pentagon_war.changes import find, key, put, seekers, without
from rules.pentagon_war.combat.damage.explosions import Blast, annihilate, blow_from_heading, explode, missile_blast
from rules.pentagon_war.events import Event, Gone, Survived
from rules.pentagon_war.options import tables
from rules.pentagon_war.state import Battle
from rules.pentagon_war.targeting.sight import find_target, is_evading, is_guided
from rules.pentagon_war.targeting.targets import bolt_strength, bolt_terms
from rules.pentagon_war.units import Bolt, Craft, Drone, Missile
from rules.values import changed


def impacts(battle: Battle, dice: Roller) -> Adjudication[Battle, Event]:
    """Every seeker that arrived this impulse strikes, all at once, or misses an evading target (PW-B64).

    Its target gets the full strength as a blow; a missile explodes at half for everything else in the hex (PW-B91).
    """
    events: list[Event] = []
    hits: list[tuple[Missile | Bolt, tuple[Roll, ...]]] = []
    for seeker in seekers(battle):
        if not seeker.arrived:
            continue
        rolls = _evasion(battle, seeker, dice)
        missed = _missed(battle, seeker, rolls)
        if missed is not None:
            battle = put(battle, changed(seeker, arrived=False))
            events.append(missed)
        elif find_target(battle, seeker.target) is not None:
            hits.append((seeker, rolls))
    battle = without(battle, [seeker.id for seeker, _ in hits])
    blasts: list[Blast] = []
    for seeker, rolls in hits:
        battle, told, set_off = _strike(battle, seeker, rolls)
        events += told
        blasts += set_off
        if isinstance(seeker, Missile) and seeker.kind.hyper:
            bomb = annihilate(battle, seeker, dice)
            battle = bomb.state
            events += bomb.events
        elif isinstance(seeker, Missile):
            blasts += missile_blast(seeker, "PW-S68", seeker.target)
    after = explode(battle, blasts, dice)
    return Adjudication(after.state, (*events, *after.events))


def _evasion(battle: Battle, seeker: Missile | Bolt, dice: Roller) -> tuple[Roll, ...]:
    """The die of a seeker that arrives at an evading target (PW-A18)."""
    if not is_guided(battle, seeker) or not is_evading(battle, find(battle, seeker.target)):
        return ()
    return (dice.roll(key(battle, "evaded", seeker.id), 6),)


def _missed(battle: Battle, seeker: Missile | Bolt, rolls: tuple[Roll, ...]) -> Survived | None:
    """A seeker misses an evading target on one face of a die; a hyper bomb out of guidance does nothing (PW-A18, PW-A36)."""
    if not is_guided(battle, seeker):
        return Survived(battle.now, Cause("PW-A36"), seeker.id, "missed its target")
    face = tables(battle.options)["PW-T30"].number("seeker_fail_face", "value")
    if all(roll.total != face for roll in rolls):
        return None
    return Survived(battle.now, Cause("PW-A18", rolls=rolls), seeker.id, "missed its target")


def _strike(
    battle: Battle, seeker: Missile | Bolt, rolls: tuple[Roll, ...]
) -> tuple[Battle, list[Event], tuple[Blast, ...]]:
    """The full strength on the target: a blow to a craft, the end of anything small (PW-S67, PW-S136, PW-B54)."""
    set_off: tuple[Blast, ...] = ()
    target = find(battle, seeker.target)
    if isinstance(seeker, Bolt):
        points, rule, terms = bolt_strength(battle, seeker), "PW-S136", bolt_terms(battle, seeker)
        weapon = "bolt"
    else:
        points, rule, weapon = seeker.kind.warhead, "PW-S67", "missile"
        terms = (Modifier(points, "warhead"),)
    events: list[Event] = [Gone(battle.now, Cause(rule, modifiers=terms, rolls=rolls), seeker.id, seeker.at, "impact")]
    if isinstance(target, Craft) and points > 0 and not (isinstance(seeker, Missile) and seeker.kind.hyper):
        struck = blow_from_heading(target, seeker.id, weapon, points, seeker.heading)
        battle = changed(battle, blows=(*battle.blows, struck))
    elif isinstance(target, Drone | Missile):
        battle = without(battle, [target.id])
        events.append(Gone(battle.now, Cause(rule), target.id, target.at, "impact"))
        set_off = missile_blast(target) if isinstance(target, Missile) else ()
    return battle, events, set_off
