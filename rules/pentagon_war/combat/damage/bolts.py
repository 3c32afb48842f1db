"""What a liquid metal bolt would do where it is now: its table less its erosion (PW-B14, PW-S138)."""

from rules.events import Modifier
from rules.pentagon_war.state import Battle
from rules.pentagon_war.tables_of import tables
from rules.pentagon_war.units import Bolt

POINTS_PER_LOSS = 2
"""Proton damage that takes one point off a bolt (PW-S138)."""


def bolt_strength(battle: Battle, bolt: Bolt) -> int:
    """The damage a bolt would do now; 0 or less is a bolt to be removed (PW-S136, PW-S139). Unmoved counts as 1 hex."""
    return sum(term.value for term in bolt_terms(battle, bolt))


def bolt_terms(battle: Battle, bolt: Bolt) -> tuple[Modifier, ...]:
    """The sum behind a bolt's strength: hexes travelled, then what cannons have taken off (PW-B14, PW-S138)."""
    table = tables(battle.options)["PW-T11"]
    travelled = max(bolt.moved, 1)
    by_range = table.number(travelled, "damage") if str(travelled) in table.keys else 0
    base = Modifier(by_range, f"{travelled} hexes travelled")
    worn = bolt.eroded // POINTS_PER_LOSS
    return (base, Modifier(-worn, f"{bolt.eroded} points of cannon fire")) if worn else (base,)
