"""A frozen value with some fields changed, for what changes by the thousand in a turn."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

__all__ = ["changed", "changed_by_name"]

T = TypeVar("T")
Copier: TypeAlias = Callable[[Any], Any]
Writer: TypeAlias = Callable[[Any, Any], None]

if TYPE_CHECKING:
    from dataclasses import replace as changed  # so that the names and types of the fields are checked
else:

    def changed(value: T, **changes: object) -> T:
        """As `dataclasses.replace`, in a third of the time, for dataclasses with slots: all fields are copied, as
        `copy.copy` does it, and `__post_init__` is called where there is one."""
        copied, by_name, check = _layout(type(value))
        made = copied(value)
        for name, new in changes.items():
            by_name[name](made, new)
        if check is not None:
            check(made)
        return made


def changed_by_name(value: T, changes: Mapping[str, object]) -> T:
    """As `changed`, for fields whose names are only known when it is done: nobody checks those."""
    made: T = changed(value, **changes)  # type: ignore[type-var] # a dataclass, as for `changed`
    return made


@cache
def _layout(kind: type[Any]) -> tuple[Copier, Mapping[str, Writer], Callable[[Any], None] | None]:
    """How a value of a class is copied, how each of its fields is written, and its check."""
    writers: dict[str, Writer] = {field.name: getattr(kind, field.name).__set__ for field in fields(kind)}
    lines = [f"    write_{name}(made, value.{name})" for name in writers]
    source = "\n".join(("def copied(value):", "    made = new(kind)", *lines, "    return made"))
    known: dict[str, Any] = {"new": object.__new__, "kind": kind, **{f"write_{name}": w for name, w in writers.items()}}
    exec(source, known)  # noqa: S102 # as dataclasses write their __init__: names of fields alone, a line each and no loop
    return known["copied"], writers, getattr(kind, "__post_init__", None)
