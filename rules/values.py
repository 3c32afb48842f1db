"""The one kind of value: a frozen record of named fields, which is compared by what it holds and saved field by field.

A saved value leaves out fields that have their defaults. msgspec leaves a field out if it holds the very object that is its
default. So that equal values are always equal bytes, this is only done for defaults of which Python has a single object; every
other default is made anew for each value, and is written. An empty `dict` is left out as well.
"""

from collections.abc import Mapping
from itertools import repeat
from typing import TYPE_CHECKING, Any, Final, TypeVar, dataclass_transform

from msgspec import NODEFAULT, Struct, StructMeta, field
from msgspec.structs import asdict, fields

if TYPE_CHECKING:
    from dataclasses import replace as changed  # so that the names and types of the fields are checked
else:
    from msgspec.structs import replace as changed

__all__ = ["Value", "asdict", "changed", "changed_by_name", "field", "fields"]

V = TypeVar("V", bound="Value")
SMALLEST_KEPT: Final = -5
GREATEST_KEPT: Final = 256
"""Python keeps one object for each whole number between these."""
_FIELD: Final = type(field())


class ValueMeta(StructMeta):
    """Makes classes of values; see the module."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **config: Any) -> type:
        """The class, with a default that is not left out made anew for each value."""
        for key in namespace.get("__annotations__", ()):
            default = namespace.get(key, NODEFAULT)
            if default is not NODEFAULT and not isinstance(default, _FIELD) and not _is_single(default):
                namespace[key] = field(default_factory=repeat(default).__next__)
        return super().__new__(mcs, name, bases, namespace, **config)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value(Struct, frozen=True, omit_defaults=True, metaclass=ValueMeta):
    """What every value is made of. A class with fields of its own inherits from it, as from a frozen dataclass with slots."""


def changed_by_name(value: V, changes: Mapping[str, object]) -> V:
    """As `changed`, for fields whose names are only known when it is done: nobody checks those."""
    return changed(value, **changes)


def _is_single(default: object) -> bool:
    """Whether whatever equals a default is the same object."""
    if type(default) is int:
        return SMALLEST_KEPT <= default <= GREATEST_KEPT
    return default is None or isinstance(default, bool) or (type(default) in (str, tuple) and not default)


class Roll(Value):
    """`faces` of dice with `sides` sides (1 to sides each), rolled for what `key` names."""

    key: str
    sides: int
    faces: tuple[int, ...]

    @property
    def total(self) -> int:
        """The sum of the faces; for a single die, what it shows."""
        return sum(self.faces)
