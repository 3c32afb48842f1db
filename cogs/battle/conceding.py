"""Giving a battle up, after a question."""

from typing import Final

from cogs.battle.context import check_current, own_sight
from cogs.battle.plot_panel import data
from cogs.common.answers import replace_message, say
from cogs.common.bot_services import Interaction, bot_services, services_of
from cogs.common.buttons import DANGER, ButtonData, button_for
from cogs.common.panels import text_panel
from render.words.safe_text import plain
from umpire.battle import plotting

RED: Final = 0xB03A2E


async def ask_concede(interaction: Interaction) -> None:
    """Ask whether it is meant. WrongPhaseError while the battle does not wait for this side."""
    seat, seen = await own_sight(interaction)
    plotting.require_asked(seen)
    name = plain(seen.view.known.sides[seat.side].name)
    text = (
        f"### Give the battle up?\nEvery craft of **{name}** is out of the battle then; if only one other side is left, it has "
        "won. This cannot be taken back."
    )
    buttons = (
        button_for("Yes, give it up", data(seen, "bp-concede", seen.standing.result.stop), style=DANGER),
        button_for("Not yet", data(seen, "bp-drop")),
    )
    await say(interaction, panel=text_panel(text, RED, buttons))


async def concede_yes(interaction: Interaction, control: ButtonData) -> None:
    """The button that means it."""
    await interaction.response.defer()
    seat, seen = await own_sight(interaction)
    check_current(seen, control.game, control.opening)
    plotting.require_asked(seen)
    key = f"concede-{control.rest}-{interaction.message.id if interaction.message else 0}"
    await plotting.concede(services_of(interaction), seat, seen, key)
    bot_services(interaction).clock.poke()
    said = f"✔ {plain(seen.view.known.sides[seat.side].name)} gives the battle up"
    await replace_message(
        interaction, text_panel(f"{said}; it counts as soon as all who were asked have answered.", RED)
    )
