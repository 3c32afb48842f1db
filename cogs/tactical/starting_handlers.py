"""How a tactical game is made, its sides taken, begun and looked at where it has no form of its own for that."""

import contextlib
from collections.abc import Mapping
from typing import Any, Final

import discord

from cogs.common.components import SUCCESS, ButtonData, Handler, button_for
from cogs.common.interactions import (
    DIRECT_MESSAGES,
    MOST_TEXT,
    BotServices,
    Interaction,
    bot_services,
    defer,
    say,
    services_of,
)
from cogs.common.panels import BoardMaker, Panel, PanelBoard, text_panel
from cogs.tactical.game import GameStart, Gathering, Tactical
from cogs.tactical.tactical_context import Sight, game_here, game_of, opened, side_seat
from cogs.tactical.threads import new_thread
from render.canvas.theme import ThemeName
from render.words.safe_text import plain
from rules.dice import SEED_BYTES, Dice
from rules.typed_text import folded
from rules.values import GameError, NotYoursError, WrongPhaseError, quoted, unknown
from umpire.games import games, seats
from umpire.games.games import Game
from umpire.games.new_game import check_wish, clean_name, free_name
from umpire.games.options import GameSettings, Options, Schedule
from umpire.games.seat import Seat
from umpire.outbox.courier import File
from umpire.outbox.outbox import Letter
from umpire.tactical import course
from umpire.tactical.player_actions import enter


async def gather_here(
    interaction: Interaction,
    of: Tactical,
    how: Gathering,
    scenario: str,
    name: str,
    hours: int,
    side: str,
    given: Mapping[str, Any],
) -> None:
    """Make a game in a thread of its own below this channel; its maker may have a side at once, and some games then begin."""
    services, short, wanted = services_of(interaction), of.kind.words.short, side.strip()
    made = how.make(scenario, wanted, given)
    if wanted and wanted not in dict(made.sides):
        named = [key for key, shown in made.sides if folded(shown) == folded(wanted)]
        if len(named) != 1:
            there = [shown for _, shown in made.sides]
            raise unknown(GameError, f"{quoted(side)} is not a side of this {short}.", side, "Its sides are", there)
        made, wanted = how.make(scenario, named[0], given), named[0]
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise GameError(
            f"Use {of.name('new')} in an ordinary channel of a server; the {short} gets a thread of its own there."
        )
    title = await free_name(services, channel.guild.id, clean_name(name or made.title))
    schedule = Schedule("every", hours=hours) if hours else Schedule()
    check_wish(title, GameSettings(schedule, Options()))
    at_once = bool(wanted) and how.at_once(given)
    await defer(interaction, public=True)
    async with new_thread(bot_services(interaction), channel, title) as thread:
        game = await course.create_gathering(
            services,
            of.kind,
            made,
            guild_id=channel.guild.id,
            channel_id=thread.id,
            name=title,
            host=interaction.user.id,
            schedule=schedule,
            board=not at_once,
        )
    if wanted:
        await seats.take(services, game.id, interaction.user.id, wanted)
    if at_once:
        game = await how.begin(services, Seat(game.id, "", interaction.user.id, is_gm=True))
        bot_services(interaction).clock.poke()
    bot_services(interaction).deliverer.wake()
    told = await how.format_set_up(services, game, made)
    await say(interaction, f"✔ **{plain(game.name)}** is made: <#{thread.id}>.\n{told}", public=True)


async def take_here(interaction: Interaction, of: Tactical, side: str) -> None:
    """Take a free side of this place's game; the only one if none is named."""
    game = await game_here(interaction, of)
    held = await seats.seats(services_of(interaction), game.id)
    free = [row.side for row in held if row.side and row.user_id is None]
    wanted = side.strip()
    if not wanted:
        if len(free) != 1:
            raise GameError(f"Say which side; free are {', '.join(free) or 'none'}.")
        wanted = free[0]
    await say(interaction, await take_side(interaction, of, game, wanted), public=True)


async def take_side(interaction: Interaction, of: Tactical, game: Game, wanted: str) -> str:
    """Take this side, in any phase; what the thread is told."""
    services = services_of(interaction)
    await seats.take(services, game.id, interaction.user.id, wanted)
    name = plain(next((flag.name for flag in game.sides if flag.id == wanted), wanted))
    text = f"{interaction.user.mention} plays **{name}** in {plain(game.name)}."
    if game.status == "setup":
        free = [row.side for row in await seats.seats(services, game.id) if row.side and row.user_id is None]
        text += " A side is free still." if free else " All sides are taken: its maker may begin."
    elif game.status == "running":
        await enter(services, game.id)
        if of.gathering is not None:
            text += f" {await of.gathering.format_joined(services, game, wanted)}"
    bot_services(interaction).clock.poke()
    return text


