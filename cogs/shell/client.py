"""The bot as Discord sees it: a client without privileged intents, its command tree, its buttons, its courier."""

import asyncio
import contextlib
import hashlib
import itertools
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from cogs.battle import buttons as battle_buttons
from cogs.battle import help_topics as battle_help
from cogs.battle.fire import FireGroup
from cogs.battle.group import BattleGroup
from cogs.battle.plot import PlotGroup
from cogs.battle.ship import ShipGroup
from cogs.campaign import help_topics as campaign_help
from cogs.campaign.commands import map_buttons, orders, report_buttons, schedule
from cogs.campaign.commands.base import BaseGroup
from cogs.campaign.commands.build import BuildGroup
from cogs.campaign.commands.campaign import CampaignGroup
from cogs.campaign.commands.colony import ColonyGroup
from cogs.campaign.commands.design import BUTTONS as DESIGN_BUTTONS
from cogs.campaign.commands.design import FORMS as DESIGN_FORMS
from cogs.campaign.commands.design import DesignGroup
from cogs.campaign.commands.empire import EmpireGroup
from cogs.campaign.commands.find import find_command
from cogs.campaign.commands.fleet import FleetGroup
from cogs.campaign.commands.map import MapGroup
from cogs.campaign.commands.orders import OrdersGroup
from cogs.campaign.commands.plan import PlanGroup
from cogs.campaign.commands.research import ResearchGroup
from cogs.campaign.commands.roll import roll_command
from cogs.campaign.commands.treaty import TreatyGroup
from cogs.campaign.commands.turn import TurnGroup
from cogs.campaign.common import ordering
from cogs.campaign.common.campaign_context import seat_or_none
from cogs.campaign.desk import gm as gm_desk
from cogs.campaign.desk import handlers as desk
from cogs.campaign.founding import handlers as founding_handlers
from cogs.campaign.founding import homes as founding_homes
from cogs.campaign.gm import buttons, modals, npr_handlers
from cogs.campaign.gm import designs as gm_designs
from cogs.campaign.gm import races as gm_races
from cogs.campaign.gm.decree import DecreeGroup
from cogs.campaign.gm.group import GmGroup
from cogs.campaign.race import handlers as race_handlers
from cogs.campaign.race.group import RaceGroup
from cogs.common import forms
from cogs.common.bot_services import BotServices, Interaction
from cogs.common.buttons import ActionButton, Handler
from cogs.common.errors import answer_error
from cogs.common.forms import FormMaker
from cogs.common.help_topic import Topic
from cogs.common.selects import ActionSelect, SelectHandler
from cogs.common.threads import ensure_all
from cogs.dogfight import buttons as dogfight_buttons
from cogs.dogfight import help_topics as dogfight_help
from cogs.dogfight.group import DogfightGroup
from cogs.shell import help_topics as shared_help
from cogs.shell.help import BUTTONS as HELP_BUTTONS
from cogs.shell.help import help_command
from cogs.shell.privacy import BUTTONS as PRIVACY_BUTTONS
from cogs.shell.privacy import privacy_command
from cogs.shell.rule import rule_command
from render.canvas.safe_text import count

log = logging.getLogger(__name__)

AGAIN_SECONDS = (1, 2, 5, 15, 60)
"""How long to wait before a step of the start that failed is tried again; the last one, from then on."""
INTENTS = discord.Intents(guilds=True, dm_messages=True)
"""What the bot listens to: servers and channels, and the answers to its own commands. Nothing privileged."""


TOPICS_IN_ORDER = (
    "start", "orders", "notation", "dice", "map", "turn", "races", "gm", "battle", "dogfight", "accessibility",
    "privacy", "rules",
)  # fmt: skip
"""As /help offers them."""


async def first_game(interaction: Interaction | None) -> discord.ui.Button[discord.ui.LayoutView] | None:
    """A first dogfight for whoever has no seat where they ask; a player or game master has other things to do."""
    seated = interaction is not None and await seat_or_none(interaction) is not None
    return None if seated else await dogfight_help.first_fight()


def help_topics() -> Mapping[str, Topic]:
    """Every game's topics and what all share, in the order of their buttons; the first one offers a first game."""
    found = {**campaign_help.TOPICS, **battle_help.TOPICS, **dogfight_help.TOPICS, **shared_help.TOPICS}
    found["start"] = replace(found["start"], offer=first_game)
    return {name: found[name] for name in TOPICS_IN_ORDER}


class Tree(app_commands.CommandTree["AdmiraltyClient"]):
    """The command tree; all errors go one way."""

    async def on_error(
        self, interaction: discord.Interaction["AdmiraltyClient"], error: app_commands.AppCommandError, /
    ) -> None:
        await answer_error(interaction, error)  # type: ignore[arg-type] # our client is a client with services


