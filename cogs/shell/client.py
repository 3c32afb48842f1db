"""The bot as Discord sees it: a client without privileged intents, its command tree, its buttons, its courier.

The list of commands that Discord has is sent when it has changed. A refusal is logged and kept for `doctor`. The commands that
Discord knows go on working, so a bot whose new list is refused is of more use than none.
"""

import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Final

import discord
from discord import app_commands

from cogs.common import components
from cogs.common.command_names import log_about
from cogs.common.components import ActionButton, ActionSelect, FormMaker, Handler, SelectHandler
from cogs.common.errors import answer_error
from cogs.common.gone_controls import answer_gone
from cogs.common.help_topic import Topic
from cogs.common.interactions import BotServices, Interaction
from cogs.common.named_commands import BUTTONS as NAMED_BUTTONS
from cogs.common.named_commands import FOR_MASTERS, named_buttons
from cogs.common.named_commands import FORMS as NAMED_FORMS
from cogs.common.outages import FAILURES, be_patient, is_outage
from cogs.common.panels import BoardClient, BoardMaker
from cogs.common.refusals import INTENTS, MANAGER_PERMISSIONS
from cogs.common.typed_options import understand
from cogs.shell import help as shared_help
from cogs.shell import personal_commands, servers
from cogs.shell.background_tasks import Running
from cogs.shell.faces import FACES, commands, merge_tables
from cogs.shell.help import BUTTONS as HELP_BUTTONS
from cogs.shell.help import help_command, rule_command
from cogs.shell.rate_limits import AnswerTimes, pacing
from render.words.safe_text import count
from rules.values import changed
from storage.db import watch
from umpire.services.doctor import Check
from umpire.services.observer import Observer

log = logging.getLogger(__name__)

REFUSED_FILE: Final = "commands.refused"
"""In the data folder while Discord refuses the list: the first of its reasons."""
MOST_FAULTS: Final = 3
START_VERSION_BEFORE: Final = (
    "The commands that Discord knows go on working. Start the version before this one if one is missing, and tell the makers "
    "of the bot what Discord said; the next start tries again."
)


async def sync(
    tree: app_commands.CommandTree[Any], application: int | None, stamp: Path, seen: Observer
) -> Mapping[str, int]:
    """Send the commands to Discord if they differ from those it was last told, or it has lost them; the id of each that Discord
    has. `stamp` is the file that remembers what it was told."""
    given = [command.to_dict(tree) for command in tree.get_commands()]
    told = json.dumps([application, given], sort_keys=True, default=str)
    digest = hashlib.sha256(told.encode()).hexdigest()
    if _last_told(stamp) == digest:
        known = await _known(tree)
        if known.keys() == {command.name for command in tree.get_commands()}:
            _settled(digest, stamp, seen)
            return known
    try:
        taken = {command.name: command.id for command in await tree.sync()}
    except discord.RateLimited as wait:
        # A server takes two hundred new commands a day: those it has go on working, the rest come at a later start.
        log.warning("Discord takes no more new commands for %.0f s; those it knows are used.", wait.retry_after)
        return await _known(tree)
    except discord.HTTPException as wrong:
        if is_outage(wrong) or isinstance(wrong, discord.NotFound):
            raise
        _refused(wrong, stamp, seen)
        return await _known(tree)
    _settled(digest, stamp, seen)
    log.info("Discord was told of %s commands.", len(given))
    return taken


def check_refused(data: Path) -> Check | None:
    """Whether Discord has refused the list of commands since it last took one; None if it has not."""
    try:
        why = (data / REFUSED_FILE).read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    return Check("Command list", False, f"Discord refuses it ({why})", START_VERSION_BEFORE)


async def _known(tree: app_commands.CommandTree[Any]) -> Mapping[str, int]:
    return {command.name: command.id for command in await tree.fetch_commands()}


def _refused(wrong: discord.HTTPException, stamp: Path, seen: Observer) -> None:
    why = faults_in(wrong)
    log.error("Discord refuses the list of commands; those that it knows go on working. It said: %s", why)
    seen.commands(refused=True)
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.with_name(REFUSED_FILE).write_text(why, encoding="utf-8")


def _last_told(stamp: Path) -> str:
    return stamp.read_text(encoding="utf-8") if stamp.is_file() else ""


def _settled(digest: str, stamp: Path, seen: Observer) -> None:
    seen.commands(refused=False)
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(digest, encoding="utf-8")
    stamp.with_name(REFUSED_FILE).unlink(missing_ok=True)


def faults_in(wrong: discord.HTTPException) -> str:
    """The first faults that Discord named, of what may be hundreds of lines, in one line."""
    lines = [line.strip() for line in str(wrong).splitlines() if line.strip()]
    more = len(lines) - MOST_FAULTS - 1
    return " · ".join(lines[: MOST_FAULTS + 1]) + (f" · and {more} more" if more > 0 else "")


COMMAND_CONTEXTS = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
"""Where commands are offered: in servers, and in direct messages with the bot."""
INSTALL_TYPES = app_commands.AppInstallationType(guild=True, user=False)
"""Who can have the bot: servers. A person who took it along to other servers would find no game there."""


async def first_game(interaction: Interaction | None) -> discord.ui.Button[discord.ui.LayoutView] | None:
    """A first game for whoever has no seat where they ask; a player or game master has other things to do."""
    for face in FACES.values():
        if interaction is not None and face.seated is not None and await face.seated(interaction):
            return None
    first = next((face.first for face in FACES.values() if face.first is not None), None)
    return None if first is None else await first(interaction)


