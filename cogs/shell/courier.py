"""Letters carried to Discord: the one place that sends messages nobody asked for in that moment, and the panel of a letter."""

import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final, TypeAlias, TypeVar

import aiohttp
import discord
from discord import ui

from cogs.common.components import DANGER, PRIMARY, SECONDARY, SUCCESS, ButtonData, button_for
from cogs.common.files import FILE_BYTES, fit_files
from cogs.common.interactions import sent_files
from cogs.common.panels import BoardClient, Panel, button_row
from cogs.common.refusals import IN_SLOW_MODE, NOT_HERE, PINS_FULL, SLOW_MODE, full, lacking
from cogs.common.threads import IS_ARCHIVED, IS_LOCKED, UNKNOWN_CHANNEL, in_active
from cogs.shell.rate_limits import seconds_asked
from rules.values import GameError
from umpire.games.games import get_game
from umpire.outbox import courier
from umpire.outbox.outbox import LINK_ACTION, Letter, Target

BUTTON_STYLES: Final = {"primary": PRIMARY, "secondary": SECONDARY, "success": SUCCESS, "danger": DANGER}
MOST_IN_ROW: Final = 5
CHANNELS_URL: Final = "https://discord.com/channels"
EDGE_COLOUR: Final = 0xE8B04A
MOST_PARTS: Final = 16
"""Texts of one panel; Discord takes 40 components in all."""


def letter_panel(letter: Letter, files: Sequence[courier.File]) -> ui.LayoutView:
    """What a letter's message shows; its files are to be sent with it."""
    text, _, ref = letter.text.rpartition("\n")
    view = ui.LayoutView(timeout=None)
    texts: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(part) for part in _parts(text)]
    parts: list[ui.Item[ui.LayoutView]] = []
    pictures = [file for file in files if file.name.endswith((".png", ".gif"))]
    together = [file for file in pictures if not file.apart]
    for group in ([together] if together else []) + [[file] for file in pictures if file.apart]:
        shown = [discord.MediaGalleryItem(f"attachment://{p.name}", description=p.alt or None) for p in group]
        parts.append(ui.MediaGallery(*shown))
    parts = [*parts, *texts] if letter.picture_first else [*texts, *parts]
    buttons = _buttons(letter)
    parts += [button_row(*buttons[at : at + MOST_IN_ROW]) for at in range(0, len(buttons), MOST_IN_ROW)]
    view.add_item(ui.Container(*parts, accent_colour=EDGE_COLOUR))
    for file in files:
        if file not in pictures:
            view.add_item(ui.File(f"attachment://{file.name}"))
    view.add_item(ui.TextDisplay(ref))
    view.stop()
    return view


def simple_buttons(letter: Letter) -> discord.ui.View:
    """The buttons below a letter that is plain text; they are found by their custom ids, after a restart too."""
    view = discord.ui.View(timeout=None)
    for button in _buttons(letter):
        view.add_item(button)
    view.stop()
    return view


def shown_text(message: discord.Message) -> str:
    """Everything a message says in words, as plain content or in a panel."""
    return "\n".join([message.content, *_texts(message.components)]).strip()


def _buttons(letter: Letter) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    return [
        discord.ui.Button(label=one.label, url=f"{CHANNELS_URL}/{one.rest}")
        if one.action == LINK_ACTION
        else button_for(
            one.label, ButtonData(one.action, letter.game, one.revision, one.rest), style=BUTTON_STYLES[one.style]
        )
        for one in letter.buttons
    ]


def _texts(components: Sequence[object]) -> Iterator[str]:
    for component in components:
        content = getattr(component, "content", None)
        if isinstance(content, str):
            yield content
        yield from _texts(getattr(component, "children", ()))


def _parts(text: str) -> list[str]:
    parts = [part.strip("\n") for part in text.split("\n\n") if part.strip()]
    if len(parts) > MOST_PARTS:
        parts = [*parts[: MOST_PARTS - 1], "\n\n".join(parts[MOST_PARTS - 1 :])]
    return parts or ["\u200b"]


T = TypeVar("T")
log = logging.getLogger(__name__)
MESSAGES_SEARCHED = 100
CLOCK_SLACK = timedelta(days=1)
Place: TypeAlias = discord.TextChannel | discord.Thread | discord.DMChannel
CANNOT_DM = 50007
NO_SHARED_SERVER = 50278
DMS_TOO_FAST = 40003
DM_REST = 120
"""Seconds before a direct message is tried again that Discord found to be too many."""
NO_MESSAGE = 10008
CANNOT_OPEN_DM = 50033


