"""Squadrons of a bout between its turns: they lose craft as they would one by one, as in the chair."""

from rules.bridge.losses import gone_of, without
from rules.pentagon_war.state import Battle
from rules.values import changed


def thinned(battle: Battle) -> Battle:
    """A battle at a turn's end whose squadrons have no more boxes than those of their craft that are left; others as they are."""
    many = battle.crews.many if battle.crews is not None else {}
    craft = dict(battle.craft)
    for unit, count in many.items():
        if craft[unit].fate != "destroyed":
            craft[unit] = without(craft[unit], gone_of(craft[unit], count), count)
    return changed(battle, craft=craft) if many else battle
