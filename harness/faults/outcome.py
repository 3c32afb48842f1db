"""What a fault came to, and the table of all."""

import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Literal, TypeAlias

from rules.values import Value

Result: TypeAlias = Literal["held", "FAILED", "not run"]


class FaultOutcome(Value):
    """One kind of fault: what was done, how often, whether the bot held, how long it took, and what was seen."""

    what: str
    times: int
    result: Result
    seconds: float
    seen: str


class NotHere(Exception):  # noqa: N818 # no fault of the bot's: this machine cannot do it
    """This fault cannot be made on this machine; the sentence says why."""


class Observation(Value):
    """What an experiment saw: how often it was done, what was wrong (nothing, it is hoped), and a few figures."""

    times: int
    wrong: Sequence[str]
    figures: str


async def tried(what: str, experiment: Callable[[], Awaitable[Observation]]) -> FaultOutcome:
    """Run an experiment; one that breaks down has failed, too."""
    begun = time.monotonic()
    try:
        seen = await experiment()
    except NotHere as why:
        return FaultOutcome(what, 0, "not run", time.monotonic() - begun, str(why))
    except Exception as wrong:  # noqa: BLE001 # the other experiments go on; this one's line says what happened
        return FaultOutcome(what, 0, "FAILED", time.monotonic() - begun, f"{type(wrong).__name__}: {wrong}")
    told = "; ".join([*seen.wrong, seen.figures]) if seen.wrong else seen.figures
    return FaultOutcome(what, seen.times, "FAILED" if seen.wrong else "held", time.monotonic() - begun, told)


def table(outcomes: Sequence[FaultOutcome]) -> str:
    """As text, for a terminal and for docs/reliability.md alike."""
    rows = [("what", "times", "result", "seconds", "seen")]
    rows += [(each.what, str(each.times), each.result, f"{each.seconds:.0f}", each.seen) for each in outcomes]
    lines = [f"| {' | '.join(_cell(cell) for cell in row)} |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * 5, *lines[1:]])


def status(outcomes: Sequence[FaultOutcome]) -> int:
    """The program's exit status: 1 if anything failed."""
    return int(any(each.result == "FAILED" for each in outcomes))


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "/").split())
