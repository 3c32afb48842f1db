"""`make faults`: what can break around the bot is broken on purpose, and a table tells what came of it.

    python -m harness.faults.run --kills 40 --turns 60 --seed 1 --only kill

Programs run in processes of their own with data in a temporary folder. Status 1 if anything failed; what this machine
cannot do is told as "not run". docs/reliability.md says what each kind of fault is and what was measured when.
"""

import argparse
import asyncio
import json
import platform
import secrets
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TypeAlias

import aiohttp

from harness.faults import clocks, disk, hostile, kills, restarts, shards, soak
from harness.faults.acts import plays_on
from harness.faults.books import DatabaseFile
from harness.faults.outcome import FaultOutcome, Observation, status, table, tried
from harness.faults.page import Person
from harness.faults.programs import PROJECT_FOLDER, pair
from harness.kills.grounds import How

Experiment: TypeAlias = Callable[[Path], Awaitable[Observation]]


def experiments(many: int, turns: int, seed: int) -> Mapping[str, Experiment]:
    """All of them by what they do; each is given an empty folder."""
    return {
        f"kill -9 of bot.py play, {many} times": partial(kills.kills_of_play, kills=many, seed=seed),
        f"kill -9 of the bot alone, {many} times": partial(kills.kills_of_the_bot, kills=many, seed=seed + 1),
        f"kill -9 of one of two processes on PostgreSQL, {many} times": partial(
            shards.kills_of_shards, kills=many, seed=seed + 2
        ),
        "kill -9 at single statements (a campaign's deadline)": partial(points, program="lives", many=many, seed=seed),
        "kill -9 at single statements (a battle's turn)": partial(points, program="tactical", many=many, seed=seed),
        "kill -9 at single statements (a campaign's battle that its players fight)": partial(
            points, program="fought", many=many, seed=seed
        ),
        "restarts with every core busy, 20": partial(restarts.restarts, times=20),
        "both workers killed": partial(kills.kills_of_workers, kills=8),
        "full disk": disk.full_disk,
        "locked database": disk.locked,
        "damaged and newer databases": partial(of_a_good_folder, work=disk.damaged),
        "broken capsules": partial(
            of_a_good_folder, work=partial(disk.broken_capsules, count=max(5, many // 2), seed=seed)
        ),
        "clock put forward": clocks.forward,
        "clock put back": clocks.put_clock_back,
        "process suspended": clocks.suspended,
        "process suspended for eight days": clocks.slept_for_days,
        "hostile files": partial(hostile.uploads, seed=seed),
        f"soak of {turns} turns": partial(soak.soak, turns=turns),
    }


async def points(folder: Path, program: str, many: int, seed: int, how: How = "sqlite") -> Observation:
    """The killers of tests/harness/kills/test_kill_points.py, with another seed, or on another database."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", f"harness.kills.{program}", str(folder / "work"), str(many), str(seed), how, cwd=PROJECT_FOLDER,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    said, complained = await process.communicate()
    if process.returncode:
        return Observation(0, [complained.decode()[-500:]], "")
    told = json.loads(said)
    figures = f"{told['points']} points in a life; {told['at_points']} kills at points, {told['at_times']} at times"
    return Observation(told["at_points"] + told["at_times"], told["faults"], figures)


async def of_a_good_folder(folder: Path, work: Callable[[Path, Path], Awaitable[Observation]]) -> Observation:
    """What needs the data of a campaign that has played a turn, with no program at work."""
    good = folder / "good"
    good.mkdir()
    async with pair(good) as both, aiohttp.ClientSession() as web:
        await both.bot.start()
        gm, books = Person(web, both.url, "gm"), DatabaseFile(both.database)
        await plays_on(books, gm)
    return await work(good, folder)


async def all_of(wanted: Mapping[str, Experiment]) -> list[FaultOutcome]:
    """Run them one after another, telling each as it ends."""
    found: list[FaultOutcome] = []
    for what, experiment in wanted.items():
        with tempfile.TemporaryDirectory(prefix="admiralty-faults-") as folder:
            outcome = await tried(what, partial(experiment, Path(folder)))
        found.append(outcome)
        print(f"{outcome.result:8} {outcome.what} ({outcome.seconds:.0f} s): {outcome.seen}", flush=True)
    return found


def main() -> int:
    """Read what is wanted, run it, print the table."""
    asked = argparse.ArgumentParser(prog="harness.faults.run", description="Faults made on purpose.")
    asked.add_argument("--kills", type=int, default=40)
    asked.add_argument("--turns", type=int, default=60)
    asked.add_argument("--seed", type=int, default=secrets.randbelow(10_000))
    asked.add_argument("--only", default="", help="only those whose name holds this")
    wanted = asked.parse_args()
    chosen = {
        what: experiment
        for what, experiment in experiments(wanted.kills, wanted.turns, wanted.seed).items()
        if wanted.only in what
    }
    return run_and_report(chosen, wanted.seed)


def run_and_report(chosen: Mapping[str, Experiment], seed: int) -> int:
    """Run them, print the table; the exit status."""
    when = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    print(
        f"{when}, {platform.system()} {platform.machine()}, Python {platform.python_version()}, seed {seed}", flush=True
    )
    outcomes = asyncio.run(all_of(chosen))
    print(f"\n{table(outcomes)}")
    return status(outcomes)


if __name__ == "__main__":
    sys.exit(main())
