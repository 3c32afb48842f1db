"""Beginning a dogfight: its place, its pilots, its first panel, the page of its rules; and the table of all its buttons."""

import contextlib
from collections.abc import Mapping
from typing import Final

import discord

from cogs.common.components import SUCCESS, ButtonData, Handler, SelectHandler, button_for
from cogs.common.interactions import DIRECT_MESSAGES, BotServices, Interaction, bot_services, defer, say, services_of
from cogs.common.panels import Board, Panel, text_panel
from cogs.dogfight import fight_handlers
from cogs.dogfight.fight_handlers import latest, sheet_of, show, sight_of, to_teach
from cogs.dogfight.fight_panel import BLUE, GREY, fight_panel
from cogs.dogfight.tactical import DOGFIGHT_COMMANDS
from cogs.tactical import reading
from cogs.tactical.group import tactical_buttons
from cogs.tactical.threads import new_thread
from render.dogfight.log import format_digest
from render.words.safe_text import plain
from rules.air_force.setup import DIFFICULTIES, Wishes, about, scenario, scenarios
from rules.air_force.tables_of import Options, tables
from rules.values import GameError, NotYoursError
from umpire.dogfight import flying
from umpire.dogfight.career import has_flown
from umpire.dogfight.flying import NO_FIGHT, fight_sight, read_for, sight_in
from umpire.dogfight.kind import DOGFIGHT, DOGFIGHTS
from umpire.games import games, seats
from umpire.games.games import Game
from umpire.games.seat import Seat
from umpire.outbox.outbox import Letter
from umpire.tactical import challenge
from umpire.tactical.leaving import is_solo

FIRST_SCENARIO: Final = "intercept"
"""The fight a newcomer is given."""
DUEL_SCENARIO: Final = "duel"


async def new_here(
    interaction: Interaction, name: str, wishes: Wishes, versus: discord.User | discord.Member | None = None
) -> None:
    """Make a fight and begin it; one for two waits for its second pilot."""
    if versus is not None and (versus.bot or versus.id == interaction.user.id):
        raise GameError("Choose another person for the other side; alone you fly against the bot without `versus`.")
    if versus is not None and interaction.guild_id is None:
        raise GameError("A fight for two is flown in a server, so that both of you can see it.")
    wanted = _known(name or (DUEL_SCENARIO if versus is not None else FIRST_SCENARIO))
    flying.check_wishes(wanted, wishes)
    if not isinstance(interaction.channel, discord.TextChannel):
        await games.check_free(
            services_of(interaction), interaction.guild_id or DIRECT_MESSAGES, interaction.channel_id or 0
        )
    await defer(interaction, public=True)
    await _begin(interaction, wanted, wishes, versus)


def _known(name: str) -> str:
    """The scenario of this name or title, in any case; GameError names those there are."""
    wanted = " ".join(name.split()).casefold()
    titles = {about(key)[0].casefold(): key for key in scenarios()}
    found = titles.get(wanted, wanted.replace(" ", "_"))
    scenario(found)
    return found


async def _begin(
    interaction: Interaction, name: str, wishes: Wishes, versus: discord.User | discord.Member | None
) -> None:
    """Make a fight in a thread of its own below a channel, else right here; alone, it begins at once."""
    services, user, channel = services_of(interaction), interaction.user, interaction.channel
    title = about(name)[0]
    in_channel = isinstance(channel, discord.TextChannel)
    async with contextlib.AsyncExitStack() as stack:
        here = interaction.channel_id or 0
        if isinstance(channel, discord.TextChannel):
            making = new_thread(bot_services(interaction), channel, f"{title} · {user.display_name}")
            here = (await stack.enter_async_context(making)).id
        game = await flying.create_dogfight(
            services,
            guild_id=interaction.guild_id or DIRECT_MESSAGES,
            channel_id=here,
            name=title,
            scenario=name,
            wishes=wishes,
            host=user.id,
            challenged=None if versus is None else versus.id,
            board=in_channel,
        )
    await seats.take(services, game.id, user.id, game.sides[0].id)
    if versus is None:
        await flying.begin_dogfight(services, Seat(game.id, "", user.id, is_gm=True), board=in_channel)
    bot_services(interaction).deliverer.wake()
    if not in_channel:
        await _right_here(interaction, game, versus)
    elif versus is None:
        text = f"✈ **{plain(game.name)}**: {user.mention} takes off in <#{game.channel_id}>."
        await say(interaction, text, public=True)
    else:
        text = f"✈ **{plain(game.name)}** waits in <#{game.channel_id}> for its second pilot."
        await say(interaction, text, public=True)


