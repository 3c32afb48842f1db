"""The button below the game master's map: choose a hex by a list, then what is done with what hides there, then yes."""

from collections.abc import Mapping, Sequence
from typing import Final

from cogs.campaign.common.order_options import place_text
from cogs.campaign.gm.amend_group import make_amendment
from cogs.campaign.gm.draft_handlers import GmContext, current_gm
from cogs.campaign.gm.gm_panel import GOLD
from cogs.campaign.gm.surroundings_groups import places_with_something
from cogs.common import components
from cogs.common.interactions import Interaction, show_panel
from cogs.common.panels import Panel, Part, button_row
from render.campaign.letters.ruling_texts import BY_MASTER
from render.words.safe_text import plain
from rules.cluster_war.chapters.encounters.amendments import HideSpecial, MoveSpecial, PlaceSpecial, RemoveSpecial
from rules.cluster_war.chapters.encounters.specials import format_line, kinds, words_for
from rules.cluster_war.model.state.places import disk, distance, neighbours
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.working.amendment import Amendment
from rules.values import GameError
from umpire.campaign.views import side_views

SPECIAL_LINES: Final[Mapping[str, str]] = {
    "Monster": "Monster",
    "Alien Weapon/Trap": "Trap",
    "Alien Artifact": "Artifact",
}
"""Kinds of special that must be said more closely, by the line that says it."""
NOTHING_CHANGED_YET: Final = (
    "-# Nothing is changed before you press Do it. `/special place` and its like do the same, and more."
)


async def choose_hex(interaction: Interaction, data: components.ButtonData) -> None:
    """Which hex: the map's middle, those with something in them, then the nearest others."""
    gm = await current_gm(interaction, data)
    view = await side_views.view(gm.services, gm.seat)
    center, _, radius = data.rest.partition(".")
    found = list(places_with_something(view))
    if center:
        around = sorted(
            disk(view, center, min(components.number_in(radius or "6"), 20)),
            key=lambda h: (distance(view, center, h), h),
        )
        there = [h for h in found if h in around]
        found = [center, *there, *(h for h in around if h in view.systems), *around]
    if not found:
        raise GameError("Nothing hides anywhere yet; use this button below /map show, or /special place.")
    options = [
        components.option(
            place_text(view, h), h, (view.systems[h].notes or ("nothing",))[0] if h in view.systems else "empty space"
        )
        for h in dict.fromkeys(found)
    ]
    pick = components.select_for(
        "Which hex?", components.data_for(gm.game, "special-hex"), options[: components.MOST_OPTIONS]
    )
    await show_panel(interaction, Panel(GOLD, "### What waits in systems\nChoose a hex.", pick, NOTHING_CHANGED_YET))


async def hex_chosen(interaction: Interaction, data: components.ButtonData, values: Sequence[str]) -> None:
    """What is there, and what can be done with it."""
    gm = await current_gm(interaction, data)
    view = await side_views.view(gm.services, gm.seat)
    here = values[0]
    system = view.systems.get(here)
    notes = system.notes if system is not None else ()
    acts: list[tuple[str, str]] = []
    if notes:
        acts += [("Hide it from everybody", "hide"), ("Show it", "show"), ("Take it away", "remove")]
        acts += [(f"Move it to {place_text(view, h)}", f"to-{h}") for h in neighbours(view, here) if h != here]
    acts += [(f"Put here: {kind}", f"put-{at}") for at, kind in enumerate(kinds(view.settings))]
    options = [components.option(label, act) for label, act in acts]
    pick = components.select_for(
        "What is done?", components.data_for(gm.game, "special-act", here), options[: components.MOST_OPTIONS]
    )
    told = "\n".join(plain(note, 300) for note in notes) or "Nothing hides here."
    await show_panel(
        interaction, Panel(GOLD, f"### {plain(place_text(view, here))}\n{told}", pick, NOTHING_CHANGED_YET)
    )


