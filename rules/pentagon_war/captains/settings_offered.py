"""Lines that set how a craft goes through its turn, and its stops: those that make sense for what it has aboard."""

from collections.abc import Iterator

from rules.pentagon_war.captains.offers import Offer
from rules.pentagon_war.captains.stops import nearest_enemy
from rules.pentagon_war.geometry import sides_to
from rules.pentagon_war.notation.read import read_programme
from rules.pentagon_war.programme import Programme
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import Craft, UnitId

STOPS = (
    ("missile inbound >= 1", "something may be after you"),
    ("range <= 3", "an enemy is near"),
    ("armor <= 0", "the next hits go through"),
    ("hit >= 5", "five boxes are gone in this turn"),
    ("impulse = 13", "at the turn's end, before anybody leaves"),
)
BOLT_WITHIN = 8
"""Hexes within which a liquid metal gun is fired; far off a bolt has cooled."""
SPARED = 4
"""Capacitors that are kept for screens."""


def settings_offered(view: BattleView, unit: UnitId, plan: Programme) -> tuple[Offer, ...]:
    """Lines for power, beams, drones, guns, point defense, damage and stops that change something in an own craft's plan."""
    known = view.known
    craft = known.craft[unit]
    found = (*_power(known, craft, plan), *_arms(craft), *_damage(view, craft), *_stops())
    return tuple(each for each in found if read_programme(each.line, plan).plan != plan)


def _power(known: Battle, craft: Craft, plan: Programme) -> Iterator[Offer]:
    if plan.power.radar_on:
        yield Offer("power radar off", "nobody sees its radar, and it locks on to nothing")
    elif not plan.power.invisible:
        yield Offer("power radar on", "it locks on again")
    if craft.design.radar_invisibility:
        yield Offer("power invisible", "radar invisibility; it takes power every turn", best=craft.hidden)
    if known.options.evasive_maneuvering and craft.engines:
        yield Offer("power evade", "harder to hit, and hits worse")
    if known.options.electronic_warfare:
        yield Offer("power ecm 2", "who fires at you hits worse")
        yield Offer("power eccm 2", "against their ECM")
    if craft.screens:
        yield Offer(f"power keep {SPARED}", f"fire leaves {SPARED} capacitors for screens")


def _arms(craft: Craft) -> Iterator[Offer]:
    metal = " ".join(gun.id for gun in craft.guns if gun.kind == "metal" and gun.left)
    if metal:
        yield Offer(f"fire {metal} when range <= {BOLT_WITHIN}", "bolts of liquid metal at the nearest")
    if any(weapon.kind == "beam" and not weapon.destroyed for weapon in craft.weapons):
        yield Offer("beams repel", "what a beam holds is pushed away")
        yield Offer("beams attract", "what a beam holds is drawn near")
        yield Offer("beams cut", "beams let go")
    if craft.bays:
        yield Offer("drones defend", "drones shoot down what comes")
        yield Offer("drones return", "drones come home and land")
        yield Offer("drones attack", "drones go for the enemy")
    if craft.point_defense:
        yield Offer("defend drones, missiles, craft", "point defense: drones first")
        yield Offer("defend nothing", "point defense holds its fire")


def _damage(view: BattleView, craft: Craft) -> Iterator[Offer]:
    if craft.holds:
        yield Offer("lose cargo", "where you choose, cargo goes first")
    enemy = nearest_enemy(view, craft)
    if enemy is not None and craft.at != enemy.at:
        side = sides_to(craft.at, craft.facing, enemy.at)[0]
        if craft.screens:
            yield Offer(f"screen side {side}", f"side {side} faces {enemy.id} now: it is screened first")
        yield Offer(f"take side {side}", f"a blow between two sides strikes side {side}")


def _stops() -> Iterator[Offer]:
    yield from (Offer(f"stop when {when}", f"you are asked: {why}") for when, why in STOPS)
