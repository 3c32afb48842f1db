"""What the records of a game leave unsaid: the numbers and switches that their fields have unless somebody says otherwise.

Saved games leave out what is as usual, so what is usual is part of their form: a default that changes, changes every campaign
that was saved before. Most of it is nothing: 0, no, an empty text. What is something is listed by the tests of each game.
"""

import pkgutil
from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from typing import Any, TypeAlias

from msgspec import NODEFAULT
from msgspec.structs import FieldInfo

from rules.values import Value, fields

Plain: TypeAlias = bool | int | Fraction


def unsaid(package: str) -> dict[str, Plain]:
    """By "Class.field" every number and switch of a package's records that is something by default."""
    return {name: found for name, found in _numbers(package) if found}


def counted(package: str) -> int:
    """How many numbers and switches have a default."""
    return sum(1 for _ in _numbers(package))


def _numbers(package: str) -> Iterator[tuple[str, Plain]]:
    for record in _records(package):
        for field in fields(record):
            if not field.required and isinstance(_usual(field), bool | int | Fraction):
                yield f"{record.__name__}.{field.name}", _usual(field)


def _records(package: str) -> Iterator[type]:
    around = import_module(package)
    for module in pkgutil.walk_packages(around.__path__, f"{package}."):
        for found in vars(import_module(module.name)).values():
            if isinstance(found, type) and issubclass(found, Value) and found.__module__ == module.name:
                yield found


def _usual(described: FieldInfo) -> Any:
    """What a field holds by default; KeyError for one that has to be given."""
    if described.required:
        raise KeyError(described.name)
    return described.default if described.default_factory is NODEFAULT else described.default_factory()
