"""Taking an open seat, by command or by the button of its offer: seated, let into the side's thread, welcomed."""

from cogs.common.answers import defer, say
from cogs.common.bot_services import Interaction, bot_services
from cogs.common.context import roles_of
from cogs.common.thread_keeper import see_to_threads
from render.words.safe_text import plain
from umpire.campaign.founding.welcome import welcome_player
from umpire.campaign.turn import new_player
from umpire.games.games import Game


async def take_seat(interaction: Interaction, game: Game, side: str) -> None:
    """Seat whoever asks, and tell the channel of it. What is refused is for the asker's eyes alone."""
    bot = bot_services(interaction)
    seat = await new_player.join(bot.services, game.id, interaction.user.id, side, roles_of(interaction))
    await defer(interaction, public=True)
    problems = await see_to_threads(interaction.client, game)
    await welcome_player(bot.services, seat)
    bot.deliverer.wake()
    name = next(flag.name for flag in game.sides if flag.id == seat.side)
    ready = "." if problems else "; the side's private thread is ready."
    text = f"{interaction.user.mention} leads **{plain(name)}** in {plain(game.name)}{ready}"
    if game.is_open:
        text += " The race comes next: /race design."
    await say(interaction, "\n".join([text, *(f"⚠ {p}" for p in problems)]), public=True)