def help_topics() -> Mapping[str, Topic]:
    """Every game's topics and what all share, in the order of their buttons; the first one offers a first game."""
    found: Mapping[str, Topic] = merge_tables("topics", shared_help.TOPICS)
    start, *others = sorted(found, key=lambda name: found[name].order)
    return {start: _for_newcomers(found[start]), **{name: found[name] for name in others}}


def _for_newcomers(topic: Topic) -> Topic:
    """The topic with a first game's button, and the sentence on it above its own text, for whoever is offered one."""
    line = next((face.first_line for face in FACES.values() if face.first is not None), "")

    async def said(interaction: Interaction | None) -> str:
        text = await topic.text(interaction)
        return f"**New here?** {line}\n{text}" if line and await first_game(interaction) is not None else text

    return changed(topic, text=said, offer=first_game)


class AdmiraltyTree(app_commands.CommandTree["AdmiraltyClient"]):
    """The command tree; all errors go one way, and know what was saved for whoever meets them."""

    async def interaction_check(self, interaction: discord.Interaction["AdmiraltyClient"], /) -> bool:
        watch()
        log_about(interaction)
        await understand(interaction)
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
        self.tree = AdmiraltyTree(self, allowed_contexts=COMMAND_CONTEXTS, allowed_installs=INSTALL_TYPES)
        self.gm_open = gm_open
        self.buttons: Mapping[str, Handler] = merge_tables(
            "buttons",
            HELP_BUTTONS,
            personal_commands.PING_BUTTONS,
            personal_commands.PRIVACY_BUTTONS,
            components.BUTTONS,
            NAMED_BUTTONS,
        )
        self.selects: Mapping[str, SelectHandler] = merge_tables(
            "selects", personal_commands.PING_SELECTS, personal_commands.DIGEST_SELECTS
        )
        self.forms: Mapping[str, FormMaker] = merge_tables("forms", NAMED_FORMS)
        self.boards: Mapping[str, BoardMaker] = {name: face.board for name, face in FACES.items() if face.board}
        self.topics: Mapping[str, Topic] = help_topics()
        self.named_buttons = named_buttons
        self.command_ids: Mapping[str, int] = {}
        self.keepers = {name: make(self) for name, make in merge_tables("keepers").items()}
        self.running = Running(self, begin, {name: keeper.keep for name, keeper in self.keepers.items()})

    async def setup_hook(self) -> None:
        """Let the clock go; register commands and buttons; tell Discord of the commands only when they have changed."""
        be_patient()
        self.running.logged_in()
        self.register()
        try:
            await self.sync()
        except FAILURES as wrong:
            if not is_outage(wrong):
                raise
            log.warning("Discord did not accept the commands (%s).", type(wrong).__name__)
            self.running.again("Discord did not accept the commands", self.sync)

    def register(self) -> None:
        """Put all commands into the tree, and make the buttons known."""
        for command, for_masters in commands():
            if for_masters and isinstance(command, app_commands.Group):
                command.default_permissions = None if self.gm_open else MANAGER_PERMISSIONS
                command.extras[FOR_MASTERS] = True
            self.tree.add_command(command)
        self.tree.add_command(rule_command)
        self.tree.add_command(personal_commands.notify_command)
        self.tree.add_command(personal_commands.digest_command)
        self.tree.add_command(help_command)
        self.tree.add_command(personal_commands.privacy_command)
        self.add_dynamic_items(ActionButton, ActionSelect)

    async def sync(self) -> None:
        """Send the commands to Discord if they differ from those it was last told, or it has lost them."""
        seen = self.bot.services.seen
        self.command_ids = await sync(self.tree, self.application_id, self.stamp, seen)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A thread was unlocked, perhaps."""
        await servers.changed(self.bot, payload.guild_id)

    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, now: discord.abc.GuildChannel) -> None:
        """A channel's permissions were changed, perhaps."""
        await servers.changed(self.bot, now.guild.id)

    async def on_guild_role_update(self, _: discord.Role, now: discord.Role) -> None:
        """A role's permissions were changed, perhaps."""
        await servers.changed(self.bot, now.guild.id)

    async def on_member_update(self, _: discord.Member, now: discord.Member) -> None:
        """Of itself alone the bot hears: it was given a role, or its time-out is over, perhaps."""
        await servers.changed(self.bot, now.guild.id)

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """As discord.py's own, which calls this as soon as it has read what came in."""
        if self.timed is not None:
            names = {"button": self.buttons, "list": self.selects, "form": self.forms}
            self.timed.heard(event, args, names)
        super().dispatch(event, *args, **kwargs)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """A form that was sent, whichever process opened it, and what is pressed that is gone; discord.py sees to all else."""
        if interaction.type is discord.InteractionType.modal_submit:
            await components.submitted(interaction)
        elif interaction.type is discord.InteractionType.component:
            await answer_gone(interaction)

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
            await servers.counted(self.bot, [guild.id for guild in self.guilds if not guild.unavailable])
            self.running.connected()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Somebody has removed the bot from a server, or deleted it."""
        await servers.left(self.bot, guild.id)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Discord has an outage there."""
        await servers.left(self.bot, guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Somebody has invited the bot, for the first time or again."""
        await servers.joined(self.bot, guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """The outage there is over."""
        await servers.joined(self.bot, guild.id)

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
