"""What command groups are given: the umpire's services and what runs beside them, the games whose threads wait for
Discord among it."""

import asyncio
import contextlib
from collections import defaultdict
from typing import TypeAlias

import discord

from rules.values import Value, field
from umpire.clock.clock import Clock
from umpire.delivery.delivery import Deliverer
from umpire.services.rulebook import Rulebook
from umpire.services.services import Services


class Unfinished:
    """The ids of such games; a keeper waits for them."""

    def __init__(self) -> None:
        self._games: set[str] = set()
        self._more = asyncio.Event()
        self._all = False

    def add(self, game: str) -> None:
        """See to this game again."""
        self._games.add(game)
        self._more.set()

    def look_at_all(self) -> None:
        """See to all games again: another process has changed something of one of them."""
        self._all = True
        self._more.set()

    def take_all(self) -> bool:
        """Whether all games are to be seen to, once."""
        wanted, self._all = self._all, False
        return wanted

    async def take(self, most_seconds: float | None) -> frozenset[str]:
        """Wait until there is a game to see to, `most_seconds` at most, and take them all."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(most_seconds):
                await self._more.wait()
        found = frozenset(self._games)
        self._games.clear()
        self._more.clear()
        return found


class BotServices(Value):
    """The tools of a running bot."""

    services: Services
    clock: Clock
    deliverer: Deliverer
    rulebook: Rulebook
    seeing_to: defaultdict[str, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))
    """A lock for each game's private threads, so that two who look at once make none twice."""
    unfinished: Unfinished = field(default_factory=Unfinished)


class BotClient(discord.Client):
    """A client that carries the bot's services; `cogs.shell.client` builds the rest."""

    bot: BotServices


Interaction: TypeAlias = discord.Interaction[BotClient]


def bot_services(interaction: Interaction) -> BotServices:
    """The services of the client that received this interaction."""
    return interaction.client.bot


def services_of(interaction: Interaction) -> Services:
    """The umpire's services, of the client that received this interaction."""
    return bot_services(interaction).services
