"""A side's atlas: every turn up to one as the side saw it then, each from what was saved of that turn."""

from typing import Final

from render.campaign.atlas.atlas import write_atlas
from render.campaign.atlas.tell import moment_of
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from storage import snapshots, turns
from storage.codec import decode_state, unpack
from storage.db import Transaction
from umpire.campaign.open_turn import present
from umpire.games.games import require_game
from umpire.games.seat import Seat
from umpire.outbox.courier import File
from umpire.outbox.file_names import FILE_NAMES
from umpire.services.services import Services

MOST_TURNS: Final = 120


async def atlas(services: Services, seat: Seat) -> File:
    """The atlas as the seat may see it now (a game master's holds everything). WrongPhaseError before the first turn."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, seat.game_id)
        now = await present(tx, row)
        packed = await starts(tx, row.id, now.opening)
    return await services.workers.run(bind, packed, seat.side, row.name, urgent=True)


async def starts(tx: Transaction, game: str, opening: int) -> tuple[bytes, ...]:
    """The packed states at the start of every standing turn up to an opening, oldest first; the last 120."""
    standing = [t for t in await turns.of_game(tx, game) if t.state != "undone" and t.turn > 0 and t.opening <= opening]
    found: list[bytes] = []
    for turn in standing[-MOST_TURNS:]:
        key = await snapshots.latest(tx, game, turn.opening, "start")
        if key is not None:
            found.append(await snapshots.load_packed(tx, key))
    return tuple(found)


def bind(packed: tuple[bytes, ...], side: SideId, campaign: str) -> File:
    """Read each turn's view, and write the page; runs in a worker."""
    moments = []
    for data in packed:
        state = decode_state(unpack(data))
        view = view_for(state, side) if side else gm_view(state)
        moments.append(moment_of(view))
    return File(FILE_NAMES["atlas"], write_atlas(moments, view, campaign))
