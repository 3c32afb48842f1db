"""Interleaved timing: works are measured in turns within one run, so that a busy machine hits all alike."""

from collections.abc import Callable
from statistics import median
from time import process_time

Work = Callable[[], object]


def seconds(work: Work) -> float:
    """Processor time of one call: a busy neighbour on the machine does not count."""
    start = process_time()
    work()
    return process_time() - start


def interleaved(*works: Work, rounds: int = 7) -> list[float]:
    """Median processor seconds of each work, after one call of each that is not counted."""
    for work in works:
        work()
    measured = [[seconds(work) for work in works] for _ in range(rounds)]
    return [median(times) for times in zip(*measured, strict=True)]
