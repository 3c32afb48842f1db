"""Reasons that stand with what is done in the game master's name, where nobody gives one: whoever is told of it reads them in its
"why", and everybody in the letter on a turn that is played again. And rulings that are put together.
"""

from typing import Final

BY_MASTER: Final = "The game master's ruling"
ANSWERED: Final = "An answer to a question"
SUGGESTED: Final = "As the rules suggest"
HOW_ASKED: Final = "What the game master is asked"
"""Of these three whoever is told the answer reads no more; the question's number stays with the game master, since questions are
counted over the whole campaign, and a gap would tell of those that others' affairs led to."""
PREPARED: Final = "Prepared"
MADE_ON_DEMAND: Final = "Contents made on demand"
PSEUDO_TURN: Final = "The pseudo-turn of the game master's races"
NEW_PLAYER: Final = "Its seat has changed hands"
IN_THE_WAY: Final = "The month could not be resolved with it"
PLAYED_OTHERWISE: Final = "The game master has played the turn differently"


def format_race_made(name: str) -> str:
    """A race of the game master's is there."""
    return f"A race: {name}"


def format_design_approved(name: str) -> str:
    """A player's drawing is on their roster."""
    return f"The design {name} is approved"


def format_council_ruling(rule: str, outcome: str) -> str:
    """What the council has carried, in its players' words."""
    return f"The council's word, {rule}: {outcome}"


def format_without_change(text: str) -> str:
    """A default ruling whose change cannot be made any more."""
    return f"{text} That is no longer possible, so nothing happens."
