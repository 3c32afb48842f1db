"""One look of the clock with all that is due done before it returns: what tests wait for, which run no `Clock`."""

import asyncio

from umpire.clock import clock
from umpire.clock.due import DueGame
from umpire.services.services import Services


async def sweep(services: Services) -> tuple[DueGame, ...]:
    """Do all that is due: reminders, grace told, the program's own seats played, turns resolved; gives the turns."""
    for game, turn, play in await clock.pending_bot_turns(services):
        await clock.play_bot_turn(services, game, turn, play)
    due = await clock.look(services)
    await asyncio.gather(*(clock.resolve_due(services, one) for one in due))
    return due