async def _right_here(interaction: Interaction, game: Game, versus: discord.User | discord.Member | None) -> None:
    """Where there is no thread of its own the answer is the panel."""
    if versus is not None:
        await say(interaction, panel=invitation(game, interaction.user.id, versus.id), public=True)
        return
    seat, seen = await sight_of(interaction, game.id)
    teach = await to_teach(interaction, seat)
    sheet, picture = await sheet_of(services_of(interaction), seen, format_digest(seen.view, seen.events), teach=teach)
    await say(interaction, panel=fight_panel(sheet), files=[picture], public=True)


def invitation(game: Game, host: int, challenged: int) -> Panel:
    """A fight for two: the other pilot takes their side by a button."""
    button = button_for("Take the other side", ButtonData("df-join", game.id, 0), style=SUCCESS)
    challenge = f"<@{host}> challenges <@{challenged}>"
    text = f"### {plain(game.name)}\n{challenge}. Each sees the fight with their own eyes."
    return text_panel(text, BLUE, (button,))


async def board(bot: BotServices, letter: Letter) -> Board:
    """The first post in a fight's thread: the challenge, or the panel it is flown on, as its one pilot sees it."""
    game = await games.get_game(bot.services, letter.game)
    held = await seats.seats(bot.services, game.id)
    host = next((row.user_id for row in held if not row.side), None) or 0
    if game.status == "setup":
        return Board(invitation(game, host, next(iter(letter.highlights), 0)))
    pilots = [row for row in held if row.side and row.user_id is not None]
    alone = pilots[0] if len(pilots) == 1 else None
    seen = await fight_sight(bot.services, game.id, "" if alone is None else alone.side)
    teach = alone is not None and not await has_flown(bot.services, alone.user_id or 0)
    sheet, picture = await sheet_of(bot.services, seen, format_digest(seen.view, seen.events), teach=teach)
    return Board(fight_panel(sheet), (picture,))


async def join_here(interaction: Interaction, game_id: str) -> None:
    """Take the other side of a fight for two; it begins at once."""
    services = services_of(interaction)
    game = await games.get_game(services, game_id)
    if game.system != DOGFIGHT:
        raise NotYoursError(NO_FIGHT)
    held = await seats.seats(services, game.id)
    free = [row.side for row in held if row.side and row.user_id is None]
    if game.status != "setup" or not free:
        raise GameError("Both sides of this dogfight are taken.")
    if any(row.side and row.user_id == interaction.user.id for row in held):
        raise NotYoursError("You fly in it already; somebody else must take the other side.")
    await challenge.check_challenged(services, DOGFIGHTS, game.id, interaction.user.id, "/dogfight new")
    host = next(row.user_id for row in held if not row.side)
    await defer(interaction, public=True)
    await seats.take(services, game.id, interaction.user.id, free[0])
    await flying.begin_dogfight(services, Seat(game.id, "", host or 0, is_gm=True))
    bot_services(interaction).clock.poke()
    bot_services(interaction).deliverer.wake()
    button = button_for("My view", ButtonData("df-mine", game.id, 0), style=SUCCESS)
    text = f"### {plain(game.name)} begins\n{interaction.user.mention} takes the other side. Each of you opens their own view."
    await say(interaction, panel=text_panel(text, BLUE, (button,)), public=True)


