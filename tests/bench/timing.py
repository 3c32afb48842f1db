"""Interleaved timing: works are measured in turns within one run, so that a busy machine hits all alike."""

import gc
from collections.abc import Callable
from statistics import median
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
    """Median processor seconds of each work, after one call of each that is not counted."""
    for work in works:
        work()
    measured = [[seconds(work) for work in works] for _ in range(rounds)]
    return [median(times) for times in zip(*measured, strict=True)]
