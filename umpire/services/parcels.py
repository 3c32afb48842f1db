"""Values as bytes and back, exactly: what goes to a worker on another machine, and what comes back.

Data and no code: msgpack, squeezed, of numbers, texts, bytes, tuples, lists, mappings, sets, fractions, members of enumerations
and this program's values (`rules.values`). Of a value its class's name and its fields are told; whoever reads makes no other
objects than these, and imports nothing but this program's own modules. An exception is its
class, what it was made of and what it holds; nothing but this program's and Python's own exceptions come of it.
"""

from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final

import msgspec

from games.known import OUTSIDE
from rules.values import Value
from storage.codec import pack, unpack
from storage.errors import StorageError

CLASS_PACKAGES: Final = frozenset({"rules", "render", "storage", "umpire", *OUTSIDE})
"""Packages whose classes may be named: this program's, and those that games from outside are in."""
PLAIN_TYPES: Final = frozenset({str, bytes, bool, float, type(None)})
SMALLEST, GREATEST = -(2**63), 2**63 - 1

TUPLE, LIST, MAPPING, PROXY, SET, FROZEN, FRACTION, MEMBER, OBJECT, AGAIN, NUMBER = range(11)
"""What a list of the parcel stands for, as its first item says."""


class ParcelError(Exception):
    """A value has no place in a parcel, or bytes are none that this program wrote."""


def write(value: object) -> bytes:
    """Any value of the kinds above; ParcelError for another, also where it stands within."""
    return _sealed(_Writer().plain(value))


def read(data: bytes) -> Any:
    """The value in a parcel; ParcelError if it is damaged or names what this program does not have."""
    tree = _opened(data)
    try:
        return _ParcelReader().value(tree)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as wrong:
        raise ParcelError(f"a parcel cannot be read: {wrong!r}") from wrong


def write_error(wrong: Exception) -> bytes:
    """An exception with its notes; as a RuntimeError of its text, if it has no place in a parcel."""
    writer = _Writer()
    try:
        _error_class(_name(type(wrong)))
        held = {key: value for key, value in vars(wrong).items() if key != "__notes__"}
        return _sealed([_name(type(wrong)), writer.plain(wrong.args), writer.plain(held), _notes(wrong)])
    except ParcelError:
        plain = f"{type(wrong).__name__}: {wrong}"
        return _sealed([_name(RuntimeError), [TUPLE, plain], [MAPPING], _notes(wrong)])


def read_error(data: bytes) -> Exception:
    """The exception in a parcel, of the same class and with the same text; nothing of it is called."""
    try:
        name, args, held, notes = _opened(data)
        reader = _ParcelReader()
        kind = _error_class(name)
        made = kind.__new__(kind)
        made.args = reader.value(args)
        vars(made).update(reader.value(held))
        for note in notes:
            made.add_note(note)
    except (LookupError, TypeError, ValueError, AttributeError) as wrong:
        raise ParcelError(f"a parcel cannot be read: {wrong!r}") from wrong
    return made


def _sealed(tree: object) -> bytes:
    return pack(msgspec.msgpack.encode(tree))


def _opened(data: bytes) -> Any:
    try:
        return msgspec.msgpack.decode(unpack(data))
    except (msgspec.DecodeError, StorageError, RecursionError) as wrong:
        raise ParcelError(f"a parcel cannot be read: {wrong}") from wrong


def _notes(wrong: Exception) -> list[str]:
    return [str(note) for note in getattr(wrong, "__notes__", ())]


