"""Standing orders: their panels, and what the buttons, lists and the form do. A draft is the line on its message;
nothing else is kept of it."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from cogs.campaign.common.campaign_context import player_here
from cogs.campaign.common.open_previews import forget_written
from cogs.campaign.common.order_handlers import colour_of, current_seat, once_of, show_receipt
from cogs.campaign.common.order_panel import back_button
from cogs.campaign.standing_orders.chain_panel import chain_text
from cogs.campaign.standing_orders.options import choices_of, first_condition, first_goal
from cogs.common import components
from cogs.common.interactions import Interaction, bot_services, defer, replace_message, say, services_of, show_panel
from cogs.common.panels import MOST_TEXT, Panel, Part, button_row, cut, line_in, order_line, safe_sentence
from render.words.safe_text import count
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.play.standing_orders.chain_kinds import Chain
from rules.cluster_war.play.standing_orders.evaluate import Evaluation
from rules.cluster_war.play.standing_orders.lines import (
    LONGEST_LINE,
    StandingOrder,
    check_line,
    format_standing,
    parse_standing,
)
from rules.values import GameError, NotYoursError, WrongPhaseError
from umpire.campaign import standing_orders
from umpire.campaign.sheets.order_sheet import OrderSheet, check_open
from umpire.campaign.sheets.receipt import StandingLine, standing_lines, stands_of
from umpire.campaign.standing_orders import would_do

NO_STANDING_ORDERS = (
    "You have none. A standing order gives orders of its own as each turn opens; they are on your sheet, marked, and can be "
    "changed or withdrawn as any order."
)


def list_panel(sheet: OrderSheet, before: str = "") -> Panel:
    """A side's standing orders, each with how it stands; a list to choose one from, and the ways to make another."""
    game, revision = sheet.game.id, sheet.turn.revision
    known = standing_lines(sheet.stands, sheet.names)
    texts: list[Part] = [f"{before}\n### Standing orders" if before else "### Standing orders"]
    lines = "\n".join(f"{one.number}. {safe_sentence(one.line)}\n-# {safe_sentence(one.state)}" for one in known)
    texts.append(cut(lines or NO_STANDING_ORDERS, MOST_TEXT - 600, "choose one below to read it"))
    failed = [text for text in stands_of(sheet.stands) if not text.startswith("Standing order ")]
    texts += [f"⚠ {safe_sentence(text)}" for text in failed]
    parts: list[Part] = []
    if known:
        options = [components.option(f"{one.number}. {one.line}", str(one.number), one.state) for one in known]
        parts.append(
            components.select_for(
                "Pause, change or remove one", components.ButtonData("stand-pick", game, revision), options
            )
        )
    ways = button_row(
        components.button_for(
            "If … then", components.ButtonData("stand-when", game, revision), style=components.PRIMARY
        ),
        components.button_for("A goal", components.ButtonData("stand-goal", game, revision)),
        components.button_for("Write one", components.ButtonData("stand-write", game, revision)),
        back_button(game, revision),
    )
    foot = "-# To repeat an order, press Repeat each turn below its preview."
    return Panel(_colour(sheet), *texts, *parts, ways, foot)


def one_panel(sheet: OrderSheet, one: StandingLine) -> Panel:
    """One standing order: pause it, change it, remove it."""
    game, revision, number = sheet.game.id, sheet.turn.revision, str(one.number)
    rest = components.button_for(
        "Go on" if one.paused else "Pause",
        components.ButtonData("stand-go" if one.paused else "stand-rest", game, revision, number),
        disabled=one.ended,
    )
    row = button_row(
        rest,
        components.button_for("Change", components.ButtonData("stand-change", game, revision, number)),
        components.button_for(
            "Remove", components.ButtonData("stand-remove", game, revision, number), style=components.DANGER
        ),
        components.button_for("All standing orders", components.ButtonData("stand", game, revision)),
    )
    return Panel(
        _colour(sheet), f"### Standing order {one.number}\n{safe_sentence(one.state)}", order_line(one.line), row
    )


def draft_panel(sheet: OrderSheet, one: StandingOrder, number: int = 0) -> Panel:
    """A standing order before it is laid down (in the place of `number`), with what it would do right now, the lists that set its
    parts, and the button that lays it down."""
    game, revision = sheet.game.id, sheet.turn.revision
    line = format_standing(one, sheet.names)
    rest = str(number or "")
    heading = f"### Standing order {number} would become" if number else "### Before you give it"
    chain = isinstance(one.does, Chain)
    if isinstance(one.does, Chain):
        heading = chain_text(sheet, one.does)
    lists = (
        components.select_for(
            c.hint, components.ButtonData("stand-dial", game, revision, f"{rest}.{c.key}"), c.options, most=c.most
        )
        for c in choices_of(sheet, one)
    )
    buttons = button_row(
        components.button_for(
            GIVE if chain else "Lay it down",
            components.ButtonData("stand-give", game, revision, f"{rest}.{sheet.row.version}"),
            style=components.SUCCESS,
        ),
        components.button_for("Change the text", components.ButtonData("stand-write", game, revision, rest)),
        components.button_for("Cancel", components.ButtonData("stand", game, revision)),
    )
    now = cut(
        now_text(would_do(sheet, one)), MOST_TEXT - len(line) - len(heading) - 400, "/orders show once it is laid down"
    )
    return Panel(_colour(sheet), f"{heading}\n{now}", order_line(line), *lists, buttons)


