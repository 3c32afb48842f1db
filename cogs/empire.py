"""/empire: what you have and what you know, at a glance."""

from discord import app_commands

from cogs.kit import choices
from cogs.kit.answers import say
from cogs.kit.bench import Interaction, bench_of
from cogs.kit.choices import complete
from cogs.kit.here import names_here, player_here
from cogs.kit.lists import design_list, empire_sheet, known_list, system_sheet
from umpire import views

place_option = complete(choices.places)


class EmpireGroup(
    app_commands.Group, name="empire", description="Your empire: money, race, designs, and what you know of the stars"
):
    """Lists of what a side has and knows."""

    @app_commands.command(description="Your empire at a glance: money, race, technologies, contacts")
    async def show(self, interaction: Interaction) -> None:
        seat = await player_here(interaction)
        await say(interaction, empire_sheet(await views.view(bench_of(interaction).desk, seat)))

    @app_commands.command(description="Your unit roster: everything you can build, with prices")
    async def designs(self, interaction: Interaction) -> None:
        seat = await player_here(interaction)
        await say(interaction, design_list(await views.view(bench_of(interaction).desk, seat)))

    @app_commands.command(description="What you know of a hex: its worlds, what they would cost you, who is there")
    @app_commands.describe(place="A hex (2034) or a name you know")
    @app_commands.autocomplete(place=place_option)
    @app_commands.rename(place="hex")
    async def system(self, interaction: Interaction, place: str) -> None:
        names = await names_here(interaction)
        await say(interaction, system_sheet(names.view, names.hex(place)))

    @app_commands.command(description="Your survey sheet: every system you have scouted or surveyed, newest first")
    async def known(self, interaction: Interaction) -> None:
        seat = await player_here(interaction)
        await say(interaction, known_list(await views.view(bench_of(interaction).desk, seat)))
