"""A piece of a turn's news in brief, and how names are listed in it."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Literal, TypeAlias

from render.campaign.names import colony_name
from render.words.safe_text import bare, format_list
from rules.cluster_war.model.state.view import View
from rules.values import Value

MOST_NAMED: Final = 3
"""So many are named in one sentence; of more, how many there are."""
LOSS_WEIGHT: Final = 75
ROUTINE_WEIGHT: Final = 12
"""What happens every turn weighs this much at most; it makes no headline."""

Group: TypeAlias = Literal["loss", "gain", "waits", "abroad", "course"]
"""What a piece of news is to its reader, in the order in which it is read; what waits for an answer has a line of its own."""


class Brief(Value):
    """A piece of news without markup: its weight from 1 to 99; `text`, its line, and `title`, its headline. With no `text` the
    headline says all; with no `title` the line is the headline, too."""

    weight: int
    text: str
    title: str = ""
    group: Group = "course"


Wording: TypeAlias = Callable[[Sequence[Any], View], Iterator[Brief]]


def some_of(names: Sequence[str], word: str = "more") -> str:
    """The first of these by name, and how many others there are."""
    unique = list(dict.fromkeys(names))
    left = len(unique) - MOST_NAMED
    return format_list([*unique[:MOST_NAMED], *([f"{left} {word}"] if left > 0 else [])])


def short_colony(view: View, key: str) -> str:
    known = view.colonies.get(key)
    return known.name if known is not None and known.name else bare(colony_name(view, key))
