"""The keys of dice that one side alone may know of."""

from collections.abc import Iterable

from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.working.turn_state import TurnState
from rules.salts import secret_word, unseen_word


def word_of(turn: TurnState, side: SideId) -> str:
    """The side's secret word of this turn, "" if it has no salt."""
    salt = turn.sides[side].salt
    word = turn.secret_words.get((side, salt))
    if word is None:
        word = turn.secret_words[side, salt] = secret_word(salt, turn.turn, turn.dice)
    return word


def secret_key(turn: TurnState, side: SideId, key: str) -> str:
    """The key of a roll that this side alone may know of: nobody else can work it out from a seed that is told."""
    return secret_keys(turn, side, (key,))[0]


def secret_keys(turn: TurnState, side: SideId, keys: Iterable[str], before: str = "") -> list[str]:
    """As `secret_key`, for many rolls at once, whose keys all begin with `before`."""
    word = word_of(turn, side)
    return [f"{before}{key}/{word}" if word else f"{before}{key}" for key in keys]


def unseen_key(turn: TurnState, key: str) -> str:
    """The key of a roll that no side may know of, since it would tell who else was at work there (ruling R-062).

    A side reads its own secret word in any "why", and its own guess would come out otherwise than what happened when the die
    was another's; so these keys end with a word of all sides together, which nobody reads.
    """
    word = unseen_word((found.salt for _, found in sorted(turn.sides.items())), turn.turn)
    return f"{key}/{word}" if word else key


def shared_key(turn: TurnState, sides: Iterable[SideId], what: str, key: str) -> str:
    """The key of a roll that some sides see together and nobody else may work out: it ends with a word made of their salts
    and of what it is for, which tells nothing of any other word."""
    salts = [turn.sides[side].salt for side in sorted(sides) if side in turn.sides]
    word = unseen_word((what, *salts), turn.turn) if any(salts) else ""
    return f"{key}/{word}" if word else key
