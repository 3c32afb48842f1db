"""The form for what is written about a race: its culture, its story, and notes that nobody else reads (CW-19.0-17)."""

from functools import partial

import discord
from discord import ui

from cogs.campaign.gm.handlers import gm_context
from cogs.campaign.gm.npr_handlers import change, tell
from cogs.common.answers import defer
from cogs.common.bot_services import Interaction
from cogs.common.errors import answer_error
from rules.cluster_war.npr.changes import with_story
from rules.cluster_war.state.npr import Npr

LONGEST = 4000


def _text(value: str) -> ui.TextInput[ui.LayoutView]:
    return ui.TextInput(
        style=discord.TextStyle.paragraph, required=False, max_length=LONGEST, default=value[:LONGEST] or None
    )


class StoryModal(ui.Modal):
    """Culture and ships, story and plots, private notes."""

    def __init__(self, npr: Npr) -> None:
        super().__init__(title=f"Notes on {npr.name}"[:45])
        self.race = npr.id
        self.culture, self.story, self.notes = _text(npr.culture), _text(npr.story), _text(npr.notes)
        for label, hint, field in (
            ("Culture and ships", "How they live, what their ships are like", self.culture),
            ("Story", "Plots, artifacts and specials near them", self.story),
            ("Private notes", "For the game master alone", self.notes),
        ):
            self.add_item(ui.Label(text=label, description=hint, component=field))

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override] # our client's interaction
        """Keep them with the race."""
        await defer(interaction)
        gm = await gm_context(interaction)
        culture, story, notes = self.culture.value, self.story.value, self.notes.value
        written = partial(with_story, culture, story, notes)
        done = await change(interaction, gm, self.race, written, "Its story")
        await tell(interaction, gm, done)

    async def on_error(self, interaction: Interaction, error: Exception) -> None:  # type: ignore[override] # as above
        """The same answers as for commands."""
        await answer_error(interaction, error)
