"""/encounter: what your fleets have met or found, and what you do about it."""

from discord import app_commands

from cogs.campaign.common.field_texts import choice_option, scene_option
from cogs.campaign.common.order_commands import FLEET, order_of
from cogs.campaign.dashboard.handlers import list_met
from cogs.common.bot_services import Interaction
from cogs.common.command_factory import Option, command, stripped
from rules.cluster_war.chapters.encounters.encounter_orders import AnswerScene, EnterWormhole


class EncounterGroup(
    app_commands.Group, name="encounter", description="What your fleets have met: look, answer, go through worm holes"
):
    """Answers to scenes; what nobody answers comes to the cautious end of the book."""

    @command("What waits for your answer, with every choice and its chance")
    async def list_(self, interaction: Interaction) -> None:
        await list_met(interaction)

    answer = order_of(AnswerScene, "Say what is done about something your fleets have met")(
        encounter=Option("Which one (E3)", to="scene", offers=scene_option, read=stripped),
        choice=Option("What is done", offers=choice_option, read=stripped),
    )
    enter = order_of(EnterWormhole, "Go into a worm hole whose far end nobody of yours knows")(fleet=FLEET)
