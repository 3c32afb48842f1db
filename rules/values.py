"""The one kind of value: a frozen record of named fields, which is compared by what it holds and saved field by field."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar, dataclass_transform

from msgspec import Struct, field
from msgspec.structs import asdict, fields

if TYPE_CHECKING:
    from dataclasses import replace as changed  # so that the names and types of the fields are checked
else:
    from msgspec.structs import replace as changed

__all__ = ["Value", "asdict", "changed", "changed_by_name", "field", "fields"]

V = TypeVar("V", bound="Value")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value(Struct, frozen=True):
    """What every value is made of. A class with fields of its own inherits from it, as from a frozen dataclass with slots."""


def changed_by_name(value: V, changes: Mapping[str, object]) -> V:
    """As `changed`, for fields whose names are only known when it is done: nobody checks those."""
    return changed(value, **changes)
