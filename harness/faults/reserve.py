"""kill -9 of processes that have shards, beside a stand-by: `python -m harness.faults.reserve KILLS SEED [apart]`.

Two processes have half of the servers each, a third stands by. People order, a deadline comes due in all campaigns at once, one
of the two is killed at a random moment around it, and the stand-by has to take its shards; what was killed comes back as the next
stand-by. In one round of four the stand-by is killed as well, at a random moment of taking over, and another takes over from it.
With `apart` each process takes itself to be on a computer of its own: that one is dead can be told by its silence alone.
"""

import asyncio
import logging
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import median
from typing import Final

from harness.faults.outcome import Observation
from harness.faults.programs import START_S, Program
from harness.faults.shards import SHARDS, Harbour, bot, harbour
from storage.processes import LEASE_SECONDS
from tests.on_postgresql import Server

STANDS_BY: Final = "takes over when its holder is lost"
ORDER_TRIES: Final = 3
"""So often somebody tries to order from a process that has just begun: Discord gives it three seconds."""


@dataclass
class Reserve:
    """Two processes, those that stand by, and what was seen of them."""

    harbour: Harbour
    chance: random.Random
    apart: bool
    waiting: list[Program] = field(default_factory=list)
    kills: int = 0
    relieved: int = 0
    """Of the kills, those of a stand-by while it took over."""
    took: list[float] = field(default_factory=list)
    """Seconds from a kill to the moment at which the shards have a process that is on line."""
    wrong: list[str] = field(default_factory=list)
    _hosts: Iterator[int] = field(default_factory=lambda: count(1))

    def watch(self) -> None:
        """From now on note a shard of which two processes are told at once."""
        self.harbour.sandbox.gateway.watchers.append(self._look)

    def _look(self) -> None:
        sessions = self.harbour.sandbox.gateway.sessions.values()
        on_line = Counter(each.shard for each in sessions if each.socket is not None)
        self.wrong += [f"{times} processes were on shard {shard}" for shard, times in on_line.items() if times > 1]

    def host(self) -> str:
        """The computer of the next process."""
        return f"machine-{next(self._hosts)}" if self.apart else ""

    async def stand_by(self) -> None:
        """Another process stands by."""
        sandbox, folder, database = self.harbour.sandbox, self.harbour.folder, self.harbour.database
        another = bot(sandbox, folder, database, "standby", SHARDS, self.host())
        self.waiting.append(another)
        await another.launch()
        await another.says(STANDS_BY)

    async def killed(self, victim: Program) -> None:
        """Kill one."""
        await victim.kill()
        self.kills += 1

    async def deadline(self) -> None:
        """People order, all turns come due, somebody who has shards is killed, and somebody else has them in the end."""
        found, chance = self.harbour, self.chance
        before = await found.turn()
        await asyncio.gather(*(found.order(place) for place in found.places))
        both = chance.random() < 0.25
        if both:
            await self.stand_by()
        shard = chance.choice(sorted(found.bots))
        acts = [asyncio.create_task(found.order(place)) for place in found.places if chance.random() < 0.5]
        await found.due_in(1)
        await asyncio.sleep(chance.uniform(0, 5))
        begun = time.monotonic()
        await self.killed(found.bots.pop(shard))
        if both:
            await asyncio.sleep(chance.uniform(0, (LEASE_SECONDS if self.apart else 0) + 6))
            await self.killed(self.waiting.pop(0))
            self.relieved += 1
        found.bots[shard] = await self._successor()
        self.took.append(time.monotonic() - begun)
        place = next(each for each in found.places if (each.guild_id or 0) >> 22 & 1 == int(shard))
        if not any([await found.order(place) for _ in range(ORDER_TRIES)]):
            self.wrong.append(f"nobody answered in {place.name} after its shards were taken over")
        await found.turned(before)
        await asyncio.gather(*acts)
        while not self.waiting:
            await self.stand_by()

    async def _successor(self) -> Program:
        """The one of those that stand by that is on line now. TimeoutError if none comes."""
        async with asyncio.timeout(START_S):
            while True:
                for each in self.waiting:
                    if each.heard(each.ready) is not None:
                        self.waiting.remove(each)
                        return each
                await asyncio.sleep(0.02)

    def figures(self) -> str:
        """What was seen, in a sentence."""
        return (
            f"{self.relieved} of them of a stand-by that took over; shards taken over and on line after "
            f"{median(self.took):.0f} s (median; {max(self.took):.0f} at most)"
        )


async def relieved_evening(folder: Path, server: Server, kills: int, seed: int, *, apart: bool = False) -> Observation:
    """As many deadlines as it takes for so many kills, or one more."""
    chance = random.Random(seed)
    async with harbour(folder, server, hosts=apart) as found:
        reserve = Reserve(found, chance, apart)
        reserve.watch()
        try:
            await reserve.stand_by()
            while reserve.kills < kills:
                await reserve.deadline()
            wrong, played = [*reserve.wrong, *await found.faults()], await found.turn()
        finally:
            await asyncio.gather(*(one.end() for one in reserve.waiting))
    figures = (
        f"{sum(played) - len(played)} turns once, {len(found.confirmed)} confirmed orders once; {reserve.figures()}; "
        f"{found.unanswered} people unanswered"
    )
    return Observation(reserve.kills, [*wrong, *found.sandbox.unknown_routes], figures)


async def kills_beside_a_stand_by(folder: Path, kills: int, seed: int, *, apart: bool = False) -> Observation:
    """The same on a PostgreSQL server of its own."""
    server = Server()
    try:
        await server.fill_template()
        return await relieved_evening(folder, server, kills, seed, apart=apart)
    finally:
        server.stop()


async def main(kills: int, seed: int, *, apart: bool) -> int:
    """Run it and say what was seen."""
    with tempfile.TemporaryDirectory(prefix="admiralty-reserve-") as folder:
        seen = await kills_beside_a_stand_by(Path(folder), kills, seed, apart=apart)
    print(f"seed {seed}: {seen.times} kills. {seen.figures}")
    for line in seen.wrong:
        print("WRONG:", line)
    return int(bool(seen.wrong))


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING)
    sys.exit(asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), apart="apart" in sys.argv[3:])))
