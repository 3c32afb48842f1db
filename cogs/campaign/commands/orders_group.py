"""/orders: the sheet — see it, write lines or the order form, change, withdraw, copy, declare it ready."""

from collections.abc import Mapping
from typing import Annotated

import discord
from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common.campaign_context import names_here, player_here, reader_here, sheet_here
from cogs.campaign.common.order_handlers import propose, propose_line, show_receipt, show_rehearsal, writing_form
from cogs.campaign.common.order_options import ALL_ORDERS, fleet_option, number_option, withdrawal_option
from cogs.campaign.common.order_panel import forecast_text, rehearse_row
from cogs.campaign.common.sheet_handlers import enter_upload, make_ready, make_unready
from cogs.campaign.standing_orders import handlers as standing_handlers
from cogs.common import components
from cogs.common.command_factory import command, number_of
from cogs.common.components import ButtonData
from cogs.common.files import fetch_bytes
from cogs.common.interactions import MOST_TEXT, Interaction, defer, say, services_of
from render.words.safe_text import plain
from rules.cluster_war.chapters.movement.request_orders import Contingency, FreeText
from rules.cluster_war.model.holdings.order_kind import Priorities
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.state.common import BUDGET_LINES, short_id
from rules.cluster_war.play.notation import MovementForm, parse_form
from umpire.campaign.sheets import orders
from umpire.campaign.sheets.workbook_reader import MOST_BYTES
from umpire.services.nearest import format_refusal


