"""/orders: the sheet — see it, write lines or the order form, change, withdraw, copy, declare it ready."""

from collections.abc import Mapping

import discord
from discord import app_commands
from discord.app_commands import Range

from cogs.campaign.common import choices
from cogs.campaign.common.campaign_context import names_here, player_here, sheet_here
from cogs.campaign.common.choices import complete
from cogs.campaign.common.order_panels import forecast_text
from cogs.campaign.common.ordering import propose, propose_line, show_receipt
from cogs.campaign.common.sheets import read_upload
from cogs.common import forms
from cogs.common.answers import defer, say
from cogs.common.bot_services import Interaction, bot_services
from cogs.common.option_numbers import number_of
from render.canvas.safe_text import count, plain
from rules.cluster_war.holdings.orders.shortfalls import Priorities
from rules.cluster_war.movement.orders.free_text import Contingency, FreeText
from rules.cluster_war.notation.form import Form, parse_form
from rules.cluster_war.orders.names import Names
from rules.cluster_war.state.names import BUDGET_LINES, short_id
from rules.errors import GameError
from umpire.campaign.sheets import orders
from umpire.campaign.sheets.workbook import MOST_BYTES

COPIED = 600
"""Characters of a form that was not understood, given back to copy."""
number_option = complete(choices.order_numbers)
fleet_option = complete(choices.fleets)


