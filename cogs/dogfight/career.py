"""A pilot's log over all their fights: sorties, kills, losses, computed from the games that are over."""

import discord

from cogs.common.answers import defer, say
from cogs.common.bot_services import Interaction, services_of
from render.canvas.safe_text import count, plain
from umpire.dogfight.career import Career, Mission, career

SHOWN = 12
"""Missions listed, the latest first."""


async def career_here(interaction: Interaction, pilot: discord.User | discord.Member) -> None:
    """Show a pilot's log; anybody may read it."""
    await defer(interaction)
    found = await career(services_of(interaction), pilot.id)
    await say(interaction, career_text(found, pilot.display_name))


def career_text(found: Career, name: str) -> str:
    """The log in words."""
    head = f"### {plain(name)}, pilot's log"
    if not found.missions:
        return f"{head}\nNo sortie yet. `/dogfight new` is the first; it takes ten minutes."
    tally = (
        f"{count(found.sorties, 'sortie')}: {count(found.wins, 'won fight')}, {count(found.kills, 'kill')}, "
        f"{count(found.losses, 'jet')} lost."
    )
    lines = [f"- {mission_line(one)}" for one in found.missions[:SHOWN]]
    more = len(found.missions) - SHOWN
    if more > 0:
        lines.append(f"-# and {count(more, 'earlier sortie')}")
    return "\n".join([head, tally, *lines])


def mission_line(one: Mission) -> str:
    """One sortie: when, which fight, what was flown, how it ended."""
    how = f", {one.difficulty}" if one.difficulty else ""
    ended = "won" if one.won else "drawn" if one.drawn else "lost"
    fate = "came home" if not one.fate else one.fate
    return (
        f"<t:{one.at}:d> {plain(one.title)}{how} in a {plain(one.aircraft)}: {ended} after {count(one.turns, 'turn')}, "
        f"{count(one.kills, 'kill')}, {fate}"
    )
