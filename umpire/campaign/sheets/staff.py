"""What a player's staff advises on top of their sheet: worked out in a worker from the side's own view, once for each sheet; and
all of it given at one press."""

import hashlib
from collections.abc import Sequence
from typing import Final

from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.governors.govern import Advice, advise, in_turn
from rules.cluster_war.play.notation import format_order
from rules.values import GameError, WrongPhaseError
from storage.codec import encode_signed
from storage.snapshots import SnapshotKey
from umpire.campaign.sheets.order_sheet import Edit, OrderSheet, edit_sheet
from umpire.campaign.sheets.receipt import Receipt
from umpire.campaign.sheets.sheet_checks import checked_in_turn, may_order, room_left
from umpire.games.seat import Seat
from umpire.services.services import Services, Slot
from umpire.services.workers import WorkerError

ADVICE_SECONDS: Final = 20.0
"""So long the staff may think in its worker."""
ADVICE_CACHE: Final[Slot[tuple[SnapshotKey, SideId, bytes], tuple[Advice, ...]]] = Slot(limit=64)
MARK_LENGTH: Final = 10


def has_thought(services: Services, sheet: OrderSheet) -> bool:
    """Whether the advice on this sheet is known already."""
    return services.cache.of(ADVICE_CACHE).get(_key(sheet)) is not None


def _key(sheet: OrderSheet) -> tuple[SnapshotKey, SideId, bytes]:
    return sheet.key, sheet.seat.side, encode_signed(sheet.standing)


async def staff_advice(services: Services, sheet: OrderSheet) -> tuple[Advice, ...]:
    """What the staff advises whoever reads this sheet to order, as far as they may order it and the sheet has room for it.
    GameError if it thought for too long."""
    kept, key = services.cache.of(ADVICE_CACHE), _key(sheet)
    found = kept.get(key)
    if found is None:
        try:
            found = await services.workers.run(
                advise_from, sheet.view, sheet.standing, urgent=True, seconds=ADVICE_SECONDS
            )
        except WorkerError as wrong:
            raise GameError("Your staff thought for too long and was stopped; your orders are as they were.") from wrong
        kept.put(key, found)
    return _within(sheet, found)


def advise_from(view: View, sheet: tuple[SignedOrder, ...]) -> tuple[Advice, ...]:
    """The advice; runs in a worker."""
    return advise(view, sheet)


def _within(sheet: OrderSheet, found: Sequence[Advice]) -> tuple[Advice, ...]:
    """Advice of which the reader may order all, as much as there is room for."""
    room, kept = room_left(len(sheet.standing)), list[Advice]()
    for one in found:
        may = sheet.powers is None or all(may_order(sheet.powers, order) for order in one.orders)
        if may and len(one.orders) <= room:
            kept.append(one)
            room -= len(one.orders)
    return tuple(kept)


def mark_of(sheet: OrderSheet, found: Sequence[Advice]) -> str:
    """What tells this advice from any other, for the button that gives it."""
    lines = "\n".join(format_order(order, sheet.names) for order in in_turn(found))
    return hashlib.sha256(lines.encode()).hexdigest()[:MARK_LENGTH]


async def give_advice(
    services: Services, seat: Seat, mark: str, *, expect: int | None = None, idempotency_key: str = ""
) -> Receipt:
    """Give all that the staff advises, if it is still what was listed. WrongPhaseError if it is not; GameError names the rule
    that the first bad order breaks."""

    async def work(sheet: OrderSheet) -> Edit:
        found = await staff_advice(services, sheet)
        if not found or mark_of(sheet, found) != mark:
            raise WrongPhaseError(
                "Your sheet has changed since your staff wrote this list. Press Do as my staff advises again."
            )
        orders = in_turn(found)
        for seen in await checked_in_turn(services, sheet.view, sheet.orders, orders):
            if isinstance(seen, GameError):
                raise seen
            sheet = sheet.with_new(seen.order)
        given = "1 order given" if len(orders) == 1 else f"{len(orders)} orders given"
        return Edit(sheet, "orders.entered", (f"{given}, as your staff advises.",))

    return await edit_sheet(services, seat, expect, idempotency_key, work)
