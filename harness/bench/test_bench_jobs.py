"""What a job through the queue costs more than the same work in a worker process of the bot: by the clock, since it waits."""

import asyncio
from collections.abc import Awaitable, Callable
from statistics import median
from time import perf_counter
from typing import Final

from pytest_benchmark.fixture import BenchmarkFixture

from harness.bench.timing import held
from rules.cluster_war.turn.setup.new_game import new_game
from storage.codec import encode_state, pack
from tests.umpire.world import duel
from tests.work import tasks
from tests.work.kit import TASKS, asking, working
from umpire.campaign.views.packet_files import draw
from umpire.outbox.outbox import FileKind
from umpire.services.remote_work import Kinds
from umpire.services.workers import ProcessWorkers

ROUNDS: Final = 9
PACKET_RATIO: Final = 4.0
"""1.9 was measured on a busy machine; the clock counts the neighbours, too."""
KINDS: Final = Kinds(TASKS.turns, {**TASKS.pictures, "umpire.campaign.views.packet_files": ("draw",)})


async def measured(address: str) -> dict[str, float]:
    """The middle times of a task of no work and of a packet's files, here and elsewhere, in turns (seconds)."""
    packed = pack(encode_state(new_game(duel, bytes(32))))
    files: tuple[FileKind, ...] = ("report", "map", "text-map")
    nothing: tuple[bytes, ...] = ()
    packet = (packed, nothing, "humans", files, "Spiral Arm", 1, nothing)
    async with working(address, kinds=KINDS), asking(address, kinds=KINDS) as asker, ProcessWorkers(1) as local:
        works: dict[str, Callable[[], Awaitable[object]]] = {
            "nothing here": lambda: local.run(tasks.add, 1, 2),
            "nothing elsewhere": lambda: asker.workers.run(tasks.add, 1, 2),
            "packet here": lambda: local.run(draw, *packet),
            "packet elsewhere": lambda: asker.workers.run(draw, *packet),
        }
        taken: dict[str, list[float]] = {name: [] for name in works}
        for _ in range(ROUNDS + 1):
            for name, work in works.items():
                began = perf_counter()
                await work()
                taken[name].append(perf_counter() - began)
        assert {end for _, end in asker.seen.ends} == {"done"}
        assert len(asker.seen.ends) == 2 * (ROUNDS + 1), "all of it was done elsewhere"
    return {name: median(times[1:]) for name, times in taken.items()}


def test_a_job_through_the_queue(benchmark: BenchmarkFixture, postgresql: Callable[[], str]) -> None:
    """A packet of a small campaign, which is the least that is worth asking for."""
    address = postgresql()
    found = benchmark.pedantic(lambda: asyncio.run(measured(address)), rounds=1)  # type: ignore[no-untyped-call] # the plug-in ships half its types
    ratio = found["packet elsewhere"] / found["packet here"]
    benchmark.extra_info.update(found | {"ratio": ratio})
    print("; ".join(f"{name} {took * 1000:.1f} ms" for name, took in found.items()), f"; ratio {ratio:.2f}")
    held(benchmark, "a report's pictures made by a worker elsewhere, against the bot's own worker", ratio, PACKET_RATIO)
