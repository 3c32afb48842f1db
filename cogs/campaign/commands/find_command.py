"""/find: search what you have and know."""

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common.campaign_context import seat_here
from cogs.campaign.common.empire_texts import known_world
from cogs.common.interactions import Interaction, defer, say, services_of
from render.words.safe_text import plain
from umpire.campaign.views import reports, side_views


@app_commands.command(name="find", description="Search your surveys, units, worlds, sheets and reports for words")
@app_commands.describe(text="One or more words; all must be there")
async def find_command(interaction: Interaction, text: Range[str, 2, 60]) -> None:
    """List what holds all the words, from the asker's own knowledge alone."""
    seat = await seat_here(interaction)
    await defer(interaction)
    hits = await reports.find(services_of(interaction), seat, text)
    view = await side_views.view(services_of(interaction), seat)
    lines = [f"**{hit.where}** {known_world(view, hit.world) if hit.world else plain(hit.text, 300)}" for hit in hits]
    head = f"### {len(hits)} found for “{plain(text)}”" if hits else f"Nothing you have matches “{plain(text)}”."
    await say(interaction, "\n".join([head, *lines]))
