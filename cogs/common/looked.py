"""What happened since somebody last looked: on top of the first report, list or desk that they open after it."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

import discord

from cogs.common.bot_services import Interaction, services_of
from umpire.games.seat import Seat
from umpire.news.since import Since, has_moved, note_looked, on_its_way, since_looked

log = logging.getLogger(__name__)
OPENS: Final = "opens-a-report"
MOST_IN_PANEL: Final = 3900


def looks(interaction: Interaction, seat: Seat) -> None:
    """Note that this command or button opens a report, list or desk of a seat; suggestions never do."""
    if interaction.type is not discord.InteractionType.autocomplete:
        interaction.extras[OPENS] = seat


def changes(interaction: Interaction) -> None:
    """Note that what was pressed changed something: its answer says what, and is no report of what happened meanwhile."""
    interaction.extras.pop(OPENS, None)


async def to_tell(interaction: Interaction, wait: Callable[[], Awaitable[object]]) -> Since | None:
    """What is to be shown with an answer that is about to be given, None for most. `wait` tells Discord that the answer takes a
    moment, before anything that takes one is read. The answer never fails for this."""
    seat = interaction.extras.pop(OPENS, None)
    if not isinstance(seat, Seat):
        return None
    services, user = services_of(interaction), interaction.user.id
    try:
        moved = await has_moved(services, seat.game_id, seat.side, user)
        if not moved:
            return None
        if moved == "turn":  # words may be for others, whom a wait would betray, and are quickly read
            await wait()
        return await since_looked(services, seat.game_id, seat.side, user)
    except Exception:
        log.exception("What happened since somebody last looked could not be read.")
        return None


@asynccontextmanager
async def telling(interaction: Interaction, since: Since | None) -> AsyncIterator[None]:
    """It is shown within: what its reader asks for meanwhile does not tell it again, and then their mark moves on. What could
    not be shown is shown another time."""
    if since is None:
        yield
        return
    services = services_of(interaction)
    with on_its_way(services, since):
        yield
        try:
            await note_looked(services, since)
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
