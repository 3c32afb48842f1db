"""/officer: recruit officers, give them posts and ranks, move crews between ships, and see who there is."""

from typing import Annotated, Final, Literal

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common.campaign_context import sheet_here, view_here
from cogs.campaign.common.order_commands import named, order, order_of
from cogs.campaign.common.order_options import held_option
from cogs.campaign.common.people_texts import (
    academy_option,
    crew_option,
    officer_list,
    officer_option,
    officer_sheet,
    talents,
    unit_option,
)
from cogs.common.answers import say
from cogs.common.bot_services import Interaction
from cogs.common.command_factory import Option, comma_parts, command, number, text
from rules.cluster_war.chapters.officers.crew_orders import MoveCrew
from rules.cluster_war.chapters.officers.officer_orders import AssignOfficer, RankOfficer, RecruitOfficer
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Order
from rules.errors import GameError

Who = Annotated[str, "Which officer", officer_option]
OFFICER: Final = named("Which officer", Names.officer, officer_option)
CREW: Final = named("Whose crew goes", Names.ship, crew_option)


class OfficerGroup(
    app_commands.Group, name="officer", description="Officers: recruit them, their posts and ranks; crews"
):
    """Orders to officers and crews, and the list of them."""

    recruit = order_of(RecruitOfficer, "Train an officer at a military base or academy: in your pool next turn")(
        at=named("The military base or academy", Names.site, academy_option)(to="site"),
        name=text("The officer's name", 0, 60, default=""),
        with_talents=text("Talents, separated by commas", 0, 200, offers=talents, read=comma_parts, to="talents"),
        tactics=Option("What a tactician is for", Literal["attack", "defense"]),
    )

    @order("Give an officer a post on a ship, base or colony, or take them back into the pool")
    def assign(
        self,
        names: Names,
        officer: Who,
        post: Annotated[Literal["admiral", "commander", "captain", "team", "aboard", "pool"], "Which post"],
        unit: Annotated[Range[str, 0, 100], "On which ship, base or colony", unit_option] = "",
        forces: Annotated[
            Range[str, 0, 100], "Which ground forces of a colony a team leader goes with", held_option
        ] = "",
    ) -> Order:
        if post == "pool":
            return AssignOfficer(names.officer(officer), "aboard")
        if not unit:
            raise GameError("Say on which ship, base or colony.", rule="CW-17.1-27")
        return AssignOfficer(
            names.officer(officer), post, names.post_unit(unit), names.design(forces) if forces else ""
        )

    rank = order_of(RankOfficer, "Raise or lower an officer's rank by one")(
        officer=OFFICER, rank=number("Their new rank", 1, 999)
    )
    crew = order_of(MoveCrew, "Two ships in one hex exchange their crews")(ship=CREW, to=CREW("To which ship"))

    @command("Your officers with ratings, talents and posts, and your crews that are not regular")
    async def list_(self, interaction: Interaction) -> None:
        await say(interaction, officer_list(await view_here(interaction)))

    @command("One officer in full: what their ratings are for where they serve")
    async def show(self, interaction: Interaction, officer: Who) -> None:
        names = (await sheet_here(interaction)).names
        await say(interaction, officer_sheet(names.view, names.officer(officer)))