BLUE: Final = 0x2F6FB0
BOARD_FILE: Final = "board.png"


async def new_here(
    interaction: Interaction,
    of: Tactical,
    scenario: str,
    versus: discord.User | discord.Member | None,
    hours: int,
    given: Mapping[str, Any],
) -> None:
    """Make a game in a thread of its own below a channel, else right here. Alone, it begins at once; one for two waits for who
    is challenged."""
    start, short = _start(of), of.kind.words.short
    if versus is not None and (versus.bot or versus.id == interaction.user.id):
        raise GameError("Choose another person for the other side; alone you play against the bot without `versus`.")
    if versus is not None and interaction.guild_id is None:
        raise GameError(f"A {short} for two is played in a server, so that both of you can see it.")
    title, name = _scenario(start, scenario or (start.for_two if versus is not None else ""))
    start.make(name, given, Dice(bytes(SEED_BYTES), "a new game", 0))  # what it refuses, before there is a thread
    channel, user = interaction.channel, interaction.user
    in_channel = isinstance(channel, discord.TextChannel)
    if not in_channel:
        guild, here = interaction.guild_id or DIRECT_MESSAGES, interaction.channel_id or 0
        await games.check_free(services_of(interaction), guild, here)
    await defer(interaction, public=True)
    services = services_of(interaction)
    async with contextlib.AsyncExitStack() as stack:
        place = interaction.channel_id or 0
        if isinstance(channel, discord.TextChannel):
            making = new_thread(bot_services(interaction), channel, f"{title} · {user.display_name}")
            place = (await stack.enter_async_context(making)).id
        game = await course.create_challenge(
            services,
            of.kind,
            lambda dice: start.make(name, given, dice),
            guild_id=interaction.guild_id or DIRECT_MESSAGES,
            channel_id=place,
            name=title,
            host=user.id,
            challenged=None if versus is None else versus.id,
            schedule=Schedule("every", hours=hours) if hours else None,
            board=in_channel,
        )
    await seats.take(services, game.id, user.id, game.sides[0].id)
    if versus is None:
        host = Seat(game.id, "", user.id, is_gm=True)
        game = await course.begin_challenge(services, of.kind, host, start.seated, board=in_channel)
    bot_services(interaction).clock.poke()
    bot_services(interaction).deliverer.wake()
    if not in_channel:
        shown = await board_now(bot_services(interaction), of, game, None if versus is None else versus.id)
        await say(interaction, panel=shown.panel, files=shown.files, public=True)
        return
    words = {"game": f"{plain(game.name)}", "player": user.mention, "place": f"<#{game.channel_id}>"}
    told = start.begun if versus is None else start.waits
    await say(interaction, told.format(**words, other="" if versus is None else versus.mention), public=True)


async def join_here(interaction: Interaction, of: Tactical) -> None:
    """Take the other side of this place's game."""
    await _join(interaction, of, await game_here(interaction, of))


async def join_button(interaction: Interaction, of: Tactical, data: ButtonData) -> None:
    """The challenge's button."""
    await _join(interaction, of, await game_of(interaction, of, data.game))


async def _join(interaction: Interaction, of: Tactical, game: Game) -> None:
    """Take the other side of a game for two; it begins at once."""
    services, short = services_of(interaction), of.kind.words.short
    held = await seats.seats(services, game.id)
    free = [row.side for row in held if row.side and row.user_id is None]
    if game.status != "setup" or not free:
        raise GameError(f"Both sides of this {short} are taken.")
    if any(row.side and row.user_id == interaction.user.id for row in held):
        raise NotYoursError("You play in it already; somebody else must take the other side.")
    await course.check_challenged(services, of.kind, game.id, interaction.user.id, of.name("new"))
    host = next(row.user_id for row in held if not row.side)
    await defer(interaction, public=True)
    await seats.take(services, game.id, interaction.user.id, free[0])
    await course.begin_challenge(services, of.kind, Seat(game.id, "", host or 0, is_gm=True), _start(of).seated)
    bot_services(interaction).clock.poke()
    bot_services(interaction).deliverer.wake()
    button = button_for("My view", ButtonData(f"{of.buttons}-mine", game.id, 0), style=SUCCESS)
    text = f"### {plain(game.name)} begins\n{interaction.user.mention} takes the other side. Each of you opens their own view."
    await say(interaction, panel=text_panel(text, BLUE, (button,)), public=True)


def invitation(of: Tactical, game: Game, host: int, challenged: int) -> Panel:
    """A game for two: the other player takes their side by a button."""
    button = button_for("Take the other side", ButtonData(f"{of.buttons}-join", game.id, 0), style=SUCCESS)
    eyes = f"Each sees the {of.kind.words.short} with their own eyes."
    text = f"### {plain(game.name)}\n<@{host}> challenges <@{challenged}>. {eyes}"
    return text_panel(text, BLUE, (button,))


