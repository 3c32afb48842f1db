"""A whole sheet by buttons and files: a filled-in workbook with an answer that names all that is not read; the sheet declared
ready, or not ready after all, and a turn taken back: what would be lost is said before it is done."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from discord import ui

from cogs.campaign.common.campaign_context import player_here, sheet_here
from cogs.campaign.common.open_previews import left_open
from cogs.campaign.common.order_handlers import colour_of, current_seat, show_receipt
from cogs.campaign.common.order_panel import back_row, lines_panel
from cogs.common.components import DANGER, SUCCESS, ButtonData, Handler, button_for, data_for
from cogs.common.interactions import Interaction, bot_services, replace_message, say, services_of
from cogs.common.panels import Panel, Part, button_row, order_line, safe_sentence, text_panel
from render.words.safe_text import count, format_list
from rules.cluster_war.model.orders.order import Forecast
from rules.cluster_war.play.notation import format_order, parse_order
from rules.values import GameError, WrongPhaseError
from umpire.campaign.gm.undo_consent import check_undo, needs_assent
from umpire.campaign.sheets import orders
from umpire.campaign.sheets.order_sheet import OrderSheet, receipt_of
from umpire.campaign.sheets.receipt import Receipt
from umpire.campaign.sheets.workbook_reader import GET_A_NEW_ONE, FilledWorkbook
from umpire.campaign.sheets.workbooks import WorkbookOutcome, check_mark, enter_workbook, read_upload
from umpire.campaign.solo import passes_when_ready
from umpire.games.games import Game, get_game
from umpire.games.seat import Seat, clean_reason

MOST_ASKED: Final = 1800
"""So many characters of orders fit below a question about a file of another turn."""


async def enter_upload(interaction: Interaction, data: bytes) -> None:
    """Enter what a workbook orders; one of another turn is a question first."""
    seat, services = await player_here(interaction), services_of(interaction)
    sheet = await sheet_here(interaction)
    filled = await read_upload(services, data, sheet.view)
    check_mark(filled.mark, sheet.game, seat)
    if not filled.lines:
        stay = any(order.source for order in sheet.orders if order.withdrawn_at is None)
        kept = " The orders of your last file stay; /orders withdraw takes them back." if stay else ""
        await say(interaction, "\n".join([f"The workbook holds no orders; nothing was changed.{kept}", *filled.unread]))
    elif filled.mark is None or filled.mark.turn != sheet.turn.turn:
        await _ask(interaction, sheet, filled)
    else:
        receipt, outcome = await enter_workbook(services, seat, filled, idempotency_key=str(interaction.id))
        await _show(interaction, receipt, outcome, filled.unread)


async def _ask(interaction: Interaction, sheet: OrderSheet, filled: FilledWorkbook) -> None:
    """The orders of a workbook that is perhaps not of this turn, each with what it would do, and a button that gives them."""
    turn = sheet.turn.turn
    of = "does not say of which turn it is" if filled.mark is None else f"is of turn {filled.mark.turn}"
    head = f"This workbook {of}, and this is turn {turn}. Nothing was entered."
    good = [line.line for line in filled.lines if not line.wrong]
    lines = [line for line in good if not _stands(sheet, line)]
    if len(lines) > orders.MOST_LINES or sum(map(len, lines)) > MOST_ASKED:
        raise GameError(f"{head} {GET_A_NEW_ONE}")
    refused = [f"✗ {line.place}: {line.wrong}" for line in filled.lines if line.wrong]
    if not lines:
        stand = f" {count(len(good), 'order')} of it {_were(len(good))} on your sheet already." if good else ""
        await say(interaction, "\n".join([f"{head}{stand} {GET_A_NEW_ONE}", *refused, *filled.unread]))
        return
    services, colour = services_of(interaction), colour_of(sheet.view.flags[sheet.seat.side].colour)
    read = await orders.preview_lines(services, sheet, lines)
    before = "\n".join([f"**{head}** Do you want to give its orders now?", *refused, *filled.unread])[:MOST_ASKED]
    panel = lines_panel(read, colour, sheet.game.id, sheet.game.revision, sheet.row.version, before)
    await say(interaction, panel=panel)


def _stands(sheet: OrderSheet, line: str) -> bool:
    """Whether an order stands on the sheet already, whoever gave it."""
    try:
        wanted = parse_order(line, sheet.names)
    except GameError:
        return False
    words = format_order(wanted, sheet.names)
    return any(format_order(one.order, sheet.names) == words for one in sheet.standing)


async def _show(interaction: Interaction, receipt: Receipt, outcome: WorkbookOutcome, unread: Sequence[str]) -> None:
    """What came of a workbook: the receipt, or a text where something of it was not entered or not read."""
    back = [
        f"Taken back, because this file does not order it: {line} (/orders restore brings it back)"
        for line in outcome.replaced
    ]
    head = _head(outcome)
    back += [
        f"Stays, because its player gave it and you may not take it back as a deputy: {line}" for line in outcome.left
    ]
    if not outcome.refused and not unread and len(back) + len(outcome.lowered) < 4:
        await show_receipt(interaction, receipt, "\n".join([head, *back, *outcome.lowered]))
        return
    bot_services(interaction).clock.poke()
    said = [head, *outcome.refused, *unread, *back, *outcome.lowered, *outcome.entered]
    await say(interaction, "\n".join(said), buttons=back_row(receipt.game, receipt.revision))


def _head(outcome: WorkbookOutcome) -> str:
    entered, bad = len(outcome.entered), len(outcome.refused)
    if not entered and not outcome.kept:
        return "⚠ Nothing was entered. Correct these cells and send the file again." if bad else "Nothing was entered."
    parts = [f"✔ {count(entered, 'order')} entered from the workbook."] if entered else []
    if outcome.kept:
        parts.append(f"{count(outcome.kept, 'order')} of this workbook {_were(outcome.kept)} on your sheet already.")
    if bad:
        parts.append(
            f"⚠ {count(bad, 'order')} {_were(bad)} not entered. Correct {'it' if bad == 1 else 'them'} in the file and send it "
            "again; nothing is ordered twice."
        )
    return " ".join(parts)


def _were(number: int) -> str:
    return "was" if number == 1 else "were"


YOU_ARE_READY: Final = "✔ You are ready."
NOT_READY: Final = "You are no longer ready."
WAS_ASKED: Final = "asked"
"""What the button carries of one who was told what would be lost."""
LOSSES_NAMED: Final = 4
"""So many things that would lose CPs are named."""


def lapses_text(plan: Forecast, who: str = "You") -> str:
    """What work would be lost for want of CPs, and by whom, in one line; "" if none would."""
    if not plan.lapses:
        return ""
    named = [f"{one.cps} CPs of {one.name}" for one in plan.lapses[:LOSSES_NAMED]]
    more = plan.lapses[LOSSES_NAMED:]
    named += [f"{sum(one.cps for one in more)} CPs of {len(more)} more"] if more else []
    get = "gets" if len(plan.lapses) == 1 else "get"
    return f"{who} would lose {safe_sentence(format_list(named))}, which {get} nothing this turn."


async def make_ready(
    interaction: Interaction, seat: Seat, *, expect: int | None = None, asked: bool = False, replace: bool = False
) -> None:
    """Declare a seat's sheet ready; for who plays alone, so that the month passes with it, work that would be lost is asked
    about once before (`asked`: it was). `replace`: the answer takes the place of the message that its button was on."""
    services = services_of(interaction)
    if not asked and await _asks(interaction, seat, replace=replace):
        return
    receipt = await orders.set_ready(services, seat, True, expect=expect, idempotency_key=str(interaction.id))
    warnings = (lapses_text(receipt.forecast), left_open(interaction, seat, receipt.revision))
    said_so = "\n".join([YOU_ARE_READY, *(f"⚠ {warning}" for warning in warnings if warning)])
    await show_receipt(interaction, receipt, said_so, replace=replace)


async def make_unready(
    interaction: Interaction, seat: Seat, *, expect: int | None = None, replace: bool = False
) -> None:
    """Take the declaration back."""
    services = services_of(interaction)
    receipt = await orders.set_ready(services, seat, False, expect=expect, idempotency_key=str(interaction.id))
    await show_receipt(interaction, receipt, NOT_READY, replace=replace)


async def _asks(interaction: Interaction, seat: Seat, *, replace: bool) -> bool:
    """Whether the seat's player had to be asked first, and was."""
    sheet = await orders.sheet_of(services_of(interaction), seat)
    if sheet.turn.state != "open" or sheet.row.state == "ready":
        return False
    receipt = receipt_of(sheet, sheet.row)
    loses = lapses_text(receipt.forecast)
    wrote = left_open(interaction, seat, sheet.game.revision)
    if not (loses or wrote) or not await passes_when_ready(services_of(interaction), sheet.game, seat):
        return False
    panel = _asking(receipt, loses, wrote)
    await (replace_message(interaction, panel) if replace else say(interaction, panel=panel))
    return True


