"""The collector: its full collections come when nobody waits."""

import asyncio
import contextlib
import gc
import weakref
from collections.abc import Iterator

import pytest

from umpire.services import memory
from umpire.services.task_end import end

LIMIT = 60.0


class Knot:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """The collector of the other tests."""
    was = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*was)


def old_knot() -> "weakref.ref[Knot]":
    """What only a full collection of everything finds: it was set aside before it was let go."""
    knot = Knot()
    gc.collect()
    gc.freeze()
    return weakref.ref(knot)


def test_what_was_set_aside_is_collected_when_it_is_let_go() -> None:
    memory.settle()
    there = old_knot()
    gc.collect()
    assert there() is not None
    memory.collect()
    assert there() is None
    assert gc.get_freeze_count() > 0
    assert gc.get_threshold() == (memory.YOUNG, memory.MIDDLE, memory.OLD)


async def test_a_process_with_nothing_to_do_is_tidied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "IDLE_LOOK_SECONDS", 0.05)
    monkeypatch.setattr(memory, "IDLE_SHARE", 1_000.0)
    monkeypatch.setattr(memory, "GIVE_BACK_SECONDS", 0.0)
    there = old_knot()
    gone = asyncio.Event()
    weakref.finalize(there(), gone.set)
    tidying = asyncio.create_task(memory.collect_when_idle())
    try:
        await asyncio.wait_for(gone.wait(), LIMIT)
    finally:
        await end((tidying,))


async def test_one_that_is_at_work_or_was_tidied_lately_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "IDLE_LOOK_SECONDS", 0.02)
    for share, every in ((0.0, 0.0), (1_000.0, 3_600.0)):
        monkeypatch.setattr(memory, "IDLE_SHARE", share)
        monkeypatch.setattr(memory, "GIVE_BACK_SECONDS", every)
        there = old_knot()
        tidying = asyncio.create_task(memory.collect_when_idle())
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(tidying), 0.3)
        assert not tidying.done()
        assert there() is not None
        await end((tidying,))
