"""Dogfights made and begun without Discord."""

from rules.air_force.setup import Wishes
from umpire.dogfight.dogfights import seated, set_up
from umpire.dogfight.kind import DOGFIGHTS
from umpire.games.games import Game
from umpire.games.seat import Seat
from umpire.services.services import Services
from umpire.tactical import course


async def create_dogfight(
    services: Services, *, guild_id: int, channel_id: int, name: str, scenario: str, wishes: Wishes, host: int
) -> Game:
    """A dogfight whose sides are free."""
    return await course.create_challenge(
        services,
        DOGFIGHTS,
        lambda dice: set_up(scenario, wishes, dice),
        guild_id=guild_id,
        channel_id=channel_id,
        name=name,
        host=host,
    )


async def begin_dogfight(services: Services, seat: Seat) -> Game:
    """Its first turn is open."""
    return await course.begin_challenge(services, DOGFIGHTS, seat, seated)
