"""From an order to the sheet: preview, button, receipt. Every order command is one call of `propose`. An order about what
another one on the sheet is about already is offered in that one's place."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from discord import ui

from cogs.campaign.common.campaign_context import player_here, sheet_here
from cogs.campaign.common.dials import dials_of
from cogs.campaign.common.open_previews import forget_written, note_written
from cogs.campaign.common.order_options import ALL_ORDERS
from cogs.campaign.common.order_panel import (
    back_button,
    certainty_panel,
    forecast_text,
    lines_panel,
    preview_panel,
    receipt_panel,
    rehearsal_text,
    rehearse_row,
)
from cogs.common import components
from cogs.common.errors import answer_error
from cogs.common.interactions import Interaction, bot_services, defer, replace_message, say, services_of, take_a_moment
from cogs.common.panel_parts import with_text
from cogs.common.panels import line_in, text_panel
from rules.cluster_war.chapters.colonies.founding_orders import SettleInGrid
from rules.cluster_war.chapters.combat.battle_orders import SetEngagement
from rules.cluster_war.chapters.combat.bombardment_orders import needs_a_yes, said_yes
from rules.cluster_war.chapters.encounters.encounter_orders import AnswerScene
from rules.cluster_war.chapters.espionage.order_checks import FundOperation
from rules.cluster_war.chapters.industry.building_orders import ContinueBuild
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.play.notation import format_order, parse_order
from rules.values import GameError, WrongPhaseError
from umpire.campaign.sheets import orders
from umpire.campaign.sheets.order_sheet import OrderSheet, check_open
from umpire.campaign.sheets.receipt import Receipt
from umpire.campaign.whatif import rehearsals
from umpire.games import games
from umpire.games.seat import Seat

ONE_OF_A_KIND: Final = (
    FundProject,
    StartProject,
    FundOperation,
    MoveFleet,
    SetEngagement,
    AnswerScene,
    ContinueBuild,
)
"""Kinds of which a sheet holds one for each thing, which is the first of their fields."""


def number_instead(sheet: OrderSheet, order: Order) -> int:
    """The number of the sheet's order that a refused one could take the place of, 0 without one."""
    subject = _subject(order)
    for row in sheet.orders:
        if subject is None or row.withdrawn_at is not None or type(row.order) is not type(order):
            continue
        if _subject(row.order) != subject or sheet.is_by_another(row):
            continue
        try:
            orders.preview(sheet, order, row.number)
        except GameError:
            continue
        return row.number
    return 0


def _subject(order: Order) -> object:
    if isinstance(order, SettleInGrid):
        return order.hex, order.orbit
    if not isinstance(order, ONE_OF_A_KIND):
        return None
    return getattr(order, type(order).__struct_fields__[0])


LONGEST_LINE = 2000
SEE_EXAMPLES = "/help topic:notation shows how each is written"
WRITE_BUTTON = components.ButtonData("orders-write", "", 0)
TURN_OVER: Final = "This button belongs to a turn that is over."


async def propose(
    interaction: Interaction,
    making: Callable[[Names], Order],
    number: int = 0,
    *,
    replace: bool = False,
    before: str = "",
) -> None:
    """Show what an order made from the giver's names would do, with the button that gives it; with `number` it would
    replace that order. From a list it can take the place of the message that this was on. The sheet is read once.
    `before` is a sentence above it."""
    sheet = await sheet_here(interaction)
    order = making(sheet.names)
    try:
        panel, line = _proposal(sheet, order, number)
    except GameError as refused:
        instead = 0 if number else number_instead(sheet, order)
        if not instead:
            raise
        panel, line = _proposal(sheet, order, instead)
        before = "\n".join(
            [*([before] if before else []), f"{str(refused).partition(';')[0]}; this would take its place."]
        )
    if not number:
        note_written(interaction, sheet.seat, sheet.game.revision, line)
    panel = with_text(panel, before) if before else panel
    if replace:
        await replace_message(interaction, panel)
    else:
        await say(interaction, panel=panel)


def _proposal(sheet: OrderSheet, order: Order, number: int) -> tuple[ui.LayoutView, str]:
    """The preview of an order, and its line on it; of one that must be said yes to first, what it would do."""
    names, colour = sheet.names, colour_of(sheet.view.flags[sheet.seat.side].colour)
    if needs_a_yes(order):
        told = orders.consequences(sheet, order, number)
        line = format_order(order, names)
        return certainty_panel(told, line, colour, sheet.game.id, sheet.game.revision, number), line
    preview = orders.preview(sheet, order, number)
    line, dials = format_order(preview.order, names), dials_of(sheet, preview.order)
    panel = preview_panel(preview, line, colour, sheet.game.id, sheet.game.revision, number, sheet.row.version, dials)
    return panel, line


