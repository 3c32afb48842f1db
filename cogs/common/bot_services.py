"""What command groups are given: the umpire's services and what runs beside them."""

import asyncio
from collections import defaultdict
from typing import TypeAlias

import discord

from cogs.common.unfinished import Unfinished
from rules.values import Value, field
from umpire.clock.clock import Clock
from umpire.delivery.delivery import Deliverer
from umpire.services.rulebook import Rulebook
from umpire.services.services import Services


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
