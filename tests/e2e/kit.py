"""A whole evening for a test: a sandbox, the real client on it, an umpire on a database file, a clock to set, six people.

async def test_x(table: Table) -> None:            # fixture of tests/e2e/conftest.py
    await table.start()                            # /campaign create, join, begin; by default duel_small
    await table.ada.slash("campaign", "orders write", line='move "Lantern One" to 2034')
    await table.tick()                             # what is due is done, letters are delivered
    assert "..." in table.last_in_room("ada").text()
"""

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from discord.app_commands import Group

from cogs.common.interactions import BotServices
from cogs.common.refusals import PERMISSIONS_ASKED
from cogs.shell.client import AdmiraltyClient
from cogs.shell.courier import DiscordCourier
from playtest.clock import ManualClock
from playtest.entropy import SeededEntropy
from playtest.player import Player
from rules.cluster_war.model.state.view import View
from sandbox.app import Sandbox
from sandbox.connect import sealed_connector
from sandbox.errors import Json
from sandbox.human import Human
from sandbox.limits import Limits
from sandbox.model import Channel
from sandbox.reply import Reply, SeenMessage
from sandbox.world import World, demo_world
from storage import outbox
from tests.discord_kit import running_bot, running_sandbox
from tests.patience import WAIT_SECONDS
from tests.prepared import open_prepared
from tests.workers_real import usual_workers
from umpire.campaign.views import side_views
from umpire.clock.clock import Clock
from umpire.clock.dashboards import refresh_dashboards
from umpire.delivery.delivery import Deliverer
from umpire.games import games
from umpire.games.games import Game
from umpire.games.seat import Seat
from umpire.services.pace import Pace
from umpire.services.rulebook import load_rulebook
from umpire.services.services import Services, Workers

CHANNEL = "campaign"
STAMP_FILE: Final = "commands.sha256"
LIMITS = Limits(per_second=50)
"""Discord's own, but that a bot may log in again at once: tests start and stop it."""
PLAYERS = {"humans": "ada", "vermin": "vik", "dominators": "dom", "oolab": "ola"}
"""Who takes which seat; the sandbox's people are named for them."""
SEED = b"an evening at the table"