def board_of(of: Tactical) -> BoardMaker:
    """The first post of a game: the challenge, or what everybody (a lone player: they) may see."""

    async def board(bot: BotServices, letter: Letter) -> PanelBoard:
        game = await games.get_game(bot.services, letter.game)
        return await board_now(bot, of, game, next(iter(letter.highlights), 0))

    return board


async def board_now(bot: BotServices, of: Tactical, game: Game, challenged: int | None) -> PanelBoard:
    """What stands at a game's beginning where it is played."""
    held = await seats.seats(bot.services, game.id)
    if game.status == "setup":
        host = next((row.user_id for row in held if not row.side), None) or 0
        return PanelBoard(invitation(of, game, host, challenged or 0))
    players = [row for row in held if row.side and row.user_id is not None]
    alone = players[0] if len(players) == 1 else None
    seen = await of.reader.now(bot.services, game.id, "" if alone is None else alone.side)
    panel, picture = await _sheet(bot, of, seen, None if alone is None else alone.user_id)
    return PanelBoard(panel, (picture,))


async def look_here(interaction: Interaction, of: Tactical) -> None:
    """The game as it is now, to its asker alone, with what they may press."""
    await defer(interaction)
    game = await game_here(interaction, of)
    if game.status == "setup":
        raise WrongPhaseError(f"**{plain(game.name)}** has not begun; {of.kind.words.join}.")
    _, seen = await opened(interaction, of)
    await show(interaction, of, seen)


async def show(interaction: Interaction, of: Tactical, seen: Sight) -> None:
    """Show a sight to its asker alone."""
    panel, picture = await _sheet(bot_services(interaction), of, seen, interaction.user.id)
    await say(interaction, panel=panel, files=[picture])


async def mine_button(interaction: Interaction, of: Tactical, data: ButtonData) -> None:
    """The button that opens the presser's own view."""
    await defer(interaction)
    services = services_of(interaction)
    game = await game_of(interaction, of, data.game)
    seat = await side_seat(interaction, game.id)
    if seat is None:
        raise NotYoursError(f"You play no side of this {of.kind.words.short}; {of.kind.words.join}.")
    await show(interaction, of, await of.reader.now(services, game.id, seat.side))


async def board_here(interaction: Interaction, of: Tactical, theme: ThemeName) -> None:
    """The picture with its text twin, to the asker alone."""
    _, seen = await opened(interaction, of)
    if of.text is None:
        raise LookupError(f"/{of.group} has a board and no text of it")
    words = of.text(seen.view, seen.standing.case.game.name)
    picture = await _painted(bot_services(interaction), of, seen, theme)
    twin = File(f"{of.names.get('board', 'board')}.txt", words.encode())
    await say(interaction, f"```\n{words[: MOST_TEXT - 10]}\n```", files=[picture, twin])


async def _painted(bot: BotServices, of: Tactical, seen: Sight, theme: ThemeName) -> File:
    if of.paint is None:
        raise LookupError(f"/{of.group} has a board and no picture of it")
    return await bot.services.workers.run(of.paint, seen.view, seen.standing.case.game.name, theme, urgent=True)


async def _sheet(bot: BotServices, of: Tactical, seen: Sight, user: int | None) -> tuple[Panel, File]:
    if of.sheet is not None:
        return await of.sheet(bot, seen, user)
    picture = await _painted(bot, of, seen, "dark")
    if of.panel is None:
        raise LookupError(f"/{of.group} has no panel")
    return of.panel(seen, BOARD_FILE), File(BOARD_FILE, picture.data, picture.alt)


def _start(of: Tactical) -> GameStart:
    if of.start is None:
        raise LookupError(f"/{of.group} is begun in its own way")
    return of.start


def _scenario(start: GameStart, text: str) -> tuple[str, str]:
    """Title and name of a scenario, in any case; the first for "". GameError names those there are."""
    there = start.scenarios()
    wanted = " ".join(text.split()).casefold()
    for title, name in there:
        if not wanted or wanted.replace("_", " ") in {
            title.partition(":")[0].casefold(),
            name.casefold().replace("_", " "),
        }:
            return title.partition(":")[0], name
    raise unknown(GameError, f"There is no scenario {quoted(text)}.", text, "There are", [name for _, name in there])


def start_buttons(of: Tactical) -> Mapping[str, Handler]:
    """Who answers the challenge and opens one's own view; none where a game is begun in its own way."""
    if of.start is None:
        return {}
    return {
        f"{of.buttons}-join": lambda interaction, data: join_button(interaction, of, data),
        f"{of.buttons}-mine": lambda interaction, data: mine_button(interaction, of, data),
    }
