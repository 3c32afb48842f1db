"""Buttons below letters that do what a command does: as it stands, or with a form for what it cannot do without; open seats, and
answers to letters and offers of other empires."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from cogs.campaign.common.campaign_context import player_here, player_pressed
from cogs.campaign.common.order_handlers import propose
from cogs.common import components, named_commands
from cogs.common.interactions import Interaction, bot_services, game_in_channel, say, services_of
from cogs.common.panels import Panel, Part, button_row
from render.words.safe_text import plain
from rules.cluster_war.chapters.diplomacy.treaty_orders import AcceptTrade, EndTrade
from rules.cluster_war.model.state.common import SideId
from rules.values import GameError, WrongPhaseError
from umpire.campaign.letter_buttons import NAMED_COMMANDS, RUN
from umpire.campaign.sheets import diplomacy
from umpire.campaign.views import side_views
from umpire.games import games, seats
from umpire.games.seat import Seat

GREEN: Final = 0x6FBF4B
ANYWHERE: Final = frozenset({"help", "campaign solo"})
"""Commands that are about no campaign that is there already."""
SEATS_A_ROW: Final = 3


async def run(interaction: Interaction, data: components.ButtonData) -> None:
    """The button of a command."""
    await _check_place(interaction, data)
    await named_commands.run(interaction, data, command_form)


async def command_form(interaction: Interaction, data: components.ButtonData) -> components.Form:
    """The form for what a command needs."""
    known = NAMED_COMMANDS.get(data.rest)
    form = await named_commands.command_form(interaction, data, "" if known is None else known.label)

    async def sent(later: Interaction, given: Mapping[str, str]) -> None:
        await _check_place(later, data)
        await form.done(later, given)

    return components.Form(form.title, form.fields, sent, data)


async def _check_place(interaction: Interaction, data: components.ButtonData) -> None:
    """WrongPhaseError where the letter was another game's than the one that is played here now."""
    if data.rest in ANYWHERE or interaction.guild_id is None:
        return
    here = await game_in_channel(interaction)
    if here is None or here.id != data.game:
        raise WrongPhaseError("This button belongs to a campaign that is no longer played here.")


async def seats_open(interaction: Interaction, data: components.ButtonData) -> None:
    """The seats that are free, each with a button that takes it."""
    services = services_of(interaction)
    game = await games.get_game(services, data.game)
    if game.status == "finished":
        raise WrongPhaseError(f"**{plain(game.name)}** is over.")
    free = {seat.side for seat in await seats.seats(services, game.id) if seat.side and seat.user_id is None}
    flags = [flag for flag in game.sides if flag.id in free]
    if not flags:
        raise GameError(f"Every seat of **{plain(game.name)}** has its player.")
    made = [
        components.button_for(
            f"Lead {flag.name}", components.data_for(game, "seat-take", flag.id), style=components.SUCCESS
        )
        for flag in flags
    ]
    rows: list[Part] = [button_row(*made[at : at + SEATS_A_ROW]) for at in range(0, len(made), SEATS_A_ROW)]
    await say(
        interaction,
        panel=Panel(GREEN, f"### Open seats of {plain(game.name)}\nTake one; everybody is notified.", *rows),
    )


async def write_to(interaction: Interaction, seat: Seat, to: SideId, text: str) -> None:
    """Send words to another government, and say so."""
    services = services_of(interaction)
    reader = await diplomacy.send(services, seat, to, text, idempotency_key=str(interaction.id))
    bot_services(interaction).deliverer.wake()
    unread = (await games.get_game(services, seat.game_id)).options.wall
    copy = "" if unread else "; the game master has a copy"
    await say(interaction, f"✔ Sent to **{reader}**{copy}. `CW-18.0-25`")


async def reply_form(interaction: Interaction, data: components.ButtonData) -> components.Form:
    """The form of an answer to another government's letter."""
    seat = await player_pressed(interaction, data, "button")
    view = await side_views.view(services_of(interaction), seat)
    flag = view.all_flags.get(data.rest)
    if flag is None:
        raise GameError("This button cannot be read; /treaty message writes to anybody you have met.")

    async def sent(later: Interaction, given: Mapping[str, str]) -> None:
        await write_to(later, await player_here(later), data.rest, given["text"])

    field = components.Field(
        "text", "Your words", "They arrive at once", long=True, needed=True, most=diplomacy.LONGEST_LETTER
    )
    return components.Form(f"To {flag.name}", (field,), sent, data)


async def answer_offer(interaction: Interaction, data: components.ButtonData, *, accept: bool) -> None:
    """The buttons of an offer of trade: the preview of the order that takes or declines it."""
    seat = await player_pressed(interaction, data, "button")
    view = await side_views.view(services_of(interaction), seat)
    if all((one.giver, one.taker) != (data.rest, seat.side) for one in view.offers):
        raise WrongPhaseError("This offer is no longer open; /treaty list shows those that are.")
    order = AcceptTrade(data.rest) if accept else EndTrade(data.rest)
    await propose(interaction, lambda _: order)


BUTTONS: Final[Mapping[str, components.Handler]] = {
    RUN: run,
    "seats-open": seats_open,
    "reply": components.opener(reply_form),
    "trade-accept": partial(answer_offer, accept=True),
    "trade-decline": partial(answer_offer, accept=False),
}
FORMS: Final[Mapping[str, components.FormMaker]] = {RUN: command_form, "reply": reply_form}