@dataclass
class Table:
    """The people, the bot and its insides. `start` sets the game's id and whose side is called what."""

    sandbox: Sandbox
    client: AdmiraltyClient
    bot: BotServices
    clock: ManualClock
    game_id: str = ""
    flags: dict[str, str] = field(default_factory=dict)
    people: dict[str, Human] = field(default_factory=dict)

    @property
    def services(self) -> Services:
        """The umpire's dashboard."""
        return self.bot.services

    @property
    def gm(self) -> Human:
        """Grace, the game master."""
        return self.human("gm")

    @property
    def ada(self) -> Human:
        """Leads the Humans."""
        return self.human("ada")

    @property
    def vik(self) -> Human:
        """Leads the Vermin."""
        return self.human("vik")

    @property
    def dom(self) -> Human:
        """Leads the Dominators."""
        return self.human("dom")

    @property
    def ola(self) -> Human:
        """Leads the Oolab."""
        return self.human("ola")

    @property
    def visitor(self) -> Human:
        """Holds no seat."""
        return self.human("visitor")

    def open_commands(self) -> None:
        """Everybody is offered the game master's commands too, as a server's managers may have it: seats alone decide then."""
        for command in self.client.tree.get_commands():
            if isinstance(command, Group) and command.default_permissions is not None:
                self.gm.permit(command.name, role="@everyone")

    def human(self, name: str) -> Human:
        """One of the people by user name."""
        if name not in self.people:
            self.people[name] = self.sandbox.human(name)
        return self.people[name]

    async def start(
        self,
        scenario: str = "duel_small",
        *,
        sides: Sequence[str] | None = None,
        schedule: str = "none",
        review: bool = True,
        early: bool = False,
        begin: bool = True,
    ) -> Game:
        """Create a campaign by commands, seat players (all of PLAYERS that have a side, or those of `sides`), begin it."""
        options = {"name": "The Long Night", "scenario": scenario, "schedule": schedule}
        made = await self.gm.slash(CHANNEL, "campaign create", **options, review=review, early=early)
        assert "The Long Night" in made.text(), made
        game = await games.game_in(self.services, self.sandbox.world.guild().id, self.sandbox.world.channel(CHANNEL).id)
        self.game_id = game.id
        wanted = [flag.id for flag in game.sides] if sides is None else list(sides)
        for side in wanted:
            joined = await self.human(PLAYERS[side]).slash(CHANNEL, "campaign join", side=side)
            assert "leads" in joined.text(), joined
        names = {flag.id: flag.name for flag in game.sides}
        self.flags = {PLAYERS[side]: names[side] for side in wanted}
        if begin:
            begun = await self.gm.slash(CHANNEL, "campaign begin")
            assert "turn 1 is open" in begun.text(), begun
            await self.settle()
        return await self.game()

    async def game(self) -> Game:
        """The game as it is now."""
        return await games.get_game(self.services, self.game_id)

    def gm_seat(self) -> Seat:
        """The game master's seat, for looking behind the scenes."""
        return Seat(self.game_id, "", self.gm.id, is_gm=True)

    async def view(self, side: str = "") -> View:
        """What a side sees now ("" is everything)."""
        if not side:
            return await side_views.view(self.services, self.gm_seat())
        return await side_views.view_of_side(self.services, self.gm_seat(), side)

    async def advance(self) -> None:
        """Resolve and publish the open turn by the game master's commands, and deliver everything."""
        before = await self.game()
        asked = await self.gm.slash(CHANNEL, "gm advance")
        done = await self.gm.click(asked, "Resolve turn")
        if before.options.review:
            await self.gm.click(done, "Publish")
        await self.settle()
        assert (await self.game()).turn == before.turn + 1, done

    async def tick(self) -> None:
        """Let the clock look now (deadlines, reminders, all ready), and deliver everything."""
        self.bot.clock.poke()
        await self.settle()

    async def settle(self) -> None:
        """Wait until nothing is being resolved and every letter that can arrive has arrived."""
        await self.bot.clock.settled()
        async with asyncio.timeout(300):
            while True:
                await refresh_dashboards(self.services)
                await self.bot.deliverer.drain_all()
                before = await self._letters()
                begun = await self.bot.deliverer.pump()
                after = await self._letters()
                if not begun and before == after and "sending" not in after:
                    return

    async def _letters(self) -> tuple[str, ...]:
        """The state of every letter of the game, in order; the deliverer works beside this."""
        async with self.services.storage.reading() as tx:
            rows = await outbox.of_game(tx, self.game_id, "pending", "sending", "sent", "failed")
        return tuple(row.state for row in rows)

    def room(self, name: str) -> Channel:
        """A person's own private thread below the campaign's channel; LookupError if there is none."""
        head = "Game master · " if name == "gm" else f"{self.flags[name]} · "
        person = self.human(name)
        for thread in (*person.threads(CHANNEL), *person.archived_threads(CHANNEL)):
            if thread.name.startswith(head):
                return thread
        raise LookupError(f"{name} has no private thread")

    def last_in_room(self, name: str) -> SeenMessage:
        """The newest message in a person's private thread, the pinned dashboard apart."""
        seen = [each for each in self.human(name).messages(self.room(name)) if not each.payload["pinned"]]
        if not seen:
            raise LookupError(f"nothing was said in the thread of {name}")
        return seen[-1]

    def player(self, name: str) -> Player:
        """One of the people at the keyboard, in the campaign's channel."""
        return Player(self.human(name), CHANNEL)

    async def ask(self, name: str, command: str, /, **options: object) -> Reply:
        """A command in the campaign's channel."""
        return await self.human(name).slash(CHANNEL, command, **options)

    async def leave(self, name: str) -> Reply:
        """A seat given up, and the yes to it."""
        return await self.human(name).click(await self.ask(name, "campaign leave"), "Yes, give it up")

    async def order(self, name: str, line: str) -> Reply:
        """An order by its line, previewed and given; the receipt."""
        return await self.player(name).give("orders write", line=line)


