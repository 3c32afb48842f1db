"""What a person of a server wants to be named for: asked and changed by that person alone."""

from storage import notifications
from storage.notifications import PingPreference
from umpire.services.services import Services


async def wish_of(services: Services, guild: int, user: int) -> PingPreference:
    """What somebody wants to be named for in all games of a server; everything, until they say otherwise."""
    async with services.storage.reading() as tx:
        return await notifications.ping_preference(tx, guild, user)


async def set_wish(services: Services, guild: int, user: int, wanted: PingPreference) -> None:
    """Keep it; letters that wait already go by it, too, where it is "none"."""
    async with services.storage.transaction() as tx:
        await notifications.set_ping_preference(tx, guild, user, wanted, services.seconds())
