"""Answers that show worlds at war: the list, and a picture of each, or one as a film."""

from cogs.campaign.common.front_lists import front_list
from cogs.campaign.common.option_values import world_of
from cogs.common.answers import defer, say
from cogs.common.bot_services import Interaction, services_of
from render.canvas.theme import ThemeName
from rules.errors import GameError
from umpire.campaign.views import battle_films, side_views
from umpire.games.seat import Seat


async def show_fronts(interaction: Interaction, seat: Seat, world: str, theme: ThemeName, *, film: bool) -> None:
    """The fronts as the seat sees them, to the asker alone. GameError for a world that is no front of theirs, or a film of no
    world."""
    services = services_of(interaction)
    place = "{}-{}".format(*world_of(world)) if world else ""
    if film and not place:
        raise GameError("Which world? A film needs its `world`, hex-orbit (2034-3).")
    await defer(interaction)
    if film:
        made = await battle_films.front_film(services, seat, place, theme)
        await say(interaction, f"-# The war on {place}, week by week, as you saw it", files=[made])
        return
    pictures = await battle_films.front_pictures(services, seat, place, theme)
    view = await side_views.view(services, seat)
    await say(interaction, front_list(view, place), files=pictures)