async def dialled(interaction: Interaction, data: components.ButtonData, values: Sequence[str]) -> None:
    """A list below a preview: the order on the message with that part of it changed, as a new preview in its place."""
    seat = await current_seat(interaction, data)
    sheet = await orders.sheet_of(services_of(interaction), seat)
    check_open(sheet, data.revision)
    number, _, key = data.rest.partition(".")
    order = parse_order(line_in(interaction.message), sheet.names)
    dial = next((one for one in dials_of(sheet, order) if one.key == key), None)
    if dial is None or not {*values} <= {one.value for one in dial.options}:
        raise WrongPhaseError("What this list offered has changed; press the button on your dashboard again.")
    await propose(interaction, lambda _: dial.turned(values), components.number_in(number or "0"), replace=True)


async def certain(interaction: Interaction, data: components.ButtonData) -> None:
    """The yes to what nobody can undo: the order that says so, as an ordinary preview."""
    seat = await current_seat(interaction, data)
    names = (await orders.sheet_of(services_of(interaction), seat)).names
    order = said_yes(parse_order(line_in(interaction.message), names))
    await propose(interaction, lambda _: order, components.number_in(data.rest or "0"), replace=True)


async def propose_line(interaction: Interaction, text: str, number: int = 0, *, before: str = "") -> None:
    """As `propose`, from a line of players' notation; several lines are shown together, each with what it would do.

    In place of an order (`number`) a text is one line, whatever it holds.
    """
    lines = lines_in(text)
    if number or len(lines) < 2:
        await propose(interaction, partial(parse_order, text), number, before=before)
        return
    sheet = await sheet_here(interaction)
    read = await orders.preview_lines(services_of(interaction), sheet, lines)
    colour = colour_of(sheet.view.flags[sheet.seat.side].colour)
    panel: ui.LayoutView = lines_panel(read, colour, sheet.game.id, sheet.game.revision, sheet.row.version)
    await say(interaction, panel=with_text(panel, before) if before else panel)


def lines_in(text: str) -> list[str]:
    """The lines of a text that hold something, outside of quotes that go on over lines."""
    found: list[str] = []
    for line in text.splitlines():
        if found and found[-1].count('"') % 2:
            found[-1] += f"\n{line}"
        elif line.strip():
            found.append(line.strip())
    return found


async def writing_form(interaction: Interaction, _: components.ButtonData = WRITE_BUTTON) -> components.Form:
    """A form to write or paste orders into, one a line."""
    await sheet_here(interaction)
    field = components.Field("line", "Orders, one a line", SEE_EXAMPLES, long=True, needed=True, most=LONGEST_LINE)

    async def sent(later: Interaction, given: Mapping[str, str]) -> None:
        await propose_line(later, given["line"])

    return components.Form("Your orders", (field,), sent, WRITE_BUTTON)


async def show_receipt(
    interaction: Interaction, receipt: Receipt, said: str = "", *, replace: bool = False, undo: str = ""
) -> None:
    """The receipt after a change; from a button, in place of the message it was on. `undo` is what was just withdrawn, an
    order's number or "all", for the button that restores it. The clock looks at once: the dashboard may have to say something
    else now, and perhaps all are ready."""
    bot_services(interaction).clock.poke()
    panel = receipt_panel(receipt, colour_of(receipt.colour), said, undo)
    if replace:
        await replace_message(interaction, panel)
    else:
        await say(interaction, panel=panel)


def colour_of(colour: int) -> int:
    """A side's colour for a panel's edge."""
    return PREVIEW_COLOURS[colour % len(PREVIEW_COLOURS)] if colour < len(PREVIEW_COLOURS) else colour


PREVIEW_COLOURS = (0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0xF0E442, 0x999999, 0x7A3E9D, 0x8C510A)


async def current_seat(interaction: Interaction, data: components.ButtonData) -> Seat:
    """The giver's seat in the button's game; WrongPhaseError when the button is of a turn that has gone."""
    seat = await player_here(interaction)
    game = await games.get_game(services_of(interaction), seat.game_id)
    if game.id != data.game or game.revision != data.revision:
        raise WrongPhaseError(f"{TURN_OVER} /orders show shows your sheet now.")
    return seat


async def give(interaction: Interaction, data: components.ButtonData) -> None:
    """The button that gives a previewed order (or puts it in another's place)."""
    line = line_in(interaction.message)
    if not line:
        raise GameError("The order's text is no longer on this message; please give the command again.")
    if await _shown_anew(interaction, data, line):
        return
    seat = await current_seat(interaction, data)
    number, key = components.number_in(data.rest.partition(".")[0] or "0"), once_of(interaction, data)
    services = services_of(interaction)
    receipt = await orders.enter_line(services, seat, line, number, expect=data.revision, idempotency_key=key)
    forget_written(interaction, seat, data.revision, line)
    said = f"✔ Order {number} changed." if number else "✔ Order given."
    await show_receipt(interaction, receipt, said, replace=True)


