"""/psi: what your psychics can do, how they travel, what they work at; and the game master's hand on it, `/psi gm`."""

from typing import Annotated

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common.campaign_context import view_here
from cogs.campaign.common.choices import fleet_option
from cogs.campaign.common.mind_lists import mind_list
from cogs.campaign.common.order_commands import order
from cogs.campaign.common.psi_lists import attempts_option, psi_list
from cogs.common.answers import say
from cogs.common.bot_services import Interaction
from cogs.common.command_factory import command
from rules.cluster_war.movement.orders.attempting import AttemptPsionics
from rules.cluster_war.orders.names import Names
from rules.cluster_war.orders.order import Order


class PsiGroup(app_commands.Group, name="psi", description="Psionics: abilities, psychics aboard ships, research"):
    """Orders to psychics, and lists of them. The client adds the game master's part."""

    @command("Your psionic abilities, the units that use them, and how your psychics fare")
    async def list_(self, interaction: Interaction) -> None:
        await say(interaction, psi_list(await view_here(interaction)))

    @command("Your ghost ships, disguises, silences and holds over others, and how long they last")
    async def shown(self, interaction: Interaction) -> None:
        await say(interaction, mind_list(await view_here(interaction)))

    @order("Have psychics use an ability that the game master resolves: delusion, listening, level 3")
    def attempt(
        self,
        names: Names,
        ability: Annotated[Range[str, 1, 60], "Which ability", attempts_option],
        text: Annotated[Range[str, 1, 1500], "What they are to try, on whom, where"],
        fleet: Annotated[str, "Whose psychics (leave out: those at home)", fleet_option] = "",
    ) -> Order:
        return AttemptPsionics(ability, text, names.fleet(fleet) if fleet else "")
