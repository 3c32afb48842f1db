"""An interaction: the services that serve it, the game and seat it is about, what its giver missed, and its one reply."""

import asyncio
import io
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, Final, TypeAlias

import discord

from cogs.common.files import FILE_BYTES, fit_files
from cogs.common.outages import FAILURES
from cogs.common.panel_parts import add_buttons, fits, labels_of, text_of, with_text
from cogs.common.unfinished_games import UnfinishedGames
from rules.values import GameError, NotYoursError, Value, field
from storage.db import saved_here
from umpire.clock.clock import Clock
from umpire.delivery.delivery import Deliverer
from umpire.games import games, seats
from umpire.games.games import Game
from umpire.games.seat import Seat
from umpire.news import NewsSince, has_moved, move_read_mark, unread_news
from umpire.outbox.courier import File
from umpire.services.rulebook import Rulebook
from umpire.services.services import Services

log = logging.getLogger(__name__)


class BotServices(Value):
    """The tools of a running bot."""

    services: Services
    clock: Clock
    deliverer: Deliverer
    rulebook: Rulebook
    seeing_to: defaultdict[str, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))
    """A lock for each game's private threads, so that two who look at once make none twice."""
    unfinished: UnfinishedGames = field(default_factory=UnfinishedGames)
    came_again: set[tuple[str, str, int, int]] = field(default_factory=set)
    """Games, sides and users, each with when they joined the server, whose place in the side's thread was looked at since."""


class BotClient(discord.Client):
    """A client that carries the bot's services; `cogs.shell.client` builds the rest."""

    bot: BotServices
    named_buttons: Callable[..., Awaitable[list[discord.ui.Button[Any]]]]
    """The buttons of commands that a text names, but for labels that are taken: interaction, text, labels."""


Interaction: TypeAlias = discord.Interaction[BotClient]


def bot_services(interaction: Interaction) -> BotServices:
    """The services of the client that received this interaction."""
    return interaction.client.bot


def services_of(interaction: Interaction) -> Services:
    """The umpire's services, of the client that received this interaction."""
    return bot_services(interaction).services


DIRECT_MESSAGES: Final = 0
"""The server of a game that is played in a direct message."""


def channel_of(interaction: Interaction) -> object:
    """The channel or thread of an interaction, which Discord may leave out of it but its id: then as the bot knows it."""
    if interaction.channel is None and interaction.channel_id is not None:
        return interaction.client.get_channel(interaction.channel_id)
    return interaction.channel


def channels_of(interaction: Interaction) -> tuple[int, ...]:
    """The channel's id, and its parent's where it is a thread."""
    ids = [interaction.channel_id] if interaction.channel_id else []
    channel = channel_of(interaction)
    if isinstance(channel, discord.Thread):
        ids.append(channel.parent_id)
    return tuple(ids)


def server_of(interaction: Interaction) -> int:
    """The server's id; GameError in a direct message."""
    if interaction.guild_id is None:
        raise GameError("This works in a server, not in a direct message.")
    return interaction.guild_id


async def game_in_channel(interaction: Interaction, system: str = "") -> Game | None:
    """The game (of one system, if given) of the channel, or else of the channel that the thread is in."""
    guild = interaction.guild_id or DIRECT_MESSAGES
    for channel in channels_of(interaction):
        with suppress(NotYoursError):
            game = await games.game_in(services_of(interaction), guild, channel)
            if system in {"", game.system}:
                return game
    return None


async def games_held(interaction: Interaction, system: str, *, leading: bool = False) -> list[Game]:
    """The games of one system in which the giver has a seat; `leading`: a game master's."""
    services = services_of(interaction)
    rows = await seats.seats_of_user(services, interaction.user.id)
    held = sorted({row.game for row in rows if not (leading and row.side)})
    return [game for game in [await games.get_game(services, one) for one in held] if game.system == system]


OPENS_REPORT: Final = "opens-a-report"
AT_ONCE_SECONDS: Final = 1.0
"""What happened is mostly at hand. Where it has to be worked out, Discord is told so in time: it waits for three seconds."""

_being_told: Final[set[tuple[str, str, int]]] = set()
"""Whom an answer that is being given tells what happened: game, side and user."""


def note_opened(interaction: Interaction, seat: Seat) -> None:
    """Note that this command or button opens a report, list or dashboard of a seat; suggestions never do."""
    if interaction.type is not discord.InteractionType.autocomplete:
        interaction.extras[OPENS_REPORT] = seat


def note_change(interaction: Interaction) -> None:
    """Note that what was pressed changed something: its answer says what, and is no report of what happened meanwhile."""
    interaction.extras.pop(OPENS_REPORT, None)


