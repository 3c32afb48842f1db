"""Which of the names that somebody may know comes nearest to what they typed: for lists and for refusals."""

from collections.abc import Iterable, Sequence
from typing import Final

from rapidfuzz import fuzz, utils

from rules.values import GameError, Meant, listing

LEAST_LIKENESS: Final = 75
"""How alike, of 100, a name or a part of it must be to what was typed to be offered for it: one letter of four wrong."""
MOST_LIKENESS_APART: Final = 15
"""How much less alike than the most alike a name may be."""
SHORTEST_NAME: Final = 3
"""Letters below which everything is alike."""
MOST_MEANT: Final = 3


def nearest(typed: str, names: Iterable[str]) -> list[int]:
    """The places in `names` of those alike to what was typed, the most alike first, in their own order where equal.

    As many words of a name as were typed count, wherever they stand in it; capitals and punctuation do not. For fewer
    than three letters, and for bare numbers, there are none: a number that is wrong by a digit is another number.
    """
    word = utils.default_process(typed)
    if len(word) < SHORTEST_NAME or word.replace(" ", "").isdigit():
        return []
    scored = [(_alike(word, utils.default_process(name)), place) for place, name in enumerate(names)]
    least = max(LEAST_LIKENESS, max(scored, default=(0.0, 0))[0] - MOST_LIKENESS_APART)
    return [place for score, place in sorted(scored, key=lambda pair: (-pair[0], pair[1])) if score >= least]


def _alike(word: str, name: str) -> float:
    """How alike a name or any run of as many words of it is to what was typed, 0 to 100."""
    length, words = len(word.split()), name.split()
    runs = (" ".join(words[at : at + length]) for at in range(len(words) - length + 1))
    return max((fuzz.ratio(word, run) for run in runs), default=fuzz.token_sort_ratio(word, name))


def format_refusal(error: GameError) -> str:
    """What a refusal says to whoever is refused: where a word names nothing, first what was probably meant, then what
    there is, the nearest first."""
    meant = error.meant
    if meant is None:
        return str(error)
    near = nearest(meant.word, meant.names)
    if not near:
        return str(error)
    others = [place for place in range(len(meant.names)) if place not in near]
    ordered = tuple(meant.names[place] for place in (*near, *others))
    return listing(meant, ordered, _did_you_mean(meant, near))


def _did_you_mean(meant: Meant, near: Sequence[int]) -> str:
    *first, last = [meant.names[place] for place in near[:MOST_MEANT]]
    return f"Did you mean {', '.join(first)}{' or ' if first else ''}{last}?"
