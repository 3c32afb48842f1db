"""The bot as Discord sees it: a client without privileged intents, its command tree, its buttons, its courier."""

import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from cogs.battle import button_handlers as battle_buttons
from cogs.battle import help_topics as battle_help
from cogs.battle import setup_handlers as battle_opening
from cogs.battle.battle_group import BattleGroup
from cogs.battle.plot_group import PlotGroup
from cogs.battle.ship_group import FireGroup, ShipGroup
from cogs.campaign import help_topics as campaign_help
from cogs.campaign.away import handlers as away
from cogs.campaign.away.group import AwayGroup
from cogs.campaign.battle_threads import BattleKeeper
from cogs.campaign.commands import ending, map_buttons, orders, report_buttons, schedule, vote
from cogs.campaign.commands.campaign import CampaignGroup
from cogs.campaign.commands.design import BUTTONS as DESIGN_BUTTONS
from cogs.campaign.commands.design import FORMS as DESIGN_FORMS
from cogs.campaign.commands.design import DesignGroup
from cogs.campaign.commands.empire import EmpireGroup
from cogs.campaign.commands.find import find_command
from cogs.campaign.commands.fleet import EncounterGroup, FleetGroup, InvadeGroup
from cogs.campaign.commands.holdings import BaseGroup, BuildGroup, ColonyGroup
from cogs.campaign.commands.map import MapGroup
from cogs.campaign.commands.orders import OrdersGroup
from cogs.campaign.commands.plan import PlanGroup
from cogs.campaign.commands.roll import roll_command
from cogs.campaign.commands.specialists import OfficerGroup, PsiGroup, ResearchGroup, SpyGroup
from cogs.campaign.commands.treaty import TreatyGroup
from cogs.campaign.commands.turn import TurnGroup
from cogs.campaign.common import order_handlers, ready_handlers
from cogs.campaign.common.campaign_context import seat_or_none
from cogs.campaign.common.membership import MANAGERS
from cogs.campaign.dashboard import handlers as dashboard
from cogs.campaign.founding import handlers as founding_handlers
from cogs.campaign.founding import solo_handlers
from cogs.campaign.gm import (
    approval_handlers,
    battle_handlers,
    dashboard_handlers,
    governor_handlers,
    npr,
    special_map,
    spy_handlers,
    turn_handlers,
    whatif_handlers,
)
from cogs.campaign.gm.decree import DecreeGroup
from cogs.campaign.gm.gm_group import GmGroup
from cogs.campaign.gm.psimaster import PsimasterGroup, PsiMindsGroup
from cogs.campaign.gm.spymaster import SpymasterGroup
from cogs.campaign.gm.surroundings import SignalsGroup, SpecialGroup, WeatherGroup
from cogs.campaign.race import handlers as race_handlers
from cogs.campaign.race.group import RaceGroup
from cogs.campaign.standing_orders import handlers as standing_handlers
from cogs.common import components
from cogs.common.command_names import log_about
from cogs.common.components import ActionButton, ActionSelect, FormMaker, Handler, SelectHandler
from cogs.common.errors import answer_error
from cogs.common.help_topic import Topic
from cogs.common.interactions import BotServices, Interaction
from cogs.common.outages import FAILED, be_patient, is_outage
from cogs.common.panels import BoardClient, BoardMaker
from cogs.common.permissions import INTENTS
from cogs.dogfight import help_topics as dogfight_help
from cogs.dogfight import host_handlers as dogfight_host
from cogs.dogfight.group import DogfightGroup
from cogs.shell import help as shared_help
from cogs.shell import personal
from cogs.shell.help import BUTTONS as HELP_BUTTONS
from cogs.shell.help import help_command, rule_command
from cogs.shell.pacing import AnswerTimes, pacing
from cogs.shell.running import Running
from render.words.safe_text import count
from rules.values import changed
from storage.db import watch
from umpire.tactical_kinds.battle import BATTLE
from umpire.tactical_kinds.dogfight import DOGFIGHT

log = logging.getLogger(__name__)

PLACES = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
"""Where commands are offered: in servers, and in direct messages with the bot."""
INSTALLS = app_commands.AppInstallationType(guild=True, user=False)
"""Who can have the bot: servers. A person who took it along to other servers would find no game there."""

