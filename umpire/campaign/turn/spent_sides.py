"""Sides that have nothing left: their player is told once, and nobody waits for them."""

from collections.abc import Collection, Mapping, Sequence

from render.words.seat_letters import format_spent, format_spent_for_masters
from rules.cluster_war.model.state.common import SideId
from storage import audit, sheets
from storage.db import Transaction
from storage.games import GameRow
from storage.seats import SeatRow
from storage.turns import TurnRow
from umpire.campaign.views.view_cache import CachedView
from umpire.games.attendance import SIDE_SPENT
from umpire.games.notices import side_name, to_masters, to_player
from umpire.games.seat import note
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services


def spent_of(views: Mapping[SideId, CachedView]) -> tuple[SideId, ...]:
    """The sides that have nothing left, as far as they know."""
    return tuple(side for side, view in views.items() if view.is_spent)


async def pass_over(
    tx: Transaction,
    services: Services,
    row: GameRow,
    opened: TurnRow,
    seats: Sequence[SeatRow],
    spent: Collection[SideId],
) -> None:
    """The sheets of these sides count as ready in a turn that opens; whoever holds such a seat, and the game master, are told
    the first time."""
    if not spent:
        return
    told = {str(act.detail.get("side", "")) for act in await audit.of_actions(tx, row.id, SIDE_SPENT)}
    for seat in seats:
        if seat.side not in spent or seat.user_id is None:
            continue
        sheet = await sheets.find(tx, row.id, opened.revision, seat.side)
        if sheet is not None and sheet.state != "ready":
            await sheets.save(tx, sheet, "ready", sheet.word)
        await note(tx, services, row.id, "clock", SIDE_SPENT, side=seat.side, turn=opened.turn)
        if seat.side not in told:
            name = side_name(row, seat.side)
            letters = to_player(row, seat, format_spent(row.name, name), opened.turn)
            await enqueue(
                tx, services, *letters, to_masters(row, opened.turn, format_spent_for_masters(row.name, name))
            )
