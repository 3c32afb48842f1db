"""/research: open projects, fund them, see how they stand, and what money buys."""

from typing import Annotated

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common.campaign_context import view_here
from cogs.campaign.common.choices import laboratory_option
from cogs.campaign.common.empire_lists import project_list
from cogs.campaign.common.order_commands import order
from cogs.common.answers import say
from cogs.common.bot_services import Interaction
from cogs.common.command_factory import command
from render.words.safe_text import count
from rules.cluster_war.chapters.research.orders.projects import FundProject, StartProject
from rules.cluster_war.chapters.research.orders.proposals import ProposeTechnology
from rules.cluster_war.chapters.research.projects import research_chance, stations_at
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.view import View

SUMS = (25, 50, 100, 150, 200, 250, 400, 600, 800, 1000, 1500, 2000, 3000)


class ResearchGroup(
    app_commands.Group, name="research", description="Research: open projects, fund them, see their chances"
):
    """Research orders and lists."""

    @order("Open a research project and fund it for the first time")
    def start(
        self,
        names: Names,
        name: Annotated[Range[str, 1, 60], "What you want to find out"],
        at: Annotated[str, "Where: a colony, or a ship with science stations", laboratory_option],
        cps: Annotated[Range[int, 1, 100000], "CPs for this turn"],
        steps: Annotated[
            Range[int, 1, 20],
            "Successes needed: easy 1, known field 2, new field 3, difficult 4 or more (the GM may change it)",
        ] = 2,
        technology: Annotated[Range[str, 0, 60], "The technology it gives, if it has another name"] = "",
        levels: Annotated[bool, "Bring a level of the technology with every two successes"] = False,
    ) -> Order:
        return StartProject(name, names.hex(at), steps, cps, technology, levels)

    @order("Give CPs to a running project; without any it loses what it has gathered")
    def fund(
        self,
        names: Names,
        project: Annotated[str, "Which project"],
        cps: Annotated[Range[int, 1, 100000], "How many CPs"],
    ) -> Order:
        return FundProject(names.project(project), cps)

    @order("Propose a secret weapon or technology of your own; the GM says what it takes, and you open a project")
    def propose(
        self,
        names: Names,
        name: Annotated[Range[str, 1, 60], "What you call it"],
        goal: Annotated[Range[str, 1, 1500], "What it is to do"],
    ) -> Order:
        del names
        return ProposeTechnology(name, goal)

    @command("Your projects and how far they are")
    async def list_(self, interaction: Interaction) -> None:
        await say(interaction, project_list(await view_here(interaction)))

    @command("What your CPs would buy: the chance of success for sums and labs")
    async def chance(
        self,
        interaction: Interaction,
        cps: Annotated[Range[int, 0, 100000] | None, "CPs in the step (leave out for a table)"] = None,
        labs: Annotated[
            Range[int, 0, 100] | None, "Science stations at the project's place (leave out: the most you have at one)"
        ] = None,
    ) -> None:
        view = await view_here(interaction)
        sums = SUMS if cps is None else (cps,)
        stations = most_labs(view) if labs is None else labs
        lines = [f"### Chance of success with {count(stations, 'lab')} `CW-8.0-10`"]
        for amount in sums:
            if view.me is not None:
                chance = research_chance(amount, stations, view.me.race, view.settings)
                lines.append(f"{amount} CPs: **{chance.chance}%** ({chance.base}% +{chance.bonus})")
        await say(interaction, "\n".join(lines))


def most_labs(view: View) -> int:
    """Science stations at the place where the side has most of them."""
    places = {c.hex for c in view.colonies.values()} | {f.hex for f in view.fleets.values()}
    return max((stations_at(view, view.side, place) for place in places), default=0)