async def mine_button(interaction: Interaction, data: ButtonData) -> None:
    """The button that opens the presser's own view, for their eyes alone."""
    await defer(interaction)
    seat, seen = await sight_of(interaction, data.game)
    if seat is None:
        raise NotYoursError("You do not fly in this dogfight.")
    teach = await to_teach(interaction, seat)
    await show(interaction, seen, latest(seen), teach=teach, replace=False, public=False)


async def again_button(interaction: Interaction, data: ButtonData) -> None:
    """The button that begins the same fight once more, right here."""
    services = services_of(interaction)
    seat, case = await read_for(services, data.game, interaction.user.id)
    if not await is_solo(services, data.game):
        raise GameError("A fight for two is begun anew with /dogfight new and `versus`.")
    await defer(interaction, public=True)
    view = (await sight_in(services, seat, case)).view
    own = next((jet for jet in view.known.jets.values() if jet.crew == "player"), None)
    wishes = Wishes(
        view.known.difficulty or DIFFICULTIES[0],
        own.type if own else "",
        view.known.sun,
        0,
        view.known.options.aerobatics,
    )
    await new_here(interaction, view.known.scenario if view.known.scenario in scenarios() else FIRST_SCENARIO, wishes)


async def first_button(interaction: Interaction, _: ButtonData) -> None:
    """The button of /help: a newcomer's first fight, easy, with lessons."""
    await new_here(interaction, FIRST_SCENARIO, Wishes(difficulty="easy"))


def rules_panel() -> Panel:
    """The rules in a page; numbers are read from the tables."""
    found = tables(Options())
    numbers = found["JET-T05"]
    table = "\n".join(f"{name} {numbers.cell(name, 'value')}" for name in numbers.keys)
    ours = ", ".join(found["JET-T07"].keys)
    text = (
        "### Our Space Age Air Force\n"
        "A turn: **initiative**; **energy**, lowest initiative first: hard maneuvers, energy roll, climb or dive; "
        "**movement**, lowest altitude first: as many hexes as your Speed, a turn attempt before each; **combat**, highest "
        "initiative first; **end**: fuel, stalls. The last side flying wins; a mission's guarded jet decides it alone.\n"
        f"Two posts of the rules are left: energy and movement are theirs. All the rest is **ours**, small on purpose; {ours} "
        "stand in for posts that may yet be found. Every number is in one table and may be changed: `/rule JET-X18` and its "
        "neighbours say why.\n"
        f"```\n{table}\n```"
    )
    return Panel(GREY, text)


BUTTONS: Mapping[str, Handler] = {
    **tactical_buttons(DOGFIGHT_COMMANDS),
    "df-do": fight_handlers.do_button,
    "df-show": fight_handlers.show_button,
    "df-teach": fight_handlers.teach_button,
    "df-card": fight_handlers.reading_button(
        lambda interaction, seen: fight_handlers.send_card(interaction, seen, "", "dark")
    ),
    "df-log": fight_handlers.reading_button(
        lambda interaction, seen: reading.send_log(interaction, DOGFIGHT_COMMANDS, seen, None)
    ),
    "df-why": fight_handlers.reading_button(
        lambda interaction, seen: reading.send_why(interaction, DOGFIGHT_COMMANDS, seen, None, None)
    ),
    "df-odds": fight_handlers.reading_button(fight_handlers.send_odds),
    "df-replay": fight_handlers.reading_button(
        lambda interaction, seen: fight_handlers.send_replay(interaction, seen, None, "dark")
    ),
    "df-join": lambda interaction, data: join_here(interaction, data.game),
    "df-mine": mine_button,
    "df-again": again_button,
    "df-first": first_button,
}
SELECTS: Mapping[str, SelectHandler] = {"df-pick": fight_handlers.do_select}
