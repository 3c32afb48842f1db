"""Interleaved timing: works are measured in turns within one run, so that a busy machine hits all alike."""

import gc
from collections.abc import Callable
from time import process_time

Work = Callable[[], object]


def seconds(work: Work) -> float:
    """Processor time of one call, without garbage collection (as `timeit` does): a busy neighbour does not count."""
    gc.collect()
    gc.disable()
    try:
        start = process_time()
        work()
        return process_time() - start
    finally:
        gc.enable()


def interleaved(*works: Work, rounds: int = 7) -> list[float]:
    """The fewest processor seconds of each work (as `timeit` advises), after one call of each that is not counted.

    What is slower than that was held up by something else: a neighbour who uses the cache, a clock that was lowered.
    """
    for work in works:
        work()
    measured = [[seconds(work) for work in works] for _ in range(rounds)]
    return [min(times) for times in zip(*measured, strict=True)]
