"""A filled-in workbook that somebody sends: its orders on the sheet, and an answer that names all that is not read."""

from collections.abc import Sequence
from typing import Final

from cogs.campaign.common.campaign_context import player_here, sheet_here
from cogs.campaign.common.order_handlers import colour_of, show_receipt
from cogs.campaign.common.order_panel import back_row, lines_panel
from cogs.common.interactions import Interaction, bot_services, say, services_of
from render.words.safe_text import count
from rules.cluster_war.play.notation import format_order, parse_order
from rules.values import GameError
from umpire.campaign.sheets import orders
from umpire.campaign.sheets.order_sheet import OrderSheet
from umpire.campaign.sheets.receipt import Receipt
from umpire.campaign.sheets.workbook_reader import GET_A_NEW_ONE, FilledWorkbook
from umpire.campaign.sheets.workbooks import WorkbookOutcome, check_mark, enter_workbook, read_upload

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