async def lines_option(_: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The budget lines written so far, and each line that is not yet among them."""
    so_far = [word for word in typed.casefold().replace(",", " ").split() if word in BUDGET_LINES]
    rest = [line for line in BUDGET_LINES if line not in so_far]
    return [app_commands.Choice(name=text, value=text) for text in (", ".join((*so_far, line)) for line in rest)]


MOVEMENT_FORM = "Name: {name}\nUnits: {units}\nStart Hex: {hex}\nStart Time: turn {turn}\nOrders: Move to \nEnd Hex: "


async def movement_form(interaction: Interaction, control: ButtonData) -> components.Form:
    """The rule book's movement order form (CW-4.1-02), begun for the fleet that the control names: its orders are entered if
    every line was understood."""
    begun = begun_form(await names_here(interaction), control.rest)
    about = "Keep the heads (Name: to End Hex:); below Orders one a line, and plain words go to the GM"

    async def sent(interaction: Interaction, given: Mapping[str, str]) -> None:
        await defer(interaction)
        sheet = await sheet_here(interaction)
        form = parse_form(given["text"], sheet.names)
        told = form_text(form)
        if not form.ok:
            head = "⚠ Nothing was entered. Fix the marked lines and send the form again."
            back = await components.again(interaction, made, given)
            said = f"{head}\n{told}"
            below, files = components.returned(given["text"], MOST_TEXT - len(said) - 1)
            await say(interaction, f"{said}\n{below}", buttons=back, files=files)
            return
        services = services_of(interaction)
        receipt = await orders.enter(services, sheet.seat, form.orders, idempotency_key=str(interaction.id))
        await show_receipt(interaction, receipt, f"✔ Form entered.\n{told}")

    field = components.Field("text", "The order form", about, begun, long=True, needed=True)
    made = components.Form("Movement orders", (field,), sent, control)
    return made


def begun_form(names: Names, fleet_id: str) -> str:
    """The form with a fleet's head filled in: the one asked for, or the first that is not under way."""
    fleets = names.view.fleets
    waiting = sorted((f for f in fleets.values() if f.transit is None), key=lambda f: f.name.casefold())
    chosen = fleets.get(fleet_id) or (waiting[0] if waiting else None)
    if chosen is None:
        return MOVEMENT_FORM.format(name="", units="", hex="", turn=names.view.turn)
    units = ", ".join(short_id(ship) for ship in chosen.ships)
    return MOVEMENT_FORM.format(name=chosen.name, units=units, hex=chosen.hex, turn=names.view.turn)


def form_text(form: MovementForm) -> str:
    """What each line of a form was taken for."""
    return "\n".join(
        f"✗ {plain(line.text)}: {plain(format_refusal(line.refusal) if line.refusal else line.error, 300)}"
        if line.error
        else f"✓ {plain(line.text)} → {plain(line.understood, 300)}"
        for line in form.lines
    )[:1200]


class OrdersGroup(
    app_commands.Group, name="orders", description="Your order sheet: see it, write it, change it, declare it ready"
):
    """The sheet as a whole."""

    @command("Your sheet: orders, what is missing, money, the deadline")
    async def show(self, interaction: Interaction) -> None:
        seat = await reader_here(interaction)
        receipt = await orders.receipt(services_of(interaction), seat)
        await show_receipt(interaction, receipt)

    @command("What would happen if the deadline came now")
    async def forecast(self, interaction: Interaction) -> None:
        seat = await reader_here(interaction)
        receipt = await orders.receipt(services_of(interaction), seat)
        below = rehearse_row(seat.game_id, receipt.revision)
        await say(interaction, forecast_text(receipt.forecast), buttons=below)

    @command("Play the month on what you know: what you would see if nothing unknown happened")
    async def rehearse(self, interaction: Interaction) -> None:
        await show_rehearsal(interaction, await player_here(interaction))

    @command('Write an order as a line, like: move "1st Fleet" to 2034, or several at once')
    async def write(
        self,
        interaction: Interaction,
        line: Annotated[Range[str, 1, 2000], "The order; leave it out to write or paste several, one a line"] = "",
    ) -> None:
        if line:
            await propose_line(interaction, line)
            return
        await components.open_form(interaction, await writing_form(interaction))

    @command("The rule book's movement order form, as a text to fill in")
    async def form(
        self,
        interaction: Interaction,
        fleet: Annotated[str, "The fleet to fill in (default: one that waits for orders)", fleet_option] = "",
    ) -> None:
        names = await names_here(interaction)
        control = ButtonData("orders-form", "", 0, names.fleet(fleet) if fleet else "")
        await components.open_form(interaction, await movement_form(interaction, control))

    @command("Enter the orders of a filled-in workbook (see /empire workbook)")
    async def upload(self, interaction: Interaction, file: Annotated[discord.Attachment, "The .xlsx file"]) -> None:
        await defer(interaction)
        await enter_upload(interaction, await fetch_bytes(file, MOST_BYTES))

    @command("Ask the GM for something no order covers, in plain words")
    async def ask(
        self,
        interaction: Interaction,
        text: Annotated[Range[str, 1, 1500], "What you want to do"],
        fleet: Annotated[str, "The fleet it is about", fleet_option] = "",
    ) -> None:
        await propose(interaction, lambda names: FreeText(text, names.fleet(fleet) if fleet else ""))

    @command("Tell the GM what to do if something happens, or where shortfalls should fall")
    async def contingency(
        self,
        interaction: Interaction,
        text: Annotated[Range[str, 1, 1500], "If …, then …"],
        fleet: Annotated[str, "The fleet it is about", fleet_option] = "",
    ) -> None:
        await propose(interaction, lambda names: Contingency(text, names.fleet(fleet) if fleet else ""))

    @command("Where a shortfall of CPs should fall: budget lines, the first to be cut first")
    async def priorities(
        self,
        interaction: Interaction,
        lines: Annotated[
            Range[str, 1, 200], "Budget lines in that order, separated by commas (research, ships)", lines_option
        ],
    ) -> None:
        priorities = Priorities(tuple(lines.casefold().replace(",", " ").split()))
        await propose(interaction, lambda _: priorities)

    @command("Change an order on your sheet")
    async def change(
        self,
        interaction: Interaction,
        number: Annotated[str, "Which order", number_option],
        line: Annotated[Range[str, 1, 2000], "The order as it should be"],
    ) -> None:
        await propose_line(interaction, line, number_of(number))

    @command("Take an order back (it can be restored), or all of them")
    async def withdraw(
        self, interaction: Interaction, number: Annotated[str, "Which order, or all", withdrawal_option]
    ) -> None:
        seat = await player_here(interaction)
        wanted = None if number.strip().casefold() == ALL_ORDERS else number_of(number)
        receipt = await orders.withdraw(services_of(interaction), seat, wanted, idempotency_key=str(interaction.id))
        await show_receipt(interaction, receipt, undo=str(wanted or ALL_ORDERS))

    @command("Put a withdrawn order back on your sheet, or all of them")
    async def restore(
        self,
        interaction: Interaction,
        number: Annotated[Range[int, 1, 999] | None, "Which order; default: all"] = None,
    ) -> None:
        seat = await player_here(interaction)
        receipt = await orders.restore(services_of(interaction), seat, number, idempotency_key=str(interaction.id))
        await show_receipt(interaction, receipt)

    @command("Copy last turn's orders that still work")
    async def copy(self, interaction: Interaction) -> None:
        seat = await player_here(interaction)
        receipt = await orders.copy_last(services_of(interaction), seat, idempotency_key=str(interaction.id))
        await show_receipt(interaction, receipt)

    @command("Declare your sheet ready (also an empty one), or not ready after all")
    async def ready(
        self, interaction: Interaction, ready: Annotated[bool, "No: you want to change something"] = True
    ) -> None:
        seat = await player_here(interaction)
        declaring = make_ready if ready else make_unready
        await declaring(interaction, seat)

    @command("Rules that give orders of their own as each turn opens: repeat, if … then, goals")
    async def standing(
        self,
        interaction: Interaction,
        line: Annotated[
            Range[str, 0, 1500], "every turn: …, or when … then …, or a goal; leave it out for your list"
        ] = "",
        remove: Annotated[Range[int, 0, 999], "Or the number of one to remove"] = 0,
    ) -> None:
        if remove:
            await standing_handlers.remove_numbered(interaction, remove)
            return
        if not line:
            await reader_here(interaction)
        await standing_handlers.show(interaction, line)

    @command("Add a word of your own to this turn's dice, so that nobody can have chosen them")
    async def word(
        self, interaction: Interaction, word: Annotated[Range[str, 0, 100], "Any word; it is mixed into the seed"] = ""
    ) -> None:
        seat = await player_here(interaction)
        receipt = await orders.set_word(services_of(interaction), seat, word, idempotency_key=str(interaction.id))
        await show_receipt(interaction, receipt)


FORMS: Mapping[str, components.FormMaker] = {"orders-form": movement_form}
