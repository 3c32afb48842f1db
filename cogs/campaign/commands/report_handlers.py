"""The buttons below a report: why a line, one's own orders, the map; and the campaign's chronicle, as whoever asks may have
it."""

import asyncio
import contextlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import discord

from cogs.campaign.commands.knowledge_groups import send_map
from cogs.campaign.common.campaign_context import game_here, player_pressed, seat_here, seat_or_none
from cogs.campaign.common.order_handlers import show_receipt
from cogs.common import components
from cogs.common.interactions import Interaction, defer, note_opened, say, say_more, services_of
from cogs.common.outages import FAILURES
from cogs.common.panels import Panel, Part, button_row
from render.words.letters import split
from render.words.safe_text import plain
from rules.values import GameError, WrongPhaseError
from umpire.campaign.sheets import orders
from umpire.campaign.sheets.maps import MapWish
from umpire.campaign.views import battle_films, reports
from umpire.campaign.views.reports import TurnReport
from umpire.outbox.courier import text_file

BLUE: Final = 0x3B6EA5
LONGEST_PART: Final = 1900
MOST_PARTS: Final = 4
"""A report's parts of so many characters that are messages; a longer one is a file, too."""
REST_IN_FILE: Final = "-# The rest is in report.md."
LISTS_AN_ANSWER: Final = 4
"""Lists of lines in one answer; with more lines there is a button for the next."""


async def why(interaction: Interaction, data: components.ButtonData) -> None:
    """The lines of the button's report, to choose one."""
    told, page = await _report(interaction, data)
    a_page = LISTS_AN_ANSWER * components.MOST_OPTIONS
    lines = await asyncio.to_thread(lambda: told.lines)  # of a late month they take a while, and others are to go on
    shown = lines[page * a_page : (page + 1) * a_page]
    if not shown:
        raise GameError(f"The report of turn {told.turn} has no lines to ask about.")
    parts: list[Part] = [f"### Why? · turn {told.turn}\nChoose a line of the report, or use `/turn why`."]
    for at, first in enumerate(range(0, len(shown), components.MOST_OPTIONS)):
        some = shown[first : first + components.MOST_OPTIONS]
        options = [components.option(f"{one.number}. {_bare(one.text)}", str(one.number), one.heading) for one in some]
        hint = f"Lines {some[0].number} to {some[-1].number}" if len(some) > 1 else f"Line {some[0].number}"
        # A list's place is in its custom id: two of one message must differ.
        chosen = components.ButtonData("why-line", data.game, data.revision, f"{told.turn}.{page}.{at}")
        parts.append(components.select_for(hint, chosen, options))
    if len(lines) > (page + 1) * a_page:
        more = components.ButtonData("why", data.game, data.revision, f"{told.turn}.{page + 1}")
        parts.append(button_row(components.button_for("More lines", more)))
    await say(interaction, panel=Panel(BLUE, *parts))


async def everything(interaction: Interaction, data: components.ButtonData) -> None:
    """All lines of the button's report, to its presser alone: a message, and more below it where one is too short."""
    told, _ = await _report(interaction, data)
    text = await asyncio.to_thread(lambda: told.text)
    first, *others = split(text, LONGEST_PART)
    await say(interaction, first)
    for part in others[: MOST_PARTS - 1]:
        await say_more(interaction, part, ())
    if others[MOST_PARTS - 1 :]:
        await say_more(interaction, REST_IN_FILE, (text_file("report", text),))


async def why_line(interaction: Interaction, data: components.ButtonData, values: Sequence[str]) -> None:
    """Why the chosen line came out as it did."""
    told, _ = await _report(interaction, data)
    await say_why(interaction, data.game, told, components.number_in(values[0]))


async def say_why(interaction: Interaction, game: str, told: TurnReport, number: int) -> None:
    """Why a line came out as it did; below a battle's line, where there is a film of it, a button for that."""
    explained, filmed = await asyncio.to_thread(lambda: (told.why(number), told.filmed(number)))
    if filmed is None:
        await say(interaction, explained)
        return
    here, week = filmed
    film = components.ButtonData("battle-film", game, told.revision, f"{told.turn}.{here}.{week}")
    below = discord.ui.View(timeout=None)
    below.add_item(discord.ui.Button(label="Film", custom_id=film.custom_id))
    below.stop()
    await say(interaction, explained, buttons=below)


