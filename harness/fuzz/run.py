"""`make fuzz`: hostile evenings against the real bot on the sandbox, each step of them watched (see `watch`).

    python -m harness.fuzz.run --steps 20000 --seed 7

Every evening is a new one; its seed is printed, and so is a step that fails, with the command that repeats it.
"""

import argparse
import asyncio
import secrets
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from harness.fuzz.actions import Fuzzer
from harness.fuzz.step import Done, FuzzStep
from harness.fuzz.table import set_up
from harness.fuzz.watch import Watcher, watching
from tests.e2e.kit import Table, running_table
from umpire.clock.dashboards import refresh_dashboards
from umpire.services import memory

EVENING_STEPS: Final = 400
"""Steps of one evening; then all begins anew, as a game that is over hides the commands that are for games that run."""
ANSWER_S: Final = 30.0
"""How long a first answer is waited for; the limit of Discord is held against processor time."""


@dataclass(slots=True)
class FuzzTally:
    """What was done, and what was wrong."""

    kinds: Counter[str] = field(default_factory=Counter)
    commands: Counter[str] = field(default_factory=Counter)
    refused: int = 0
    stopped: int = 0
    changing: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    held: float = 0.0
    faults: list[str] = field(default_factory=list)

    def add(self, step: FuzzStep, done: Done, watcher: Watcher) -> None:
        """Count a step."""
        self.kinds[step.kind] += 1
        if step.kind == "command" and not done.stopped:
            self.commands[step.what] += 1
        self.stopped += done.stopped
        self.refused += any(reply.text().startswith("⚠") for reply in (*done.replies, *done.forms))
        self.slowest = max(self.slowest, watcher.slowest)
        self.held = max(self.held, watcher.held)


async def rest(table: Table, *, everything: bool) -> None:
    """Wait until the clock does nothing and all letters are away; `everything` looks for letters even if none was seen, and at
    what the clock would do at its next look: in the midst of a later step that would pass for this one's doing."""
    async with asyncio.timeout(120):
        await table.bot.clock.settled()
        if everything:
            table.bot.clock.poke()
            await table.bot.clock.settled()
            await table.bot.deliverer.drain_all()
            while await refresh_dashboards(table.services):
                await table.bot.deliverer.drain_all()
            await table.bot.clock.settled()


async def evening(
    seed: str, steps: int, tally: FuzzTally, fault: Callable[[FuzzStep, list[str]], None], *, aloud: bool = False
) -> None:
    """One evening of so many steps; every step that breaks a rule is handed to `fault`. `aloud` prints each with its answer."""
    with tempfile.TemporaryDirectory(prefix="admiralty-fuzz-") as folder:
        async with running_table(Path(folder), answer_timeout=ANSWER_S) as table:
            found = await set_up(table)
            await rest(table, everything=True)
            with watching(found, Path(folder) / "admiralty.db") as watcher:
                fuzzer = Fuzzer(found, seed)
                for number in range(1, steps + 1):
                    step, done = await fuzzer.step(number)
                    await rest(table, everything=step.kind == "time" or watcher.moved())
                    wrong = watcher.faults(step, done)
                    tally.add(step, done, watcher)
                    if aloud:
                        print(step, "->", [reply.text()[:150] for reply in (*done.replies, *done.forms)], flush=True)
                    if wrong:
                        tally.faults += wrong
                        fault(step, wrong)
                tally.changing.update(watcher.changing)


def main() -> int:
    """Read what is wanted, run the evenings, tell what came of them; status 1 if anything was wrong."""
    asked = argparse.ArgumentParser(prog="harness.fuzz.run", description="Fuzzed evenings.")
    asked.add_argument("--steps", type=int, default=2000)
    asked.add_argument("--seed", default=secrets.token_hex(3), help="of the first evening; by default a new one")
    asked.add_argument("--aloud", action="store_true", help="print every step and what was answered")
    wanted = asked.parse_args()
    tally, begun, left, number = FuzzTally(), time.monotonic(), wanted.steps, 0
    memory.settle()  # as the program has it: a full collection would hold the loop for longer than any step
    while left > 0:
        seed = f"{wanted.seed}.{number}" if number else str(wanted.seed)
        steps = min(EVENING_STEPS, left)
        print(f"seed {seed}: {steps} steps", flush=True)

        def tell(step: FuzzStep, wrong: list[str], seed: str = seed) -> None:
            print(f"✗ {step}")
            for each in wrong:
                print(f"    {each}")
            print(f"    again: make fuzz SEED={seed} STEPS={step.number}", flush=True)

        asyncio.run(evening(seed, steps, tally, tell, aloud=wanted.aloud))
        left, number = left - steps, number + 1
    done = ", ".join(f"{count} {kind}" for kind, count in tally.kinds.most_common())
    print(
        f"{wanted.steps} steps in {time.monotonic() - begun:.0f} s ({time.process_time():.0f} s of processor): {done}."
    )
    print(
        f"{len(tally.commands)} commands; {tally.refused} answers refused, {tally.stopped} steps stopped by Discord's own "
        f"limits; {len(tally.changing)} commands and buttons changed something; slowest first answer "
        f"{tally.slowest:.2f} s of processor; the event loop was held for {tally.held * 1000:.0f} ms at most; "
        f"{len(tally.faults)} faults."
    )
    print(f"Changed by: {', '.join(sorted(tally.changing))}.")
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