async def _shown_anew(interaction: Interaction, data: components.ButtonData, text: str) -> bool:
    """Whether a preview's turn is over: then its orders are shown as they would be given now, or handed back with what is wrong
    about them."""
    seat = await player_here(interaction)
    game = await games.get_game(services_of(interaction), seat.game_id)
    if game.id != data.game or game.revision == data.revision or game.turn_state != "open":
        return False
    over = f"{TURN_OVER} This is what you wrote, as an order of turn {game.turn}:"
    try:
        await propose_line(interaction, text, before=over)
    except GameError as wrong:
        refusal = WrongPhaseError(f"{TURN_OVER} As an order of turn {game.turn} it cannot be given: {wrong}")
        await answer_error(interaction, refusal, lambda room: components.returned(text, room))
    return True


async def give_lines(interaction: Interaction, data: components.ButtonData) -> None:
    """The button that gives the orders of several lines, those that can be given."""
    lines = lines_in(line_in(interaction.message))
    if not lines:
        raise GameError("The orders' text is no longer on this message; please give the command again.")
    if await _shown_anew(interaction, data, "\n".join(lines)):
        return
    seat = await current_seat(interaction, data)
    await take_a_moment(interaction)
    key = once_of(interaction, data)
    receipt = await orders.enter_lines(services_of(interaction), seat, lines, expect=data.revision, idempotency_key=key)
    await show_receipt(interaction, receipt, replace=True)


def once_of(interaction: Interaction, data: components.ButtonData) -> str:
    """The same for every press of a preview's button: its message, and the version of the sheet that it was made for."""
    message = f"{interaction.message.id if interaction.message else 0}"
    _, dot, version = data.rest.partition(".")
    return f"{message}.{version}" if dot else message


async def edit_lines(interaction: Interaction, data: components.ButtonData) -> None:
    """The button that opens several lines for change."""
    await current_seat(interaction, data)
    form = await writing_form(interaction)
    await components.open_form(interaction, form.filled({"line": line_in(interaction.message)}))


async def line_form(interaction: Interaction, data: components.ButtonData) -> components.Form:
    """The button for it opens a previewed order's line for change."""
    seat = await current_seat(interaction, data)
    number = components.number_in(data.rest or "0")
    old = line_in(interaction.message)
    line = components.Field("line", "The order in words", SEE_EXAMPLES, old, long=True, needed=True, most=LONGEST_LINE)

    async def sent(later: Interaction, given: Mapping[str, str]) -> None:
        forget_written(later, seat, data.revision, old)
        await propose_line(later, given["line"], number)

    return components.Form(f"Order {number}" if number else "Your order", (line,), sent, data)


async def drop(interaction: Interaction, data: components.ButtonData) -> None:
    """The button that gives up a preview."""
    if line := line_in(interaction.message):
        forget_written(interaction, await player_here(interaction), data.revision, line)
    back = back_button(data.game, data.revision)
    await replace_message(interaction, text_panel("Not given; your sheet is as it was.", 0x808080, (back,)))


async def restore(interaction: Interaction, data: components.ButtonData) -> None:
    """The button that puts back what was withdrawn: one order by its number, or all that were withdrawn together."""
    seat = await current_seat(interaction, data)
    number = None if data.rest == ALL_ORDERS else components.number_in(data.rest)
    services, key = services_of(interaction), str(interaction.id)
    receipt = await orders.restore(
        services, seat, number, latest=number is None, expect=data.revision, idempotency_key=key
    )
    await show_receipt(interaction, receipt, "" if number is None else f"✔ Order {number} restored.", replace=True)


async def sheet(interaction: Interaction, data: components.ButtonData) -> None:
    """The button that shows the sheet as it is now."""
    seat = await current_seat(interaction, data)
    receipt = await orders.receipt(services_of(interaction), seat)
    await show_receipt(interaction, receipt, replace=True)


async def forecast(interaction: Interaction, data: components.ButtonData) -> None:
    """The button that tells what would happen if the deadline came now."""
    seat = await current_seat(interaction, data)
    await defer(interaction)
    receipt = await orders.receipt(services_of(interaction), seat)
    await say(interaction, forecast_text(receipt.forecast), buttons=rehearse_row(seat.game_id, data.revision))


async def rehearse(interaction: Interaction, data: components.ButtonData) -> None:
    """The button that plays the month on what its presser knows."""
    await show_rehearsal(interaction, await current_seat(interaction, data))


async def show_rehearsal(interaction: Interaction, seat: Seat) -> None:
    """The month rehearsed: in short, with the page and a map of where everything of the side's would be."""
    await defer(interaction)
    made = await rehearsals.rehearsal(services_of(interaction), seat)
    await say(interaction, rehearsal_text(made), files=made.files)


FORMS: Mapping[str, components.FormMaker] = {"orders-write": writing_form, "edit": line_form}
BUTTONS: Mapping[str, components.Handler] = {
    "give": give,
    "give-lines": give_lines,
    "edit": components.opener(line_form),
    "edit-lines": edit_lines,
    "certain": certain,
    "drop": drop,
    "restore": restore,
    "sheet": sheet,
    "forecast": forecast,
    "rehearse": rehearse,
}
SELECTS: Mapping[str, components.SelectHandler] = {"dial": dialled}
