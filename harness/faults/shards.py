"""kill -9 of one of two bot processes on one PostgreSQL database: `python -m harness.faults.shards KILLS SEED`.

Each has half of the servers, with a campaign in each. People order, a deadline comes due in all campaigns at once, and one of the
processes is killed at a random moment around it; it is started again at once, or only when the other has done everything. In the
end: each turn once, each confirmed order once, each letter once among the messages that the sandbox holds.
"""

import asyncio
import contextlib
import json
import logging
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from cogs.common.refusals import PERMISSIONS_ASKED
from harness.faults.outcome import Observation
from harness.faults.programs import PROJECT_FOLDER, Program
from playtest.player import GIVE_BUTTON
from program.application import utc_now
from rules.cluster_war.turn.setup.scenario import load_scenario
from sandbox import actions, payloads
from sandbox.app import Sandbox
from sandbox.errors import DiscordError, Refused
from sandbox.human import NoAnswerError
from sandbox.model import Channel
from sandbox.world import World, empty_world
from storage import audit, deadlines, orders, outbox, turns
from storage.db import Storage
from tests.on_postgresql import Server
from tests.umpire.seat_delivery import set_delivery
from tests.workers_inline import InlineWorkers
from umpire.campaign.founding import play_campaign
from umpire.campaign.open_turn import SYSTEM
from umpire.campaign.turn.turns import open_first
from umpire.delivery.sender import ref_of
from umpire.games import games, seats
from umpire.games.new_game import NewGame
from umpire.games.options import GameSettings, Options, parse_schedule
from umpire.services.services import Services

SHARDS: Final = 2
SEATS: Final = {"humans": "ada", "dominators": "dom"}
SCHEDULE: Final = "every 168h"
WAIT_SECONDS: Final = 300.0
REFERENCE: Final = re.compile(r"-# ref [A-Z0-9]+-[A-Z0-9]{6}")
LOST_ACT: Final = (NoAnswerError, DiscordError, Refused, LookupError)
"""What a person meets whose server's process was just killed."""


def two_halves(campaigns: int) -> tuple[World, list[Channel]]:
    """A world with so many servers, one after the other on another shard, each with a channel."""
    world = empty_world()
    people = [world.add_user(name) for name in ("gm", *SEATS.values())]
    places = []
    for number in range(campaigns):
        guild = world.add_guild(f"Server {number}", people[0], members=people[1:])
        places.append(world.add_channel(guild, f"campaign-{number}"))
        world.seeds += 1 << 22  # the next one is of another millisecond, and so of another shard
    return world, places


def bot(sandbox: Sandbox, folder: Path, database: str, ids: str, total: int = SHARDS, host: str = "") -> Program:
    """One process, for these shards, as if on a computer of that name; it runs when it is started."""
    more = {
        "FAULTS_TOKEN": sandbox.token,
        "DATABASE_URL": database,
        "ADMIRALTY_DATABASE": "",
        "ADMIRALTY_DATA": str(folder),
        "ADMIRALTY_SHARDS": str(total),
        "ADMIRALTY_SHARD_IDS": ids,
        "ADMIRALTY_WORKERS": "1",
        "FAULTS_HOST": host,
    }
    return Program(("-m", "harness.faults.shard_bot", sandbox.url), "^ready", more)