def now_text(stood: Evaluation) -> str:
    """What a standing order would do right now."""
    if stood.laid:
        head = f"**Right now it would give {count(len(stood.laid), 'order')}**"
        return "\n".join(
            [head, *(f"• {safe_sentence(one.text)}\n-# {safe_sentence(one.reason)}" for one in stood.laid)]
        )
    if stood.adopted:
        return "**Right now** it would give what is on your sheet already; that counts as given by it."
    for why in stood.waits.values():
        return f"**Right now it would wait.** {safe_sentence(why)}"
    for why in stood.failed.values():
        return f"⚠ **Right now it could give nothing.** {safe_sentence(why)}"
    return "**Right now** it would give nothing."


def _colour(sheet: OrderSheet) -> int:
    return colour_of(sheet.view.flags[sheet.seat.side].colour)


GIVE: Final = "Give this order"
HOW_TO_WRITE: Final = "every turn: … · when … then … · a goal; /help topic:standing"
STANDING_ORDER_GONE: Final = "That standing order is no longer there; press Standing orders on your dashboard again."


async def show(interaction: Interaction, line: str = "") -> None:
    """/orders standing: the list, or a line's draft."""
    seat = await player_here(interaction)
    await defer(interaction)
    sheet = await standing_orders.sheet_with_standing(services_of(interaction), seat)
    if line:
        check_open(sheet, None)
    panel = draft_panel(sheet, parse_standing(line, sheet.names)) if line else list_panel(sheet)
    await say(interaction, panel=panel)


async def propose_chain(interaction: Interaction, making: Callable[[Names], Chain]) -> None:
    """A command's chain, as a draft."""
    seat = await player_here(interaction)
    await defer(interaction)
    sheet = await standing_orders.sheet_with_standing(services_of(interaction), seat)
    check_open(sheet, None)
    await say(interaction, panel=draft_panel(sheet, StandingOrder(0, making(sheet.names))))


async def remove_numbered(interaction: Interaction, number: int) -> None:
    """/orders standing with a number to remove: the list without it."""
    seat = await player_here(interaction)
    await defer(interaction)
    services = services_of(interaction)
    receipt = await standing_orders.remove(services, seat, number, idempotency_key=str(interaction.id))
    bot_services(interaction).clock.poke()
    sheet = await standing_orders.sheet_with_standing(services, seat)
    await say(interaction, panel=list_panel(sheet, "\n".join(f"✔ {note}" for note in receipt.notes)))


async def _sheet(interaction: Interaction, data: components.ButtonData, *, open_: bool = True) -> OrderSheet:
    """The presser's sheet, its standing orders laid; WrongPhaseError if the control is of a turn that is over, or no orders are
    taken."""
    seat = await current_seat(interaction, data)
    sheet = await standing_orders.sheet_with_standing(services_of(interaction), seat)
    if open_:
        check_open(sheet, data.revision)
    return sheet


async def press_list(interaction: Interaction, data: components.ButtonData) -> None:
    """The button that shows the list, in place of a message for its presser alone."""
    sheet = await _sheet(interaction, data, open_=False)
    if data.rest and data.rest != sheet.seat.side:
        raise NotYoursError("This is another side's dashboard; yours is pinned in your own thread.")
    await show_panel(interaction, list_panel(sheet))


async def press_draft(
    interaction: Interaction, data: components.ButtonData, *, first: Callable[[OrderSheet], StandingOrder]
) -> None:
    """The buttons that begin a draft to be made by choosing."""
    sheet = await _sheet(interaction, data)
    await show_panel(interaction, draft_panel(sheet, first(sheet)))


async def press_repeat(interaction: Interaction, data: components.ButtonData) -> None:
    """The button below an order's preview: that order every turn, as a draft in its place."""
    sheet = await _sheet(interaction, data)
    line = line_in(interaction.message)
    if not line:
        raise GameError("The order's text is no longer on this message; please give the command again.")
    one = parse_standing(f"every turn: {line}", sheet.names)
    forget_written(interaction, sheet.seat, sheet.game.revision, line)
    await replace_message(interaction, draft_panel(sheet, one))


