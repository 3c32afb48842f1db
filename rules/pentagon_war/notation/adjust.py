"""One line of a programme with another impulse, target, heading or condition."""

from typing import TypeAlias, TypeVar

from rules.errors import NotationError, quoted
from rules.pentagon_war.geometry import Facing
from rules.pentagon_war.notation.read import parse_programme
from rules.pentagon_war.notation.write import act_words, asking_words, blast_words, fire_words
from rules.pentagon_war.programme import ActLine, BlastLine, Condition, FireLine, StopLine
from rules.pentagon_war.units import IMPULSES, UnitId
from rules.values import Value, changed

Waiting: TypeAlias = FireLine | BlastLine | ActLine | StopLine
"""A line that waits for its conditions."""
Line = TypeVar("Line", FireLine, ActLine)


class Change(Value):
    """What is changed of a line: each part that is not None."""

    first: int | None = None
    target: UnitId | None = None
    heading: Facing | None = None
    when: tuple[Condition, ...] | None = None


def waiting_in(text: str) -> Waiting | None:
    """The line that a text stands for, if it is one that waits for conditions; NotationError for one that cannot be read."""
    plan = parse_programme(text, "", 0)
    lines: tuple[Waiting, ...] = (*plan.fire, *plan.blasts, *plan.acts, *plan.stops)
    return lines[0] if lines else None


def adjusted(text: str, change: Change) -> str:
    """The line with a change. NotationError where it has no such part."""
    line = waiting_in(text)
    only_when = (change.first, change.target, change.heading) == (None, None, None)
    words = ""
    match line:
        case BlastLine() if only_when:
            words = blast_words(changed(line, when=line.when if change.when is None else change.when))
        case StopLine() if only_when:
            words = asking_words(changed(line, when=line.when if change.when is None else change.when))
        case ActLine() if change.heading is None:
            words = act_words(_spanned(line, change))
        case FireLine():
            heading = line.heading if change.heading is None else change.heading
            words = fire_words(changed(_spanned(line, change), heading=heading))
        case _:
            raise NotationError(f"{quoted(text)} has nothing of that kind to change.")
    parse_programme(words, "", 0)  # the readers know what goes with what
    return words


def _spanned(line: Line, change: Change) -> Line:
    first = line.first if change.first is None else change.first
    if not 1 <= first <= IMPULSES:
        raise NotationError(f"`{first}`: impulses run from 1 to {IMPULSES}.")
    return changed(
        line,
        first=first,
        last=max(first, line.last),
        target=line.target if change.target is None else change.target,
        when=line.when if change.when is None else change.when,
    )
