"""A command's storage work against the same statements said to raw sqlite3 in one function, on the same kind of file."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from time import perf_counter

from pytest_benchmark.fixture import BenchmarkFixture

from harness.bench.statements import TimedStorage, copied, recorded
from harness.bench.timing import held
from rules.cluster_war.chapters.movement.request_orders import FreeText
from tests.umpire.world import World, new_world
from umpire.campaign.sheets import orders

ROUNDS = 60
ENTER_RATIO, RECEIPT_RATIO = 8.0, 30.0
Figures = dict[str, float]


async def measured(where: Path, act: Callable[[World, int], Awaitable[object]]) -> Figures:
    """Medians over many runs of a command: all of it, its storage, the same statements raw; and how many those are."""
    async with await TimedStorage.open(where / "ours.db") as storage:
        world = await new_world(storage)
        await act(world, 0)  # the view is made once a turn, not once a command
        raw = copied(storage.where, where / "raw.db")
        whole, ours, plain, count = list[float](), list[float](), list[float](), 0
        with recorded(storage) as recorder:
            for number in range(1, ROUNDS + 1):
                storage.spent, start = 0.0, perf_counter()
                await act(world, number)
                whole.append(perf_counter() - start)
                ours.append(storage.spent)
                said = recorder.take()
                count = len(said)
                plain.append(raw.say(said))
        raw.close()
        return {"whole": median(whole), "storage": median(ours), "raw": median(plain), "statements": count}


async def enter(world: World, number: int) -> None:
    """One order and its receipt."""
    given = await orders.enter(
        world.services, world.anna, [FreeText(f"Send word to beacon {number}.")], idempotency_key=f"{number}"
    )
    assert f"beacon {number}" in given.lines[-1].text


async def receipt(world: World, _: int) -> None:
    """The receipt alone."""
    await orders.receipt(world.services, world.anna)


def report(benchmark: BenchmarkFixture, what: str, found: Figures) -> float:
    """Print the figures; gives the ratio."""
    ratio = found["storage"] / found["raw"]
    benchmark.extra_info.update(found | {"ratio": ratio})
    print(
        f"{what}: {found['statements']} statements, storage {found['storage'] * 1000:.2f} ms, "
        f"raw sqlite3 {found['raw'] * 1000:.2f} ms, ratio {ratio:.1f}; whole command {found['whole'] * 1000:.2f} ms"
    )
    return ratio


def test_entering_an_order(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """One order with its receipt: two transactions, one of them with a commit to disk."""
    found = benchmark.pedantic(lambda: asyncio.run(measured(tmp_path, enter)), rounds=1)  # type: ignore[no-untyped-call] # the plug-in ships half its types
    held(
        benchmark,
        "the storage of an order with its receipt, against `sqlite3`",
        report(benchmark, "enter", found),
        ENTER_RATIO,
    )


def test_reading_a_receipt(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """The receipt alone: one reading transaction."""
    found = benchmark.pedantic(lambda: asyncio.run(measured(tmp_path, receipt)), rounds=1)  # type: ignore[no-untyped-call] # as above
    held(benchmark, "the storage of a receipt, against `sqlite3`", report(benchmark, "receipt", found), RECEIPT_RATIO)
