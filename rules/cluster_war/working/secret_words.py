"""The keys of dice that one side alone may know of."""

from rules.cluster_war.state.names import SideId
from rules.cluster_war.working.turn_state import TurnState
from rules.salts import secret_word


def word_of(month: TurnState, side: SideId) -> str:
    """The side's secret word of this turn, "" if it has no salt."""
    salt = month.sides[side].salt
    return month.kept("secret word", side, (salt,), lambda: secret_word(salt, month.turn, month.dice))


def secret_key(month: TurnState, side: SideId, key: str) -> str:
    """The key of a roll that this side alone may know of: nobody else can work it out from a seed that is told."""
    word = word_of(month, side)
    return f"{key}/{word}" if word else key
