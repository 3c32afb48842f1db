"""The game master's buttons: resolve, publish, undo, questions and their answers, older pages of the log."""

from collections.abc import Mapping

from cogs.campaign.gm import modals
from cogs.campaign.gm.handlers import (
    announce,
    current_gm,
    gm_context,
    publish_shown,
    resolve_now,
    show_audit,
    show_left,
    show_questions,
    show_review,
    undo_now,
)
from cogs.campaign.gm.panels import book_panel
from cogs.campaign.gm.texts import ALREADY, ruled_text
from cogs.common.answers import replace_message, show_panel
from cogs.common.bot_services import Interaction
from cogs.common.buttons import ButtonData, Handler, number_in
from cogs.common.forms import opener
from cogs.common.panels import line_in, text_panel
from rules.cluster_war.model.state.by_the_book import RULES
from rules.cluster_war.model.state.game import QuestionKind
from rules.errors import GameError
from umpire.campaign.gm import rulings


def once_of(interaction: Interaction, data: ButtonData) -> str:
    """The same for every press of one button on one message; a pinned desk is one message for many turns."""
    return (
        f"{data.action}:{data.opening}:{data.rest}:{interaction.message.id if interaction.message else interaction.id}"
    )


async def advance(interaction: Interaction, data: ButtonData) -> None:
    """Resolve the turn the button was made for."""
    gm = await current_gm(interaction, data, blind=True)
    await resolve_now(interaction, gm, number_in(data.rest), once_of(interaction, data))


async def publish(interaction: Interaction, data: ButtonData) -> None:
    """Publish the draft the button was made for: its turn and its version, as "3.0"."""
    turn, _, version = data.rest.partition(".")
    gm = await current_gm(interaction, data)
    await publish_shown(interaction, gm, number_in(turn), number_in(version), once_of(interaction, data))


async def undo_confirmed(interaction: Interaction, data: ButtonData) -> None:
    """The yes to /gm undo and /turn undo; the reason is on the message."""
    gm = await current_gm(interaction, data, blind=True)
    reason = line_in(interaction.message)
    if not reason:
        raise GameError("The reason is no longer on this message; please use /turn undo again.")
    await undo_now(interaction, gm, reason, number_in(data.rest), once_of(interaction, data))


async def review(interaction: Interaction, data: ButtonData) -> None:
    """The draft as it is now."""
    await current_gm(interaction, data)
    await show_review(interaction)


async def questions(interaction: Interaction, data: ButtonData) -> None:
    """The open questions as they are now."""
    await current_gm(interaction, data)
    await show_questions(interaction, page=number_in(data.rest) if data.rest else 0)


async def accept(interaction: Interaction, data: ButtonData) -> None:
    """Take what the rules suggest for a question; the list shows what is left."""
    gm = await current_gm(interaction, data)
    await interaction.response.defer()
    key = f"{once_of(interaction, data)}:{data.rest}"
    ruled = await rulings.accept(gm.services, gm.seat, data.rest, idempotency_key=key)
    await show_left(interaction, gm, ruled)


async def accept_all(interaction: Interaction, data: ButtonData) -> None:
    """Take what the book suggests for all open questions of a kind; the list shows what is left."""
    gm = await current_gm(interaction, data)
    await interaction.response.defer()
    key = f"{once_of(interaction, data)}:{data.rest}"
    ruled = await rulings.accept_all(gm.services, gm.seat, _kind(data.rest), idempotency_key=key)
    await show_left(interaction, gm, ruled)


async def book(interaction: Interaction, data: ButtonData) -> None:
    """Which kinds of questions the campaign answers by the book."""
    gm = await current_gm(interaction, data)
    await show_panel(interaction, book_panel(gm.game, await rulings.answered_by_the_book(gm.services, gm.seat)))


async def set_book(interaction: Interaction, data: ButtonData) -> None:
    """Have questions of a kind answered by the book, or not any more; the same message shows how it is now."""
    gm = await current_gm(interaction, data)
    kind, _, switch = data.rest.partition(".")
    await interaction.response.defer()
    services, seat, which, on = gm.services, gm.seat, _kind(kind), switch == "on"
    done = ALREADY
    if (which in await rulings.answered_by_the_book(services, seat)) != on:
        key = f"{once_of(interaction, data)}:{interaction.message and interaction.message.edited_at}"
        ruled = await rulings.set_by_the_book(services, seat, which, on=on, idempotency_key=key)
        announce(interaction)
        done = ruled_text(gm.game, ruled)
    await replace_message(interaction, book_panel(gm.game, await rulings.answered_by_the_book(services, seat), done))


def _kind(text: str) -> QuestionKind:
    found = next((kind for kind in RULES if kind == text), None)
    if found is None:
        raise GameError("This button cannot be read; use the command again.")
    return found


async def audit(interaction: Interaction, data: ButtonData) -> None:
    """An older page of the log."""
    await show_audit(interaction, number_in(data.rest))


async def drop(interaction: Interaction, data: ButtonData) -> None:
    """Nothing is done."""
    await gm_context(interaction, blind=True)
    await replace_message(interaction, text_panel("Nothing was changed.", 0x808080))


BUTTONS: Mapping[str, Handler] = {
    **{action: opener(make) for action, make in modals.FORMS.items()},
    "gm-advance": advance,
    "gm-publish": publish,
    "gm-undo-now": undo_confirmed,
    "gm-review": review,
    "gm-questions": questions,
    "gm-accept": accept,
    "gm-accept-all": accept_all,
    "gm-book": book,
    "gm-book-set": set_book,
    "gm-audit": audit,
    "gm-drop": drop,
}
