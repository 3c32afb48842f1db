"""All facts held against their victims: which evenings have to be played, and what came of the comparison."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.attack.evenings import Difference, Heard, difference
from tests.attack.fact import Fact
from tests.attack.victims import VICTIMS


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one fact: how many comparisons, and whatever is not as its row says."""

    fact: str
    compared: int
    wrong: tuple[str, ...]
    leaks: tuple[Difference, ...] = ()


def judge(fact: Fact, without: Heard, with_it: Heard) -> Verdict:
    """Hold an evening with a fact beside the one without it."""
    wrong: list[str] = []
    leaks: list[Difference] = []
    watched = [side for side in VICTIMS if side != fact.keeper]
    for side in watched:
        found = difference(without, with_it, side)
        if side in fact.seen:
            if found is None:
                wrong.append(f"{side} may hear of it ({fact.seen[side]}) and heard nothing")
        elif side in fact.known:
            if found is None:
                wrong.append(f"{side} hears nothing of it any more: take the known leak out ({fact.known[side]})")
        elif found is not None:
            wrong.append(f"{side} heard of it: {found.without!r} became {found.with_it!r}")
            leaks.append(found)
    if without.truth == with_it.truth and without.by.get(fact.keeper) == with_it.by.get(fact.keeper):
        wrong.append("it was not brought about: neither its keeper nor the game master heard of it")
    return Verdict(fact.name, len(watched), tuple(wrong), tuple(leaks))


def together(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """The Humans' facts that nobody else may hear of and that one evening can hold."""
    return tuple(
        fact
        for fact in facts
        if fact.keeper == "humans" and not (fact.seen or fact.known or fact.instead or fact.alone)
    )
