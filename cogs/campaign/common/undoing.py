"""Taking a turn back, before it is done: /gm undo, the desk's button, and /turn undo, which Discord shows to everybody."""

from discord import ui

from cogs.common.answers import say
from cogs.common.bot_services import Interaction, services_of
from cogs.common.buttons import DANGER, button_for, data_for
from cogs.common.panels import Panel, Part, button_row, order_line
from rules.errors import WrongPhaseError
from umpire.campaign.gm.undo_consent import check_undo, needs_assent
from umpire.games.audit import clean_reason
from umpire.games.games import Game, get_game
from umpire.games.seat import Seat

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
            f"{game.turn} are withdrawn; their players can restore them. The old dice are told, new ones are promised."
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
