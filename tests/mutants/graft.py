"""Puts a mutant's code into functions that are already imported, so that no process has to import the game again."""

import gc
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from inspect import CO_OPTIMIZED
from types import CodeType, FunctionType


def graft(module: str, before: str, after: str) -> bool:
    """Change the functions of an imported module from one text to the other; False where more than functions differ.

    A constant of the module, a default, a decorator or a field of a class was worked out when it was imported: for these
    the module has to be imported anew. What was kept of earlier calls is forgotten.
    """
    try:
        pairs = list(_pairs(_compiled(before), _compiled(after)))
    except ValueError:
        return False
    changed = [(old, new) for old, new in pairs if _own(old) != _own(new)]
    if not changed or not all(old.co_flags & CO_OPTIMIZED for old, _ in changed):
        return False
    swaps = {_place(old): new for old, new in pairs}
    grafted = 0
    for function in _functions(module):
        new = swaps.get(_place(function.__code__))
        if new is not None:
            if new.co_freevars != function.__code__.co_freevars:
                return False
            function.__code__ = new
            grafted += 1
    for kept in [found for found in gc.get_objects() if isinstance(found, _lru_cache_wrapper)]:
        kept.cache_clear()
    return grafted > 0


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


def _functions(module: str) -> list[FunctionType]:
    return [
        found
        for found in gc.get_objects()
        if isinstance(found, FunctionType) and found.__globals__.get("__name__") == module
    ]
