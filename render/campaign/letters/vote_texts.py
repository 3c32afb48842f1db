"""Texts of the public posts on votes: a council's on a question, and all players' on taking a turn back."""

from collections.abc import Mapping
from typing import Final

from render.words.safe_text import plain

LONGEST: Final = 600
"""Characters of what is put to the vote, and of what is to come of it."""
ENDS: Final[Mapping[str, str]] = {
    "carried": "**Carried**: it happens as written here.",
    "lost": "**Not carried**: the default ruling decides.",
    "gone": "**Over**: the question is answered, or its turn was taken back.",
}
UNDO_ENDS: Final[Mapping[str, str]] = {
    "carried": "**Carried**: the turn is taken back.",
    "lost": "**Not carried**: the turn stays.",
    "gone": "**Over**: the campaign has moved on.",
}


def format_quoted(text: str) -> str:
    """A player's words as everybody reads them: each line of theirs is seen to be theirs, and none is a link or a heading."""
    return "\n".join(f"> {plain(line, LONGEST)}" for line in text.splitlines())


def format_undo_outcome(turn: int) -> str:
    """What is to come of a vote on taking a turn back."""
    return f"Turn {turn} is taken back and open again, with everybody's orders and new dice."


def format_vote(name: str, side: str, wording: str, outcome: str, *, undoing: bool) -> str:
    """What a side ("": the game master) puts to the vote; `undoing` for a turn that is to be taken back."""
    lines = [
        f"**{name}**: {side or 'the game master'} asks {'all players to take a turn back' if undoing else 'the council'}:",
        format_quoted(wording),
        "What is to happen:",
        format_quoted(outcome),
    ]
    return "\n".join(lines)


def format_ballots(ballots: Mapping[str, int], needed: int, voices: int) -> str:
    """How many have said what, and how many of all must say yes."""
    said = f"Yes {ballots['yes']}, no {ballots['no']}, abstained {ballots['abstain']}"
    return f"{said}; {needed} of {voices} must say yes."


def format_vote_state(state: str, due: int, *, undoing: bool) -> str:
    """Until when a vote is open, or what it came to."""
    if state == "open":
        return f"Until <t:{due}:F>; then {'the turn stays' if undoing else 'the default ruling decides'}."
    return (UNDO_ENDS if undoing else ENDS)[state]