async def film_button(interaction: Interaction, data: components.ButtonData) -> None:
    """The film of the battle of a report's line, as its presser may see it."""
    seat = await seat_here(interaction)
    turn, here, week = (*data.rest.split("."), "", "")[:3]
    if seat.game_id != data.game:
        raise WrongPhaseError("This button belongs to another campaign.")
    await defer(interaction)
    services = services_of(interaction)
    films = await battle_films.battle_film(
        services, seat, here, components.number_in(turn), "dark", components.number_in(week)
    )
    await say(interaction, f"-# The battle at {plain(here, 8)} in turn {components.number_in(turn)}", files=films)


async def my_orders(interaction: Interaction, data: components.ButtonData) -> None:
    """The presser's sheet as it is now, as by `/orders show`."""
    seat = await player_pressed(interaction, data, "button")
    note_opened(interaction, seat)
    await show_receipt(interaction, await orders.receipt(services_of(interaction), seat))


async def map_now(interaction: Interaction, data: components.ButtonData) -> None:
    """The presser's map as it is now: what is theirs, or the whole for the game master."""
    seat = await seat_here(interaction)
    if seat.game_id != data.game:
        raise WrongPhaseError("This button belongs to another campaign.")
    await send_map(interaction, MapWish("mine" if seat.side else "whole"))


async def _report(interaction: Interaction, data: components.ButtonData) -> tuple[TurnReport, int]:
    """The report a control was made for, as its presser may read it, and which page of its lines."""
    seat = await seat_here(interaction)
    if seat.game_id != data.game:
        raise WrongPhaseError("This button belongs to another campaign.")
    turn, _, rest = data.rest.partition(".")
    page = rest.partition(".")[0]
    await defer(interaction)
    told = await reports.report(services_of(interaction), seat, components.number_in(turn))
    if told.revision != data.revision:
        raise WrongPhaseError(f"Turn {told.turn} was taken back since; this report is not the one that counts.")
    return told, components.number_in(page or "0")


def _bare(text: str) -> str:
    """A line as a list shows it: without the backslashes that keep markup from working in messages."""
    return text.replace("\\", "").replace("\n", " ")


BUTTONS: Mapping[str, components.Handler] = {
    "report-all": everything,
    "why": why,
    "my-orders": my_orders,
    "map-now": map_now,
    "battle-film": film_button,
}
SELECTS: Mapping[str, components.SelectHandler] = {"why-line": why_line}


MOST_ASKED: Final = 20
"""Names that Discord is asked for; each is a request."""


async def send_chronicle(interaction: Interaction) -> None:
    """The page and the text, to the asker alone."""
    game, seat = await game_here(interaction), await seat_or_none(interaction)
    if seat is not None:
        note_opened(interaction, seat)
    await defer(interaction)
    services = services_of(interaction)
    names = await names_of(interaction, await reports.who_led(services, game.id))
    files = await reports.chronicle(services, game.id, seat, names)
    whole = game.status == "finished" or (seat is not None and not seat.side)
    whose = "the whole truth" if whole else "as your side knows it so far"
    text = f"The chronicle of {plain(game.name)}, {whose}: save `reports.html` and open it in a browser."
    await say(interaction, text, files=files)


async def names_of(interaction: Interaction, users: Iterable[int]) -> dict[int, str]:
    """What these users are called on this server, or elsewhere; without those that Discord does not know."""
    found = {interaction.user.id: interaction.user.display_name}
    for user in sorted(set(users) - found.keys())[:MOST_ASKED]:
        with contextlib.suppress(*FAILURES):
            found[user] = await _name(interaction, user)
    return found


async def _name(interaction: Interaction, user: int) -> str:
    guild = interaction.guild
    if guild is not None:
        with contextlib.suppress(discord.NotFound):
            return (guild.get_member(user) or await guild.fetch_member(user)).display_name
    return (interaction.client.get_user(user) or await interaction.client.fetch_user(user)).display_name
