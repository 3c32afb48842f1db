"""Frozen values that are made, or made with some fields changed, by the thousand in a turn."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

__all__ = ["changed", "changed_by_name", "changer", "maker", "quickly_made"]

T = TypeVar("T")
K = TypeVar("K", bound=type[Any])
Changer: TypeAlias = Callable[[Any, Mapping[str, object]], Any]

if TYPE_CHECKING:
    from dataclasses import replace as changed  # so that the names and types of the fields are checked
else:

    def changed(value: T, /, **changes: object) -> T:
        """As `dataclasses.replace`, in a sixth of the time, for dataclasses with slots: all fields are copied, as
        `copy.copy` does it, and `__post_init__` is called where there is one."""
        return _CHANGERS[type(value)](value, changes)


def changed_by_name(value: T, changes: Mapping[str, object]) -> T:
    """As `changed`, for fields whose names are only known when it is done: nobody checks those."""
    made: T = changed(value, **changes)  # type: ignore[type-var] # a dataclass, as for `changed`
    return made


def changer(kind: type[T], *names: str) -> Callable[..., T]:
    """What gives a value of a class with these fields changed, their values in this order: as `changed` in half the time, for
    a place that does so by the thousand. TypeError for a class that checks its values when they are made."""
    if hasattr(kind, "__post_init__"):
        raise TypeError(f"{kind.__name__} checks its values: use changed")
    all_of_it: tuple[Field[Any], ...] = fields(kind)  # type: ignore[arg-type] # a dataclass, as for `changed`
    copied = [f"    made.{field.name} = value.{field.name}" for field in all_of_it if field.name not in names]
    given = [f"    made.{name} = {name}" for name in names]
    head = f"def changer(value, {', '.join(names)}):"
    source = "\n".join(
        (head, "    made = _new(_twin)", *copied, *given, "    made.__class__ = _kind", "    return made")
    )
    known: dict[str, Any] = {"_new": object.__new__, "_twin": _twin(kind), "_kind": kind}
    exec(source, known)  # noqa: S102 # as dataclasses write their __init__: names of fields alone
    made: Callable[..., T] = known["changer"]
    return made


def maker(kind: K) -> K:
    """What makes values of a frozen dataclass with slots as calling the class does, in two fifths of the time (three where
    it is `quickly_made`), for a place that does so by the thousand. TypeError for a field that `__init__` does not take."""
    known: dict[str, Any] = {"_new": object.__new__, "_twin": _twin(kind), "_kind": kind, "_absent": MISSING}
    head = f"def maker({', '.join(_parameters(kind, known))}):"
    lines = [f"    self.{field.name} = {_given(field)}" for field in fields(kind)]
    check = ["    self.__post_init__()"] if hasattr(kind, "__post_init__") else []
    source = (head, "    self = _new(_twin)", *lines, "    self.__class__ = _kind", *check, "    return self")
    exec("\n".join(source), known)  # noqa: S102 # as dataclasses write their __init__: names of fields alone
    made: K = known["maker"]
    return made


def quickly_made(kind: K) -> K:
    """Stands above a frozen dataclass with slots, whose values are then made in half the time: its `__init__` takes what it
    took, and writes the fields as `changed` does. TypeError for a field that `__init__` does not take."""
    known: dict[str, Any] = {"_twin": _twin(kind), "_kind": kind, "_put": object.__setattr__, "_absent": MISSING}
    lines = [f"    self.{field.name} = {_given(field)}" for field in fields(kind)]
    check = ["    self.__post_init__()"] if hasattr(kind, "__post_init__") else []
    head = f"def __init__({', '.join(['self', *_parameters(kind, known)])}):"
    source = "\n".join((head, "    _put(self, '__class__', _twin)", *lines, "    self.__class__ = _kind", *check))
    exec(source, known)  # noqa: S102 # as dataclasses write their __init__: names of fields alone, a line each and no loop
    made = known["__init__"]
    made.__qualname__, made.__annotations__ = f"{kind.__qualname__}.__init__", kind.__init__.__annotations__
    kind.__init__ = made
    return kind


def _parameters(kind: type[Any], known: dict[str, Any]) -> list[str]:
    """The parameters of a class's `__init__` behind `self`; their defaults are put into `known`."""
    first = [_parameter(field, known) for field in fields(kind) if not field.kw_only]
    named = [_parameter(field, known) for field in fields(kind) if field.kw_only]
    return [*first, "*", *named] if named else first


def _parameter(field: Field[Any], known: dict[str, Any]) -> str:
    """A field in the head of an `__init__`; its default is put into `known`."""
    if not field.init:
        raise TypeError(f"{field.name} is not for __init__")
    if field.default_factory is not MISSING:
        known[f"_make_{field.name}"] = field.default_factory
        return f"{field.name}=_absent"
    if field.default is MISSING:
        return field.name
    known[f"_usual_{field.name}"] = field.default
    return f"{field.name}=_usual_{field.name}"


def _given(field: Field[Any]) -> str:
    """What a field is set to: what was given for it, or what its factory makes."""
    name = field.name
    return name if field.default_factory is MISSING else f"_make_{name}() if {name} is _absent else {name}"


def _twin(kind: type[Any]) -> type[Any]:
    """A class that has the same slots and is not frozen, so that fields are written by plain assignment, which Python does ten
    times as fast as through a slot's descriptor; whoever made the value then gives it its own class."""
    names = {"__slots__": kind.__slots__, "__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    return type(kind.__name__, kind.__bases__, names)


class _Changers(dict[type[Any], Changer]):
    """What makes a changed value of each class, written when it is first asked for: a copy, field by field, of the shape of its
    twin; then the changes, its own class, and its check."""

    def __missing__(self, kind: type[Any]) -> Changer:
        check = ["    made.__post_init__()"] if hasattr(kind, "__post_init__") else []
        lines = (
            "def changer(value, changes):",
            "    made = new(twin)",
            *(f"    made.{field.name} = value.{field.name}" for field in fields(kind)),
            "    for name, given in changes.items():",
            "        setattr(made, name, given)",
            "    made.__class__ = kind",
            *check,
            "    return made",
        )
        known: dict[str, Any] = {"new": object.__new__, "twin": _twin(kind), "kind": kind}
        exec("\n".join(lines), known)  # noqa: S102 # as dataclasses write their __init__: names of fields alone
        made: Changer = known["changer"]
        self[kind] = made
        return made


_CHANGERS: Final = _Changers()
