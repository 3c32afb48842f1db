"""Units and sides by the names their viewer knows them by."""

from typing import Final

from render.words.safe_text import plain
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import SideId, UnitId

FLYING: Final = {"M": "missile", "D": "drone", "L": "bolt"}
"""What flies, by the letter after its launcher's id: X1.M3, X1.D2, X1.LM1-5."""


def unit_name(view: BattleView, unit: UnitId) -> str:
    """A unit as players know it: "Avenger (X1)", "missile X1.M3", a body by its name."""
    craft = view.known.craft.get(unit)
    if craft is not None:
        called = plain(craft.name)
        return called if called == unit else f"{called} ({unit})"
    owner, dot, tail = unit.partition(".")
    if dot:
        return f"{FLYING.get(tail[:1], 'unit')} {plain(f'{owner}.{tail}')}"
    name, slash, ground = unit.partition("/")
    body = view.known.bodies.get(name)
    if body is not None:
        return plain(f"{ground} on {body.name}" if slash else body.name)
    return "a craft out of sight"


def side_name(view: BattleView, side: SideId) -> str:
    """A side's name."""
    known = view.known.sides.get(side)
    return plain(known.name if known else side)


def begun(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]
