"""Letters that were under way when their process died, put back; and the deliverer's heartbeat."""

from collections.abc import Collection
from typing import Final

from storage import outbox, processes
from storage.engine import ROWS
from storage.processes import CLAIMED_LETTERS as CLAIMS
from umpire.services.lost_claims import release_lost
from umpire.services.processes import LETTERS, others_alive, part_name
from umpire.services.services import Services

STALE_SECONDS: Final = 600


async def take_back(services: Services, process: str, under_way: Collection[int]) -> int:
    """Put back letters that nobody sends any more; how many. All that are not under way here, if no other process is at work."""
    now = services.seconds()
    async with services.storage.transaction() as tx:
        shared = others_alive(await processes.all_beats(tx), process, now)
        before, after = (now - STALE_SECONDS, now + STALE_SECONDS) if shared else (now + 1, now)
        own = await outbox.release_claims(tx, before, after, under_way, services.process)
        return own + await release_lost(tx, services, CLAIMS)


async def looked_in(services: Services) -> None:
    """The outbox was looked into just now; letters of processes that are lost are put back."""
    async with services.storage.transaction(ROWS) as tx:
        await processes.beat(tx, part_name(LETTERS), services.seconds())
        await release_lost(tx, services, CLAIMS)