@dataclass
class Harbour:
    """Servers with a campaign in each, their people, and the processes beneath them, by their shards."""

    sandbox: Sandbox
    services: Services
    folder: Path
    database: str
    places: list[Channel]
    bots: dict[str, Program]
    games: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    confirmed: list[str] = field(default_factory=list)
    unanswered: int = 0

    def room(self, place: Channel, player: str) -> int:
        """A private thread of a player's below a campaign, as the bot makes one."""
        world = self.sandbox.world
        made = actions.create_thread(self.sandbox.core, place, world.bot_id, {"name": f"{player} · room"}, kind=12)
        for user in (world.bot_id, world.user(player).id):
            actions.add_to_thread(self.sandbox.core, made, user)
        return made.id

    async def found(self, *, rooms: bool = False) -> None:
        """Found a campaign in every place, seat its players, with their rooms or for the bot to make them, and open the first
        turn."""
        users = {user.username: user.id for user in self.sandbox.world.users.values()}
        scenario = load_scenario(PROJECT_FOLDER / "scenarios" / "duel_small.toml")
        for place in self.places:
            settings = GameSettings(parse_schedule(SCHEDULE), Options(review=False, early=True))
            new = NewGame(SYSTEM, place.guild_id or 0, place.id, f"War of {place.name}", users["gm"], settings)
            game = await play_campaign.create_game(self.services, new, scenario)
            gm = await seats.gm_seat(self.services, game.id, users["gm"])
            held = {"gm": gm}
            for side, player in SEATS.items():
                held[player] = await seats.take(self.services, game.id, users[player], side)
            for player, seat in held.items() if rooms else ():
                await set_delivery(self.services, seat, thread_id=self.room(place, player))
            await open_first(self.services, gm)
            self.games.append(game.id)

    async def order(self, place: Channel) -> bool:
        """Ada gives an order; it is confirmed when its receipt is read. False if nobody answered."""
        word = f"Question {len(self.asked) + 1} of ours"
        self.asked.append(word)
        ada = self.sandbox.human("ada")
        try:
            preview = await ada.slash(place, "orders ask", text=f"{word}.")
            receipt = await ada.click(preview, GIVE_BUTTON)
        except LOST_ACT:
            self.unanswered += 1
            return False
        if "Order given" not in receipt.text():
            return False
        self.confirmed.append(word)
        return True

    async def turn(self) -> list[int]:
        """The open turn of each campaign."""
        return [(await games.get_game(self.services, game)).turn for game in self.games]

    async def due_in(self, seconds: float) -> None:
        """All campaigns' deadlines come due so soon."""
        async with self.services.storage.transaction() as tx:
            for game in self.games:
                for row in await deadlines.open_after(tx, 0):
                    if row.game == game:
                        await deadlines.move(tx, row.id, round(time.time() + seconds), 0, "")

    async def letters_left(self) -> int:
        """How many letters are not sent."""
        async with self.services.storage.reading() as tx:
            return len(await outbox.waiting(tx))

    async def turned(self, before: list[int]) -> None:
        """Wait until every campaign is past this turn, and every letter is sent. TimeoutError if one is not."""
        end = time.monotonic() + WAIT_SECONDS
        while True:
            behind = [game for game, was, now in zip(self.games, before, await self.turn(), strict=True) if now <= was]
            left = await self.letters_left()
            if not behind and not left:
                return
            if time.monotonic() > end:
                raise TimeoutError(
                    f"campaigns {behind} are not resolved and {left} letters not sent in {WAIT_SECONDS:.0f} s"
                )
            await asyncio.sleep(0.2)

    async def faults(self) -> list[str]:
        """What is wrong with what is there: turns, orders, letters."""
        world, cdn = self.sandbox.world, self.sandbox.core.cdn
        shown = [
            Counter(
                ref
                for one in messages.values()
                for ref in set(
                    REFERENCE.findall(json.dumps(payloads.message(world, cdn, one, nonce=False), ensure_ascii=False))
                )
            )
            for messages in world.messages.values()
        ]
        found: list[str] = []
        async with self.services.storage.reading() as tx:
            for game in self.games:
                played = [(row.turn, row.state) for row in await turns.of_game(tx, game)]
                last = len(played) - 1
                if played != [*((turn, "published") for turn in range(last)), (last, "open")]:
                    found.append(f"turns of {game} are {played}")
                resolved = Counter(act.detail.get("turn") for act in await audit.of_actions(tx, game, "turn.resolved"))
                if sum(resolved.values()) != last - 1 or len(resolved) != last - 1:
                    found.append(f"turns of {game} were resolved so often: {resolved}, of {last - 1}")
                for row in await outbox.of_game(tx, game):
                    found_in = [place[ref_of(row)] for place in shown]
                    # A dashboard's reference tells what it shows: one sent before its player had a thread stays where it was.
                    times = max(found_in) if row.letter["kind"] == "desk" else sum(found_in)
                    if row.state != "sent":
                        found.append(f"letter {row.id} is {row.state}: {row.error}")
                    elif times > 1 or (times == 0 and not row.edit_key and row.message_id is not None):
                        found.append(f"letter {row.id} ({row.letter['kind']}) is shown {times} times")
            held = [row.order for game in self.games for row in await orders.stored_of_game(tx, game)]
        for word in self.asked:
            times = sum(f"{word}.".encode() in order for order in held)
            if times > 1 or (times == 0 and word in self.confirmed):
                found.append(f"order {word} stands {times} times")
        return found