async def lines_option(_: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The budget lines written so far, and each line that is not yet among them."""
    so_far = [word for word in typed.casefold().replace(",", " ").split() if word in BUDGET_LINES]
    rest = [line for line in BUDGET_LINES if line not in so_far]
    return [app_commands.Choice(name=text, value=text) for text in (", ".join((*so_far, line)) for line in rest)]


FORM = "Name: {name}\nUnits: {units}\nStart Hex: {hex}\nStart Time: turn {turn}\nOrders: Move to \nEnd Hex: "


def movement_form(begun: str) -> forms.Form:
    """The rule book's movement order form (CW-4.1-02): its orders are entered if every line was understood."""
    about = "One order a line; plain words go to the GM"

    async def sent(interaction: Interaction, given: Mapping[str, str]) -> None:
        await defer(interaction)
        sheet = await sheet_here(interaction)
        form = parse_form(given["text"], sheet.names)
        told = form_text(form)
        if not form.ok:
            head = "⚠ Nothing was entered; mend the marked lines and send the form again."
            await say(interaction, f"{head}\n{told}\n{forms.to_copy(given['text'], COPIED)}")
            return
        services = bot_services(interaction).services
        receipt = await orders.enter(services, sheet.seat, form.orders, idempotency_key=str(interaction.id))
        await show_receipt(interaction, receipt, f"✔ Form entered.\n{told}")

    field = forms.Field("text", "The order form", about, begun, long=True, needed=True)
    return forms.Form("Movement orders", (field,), sent)


def begun_form(names: Names, fleet_id: str) -> str:
    """The form with a fleet's head filled in: the one asked for, or the first that is not under way."""
    fleets = names.view.fleets
    waiting = sorted((f for f in fleets.values() if f.transit is None), key=lambda f: f.name.casefold())
    chosen = fleets.get(fleet_id) or (waiting[0] if waiting else None)
    if chosen is None:
        return FORM.format(name="", units="", hex="", turn=names.view.turn)
    units = ", ".join(short_id(ship) for ship in chosen.ships)
    return FORM.format(name=chosen.name, units=units, hex=chosen.hex, turn=names.view.turn)


def form_text(form: Form) -> str:
    """What each line of a form was taken for."""
    return "\n".join(
        f"✗ {plain(line.text)}: {plain(line.error, 300)}"
        if line.error
        else f"✓ {plain(line.text)} → {plain(line.understood, 300)}"
        for line in form.lines
    )[:1200]


class OrdersGroup(
    app_commands.Group, name="orders", description="Your order sheet: see it, write it, change it, declare it ready"
):
    """The sheet as a whole."""

    @app_commands.command(description="Your sheet: orders, what is missing, money, the deadline")
    async def show(self, interaction: Interaction) -> None:
        seat = await player_here(interaction)
        receipt = await orders.receipt(bot_services(interaction).services, seat)
        await show_receipt(interaction, receipt)

    @app_commands.command(description="What would happen if the deadline came now")
    async def forecast(self, interaction: Interaction) -> None:
        seat = await player_here(interaction)
        receipt = await orders.receipt(bot_services(interaction).services, seat)
        await say(interaction, forecast_text(receipt.forecast))

    @app_commands.command(description='Write an order as a line, like: move "1st Fleet" to 2034 (see /help notation)')
    @app_commands.describe(line="The order")
    async def write(self, interaction: Interaction, line: Range[str, 1, 2000]) -> None:
        await propose_line(interaction, line)

    @app_commands.command(description="The rule book's movement order form, as a text to fill in")
    @app_commands.describe(fleet="The fleet to fill in (leave out for one that waits for orders)")
    @app_commands.autocomplete(fleet=fleet_option)
    async def form(self, interaction: Interaction, fleet: str = "") -> None:
        names = await names_here(interaction)
        await interaction.response.send_modal(movement_form(begun_form(names, names.fleet(fleet) if fleet else "")))

    @app_commands.command(description="Enter the orders of a filled-in workbook (see /empire workbook)")
    @app_commands.describe(file="The .xlsx file")
    async def upload(self, interaction: Interaction, file: discord.Attachment) -> None:
        seat = await player_here(interaction)
        await defer(interaction)
        if file.size > MOST_BYTES:
            raise GameError(f"The file has {file.size} bytes; a workbook may have {MOST_BYTES}.")
        given, told, good = read_upload(await file.read(), await names_here(interaction))
        listed = "\n".join(told)
        if not good:
            await say(interaction, f"⚠ Nothing was entered; mend the marked cells and send the file again.\n{listed}")
        elif not given:
            await say(interaction, "The workbook holds no orders; nothing was changed.")
        else:
            receipt = await orders.enter(
                bot_services(interaction).services, seat, given, idempotency_key=str(interaction.id)
            )
            await show_receipt(interaction, receipt, f"✔ {count(len(given), 'order')} entered from the workbook.")

    @app_commands.command(description="Ask the GM for something no order covers, in plain words")
    @app_commands.describe(text="What you want to do", fleet="The fleet it is about")
    @app_commands.autocomplete(fleet=fleet_option)
    async def ask(self, interaction: Interaction, text: Range[str, 1, 1500], fleet: str = "") -> None:
        await propose(interaction, lambda names: FreeText(text, names.fleet(fleet) if fleet else ""))

    @app_commands.command(description="Tell the GM what to do if something happens, or where shortfalls should fall")
    @app_commands.describe(text="If …, then …", fleet="The fleet it is about")
    @app_commands.autocomplete(fleet=fleet_option)
    async def contingency(self, interaction: Interaction, text: Range[str, 1, 1500], fleet: str = "") -> None:
        await propose(interaction, lambda names: Contingency(text, names.fleet(fleet) if fleet else ""))

    @app_commands.command(description="Where a shortfall of CPs should fall: budget lines, the first to be cut first")
    @app_commands.describe(lines="Budget lines in that order, separated by commas (research, ships)")
    @app_commands.autocomplete(lines=lines_option)
    async def priorities(self, interaction: Interaction, lines: Range[str, 1, 200]) -> None:
        priorities = Priorities(tuple(lines.casefold().replace(",", " ").split()))
        await propose(interaction, lambda _: priorities)

    @app_commands.command(description="Change an order on your sheet")
    @app_commands.describe(number="Which order", line="The order as it should be")
    @app_commands.autocomplete(number=number_option)
    async def change(self, interaction: Interaction, number: str, line: Range[str, 1, 2000]) -> None:
        await propose_line(interaction, line, number_of(number))

    @app_commands.command(description="Take an order back (it can be restored), or all of them")
    @app_commands.describe(number="Which order; leave out for all")
    @app_commands.autocomplete(number=number_option)
    async def withdraw(self, interaction: Interaction, number: str = "") -> None:
        seat = await player_here(interaction)
        wanted = number_of(number) if number else None
        receipt = await orders.withdraw(
            bot_services(interaction).services, seat, wanted, idempotency_key=str(interaction.id)
        )
        await show_receipt(interaction, receipt)

    @app_commands.command(description="Put a withdrawn order back on your sheet, or all of them")
    @app_commands.describe(number="Which order; leave out for all")
    async def restore(self, interaction: Interaction, number: Range[int, 1, 999] | None = None) -> None:
        seat = await player_here(interaction)
        receipt = await orders.restore(
            bot_services(interaction).services, seat, number, idempotency_key=str(interaction.id)
        )
        await show_receipt(interaction, receipt)

    @app_commands.command(description="Copy last turn's orders that still work")
    async def copy(self, interaction: Interaction) -> None:
        seat = await player_here(interaction)
        receipt = await orders.copy_last(bot_services(interaction).services, seat, idempotency_key=str(interaction.id))
        await show_receipt(interaction, receipt)

    @app_commands.command(description="Declare your sheet ready (also an empty one), or not ready after all")
    @app_commands.describe(ready="No: you want to change something")
    async def ready(self, interaction: Interaction, ready: bool = True) -> None:
        seat = await player_here(interaction)
        receipt = await orders.set_ready(
            bot_services(interaction).services, seat, ready, idempotency_key=str(interaction.id)
        )
        bot_services(interaction).clock.poke()  # perhaps all are ready now
        await show_receipt(interaction, receipt, "✔ You are ready." if ready else "You are no longer ready.")

    @app_commands.command(description="Add a word of your own to this turn's dice, so that nobody can have chosen them")
    @app_commands.describe(word="Any word; it is mixed into the seed")
    async def word(self, interaction: Interaction, word: Range[str, 0, 100] = "") -> None:
        seat = await player_here(interaction)
        receipt = await orders.set_word(
            bot_services(interaction).services, seat, word, idempotency_key=str(interaction.id)
        )
        await show_receipt(interaction, receipt)
