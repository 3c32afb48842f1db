"""/officer: recruit officers, give them posts and ranks, move crews between ships, and see who there is."""

from typing import Annotated, Literal

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common.campaign_context import sheet_here, view_here
from cogs.campaign.common.choices import held_option
from cogs.campaign.common.officer_lists import (
    academy_option,
    crew_option,
    officer_list,
    officer_option,
    officer_sheet,
    talents,
    unit_option,
)
from cogs.campaign.common.order_commands import order
from cogs.common.answers import say
from cogs.common.bot_services import Interaction
from cogs.common.command_factory import command
from rules.cluster_war.chapters.officers.orders.crews import MoveCrew
from rules.cluster_war.chapters.officers.orders.officers import AssignOfficer, RankOfficer, RecruitOfficer
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Order
from rules.errors import GameError

Who = Annotated[str, "Which officer", officer_option]


class OfficerGroup(
    app_commands.Group, name="officer", description="Officers: recruit them, their posts and ranks; crews"
):
    """Orders to officers and crews, and the list of them."""

    @order("Train an officer at a military base or academy: in your pool next turn")
    def recruit(
        self,
        names: Names,
        at: Annotated[str, "The military base or academy", academy_option],
        name: Annotated[Range[str, 0, 60], "The officer's name"] = "",
        with_talents: Annotated[Range[str, 0, 200], "Talents, separated by commas", talents] = "",
        tactics: Annotated[Literal["attack", "defense"] | None, "What a tactician is for"] = None,
    ) -> Order:
        wanted = tuple(part.strip() for part in with_talents.split(",") if part.strip())
        return RecruitOfficer(names.site(at), name, wanted, tactics or "")

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

    @order("Raise or lower an officer's rank by one")
    def rank(self, names: Names, officer: Who, rank: Annotated[Range[int, 1, 999], "Their new rank"]) -> Order:
        return RankOfficer(names.officer(officer), rank)

    @order("Two ships in one hex exchange their crews")
    def crew(
        self,
        names: Names,
        ship: Annotated[str, "Whose crew goes", crew_option],
        to: Annotated[str, "To which ship", crew_option],
    ) -> Order:
        return MoveCrew(names.ship(ship), names.ship(to))

    @command("Your officers with ratings, talents and posts, and your crews that are not regular")
    async def list_(self, interaction: Interaction) -> None:
        await say(interaction, officer_list(await view_here(interaction)))

    @command("One officer in full: what their ratings are for where they serve")
    async def show(self, interaction: Interaction, officer: Who) -> None:
        names = (await sheet_here(interaction)).names
        await say(interaction, officer_sheet(names.view, names.officer(officer)))
