"""Texts of letters on a turn that has failed twice: what is in its way, what can be done, and what was set aside."""

from collections.abc import Sequence
from typing import Final

from render.words.safe_text import count, plain

MOST_LISTED: Final = 8
LONGEST_LINE: Final = 200
NOTHING_ALONE: Final = (
    "No order and no fleet is in the way of this turn. Try /gm advance, because it may be resolved now. If that fails, take the "
    "turn back (/gm undo) and tell the person who runs the bot."
)


def in_the_way(
    turn: int, code: str, orders: Sequence[tuple[str, str]], fleets: Sequence[tuple[str, str]], *, is_open: bool
) -> str:
    """To the game master: orders and fleets in the way, each with whose it is. A turn that waits for its battles is not open, and
    has to be taken back first."""
    listed = [f"- {plain(side)}'s order `{plain(line, LONGEST_LINE)}`" for side, line in orders]
    listed += [f"- {plain(side)}'s fleet {plain(name)}" for side, name in fleets]
    if is_open:
        deed = (
            "The turn can be resolved without it. Press the button to set it aside for this turn. An order is taken back, and "
            "its player can give it again next turn. A fleet is out of the turn, and back where it was in the next. Nobody loses "
            "anything. You can also change it yourself (/gm amend) or take the turn back (/gm undo)."
        )
    else:
        deed = (
            "The turn waits for its battles, so nothing can be set aside now. Take it back to its orders (/gm undo), and then "
            "take the order back or move the fleet away (/gm amend)."
        )
    kept = "Until then all orders are kept, and the turn is tried again every ten minutes."
    first = f"Turn {turn} has failed twice because of a fault in the program (code {code}). This is in the way:"
    return "\n".join([first, *_some(listed), f"{deed} {kept}"])


def nothing_found(turn: int, code: str) -> str:
    """No order and no fleet is in the way."""
    return (
        f"Turn {turn} has failed twice because of a fault in the program (code {code}). No order and no fleet is in the way. "
        "Tell the person who runs the bot: the code is in its log. All orders are kept, and the turn is tried again every ten "
        "minutes. The turn before can be taken back (/gm undo, or a vote by /turn undo)."
    )


def waits_for_battles(turn: int, code: str, sides: Sequence[str]) -> str:
    """To everybody, where nobody leads the campaign and a turn that waits for its battles is blocked: whose it is, no more."""
    return (
        f"Turn {turn} has failed twice because of a fault in the program (code {code}). Something that belongs to "
        f"{_listed(sides)} is in the way. It cannot be set aside while the turn waits for its battles. Vote to take the turn "
        "back (/turn undo), and tell the person who runs the bot. All orders are kept, and the turn is tried again every ten "
        "minutes."
    )


def set_aside(turn: int, orders: Sequence[str], fleets: Sequence[str]) -> str:
    """To a player whose orders or fleets are set aside."""
    parts = [
        f"Turn {turn} could not be resolved because of a fault in the program, so something that belongs to you is "
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
    return (
        f"Turn {turn} could not be resolved because of a fault in the program. Something that belongs to {_listed(sides)} is set "
        "aside for this turn, and its player knows what. Nobody loses anything, and the campaign goes on."
    )


def _listed(sides: Sequence[str]) -> str:
    return " and ".join(plain(side) for side in sides)


def _some(lines: Sequence[str]) -> list[str]:
    left = len(lines) - MOST_LISTED
    return [*lines[:MOST_LISTED], *([f"- and {count(left, 'more')}"] if left > 0 else [])]
