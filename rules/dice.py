"""Dice anybody can check: every face is a pure function of seed, game, turn, key and index. See docs/verify.md.
Keys of dice that one side alone may know of end with a secret word, another one each turn (docs/decisions/0003)."""

import hashlib
import hmac
import json
import struct
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from rules.values import Roll, Value

DICE_DOMAIN: Final = "admiralty-dice-1"
WORDS_DOMAIN: Final = b"admiralty-words-1\n"
SEED_BYTES: Final = 32
MOST_SIDES: Final = 1_000_000
MOST_DICE: Final = 10_000
_WORD: Final = 1 << 64
_FAIR: Final = _WORD - MOST_SIDES
"""No 64-bit word below this one favours a face, whatever the die."""
_FOUR_WORDS: Final = struct.Struct(">4Q")
_FIRST_WORD: Final = struct.Struct(">Q").unpack_from
_PERCENTS: Final = tuple([(face,) for face in range(1, 101)])
"""The faces of a single 1d100, by what is left of its word."""


class Roller:
    """Whatever dice come from: real ones, or a test's script."""

    __slots__ = ()

    def roll(self, key: str, sides: int, count: int = 1) -> Roll:
        """Roll `count` dice of `sides` sides for `key`; the same key gives the same faces."""
        raise NotImplementedError

    def percent(self, key: str) -> Roll:
        """Roll 1d100 for `key`; its `total` is 1 to 100."""
        return self.roll(key, 100)


class Dice(Value, Roller):
    """The dice of one turn of one game. `seed` is 32 bytes, the seats' words already mixed in by `mix`."""

    seed: bytes
    game: str
    turn: int

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(self.seed)}")
        _check_line("game", self.game)

    def roll(self, key: str, sides: int, count: int = 1) -> Roll:
        """Roll `count` dice of `sides` sides for `key`; the same key gives the same faces, whatever else is rolled."""
        if not (key and key.isprintable() and 0 < sides <= MOST_SIDES and 0 < count <= MOST_DICE):
            _check_line("key", key)
            _check_shape(sides, count)
        begun, outer_block = _begun(self.seed, self.game, self.turn)
        faces = []
        for index in range(count):
            inner, outer = begun.copy(), outer_block.copy()
            inner.update(f"{key}\n{index}\n0".encode())
            outer.update(inner.digest())
            word: int = _FIRST_WORD(outer.digest())[0]
            faces.append(1 + word % sides if word < _FAIR else self._face(key, sides, index))
        return Roll(key, sides, tuple(faces))

    def percents(self, keys: Sequence[str]) -> list[Roll]:
        """As `percent` for each key; a die costs two thirds of one rolled alone."""
        if not (all(keys) and "".join(keys).isprintable()):
            for key in keys:
                _check_line("key", key)
        rolls = []
        begun, outer_block = (block.copy for block in _begun(self.seed, self.game, self.turn))
        for key in keys:
            inner, outer = begun(), outer_block()
            inner.update(f"{key}\n0\n0".encode())
            outer.update(inner.digest())
            word: int = _FIRST_WORD(outer.digest())[0]
            rolls.append(Roll(key, 100, _PERCENTS[word % 100] if word < _FAIR else (self._face(key, 100, 0),)))
        return rolls

    def _face(self, key: str, sides: int, index: int) -> int:
        """The first 64-bit word that favours no face, four big-endian words a digest, then the next attempt."""
        limit = _WORD - _WORD % sides
        begun, outer_block = _begun(self.seed, self.game, self.turn)
        attempt = 0
        while True:
            inner, outer = begun.copy(), outer_block.copy()
            inner.update(f"{key}\n{index}\n{attempt}".encode())
            outer.update(inner.digest())
            for word in _FOUR_WORDS.unpack(outer.digest()):
                if word < limit:
                    return 1 + int(word) % sides
            attempt += 1


def percents(dice: Roller, keys: Sequence[str]) -> list[Roll]:
    """1d100 for each of these keys, as `percent` rolls it."""
    return dice.percents(keys) if isinstance(dice, Dice) else [dice.percent(key) for key in keys]


