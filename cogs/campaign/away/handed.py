"""For whoever takes a seat over: the dossier, and the first turn step by step."""

from collections.abc import Mapping
from typing import Final

import discord

from cogs.campaign.common.campaign_context import player_pressed
from cogs.campaign.common.ordering import colour_of
from cogs.common.answers import defer, say, show_panel
from cogs.common.bot_services import Interaction, services_of
from cogs.common.buttons import PRIMARY, SUCCESS, ButtonData, Handler, button_for
from cogs.common.panels import Panel, button_row, clipped
from render.words.safe_text import plain
from rules.errors import WrongPhaseError
from umpire.campaign.absent_player import dossier
from umpire.campaign.sheets import orders
from umpire.games import games
from umpire.games.seat import Seat

MOST: Final = 3600
LOOK: Final = (("Dossier", "dossier"), ("Map", "map-now"))
DECIDE: Final = (
    ("Explore", "desk-explore"), ("Move a fleet", "desk-move"), ("Build", "desk-build"), ("Research", "desk-research"),
    ("Colonies", "desk-colonies"),
)  # fmt: skip
STEPS: Final = ("Look", "Decide", "Say that you are ready")


async def shown(interaction: Interaction, data: ButtonData) -> None:
    """The dossier, for the eyes of the seat's player alone."""
    seat = await player_pressed(interaction, data, "button")
    await defer(interaction)
    made = await dossier(services_of(interaction), seat)
    step = ButtonData("first-turn", seat.game_id, made.opening, f"{seat.side}:2")
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="On with the first turn", style=PRIMARY, custom_id=step.custom_id))
    view.stop()
    await say(interaction, clipped(made.text, 1900), files=made.files, buttons=view)


async def first_turn(interaction: Interaction, data: ButtonData) -> None:
    """The first turn in three steps: look, decide, ready; each with its buttons and the way to the next."""
    seat = await player_pressed(interaction, data, "button")
    side, _, step = data.rest.partition(":")
    if seat.side != side:
        raise WrongPhaseError("That is another side's first turn; yours is on your own desk.")
    number = int(step) if step in {"1", "2", "3"} else 1
    await show_panel(interaction, await _step(interaction, seat, number))


async def _step(interaction: Interaction, seat: Seat, number: int) -> Panel:
    services = services_of(interaction)
    game = await games.get_game(services, seat.game_id)
    sheet = await orders.sheet_of(services, seat)
    receipt = await orders.receipt(services, seat)
    head = f"### Your first turn · {number} of {len(STEPS)}: {STEPS[number - 1]}"

    def here(action: str, rest: str = seat.side) -> ButtonData:
        return ButtonData(action, game.id, game.opening, rest)

    if number == 1:
        text = (
            "The dossier has where your empire stands and what must be decided; the map shows what it knows. Look as long as you "
            "like."
        )
        rows = [button_row(*(button_for(label, here(action)) for label, action in LOOK))]
    elif number == 2:
        lines = [f"⚠ {plain(text, 200)}" for text in receipt.missing] or ["Nothing is missing."]
        stands = f"{len(receipt.lines)} on your sheet, {receipt.forecast.left} CPs left."
        text = "\n".join(
            [*lines[:8], f"Orders: {stands} ★ in each list is advice; nothing is ordered before you press **Give**."]
        )
        rows = [button_row(*(button_for(label, here(action)) for label, action in DECIDE))]
        rows.append(
            button_row(button_for("My orders", here("my-orders")), button_for("Done for you", here("deputy-review")))
        )
    else:
        text = (
            "When you are done, say so; you can still change everything until the deadline. Not this time? The turn "
            "comes all the same, with the orders that there are."
        )
        rows = [
            button_row(
                button_for("I am ready", here("desk-ready"), style=SUCCESS),
                button_for("What would happen", here("desk-forecast")),
            )
        ]
    ways = [button_for("Back", here("first-turn", f"{seat.side}:{number - 1}"))] if number > 1 else []
    ways += (
        [button_for("Next", here("first-turn", f"{seat.side}:{number + 1}"), style=PRIMARY)]
        if number < len(STEPS)
        else []
    )
    colour = colour_of(sheet.view.flags[seat.side].colour)
    return Panel(colour, clipped(f"{head}\n{text}", MOST), *rows, button_row(*ways))


BUTTONS: Mapping[str, Handler] = {"dossier": shown, "first-turn": first_turn}