@asynccontextmanager
async def news_for_answer(
    interaction: Interaction, wait: Callable[[], Awaitable[object]], panel: discord.ui.LayoutView | None
) -> AsyncIterator[str]:
    """What is to be shown with the answer that the body gives, on its panel if it has one; "" for most. `wait` tells Discord that
    the answer takes a moment, if reading it does. The answer never fails for this.

    Its reader's mark moves on when the answer was given; what was not shown is shown another time. Of two answers to the same
    reader at once, one shows it.
    """
    seat = interaction.extras.pop(OPENS_REPORT, None)
    reader = (seat.game_id, seat.side, interaction.user.id) if isinstance(seat, Seat) else None
    if reader is None or reader in _being_told:
        yield ""
        return
    _being_told.add(reader)
    try:
        since = await _unseen(interaction, reader, wait)
        if since is None or (panel is not None and not fits(panel, since.text)):
            yield ""
            return
        yield since.text
        await _note(interaction, since)
    finally:
        _being_told.discard(reader)


async def _unseen(
    interaction: Interaction, reader: tuple[str, str, int], wait: Callable[[], Awaitable[object]]
) -> NewsSince | None:
    services = services_of(interaction)
    try:
        moved = await has_moved(services, *reader)
        if not moved:
            return None
        if moved == "words":  # these may be for others, whom a wait would betray, and are quickly read
            return await unread_news(services, *reader)
        reading = asyncio.ensure_future(unread_news(services, *reader))
        try:
            await asyncio.wait((reading,), timeout=AT_ONCE_SECONDS)
            if not reading.done():
                await wait()
            return await reading
        finally:
            reading.cancel()
    except Exception:
        log.exception("What happened since somebody last looked could not be read.")
        return None


async def _note(interaction: Interaction, since: NewsSince) -> None:
    try:
        await move_read_mark(services_of(interaction), since)
    except Exception:
        log.exception("It could not be noted that somebody got an answer.")


MOST_TEXT = 2000
NO_MENTIONS = discord.AllowedMentions.none()


def sent_files(files: Iterable[File], most: int = FILE_BYTES) -> list[discord.File]:
    """Files as discord.py sends them, once, none larger than so many bytes."""
    return [discord.File(io.BytesIO(f.data), f.name, description=f.alt[:1024] or None) for f in fit_files(files, most)]


def begin_text(text: str, where: str = "the file") -> str:
    """As much of a text as a message takes, cut at a line's end; the rest is in a file beside it."""
    return (
        text if len(text) <= MOST_TEXT else text[: MOST_TEXT - 60].rsplit("\n", 1)[0] + f"\n… the rest is in {where}."
    )


async def defer(interaction: Interaction, *, public: bool = False) -> None:
    """Tell Discord that the answer takes a moment, unless it was told; suggestions are never late.

    What is saved already is gone through with, even if Discord cannot be told.
    """
    if interaction.type is discord.InteractionType.autocomplete or interaction.response.is_done():
        return
    try:
        await interaction.response.defer(ephemeral=not public, thinking=True)
    except FAILURES as wrong:
        if not saved_here():
            raise
        log.warning("Discord did not learn that an answer takes a moment: %s", wrong)


PUT_OFF: Final = "put-off"
POSTED: Final = "✔ My answer is below, where everybody can read it."


async def put_off(interaction: Interaction) -> None:
    """The same before it is known whom the answer is for: it is for its giver alone unless `say` is told otherwise."""
    interaction.extras[PUT_OFF] = not interaction.response.is_done()
    await defer(interaction)


async def say(
    interaction: Interaction,
    text: str = "",
    *,
    panel: discord.ui.LayoutView | None = None,
    buttons: discord.ui.View | None = None,
    files: Sequence[File] = (),
    public: bool = False,
    named: bool = False,
) -> None:
    """Answer once: text (a file where it is longer than a message), or a panel, with files. Pings nobody. `named`: the buttons
    are those of the commands that it names."""
    if len(text) > MOST_TEXT:
        files = (*files, File("answer.md", text.encode()))
        text = begin_text(text)
    if public:
        await _answer(interaction, text, panel, buttons, files, public=True, named=named)
        return
    async with news_for_answer(interaction, partial(defer, interaction), panel) as since:
        if since and panel is not None:
            panel = with_text(panel, since)
        elif since:
            told = f"{since}\n\n{text}"
            if len(told) > MOST_TEXT and not any(f.name.endswith((".md", ".txt")) for f in files):
                files = (*files, File("answer.md", text.encode()))
            text = _shortened(told)
        await _answer(interaction, text, panel, buttons, files, public=False)


async def _answer(
    interaction: Interaction,
    text: str,
    panel: discord.ui.LayoutView | None,
    buttons: discord.ui.View | None,
    files: Sequence[File],
    *,
    public: bool,
    named: bool = False,
) -> None:
    sent = sent_files(files, interaction.filesize_limit)
    if panel is None and not named:
        buttons = await below_text(interaction, text, buttons)
    if interaction.extras.pop(PUT_OFF, False) and public:
        await _post(interaction, text, panel if panel is not None else buttons, sent)
    elif panel is not None:
        await _send_panel(interaction, panel, sent, public=public)
    elif interaction.response.is_done():
        await interaction.edit_original_response(
            content=text, attachments=sent, view=buttons, allowed_mentions=NO_MENTIONS
        )
    else:
        below = discord.utils.MISSING if buttons is None else buttons
        await interaction.response.send_message(
            text, files=sent, view=below, ephemeral=not public, allowed_mentions=NO_MENTIONS
        )


