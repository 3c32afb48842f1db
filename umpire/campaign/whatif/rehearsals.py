"""A player's rehearsal of the turn to come: worked out in a worker from the side's own view and sheet, once for each sheet."""

from typing import Final, TypeAlias

from render.campaign.cluster_map.draw import draw_cluster_map
from render.campaign.cluster_map.layout import posted_region
from render.campaign.report.pages import format_forecast, write_rehearsal
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.planning.rehearsal import rehearse
from rules.values import GameError, Value
from storage.codec import encode_signed
from storage.snapshots import SnapshotKey
from umpire.campaign.sheets.order_sheet import check_open, read_sheet
from umpire.games.seat import Seat
from umpire.outbox.courier import File
from umpire.services.services import Services, Slot
from umpire.services.workers import WorkerError

REHEARSAL_SECONDS: Final = 30.0
"""So long a rehearsal may take in its worker."""
PAUSE_SECONDS: Final = 5
"""So many seconds lie between two of a side that are worked out."""


class RehearsedTurn(Value):
    """A rehearsal as it is handed out: in short, and as files."""

    turn: int
    revision: int
    orders: int
    would: str
    left_out: int
    refused: int
    lines: tuple[str, ...]
    files: tuple[File, ...]


Place: TypeAlias = tuple[str, SideId]
REHEARSAL_CACHE: Final[Slot[tuple[SnapshotKey, SideId, bytes], RehearsedTurn]] = Slot(limit=32)
LAST_REHEARSAL_AT: Final[Slot[Place, int]] = Slot(limit=512)


async def rehearsal(services: Services, seat: Seat) -> RehearsedTurn:
    """Rehearse the open turn with the seat's sheet as it stands.

    NotYoursError: not the user's seat. WrongPhaseError: orders are closed. GameError: one was worked out a moment ago, or it took
    too long.
    """
    async with services.storage.reading() as tx:
        sheet = await read_sheet(tx, services, seat)
    check_open(sheet, None)
    standing_orders = sheet.standing
    kept, key = services.cache.of(REHEARSAL_CACHE), (sheet.key, seat.side, encode_signed(standing_orders))
    found = kept.get(key)
    if found is not None:
        return found
    last, place, now = services.cache.of(LAST_REHEARSAL_AT), (sheet.game.id, seat.side), services.seconds()
    before = last.get(place)
    if before is not None and now - before < PAUSE_SECONDS:
        raise GameError("You had a rehearsal a moment ago. Wait a few seconds, then press again.")
    last.put(place, now)
    given = (sheet.view, standing_orders, sheet.game.name, sheet.turn.revision)
    try:
        return kept.put(key, await services.workers.run(work_out, *given, seconds=REHEARSAL_SECONDS, urgent=True))
    except WorkerError as wrong:
        raise GameError("The rehearsal took too long and was stopped; your orders are as they were.") from wrong


def work_out(view: View, sheet: tuple[SignedOrder, ...], campaign: str, revision: int) -> RehearsedTurn:
    """The month, its page and its map; runs in a worker."""
    made = rehearse(view, sheet)
    page = write_rehearsal(made, campaign=campaign, turn=view.turn)
    picture = draw_cluster_map(
        made.after,
        region=posted_region(made.after, view),
        campaign=campaign,
        moment=f"Rehearsal of turn {view.turn}",
        in_report=True,
        before=view,
    )
    lines = tuple(line.removeprefix("- ") for line in page.split("\n") if line.startswith("- "))
    return RehearsedTurn(
        turn=view.turn,
        revision=revision,
        orders=len(sheet),
        would=format_forecast(made),
        left_out=len(made.left_out),
        refused=len(made.refused),
        lines=lines,
        files=(
            File(f"rehearsal-turn-{view.turn:02d}.md", page.encode()),
            File("rehearsal.png", picture.png, picture.alt),
        ),
    )