class AdmiraltyClient(discord.Client):
    """The client. `stamp` is the file that remembers which commands Discord was last told of; `begin` is awaited when every
    seat has its thread and before letters go out, again if it failed."""

    def __init__(
        self, bot: BotServices, stamp: Path, *, begin: Callable[[], Awaitable[None]] | None = None, **options: Any
    ) -> None:
        super().__init__(intents=INTENTS, allowed_mentions=discord.AllowedMentions.none(), max_messages=None, **options)
        self.bot = bot
        self.stamp = stamp
        self.tree = Tree(self)
        self.buttons: Mapping[str, Handler] = {
            **ordering.BUTTONS,
            **buttons.BUTTONS,
            **map_buttons.BUTTONS,
            **schedule.BUTTONS,
            **report_buttons.BUTTONS,
            **HELP_BUTTONS,
            **PRIVACY_BUTTONS,
            **forms.BUTTONS,
            **founding_handlers.BUTTONS,
            **founding_homes.BUTTONS,
            **race_handlers.BUTTONS,
            **gm_races.BUTTONS,
            **DESIGN_BUTTONS,
            **gm_designs.BUTTONS,
            **desk.BUTTONS,
            **gm_desk.BUTTONS,
            **battle_buttons.BUTTONS,
            **dogfight_buttons.BUTTONS,
        }
        self.selects: Mapping[str, SelectHandler] = {
            **report_buttons.SELECTS,
            **founding_handlers.SELECTS,
            **founding_homes.SELECTS,
            **race_handlers.SELECTS,
            **gm_races.SELECTS,
            **gm_designs.SELECTS,
            **desk.SELECTS,
            **gm_desk.SELECTS,
            **battle_buttons.SELECTS,
            **dogfight_buttons.SELECTS,
        }
        self.forms: Mapping[str, FormMaker] = {
            **ordering.FORMS,
            **orders.FORMS,
            **modals.FORMS,
            **npr_handlers.FORMS,
            **gm_races.FORMS,
            **gm_designs.FORMS,
            **gm_desk.FORMS,
            **founding_handlers.FORMS,
            **founding_homes.FORMS,
            **race_handlers.FORMS,
            **DESIGN_FORMS,
            **battle_buttons.FORMS,
        }
        self.topics: Mapping[str, Topic] = help_topics()
        self.command_ids: Mapping[str, int] = {}
        self.begin = begin
        self.starting: asyncio.Task[None] | None = None

    async def setup_hook(self) -> None:
        """Register commands and buttons; tell Discord of the commands only when they have changed."""
        self.register()
        await self.sync()

    def register(self) -> None:
        """Put all commands into the tree, and make the buttons known."""
        for group in (
            CampaignGroup(),
            RaceGroup(),
            DesignGroup(),
            EmpireGroup(),
            FleetGroup(),
            ColonyGroup(),
            BuildGroup(),
            BaseGroup(),
            TreatyGroup(),
            ResearchGroup(),
            OrdersGroup(),
            TurnGroup(),
            MapGroup(),
            PlanGroup(),
            GmGroup(),
            DecreeGroup(),
            BattleGroup(),
            DogfightGroup(),
            ShipGroup(),
            PlotGroup(),
            FireGroup(),
        ):
            self.tree.add_command(group)
        self.tree.add_command(roll_command)
        self.tree.add_command(find_command)
        self.tree.add_command(rule_command)
        self.tree.add_command(help_command)
        self.tree.add_command(privacy_command)
        self.add_dynamic_items(ActionButton, ActionSelect)

    async def sync(self) -> None:
        """Send the commands to Discord if they differ from those it was last told, or it has lost them."""
        tree = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        told = json.dumps([self.application_id, tree], sort_keys=True, default=str)
        digest = hashlib.sha256(told.encode()).hexdigest()
        if self.stamp.is_file() and self.stamp.read_text(encoding="utf-8") == digest:
            self.command_ids = {command.name: command.id for command in await self.tree.fetch_commands()}
            if self.command_ids.keys() == {command.name for command in self.tree.get_commands()}:
                return
        self.command_ids = {command.name: command.id for command in await self.tree.sync()}
        self.stamp.parent.mkdir(parents=True, exist_ok=True)
        self.stamp.write_text(digest, encoding="utf-8")
        log.info("Discord was told of %s commands.", len(tree))

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """A form that was sent, whichever process opened it; discord.py sees to everything else."""
        if interaction.type is discord.InteractionType.modal_submit:
            await forms.submitted(interaction)

    async def on_ready(self) -> None:
        """Once connected: let the clock work, make sure that every seat has its thread, then send letters.

        What fails is tried again until it succeeds: a bot that answers but keeps no deadline would be worse than none.
        """
        if self.starting is not None or self.is_closed():
            return
        log.info("Connected as %s in %s.", self.user, count(len(self.guilds), "server"))
        self.starting = asyncio.current_task()
        await self._until_done("The clock could not be started", self.bot.clock.start)
        await self._until_done("The private threads could not be looked at", partial(ensure_all, self, self.bot))
        if self.begin is not None:
            await self._until_done("The game could not be begun", self.begin)
            self.bot.clock.poke()
        await self._until_done("Letters cannot be sent", self.bot.deliverer.start)

    async def _until_done(self, wrong: str, step: Callable[[], Awaitable[None]]) -> None:
        for tries in itertools.count():
            try:
                await step()
            except Exception:
                wait = AGAIN_SECONDS[min(tries, len(AGAIN_SECONDS) - 1)]
                log.exception("%s; trying again in %s s.", wrong, wait)
                await asyncio.sleep(wait)
            else:
                return

    async def close(self) -> None:
        """Let turns and letters under way finish while there is still a connection, then close it."""
        if self.starting is not None and not self.is_closed():
            if self.starting is not asyncio.current_task():
                self.starting.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await self.starting
            await self.bot.clock.stop()
            await self.bot.deliverer.stop()
        await super().close()
