"""/research: open projects, fund them, see how they stand, and what money buys."""

from typing import Annotated

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common.campaign_context import view_here
from cogs.campaign.common.empire_texts import project_list
from cogs.campaign.common.order_commands import PROJECT, named, order_of
from cogs.campaign.common.order_options import laboratory_option
from cogs.common.answers import say
from cogs.common.bot_services import Interaction
from cogs.common.command_factory import Option, command, number, text
from render.words.safe_text import count
from rules.cluster_war.chapters.research.project_orders import FundProject, ProposeTechnology, StartProject
from rules.cluster_war.chapters.research.projects import research_chance, stations_at
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.state.view import View

SUMS = (25, 50, 100, 150, 200, 250, 400, 600, 800, 1000, 1500, 2000, 3000)


class ResearchGroup(
    app_commands.Group, name="research", description="Research: open projects, fund them, see their chances"
):
    """Research orders and lists."""

    start = order_of(StartProject, "Open a research project and fund it for the first time")(
        name=text("What you want to find out", 1, 60),
        at=named("Where: a colony, or a ship with science stations", Names.hex, laboratory_option)(to="hex"),
        cps=number("CPs for this turn", 1, 100000),
        steps=number(
            "Successes needed: easy 1, known field 2, new field 3, difficult 4 or more (the GM may change it)",
            1,
            20,
            default=2,
        ),
        technology=text("The technology it gives, if it has another name", 0, 60),
        levels=Option("Bring a level of the technology with every two successes", to="incremental"),
    )
    fund = order_of(FundProject, "Give CPs to a running project; without any it loses what it has gathered")(
        project=PROJECT, cps=number("How many CPs", 1, 100000)
    )
    propose = order_of(
        ProposeTechnology,
        "Propose a secret weapon or technology of your own; the GM says what it takes, and you open a project",
    )(name=text("What you call it", 1, 60, to="technology"), goal=text("What it is to do", 1, 1500))

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
