"""Which commands a text names."""

import re
from collections.abc import Container
from typing import Final

_NAMED: Final = re.compile(r"(?<![\w/.:<~*`-])/([a-z]+(?: [a-z_]+){0,2})")
_OTHERS: Final = re.compile(r"^[ \t]*>[^\n]*$|```.*?```|`[^`\n]*`|“[^”]*”|\"[^\"\n]*\"", re.DOTALL | re.MULTILINE)
"""Quotations, lines of code and names in quotes: words of others, which are not for the reader to do."""


def named_in(text: str, known: Container[str]) -> tuple[str, ...]:
    """The known commands that a text names, by their full names, in its order; others' words name none."""
    said = _OTHERS.sub(" ", text)
    found = []
    for words in _NAMED.findall(said):
        parts = words.split(" ")
        names = (" ".join(parts[:length]) for length in range(len(parts), 0, -1))
        found += [name for name in names if name in known][:1]
    return tuple(dict.fromkeys(found))
