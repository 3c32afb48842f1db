"""From an order to the sheet: preview, button, receipt. Every order command is one call of `propose`."""

from collections.abc import Mapping

import discord
from discord import ui

from cogs.campaign.common.campaign_context import names_here, player_here
from cogs.campaign.common.order_panels import forecast_text, preview_panel, receipt_panel
from cogs.common.answers import defer, replace_message, say
from cogs.common.bot_services import Interaction, bot_services
from cogs.common.buttons import ButtonData, Handler, number_in
from cogs.common.panels import line_in, text_panel
from rules.cluster_war.notation.read import parse_order
from rules.cluster_war.notation.sheet_names import names_of
from rules.cluster_war.notation.write import format_order
from rules.cluster_war.orders.order import Order
from rules.errors import GameError, WrongPhaseError
from umpire.campaign.sheets import orders
from umpire.campaign.sheets.receipt import Receipt
from umpire.campaign.views import side_views
from umpire.games import games
from umpire.games.seat import Seat

LONGEST_LINE = 2000


async def propose(interaction: Interaction, order: Order, number: int = 0) -> None:
    """Show what an order would do, with the button that gives it; with `number` it would replace that order."""
    seat = await player_here(interaction)
    services = bot_services(interaction).services
    preview = await orders.preview(services, seat, order, number)
    view = await side_views.view(services, seat)
    game = await games.get_game(services, seat.game_id)
    line = format_order(preview.order, names_of(view, await orders.standing(services, seat)))
    panel = preview_panel(preview, line, colour_of(view.flags[seat.side].colour), game.id, game.opening, number)
    await say(interaction, panel=panel)


async def propose_line(interaction: Interaction, line: str, number: int = 0) -> None:
    """As `propose`, from a line of players' notation."""
    await propose(interaction, await read_line(interaction, line), number)


async def read_line(interaction: Interaction, line: str) -> Order:
    """A line of players' notation as an order, by the giver's own names."""
    return parse_order(line, await names_here(interaction))


async def show_receipt(interaction: Interaction, receipt: Receipt, said: str = "", *, replace: bool = False) -> None:
    """The receipt after a change; from a button, in place of the message it was on."""
    seat = await player_here(interaction)
    view = await side_views.view(bot_services(interaction).services, seat)
    panel = receipt_panel(receipt, colour_of(view.flags[seat.side].colour), said)
    if replace:
        await replace_message(interaction, panel)
    else:
        await say(interaction, panel=panel)


def colour_of(colour: int) -> int:
    """A side's colour for a panel's edge."""
    return EDGES[colour % len(EDGES)] if colour < len(EDGES) else colour


EDGES = (0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0xF0E442, 0x999999, 0x7A3E9D, 0x8C510A)


async def current(interaction: Interaction, data: ButtonData) -> Seat:
    """The giver's seat in the button's game; WrongPhaseError when the button is of a turn that has gone."""
    seat = await player_here(interaction)
    game = await games.get_game(bot_services(interaction).services, seat.game_id)
    if game.id != data.game or game.opening != data.opening:
        raise WrongPhaseError("This button belongs to a turn that is over. /orders show shows your sheet now.")
    return seat


async def give(interaction: Interaction, data: ButtonData) -> None:
    """The button that gives a previewed order (or puts it in another's place)."""
    line = line_in(interaction.message)
    if not line:
        raise GameError("The order's text is no longer on this message; please give the command again.")
    seat = await current(interaction, data)
    services = bot_services(interaction).services
    order = await read_line(interaction, line)
    idempotency_key = f"{interaction.message.id if interaction.message else 0}"
    if data.rest:
        receipt = await orders.change(
            services, seat, number_in(data.rest), order, expect=data.opening, idempotency_key=idempotency_key
        )
        said = f"✔ Order {data.rest} changed."
    else:
        receipt = await orders.enter(services, seat, (order,), expect=data.opening, idempotency_key=idempotency_key)
        said = "✔ Order given."
    await show_receipt(interaction, receipt, said, replace=True)


class LineModal(ui.Modal):
    """An order's line to be changed by hand."""

    line: ui.Label[ui.LayoutView]

    def __init__(self, line: str, number: int) -> None:
        super().__init__(title=f"Order {number}" if number else "Your order")
        self.number = number
        self.text: ui.TextInput[ui.LayoutView] = ui.TextInput(
            style=discord.TextStyle.paragraph, default=line, max_length=LONGEST_LINE, min_length=1
        )
        self.add_item(
            ui.Label(
                text="The order in words", description="/help orders shows how each is written", component=self.text
            )
        )

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override] # our client's interaction
        """Preview the changed line."""
        await propose_line(interaction, self.text.value, self.number)

    async def on_error(self, interaction: Interaction, error: Exception) -> None:  # type: ignore[override] # as above
        """The same answers as for commands."""
        from cogs.common.errors import answer_error  # noqa: PLC0415 - errors import nothing of ordering

        await answer_error(interaction, error)


async def edit(interaction: Interaction, data: ButtonData) -> None:
    """The button that opens a previewed order's line for change."""
    await current(interaction, data)
    await interaction.response.send_modal(LineModal(line_in(interaction.message), number_in(data.rest or "0")))


async def drop(interaction: Interaction, data: ButtonData) -> None:
    """The button that gives up a preview."""
    await replace_message(interaction, text_panel("Not given; your sheet is as it was.", 0x808080))


async def ready(interaction: Interaction, data: ButtonData) -> None:
    """The button that declares a sheet ready."""
    seat = await current(interaction, data)
    receipt = await orders.set_ready(bot_services(interaction).services, seat, True, expect=data.opening)
    bot_services(interaction).clock.poke()  # perhaps all are ready now
    await show_receipt(interaction, receipt, "✔ You are ready.", replace=True)


async def unready(interaction: Interaction, data: ButtonData) -> None:
    """The button that takes readiness back."""
    seat = await current(interaction, data)
    receipt = await orders.set_ready(bot_services(interaction).services, seat, False, expect=data.opening)
    await show_receipt(interaction, receipt, "You are no longer ready.", replace=True)


async def sheet(interaction: Interaction, data: ButtonData) -> None:
    """The button that shows the sheet as it is now."""
    seat = await current(interaction, data)
    receipt = await orders.receipt(bot_services(interaction).services, seat)
    await show_receipt(interaction, receipt, replace=True)


async def forecast(interaction: Interaction, data: ButtonData) -> None:
    """The button that tells what would happen if the deadline came now."""
    seat = await current(interaction, data)
    await defer(interaction)
    receipt = await orders.receipt(bot_services(interaction).services, seat)
    await say(interaction, forecast_text(receipt.forecast))


TAPS: Mapping[str, Handler] = {
    "give": give,
    "edit": edit,
    "drop": drop,
    "ready": ready,
    "unready": unready,
    "sheet": sheet,
    "forecast": forecast,
}
