"""What the buttons, lists and the form of standing orders do. A draft is the line on its message; nothing else is kept of it."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from cogs.campaign.common.campaign_context import player_here
from cogs.campaign.common.ordering import current_seat, once_of, show_receipt
from cogs.campaign.standing.choices import choices_of, first_condition, first_goal
from cogs.campaign.standing.panels import draft_panel, list_panel, one_panel
from cogs.common.answers import defer, replace_message, say, show_panel
from cogs.common.bot_services import Interaction, bot_services, services_of
from cogs.common.buttons import ButtonData, Handler, number_in
from cogs.common.forms import Field, Form, FormMaker, opener
from cogs.common.panels import line_in
from cogs.common.selects import SelectHandler
from rules.cluster_war.play.standing_orders.lines import LONGEST_LINE, StandingOrder, checked, parse_standing
from rules.errors import GameError, NotYoursError, WrongPhaseError
from umpire.campaign import standing_orders
from umpire.campaign.sheets.order_sheet import OrderSheet, check_open
from umpire.campaign.sheets.receipt import told

HOW: Final = "every turn: … · when … then … · a goal; /help topic:standing"
GONE: Final = "That standing order is not there any more; press Standing orders on your desk again."


async def show(interaction: Interaction, line: str = "") -> None:
    """/orders standing: the list, or a line's draft."""
    seat = await player_here(interaction)
    await defer(interaction)
    sheet = await standing_orders.sheet_with_standing(services_of(interaction), seat)
    if line:
        check_open(sheet, None)
    panel = draft_panel(sheet, parse_standing(line, sheet.names)) if line else list_panel(sheet)
    await say(interaction, panel=panel)


async def _sheet(interaction: Interaction, data: ButtonData, *, open_: bool = True) -> OrderSheet:
    """The presser's sheet, its standing orders laid; WrongPhaseError if the control is of a turn that is over, or no orders are
    taken."""
    seat = await current_seat(interaction, data)
    sheet = await standing_orders.sheet_with_standing(services_of(interaction), seat)
    if open_:
        check_open(sheet, data.opening)
    return sheet


async def press_list(interaction: Interaction, data: ButtonData) -> None:
    """The button that shows the list, in place of a message for its presser alone."""
    sheet = await _sheet(interaction, data, open_=False)
    if data.rest and data.rest != sheet.seat.side:
        raise NotYoursError("This is another side's desk; yours is pinned in your own thread.")
    await show_panel(interaction, list_panel(sheet))


async def press_draft(
    interaction: Interaction, data: ButtonData, *, first: Callable[[OrderSheet], StandingOrder]
) -> None:
    """The buttons that begin a draft to be made by choosing."""
    sheet = await _sheet(interaction, data)
    await show_panel(interaction, draft_panel(sheet, first(sheet)))


async def press_repeat(interaction: Interaction, data: ButtonData) -> None:
    """The button below an order's preview: that order every turn, as a draft in its place."""
    sheet = await _sheet(interaction, data)
    line = line_in(interaction.message)
    if not line:
        raise GameError("The order's text is no longer on this message; please give the command again.")
    one = parse_standing(f"every turn: {line}", sheet.names)
    await replace_message(interaction, draft_panel(sheet, one))


async def picked(interaction: Interaction, data: ButtonData, values: Sequence[str]) -> None:
    """One of the list."""
    sheet = await _sheet(interaction, data, open_=False)
    number = number_in(values[0] if values else "")
    one = next((one for one in told(sheet.stands, sheet.names) if one.number == number), None)
    if one is None:
        raise WrongPhaseError(GONE)
    await replace_message(interaction, one_panel(sheet, one))


async def dialled(interaction: Interaction, data: ButtonData, values: Sequence[str]) -> None:
    """A list below a draft: the line on the message with that part of it changed, as a new draft in its place."""
    sheet = await _sheet(interaction, data)
    number, _, key = data.rest.partition(".")
    one = _drafted(interaction, sheet)
    choice = next((c for c in choices_of(sheet, one) if c.key == key), None)
    if choice is None or not values or not {*values} <= {each.value for each in choice.options}:
        raise WrongPhaseError("What this list offered has changed; press the button on your desk again.")
    turned = checked(choice.turned(values))
    await replace_message(interaction, draft_panel(sheet, turned, number_in(number or "0")))


