"""What processes that are no more had claimed, put back for those that live."""

from storage import claims, heartbeat
from storage.claims import Kind
from storage.db import Transaction
from umpire.services.processes import lost
from umpire.services.services import Services


async def release_lost(tx: Transaction, services: Services, kind: Kind) -> int:
    """Put back the claims of one kind whose process is no more; how many."""
    found = await claims.claimants(tx, kind)
    gone = lost(found, await heartbeat.all_of(tx), services.process, services.seconds()) if found else ()
    return await claims.release(tx, kind, gone) if gone else 0
