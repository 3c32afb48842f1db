"""Interleaved timing: works are measured in turns within one run, so that a busy machine hits all alike."""

import gc
from collections.abc import Callable
from time import process_time

Work = Callable[[], object]


def seconds(work: Work) -> float:
    """Processor time of one call: a busy neighbour does not count."""
    start = process_time()
    work()
    return process_time() - start


def interleaved(*works: Work, rounds: int = 7) -> list[float]:
    """The fewest processor seconds of each work (as `timeit` advises), after one call of each that is not counted.

    What is slower than that was held up by something else: a neighbour who uses the cache, a clock that was lowered.
    Garbage is collected before, and not meanwhile: to look through all that a test process holds takes longer than many
    a work.
    """
    for work in works:
        work()
    gc.collect()
    gc.disable()
    try:
        measured = [[seconds(work) for work in works] for _ in range(rounds)]
    finally:
        gc.enable()
    return [min(times) for times in zip(*measured, strict=True)]
