"""Orders that somebody wrote, looked at and has not given: whoever declares their sheet ready is reminded of them.

One process remembers them, and forgets them when it stops: it is a reminder, nothing that a game depends on."""

from typing import Final, TypeAlias

import discord

from cogs.common.interactions import Interaction, services_of
from render.words.safe_text import count
from rules.values import quoted
from umpire.games.seat import Seat
from umpire.services.services import Slot

MOST_PREVIEWS: Final = 3
Key: TypeAlias = tuple[str, str, int, int]
LAST_LINES: Final[Slot[Key, tuple[str, ...]]] = Slot(limit=200)
"""The latest lines, by game, side, user and revision."""
WRITTEN_INTERACTIONS: Final = {discord.InteractionType.application_command, discord.InteractionType.modal_submit}
"""What is looked at by buttons was offered, not written."""


def note_written(interaction: Interaction, seat: Seat, revision: int, line: str) -> None:
    """Remember the line of a preview that somebody wrote."""
    if interaction.type in WRITTEN_INTERACTIONS:
        key, kept = _open_lines(interaction, seat, revision)
        services_of(interaction).cache.of(LAST_LINES).put(
            key, (*(one for one in kept if one != line), line)[-MOST_PREVIEWS:]
        )


def forget_written(interaction: Interaction, seat: Seat, revision: int, line: str) -> None:
    """The line was given, given up or written anew."""
    key, kept = _open_lines(interaction, seat, revision)
    services_of(interaction).cache.of(LAST_LINES).put(key, tuple(one for one in kept if one != line))


def left_open(interaction: Interaction, seat: Seat, revision: int) -> str:
    """What somebody wrote and has not given, in one line; "" for nothing."""
    _, kept = _open_lines(interaction, seat, revision)
    if not kept:
        return ""
    lines = ", ".join(quoted(line, 200) for line in kept)
    return (
        f"Written and not given: {count(len(kept), 'order')}, {lines}. **Give this order** below its preview gives it."
    )


def _open_lines(interaction: Interaction, seat: Seat, revision: int) -> tuple[Key, tuple[str, ...]]:
    key = seat.game_id, seat.side, interaction.user.id, revision
    return key, services_of(interaction).cache.of(LAST_LINES).get(key) or ()