def _asking(receipt: Receipt, loses: str, wrote: str) -> Panel:
    """What would be lost, and what was written and not given, before the month passes."""
    yes = button_for(
        "Yes, pass the month", ButtonData("ready", receipt.game, receipt.revision, WAS_ASKED), style=SUCCESS
    )
    back = button_for("Go back", ButtonData("sheet", receipt.game, receipt.revision))
    lost = [f"⚠ {loses}\n-# Research and Intelligence, below your orders, give it CPs."] if loses else []
    text = "\n".join(["### Before the month passes", *lost, *([f"⚠ {wrote}"] if wrote else [])])
    return text_panel(text, colour_of(receipt.colour), (yes, back))


async def _declare(interaction: Interaction, data: ButtonData, *, ready: bool) -> None:
    """The button below a sheet."""
    seat = await current_seat(interaction, data)
    if ready:
        await make_ready(interaction, seat, expect=data.revision, asked=data.rest == WAS_ASKED, replace=True)
    else:
        await make_unready(interaction, seat, expect=data.revision, replace=True)


BUTTONS: Final[Mapping[str, Handler]] = {
    "ready": partial(_declare, ready=True),
    "unready": partial(_declare, ready=False),
}


RED = 0xC0392B


async def ask_undo(interaction: Interaction, gm: Seat, reason: str) -> None:
    """Before a turn is taken back, or the players are asked whether it may be: what comes of it, and a yes. WrongPhaseError:
    there is none to take back."""
    services = services_of(interaction)
    game = await get_game(services, gm.game_id)
    if not game.turn:
        raise WrongPhaseError("The campaign has not begun; there is nothing to undo.")
    await check_undo(services, gm, game.turn)
    asks = await needs_assent(services, gm)
    await say(interaction, panel=undo_panel(game, clean_reason(reason).replace("`", "'"), asks=asks))


