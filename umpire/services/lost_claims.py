"""What processes that are no more had claimed, put back for those that live."""

from storage import processes
from storage.db import Transaction
from storage.processes import ClaimKind
from umpire.services.processes import lost
from umpire.services.services import Services


async def is_anything_lost(tx: Transaction, services: Services, kind: ClaimKind) -> bool:
    """Whether there are claims of one kind whose process is no more."""
    return bool(await _lost(tx, services, kind))


async def release_lost(tx: Transaction, services: Services, kind: ClaimKind) -> int:
    """Put back the claims of one kind whose process is no more; how many."""
    gone = await _lost(tx, services, kind)
    return await processes.release_claims(tx, kind, gone) if gone else 0


async def _lost(tx: Transaction, services: Services, kind: ClaimKind) -> frozenset[str]:
    """The processes that have claimed something of the kind and are no more."""
    found = await processes.claimants(tx, kind)
    return lost(found, await processes.all_beats(tx), services.process, services.seconds()) if found else frozenset()
