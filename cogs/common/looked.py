"""What happened since somebody last looked: on top of the first report, list or desk that they open after it."""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

import discord

from cogs.common.bot_services import Interaction, services_of
from umpire.games.seat import Seat
from umpire.games.told import Mark
from umpire.news.since import Since, has_moved, note_looked, since_looked
from umpire.services.cache import Slot
from umpire.services.services import Services

log = logging.getLogger(__name__)
OPENS: Final = "opens-a-report"
MOST_IN_PANEL: Final = 3900
AT_ONCE: Final = 30
"""For so many seconds what is being shown to somebody is not shown to them again, though it is not noted yet."""
SHOWN: Final[Slot[tuple[str, str, int], tuple[Mark, int]]] = Slot(limit=256)
"""What is being shown, by game, side and person: up to which mark, and since when."""


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
        return _unless_shown(services, await since_looked(services, seat.game_id, seat.side, user))
    except Exception:
        log.exception("What happened since somebody last looked could not be read.")
        return None


def _unless_shown(services: Services, since: Since | None) -> Since | None:
    """The same, unless an answer to another command of theirs shows it just now, which is noted when it has gone."""
    if since is None:
        return None
    being, now, who = services.cache.of(SHOWN), services.seconds(), (since.game, since.side, since.user_id)
    mark, at = being.get(who) or (None, 0)
    if mark == since.mark and now - at < AT_ONCE:
        return None
    being.put(who, (since.mark, now))
    return since


async def was_told(interaction: Interaction, since: Since | None) -> None:
    """It was shown: its reader's mark moves on. What was not shown is shown another time."""
    if since is None:
        return
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