async def act_chosen(interaction: Interaction, data: components.ButtonData, values: Sequence[str]) -> None:
    """Of some kinds which one; then a yes."""
    gm = await current_gm(interaction, data)
    view = await side_views.view(gm.services, gm.seat)
    word, _, rest = values[0].partition("-")
    if word == "put":
        kind = _kind(view, rest)
        if kind in SPECIAL_LINES:
            known = words_for(view.settings, SPECIAL_LINES[kind])
            options = [components.option(what, str(at)) for at, what in enumerate(known)]
            pick = components.select_for(
                "Which?", components.data_for(gm.game, "special-what", f"{data.rest}.{rest}"), options
            )
            await show_panel(interaction, Panel(GOLD, f"### {kind} at {data.rest}", pick, NOTHING_CHANGED_YET))
            return
    await _ask(interaction, gm, view, f"{data.rest}.{values[0]}")


async def what_chosen(interaction: Interaction, data: components.ButtonData, values: Sequence[str]) -> None:
    """Which monster, trap or artifact; then a yes."""
    gm = await current_gm(interaction, data)
    view = await side_views.view(gm.services, gm.seat)
    here, _, kind = data.rest.partition(".")
    await _ask(interaction, gm, view, f"{here}.put-{kind}-{components.number_in(values[0])}")


async def _ask(interaction: Interaction, gm: GmContext, view: View, rest: str) -> None:
    amendment = _amendment(view, rest)
    yes = components.button_for("Do it", components.data_for(gm.game, "special-do", rest), style=components.SUCCESS)
    drop = components.button_for("Cancel", components.data_for(gm.game, "gm-drop"))
    parts: list[Part] = [f"### {_words(amendment)}", button_row(yes, drop)]
    await show_panel(interaction, Panel(GOLD, *parts))


async def do_it(interaction: Interaction, data: components.ButtonData) -> None:
    """The yes."""
    gm = await current_gm(interaction, data)
    amendment = _amendment(await side_views.view(gm.services, gm.seat), data.rest)
    await make_amendment(interaction, gm, amendment, BY_MASTER)


def _kind(view: View, at: str) -> str:
    known, number = kinds(view.settings), components.number_in(at)
    if number >= len(known):
        raise GameError("This list cannot be read; press the map's button again.")
    return known[number]


def _amendment(view: View, rest: str) -> Amendment:
    """The change that a control stands for: the hex, then the act."""
    here, _, act = rest.partition(".")
    word, *more = act.split("-")
    match word:
        case "hide" | "show":
            return HideSpecial(here, word == "hide")
        case "remove":
            return RemoveSpecial(here)
        case "to" if more:
            return MoveSpecial(here, more[0])
        case "put" if more:
            kind = _kind(view, more[0])
            if kind not in SPECIAL_LINES:
                return PlaceSpecial(here, kind)
            known = words_for(view.settings, SPECIAL_LINES[kind])
            at = components.number_in(more[1]) if more[1:] else len(known)
            if at < len(known):
                return PlaceSpecial(here, kind, (format_line(view.settings, SPECIAL_LINES[kind], known[at]),))
    raise GameError("This list cannot be read; press the map's button again.")


def _words(amendment: Amendment) -> str:
    match amendment:
        case PlaceSpecial():
            return f"Put {amendment.kind} at {amendment.hex}{''.join(f', {line}' for line in amendment.details)}?"
        case MoveSpecial():
            return f"Move what is at {amendment.hex} to {amendment.to}?"
        case HideSpecial():
            return f"{'Hide' if amendment.hidden else 'Show'} what is at {amendment.hex}?"
        case _:
            return "Take what is there away?"


BUTTONS: Mapping[str, components.Handler] = {"special": choose_hex, "special-do": do_it}
SELECTS: Mapping[str, components.SelectHandler] = {
    "special-hex": hex_chosen,
    "special-act": act_chosen,
    "special-what": what_chosen,
}
