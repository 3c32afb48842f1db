"""/empire, /map and /find: what you have and what you know, at a glance, as a picture and as text, and searched."""

from typing import Annotated, Literal

from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.commands.map_handlers import ATLAS_TEXT, buttons_for
from cogs.campaign.common.campaign_context import (
    game_here,
    gm_here,
    names_here,
    reader_here,
    seat_here,
    seat_or_none,
    view_here,
)
from cogs.campaign.common.empire_texts import (
    design_list,
    empire_sheet,
    known_list,
    known_world,
    sheet_text,
    system_sheet,
)
from cogs.campaign.common.order_options import battle_places, complete, place_option
from cogs.common.command_factory import ThemeOption, command
from cogs.common.interactions import Interaction, begin_text, defer, note_opened, say, services_of
from render.words.safe_text import plain
from rules.cluster_war.play.notation import names_of
from rules.cluster_war.play.sheets.workbook import one_sheet
from umpire.campaign.sheets import maps
from umpire.campaign.sheets.maps import MapWish
from umpire.campaign.sheets.workbook import Mark, write_workbook
from umpire.campaign.sheets.workbooks import sheets_of, view_and_spending
from umpire.campaign.views import battle_films, reports, side_views
from umpire.games import games, seats
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


Tinted = Annotated[bool, "No: empires' space is not coloured"]
Reach = Annotated[bool, "Yes: dots show how far your long range sensors reach"]


async def send_map(interaction: Interaction, wish: MapWish, *, text_only: bool = False) -> None:
    """Draw and send, to the asker alone."""
    seat = await seat_here(interaction)
    note_opened(interaction, seat)
    await defer(interaction)
    services = services_of(interaction)
    picture, text = await maps.draw_map(services, seat, wish)
    files = [text] if text_only else [picture, text]
    shown = begin_text(text.data.decode(), "map.txt") if text_only else f"-# {wish.theme} map · text twin attached"
    await say(
        interaction, shown, files=files, buttons=None if text_only else await buttons_for(interaction, seat, wish)
    )


class MapGroup(app_commands.Group, name="map", description="The cluster as your side sees it"):
    """Maps, from the asker's view alone."""

    @command("The map around a place (the quickest way to look)")
    async def show(
        self,
        interaction: Interaction,
        around: Annotated[str, "A hex (2034) or a name you know", place_option],
        radius: Annotated[Range[int, 1, 20], "How many hexes around it"] = 6,
        theme: ThemeOption = "dark",
        tinted: Tinted = True,
        sensors: Reach = False,
    ) -> None:
        seat = await seat_here(interaction)
        view = await side_views.view(services_of(interaction), seat)
        await send_map(interaction, MapWish("around", names_of(view).hex(around), radius, theme, tinted, sensors))

    @command("The part of the map where you have something")
    async def mine(
        self, interaction: Interaction, theme: ThemeOption = "dark", tinted: Tinted = True, sensors: Reach = False
    ) -> None:
        await send_map(interaction, MapWish("mine", theme=theme, tinted=tinted, sensors=sensors))

    @command("The whole cluster")
    async def whole(
        self, interaction: Interaction, theme: ThemeOption = "dark", tinted: Tinted = True, sensors: Reach = False
    ) -> None:
        await send_map(interaction, MapWish("whole", theme=theme, tinted=tinted, sensors=sensors))

    @command("The map in words: what is where, what was seen when")
    async def text(
        self,
        interaction: Interaction,
        around: Annotated[str, "A hex or a name; default: all that is yours", place_option] = "",
        radius: Annotated[Range[int, 1, 35], "How many hexes around it"] = 6,
    ) -> None:
        if not around:
            await send_map(interaction, MapWish("mine"), text_only=True)
            return
        seat = await seat_here(interaction)
        view = await side_views.view(services_of(interaction), seat)
        await send_map(interaction, MapWish("around", names_of(view).hex(around), radius), text_only=True)

    @command("A battle that your ships came back from, as a moving picture")
    async def battle(
        self,
        interaction: Interaction,
        at: Annotated[str, "Where it was: a hex or a name", complete(battle_places)],
        turn: Annotated[Range[int, 1, 9999] | None, "In which turn (default: the last one there)"] = None,
        week: Annotated[Range[int, 0, 99999], "In which week, where there was more than one"] = 0,
        theme: ThemeOption = "dark",
    ) -> None:
        seat = await seat_here(interaction)
        services = services_of(interaction)
        view = await side_views.view(services, seat)
        here = names_of(view).hex(at)
        sign = view.signs.get(f"battle/{here}")
        await defer(interaction)
        which = turn or (sign.turn if sign is not None else view.turn - 1)
        films = await battle_films.battle_film(services, seat, here, which, theme, week)
        await say(interaction, f"-# The battle at {here} in turn {which}, as your side saw it", files=films)

    @command("The campaign so far as a moving picture: each turn as your side saw it then")
    async def film(
        self,
        interaction: Interaction,
        turns: Annotated[Range[int, 1, 120] | None, "Only the last so many turns (default: all)"] = None,
        truth: Annotated[bool, "All there was: for the game master, and for everybody once it is over"] = False,
        theme: ThemeOption = "dark",
    ) -> None:
        services = services_of(interaction)
        game = await game_here(interaction)
        seat = await seat_or_none(interaction)
        if truth and game.status != "finished":
            seat = await gm_here(interaction)
        if seat is not None:
            note_opened(interaction, seat)
        await defer(interaction)
        made = await side_views.campaign_film(services, game.id, seat, theme, turns=turns or 0, truth=truth)
        whose = "the whole truth" if truth or seat is None or not seat.side else "as your side saw it"
        await say(
            interaction, f"-# {plain(game.name)} so far, {whose}; what it shows is in its description too", files=[made]
        )

    @command("The cluster as a page for your browser: every turn, search, routes; it needs no network")
    async def atlas(
        self,
        interaction: Interaction,
        each_turn: Annotated[bool | None, "Yes: with every turn's report from now on; No: no longer"] = None,
    ) -> None:
        seat = await seat_here(interaction)
        note_opened(interaction, seat)
        services = services_of(interaction)
        said = [ATLAS_TEXT]
        if each_turn is not None:
            await seats.set_atlas(services, seat, wanted=each_turn)
            said.append(
                "It comes with each turn's report now." if each_turn else "It no longer comes with each turn's report."
            )
        await defer(interaction)
        await say(interaction, " ".join(said), files=[await side_views.atlas(services, seat)])


@app_commands.command(name="find", description="Search your surveys, units, worlds, sheets and reports for words")
@app_commands.describe(text="One or more words; all must be there")
async def find_command(interaction: Interaction, text: Range[str, 2, 60]) -> None:
    """List what holds all the words, from the asker's own knowledge alone."""
    seat = await seat_here(interaction)
    await defer(interaction)
    hits = await reports.find(services_of(interaction), seat, text)
    view = await side_views.view(services_of(interaction), seat)
    lines = [f"**{hit.where}** {known_world(view, hit.world) if hit.world else plain(hit.text, 300)}" for hit in hits]
    head = f"### {len(hits)} found for “{plain(text)}”" if hits else f"Nothing you have matches “{plain(text)}”."
    await say(interaction, "\n".join([head, *lines]))