async def _post(
    interaction: Interaction,
    text: str,
    below: discord.ui.LayoutView | discord.ui.View | None,
    files: list[discord.File],
) -> None:
    """An answer for everybody to what was put off for its giver alone, whose own message then says where it is."""
    await interaction.edit_original_response(content=POSTED)
    shown: dict[str, Any] = {} if below is None else {"view": below}
    said: dict[str, Any] = {} if isinstance(below, discord.ui.LayoutView) else {"content": text}
    await interaction.followup.send(files=files, ephemeral=False, allowed_mentions=NO_MENTIONS, **said, **shown)


async def below_text(interaction: Interaction, text: str, buttons: discord.ui.View | None) -> discord.ui.View | None:
    """What stands below a sentence: its own buttons, then those of the commands that it names."""
    found = await _named(interaction, text, set() if buttons is None else labels_of(buttons.children))
    if not found:
        return buttons
    view = discord.ui.View(timeout=None) if buttons is None else buttons
    for button in found:
        view.add_item(button)
    view.stop()
    return view


async def _add_named(interaction: Interaction, panel: discord.ui.LayoutView) -> None:
    """Put the buttons of the commands that a panel names at its end."""
    add_buttons(panel, await _named(interaction, text_of(panel), labels_of(panel.walk_children())))


async def _named(interaction: Interaction, text: str, taken: Collection[str]) -> list[discord.ui.Button[Any]]:
    try:
        return await interaction.client.named_buttons(interaction, text, taken)
    except Exception:  # an answer never fails for the buttons below it
        log.exception("The buttons of commands that an answer names could not be made.")
        return []


def _shortened(text: str) -> str:
    return text if len(text) <= MOST_TEXT else text[: MOST_TEXT - 2].rsplit("\n", 1)[0] + "\n…"


async def say_more(interaction: Interaction, text: str, files: Sequence[File]) -> None:
    """A further message below the answer, to its giver alone."""
    sent = sent_files(files, interaction.filesize_limit)
    await interaction.followup.send(text, files=sent, ephemeral=True, allowed_mentions=NO_MENTIONS)


async def _send_panel(
    interaction: Interaction, panel: discord.ui.LayoutView, files: list[discord.File], *, public: bool
) -> None:
    await _add_named(interaction, panel)
    if interaction.response.is_done():
        await interaction.edit_original_response(view=panel, attachments=files, allowed_mentions=NO_MENTIONS)
    else:
        await interaction.response.send_message(
            view=panel, files=files, ephemeral=not public, allowed_mentions=NO_MENTIONS
        )


async def show_panel(interaction: Interaction, panel: discord.ui.LayoutView) -> None:
    """In place of the panel that was pressed, if only its presser sees it; else as an answer of its own."""
    flags = None if interaction.message is None else interaction.message.flags
    if flags is not None and flags.ephemeral and flags.components_v2 and not interaction.response.is_done():
        await replace_message(interaction, panel)
    else:
        await say(interaction, panel=panel)


async def replace_message(
    interaction: Interaction, panel: discord.ui.LayoutView, files: Sequence[File] | None = None
) -> None:
    """Answer a button by changing the message it is on; its files too, if any are given."""
    flags = None if interaction.message is None else interaction.message.flags
    if flags is None or not flags.ephemeral:  # what others may read tells nothing of it
        await _replace(interaction, panel, files)
        return
    async with news_for_answer(interaction, partial(_seen, interaction), panel) as since:
        await _replace(interaction, with_text(panel, since) if since else panel, files)


async def _replace(interaction: Interaction, panel: discord.ui.LayoutView, files: Sequence[File] | None) -> None:
    sent: dict[str, Any] = {} if files is None else {"attachments": sent_files(files, interaction.filesize_limit)}
    await _add_named(interaction, panel)
    if interaction.message is not None and not interaction.message.flags.components_v2:
        # A sentence with a button, as errors are, becomes a panel: Discord takes no content beside one.
        sent["content"] = None
    if interaction.response.is_done():
        await interaction.edit_original_response(view=panel, allowed_mentions=NO_MENTIONS, **sent)
    else:
        await interaction.response.edit_message(view=panel, allowed_mentions=NO_MENTIONS, **sent)


async def _seen(interaction: Interaction) -> None:
    """Tell Discord that the message that was pressed will change in a moment."""
    if not interaction.response.is_done():
        await interaction.response.defer()


async def take_a_moment(interaction: Interaction) -> None:
    """Tell Discord that `show_panel` takes a moment: what is pressed changes then, if only its presser sees it; else an answer of
    its own comes."""
    flags = None if interaction.message is None else interaction.message.flags
    if flags is None or not (flags.ephemeral and flags.components_v2):
        await defer(interaction)
    elif not interaction.response.is_done():
        await interaction.response.defer()
