"""Conditions of a programme's lines, read from players' words."""

import re
from typing import Any, Final, cast, get_args

from rules.errors import NotationError, quoted, unknown
from rules.pentagon_war.programme import Condition, Fact

FACTS: Final = {str(fact).replace("_", " "): fact for fact in get_args(Fact)}
_CONDITION: Final = re.compile(
    r"(?P<fact>[a-z ]+?)(?: (?:to|of) (?P<unit>[\w./-]+))? ?(?P<test><=|>=|!=|<|>|=) ?(?P<value>-?\d{1,4})",
    re.IGNORECASE,
)


def conditions_in(text: str) -> tuple[Condition, ...]:
    """Conditions with "and" between; none for nothing and "always". NotationError for what cannot be one."""
    if text.casefold() in {"", "always"}:
        return ()
    return tuple(_condition(part.strip()) for part in re.split(r"\band\b", text, flags=re.IGNORECASE))


def _condition(text: str) -> Condition:
    found = _CONDITION.fullmatch(text)
    fact = FACTS.get(" ".join(found["fact"].casefold().split())) if found else None
    if found is None or fact is None:
        lead, asked = f"{quoted(text)} is no condition.", found["fact"] if found else text
        tail = f"Write `range to Y1 <= 6`; facts are {', '.join(FACTS)}."
        raise unknown(NotationError, lead, asked, "", FACTS, tail=tail)
    return Condition(fact, cast("Any", found["test"]), int(found["value"]), found["unit"] or "")
