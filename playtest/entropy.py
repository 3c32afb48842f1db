"""Chance that is the same in every run: what a bot is given for its operating system's random bytes."""

import hashlib
from collections import Counter
from collections.abc import Callable
from typing import Literal


class SeededEntropy:
    """One stream of bytes for each seed, never twice the same within one. Whoever draws moves what all later draws get."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._drawn = 0

    def __call__(self, count: int) -> bytes:
        """So many bytes."""
        found = b""
        while len(found) < count:
            self._drawn += 1
            found += hashlib.sha256(self._seed + self._drawn.to_bytes(8, "big")).digest()
        return found[:count]


class KeyedEntropy:
    """Many streams: the n-th draw of a key is the same in every run, whatever other keys drew in between.

    `key` names the stream of a draw from how many bytes are asked for. `bits` says which SHAKE works the bytes out."""

    def __init__(self, key: Callable[[int], str], bits: Literal[128, 256] = 256) -> None:
        self._key = key
        self._shake = hashlib.shake_128 if bits == 128 else hashlib.shake_256
        self._drawn = Counter[str]()

    def __call__(self, count: int) -> bytes:
        """So many bytes of their key's stream."""
        key = self._key(count)
        self._drawn[key] += 1
        return self._shake(f"{key}{self._drawn[key]}".encode()).digest(count)


def by_draw(seed: str) -> KeyedEntropy:
    """One stream: each draw is numbered, whatever its length."""
    return KeyedEntropy(lambda _: f"{seed}/")


def by_length(seed: str) -> KeyedEntropy:
    """A stream for each length: letters more or less (12 bytes each) do not change the seeds of turns (32)."""
    return KeyedEntropy(lambda count: f"{seed}/{count}/", bits=128)