def undo_panel(game: Game, reason: str, *, asks: bool = False) -> Panel:
    """Before a turn is taken back, or whoever else plays is asked (`asks`); the reason stays on the message for the button."""
    data = data_for(game, "gm-undo-now", str(game.turn))
    if game.turn_state != "open" and game.options.wall:
        text = f"Turn {game.turn} is open again with everybody's orders, and new dice are promised."
    elif game.turn_state == "battles":
        text = (
            f"Turn {game.turn} waits for its battles no more: it is open again with everybody's orders. New dice are promised; "
            "what was settled can be taken up where the very same battle comes again."
        )
    elif game.turn_state == "draft":
        text = f"The draft of turn {game.turn} is thrown away. Turn {game.turn} is open again with everybody's orders."
    else:
        text = (
            f"Turn {game.turn - 1} is taken back and open again with everybody's orders as they were. Orders for turn "
            f"{game.turn} are withdrawn; their players can restore them. You can see the old dice; new ones are promised."
        )
    if asks:
        text = f"You may play here, so all players are asked first: more than half must say yes. Then: {text}"
    return asked_panel(
        text, RED, button_for("Ask the players" if asks else "Yes, undo", data, style=DANGER), game, reason
    )


def asked_panel(text: str, colour: int, yes: ui.Button[ui.LayoutView], game: Game, reason: str = "") -> Panel:
    """A thing of weight before it is done: what comes of it, the yes, and a way out; a reason stays on the message."""
    parts: list[Part] = [text]
    if reason:
        parts += ["Everybody will read this reason:", order_line(reason)]
    return Panel(colour, *parts, button_row(yes, button_for("Cancel", data_for(game, "gm-drop"))))
