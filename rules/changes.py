"""A frozen value with some fields changed, for what changes by the thousand in a turn."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")


def changed(value: T, **changes: object) -> T:
    """As `dataclasses.replace`, in about half the time; for dataclasses of two fields or more."""
    kind: type[Any] = type(value)
    read, place, by_name = _layout(kind)  # type: ignore[arg-type] # a class can be hashed; mypy asks its instances
    held = list(read(value))
    for name, new in changes.items():
        held[place[name]] = new
    if not by_name:
        made: T = kind(*held)
        return made
    first = len(held) - len(by_name)
    named: T = kind(*held[:first], **dict(zip(by_name, held[first:], strict=True)))
    return named


@cache
def _layout(kind: type[Any]) -> tuple[Callable[[Any], tuple[Any, ...]], Mapping[str, int], tuple[str, ...]]:
    by_name = tuple(field.name for field in fields(kind) if field.kw_only)
    names = [*(field.name for field in fields(kind) if not field.kw_only), *by_name]
    return attrgetter(*names), {name: index for index, name in enumerate(names)}, by_name
