"""Before the first turn and between captains: the opening panel, sides taken and left, the first turn begun."""

from collections.abc import Sequence
from typing import Final

from cogs.battle.battle_context import battle_here, host_here
from cogs.battle.host_handlers import setup_text
from cogs.battle.tactical import BATTLE_COMMANDS
from cogs.common.components import PRIMARY, SUCCESS, ButtonData, button_for, data_for
from cogs.common.interactions import BotServices, Interaction, bot_services, defer, replace_message, say, services_of
from cogs.common.panels import Panel, PanelBoard, button_row, cut, text_panel
from cogs.tactical.starting_handlers import take_side
from render.words.safe_text import format_list, plain
from rules.pentagon_war.state import Battle
from rules.values import WrongPhaseError
from storage.seats import SeatRow
from umpire.battle import setup
from umpire.games import games, seats
from umpire.games.games import Game
from umpire.outbox.outbox import Letter
from umpire.services.services import Services

BLUE: Final = 0x2F6FB0
GOLD: Final = 0xE8B04A
MOST_SIDES: Final = 4
"""So many sides have a button; the others are taken with /battle join."""


def opening_panel(game: Game, battle: Battle, held: Sequence[SeatRow], said: str = "") -> Panel:
    """A battle that has not begun: who plays what, the free sides to take, and Begin."""
    free = [row.side for row in held if row.side and row.user_id is None][:MOST_SIDES]
    names = {flag.id: flag.name for flag in game.sides}
    buttons = [button_for(f"Take {names[side]}", data_for(game, "bt-take", side), style=PRIMARY) for side in free]
    buttons.append(button_for("Begin", data_for(game, "bt-begin"), style=SUCCESS))
    text = cut(setup_text(game, battle, held), 3500, "/battle status")
    more = button_row(
        button_for("Map", data_for(game, "bt-map")),
        button_for("Refresh", data_for(game, "bt-open")),
    )
    return Panel(BLUE, *([said] if said else []), text, button_row(*buttons), more)


async def board(bot: BotServices, letter: Letter) -> PanelBoard:
    """The first post in a battle's thread: the panel, for as long as it has not begun."""
    game = await games.get_game(bot.services, letter.game)
    if game.status != "setup":
        return PanelBoard(text_panel(f"### {plain(game.name)}\n/battle status shows its state.", BLUE))
    return PanelBoard(await _panel(bot.services, letter.game))


async def _panel(services: Services, game_id: str, said: str = "") -> Panel:
    game = await games.get_game(services, game_id)
    battle = await setup.load_set_up(services, game_id)
    return opening_panel(game, battle, await seats.seats(services, game_id), said)


async def take_button(interaction: Interaction, data: ButtonData) -> None:
    """The button that takes a free side; the panel shows it, and who it is."""
    game = await _same(interaction, data)
    said = await take_side(interaction, BATTLE_COMMANDS, game, data.rest)
    await replace_message(interaction, await _panel(services_of(interaction), game.id, said))


async def begin_here(interaction: Interaction) -> None:
    """Open turn 1; where a side has no captain, ask first."""
    seat = await host_here(interaction)
    game = await games.get_game(services_of(interaction), seat.game_id)
    empty = await _empty_sides(services_of(interaction), game) if game.status == "setup" else []
    if empty:
        await say(interaction, panel=_begin_anyway(game, empty))
        return
    await say(interaction, await _begin(interaction, game))


async def begin_button(interaction: Interaction, data: ButtonData) -> None:
    """The panel's Begin: for the host alone."""
    await _same(interaction, data)
    await begin_here(interaction)


async def begin_yes(interaction: Interaction, data: ButtonData) -> None:
    """The button that begins with an empty side."""
    await interaction.response.defer()
    game = await _same(interaction, data)
    await replace_message(interaction, text_panel(await _begin(interaction, game), BLUE))


def _begin_anyway(game: Game, empty: Sequence[str]) -> Panel:
    has = "has" if len(empty) == 1 else "have"
    it = "it" if len(empty) == 1 else "them"
    names = format_list([f"**{plain(name)}**" for name in empty])
    text = (
        f"### Begin without a captain?\n{names} {has} no captain. If you begin now, "
        f"stances play {it}; somebody may still take {it} later with /battle join."
    )
    yes = button_for("Begin anyway", data_for(game, "bt-begin-yes"), style=SUCCESS)
    return text_panel(text, GOLD, (yes, button_for("Not yet", data_for(game, "bp-drop"))))


async def _empty_sides(services: Services, game: Game) -> list[str]:
    """The sides to ask about; none where the umpire will refuse: nobody plays at all, or a side has no craft."""
    held = {row.side for row in await seats.seats(services, game.id) if row.user_id is not None}
    armed = {craft.side for craft in (await setup.load_set_up(services, game.id)).craft.values()}
    if not held - {""} or any(flag.id not in armed for flag in game.sides):
        return []
    return [flag.name for flag in game.sides if flag.id not in held]


async def _begin(interaction: Interaction, game: Game) -> str:
    seat = await host_here(interaction)
    await defer(interaction)
    begun = await setup.begin(services_of(interaction), seat)
    bot_services(interaction).clock.poke()
    bot_services(interaction).deliverer.wake()
    return f"✔ **{plain(game.name)}** begins: turn {begun.turn} is open."


async def refresh_button(interaction: Interaction, data: ButtonData) -> None:
    """The button that shows the panel as it is now."""
    game = await _same(interaction, data)
    await replace_message(interaction, await _panel(services_of(interaction), game.id))


async def _same(interaction: Interaction, data: ButtonData) -> Game:
    """The battle that a panel belongs to. WrongPhaseError once it has begun."""
    game = await battle_here(interaction)
    if game.id != data.game or game.status != "setup":
        raise WrongPhaseError("This battle has begun; /battle status shows its state, /battle join takes a free side.")
    return game
