"""A row of a tactical game: how the two evenings of a secret are played, and what came of comparing them."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from harness.attack.comparison import FactVerdict, amiss
from rules.values import Value

Heard: TypeAlias = Mapping[str, Sequence[str]]
"""What was heard in a tactical game, by person."""


class TacticalRow(Value):
    """A secret of a tactical game: `seen` has the rule if others may hear of it, `play` plays an evening, and `without` and
    `with_it` are what it is told for each of the two. The `keeper` reads the words of `proof` with the secret and not without
    it. `asked` are the groups of commands that somebody uses in its evening."""

    name: str
    seen: str
    play: Callable[..., Heard]
    without: tuple[object, ...]
    with_it: tuple[object, ...]
    asked: tuple[str, ...]
    keeper: str = "vik"
    proof: tuple[str, ...] = ()
    alike: bool = False
    """Whether its keeper hears nothing of it either: it must make no difference to anybody."""


def judge_tactical_game(row: TacticalRow, without: Heard, with_it: Heard) -> FactVerdict:
    """Hold the two evenings of a tactical game beside each other: all but whose secret it is, who must have known of it."""
    victims = [who for who in without if who != row.keeper]
    heard = [who for who in victims if without[who] != with_it[who]]
    wrong = [f"it proves nothing: of {row.keeper}, {why}" for why in unproved(row, without, with_it)]
    if row.seen and not heard:
        wrong.append(f"others may hear of it ({row.seen}), and nobody does")
    for who in [] if row.seen else heard:
        pairs = zip(without[who], with_it[who], strict=False)
        one, other = next(((a, b) for a, b in pairs if a != b), (f"{len(without[who])}", f"{len(with_it[who])}"))
        wrong.append(f"{who} heard of it: {one[:300]!r} became {other[:300]!r}")
    return FactVerdict(row.name, len(victims), tuple(wrong))


def unproved(row: TacticalRow, without: Heard, with_it: Heard) -> tuple[str, ...]:
    """Why the evening with the secret proves nothing."""
    one, other = without.get(row.keeper, ()), with_it.get(row.keeper, ())
    if row.alike:
        return () if one == other else ("it makes a difference",)
    if one == other:
        return ("nothing was heard of it",)
    return amiss(row.proof, one, other)
