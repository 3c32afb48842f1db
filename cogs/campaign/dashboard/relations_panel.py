"""Who stands how with the side, since when and because of what, and buttons to change it: each leads to a preview."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

import discord
from discord import ui

from cogs.campaign.common.campaign_context import player_pressed, reader_here
from cogs.campaign.common.order_handlers import colour_of, propose
from cogs.campaign.common.order_panel import back_button
from cogs.common.components import DANGER, PRIMARY, SECONDARY, ButtonData, Handler, button_for, number_in
from cogs.common.interactions import Interaction, note_opened, say, services_of, show_panel
from cogs.common.panels import Panel, Part, button_row, cut
from render.campaign.relation_words import relation_text
from rules.cluster_war.chapters.diplomacy.contact import SendAmbassadors
from rules.cluster_war.chapters.diplomacy.peace_orders import USUAL_TRUCE, BreakPeace, OfferPeace, Threaten
from rules.cluster_war.chapters.diplomacy.treaty_orders import AcceptTrade, EndTrade, OfferTrade
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.turn.planning.relations import Relation, relations
from rules.values import NotYoursError, WrongPhaseError
from umpire.campaign.sheets import orders
from umpire.campaign.sheets.order_sheet import OrderSheet, check_open

EMPIRES_A_PAGE: Final = 4
"""Discord takes 40 components in a message: an empire has at most eight."""
LONGEST_RELATION: Final = 800
NOTE: Final = (
    "-# As far as you know. What others agree among themselves is theirs. Nothing is ordered before you press Give."
)
ACTS: Final[Mapping[str, Callable[[str], Order]]] = {
    "peace": OfferPeace,
    "truce": lambda side: OfferPeace(side, USUAL_TRUCE),
    "nopeace": BreakPeace,
    "limited": lambda side: OfferTrade(side, "limited"),
    "full": lambda side: OfferTrade(side, "full"),
    "accept": AcceptTrade,
    "notrade": EndTrade,
    "threat": Threaten,
    "envoys": SendAmbassadors,
}
"""What a button orders, by the word that it carries."""


async def show_relations(interaction: Interaction, data: ButtonData) -> None:
    """The button that shows the page; a later page by its number."""
    seat = await player_pressed(interaction, data, "button")
    note_opened(interaction, seat)
    sheet = await orders.sheet_of(services_of(interaction), seat)
    await show_panel(interaction, relations_panel(sheet, number_in(data.rest.partition(":")[2] or "0")))


async def list_relations(interaction: Interaction) -> None:
    """The same for whoever asks by command."""
    seat = await reader_here(interaction)
    await say(interaction, panel=relations_panel(await orders.sheet_of(services_of(interaction), seat)))


def relations_panel(sheet: OrderSheet, page: int = 0) -> Panel:
    """Every empire with how the side stands with it, and its buttons."""
    view, revision = sheet.view, sheet.turn.revision
    every = relations(view)
    parts: list[Part] = ["### Relations"]
    for one in every[page * EMPIRES_A_PAGE : (page + 1) * EMPIRES_A_PAGE]:
        parts.append(cut(relation_text(view, one), LONGEST_RELATION, "/treaty list"))
        if made := [*_buttons(sheet, one)]:
            parts.append(button_row(*made[:5]))
    parts.append(NOTE)
    ways = [back_button(sheet.game.id, revision)]
    if len(every) > (page + 1) * EMPIRES_A_PAGE:
        more = ButtonData("desk-relations", sheet.game.id, revision, f"{sheet.seat.side}:{page + 1}")
        ways.insert(0, button_for("More empires", more))
    return Panel(colour_of(view.flags[view.side].colour), *parts, button_row(*ways))


def _buttons(sheet: OrderSheet, one: Relation) -> Iterator[ui.Button[ui.LayoutView]]:
    for word, label, style in _acts(one):
        data = ButtonData("relate", sheet.game.id, sheet.turn.revision, f"{sheet.seat.side}:{word}:{one.side}")
        yield button_for(label, data, style=style, disabled=sheet.turn.state != "open")


def _acts(one: Relation) -> Iterator[tuple[str, str, discord.ButtonStyle]]:
    """What can be done now: an act, its button's label and look."""
    if not one.near:
        if one.standing != "unknown":
            yield "envoys", "Send ambassadors", SECONDARY
        return
    if one.standing in {"peace", "truce"}:
        if one.standing == "truce":
            yield "peace", "Offer peace", SECONDARY
        yield "nopeace", "End the peace", DANGER
    else:
        yield "peace", "Accept peace" if one.peace_theirs is not None else "Offer peace", PRIMARY
        yield "truce", f"Truce of {USUAL_TRUCE} turns", PRIMARY
    if one.theirs is not None:
        yield "accept", f"Accept {one.theirs} trade", PRIMARY
    elif one.level is None:
        yield "limited", "Offer trade", PRIMARY
    elif one.level == "limited":
        yield "full", "Offer full trade", PRIMARY
    if one.level is not None:
        yield "notrade", "End trade", DANGER
    yield "threat", "Threaten", DANGER


async def relate(interaction: Interaction, data: ButtonData) -> None:
    """A button of the page: its order as an ordinary preview. WrongPhaseError for one of a turn that is over whose order
    cannot be given now."""
    seat = await player_pressed(interaction, data, "button")
    side, word, other = (*data.rest.split(":"), "", "")[:3]
    if seat.side != side:
        raise NotYoursError("These are another side's relations.")
    making = ACTS.get(word)
    if making is None:
        raise WrongPhaseError("This button is from an older version of the bot; press Relations on your dashboard.")
    sheet = await orders.sheet_of(services_of(interaction), seat)
    check_open(sheet, data.revision)
    await propose(interaction, lambda _: making(other), replace=True)


BUTTONS: Mapping[str, Handler] = {"desk-relations": show_relations, "relate": relate}
