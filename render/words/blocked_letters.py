"""Texts of letters on a turn that has failed twice: what is in its way, what can be done, and what was set aside."""

from collections.abc import Sequence
from typing import Final

from render.words.safe_text import count, plain

MOST_LISTED: Final = 8
LONGEST_LINE: Final = 200
NOTHING_ALONE: Final = (
    "Neither orders nor fleets are in the way of this turn: it cannot be resolved without them, either, "
    "or it can be resolved with all "
    "of them now. Try /gm advance; if that fails, take the turn back (/gm undo), and tell who runs the bot."
)


def in_the_way(turn: int, code: str, orders: Sequence[tuple[str, str]], fleets: Sequence[tuple[str, str]]) -> str:
    """To the game master: orders and fleets in the way, each with whose it is."""
    listed = [f"- {plain(side)}'s order `{plain(line, LONGEST_LINE)}`" for side, line in orders]
    listed += [f"- {plain(side)}'s fleet {plain(name)}" for side, name in fleets]
    return "\n".join(
        [
            f"Turn {turn} has failed twice because of a fault in the program (code {code}). This is in the way:",
            *_some(listed),
            "The turn can be resolved without it. Press the button to set it aside for this turn: an "
            "order is taken back, and its player "
            "can give it again next turn; a fleet is out of the turn, and back where it was in the next. "
            "Nobody loses anything. Or change "
            "it yourself (/gm amend), or take the turn back (/gm undo). Until then all orders are kept, "
            "and the turn is tried again every "
            "ten minutes.",
        ]
    )


def nothing_found(turn: int, code: str) -> str:
    """No order and no fleet is in the way."""
    return (
        f"Turn {turn} has failed twice because of a fault in the program (code {code}), and neither an "
        "order nor a fleet is in the way. "
        "Tell who runs the bot: the code is in its log. All orders are kept, and the turn is tried again "
        "every ten minutes; the turn "
        "before can be taken back (/gm undo, or a vote by /turn undo)."
    )


def set_aside(turn: int, orders: Sequence[str], fleets: Sequence[str]) -> str:
    """To a player whose orders or fleets are set aside."""
    parts = [
        f"Turn {turn} could not be resolved because of a fault in the program, so something of yours is "
        "set aside for this turn."
    ]
    if orders:
        parts += [
            "Taken back, so that you can give it again next turn:",
            *_some([f"- `{plain(o, LONGEST_LINE)}`" for o in orders]),
        ]
    if fleets:
        parts += [
            "Out of this turn, and back where they were in the next:",
            *_some([f"- {plain(name)}" for name in fleets]),
        ]
    return "\n".join(
        [*parts, "You lose nothing: what an order would have cost is not spent, and a fleet keeps all that it has."]
    )


def set_aside_publicly(turn: int, sides: Sequence[str]) -> str:
    """To everybody: whose it is, and no more."""
    who = " and ".join(plain(side) for side in sides)
    return (
        f"Turn {turn} could not be resolved because of a fault in the program. Something that belongs to "
        f"{who} is set aside for this "
        "turn, and its player was told what. Nobody loses anything, and the campaign goes on."
    )


def _some(lines: Sequence[str]) -> list[str]:
    left = len(lines) - MOST_LISTED
    return [*lines[:MOST_LISTED], *([f"- and {count(left, 'more')}"] if left > 0 else [])]
