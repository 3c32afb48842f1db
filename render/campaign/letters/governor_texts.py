"""Texts of the letters between governments (CW-18.0-25), and on governors: what they lead, and when one fails."""

from collections.abc import Sequence
from typing import Final

from render.words.safe_text import plain

LONGEST_MESSAGE: Final = 400


def format_written(giver: str, text: str) -> str:
    """A message to a player from another; `giver` is their empire's name, made safe as the text is."""
    return f"**{giver}** writes to you:\n{_format_quoted(text)}"


def format_written_copy(giver: str, taker: str, text: str) -> str:
    """The game master's copy of it."""
    return f"**{giver}** to **{taker}**:\n{_format_quoted(text)}"


def _format_quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))


def format_message(giver: str, text: str) -> str:
    """A message to a player from an empire that the bot leads."""
    return f"**{plain(giver)}** (led by the bot) writes to you:\n> {plain(text, LONGEST_MESSAGE)}"


def format_message_copy(giver: str, taker: str, text: str) -> str:
    """The game master's copy of it."""
    return f"**{plain(giver)}** (led by the bot) to **{plain(taker)}**:\n> {plain(text, LONGEST_MESSAGE)}"


def format_governor_failed(name: str, side: str, turn: int, code: str) -> str:
    """A governor could not give its orders; the game master may give them in its place."""
    return (
        f"The bot player of **{plain(side)}** could not give its orders for turn {turn} of **{name}** (code {code}, also in "
        "the program's log). Its sheet counts as it is; /gm seat bot_player appoints one anew, who tries again."
    )


def format_governed(side: str, role: str, character: str, strength: str) -> str:
    """Who leads a side, for everybody; of a deputy only that it does, and so when its player has gone."""
    how = {
        "seat": f": {character}, {strength}",
        "deputy": " for its player",
        "successor": ", which was its player's deputy",
    }
    return f"**{plain(side)}** is led by the bot{how[role]}."


def format_appointed(name: str, governed: str) -> str:
    """A side is led by the bot from now on, as `format_governed` says it."""
    return f"**{name}**: {governed}"


def format_all_appointed(name: str, governed: Sequence[str]) -> str:
    """The same of every seat that was open."""
    return "\n".join([f"**{name}**:", *governed])


def format_dismissed(name: str, side: str) -> str:
    """A side is led by the bot no longer."""
    return f"**{name}**: **{plain(side)}** is no longer led by a bot player."
