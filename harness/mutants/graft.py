"""Puts a mutant into a module that is already imported, so that no process has to import the game again."""

import ast
import gc
import sys
from collections.abc import Iterator, Mapping
from enum import Enum
from fractions import Fraction
from functools import _lru_cache_wrapper
from inspect import CO_OPTIMIZED
from types import CodeType, FunctionType
from typing import Any, Final, TypeGuard

from rules.values import Value, fields

HARMLESS: Final = {
    "dataclass", "cache", "lru_cache", "property", "cached_property", "staticmethod", "classmethod", "overload", "contextmanager",
}  # fmt: skip
"""Decorators that tell nobody else of what they decorate: a module that has no others may be run a second time."""


def graft(module: str, before: str, after: str) -> bool:
    """Change an imported module from one text to the other; False where that cannot be done in place.

    Functions are given their new code, wherever they are held. Plain constants are changed in every module that holds them
    by their name, and so are defaults of functions; where a value's
    default is another, nothing is done. What was kept of earlier calls is forgotten.
    """
    try:
        pairs = list(_pairs(_compiled(before), _compiled(after)))
    except ValueError:
        return False
    changed = [old for old, new in pairs if _own(old) != _own(new)]
    if not changed:
        return False
    if all(old.co_flags & CO_OPTIMIZED for old in changed):
        done = _functions_changed(module, {_place(old): new for old, new in pairs})
    else:
        done = _values_changed(module, after)
    for kept in [found for found in gc.get_objects() if isinstance(found, _lru_cache_wrapper)]:
        kept.cache_clear()
    return done


def _compiled(text: str) -> CodeType:
    return compile(text, "mutant", "exec", dont_inherit=True)


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Every code of one text beside its like in the other; ValueError if one of them has more."""
    yield old, new
    for inner, other in zip(_inner(old), _inner(new), strict=True):
        yield from _pairs(inner, other)


def _inner(code: CodeType) -> list[CodeType]:
    return [const for const in code.co_consts if isinstance(const, CodeType)]


def _own(code: CodeType) -> CodeType:
    """A code without the codes inside, and without where it stands."""
    consts = tuple(const for const in code.co_consts if not isinstance(const, CodeType))
    return code.replace(co_consts=consts, co_linetable=b"")


def _place(code: CodeType) -> tuple[str, int, bytes]:
    """What tells a function from all others of its module, also from another lambda of its line."""
    return code.co_qualname, code.co_firstlineno, code.co_linetable


def _functions_changed(module: str, swaps: Mapping[tuple[str, int, bytes], CodeType]) -> bool:
    done = False
    for function in [found for found in gc.get_objects() if isinstance(found, FunctionType)]:
        new = swaps.get(_place(function.__code__)) if function.__globals__.get("__name__") == module else None
        if new is not None:
            if new.co_freevars != function.__code__.co_freevars:
                return False
            function.__code__ = new
            done = True
    return done


def _values_changed(module: str, after: str) -> bool:
    """Run the mutant beside the module and take over every plain value that differs."""
    if not _may_run_again(after):
        return False
    there = vars(sys.modules[module])
    fresh: dict[str, Any] = {"__name__": module, "__file__": there["__file__"], "__package__": there["__package__"]}
    FunctionType(_compiled(after), fresh)()  # a module's code, run with these as its names
    changes = 0
    for name, new in fresh.items():
        old = there.get(name)
        if isinstance(new, FunctionType) and new.__module__ == module and isinstance(old, FunctionType):
            changes += _defaults_changed(old, new)
        elif _is_value(new) and new.__module__ == module and _is_value(old):
            if any(_taken(a, b) is not a for a, b in zip(_defaults(old), _defaults(new), strict=True)):
                return False
        elif not name.startswith("__") and _is_plain(new) and old != new:
            changes += 1
            for holder in list(sys.modules.values()):
                if vars(holder).get(name) is old:
                    setattr(holder, name, new)
    return changes > 0


def _may_run_again(text: str) -> bool:
    """Whether nothing beyond a module notices that it is run: no decorator but the harmless, no call for its own sake."""
    tree = ast.parse(text)
    decorators = [each for node in ast.walk(tree) for each in getattr(node, "decorator_list", ())]
    names = {ast.unparse(each.func if isinstance(each, ast.Call) else each) for each in decorators}
    return names <= HARMLESS and not any(
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) for node in tree.body
    )


def _defaults_changed(old: Any, new: Any) -> int:
    """Take over plain defaults that differ; how many did."""
    before = (*(old.__defaults__ or ()), *(old.__kwdefaults__ or {}).values())
    if old.__defaults__:
        old.__defaults__ = tuple(_taken(a, b) for a, b in zip(old.__defaults__, new.__defaults__, strict=True))
    if old.__kwdefaults__:
        old.__kwdefaults__ = {name: _taken(a, new.__kwdefaults__[name]) for name, a in old.__kwdefaults__.items()}
    after = (*(old.__defaults__ or ()), *(old.__kwdefaults__ or {}).values())
    return sum(a is not b for a, b in zip(before, after, strict=True))


def _is_value(kind: object) -> TypeGuard[type[Value]]:
    return isinstance(kind, type) and issubclass(kind, Value)


def _defaults(kind: type[Value]) -> list[object]:
    return [field.default for field in fields(kind)]


def _taken(old: Any, new: Any) -> Any:
    return new if _is_plain(new) and _is_plain(old) and (type(old) is not type(new) or old != new) else old


def _is_plain(value: Any) -> bool:
    """Numbers, words, and what is made of them alone."""
    match value:
        case Enum():
            return False
        case None | bool() | int() | float() | str() | Fraction() | range():
            return True
        case tuple() | list() | set() | frozenset():
            return type(value) in (tuple, list, set, frozenset) and all(map(_is_plain, value))
        case dict():
            return all(_is_plain(key) and _is_plain(held) for key, held in value.items())
        case _:
            return False
