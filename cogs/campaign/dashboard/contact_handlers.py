"""What a side has met, as scenes: their words as a quotation, and every choice as a button with its odds. And who stands how
with it, since when and because of what, with buttons to change it: each leads to a preview."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

import discord
from discord import ui

from cogs.campaign.common.campaign_context import player_pressed, reader_here
from cogs.campaign.common.field_texts import NO_SCENES, given_answers, scene_end, scene_ends
from cogs.campaign.common.order_handlers import colour_of, propose
from cogs.campaign.common.order_panel import back_button
from cogs.common.components import DANGER, PRIMARY, SECONDARY, ButtonData, Handler, button_for, number_in
from cogs.common.interactions import Interaction, note_opened, say, services_of, show_panel
from cogs.common.panels import Panel, Part, button_row, cut
from render.campaign.relation_words import relation_text
from render.words.safe_text import plain
from rules.cluster_war.chapters.diplomacy.contact import SendAmbassadors
from rules.cluster_war.chapters.diplomacy.peace_orders import USUAL_TRUCE, BreakPeace, OfferPeace, Threaten
from rules.cluster_war.chapters.diplomacy.treaty_orders import AcceptTrade, EndTrade, OfferTrade
from rules.cluster_war.chapters.encounters.encounter_orders import AnswerScene, short_scene
from rules.cluster_war.chapters.encounters.scene_resolution import SceneCard, SceneChoice, cards_planned
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.view import place_name
from rules.cluster_war.turn.planning.relations import Relation, relations
from rules.cluster_war.turn.planning.suggestions.meetings import picture
from rules.values import NotYoursError, WrongPhaseError
from umpire.campaign.sheets import orders
from umpire.campaign.sheets.order_sheet import OrderSheet, check_open

SCENES_A_PAGE: Final = 4
"""Discord takes 40 components in a message: a scene has at most seven."""
LONGEST_SCENE: Final = 800
LONGEST_ENDS: Final = 500
GIVE_HINT: Final = "-# Nothing is ordered before you press Give."


async def show_scenes(interaction: Interaction, data: ButtonData) -> None:
    """The button that shows what waits for the presser's answer now, or that nothing does; a later page by its number."""
    seat = await player_pressed(interaction, data, "button")
    note_opened(interaction, seat)
    sheet = await orders.sheet_of(services_of(interaction), seat)
    _, _, page = data.rest.partition(":")
    await show_panel(interaction, scenes_panel(sheet, number_in(page or "0")))


async def list_scenes(interaction: Interaction) -> None:
    """The same for whoever asks by command."""
    seat = await reader_here(interaction)
    await say(interaction, panel=scenes_panel(await orders.sheet_of(services_of(interaction), seat)))


def scenes_panel(sheet: OrderSheet, page: int = 0) -> Panel:
    """The scenes that wait, those without an answer first, each with its choices; then what came of the last ones."""
    view, given = sheet.view, given_answers(sheet.standing)
    cards = cards_planned(picture(view, ()))
    shown = sorted(cards, key=lambda card: card.scene in given)[page * SCENES_A_PAGE : (page + 1) * SCENES_A_PAGE]
    revision, side = sheet.turn.revision, sheet.seat.side
    parts: list[Part] = ["### What you have met"]
    for card in shown:
        chosen = given.get(card.scene, "")
        parts.append(cut("\n".join(_words(sheet, card, chosen)), LONGEST_SCENE, "/encounter answer lists them"))
        made = [
            button_for(
                f"{one.label} ({one.odds})",
                ButtonData("scene-do", sheet.game.id, revision, f"{side}:{card.name}:{one.key}"),
                style=PRIMARY if one.key != chosen else DANGER,
                disabled=bool(one.missing) or one.key == chosen or sheet.turn.state != "open",
            )
            for one in card.choices
        ]
        parts.append(button_row(*made))
    parts.append(GIVE_HINT if shown else NO_SCENES)
    if ends := scene_ends(view):
        parts.append(cut("\n".join(ends), LONGEST_ENDS, "/turn report"))
    ways = [back_button(sheet.game.id, revision)]
    if len(cards) > (page + 1) * SCENES_A_PAGE:
        more = ButtonData("desk-scenes", sheet.game.id, revision, f"{side}:{page + 1}")
        ways.insert(0, button_for("More encounters", more))
    return Panel(colour_of(view.flags[side].colour), *parts, button_row(*ways))


def _words(sheet: OrderSheet, card: SceneCard, chosen: str) -> Iterator[str]:
    yield f"**{card.name} at {plain(place_name(sheet.view, card.hex))} · {card.title}** `{card.rule}`"
    yield f"> *{card.look} What now?*"
    for one in card.choices:
        mark = "✔ on your sheet: " if one.key == chosen else ""
        yield f"-# {mark}{_told(one)}"
    if not chosen:
        yield f"-# Left without an answer it ends so: {card.unanswered}."


def _told(one: SceneChoice) -> str:
    needs = f", takes {one.missing}" if one.missing else ""
    return f"{one.label}: {one.told}{needs}"


async def choose(interaction: Interaction, data: ButtonData) -> None:
    """A choice: the order that makes it as an ordinary preview, in place of the answer that is on the sheet, if there is one.
    WrongPhaseError for a scene that is over."""
    seat = await player_pressed(interaction, data, "button")
    side, name, key = (*data.rest.split(":"), "", "")[:3]
    if seat.side != side:
        raise NotYoursError("This encounter is another side's.")
    sheet = await orders.sheet_of(services_of(interaction), seat)
    scene = next((s for s in sheet.view.scenes if short_scene(s.id) == name), None)
    if scene is None or scene.closed:
        told = "" if scene is None else f" {scene_end(sheet.view, scene)}"
        raise WrongPhaseError(f"{plain(name)} no longer waits for an answer.{told}")
    check_open(sheet, sheet.turn.revision)
    number = next(
        (s.number for s in sheet.standing if isinstance(s.order, AnswerScene) and s.order.scene == scene.id), 0
    )
    mine = interaction.message is not None and interaction.message.flags.ephemeral
    await propose(interaction, lambda _: AnswerScene(scene.id, key), number, replace=mine)


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


BUTTONS: Mapping[str, Handler] = {
    "desk-scenes": show_scenes,
    "met-now": show_scenes,
    "scene-do": choose,
    "desk-relations": show_relations,
    "relate": relate,
}
