"""Radiation zones, and stars that are such: what becomes of who enters one without shields (CW-14.0-23 to -28)."""

from typing import Final

from rules.cluster_war.chapters.terrain.ship_damage import PERCENT, hull_of, is_covered, number, shields
from rules.cluster_war.chapters.terrain.strikes import SMALL, Blow, Place, roll
from rules.cluster_war.model.state.units import Ship
from rules.cluster_war.model.state.war import Wounds
from rules.cluster_war.model.unit_design.wounded import ALL_HANDS, after_losing, crew_of, is_adrift
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import changed

ZONES: Final = {"RAD": "CW-14.0-26", "NEU": "CW-14.0-23", "PUL": "CW-14.0-24"}
"""By which rule each kind of place is a radiation zone."""
CRAFT: Final = "CW-14.0-28"
FURTHER: Final = "CW-14.0-27"
CRITICAL: Final = "critical"


def is_sheltered(turn: TurnState, ship: Ship) -> bool:
    """Whether radiation does nothing to a ship: it has a shield that works, a small craft one all around (CW-14.0-26, -28)."""
    design = turn.sides[ship.side].designs[ship.design]
    if design.kind == SMALL:
        return not crew_of(design, turn.settings) or is_covered(design, ship.wounds, turn.settings)
    return shields(design, ship.wounds, turn.settings) > 0


def irradiate(turn: TurnState, place: Place, ship: Ship, rule: str) -> Blow:
    """What a radiation zone does to a ship without shields: part of its crew is lost, and a random component is hit; a small
    craft loses all of its crew."""
    design, settings = turn.sides[ship.side].designs[ship.design], turn.settings
    if design.kind == SMALL:
        dead = changed(ship, crew_lost=ALL_HANDS)
        return Blow(place, dead, "radiation", CRAFT, ["its crew is dead"] if not is_adrift(ship) else ["it drifts"])
    heads = -(-crew_of(design, settings) * number("radiation casualties", settings) // PERCENT)
    lost = after_losing(ship.crew_lost, heads, design, settings)
    blow = Blow(place, changed(ship, crew_lost=lost), "radiation", rule)
    if not is_adrift(ship):
        blow.words.append(f"{heads} of its crew of {crew_of(design, settings)} lost")
        blow.words += ["nobody is left"] if lost >= ALL_HANDS else []
    return critical(turn, blow)


def critical(turn: TurnState, blow: Blow) -> Blow:
    """A random critical hit as by a meson beam: one hull space of a component that still works is damaged (R-142)."""
    ship = blow.ship
    if ship is None:
        return blow
    hull = hull_of(turn.sides[ship.side].designs[ship.design], ship.wounds, turn.settings)
    whole = hull.whole()
    if not whole:
        return blow
    found = roll(turn, blow.place, ship, CRITICAL, len(whole))
    label = whole[found.total - 1]
    damaged = {**ship.wounds.damaged, label: ship.wounds.damaged.get(label, 0) + 1}
    wounds = Wounds(dict(sorted(damaged.items())), ship.wounds.destroyed, ship.wounds.burnt)
    blow.rolls.append(found)
    blow.words.append(f"1 {label} damaged")
    blow.ship = None if hull.is_lost(wounds, turn.settings) else changed(ship, wounds=wounds)
    if blow.ship is None:
        blow.words.append("it breaks up")
    return blow
