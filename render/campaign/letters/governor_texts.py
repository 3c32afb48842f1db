"""Texts of the letters on governors: what they say between governments (CW-18.0-25), and when one fails."""

from typing import Final

from render.words.safe_text import plain

LONGEST_MESSAGE: Final = 400


def format_message(giver: str, text: str) -> str:
    """A message to a player from an empire that the bot leads."""
    return f"**{plain(giver)}** (led by the bot) writes to you:\n> {plain(text, LONGEST_MESSAGE)}"


def format_message_copy(giver: str, taker: str, text: str) -> str:
    """The game master's copy of it."""
    return f"**{plain(giver)}** (led by the bot) to **{plain(taker)}**:\n> {plain(text, LONGEST_MESSAGE)}"


def format_governor_failed(name: str, side: str, turn: int, code: str) -> str:
    """A governor could not give its orders; the game master may give them in its place."""
    return (
        f"The governor of **{plain(side)}** could not give its orders for turn {turn} of **{name}** (code {code}, also in "
        "the program's log). Its sheet counts as it is; /gm seat governor appoints one anew, who tries again."
    )
