"""/psi: what your psychics can do, how they travel, what they work at."""

from discord import app_commands

from cogs.campaign.common.campaign_context import view_here
from cogs.campaign.common.order_commands import FLEET, PROJECT, order_of
from cogs.campaign.common.people_texts import (
    attempts_option,
    mind_list,
    post_option,
    psi_list,
    research_list,
    unit_abilities_option,
)
from cogs.common.answers import say
from cogs.common.bot_services import Interaction
from cogs.common.command_factory import comma_parts, command, text
from rules.cluster_war.chapters.movement.conduct_orders import PreparePsychics
from rules.cluster_war.chapters.movement.request_orders import AttemptPsionics
from rules.cluster_war.chapters.officers.crew_orders import SendTelepaths, post_meant
from rules.cluster_war.chapters.research.project_orders import CombineAbilities, ReadObject


class PsiGroup(app_commands.Group, name="psi", description="Psionics: abilities, psychics aboard ships, research"):
    """Orders to psychics, and lists of them. The game master's part is `/psimaster`."""

    travel = order_of(
        PreparePsychics, "How psychics aboard a fleet pass through hyperspace; without it the fleet stays"
    )(fleet=FLEET, how="Asleep, or awake: then they go insane")
    team = order_of(
        SendTelepaths, "Give a team of telepaths its task: the security of a ship or project, or first contacts"
    )(
        task="What for; home takes the team there back",
        at=text("At which ship or project", 1, 100, offers=post_option, read=post_meant),
    )
    read = order_of(ReadObject, "Have psychics handle an object (a derelict, a ruin, a text) to help a project")(
        object=text("What they handle", 1, 400), project=PROJECT("Which project it may help")
    )
    combine = order_of(CombineAbilities, "Ask the game master to allow several abilities in one unit")(
        abilities=text("Which, separated by commas", 1, 200, offers=unit_abilities_option, read=comma_parts)
    )

    @command("Your psionic abilities, the units that use them, and how your psychics fare")
    async def list_(self, interaction: Interaction) -> None:
        await say(interaction, psi_list(await view_here(interaction)))

    @command("Your ghost ships, disguises, silences and holds over others, and how long they last")
    async def shown(self, interaction: Interaction) -> None:
        await say(interaction, mind_list(await view_here(interaction)))

    attempt = order_of(
        AttemptPsionics, "Have psychics use an ability that the game master resolves: delusion, listening, level 3"
    )(
        ability=text("Which ability", 1, 60, offers=attempts_option),
        text=text("What they are to try, on whom, where", 1, 1500),
        fleet=FLEET("Whose psychics (leave out: those at home)"),
    )

    @command("What psionics you can research: successes, what it needs, and under which name")
    async def research(self, interaction: Interaction) -> None:
        await say(interaction, research_list(await view_here(interaction)))