async def picked(interaction: Interaction, data: components.ButtonData, values: Sequence[str]) -> None:
    """One of the list."""
    sheet = await _sheet(interaction, data, open_=False)
    number = components.number_in(values[0] if values else "")
    one = next((one for one in standing_lines(sheet.stands, sheet.names) if one.number == number), None)
    if one is None:
        raise WrongPhaseError(STANDING_ORDER_GONE)
    await replace_message(interaction, one_panel(sheet, one))


async def dialled(interaction: Interaction, data: components.ButtonData, values: Sequence[str]) -> None:
    """A list below a draft: the line on the message with that part of it changed, as a new draft in its place."""
    sheet = await _sheet(interaction, data)
    number, _, key = data.rest.partition(".")
    one = _drafted(interaction, sheet)
    choice = next((c for c in choices_of(sheet, one) if c.key == key), None)
    if choice is None or not values or not {*values} <= {each.value for each in choice.options}:
        raise WrongPhaseError("What this list offered has changed; press the button on your dashboard again.")
    turned = check_line(choice.turned(values))
    await replace_message(interaction, draft_panel(sheet, turned, components.number_in(number or "0")))


async def give(interaction: Interaction, data: components.ButtonData) -> None:
    """The button that lays a draft down, or puts it in another's place."""
    seat = await current_seat(interaction, data)
    line = line_in(interaction.message)
    if not line:
        raise GameError("The standing order's text is no longer on this message; write it again.")
    services, key = services_of(interaction), once_of(interaction, data)
    number = components.number_in(data.rest.partition(".")[0] or "0")
    if number:
        receipt = await standing_orders.change(services, seat, number, line, expect=data.revision, idempotency_key=key)
    else:
        receipt = await standing_orders.add(services, seat, line, expect=data.revision, idempotency_key=key)
    await show_receipt(interaction, receipt, replace=True)


async def press_change(interaction: Interaction, data: components.ButtonData) -> None:
    """The button that opens a standing order as a draft."""
    sheet = await _sheet(interaction, data)
    number = components.number_in(data.rest)
    one = sheet.stands.numbered(number)
    if one is None:
        raise WrongPhaseError(STANDING_ORDER_GONE)
    await replace_message(interaction, draft_panel(sheet, one, number))


async def press_remove(interaction: Interaction, data: components.ButtonData) -> None:
    """The button that removes one."""
    seat = await current_seat(interaction, data)
    services, key = services_of(interaction), str(interaction.id)
    receipt = await standing_orders.remove(services, seat, components.number_in(data.rest), idempotency_key=key)
    await _listed(interaction, data, receipt.notes)


async def press_pause(interaction: Interaction, data: components.ButtonData, *, paused: bool) -> None:
    """The button that lets one rest, or go on."""
    seat = await current_seat(interaction, data)
    services, key = services_of(interaction), str(interaction.id)
    receipt = await standing_orders.pause(services, seat, components.number_in(data.rest), paused, idempotency_key=key)
    await _listed(interaction, data, receipt.notes)


async def _listed(interaction: Interaction, data: components.ButtonData, notes: Sequence[str]) -> None:
    bot_services(interaction).clock.poke()  # the dashboard may have to say something else now
    sheet = await _sheet(interaction, data, open_=False)
    await replace_message(interaction, list_panel(sheet, "\n".join(f"✔ {note}" for note in notes)))


def _drafted(interaction: Interaction, sheet: OrderSheet) -> StandingOrder:
    """The draft on the message."""
    return parse_standing(line_in(interaction.message), sheet.names)


async def writing_form(interaction: Interaction, data: components.ButtonData) -> components.Form:
    """A form to write a standing order into; begun with the draft that its button stands below, if it does."""
    await _sheet(interaction, data)
    number = components.number_in(data.rest or "0")
    begun = line_in(interaction.message)
    field = components.Field(
        "line", "The standing order", HOW_TO_WRITE, begun, long=True, needed=True, most=LONGEST_LINE
    )

    async def sent(later: Interaction, given: Mapping[str, str]) -> None:
        sheet = await _sheet(later, data)
        one = parse_standing(given["line"], sheet.names)
        await show_panel(later, draft_panel(sheet, one, number))

    return components.Form("A standing order", (field,), sent, data)


FORMS: Mapping[str, components.FormMaker] = {"stand-write": writing_form}
BUTTONS: Mapping[str, components.Handler] = {
    "stand": press_list,
    "desk-standing": press_list,
    "stand-when": partial(press_draft, first=first_condition),
    "stand-goal": partial(press_draft, first=first_goal),
    "stand-write": components.opener(writing_form),
    "stand-repeat": press_repeat,
    "stand-give": give,
    "stand-change": press_change,
    "stand-remove": press_remove,
    "stand-rest": partial(press_pause, paused=True),
    "stand-go": partial(press_pause, paused=False),
}
SELECTS: Mapping[str, components.SelectHandler] = {"stand-pick": picked, "stand-dial": dialled}
