"""Declaring a sheet ready, or not ready after all, and taking a turn back: what would be lost is said before it is done."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from discord import ui

from cogs.campaign.common.open_previews import left_open
from cogs.campaign.common.order_handlers import colour_of, current_seat, show_receipt
from cogs.common.components import DANGER, SUCCESS, ButtonData, Handler, button_for, data_for
from cogs.common.interactions import Interaction, replace_message, say, services_of
from cogs.common.panels import Panel, Part, button_row, order_line, safe_sentence, text_panel
from render.words.safe_text import format_list
from rules.cluster_war.model.orders.order import Forecast
from rules.values import WrongPhaseError
from umpire.campaign.gm.undo_consent import check_undo, needs_assent
from umpire.campaign.sheets import orders
from umpire.campaign.sheets.order_sheet import receipt_of
from umpire.campaign.sheets.receipt import Receipt
from umpire.campaign.solo import passes_when_ready
from umpire.games.games import Game, get_game
from umpire.games.seat import Seat, clean_reason

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
