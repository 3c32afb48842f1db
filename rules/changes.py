"""A frozen value with some fields changed, for what changes by the thousand in a turn."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")


def changed(value: T, **changes: object) -> T:
    """As `dataclasses.replace`, in about half the time; for dataclasses whose fields are all given by position."""
    kind: type[Any] = type(value)
    read, place = _layout(kind)  # type: ignore[arg-type] # a class can be hashed; mypy asks its instances
    held = list(read(value))
    for name, new in changes.items():
        held[place[name]] = new
    made: T = kind(*held)
    return made


@cache
def _layout(kind: type[Any]) -> tuple[Callable[[Any], tuple[Any, ...]], Mapping[str, int]]:
    names = [field.name for field in fields(kind)]
    return attrgetter(*names), {name: index for index, name in enumerate(names)}