async def give(interaction: Interaction, data: ButtonData) -> None:
    """The button that lays a draft down, or puts it in another's place."""
    seat = await current_seat(interaction, data)
    line = line_in(interaction.message)
    if not line:
        raise GameError("The standing order's text is no longer on this message; write it again.")
    services, key = services_of(interaction), once_of(interaction, data)
    number = number_in(data.rest.partition(".")[0] or "0")
    if number:
        receipt = await standing_orders.change(services, seat, number, line, expect=data.opening, idempotency_key=key)
    else:
        receipt = await standing_orders.add(services, seat, line, expect=data.opening, idempotency_key=key)
    await show_receipt(interaction, receipt, replace=True)


async def press_change(interaction: Interaction, data: ButtonData) -> None:
    """The button that opens a standing order as a draft."""
    sheet = await _sheet(interaction, data)
    number = number_in(data.rest)
    one = sheet.stands.numbered(number)
    if one is None:
        raise WrongPhaseError(GONE)
    await replace_message(interaction, draft_panel(sheet, one, number))


async def press_remove(interaction: Interaction, data: ButtonData) -> None:
    """The button that removes one."""
    seat = await current_seat(interaction, data)
    services, key = services_of(interaction), str(interaction.id)
    receipt = await standing_orders.remove(services, seat, number_in(data.rest), idempotency_key=key)
    await _listed(interaction, data, receipt.notes)


async def press_pause(interaction: Interaction, data: ButtonData, *, paused: bool) -> None:
    """The button that lets one rest, or go on."""
    seat = await current_seat(interaction, data)
    services, key = services_of(interaction), str(interaction.id)
    receipt = await standing_orders.pause(services, seat, number_in(data.rest), paused, idempotency_key=key)
    await _listed(interaction, data, receipt.notes)


async def _listed(interaction: Interaction, data: ButtonData, notes: Sequence[str]) -> None:
    bot_services(interaction).clock.poke()  # the desk may have to say something else now
    sheet = await _sheet(interaction, data, open_=False)
    await replace_message(interaction, list_panel(sheet, "\n".join(f"✔ {note}" for note in notes)))


def _drafted(interaction: Interaction, sheet: OrderSheet) -> StandingOrder:
    """The draft on the message."""
    return parse_standing(line_in(interaction.message), sheet.names)


async def writing_form(interaction: Interaction, data: ButtonData) -> Form:
    """A form to write a standing order into; begun with the draft that its button stands below, if it does."""
    await _sheet(interaction, data)
    number = number_in(data.rest or "0")
    begun = line_in(interaction.message)
    field = Field("line", "The standing order", HOW, begun, long=True, needed=True, most=LONGEST_LINE)

    async def sent(later: Interaction, given: Mapping[str, str]) -> None:
        sheet = await _sheet(later, data)
        one = parse_standing(given["line"], sheet.names)
        await show_panel(later, draft_panel(sheet, one, number))

    return Form("A standing order", (field,), sent, data)


FORMS: Mapping[str, FormMaker] = {"stand-write": writing_form}
BUTTONS: Mapping[str, Handler] = {
    "stand": press_list,
    "desk-standing": press_list,
    "stand-when": partial(press_draft, first=first_condition),
    "stand-goal": partial(press_draft, first=first_goal),
    "stand-write": opener(writing_form),
    "stand-repeat": press_repeat,
    "stand-give": give,
    "stand-change": press_change,
    "stand-remove": press_remove,
    "stand-rest": partial(press_pause, paused=True),
    "stand-go": partial(press_pause, paused=False),
}
SELECTS: Mapping[str, SelectHandler] = {"stand-pick": picked, "stand-dial": dialled}
