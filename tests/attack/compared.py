"""All facts held against their victims: which evenings have to be played, and what came of the comparison."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.attack.evenings import Difference, Heard, difference
from tests.attack.fact import Fact, Line
from tests.attack.victims import VICTIMS


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one fact: how many comparisons, and whatever is not as its row says."""

    fact: str
    compared: int
    wrong: tuple[str, ...]
    leaks: tuple[Difference, ...] = ()


def judge(fact: Fact, without: Heard, with_it: Heard, *, proved: bool = True) -> Verdict:
    """Hold an evening with a fact beside the one without it; `proved` asks whether it came about, too."""
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
    if proved:
        wrong += unproved(fact, without, with_it)
    return Verdict(fact.name, len(watched), tuple(wrong), tuple(leaks))


def unproved(fact: Fact, without: Heard, with_it: Heard) -> tuple[str, ...]:
    """Why an evening with a fact proves nothing: it did not come about, or whoever keeps it would not have known."""
    one, other = (each.by[fact.keeper] if fact.keeper else each.truth for each in (without, with_it))
    told, instead = "\n".join(other), "\n".join(one)
    wrong = [
        f"it proves nothing: {fact.keeper or 'the game master'} does not read {words!r}"
        for words in fact.proof
        if words not in told
    ]
    wrong += [
        f"it proves nothing: {words!r} is read without it, too"
        for words in fact.proof
        if words in told and words in instead
    ]
    both = [words for words in fact.common if words not in told or words not in instead]
    wrong += [f"it proves nothing: {words!r} is not read in both evenings" for words in both]
    ordered = any(isinstance(step, Line) and step not in fact.instead for step in fact.steps)
    if one == other and (ordered or fact.instead or without.truth == with_it.truth):
        wrong.append(f"it proves nothing: {fact.keeper or 'the game master'} heard nothing of it")
    return tuple(wrong)


def together(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """The Humans' facts that nobody else may hear of and that one evening can hold."""
    return tuple(
        fact
        for fact in facts
        if fact.keeper == "humans" and not (fact.seen or fact.known or fact.instead or fact.alone)
    )
