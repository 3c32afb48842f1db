"""Secret words at the end of the keys of dice that one side alone may know of: another one each turn (docs/decisions/0003)."""

import hashlib
import hmac
from collections.abc import Iterable
from typing import Final

from rules.dice import Roller

DOMAIN: Final = "admiralty-secret-1"
UNSEEN_DOMAIN: Final = "admiralty-unseen-1"
MARK: Final = ":"
"""Stands between a salt's number and its letters."""
WORD_DIGITS: Final = 16
TURNS_OWN: Final = "secret-words"
FACES: Final = 4
SIDES: Final = 1_000_000


def format_salt(number: int, letters: str) -> str:
    """A salt: how often the side's seat had changed hands when it was drawn, and its secret letters."""
    return f"{number}{MARK}{letters}"


def number_of(salt: str) -> int:
    """How often the seat had changed hands when this salt was drawn."""
    return int(salt.partition(MARK)[0])


def secret_word(salt: str, turn: int, dice: Roller) -> str:
    """The secret word of this turn that a salt gives, "" without a salt.

    It is HMAC-SHA256 of the turn and of four dice that the turn's own seed gives, with the salt as key: whoever reads the
    word can work out that turn's secret dice of the side, and nothing of another turn, nor of this one played again with
    another seed.
    """
    if not salt:
        return ""
    faces = dice.roll(TURNS_OWN, SIDES, FACES).faces
    text = "\n".join((DOMAIN, str(turn), *map(str, faces)))
    return hmac.digest(salt.encode(), text.encode(), hashlib.sha256).hex()[:WORD_DIGITS]


def unseen_word(salts: Iterable[str], turn: int) -> str:
    """The word of this turn for dice that no side may work out, not even one of those they are rolled for; "" without a salt.

    It is HMAC-SHA256 of the turn with all sides' salts as key: nobody is shown it, and no word that somebody is shown helps.
    """
    found = [salt for salt in salts if salt]
    if not found:
        return ""
    text = "\n".join((UNSEEN_DOMAIN, str(turn)))
    return hmac.digest("\n".join(found).encode(), text.encode(), hashlib.sha256).hex()[:WORD_DIGITS]