def _name(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


@lru_cache(maxsize=4096)
def _fields(kind: type) -> tuple[str, ...]:
    """Of a value's class the names of its fields; ParcelError for any other class."""
    if not issubclass(kind, Value) or _class(_name(kind)) is not kind:
        raise ParcelError(f"a {_name(kind)} has no place in a parcel")
    return kind.__struct_fields__


@lru_cache(maxsize=4096)
def _class(name: str) -> type:
    module, _, path = name.partition(":")
    if module.partition(".")[0] not in CLASS_PACKAGES or "<" in path:
        raise ParcelError(f"a {name} has no place in a parcel")
    try:
        found = attrgetter(path)(import_module(module))
    except (ImportError, AttributeError, ValueError) as wrong:
        raise ParcelError(f"this program has no {name}") from wrong
    if not isinstance(found, type):
        raise ParcelError(f"{name} is not a class")
    return found


def _error_class(name: str) -> type[Exception]:
    module, _, path = name.partition(":")
    found = getattr(import_module("builtins"), path, None) if module == "builtins" else _class(name)
    if not (isinstance(found, type) and issubclass(found, Exception)):
        raise ParcelError(f"{name} is not an error that has a place in a parcel")
    return found


class _Writer:
    """One parcel: a class is named once, and an object that is met again is told by its number."""

    def __init__(self) -> None:
        self._classes: dict[type, int | str] = {}
        self._met: dict[int, int] = {}
        self._kept: list[object] = []

    def plain(self, value: Any) -> object:
        kind = type(value)
        if kind in PLAIN_TYPES:
            return value
        if kind is int:
            return value if SMALLEST <= value <= GREATEST else [NUMBER, str(value)]
        if kind is tuple:
            return [TUPLE, *map(self.plain, value)]
        if kind is dict or kind is MappingProxyType:
            tag = MAPPING if kind is dict else PROXY
            return [tag, *(self.plain(part) for pair in value.items() for part in pair)]
        if kind is list:
            return [LIST, *map(self.plain, value)]
        if kind is frozenset or kind is set:
            return [FROZEN if kind is frozenset else SET, *map(self.plain, value)]
        if kind is Fraction:
            return [FRACTION, self.plain(value.numerator), self.plain(value.denominator)]
        if isinstance(value, Enum):
            return [MEMBER, self._named(kind), value.name]
        return self._object(value, kind)

    def _object(self, value: object, kind: type) -> object:
        before = self._met.get(id(value))
        if before is not None:
            return [AGAIN, before]
        names = _fields(kind)
        told = [OBJECT, self._named(kind), *(self.plain(getattr(value, name)) for name in names)]
        self._met[id(value)] = len(self._met)
        self._kept.append(value)  # an object that is gone would leave its identity to another
        return told

    def _named(self, kind: type) -> int | str:
        """A class's name, the first time, and its number from then on."""
        number = self._classes.get(kind)
        if number is None:
            if _class(_name(kind)) is not kind:
                raise ParcelError(f"a {_name(kind)} has no place in a parcel")
            self._classes[kind] = len(self._classes)
            return _name(kind)
        return number


class _ParcelReader:
    """The same the other way round."""

    def __init__(self) -> None:
        self._classes: list[type] = []
        self._made: list[object] = []
        self._kinds: dict[int, Callable[[list[Any]], Any]] = {
            TUPLE: lambda items: tuple(map(self.value, items[1:])),
            LIST: lambda items: list(map(self.value, items[1:])),
            MAPPING: self._mapping,
            PROXY: lambda items: MappingProxyType(self._mapping(items)),
            SET: lambda items: set(map(self.value, items[1:])),
            FROZEN: lambda items: frozenset(map(self.value, items[1:])),
            FRACTION: lambda items: Fraction(self.value(items[1]), self.value(items[2])),
            MEMBER: self._member,
            OBJECT: self._object,
            AGAIN: lambda items: self._made[items[1]],
            NUMBER: lambda items: int(items[1]),
        }

    def value(self, plain: Any) -> Any:
        if type(plain) is not list:
            return plain
        return self._kinds[plain[0]](plain)

    def _mapping(self, items: list[Any]) -> dict[Any, Any]:
        told = map(self.value, items[1:])
        return dict(zip(told, told, strict=True))

    def _member(self, items: list[Any]) -> object:
        kind = self._named(items[1])
        if not issubclass(kind, Enum):
            raise ParcelError(f"{_name(kind)} is not an enumeration")
        return kind[items[2]]

    def _object(self, items: list[Any]) -> object:
        kind = self._named(items[1])
        made: object = kind(**dict(zip(_fields(kind), map(self.value, items[2:]), strict=True)))
        self._made.append(made)
        return made

    def _named(self, told: int | str) -> type:
        if isinstance(told, int):
            return self._classes[told]
        self._classes.append(_class(told))
        return self._classes[-1]
