"""What sides are to do to win a battle, a sentence each, and how one of them was decided."""

from collections.abc import Mapping
from typing import Final

from render.words.safe_text import count, plain
from rules.pentagon_war.geometry import hex_name
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import Aim

EDGE_WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "top": ("upper", "row"), "bottom": ("lower", "row"), "left": ("left", "column"), "right": ("right", "column"),
}  # fmt: skip
AIM_TEXTS: Final[Mapping[str, str]] = {
    "leave": "{side} wins when {unit} ends a turn at {edge}{by}. If it does not, {other}.",
    "save": "{side} wins if {unit} is still there when turn {turn} ends. If it is destroyed, {other}.",
    "sink": "{side} wins when {unit} is destroyed{by}. If it is not, {other}.",
    "hold": "{side} wins if it alone has craft within {hexes} of {hex} when turn {turn} ends. If not, {other}.",
}
"""An aim as everybody reads it before it is decided."""
DECIDED_TEXTS: Final[Mapping[tuple[str, bool], str]] = {
    ("leave", True): "{unit} got through by {edge}",
    ("leave", False): "{unit} did not get through",
    ("save", True): "{unit} was saved",
    ("save", False): "{unit} was lost",
    ("sink", True): "{unit} was destroyed",
    ("sink", False): "{unit} was not destroyed",
    ("hold", True): "{side} held {hex}",
    ("hold", False): "{side} did not hold {hex}",
}
"""Why a battle was won, by whether the aim was reached."""


def format_aims(view: BattleView) -> list[str]:
    """A sentence for each aim of a battle, and one for its last turn where that alone ends it."""
    known = view.known
    lines = [f"🎯 {AIM_TEXTS[aim.what].format(**_names(view, aim))}" for aim in known.aims or ()]
    if known.last_turn and not lines:
        lines.append(f"🎯 Turn {known.last_turn} is the last; then who has lost fewer points wins.")
    return lines


def format_decided(view: BattleView, aim: Aim, *, met: bool) -> str:
    """How an aim was decided, "Slow Barge got through by the upper edge"."""
    return DECIDED_TEXTS[aim.what, met].format(**_names(view, aim))


def _names(view: BattleView, aim: Aim) -> dict[str, str]:
    known = view.known
    craft = known.craft.get(aim.unit)
    which, line = EDGE_WORDS[aim.edge]
    others = [plain(side.name) for side in known.sides.values() if side.id != aim.side]
    return {
        "side": plain(known.sides[aim.side].name),
        "unit": aim.unit if craft is None else f"{craft.id} {plain(craft.name)}",
        "edge": f"the {which} edge ({line} {aim.line} or beyond)",
        "by": f", by the end of turn {known.last_turn}" if known.last_turn else "",
        "turn": str(known.last_turn),
        "hexes": count(aim.line, "hex", "hexes"),
        "hex": "" if aim.at is None else hex_name(aim.at),
        "other": f"{others[0]} wins" if len(others) == 1 else "that aim has failed",
    }
