"""The form for what is written about a race: its culture, its story, and notes that nobody else reads (CW-19.0-17)."""

from collections.abc import Mapping
from functools import partial

from cogs.campaign.gm.handlers import gm_context
from cogs.campaign.gm.npr_handlers import change, tell
from cogs.common.answers import defer
from cogs.common.bot_services import Interaction
from cogs.common.forms import Field, Form
from rules.cluster_war.npr.changes import with_story
from rules.cluster_war.state.npr import Npr


def story_form(npr: Npr) -> Form:
    """Culture and ships, story and plots, private notes; kept with the race."""
    fields = (
        Field("culture", "Culture and ships", "How they live, what their ships are like", npr.culture, long=True),
        Field("story", "Story", "Plots, artifacts and specials near them", npr.story, long=True),
        Field("notes", "Private notes", "For the game master alone", npr.notes, long=True),
    )

    async def sent(interaction: Interaction, given: Mapping[str, str]) -> None:
        await defer(interaction)
        gm = await gm_context(interaction)
        written = partial(with_story, given["culture"], given["story"], given["notes"])
        await tell(interaction, gm, await change(interaction, gm, npr.id, written, "Its story"))

    return Form(f"Notes on {npr.name}", fields, sent)