TOPICS_IN_ORDER = (
    "start", "orders", "notation", "standing", "dice", "map", "turn", "races", "gm", "battle", "dogfight", "accessibility",
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
    found["start"] = changed(found["start"], offer=first_game)
    return {name: found[name] for name in TOPICS_IN_ORDER}


class Tree(app_commands.CommandTree["AdmiraltyClient"]):
    """The command tree; all errors go one way, and know what was saved for whoever meets them."""

    async def interaction_check(self, interaction: discord.Interaction["AdmiraltyClient"], /) -> bool:
        watch()
        log_about(interaction)
        return True

    async def on_error(
        self, interaction: discord.Interaction["AdmiraltyClient"], error: app_commands.AppCommandError, /
    ) -> None:
        await answer_error(interaction, error)


class AdmiraltyClient(BoardClient):
    """The client. `stamp` is the file that remembers which commands Discord was last told of; `begin` is awaited when every
    seat has its thread and before letters go out, again if it failed. `gm_open`: Discord offers the game master's commands
    to all members of a server, not only to those with Manage Server. `timed` hears how long those wait who ask; `login` waits for
    this process's turn to log a shard in, where others do, too."""

    def __init__(
        self,
        bot: BotServices,
        stamp: Path,
        *,
        begin: Callable[[], Awaitable[None]] | None = None,
        gm_open: bool = False,
        timed: AnswerTimes | None = None,
        login: Callable[[], Awaitable[None]] | None = None,
        **options: Any,
    ) -> None:
        trace = pacing(lambda: self.bot.services.pace)
        if timed is not None:
            timed.follow(trace)
        super().__init__(
            intents=INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            http_trace=trace,
            **options,
        )
        self.bot = bot
        self.timed = timed
        self.login_turn = login
        self.stamp = stamp
        self.tree = Tree(self, allowed_contexts=PLACES, allowed_installs=INSTALLS)
        self.gm_open = gm_open
        self.buttons: Mapping[str, Handler] = {
            **order_handlers.BUTTONS,
            **ready_handlers.BUTTONS,
            **standing_handlers.BUTTONS,
            **turn_handlers.BUTTONS,
            **map_buttons.BUTTONS,
            **schedule.BUTTONS,
            **ending.BUTTONS,
            **report_buttons.BUTTONS,
            **HELP_BUTTONS,
            **personal.PING_BUTTONS,
            **personal.PRIVACY_BUTTONS,
            **components.BUTTONS,
            **founding_handlers.BUTTONS,
            **race_handlers.BUTTONS,
            **approval_handlers.BUTTONS,
            **DESIGN_BUTTONS,
            **battle_handlers.BUTTONS,
            **governor_handlers.BUTTONS,
            **spy_handlers.BUTTONS,
            **whatif_handlers.BUTTONS,
            **dashboard.BUTTONS,
            **dashboard_handlers.BUTTONS,
            **away.BUTTONS,
            **solo_handlers.BUTTONS,
            **vote.BUTTONS,
            **special_map.BUTTONS,
            **battle_buttons.BUTTONS,
            **dogfight_host.BUTTONS,
        }
        self.selects: Mapping[str, SelectHandler] = {
            **report_buttons.SELECTS,
            **founding_handlers.SELECTS,
            **race_handlers.SELECTS,
            **approval_handlers.SELECTS,
            **battle_handlers.SELECTS,
            **governor_handlers.SELECTS,
            **whatif_handlers.SELECTS,
            **order_handlers.SELECTS,
            **standing_handlers.SELECTS,
            **dashboard.SELECTS,
            **dashboard_handlers.SELECTS,
            **away.SELECTS,
            **solo_handlers.SELECTS,
            **special_map.SELECTS,
            **battle_buttons.SELECTS,
            **dogfight_host.SELECTS,
            **personal.PING_SELECTS,
            **personal.DIGEST_SELECTS,
        }
        self.boards: Mapping[str, BoardMaker] = {BATTLE: battle_opening.board, DOGFIGHT: dogfight_host.board}
        self.forms: Mapping[str, FormMaker] = {
            **order_handlers.FORMS,
            **standing_handlers.FORMS,
            **orders.FORMS,
            **turn_handlers.FORMS,
            **npr.FORMS,
            **approval_handlers.FORMS,
            **battle_handlers.FORMS,
            **spy_handlers.FORMS,
            **whatif_handlers.FORMS,
            **dashboard_handlers.FORMS,
            **away.FORMS,
            **vote.FORMS,
            **founding_handlers.FORMS,
            **race_handlers.FORMS,
            **DESIGN_FORMS,
            **battle_buttons.FORMS,
        }
        self.topics: Mapping[str, Topic] = help_topics()
        self.command_ids: Mapping[str, int] = {}
        self.battles = BattleKeeper(self)
        self.running = Running(self, begin, {"battles": self.battles.keep})

    async def setup_hook(self) -> None:
        """Let the clock go; register commands and buttons; tell Discord of the commands only when they have changed."""
        be_patient()
        self.running.logged_in()
        self.register()
        try:
            await self.sync()
        except FAILED as wrong:
            if not is_outage(wrong):
                raise
            log.warning("Discord could not be told of the commands (%s).", type(wrong).__name__)
            self.running.again("Discord could not be told of the commands", self.sync)

    def register(self) -> None:
        """Put all commands into the tree, and make the buttons known."""
        psi = PsimasterGroup()
        psi.add_command(PsiMindsGroup())
        masters = (GmGroup(), DecreeGroup(), WeatherGroup(), SignalsGroup(), SpymasterGroup(), SpecialGroup(), psi)
        for master in masters:
            master.default_permissions = None if self.gm_open else MANAGERS
        for group in (
            CampaignGroup(),
            AwayGroup(),
            RaceGroup(),
            DesignGroup(),
            EmpireGroup(),
            FleetGroup(),
            InvadeGroup(),
            ColonyGroup(),
            BuildGroup(),
            BaseGroup(),
            TreatyGroup(),
            SpyGroup(),
            ResearchGroup(),
            OfficerGroup(),
            PsiGroup(),
            EncounterGroup(),
            OrdersGroup(),
            TurnGroup(),
            MapGroup(),
            PlanGroup(),
            *masters,
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
        self.tree.add_command(personal.notify_command)
        self.tree.add_command(personal.digest_command)
        self.tree.add_command(help_command)
        self.tree.add_command(personal.privacy_command)
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
        try:
            self.command_ids = {command.name: command.id for command in await self.tree.sync()}
        except discord.RateLimited as wait:
            # A server takes two hundred new commands a day: those it has go on working, the rest come at a later start.
            log.warning("Discord takes no more new commands for %.0f s; those it knows are used.", wait.retry_after)
            self.command_ids = {command.name: command.id for command in await self.tree.fetch_commands()}
            return
        self.stamp.parent.mkdir(parents=True, exist_ok=True)
        self.stamp.write_text(digest, encoding="utf-8")
        log.info("Discord was told of %s commands.", len(tree))

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """As discord.py's own, which calls this as soon as it has read what came in."""
        if self.timed is not None:
            names = {"button": self.buttons, "list": self.selects, "form": self.forms}
            self.timed.heard(event, args, names)
        super().dispatch(event, *args, **kwargs)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """A form that was sent, whichever process opened it; discord.py sees to everything else."""
        if interaction.type is discord.InteractionType.modal_submit:
            await components.submitted(interaction)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """A shard is about to log in: one after the other, over all processes."""
        if self.login_turn is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self.login_turn()

    async def on_ready(self) -> None:
        """Once connected: letters go out, and every seat's thread is looked at."""
        log.info("Connected as %s in %s.", self.user, count(len(self.guilds), "server"))
        if not self.is_closed():
            self.running.connected()

    async def close(self) -> None:
        """Let turns and letters under way finish while there is still a connection, then close it."""
        if not self.is_closed():
            await self.running.stop()
        await super().close()

    async def cut(self) -> None:
        """Close the connection first: its servers are another process's now. Then let turns under way finish."""
        await super().close()
        await self.running.stop()


class ShardedClient(AdmiraltyClient, discord.AutoShardedClient):
    """The same on several shards, given as `shard_ids` and `shard_count`."""
