"""How texts of a battle call units, what is left of a craft and how well it is, and a roll's sum with its modifiers."""

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


def short_name(view: BattleView, unit: UnitId) -> str:
    """A craft's name alone where no other craft bears it; everything else as in `unit_name`."""
    craft = view.known.craft.get(unit)
    if craft is None or sum(one.name == craft.name for one in view.known.craft.values()) > 1:
        return unit_name(view, unit)
    return plain(craft.name)


def boxes_of(craft: Craft) -> tuple[int, int]:
    """A craft's boxes left and built, armor and all: the one count of texts, pictures and displays."""
    return sum(boxes_left(craft).values()), sum(built(craft.design).values())


def format_standing(craft: Craft) -> str:
    """What stands of a craft: "44 of 49 boxes"."""
    left, whole = boxes_of(craft)
    return f"{left} of {count(whole, 'box', 'boxes')}"


def format_loss(boxes: int, armor: int) -> str:
    """What was lost, armor counted with the boxes: "6 boxes", "nothing"."""
    return count(boxes + armor, "box", "boxes") if boxes + armor else "nothing"


ARMOR_SIDES: Final = ("ahead", "right ahead", "right astern", "astern", "left astern", "left ahead")
"""A craft's sides 1 to 6, as seen from its bridge (PW-S12)."""


def troubles(craft: Craft) -> list[str]:
    """What a captain must know of a craft beside its boxes: what it can no longer do."""
    design = craft.design
    bare_sides = [ARMOR_SIDES[at] for at, whole in enumerate(design.armor) if whole and not craft.armor[at]]
    armed = bool(design.weapons or design.guns or design.missiles or design.drones)
    left = any(not weapon.destroyed for weapon in craft.weapons) or any(gun.left for gun in craft.guns)
    left = left or any(box.state == "full" for box in craft.missiles) or any(bay.state == "full" for bay in craft.bays)
    said = {
        "no control": not craft.controls,
        "no engines": design.engines > 0 and not craft.engines,
        "no fuel": craft.engines > 0 and not craft.tanks_full and design.scoop == "none",
        "no weapons": armed and not left,
        "radar gone": bool(design.radar) and not craft.radar,
        "no screens": design.screens > 0 and not craft.screens,
        "all armor gone": len(bare_sides) > 1 and len(bare_sides) == sum(map(bool, design.armor)),
    }
    found = [word for word, holds in said.items() if holds]
    return found or [f"armor gone {side}" for side in bare_sides[:1]]


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
