"""/design: draw units in play, send them to the game master, and look at design sheets."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Annotated, Final

from discord import app_commands

from cogs.campaign.common.campaign_context import player_here, player_pressed, reader_here
from cogs.campaign.common.design_panel import drawing_panel
from cogs.campaign.race.form import unit_fields, unit_of
from cogs.campaign.race.panel import rough_text
from cogs.common.command_factory import Pair, command, fixed, lookup, plain_text
from cogs.common.components import ButtonData, Form, FormMaker, Handler, open_form, opener
from cogs.common.interactions import Interaction, bot_services, defer, replace_message, say, services_of
from cogs.common.panels import text_panel
from render.canvas.theme import THEMES
from render.words.safe_text import plain
from rules.cluster_war.model.unit_design.sheet import UnitText
from rules.values import GameError, NotYoursError, quoted
from umpire.campaign.designs import drawings
from umpire.campaign.designs.drawings import DrawnDesign, sheet_of, state_words, words_of
from umpire.campaign.views import side_views
from umpire.games import games
from umpire.games.seat import Seat
from umpire.outbox.courier import File

artist = partial(player_pressed, what="drawing")
LONGEST_CALL: Final = 60
"""Characters of a design's name that a form carries."""


async def drawing_pairs(interaction: Interaction) -> Iterable[Pair]:
    """The asker's own drawings and roster."""
    seat = await player_here(interaction)
    view = await side_views.view(services_of(interaction), seat)
    mine = await drawings.drawings(services_of(interaction), seat)
    roster = view.me.designs.values() if view.me else ()
    taken = {d.id for d in roster}
    drawn = [d for d in mine if d.name not in taken]
    by_the_book = (await games.get_game(services_of(interaction), seat.game_id)).options.gm != "person"
    pairs = [
        (f"{plain_text(d.sketch.text.name)} ({d.name}, {state_words(d.state, by_the_book=by_the_book)})", d.name)
        for d in drawn
    ]
    pairs += [(f"{plain_text(d.name)} ({d.id}, {d.cost} CPs)", d.id) for d in roster]
    return pairs


drawing_option = lookup(drawing_pairs)
theme_option = fixed(lambda: ((name, name) for name in THEMES))


class DesignGroup(app_commands.Group, name="design", description="Unit designs: draw, price, send, look"):
    """A player's drawing board."""

    @command("Draw a unit: components a line each; you see its price before you send it")
    async def unit(
        self,
        interaction: Interaction,
        design: Annotated[
            str, "Begin from a drawing or from a design of your roster; default: a new one", drawing_option
        ] = "",
    ) -> None:
        seat = await player_here(interaction)
        control = ButtonData("draw-edit", seat.game_id, 0, design.strip()[:LONGEST_CALL])
        await open_form(interaction, await board_form(interaction, control))

    @command("A design's sheet: what is in it, what it costs, as text and as a picture")
    async def show(
        self,
        interaction: Interaction,
        design: Annotated[str, "One of your designs or drawings", drawing_option],
        theme: Annotated[str, "Palette of the picture", theme_option] = "dark",
    ) -> None:
        seat = await player_here(interaction)
        if theme not in THEMES:
            raise GameError(f"There is no palette {quoted(theme)}; there are {', '.join(THEMES)}.")
        await defer(interaction)
        sheet = await sheet_of(services_of(interaction), seat, design, theme)  # type: ignore[arg-type] # checked above
        files = [File("design.txt", sheet.text.encode())]
        if sheet.picture is not None:
            files.insert(0, sheet.picture)
        await say(interaction, f"**{plain(sheet.title)}**", files=files)

    @command("Your drawings: which are being judged, which came back")
    async def list_(self, interaction: Interaction) -> None:
        seat = await reader_here(interaction)
        found = await drawings.drawings(services_of(interaction), seat)
        by_the_book = (await games.get_game(services_of(interaction), seat.game_id)).options.gm != "person"
        lines = [
            f"`{d.name}` **{plain(d.sketch.text.name)}**{price_of(d)} · {state_words(d.state, by_the_book=by_the_book)}"
            for d in found
        ]
        await say(interaction, "\n".join(lines) or "You have drawn nothing yet; /design unit opens the drawing board.")


def price_of(drawing: DrawnDesign) -> str:
    """The price, if there is one."""
    return f" {drawing.design.cost} CPs" if drawing.design else ""


async def board_form(interaction: Interaction, control: ButtonData) -> Form:
    """The form of a drawing, filled from a drawing or a design of the roster that the control names ("": a new one)."""
    seat, name = await artist(interaction, control), control.rest
    services = services_of(interaction)
    view = await side_views.view(services, seat)
    text = await _text(interaction, seat, name) if name else None
    title, fields = unit_fields(text, view.settings)

    async def submitted(sent: Interaction, said: Mapping[str, str]) -> None:
        again = await player_here(sent)
        drawing = await drawings.draw(services_of(sent), again, unit_of(said))
        await show_drawing(sent, again, drawing)

    return Form(title, fields, submitted, control)


async def _text(interaction: Interaction, seat: Seat, name: str) -> UnitText:
    services = services_of(interaction)
    wanted = name.casefold()
    for drawing in await drawings.drawings(services, seat):
        if drawing.name.casefold() == wanted:
            return drawing.sketch.text
    view = await side_views.view(services, seat)
    for design in view.me.designs.values() if view.me else ():
        if wanted in {design.id.casefold(), design.name.casefold()}:
            return rough_text(design, view.settings)
    raise NotYoursError(f"You have no design and no drawing {quoted(name)}.")


async def show_drawing(interaction: Interaction, seat: Seat, drawing: DrawnDesign) -> None:
    """The drawing as it is now; in the place of the panel it came from, if it came from one."""
    services = services_of(interaction)
    view = await side_views.view(services, seat)
    game = await games.get_game(services, seat.game_id)
    panel = drawing_panel(game, drawing, words_of(drawing, view.settings))
    if interaction.message is None:
        await say(interaction, panel=panel)
    else:
        await replace_message(interaction, panel)


async def send(interaction: Interaction, control: ButtonData) -> None:
    """The button that sends a drawing."""
    seat = await artist(interaction, control)
    bot = bot_services(interaction)
    drawing = await drawings.send(bot.services, seat, control.rest)
    bot.deliverer.wake()
    await show_drawing(interaction, seat, drawing)


async def drop(interaction: Interaction, control: ButtonData) -> None:
    """The button that tears a drawing up."""
    seat = await artist(interaction, control)
    await drawings.tear_up(services_of(interaction), seat, control.rest)
    await replace_message(interaction, text_panel(f"The drawing {plain(control.rest)} is torn up.", 0x808080))


FORMS: Mapping[str, FormMaker] = {"draw-edit": board_form}
BUTTONS: Mapping[str, Handler] = {"draw-send": send, "draw-edit": opener(board_form), "draw-drop": drop}