class DiscordCourier:
    """`umpire.outbox.courier.Courier` over a client, which is given once it exists: `courier.client = client`."""

    def __init__(self) -> None:
        self.found: discord.Client | None = None

    @property
    def client(self) -> discord.Client:
        """The connected client; NotNowError before there is one."""
        if self.found is None:
            raise courier.NotNowError("the bot has not connected yet")
        return self.found

    @client.setter
    def client(self, client: discord.Client) -> None:
        self.found = client

    async def send(self, target: Target, letter: Letter, files: Sequence[courier.File], nonce: str) -> int:
        """Send a message; discord.py passes the nonce with enforce_nonce, so a repeat within minutes is the same message."""

        async def work(channel: Place) -> int:
            limit = _limit(channel)
            fit = fit_files(files, limit)
            sent, named = sent_files(fit, limit), _mentions(letter.mentions)
            if letter.kind == "board":
                view, shown = await self._board(letter)
                return (await channel.send(view=view, files=shown, nonce=nonce[:25], allowed_mentions=named)).id
            # Discord tells its reader of every direct message, named or not, unless it is sent silently.
            silent = target.kind == "dm" and not letter.mentions
            if letter.panel:
                panel = letter_panel(letter, fit)
                made = await channel.send(
                    view=panel, files=sent, nonce=nonce[:25], allowed_mentions=named, silent=silent
                )
            elif letter.buttons:
                below = simple_buttons(letter)
                made = await channel.send(
                    letter.text, files=sent, nonce=nonce[:25], allowed_mentions=named, view=below, silent=silent
                )
            else:
                made = await channel.send(
                    letter.text, files=sent, nonce=nonce[:25], allowed_mentions=named, silent=silent
                )
            return made.id

        return await self._told(work, target, opens=True)

    async def edit(self, target: Target, message_id: int, letter: Letter, files: Sequence[courier.File]) -> None:
        """Replace a message's text and files. Discord pings nobody for an edit, but forgets whose the message is unless told.

        MessageGoneError also where it may not be edited: sent anew, the letter arrives, or it is told what is in the way."""

        async def work(channel: Place) -> None:
            named = _mentions((*letter.mentions, *letter.highlights))
            limit = _limit(channel)
            fit = fit_files(files, limit)
            message, sent = channel.get_partial_message(message_id), sent_files(fit, limit)
            if letter.panel:
                await message.edit(view=letter_panel(letter, fit), attachments=sent, allowed_mentions=named)
                return
            below = simple_buttons(letter) if letter.buttons else None
            await message.edit(content=letter.text, attachments=sent, allowed_mentions=named, view=below)

        await self._told(work, target, editing=True)

    async def pin(self, target: Target, message_id: int) -> None:
        """Pin a message; where the bot may not, or it is gone, it only stays unpinned. PinsFullError where there are too many."""

        async def work(channel: Place) -> None:
            try:
                await channel.get_partial_message(message_id).pin()
            except discord.HTTPException as wrong:
                if wrong.code != PINS_FULL:
                    raise
                raise courier.PinsFullError(f"{target.kind} {target.id} has no room for a pin", full(wrong)) from wrong

        try:
            await self._told(work, target, what="pin messages")
        except (courier.TargetError, courier.RefusedError) as wrong:
            log.warning("The message %s in %s %s cannot be pinned: %s", message_id, target.kind, target.id, wrong)

    async def delete(self, target: Target, message_id: int) -> None:
        """Take back a message of our own."""

        async def work(channel: Place) -> None:
            await channel.get_partial_message(message_id).delete()

        await self._told(work, target, editing=True)

    async def find(self, target: Target, ref: str, since: int, below: int = 0) -> int | None:
        """Look for a message of our own that carries the reference, among the last hundred since then, or below a message."""

        async def work(channel: Place) -> int | None:
            began = datetime.fromtimestamp(since, UTC) - CLOCK_SLACK
            after = discord.Object(below) if below else began
            me = self.client.user.id if self.client.user else 0
            async for message in channel.history(limit=MESSAGES_SEARCHED, after=after, oldest_first=False):
                if message.author.id == me and shown_text(message).endswith(ref):
                    return message.id
            return None

        return await self._told(work, target, opens=True)

    async def _board(self, letter: Letter) -> tuple[Panel, list[discord.File]]:
        """A board as it is now, with the line by which it is found again."""
        client = self.client
        if not isinstance(client, BoardClient):
            raise courier.RefusedError("this client knows no boards")
        try:
            game = await get_game(client.bot.services, letter.game)
            board = await client.boards[game.system](client.bot, letter)
        except GameError as wrong:
            raise courier.RefusedError(str(wrong)) from wrong
        board.panel.add_item(discord.ui.TextDisplay(letter.text.rpartition("\n")[2]))
        return board.panel, sent_files(board.files)

    async def _channel(self, target: Target) -> Place:
        if target.kind == "dm":
            return await self.client.create_dm(
                discord.Object(target.id)
            )  # remembered; nobody needs to be looked up first
        channel = self.client.get_channel(target.id) or await self.client.fetch_channel(target.id)
        if not isinstance(channel, discord.TextChannel | discord.Thread):
            raise courier.ChannelGoneError(f"channel {target.id} is not one that messages can be sent to")
        return channel

    async def _told(
        self,
        work: Callable[[Place], Awaitable[T]],
        target: Target,
        *,
        editing: bool = False,
        opens: bool = False,
        what: str = "write",
    ) -> T:
        """Do it where the target is, in a thread that is active, with Discord's errors turned into the courier's; `what` is what
        the bot needs a permission for."""
        channel: Place | None = None
        try:
            channel = await self._channel(target)
            return await in_active(channel, partial(work, channel), opens=opens)
        except discord.RateLimited as wait:
            raise courier.NotNowError("Discord asks for patience", wait.retry_after) from wait
        except discord.HTTPException as wrong:
            raise _worded(wrong, target, lacking(channel), editing=editing, what=what) from wrong
        except (
            aiohttp.ClientError,
            TimeoutError,
            OSError,
            RuntimeError,
        ) as down:  # RuntimeError: aiohttp's closed session
            raise courier.NotNowError(f"Discord cannot be reached: {down}") from down


