"""/encounter: what your fleets have met or found, and what you do about it."""

from typing import Annotated

from discord import app_commands

from cogs.campaign.common.order_commands import Fleet, order
from cogs.campaign.common.scene_lists import choice_option, scene_option
from cogs.campaign.desk.handlers import list_met
from cogs.common.bot_services import Interaction
from cogs.common.command_factory import command
from rules.cluster_war.chapters.encounters.orders.answering import AnswerScene, EnterWormhole
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Order


class EncounterGroup(
    app_commands.Group, name="encounter", description="What your fleets have met: look, answer, go through worm holes"
):
    """Answers to scenes; what nobody answers comes to the cautious end of the book."""

    @command("What waits for your answer, with every choice and its chance")
    async def list_(self, interaction: Interaction) -> None:
        await list_met(interaction)

    @order("Say what is done about something your fleets have met")
    def answer(
        self,
        names: Names,
        encounter: Annotated[str, "Which one (E3)", scene_option],
        choice: Annotated[str, "What is done", choice_option],
    ) -> Order:
        del names
        return AnswerScene(encounter.strip(), choice.strip())

    @order("Go into a worm hole whose far end nobody of yours knows")
    def enter(self, names: Names, fleet: Fleet) -> Order:
        return EnterWormhole(names.fleet(fleet))
