"""A sandbox in a process of its own, and people in it who keep using slash commands: `python -m harness.bench.crowd 20`.

Says one JSON line when it is ready. Then one line on stdin begins a phase ({"seed": 1, "rate": 25}, commands a second),
the next ends it; after each phase it says what was used and how long each answer took.
"""

import asyncio
import contextlib
import json
import sys
from collections.abc import Awaitable
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any, TypeAlias

from sandbox.app import Sandbox
from sandbox.human import Human, NoAnswerError
from sandbox.interactions import Interaction
from sandbox.reply import Reply
from sandbox.world import World, empty_world

Sample: TypeAlias = dict[str, Any]
"""`what` was used; seconds until the `first` answer and until the answer was `whole`; `error` in words."""
PLAYERS = ("ada", "dom")
READ_LIMIT = 1 << 20
POLL_SECONDS = 0.005


@dataclass
class Watch:
    """The longest time in seconds that a loop stood still."""

    lag: float = 0.0

    async def look(self) -> None:
        """Look until cancelled."""
        while True:
            start = perf_counter()
            await asyncio.sleep(POLL_SECONDS)
            self.lag = max(self.lag, perf_counter() - start - POLL_SECONDS)


class TimedHuman(Human):
    """A person with a stop-watch."""

    first = 0.0

    async def _wait(self, sent: Interaction) -> Reply:
        start = perf_counter()
        sent.first.add_done_callback(lambda _: setattr(self, "first", perf_counter() - start))
        return await super()._wait(sent)


@dataclass
class Crowd:
    """The people of all games; each of the players plays in every one of them."""

    sandbox: Sandbox
    channels: list[int]
    players: tuple[str, ...] = PLAYERS

    async def use(self, chance: Random) -> Sample:
        """One person uses one command, chosen by chance."""
        channel = chance.choice(self.channels)
        human = TimedHuman(self.sandbox.core, self.sandbox.world.user(chance.choice(self.players)).id)
        acts: dict[str, tuple[int, Awaitable[object]]] = {
            "orders show": (4, human.slash(channel, "orders show")),
            "fleet list": (4, human.slash(channel, "fleet list")),
            "turn status": (3, human.slash(channel, "turn status")),
            "colony list": (2, human.slash(channel, "colony list")),
            "orders ask": (2, human.slash(channel, "orders ask", text="What do our scouts say?")),
            "autocomplete fleet": (4, human.autocomplete(channel, "fleet move", "fleet", chance.choice("lhf"))),
            "autocomplete to": (4, human.autocomplete(channel, "fleet move", "to", str(chance.randrange(50)))),
            "map mine": (1, human.slash(channel, "map mine")),
        }
        what = chance.choices(list(acts), [weight for weight, _ in acts.values()])[0]
        for name, (_, act) in acts.items():
            if name != what:
                act.close()  # type: ignore[attr-defined] # a coroutine that nobody will await
        start, error = perf_counter(), ""
        try:
            await acts[what][1]
        except NoAnswerError as silence:
            error = str(silence)
        return {"what": what, "first": human.first, "whole": perf_counter() - start, "error": error}

    async def phase(self, seed: int, rate: float, over: asyncio.Event) -> dict[str, Any]:
        """Commands come as they like (a Poisson stream of `rate` a second) until it is over.

        `lag` is the longest time in seconds that this process's own loop stood still."""
        chance = Random(seed)
        watch = Watch()
        watching = asyncio.create_task(watch.look())
        begun: list[asyncio.Task[Sample]] = []
        while not over.is_set():
            begun.append(asyncio.create_task(self.use(chance)))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(over.wait(), chance.expovariate(rate))
        samples = list(await asyncio.gather(*begun))
        watching.cancel()
        return {"samples": samples, "lag": watch.lag}


def quantile(values: list[float], share: float) -> float:
    """The value that this share of all values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def line(name: str, values: list[float]) -> str:
    """How many, the middle one, p99 and the longest, in ms."""
    p50, p99 = quantile(values, 0.5) * 1000, quantile(values, 0.99) * 1000
    return f"{name}: n {len(values)}, p50 {p50:.0f}, p99 {p99:.0f}, max {max(values) * 1000:.0f} ms"


def world_of(games: int) -> World:
    """A server with a channel for each game, a game master and two players."""
    world = empty_world()
    gm, *players = (world.add_user(name) for name in ("gm", *PLAYERS))
    guild = world.add_guild("Harbour", gm, members=players)
    for number in range(games):
        world.add_channel(guild, f"game-{number}")
    return world


async def main(games: int) -> None:
    """Serve until stdin ends."""
    loop = asyncio.get_running_loop()
    lines = asyncio.StreamReader(limit=READ_LIMIT)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    sandbox = await Sandbox.start(world=world_of(games), answer_timeout=10)
    world = sandbox.world
    channels = [c.id for c in world.channels.values() if (c.name or "").startswith("game-")]
    users = {name: world.user(name).id for name in ("gm", *PLAYERS)}
    tell({"url": sandbox.url, "token": sandbox.token, "guild": world.guild().id, "channels": channels, "users": users})
    crowd = Crowd(sandbox, channels)
    while wish := await lines.readline():
        asked, over = json.loads(wish), asyncio.Event()
        working = asyncio.create_task(crowd.phase(asked["seed"], asked["rate"], over))
        await lines.readline()
        over.set()
        tell(await working)
    await sandbox.stop()


def tell(value: object) -> None:
    """One line for the bench."""
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
