"""The game master's hand on operations by buttons: one with all that bears upon it, the dice or a result, a form for the rest."""

from collections.abc import Mapping
from typing import Final

from cogs.campaign.gm.handlers import GmContext, announce, current_gm, gm_context, tell
from cogs.campaign.gm.panels import GOLD
from cogs.campaign.gm.spy_texts import SOCIETY, societies_text, weighed_text
from cogs.campaign.gm.texts import ruled_text
from cogs.common.answers import defer, replace_message, show_panel
from cogs.common.bot_services import Interaction
from cogs.common.buttons import DANGER, PRIMARY, SUCCESS, ButtonData, Handler, button_for, data_for
from cogs.common.forms import Field, Form, FormMaker, opener
from cogs.common.panels import Panel, Part, button_row, clipped
from rules.cluster_war.chapters.espionage.amendments import RuleOperation
from rules.cluster_war.chapters.espionage.chances import RULE
from rules.cluster_war.chapters.espionage.operations import RESULTS, Result
from rules.errors import GameError
from umpire.campaign.gm import gm_queries, rulings
from umpire.campaign.gm.gm_queries import Weighed

TEXT: Final = 2000
WHY: Final = "The game master judged the operation"
DICE_WHY: Final = "The dice decided"
WAYS: Final[Mapping[Result, str]] = {
    "dice": "The dice decide",
    "success": "It succeeds",
    "failure": "It fails",
    "impossible": "Impossible",
}


def weighed_panel(gm: GmContext, found: Weighed) -> Panel:
    """An operation with its chance, both societies, and what can be decided."""
    one = found.operation
    parts: list[Part] = [clipped(weighed_text(found), TEXT)]
    if found.societies is not None:
        parts.append(clipped(societies_text(found.societies), SOCIETY))
    if one.running:
        ways = [way for way in WAYS if found.question or way == "impossible"]
        styles = {"dice": SUCCESS, "impossible": DANGER}
        buttons = [
            button_for(WAYS[way], data_for(gm.game, "gm-spy-do", f"{one.id}:{way}"), style=styles.get(way, PRIMARY))
            for way in ways
        ]
        parts.append(button_row(*buttons, button_for("Chance and words", data_for(gm.game, "gm-spy-form", one.id))))
    parts.append(button_row(button_for("Questions", data_for(gm.game, "gm-questions"))))
    return Panel(GOLD, *parts)


async def show_operation(interaction: Interaction, gm: GmContext, operation: str) -> None:
    """One operation, to decide on."""
    await show_panel(interaction, weighed_panel(gm, await gm_queries.weigh(gm.services, gm.seat, operation)))


async def asked(interaction: Interaction, data: ButtonData) -> None:
    """The button beside a step's question."""
    gm = await current_gm(interaction, data)
    operation = await gm_queries.operation_asked(gm.services, gm.seat, data.rest)
    await show_operation(interaction, gm, operation)


async def decided(interaction: Interaction, data: ButtonData) -> None:
    """A button that decides at once."""
    gm = await current_gm(interaction, data)
    operation, _, word = data.rest.rpartition(":")
    if word not in RESULTS:
        raise GameError("This button cannot be read; use the command again.")
    await interaction.response.defer()
    ruled = RuleOperation(operation, result=word)
    key = f"gm-spy:{data.opening}:{data.rest}:{interaction.message.id if interaction.message else interaction.id}"
    why = DICE_WHY if word == "dice" else WHY
    done = await rulings.amend(gm.services, gm.seat, ruled, why, idempotency_key=key)
    announce(interaction)
    again = button_row(button_for("Questions", data_for(gm.game, "gm-questions")))
    await replace_message(interaction, Panel(GOLD, clipped(ruled_text(gm.game, done), TEXT), again))


async def chance_form(interaction: Interaction, control: ButtonData) -> Form:
    """A chance of the game master's own, a result, words for the player, and the reason."""
    asker = await current_gm(interaction, control)
    found = await gm_queries.weigh(asker.services, asker.seat, control.rest)
    about = f"Suggested: {found.found.chance} %; empty: that one. Or: success, failure, catastrophe, impossible"
    fields = (
        Field("ruling", "Chance in per cent, or a result", about, most=20),
        Field(
            "words",
            "Words for its player",
            "Beside what the operation brings; what a free goal brings",
            long=True,
            most=3000,
        ),
        Field("reason", "Why", "Kept with the change", WHY, most=200),
    )

    async def sent(interaction: Interaction, given: Mapping[str, str]) -> None:
        chance, result = _ruling(given["ruling"])
        await defer(interaction)
        gm = await gm_context(interaction)
        ruled = RuleOperation(control.rest, chance, result, given["words"])
        key = str(interaction.id)
        await tell(
            interaction,
            gm,
            await rulings.amend(gm.services, gm.seat, ruled, given["reason"] or WHY, idempotency_key=key),
        )

    return Form(f"Decide on {found.operation.name}", fields, sent, control)


def _ruling(text: str) -> tuple[int, Result]:
    """A chance (-1: the suggested one) or a result; GameError."""
    word = text.strip().removesuffix("%").strip().casefold()
    if not word:
        return -1, "dice"
    if word.isascii() and word.isdecimal() and len(word) <= 3:
        return int(word), "dice"
    found = next((result for result in RESULTS if result == word), None)
    if found is None:
        raise GameError(f"Write a chance like 35, or one of {', '.join(RESULTS)}.", rule=RULE)
    return -1, found


BUTTONS: Final[Mapping[str, Handler]] = {
    "gm-spy": asked,
    "gm-spy-do": decided,
    "gm-spy-form": opener(chance_form),
}
FORMS: Final[Mapping[str, FormMaker]] = {"gm-spy-form": chance_form}
