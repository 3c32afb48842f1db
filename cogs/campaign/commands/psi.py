"""/psi: what your psychics can do, how they travel, what they work at; and the game master's hand on it, `/psi gm`."""

from discord import app_commands

from cogs.campaign.common.campaign_context import view_here
from cogs.campaign.common.psi_lists import psi_list
from cogs.common.answers import say
from cogs.common.bot_services import Interaction
from cogs.common.command_factory import command


class PsiGroup(app_commands.Group, name="psi", description="Psionics: abilities, psychics aboard ships, research"):
    """Orders to psychics, and lists of them. The client adds the game master's part."""

    @command("Your psionic abilities, the units that use them, and how your psychics fare")
    async def list_(self, interaction: Interaction) -> None:
        await say(interaction, psi_list(await view_here(interaction)))
