"""/psi: what your psychics can do, how they travel, what they work at."""

from typing import Annotated, Literal

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common.campaign_context import view_here
from cogs.campaign.common.choices import fleet_option
from cogs.campaign.common.mind_lists import mind_list
from cogs.campaign.common.order_commands import order
from cogs.campaign.common.psi_lists import attempts_option, post_option, psi_list, research_list, unit_abilities_option
from cogs.common.answers import say
from cogs.common.bot_services import Interaction
from cogs.common.command_factory import command
from rules.cluster_war.chapters.movement.orders.attempting import AttemptPsionics
from rules.cluster_war.chapters.movement.orders.psychics import PreparePsychics
from rules.cluster_war.chapters.officers.orders.telepaths import SendTelepaths, post_meant
from rules.cluster_war.chapters.research.orders.psychics import CombineAbilities, ReadObject
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Order


class PsiGroup(app_commands.Group, name="psi", description="Psionics: abilities, psychics aboard ships, research"):
    """Orders to psychics, and lists of them. The game master's part is `/psimaster`."""

    @order("How psychics aboard a fleet pass through hyperspace; without it the fleet stays")
    def travel(
        self,
        names: Names,
        fleet: Annotated[str, "Which fleet"],
        how: Annotated[Literal["drugged", "frozen", "awake"], "Asleep, or awake: then they go insane"],
    ) -> Order:
        return PreparePsychics(names.fleet(fleet), how)

    @order("Give a team of telepaths its task: the security of a ship or project, or first contacts")
    def team(
        self,
        names: Names,
        task: Annotated[Literal["security", "contact", "home"], "What for; home takes the team there back"],
        at: Annotated[Range[str, 1, 100], "At which ship or project", post_option],
    ) -> Order:
        return SendTelepaths(task, post_meant(names, at))

    @order("Have psychics handle an object (a derelict, a ruin, a text) to help a project")
    def read(
        self,
        names: Names,
        object_: Annotated[Range[str, 1, 400], "What they handle"],
        project: Annotated[str, "Which project it may help"],
    ) -> Order:
        return ReadObject(object_, names.project(project))

    @order("Ask the game master to allow several abilities in one unit")
    def combine(
        self,
        names: Names,
        abilities: Annotated[Range[str, 1, 200], "Which, separated by commas", unit_abilities_option],
    ) -> Order:
        del names
        return CombineAbilities(tuple(part.strip() for part in abilities.split(",") if part.strip()))

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

    @command("What psionics you can research: successes, what it needs, and under which name")
    async def research(self, interaction: Interaction) -> None:
        await say(interaction, research_list(await view_here(interaction)))
