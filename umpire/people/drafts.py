"""What somebody wrote into a form that was refused: kept for a day, for nobody but them."""

from collections.abc import Mapping

from storage import documents
from storage.documents import DraftRow
from umpire.services.services import Services


async def keep_draft(services: Services, user_id: int, draft: str, form: str, written: Mapping[str, str]) -> None:
    """Keep what was written into a form (its custom id) under the id of the interaction that sent it, which no other has."""
    async with services.storage.transaction() as tx:
        await documents.put_draft(tx, DraftRow(draft, user_id, form, written, services.seconds()))


async def kept_draft(services: Services, user_id: int, draft: str) -> DraftRow | None:
    """A user's own draft; None if it is no longer kept, or somebody else's."""
    async with services.storage.reading() as tx:
        return await documents.find_draft(tx, draft, user_id)
