"""Who of a game's people is no longer on its server, as far as that was seen; kept, so that dashboards can say so."""

from collections.abc import Collection

from storage import audit
from storage.audit import LEFT_SERVER
from storage.db import Transaction
from umpire.services.services import Services


async def note_membership(services: Services, game_id: str, gone: Collection[int], here: Collection[int] = ()) -> bool:
    """Keep that these users were not found on a game's server and those were; whether that is new of anybody."""
    async with services.storage.reading() as tx:
        known = await gone_players(tx, game_id)
    left, back = frozenset(gone) - known, known & frozenset(here)
    if not left and not back:
        return False
    async with services.storage.transaction() as tx:
        for user in left:
            await note_gone(tx, services, game_id, user)
        for user in back:
            await audit.close_problem(tx, game_id, LEFT_SERVER, _subject(user), services.seconds())
    return True


async def note_gone(tx: Transaction, services: Services, game_id: str, user: int) -> None:
    """Keep that a user was not found on a game's server."""
    await audit.report_problem(tx, game_id, LEFT_SERVER, _subject(user), services.seconds())


async def gone_players(tx: Transaction, game_id: str) -> frozenset[int]:
    """The users who were not found on a game's server when it was last looked."""
    known = await audit.open_problems(tx, game_id)
    return frozenset(user for each in known if each.kind == LEFT_SERVER and (user := audit.user_in(each.subject)))


def _subject(user: int) -> str:
    return f"{audit.USER}{user}"
