"""Beginning a dogfight: its place, its pilots, its first panel; and the page of its rules."""

from typing import Final

import discord

from cogs.bouts.seats import open_thread
from cogs.common.answers import defer, say, sent_files
from cogs.common.bot_services import Interaction, bot_services, services_of
from cogs.common.buttons import SUCCESS, ButtonData, button_for
from cogs.common.context import DIRECT_MESSAGES
from cogs.common.panels import Panel, text_panel
from cogs.dogfight.handlers import NO_FIGHT, sheet_of, show, sight_of
from cogs.dogfight.panel import BLUE, GREY, fight_panel
from cogs.dogfight.reading import latest, to_teach
from render.canvas.safe_text import plain
from render.dogfight.digest import digest
from rules.air_force.setup import DIFFICULTIES, Wishes, about, scenario, scenarios
from rules.air_force.tables_of import Options, tables
from rules.errors import GameError, NotYoursError
from umpire.bout_kinds.dogfight import DOGFIGHT
from umpire.dogfight import flying
from umpire.games import games, seats
from umpire.games.games import Game
from umpire.games.seat import Seat

FIRST: Final = "intercept"
"""The fight a newcomer is given."""
TWO: Final = "duel"


async def new_here(
    interaction: Interaction, name: str, wishes: Wishes, versus: discord.User | discord.Member | None = None
) -> None:
    """Make a fight and begin it; one for two waits for its second pilot."""
    if versus is not None and (versus.bot or versus.id == interaction.user.id):
        raise GameError("Choose another person for the other side; alone you fly against the bot without `versus`.")
    if versus is not None and interaction.guild_id is None:
        raise GameError("A fight for two is flown in a server, so that both of you can see it.")
    wanted = _known(name or (TWO if versus is not None else FIRST))
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
    home = None
    if isinstance(channel, discord.TextChannel):
        home = await open_thread(channel, f"{title} · {user.display_name}")
    try:
        game = await flying.create_dogfight(
            services,
            guild_id=interaction.guild_id or DIRECT_MESSAGES,
            channel_id=home.id if home is not None else interaction.channel_id or 0,
            name=title,
            scenario=name,
            wishes=wishes,
            host=user.id,
            challenged=None if versus is None else versus.id,
        )
    except GameError:
        if home is not None:
            await home.delete()
        raise
    await seats.take(services, game.id, user.id, game.sides[0].id)
    if versus is not None:
        await _invite(interaction, game, home, versus)
        return
    await flying.begin_dogfight(services, Seat(game.id, "", user.id, is_gm=True))
    bot_services(interaction).deliverer.wake()
    await _first_panel(interaction, game.id, home)


async def _first_panel(interaction: Interaction, game_id: str, home: discord.Thread | None) -> None:
    """The panel: as the answer itself, or in the fight's own thread with a line that leads there."""
    seat, seen = await sight_of(interaction, game_id)
    teach = await to_teach(interaction, seat)
    told = digest(seen.view, seen.events)
    sheet, picture = await sheet_of(interaction, seen, told, teach=teach)
    if home is None:
        await say(interaction, panel=fight_panel(sheet), files=[picture], public=True)
        return
    await home.send(
        view=fight_panel(sheet), files=sent_files((picture,)), allowed_mentions=discord.AllowedMentions.none()
    )
    await say(
        interaction, f"✈ **{plain(sheet.name)}**: {interaction.user.mention} takes off in <#{home.id}>.", public=True
    )


async def _invite(
    interaction: Interaction, game: Game, home: discord.Thread | None, versus: discord.User | discord.Member
) -> None:
    """A fight for two: the other pilot takes their side by a button."""
    button = button_for("Take the other side", ButtonData("df-join", game.id, 0), style=SUCCESS)
    challenge = f"{interaction.user.mention} challenges {versus.mention}"
    text = f"### {plain(game.name)}\n{challenge}. Each sees the fight with their own eyes."
    panel = text_panel(text, BLUE, (button,))
    if home is None:
        await say(interaction, panel=panel, public=True)
        return
    await home.send(view=panel, allowed_mentions=discord.AllowedMentions(users=[discord.Object(versus.id)]))
    await say(interaction, f"✈ **{plain(game.name)}** waits in <#{home.id}> for its second pilot.", public=True)


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
    await flying.check_challenged(services, game.id, interaction.user.id)
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
    seat, seen = await sight_of(interaction, data.game)
    if seat is None:
        raise NotYoursError("You do not fly in this dogfight.")
    await defer(interaction)
    teach = await to_teach(interaction, seat)
    await show(interaction, seen, latest(seen), teach=teach, replace=False, public=False)


async def again_button(interaction: Interaction, data: ButtonData) -> None:
    """The button that begins the same fight once more, right here."""
    _, seen = await sight_of(interaction, data.game)
    view = seen.view
    own = next((jet for jet in view.known.jets.values() if jet.crew == "player"), None)
    wishes = Wishes(
        view.known.difficulty or DIFFICULTIES[0],
        own.type if own else "",
        view.known.sun,
        0,
        view.known.options.aerobatics,
    )
    if len(view.known.players) > 1:
        raise GameError("A fight for two is begun anew with /dogfight new and `versus`.")
    await new_here(interaction, view.known.scenario if view.known.scenario in scenarios() else FIRST, wishes)


async def first_button(interaction: Interaction, _: ButtonData) -> None:
    """The button of /help: a newcomer's first fight, easy, with lessons."""
    await new_here(interaction, FIRST, Wishes(difficulty="easy"))


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
