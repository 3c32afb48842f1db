"""What may be said of a fault, read from `ratelimit.Fault` itself: for the command line, the page and its API."""

from dataclasses import fields
from typing import Any, Final

from sandbox.ratelimit import Fault

FAULT_OPTIONS: Final[dict[str, type[Any]]] = {each.name: each.type for each in fields(Fault) if each.name != "kind"}  # type: ignore[misc]  # its annotations are types, not texts
"""Every option of a fault by name, with its type: int, float, bool or str."""


def read_option(word: str) -> tuple[str, float | str | bool]:
    """ "times=2" or "glob" as name and value; ValueError with what would be right."""
    name, given, value = word.partition("=")
    kind = FAULT_OPTIONS.get(name)
    if kind is None:
        raise ValueError(f"a fault has no {name!r}; it has {', '.join(FAULT_OPTIONS)}")
    if kind is bool and not given:
        return name, True
    try:
        return name, value.lower() in ("true", "on", "1") if kind is bool else kind(value)
    except ValueError:
        raise ValueError(f"{name} of a fault must be a number, not {value!r}") from None
