"""A frozen value with some fields changed, for what changes by the thousand in a turn."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["changed", "changed_by_name"]

T = TypeVar("T")

if TYPE_CHECKING:
    from dataclasses import replace as changed  # so that the names and types of the fields are checked
else:

    def changed(value: T, **changes: object) -> T:
        """As `dataclasses.replace`, in less than half the time, for a dataclass all of whose fields `__init__` takes."""
        kind = type(value)
        read, place, by_name = _layout(kind)
        held = list(read(value))
        for name, new in changes.items():
            held[place[name]] = new
        if not by_name:
            return kind(*held)
        first = len(held) - len(by_name)
        return kind(*held[:first], **dict(zip(by_name, held[first:], strict=True)))


def changed_by_name(value: T, changes: Mapping[str, object]) -> T:
    """As `changed`, for fields whose names are only known when it is done: nobody checks those."""
    made: T = changed(value, **changes)  # type: ignore[type-var] # a dataclass, as for `changed`
    return made


@cache
def _layout(kind: type[Any]) -> tuple[Callable[[Any], tuple[Any, ...]], Mapping[str, int], tuple[str, ...]]:
    by_name = tuple(field.name for field in fields(kind) if field.kw_only)
    names = [*(field.name for field in fields(kind) if not field.kw_only), *by_name]
    read = attrgetter(*names) if len(names) > 1 else lambda value: (getattr(value, names[0]),)
    return read, {name: index for index, name in enumerate(names)}, by_name
