"""The game master's dashboard: the same questions before a thing is done as the commands ask."""

from collections.abc import Mapping, Sequence
from typing import Final

from cogs.campaign.common.sheet_handlers import ask_undo
from cogs.campaign.gm.draft_handlers import ask_advance, current_gm
from cogs.campaign.gm.gm_panel import GOLD
from cogs.common import components
from cogs.common.interactions import Interaction, bot_services, say, services_of
from cogs.common.panels import Panel
from rules.values import changed
from umpire.clock.extra_time import extend

HOUR_CHOICES: Final = {6: "6 hours", 12: "12 hours", 24: "a day", 48: "two days", 72: "three days", 168: "a week"}
USUAL_REASON: Final = "More time for everybody."


async def advance(interaction: Interaction, data: components.ButtonData) -> None:
    """Who is not ready, and whether to resolve the turn all the same."""
    await ask_advance(interaction, await current_gm(interaction, data, blind=True))


async def undo_form(interaction: Interaction, data: components.ButtonData) -> components.Form:
    """The reason first; then what would be taken back, and a yes."""
    await current_gm(interaction, data, blind=True)

    async def sent(later: Interaction, given: Mapping[str, str]) -> None:
        gm = await current_gm(later, data, blind=True)
        await ask_undo(later, gm.seat, given["reason"])

    about = "Everybody reads it. You are asked once more before anything is undone."
    reason = components.Field("reason", "Why", about, needed=True, most=200)
    return components.Form("Undo", (reason,), sent, data)


async def ask_hours(interaction: Interaction, data: components.ButtonData) -> None:
    """By how much the deadline is put off."""
    await current_gm(interaction, data, blind=True)
    lengths = [components.option(f"By {words}", str(hours)) for hours, words in HOUR_CHOICES.items()]
    pick = components.select_for("By how much?", components.ButtonData("desk-hours", data.game, data.revision), lengths)
    await say(
        interaction, panel=Panel(GOLD, "### Postpone the deadline\nEverybody is notified, with the reason.", pick)
    )


async def hours_chosen(interaction: Interaction, data: components.ButtonData, values: Sequence[str]) -> None:
    """The list of lengths opens a form for the reason."""
    await components.open_form(
        interaction, await hours_form(interaction, changed(data, rest=values[0] if values else ""))
    )


async def hours_form(interaction: Interaction, data: components.ButtonData) -> components.Form:
    """The reason, which everybody reads; sending it puts the deadline off by the hours of the control."""
    await current_gm(interaction, data, blind=True)
    hours = components.number_in(data.rest)

    async def sent(later: Interaction, given: Mapping[str, str]) -> None:
        gm = await current_gm(later, data, blind=True)
        game = await extend(services_of(later), gm.seat, hours, given["reason"], idempotency_key=str(later.id))
        bot_services(later).clock.poke()
        bot_services(later).deliverer.wake()
        await say(later, f"The deadline is now <t:{game.deadline}:F> (<t:{game.deadline}:R>).")

    reason = components.Field("reason", "Why", "Everybody reads it", USUAL_REASON, needed=True, most=200)
    return components.Form(f"Put off by {HOUR_CHOICES.get(hours, f'{hours} hours')}", (reason,), sent, data)


FORMS: Mapping[str, components.FormMaker] = {"desk-undo": undo_form, "desk-hours": hours_form}
BUTTONS: Mapping[str, components.Handler] = {
    "desk-advance": advance,
    "desk-undo": components.opener(undo_form),
    "desk-extend": ask_hours,
}
SELECTS: Mapping[str, components.SelectHandler] = {"desk-hours": hours_chosen}
