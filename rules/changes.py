"""A frozen value with some fields changed, for what changes by the thousand in a turn."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

__all__ = ["changed", "changed_by_name"]

T = TypeVar("T")
Reader: TypeAlias = Callable[[Any], tuple[Any, ...]]
Writer: TypeAlias = Callable[[Any, Any], None]

if TYPE_CHECKING:
    from dataclasses import replace as changed  # so that the names and types of the fields are checked
else:

    def changed(value: T, **changes: object) -> T:
        """As `dataclasses.replace`, in a third of the time, for dataclasses with slots: all fields are copied, as
        `copy.copy` does it, and `__post_init__` is called where there is one."""
        kind = type(value)
        read, writers, by_name, check = _layout(kind)
        made = object.__new__(kind)
        for write, held in zip(writers, read(value)):  # noqa: B905 # of one length by `_layout`; to say so costs a tenth
            write(made, held)
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
def _layout(kind: type[Any]) -> tuple[Reader, tuple[Writer, ...], Mapping[str, Writer], Callable[[Any], None] | None]:
    """How the fields of a class are read, how they are written, in order and by name, and its check."""
    names = [field.name for field in fields(kind)]
    read = attrgetter(*names) if len(names) > 1 else lambda value: (getattr(value, names[0]),)
    writers = tuple(getattr(kind, name).__set__ for name in names)
    return read, writers, dict(zip(names, writers, strict=True)), getattr(kind, "__post_init__", None)