@contextlib.asynccontextmanager
async def running_table(
    folder: Path,
    *,
    answer_timeout: float = WAIT_SECONDS,
    chance: Callable[[int], bytes] | None = None,
    workers: Workers | None = None,
    begin: Callable[[], Awaitable[None]] | None = None,
    state: Path | None = None,
    world: World | None = None,
    gm_open: bool = False,
    hear: Callable[[Sandbox], None] | None = None,
    limits: Limits = LIMITS,
    pace: Pace | None = None,
) -> AsyncIterator[Table]:
    """Sandbox and bot for the length of a block; the database is `folder`/admiralty.db, workers are `usual_workers` unless given.

    `answer_timeout` is generous: a busy machine is not what these tests are about. `chance` is the dashboard's entropy, `state`
    the file that keeps the sandbox's world from one block to the next, `gm_open` the operator's setting; `hear` is given the
    sandbox before the bot logs in; `limits` is what the sandbox allows, `pace` the bot's. The bot has what its invite link
    asks for.

    A Discord that is neither brought along nor listened to knows the bot's commands, as after any start but the first: to be
    told of so many takes a tenth of a second."""
    clock = ManualClock()
    stamp = folder / STAMP_FILE
    if hear is None and state is None and world is None:
        world = await _world_that_knows(stamp, gm_open=gm_open)
    async with (
        await open_prepared(folder / "admiralty.db") as storage,
        running_sandbox(
            state,
            clock=clock.time,
            answer_timeout=answer_timeout,
            bot_permissions=PERMISSIONS_ASKED.value,
            world=world,
            limits=replace(limits),
        ) as sandbox,
    ):
        if hear is not None:
            hear(sandbox)
        services = Services(
            storage, workers or usual_workers(), clock.now, chance or SeededEntropy(SEED), pace=pace or Pace()
        )
        client, bot = make_client(services, stamp, gm_open=gm_open)
        client.running.begin = begin
        try:
            async with running_bot(client, sandbox):
                async with asyncio.timeout(120):
                    while bot.deliverer._loop is None:  # noqa: ASYNC110 # nothing tells when on_ready is done
                        await asyncio.sleep(0.01)
                    await client.running.threads.looked.wait()
                yield Table(sandbox, client, bot, clock)
        finally:
            await bot.clock.stop()
            await bot.deliverer.stop()


_KNOWN: Final[dict[bool, tuple[str, Mapping[int, list[Json]]]]] = {}
"""By whether all may use the game master's: what the bot remembers of its commands, and Discord's list of them."""


async def _world_that_knows(stamp: Path, *, gm_open: bool) -> World:
    """A Discord that a bot has told of its commands, as that bot's stamp says: by a start of its own, once in a process."""
    if gm_open not in _KNOWN:
        with tempfile.TemporaryDirectory(prefix="admiralty-commands-") as folder:
            async with running_table(Path(folder), gm_open=gm_open, hear=lambda _: None) as table:
                there = table.sandbox.world.commands
            _KNOWN[gm_open] = (Path(folder) / STAMP_FILE).read_text(), there
    told, known = _KNOWN[gm_open]
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(told)  # noqa: ASYNC240 # tests wait for nothing else
    world = demo_world()
    world.commands = {scope: list(commands) for scope, commands in known.items()}
    return world


def make_client(services: Services, stamp: Path, *, gm_open: bool = False) -> tuple[AdmiraltyClient, BotServices]:
    """The real client with its bench, that reaches no other host than the sandbox."""
    courier = DiscordCourier()
    bot = BotServices(services, Clock(services), Deliverer(services, courier), load_rulebook())
    client = AdmiraltyClient(bot, stamp, gm_open=gm_open, connector=sealed_connector(), guild_ready_timeout=0.02)
    courier.client = client
    return client, bot
