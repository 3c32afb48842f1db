"""What the commands and forms about the game master's races do alike: read lists, change one part, tell the outcome."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from cogs.campaign.gm.changing import parts_of
from cogs.campaign.gm.handlers import GmContext, gm_context, gm_pressed, tell
from cogs.common.answers import defer
from cogs.common.bot_services import Interaction
from cogs.common.buttons import ButtonData
from cogs.common.forms import Field, Form, FormMaker
from rules.cluster_war.chapters.npr.amendments import npr_named, with_fields
from rules.errors import GameError, quoted
from umpire.campaign.gm import npr_edits
from umpire.campaign.gm.npr_edits import Change
from umpire.campaign.gm.rulings import Ruled
from umpire.campaign.views import side_views


def listed_in(text: str) -> tuple[str, ...]:
    """A list separated by commas, each part once; "none" for an empty one."""
    return tuple(dict.fromkeys(parts_of(text)))


def percents(text: str) -> tuple[int, ...]:
    """A growth chart; "none" for growth by dice. GameError for what are no whole numbers."""
    parts = [part.removesuffix("%").strip() for part in parts_of(text)]
    if any(not p.removeprefix("-").removeprefix("+").isdecimal() or len(p) > 4 for p in parts):
        raise GameError(f"{quoted(text)} is no growth chart; write per cents by month, like 3,2,2,0.")
    return tuple(int(p) for p in parts)


async def change(interaction: Interaction, gm: GmContext, race: str, act: Change, reason: str) -> Ruled:
    """Change one race."""
    return await npr_edits.change_race(gm.services, gm.seat, race, act, reason, idempotency_key=str(interaction.id))


async def story_form(interaction: Interaction, control: ButtonData) -> Form:
    """Culture and ships, story and plots, private notes; kept with the race that the control names."""
    gm = await gm_pressed(interaction, control)
    npr = npr_named((await side_views.view(gm.services, gm.seat)).nprs, control.rest)
    fields = (
        Field("culture", "Culture and ships", "How they live, what their ships are like", npr.culture, long=True),
        Field("story", "Story", "Plots, artifacts and specials near them", npr.story, long=True),
        Field("notes", "Private notes", "For the game master alone", npr.notes, long=True),
    )

    async def sent(interaction: Interaction, given: Mapping[str, str]) -> None:
        await defer(interaction)
        gm = await gm_context(interaction)
        written = partial(with_fields, {part: given[part] for part in ("culture", "story", "notes")})
        await tell(interaction, gm, await change(interaction, gm, npr.id, written, "Its story"))

    return Form(f"Notes on {npr.name}", fields, sent, control)


FORMS: Final[Mapping[str, FormMaker]] = {"npr-notes": story_form}
