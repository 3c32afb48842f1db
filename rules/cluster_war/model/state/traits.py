"""What a race's record says about it, found by the name of the entry (CW-3.1)."""

import re
from collections.abc import Iterable
from typing import Final

_LEVEL: Final = re.compile(r"\+?\s*(\d+)$")


def has_trait(traits: Iterable[str], name: str) -> bool:
    """Whether an entry of that name stands on the record, whatever its capitals and level."""
    return trait_level(traits, name) > 0


def trait_level(traits: Iterable[str], name: str) -> int:
    """The levels of an entry added up: "Extra Intelligence +2" counts 2, an entry without a number 1."""
    total = 0
    for trait in traits:
        text = trait.strip().casefold()
        if text.startswith(name.casefold()):
            rest = text[len(name) :].strip()
            level = _LEVEL.fullmatch(rest)
            total += int(level[1]) if level else (not rest)
    return total
