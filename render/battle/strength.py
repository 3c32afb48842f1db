"""What a craft has left and has lost, in one meaning everywhere: boxes are its systems, armor is told beside them."""

from render.words.safe_text import count
from rules.pentagon_war.shipyard.pricing import built, left
from rules.pentagon_war.units import Craft

ARMOR = "armor"


def strength(craft: Craft) -> str:
    """What stands of a craft, or that it is unhurt."""
    return "unhurt" if left(craft) == built(craft.design) else standing(craft)


def standing(craft: Craft) -> str:
    """What stands of a craft: "30 of 33 boxes and 13 of 16 armor"."""
    now, whole = left(craft), built(craft.design)
    boxes, all_boxes = (sum(of.values()) - of[ARMOR] for of in (now, whole))
    armor = f" and {now[ARMOR]} of {whole[ARMOR]} armor" if whole[ARMOR] else ""
    return f"{boxes} of {count(all_boxes, 'box', 'boxes')}{armor}"


def loss(boxes: int, armor: int) -> str:
    """What was lost: "3 boxes and 3 armor", "nothing"."""
    parts = [count(boxes, "box", "boxes")] if boxes else []
    parts += [f"{armor} armor"] if armor else []
    return " and ".join(parts) or "nothing"
