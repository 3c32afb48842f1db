"""The bot asks others for its work: imported only where ADMIRALTY_WORK says elsewhere."""

import contextlib
from collections.abc import AsyncIterator
from functools import partial

from program.kinds import KINDS
from settings import Settings
from storage.jobs import Jobs
from umpire.services.remote_work import Elsewhere, code_of
from umpire.services.seen import Seen
from umpire.services.workers import Workers


@contextlib.asynccontextmanager
async def asking(settings: Settings, local: Workers, seen: Seen) -> AsyncIterator[Elsewhere]:
    """Workers elsewhere, for which `local` stand by; they do everything while the queue cannot be used."""
    queue = partial(Jobs.opened, settings.database)
    async with Elsewhere(queue, local, KINDS, code_of(), seen).opened() as workers:
        yield workers
