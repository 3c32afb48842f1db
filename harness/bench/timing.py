"""Interleaved timing: works are measured in turns within one run, so that a busy machine hits all alike."""

import contextlib
import gc
from collections.abc import Callable, Iterator
from statistics import median
from time import process_time

from pytest_benchmark.fixture import BenchmarkFixture

from rules.values import Value

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
    with _no_garbage():
        measured = [[seconds(work) for work in works] for _ in range(rounds)]
    return [min(times) for times in zip(*measured, strict=True)]


class ComparedTiming(Value):
    """The fewest processor seconds of a work and of its peer, and the work's share of the peer's."""

    work: float
    peer: float
    ratio: float


def compared(work: Work, peer: Work, *, times: int = 1, rounds: int = 15) -> ComparedTiming:
    """A work against its peer, in many short rounds; the ratio is the middle one of the rounds' own ratios.

    A neighbour who takes the processor's cache slows both halves of a round alike, so that a round's ratio stays what it is,
    while the quickest of the long work and the quickest of the short one seldom fall into the same quiet moment. With `times`
    a short work is done so often in a round that its half is about as long as its peer's.
    """
    work()
    peer()
    with _no_garbage():
        measured = [(seconds(peer), seconds(lambda: [work() for _ in range(times)]) / times) for _ in range(rounds)]
    peers, works = zip(*measured, strict=True)
    return ComparedTiming(min(works), min(peers), median(mine / theirs for theirs, mine in measured))


def held(benchmark: BenchmarkFixture, what: str, value: float, limit: float) -> None:
    """Note a figure for docs/performance.md; AssertionError if it is above its limit."""
    benchmark.extra_info.setdefault("figures", []).append([what, round(value, 3), limit])
    assert value <= limit, what


@contextlib.contextmanager
def _no_garbage() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
