"""All facts held against their victims: which evenings have to be played, and what came of the comparison."""

from collections.abc import Sequence

from harness.attack.evenings import FirstDifference, Heard, difference
from harness.attack.fact import Fact, WrittenOrder
from harness.attack.victims import VICTIMS
from rules.values import Value


class FactVerdict(Value):
    """What became of one fact: how many comparisons, and whatever is not as its row says."""

    fact: str
    compared: int
    wrong: tuple[str, ...]
    leaks: tuple[FirstDifference, ...] = ()


def judge(fact: Fact, without: Heard, with_it: Heard, *others: Fact, proved: bool = True) -> FactVerdict:
    """Hold an evening with a fact (and `others` of its company) beside the one without; `proved` asks whether they came about."""
    wrong: list[str] = []
    leaks: list[FirstDifference] = []
    watched = [side for side in VICTIMS if side != fact.keeper]
    for side in watched:
        found = difference(without, with_it, side)
        if side in fact.seen:
            if found is None:
                wrong.append(f"{side} may hear of it ({fact.seen[side]}) and heard nothing")
            wrong += [
                f"{side} may hear of {each.name!r}, and {why}"
                for each in (fact, *others)
                for why in amiss(each.told, without.by[side], with_it.by[side])
            ]
        elif side in fact.known:
            if found is None:
                wrong.append(f"{side} hears nothing of it any more: take the known leak out ({fact.known[side]})")
        elif found is not None:
            wrong.append(f"{side} heard of it: {found.without!r} became {found.with_it!r}")
            leaks.append(found)
    if proved:
        wrong += [why for each in (fact, *others) for why in unproved(each, without, with_it)]
    return FactVerdict(fact.name, len(watched), tuple(wrong), tuple(leaks))


def unproved(fact: Fact, without: Heard, with_it: Heard) -> tuple[str, ...]:
    """Why an evening with a fact proves nothing: it did not come about, or whoever keeps it would not have known."""
    one, other = (each.by[fact.keeper] if fact.keeper else each.truth for each in (without, with_it))
    told, instead = "\n".join(other), "\n".join(one)
    wrong = [
        f"{fact.name} proves nothing: of {fact.keeper or 'the game master'}, {why}"
        for why in amiss(fact.proof, one, other)
    ]
    both = [words for words in fact.common if words not in told or words not in instead]
    wrong += [f"it proves nothing: {words!r} is not read in both evenings" for words in both]
    ordered = any(isinstance(step, WrittenOrder) and step not in fact.instead for step in fact.steps)
    if one == other and (ordered or fact.instead or without.truth == with_it.truth):
        wrong.append(f"it proves nothing: {fact.keeper or 'the game master'} heard nothing of it")
    return tuple(wrong)


def amiss(words: Sequence[str], without: Sequence[str], with_it: Sequence[str]) -> tuple[str, ...]:
    """What is wrong with these words, each of which is to be read with a fact and not without it."""
    told, instead = "\n".join(with_it), "\n".join(without)
    return tuple(
        f"{each!r} is {'read without it, too' if each in instead else 'not read'}"
        for each in words
        if each not in told or each in instead
    )


def companies(facts: Sequence[Fact]) -> list[tuple[Fact, ...]]:
    """The facts that are played in company, those of each evening together."""
    names = dict.fromkeys(fact.company for fact in facts if fact.company)
    return [tuple(fact for fact in facts if fact.company == name) for name in names]


def together(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """The Humans' facts that nobody else may hear of and that one evening can hold."""
    return tuple(
        fact
        for fact in facts
        if fact.keeper == "humans" and not (fact.seen or fact.known or fact.instead or fact.alone or fact.company)
    )
