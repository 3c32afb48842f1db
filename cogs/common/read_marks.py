"""What happened since somebody last looked: on top of the first report, list or dashboard that they open after it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

import discord

from cogs.common.bot_services import Interaction, services_of
from umpire.games.seat import Seat
from umpire.news import NewsSince, has_moved, note_looked, since_looked

log = logging.getLogger(__name__)
OPENS: Final = "opens-a-report"
MOST_IN_PANEL: Final = 3900
AT_ONCE_SECONDS: Final = 1.0
"""What happened is mostly at hand. Where it has to be worked out, Discord is told so in time: it waits for three seconds."""

_being_told: Final[set[tuple[str, str, int]]] = set()
"""Whom an answer that is being given tells what happened: game, side and user."""


def looks(interaction: Interaction, seat: Seat) -> None:
    """Note that this command or button opens a report, list or dashboard of a seat; suggestions never do."""
    if interaction.type is not discord.InteractionType.autocomplete:
        interaction.extras[OPENS] = seat


def changes(interaction: Interaction) -> None:
    """Note that what was pressed changed something: its answer says what, and is no report of what happened meanwhile."""
    interaction.extras.pop(OPENS, None)


@asynccontextmanager
async def telling(
    interaction: Interaction, wait: Callable[[], Awaitable[object]], panel: discord.ui.LayoutView | None
) -> AsyncIterator[str]:
    """What is to be shown with the answer that the body gives, on its panel if it has one; "" for most. `wait` tells Discord that
    the answer takes a moment, if reading it does. The answer never fails for this.

    Its reader's mark moves on when the answer was given; what was not shown is shown another time. Of two answers to the same
    reader at once, one shows it.
    """
    seat = interaction.extras.pop(OPENS, None)
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
            return await since_looked(services, *reader)
        reading = asyncio.ensure_future(since_looked(services, *reader))
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
        await note_looked(services_of(interaction), since)
    except Exception:
        log.exception("It could not be noted that somebody was told what happened.")


def fits(panel: discord.ui.LayoutView, text: str) -> bool:
    """Whether a panel has room for one more text."""
    used = sum(len(str(getattr(item, "content", ""))) for item in panel.walk_children())
    return used + len(text) <= MOST_IN_PANEL


def with_text(panel: discord.ui.LayoutView, text: str) -> discord.ui.LayoutView:
    """The panel with a text above it."""
    below = list(panel.children)
    panel.clear_items().add_item(discord.ui.TextDisplay(text))
    for item in below:
        panel.add_item(item)
    return panel
