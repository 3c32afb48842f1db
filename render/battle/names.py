"""How texts of a battle call units, what is left of a craft (boxes and armor), and a roll's sum with its modifiers."""

from typing import Final

from render.words.safe_text import count, plain
from rules.pentagon_war.shipyard.pricing import boxes_left, built
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import Craft, SideId, UnitId
from rules.values import Cause, Modifier

FLYING_WORDS: Final = {"M": "missile", "D": "drone", "L": "bolt"}
"""What flies, by the letter after its launcher's id: X1.M3, X1.D2, X1.LM1-5."""


def unit_name(view: BattleView, unit: UnitId) -> str:
    """A unit as players know it: "Avenger (X1)", "missile X1.M3", a body by its name."""
    craft = view.known.craft.get(unit)
    if craft is not None:
        called = plain(craft.name)
        return called if called == unit else f"{called} ({unit})"
    owner, dot, tail = unit.partition(".")
    if dot:
        return f"{FLYING_WORDS.get(tail[:1], 'unit')} {plain(f'{owner}.{tail}')}"
    name, slash, ground = unit.partition("/")
    body = view.known.bodies.get(name)
    if body is not None:
        return plain(f"{ground} on {body.name}" if slash else body.name)
    return "a craft out of sight"


def side_name(view: BattleView, side: SideId) -> str:
    """A side's name."""
    known = view.known.sides.get(side)
    return plain(known.name if known else side)


ARMOR = "armor"


def format_strength(craft: Craft) -> str:
    """What stands of a craft, or that it is unhurt."""
    return "unhurt" if boxes_left(craft) == built(craft.design) else format_standing(craft)


def format_standing(craft: Craft) -> str:
    """What stands of a craft: "30 of 33 boxes and 13 of 16 armor"."""
    now, whole = boxes_left(craft), built(craft.design)
    boxes, all_boxes = (sum(of.values()) - of[ARMOR] for of in (now, whole))
    armor = f" and {now[ARMOR]} of {whole[ARMOR]} armor" if whole[ARMOR] else ""
    return f"{boxes} of {count(all_boxes, 'box', 'boxes')}{armor}"


def format_loss(boxes: int, armor: int) -> str:
    """What was lost: "3 boxes and 3 armor", "nothing"."""
    parts = [count(boxes, "box", "boxes")] if boxes else []
    parts += [f"{armor} armor"] if armor else []
    return " and ".join(parts) or "nothing"


MINUS_SIGN: Final = "\u2212"


def format_modifier(one: Modifier) -> str:
    """A modifier with its sign and its reason: "−3 (range 5)"."""
    return f"{MINUS_SIGN if one.value < 0 else '+'}{abs(one.value)} ({plain(one.reason, 120)})"


def format_dice_sum(cause: Cause) -> str:
    """A modified roll: "3+3 +1 (size class 1) −6 (range 10) = 1"; "" where nothing was rolled."""
    if not cause.rolls:
        return ""
    faces = "+".join(str(face) for face in cause.rolls[0].faces)
    terms = "".join(f" {format_modifier(one)}" for one in cause.modifiers)
    return f"{faces}{terms} = {total_of(cause)}"


def total_of(cause: Cause) -> int:
    """The first roll with all modifiers."""
    return cause.rolls[0].total + sum(one.value for one in cause.modifiers)


def format_bare_sum(cause: Cause) -> str:
    """The same where the reasons stand beside it already: "6 +1 −6 = 1"."""
    terms = "".join(f" {MINUS_SIGN if one.value < 0 else '+'}{abs(one.value)}" for one in cause.modifiers)
    return f"{cause.rolls[0].total}{terms} = {total_of(cause)}" if cause.rolls and terms else ""


def format_number_sum(cause: Cause, number: int) -> str:
    """A number that a die must not exceed, with what made it: "3 (point defense boxes) −1 (shots before this one) = 2"."""
    if len(cause.modifiers) < 2:
        return str(number)
    first, *rest = cause.modifiers
    terms = "".join(f" {format_modifier(one)}" for one in rest)
    return f"{first.value} ({plain(first.reason, 120)}){terms} = {number}"
