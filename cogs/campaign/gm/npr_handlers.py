"""What the commands and forms about the game master's races do alike: read lists, change one part, tell the outcome."""

from cogs.campaign.gm.handlers import GmContext
from cogs.campaign.gm.texts import ruled_text
from cogs.common.answers import say
from cogs.common.bot_services import Interaction, bot_services
from rules.cluster_war.state.npr import RELATIONS
from rules.errors import GameError, quoted
from umpire.campaign.gm import npr_edits
from umpire.campaign.gm.npr_edits import Change
from umpire.campaign.gm.rulings import Ruled

WORDS = RELATIONS


def listed_in(text: str) -> tuple[str, ...]:
    """A list separated by commas; "none" for an empty one."""
    if text.strip().casefold() == "none":
        return ()
    return tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))


def percents(text: str) -> tuple[int, ...]:
    """A growth chart; "none" for growth by dice. GameError for what are no whole numbers."""
    parts = [p.strip().removesuffix("%").strip() for p in text.split(",") if p.strip()]
    if text.strip().casefold() == "none":
        return ()
    if any(not p.removeprefix("-").removeprefix("+").isdecimal() or len(p) > 4 for p in parts):
        raise GameError(f"{quoted(text)} is no growth chart; write per cents by month, like 3,2,2,0.")
    return tuple(int(p) for p in parts)


async def change(interaction: Interaction, gm: GmContext, race: str, act: Change, reason: str) -> Ruled:
    """Change one race."""
    return await npr_edits.change_race(gm.services, gm.seat, race, act, reason, idempotency_key=str(interaction.id))


async def tell(interaction: Interaction, gm: GmContext, ruled: Ruled) -> None:
    """Say what was changed."""
    bot_services(interaction).deliverer.wake()
    await say(interaction, ruled_text(gm.game, ruled))
