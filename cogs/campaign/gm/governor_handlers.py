"""The game master and the bot's empires: who leads an open seat, its plan, a panel for both."""

from collections.abc import Mapping, Sequence
from typing import Final

from discord import ui

from cogs.campaign.common.campaign_texts import led_text, plan_text
from cogs.campaign.founding.panel import founding_panel
from cogs.campaign.gm.draft_handlers import GmContext, announce, gm_context, gm_pressed
from cogs.campaign.gm.gm_panel import GOLD
from cogs.common.components import ButtonData, Handler, SelectHandler, button_for, data_for, option, select_for
from cogs.common.interactions import Interaction, defer, replace_message, say, show_panel
from cogs.common.panels import Panel, Part, button_row
from render.words.safe_text import plain
from rules.cluster_war.play.governors.profile import CHARACTERS, STRENGTHS, Profile
from rules.values import GameError, WrongPhaseError
from umpire.campaign.founding.open_campaign import founding
from umpire.campaign.governed import ai_sides
from umpire.campaign.governed.ai_sides import read_plan
from umpire.games import seats

NO_GOVERNOR: Final = "nobody"
GOVERNORS_HELP: Final = (
    "The bot leads an empire through the same orders as a player, from that side's view alone. All strengths see and pay the "
    "same; they differ by judgment. Everybody may know who is led by the bot; its plans are yours to read until the end."
)


async def set_governor(gm: GmContext, side: str, profile: Profile | None) -> str:
    """Have a governor lead an open seat, or nobody; what was done."""
    name = plain(next(flag.name for flag in gm.game.sides if flag.id == side))
    if profile is None:
        await ai_sides.dismiss(gm.services, gm.game.id, side, gm.seat.actor)
        return f"✔ **{name}** has no bot player now. Its orders stay; /gm seat order acts for the seat."
    made = await ai_sides.assign_ai(gm.services, gm.game.id, side, profile, "seat", gm.seat.actor)
    return f"✔ **{name}** is {led_text(made)}. It gives its orders for a turn as soon as that is open."


async def show_plan(interaction: Interaction, gm: GmContext, side: str, turn: int | None = None) -> None:
    """A governor's plan in words."""
    await defer(interaction)
    await say(interaction, plan_text(gm.game, await read_plan(gm.services, gm.seat, side, turn)))


async def _panel(gm: GmContext, side: str = "", done: str = "") -> Panel:
    """The seats that are open or led by the bot; of the one that was picked, who is to lead it."""
    led = {row.side: row for row in await ai_sides.governors_of(gm.services, gm.game.id)}
    held = {seat.side for seat in await seats.seats(gm.services, gm.game.id) if seat.user_id is not None}
    free = [flag for flag in gm.game.sides if flag.id not in held]
    parts: list[Part] = [done] if done else []
    parts.append(f"### Bot players · {plain(gm.game.name)}\n{GOVERNORS_HELP}")
    words = {flag.id: led_text(led[flag.id]) if flag.id in led else "open" for flag in free}
    parts += ["\n".join(f"**{plain(flag.name)}** {words[flag.id]}" for flag in free) or "No seat is open."]
    if free:
        known = [option(flag.name, flag.id, words[flag.id], chosen=flag.id == side) for flag in free]
        parts.append(select_for("Which seat?", data_for(gm.game, "gm-governors"), known))
    if any(flag.id not in led for flag in free):
        parts.append(button_row(button_for("Bot for open seats", data_for(gm.game, "gm-governors-all"))))
    if side in words:
        parts += _choices(gm, side, led.get(side) is not None)
    return Panel(GOLD, *parts)


def _choices(gm: GmContext, side: str, is_led: bool) -> list[Part]:
    ways = [
        option(f"{character.capitalize()}, {strength}", f"{character}.{strength}")
        for character in CHARACTERS
        for strength in STRENGTHS
    ]
    ways += [option("Nobody: keep the seat open", NO_GOVERNOR)] if is_led else []
    row: ui.ActionRow[ui.LayoutView] = button_row(button_for("Its plan", data_for(gm.game, "gm-governor-plan", side)))
    return [select_for("Who leads it?", data_for(gm.game, "gm-governor", side), ways), *([row] if is_led else [])]


async def shown(interaction: Interaction, data: ButtonData) -> None:
    """The panel."""
    await show_panel(interaction, await _panel(await gm_pressed(interaction, data)))


async def seat_picked(interaction: Interaction, data: ButtonData, values: Sequence[str]) -> None:
    """A seat was picked from the list."""
    gm = await gm_pressed(interaction, data)
    await replace_message(interaction, await _panel(gm, gm.side(values[0])))


async def governor_picked(interaction: Interaction, data: ButtonData, values: Sequence[str]) -> None:
    """Somebody was picked to lead a seat, or nobody."""
    gm = await gm_pressed(interaction, data)
    side = gm.side(data.rest)
    done = await set_governor(gm, side, profile_of(values[0]))
    announce(interaction)
    await replace_message(interaction, await _panel(gm, side, done))


async def plan_pressed(interaction: Interaction, data: ButtonData) -> None:
    """The plan of a seat's governor."""
    gm = await gm_pressed(interaction, data)
    await show_plan(interaction, gm, gm.side(data.rest))


async def all_open(interaction: Interaction, data: ButtonData) -> None:
    """The bot is to lead every open seat: it tells no secret, so that it works behind a GM screen too."""
    gm = await gm_context(interaction, blind=True)
    if gm.game.id != data.game:
        raise WrongPhaseError("This belongs to another campaign.")
    await interaction.response.defer()
    made = await ai_sides.assign_ai_to_open(gm.services, gm.seat)
    announce(interaction)
    if gm.game.is_open:
        await replace_message(interaction, founding_panel(await founding(gm.services, gm.game.id), "over"))
        return
    names = {flag.id: plain(flag.name) for flag in gm.game.sides}
    lines = [f"✔ **{names[one.side]}** is {led_text(one)}." for one in made]
    lines.append("Who joins such a seat takes it over; /gm seat bot_player changes a character.")
    await replace_message(interaction, Panel(GOLD, "\n".join(lines)))


def profile_of(value: str) -> Profile | None:
    """Who was picked: "raider.hard", or "nobody"; GameError for what no list offers."""
    if value == NO_GOVERNOR:
        return None
    for character in CHARACTERS:
        for strength in STRENGTHS:
            if value == f"{character}.{strength}":
                return Profile(character, strength)
    raise GameError("This list cannot be read; use /gm seat bot_player.")


BUTTONS: Final[Mapping[str, Handler]] = {
    "gm-governors": shown,
    "gm-governor-plan": plan_pressed,
    "gm-governors-all": all_open,
}
SELECTS: Final[Mapping[str, SelectHandler]] = {"gm-governors": seat_picked, "gm-governor": governor_picked}