@lru_cache(maxsize=8)
def _begun(seed: bytes, game: str, turn: int) -> tuple["hashlib._Hash", "hashlib._Hash"]:
    """HMAC-SHA256 of a turn's dice as far as they are all alike, so that a die costs half of `hmac.digest`.

    That is the hash begun with the seed's inner block (RFC 2104) and the message's first three lines, and the one begun
    with its outer block.
    """
    padded = seed.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded))
    inner.update(f"{DICE_DOMAIN}\n{game}\n{turn}\n".encode())
    return inner, hashlib.sha256(bytes(byte ^ 0x5C for byte in padded))


def commitment(seed: bytes) -> str:
    """What is posted when a turn opens: the SHA-256 of the seed's 32 bytes, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def mix(seed: bytes, words: Mapping[str, str]) -> bytes:
    """The seed the turn's dice use: `seed` itself if no seat gave a word, else HMAC-SHA256 of all words under it.

    `words` is side to word. The message is the line `admiralty-words-1`, then the words as one JSON object in ASCII,
    keys sorted, without spaces; so the order in which seats spoke does not matter.
    """
    if not words:
        return seed
    spoken = json.dumps(dict(words), sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hmac.digest(seed, WORDS_DOMAIN + spoken.encode("ascii"), "sha256")


class ScriptedDice(Roller):
    """A test's dice: `faces` are dealt in the order of the calls; `rolls` are those that were dealt."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.faces = tuple(faces)
        self._next = 0
        self.rolls: list[Roll] = []

    def roll(self, key: str, sides: int, count: int = 1) -> Roll:
        """Deal the next `count` faces; AssertionError if the script has run out or a face cannot come up."""
        _check_line("key", key)
        _check_shape(sides, count)
        faces = self.faces[self._next : self._next + count]
        if len(faces) < count:
            raise AssertionError(f"{key}: {count}d{sides} asked for, only {len(faces)} scripted faces are left")
        wrong = [face for face in faces if not 1 <= face <= sides]
        if wrong:
            raise AssertionError(f"{key}: a die of {sides} sides cannot show {wrong[0]}")
        self._next += count
        rolled = Roll(key, sides, faces)
        self.rolls.append(rolled)
        return rolled


def _check_line(name: str, text: str) -> None:
    if not text or not text.isprintable():
        raise ValueError(f"a {name} of dice is one printable line, not {text!r}")


def _check_shape(sides: int, count: int) -> None:
    if not 1 <= sides <= MOST_SIDES:
        raise ValueError(f"dice have 1 to {MOST_SIDES} sides, not {sides}")
    if not 1 <= count <= MOST_DICE:
        raise ValueError(f"1 to {MOST_DICE} dice are rolled at once, not {count}")


WORD_DOMAIN: Final = "admiralty-secret-1"
UNSEEN_DOMAIN: Final = "admiralty-unseen-1"
SALT_SEPARATOR: Final = ":"
"""Stands between a salt's number and its letters."""
WORD_DIGITS: Final = 16
TURNS_OWN: Final = "secret-words"
SALT_DICE: Final = 4
SALT_DIE_SIDES: Final = 1_000_000


def format_salt(number: int, letters: str) -> str:
    """A salt: how often the side's seat had changed hands when it was drawn, and its secret letters."""
    return f"{number}{SALT_SEPARATOR}{letters}"


def number_of(salt: str) -> int:
    """How often the seat had changed hands when this salt was drawn."""
    return int(salt.partition(SALT_SEPARATOR)[0])


def secret_word(salt: str, turn: int, dice: Roller) -> str:
    """The secret word of this turn that a salt gives, "" without a salt.

    It is HMAC-SHA256 of the turn and of four dice that the turn's own seed gives, with the salt as key: whoever reads the
    word can work out that turn's secret dice of the side, and nothing of another turn, nor of this one played again with
    another seed.
    """
    if not salt:
        return ""
    faces = dice.roll(TURNS_OWN, SALT_DIE_SIDES, SALT_DICE).faces
    text = "\n".join((WORD_DOMAIN, str(turn), *map(str, faces)))
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
