"""Canonical JSON of values, and hashes of it: what `harness.baseline` compares."""

import dataclasses
import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from typing import Any, Final, TypeAlias

import msgspec

Hashes: TypeAlias = dict[str, str]
Reader: TypeAlias = Callable[[bytes], object]
BUNDLE_SIZE: Final = 50
"""So many battles or other tactical games make one hash."""


class Canon:
    """Values as canonical JSON, with today's names changed into older ones, and without some fields."""

    def __init__(self, renamed: Mapping[str, str], without: Iterable[str] = ()) -> None:
        self._renamed = renamed
        self._without = frozenset(without)

    def digest(self, *values: object) -> str:
        """The SHA-256 of values, in 16 hexadecimal digits."""
        found = hashlib.sha256()
        for value in values:
            found.update(json.dumps(self._plain(value), sort_keys=True, separators=(",", ":")).encode())
        return found.hexdigest()[:16]

    def _named(self, name: str) -> str:
        return self._renamed.get(name, name)

    def _plain(self, value: Any) -> Any:
        kind = type(value)
        if value is None or kind in (str, int, bool, float):
            return value
        if kind in (list, tuple):
            return [self._plain(one) for one in value]
        if kind is Fraction:
            return {"fraction": str(value)}
        if kind is bytes:
            return {"bytes": value.hex()}
        if isinstance(value, type):
            return {"type": self._named(value.__name__)}
        if isinstance(value, Mapping):
            return {self._key(key): self._plain(one) for key, one in value.items()}
        if isinstance(value, set | frozenset):
            return sorted((self._plain(one) for one in value), key=lambda plain: json.dumps(plain, sort_keys=True))
        if kind.__name__ == "Sealed":  # a cover around an event, which is what counts
            return self._plain(value.event)
        names = [name for name in _fields(value) if name not in self._without]
        fields = {self._named(name): self._plain(getattr(value, name)) for name in names}
        return [self._named(kind.__name__), fields]

    def _key(self, key: object) -> str:
        return key if isinstance(key, str) else json.dumps(self._plain(key), sort_keys=True)


def _fields(value: Any) -> Iterable[str]:
    if isinstance(value, msgspec.Struct):
        return value.__struct_fields__
    if dataclasses.is_dataclass(value):
        return [field.name for field in dataclasses.fields(value)]
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return list(value._fields)
    raise TypeError(f"{type(value).__name__} has no canonical form")


def bundled(canon: Canon, one: Callable[[Canon, int], str], count: int) -> Hashes:
    """Many of a kind, some to a hash, on two cores."""
    with ProcessPoolExecutor(2) as pool:
        each = list(pool.map(one, [canon] * count, range(1, count + 1), chunksize=10))
    return {
        f"{first + 1:05} to {min(first + BUNDLE_SIZE, count):05}": canon.digest(each[first : first + BUNDLE_SIZE])
        for first in range(0, count, BUNDLE_SIZE)
    }
