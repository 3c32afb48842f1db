"""/empire: what you have and what you know, at a glance."""

from typing import Annotated, Literal

from discord import app_commands

from cogs.campaign.common.campaign_context import names_here, reader_here, view_here
from cogs.campaign.common.empire_texts import design_list, empire_sheet, known_list, sheet_text, system_sheet
from cogs.campaign.common.order_options import place_option
from cogs.common.command_factory import command
from cogs.common.interactions import Interaction, defer, say, services_of
from rules.cluster_war.play.sheets.workbook import one_sheet
from umpire.campaign.sheets.workbook import Mark, write_workbook
from umpire.campaign.sheets.workbooks import sheets_of, view_and_spending
from umpire.campaign.views import side_views
from umpire.games import games
from umpire.outbox.courier import File


class EmpireGroup(
    app_commands.Group, name="empire", description="Your empire: money, race, designs, and what you know of the stars"
):
    """Lists of what a side has and knows."""

    @command("Your empire at a glance: money, race, technologies, contacts")
    async def show(self, interaction: Interaction) -> None:
        await say(interaction, empire_sheet(await view_here(interaction)))

    @command("Your unit roster: everything you can build, with prices")
    async def designs(self, interaction: Interaction) -> None:
        await say(interaction, design_list(await view_here(interaction)))

    @command("What you know of a hex: its worlds, what they would cost you, who is there")
    async def system(
        self, interaction: Interaction, hex_: Annotated[str, "A hex (2034) or a name you know", place_option]
    ) -> None:
        names = await names_here(interaction)
        await say(interaction, system_sheet(names.view, names.hex(hex_)))

    @command("Your survey sheet: every system you have scouted or surveyed, newest first")
    async def known(self, interaction: Interaction) -> None:
        await say(interaction, known_list(await view_here(interaction)))

    @command("One of the nine sheets of the game, or one of officers, intelligence, war, ground forces")
    async def sheet(
        self,
        interaction: Interaction,
        sheet: Annotated[
            Literal[
                "economics",
                "fleets",
                "construction",
                "technology",
                "roster",
                "surveys",
                "treaties",
                "map",
                "ships",
                "officers",
                "operations",
                "war",
                "forces",
            ],
            "Which sheet",
        ],
    ) -> None:
        seat = await reader_here(interaction)
        await defer(interaction)
        view, spent = await view_and_spending(services_of(interaction), seat)
        await say(interaction, sheet_text(one_sheet(sheet, view, spent)))

    @command("Your empire over the turns as a chart: CPs, colonies, fleets and ships")
    async def history(
        self,
        interaction: Interaction,
        theme: Annotated[Literal["dark", "light"], "Colours; colour-blind people can read both"] = "dark",
    ) -> None:
        seat = await reader_here(interaction)
        await defer(interaction)
        files = await side_views.history(services_of(interaction), seat, theme)
        await say(interaction, "-# every figure is in history.txt", files=files)

    @command("All nine sheets as one .xlsx file; fill in its yellow cells and use /orders upload")
    async def workbook(self, interaction: Interaction) -> None:
        seat = await reader_here(interaction)
        await defer(interaction)
        services = services_of(interaction)
        view, sheets = await sheets_of(services, seat)
        game = await games.get_game(services, seat.game_id)
        name = view.me.name if view.me else ""
        mark = Mark(game.id, view.side, view.turn)
        data = await services.workers.run(write_workbook, sheets, game.name, name, mark, urgent=True)
        text = (
            "Fill in the yellow cells and send the file back with /orders upload. You can send it again after a change: "
            "each file takes back what the last one of this turn ordered."
        )
        await say(interaction, text, files=[File(f"turn-{view.turn:02d}.xlsx", data)])