def _worded(
    wrong: discord.HTTPException, target: Target, lacks: str, *, editing: bool, what: str
) -> courier.CourierError:
    """What a refusal of Discord's means for a letter, by Discord's code before the status; `lacks` as in NoPermissionError."""
    if wrong.code == SLOW_MODE:
        return courier.NoPermissionError(f"slow mode in {target.kind} {target.id}: {wrong.text}", IN_SLOW_MODE)
    if wrong.status == 429 or (wrong.status == 403 and wrong.code == 0):  # without a code: the guard of its network
        return courier.NotNowError(
            f"Discord turns us away for now ({wrong.status})", seconds_asked(wrong.response.headers)
        )
    if wrong.code == CANNOT_OPEN_DM:
        return courier.MemberGoneError(f"there is no user {target.id}")
    if editing and (wrong.status in (400, 403) or wrong.code == NO_MESSAGE):
        return courier.MessageGoneError(f"the message cannot be edited: {wrong.text}")
    if wrong.code == CANNOT_DM:
        return courier.DmClosedError(f"user {target.id} takes no direct messages")
    if wrong.code == NO_SHARED_SERVER:
        return courier.MemberGoneError(f"user {target.id} no longer shares a server with the bot")
    if wrong.code == DMS_TOO_FAST:
        return courier.NotNowError("Discord wants no new direct messages just now", DM_REST)
    if wrong.code == IS_LOCKED:
        return courier.LockedError(f"the {target.kind} {target.id} is locked")
    if wrong.code == IS_ARCHIVED:
        return courier.LockedError(f"the {target.kind} {target.id} is archived and cannot be opened")
    if wrong.status >= 500:
        return courier.NotNowError(f"Discord answered {wrong.status}")
    if isinstance(wrong, discord.Forbidden):
        return courier.NoPermissionError(f"the bot may not {what} in {target.kind} {target.id}: {wrong.text}", lacks)
    if not isinstance(wrong, discord.NotFound):
        return courier.RefusedError(f"Discord refused it: {wrong.text}")
    if wrong.code in NOT_HERE:
        return courier.MemberGoneError(f"there is no user {target.id}")
    if target.kind == "dm" or wrong.code != UNKNOWN_CHANNEL:
        return courier.NotNowError(f"Discord answered {wrong.status}, and not of what (code {wrong.code})")
    return courier.ChannelGoneError(f"{target.kind} {target.id} is gone")


def _limit(channel: Place) -> int:
    """How many bytes a file may have there."""
    return FILE_BYTES if isinstance(channel, discord.DMChannel) else channel.guild.filesize_limit


def _mentions(named: Sequence[int]) -> discord.AllowedMentions:
    users = [discord.Object(user) for user in dict.fromkeys(named)]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)
