"""How late turns are: deadlines that have passed and whose turns are not resolved. For the operator, who wants none."""

from rules.values import Value
from storage import deadlines, games
from umpire.games.games import settings_of
from umpire.services.services import Services


class Lateness(Value):
    """How many turns are late, and the worst of them by how many seconds (0: none is)."""

    turns: int
    worst: int


async def lateness(services: Services) -> Lateness:
    """Of all running games. Within the grace that a game allows a turn is late only from when it was taken to be resolved."""
    now = services.seconds()
    found: list[int] = []
    async with services.storage.reading() as tx:
        for row in await deadlines.overdue(tx, now):
            game = await games.find(tx, row.game)
            ends = row.due_at if game is None else row.due_at + settings_of(game).options.grace_minutes * 60
            since = ends if now >= ends else row.claimed_at
            if since is not None:
                found.append(max(now - since, 0))
    return Lateness(len(found), max(found, default=0))