@contextlib.asynccontextmanager
async def harbour(
    folder: Path, server: Server, campaigns: int = 2, processes: int = SHARDS, *, hosts: bool = False
) -> AsyncIterator[Harbour]:
    """Processes that have an equal share of the servers each and run, for the length of a block; each on a host of its own, as
    it takes it, if wanted."""
    name = server.fresh()
    database = server.address(name)
    world, places = two_halves(campaigns)
    sandbox = await Sandbox.start(world=world, bot_permissions=PERMISSIONS_ASKED.value)
    try:
        async with await Storage.open(database) as storage:
            services = Services(storage, InlineWorkers(), utc_now, random.randbytes)
            bots = {
                str(ids): bot(sandbox, folder, database, str(ids), processes, f"host-{ids}" if hosts else "")
                for ids in range(processes)
            }
            found = Harbour(sandbox, services, folder, database, places, bots)
            await found.found()
            try:
                await asyncio.gather(*(one.start() for one in bots.values()))
                yield found
            finally:
                await asyncio.gather(*(one.end() for one in bots.values()))
    finally:
        await sandbox.stop()
        server.drop(name)


async def killed_evening(folder: Path, server: Server, kills: int, seed: int, processes: int = SHARDS) -> Observation:
    """So many deadlines, and at each a kill of one process at a random moment."""
    chance = random.Random(seed)
    alone = 0
    async with harbour(folder, server, processes=processes) as found:
        for _ in range(kills):
            before = await found.turn()
            await asyncio.gather(*(found.order(place) for place in found.places))
            victim = found.bots[chance.choice(sorted(found.bots))]
            acts = [asyncio.create_task(found.order(place)) for place in found.places if chance.random() < 0.5]
            await found.due_in(1)
            await asyncio.sleep(chance.uniform(0, 5))
            await victim.kill()
            if chance.random() < 0.5 and processes > 1:
                alone += 1
                await found.turned(before)
                await victim.start()
            else:
                await victim.start()
                await found.turned(before)
            await asyncio.gather(*acts)
        wrong, played = await found.faults(), await found.turn()
    refused = list(found.sandbox.unknown_routes)
    figures = (
        f"{sum(played) - len(played)} turns once, {len(found.confirmed)} confirmed orders once; after {alone} of the kills the "
        f"other did everything alone; {found.unanswered} people unanswered"
    )
    return Observation(kills, [*wrong, *refused], figures)


async def kills_of_shards(folder: Path, kills: int, seed: int, processes: int = SHARDS) -> Observation:
    """The same on a PostgreSQL server of its own; also with a single process, which has all servers."""
    server = Server()
    try:
        await server.fill_template()
        return await killed_evening(folder, server, kills, seed, processes)
    finally:
        server.stop()


async def main(kills: int, seed: int) -> int:
    """Run it and say what was seen."""
    with tempfile.TemporaryDirectory(prefix="admiralty-shards-") as folder:
        seen = await kills_of_shards(Path(folder), kills, seed)
    print(f"seed {seed}: {seen.times} kills. {seen.figures}")
    for line in seen.wrong:
        print("WRONG:", line)
    return int(bool(seen.wrong))


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING)
    sys.exit(asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]))))
