"""What a player may do with their standing orders until the deadline: read, add, change, pause and remove them.

`expect` and `idempotency_key` are what they are for orders (umpire/campaign/sheets/orders.py).
"""

from collections.abc import Callable

from rules.cluster_war.play.standing_orders.lines import parse_standing
from rules.cluster_war.play.standing_orders.progress import ended
from rules.cluster_war.play.standing_orders.stand import Stood, stand
from rules.cluster_war.play.standing_orders.standing_order import MOST_STANDING, StandingOrder, StandingSheet
from rules.errors import GameError, NotYoursError
from rules.values import changed
from umpire.campaign.sheets.order_sheet import Edit, OrderSheet, edit_sheet
from umpire.campaign.sheets.orders import sheet_of
from umpire.campaign.sheets.receipt import Receipt
from umpire.campaign.standing.laying import lay, with_laid
from umpire.games.seat import Seat
from umpire.services.services import Services


async def sheet_with_standing(services: Services, seat: Seat) -> OrderSheet:
    """The seat's sheet, its standing orders laid, as it stands, also while the turn is closed."""
    await lay(services, seat.game_id)
    return await sheet_of(services, seat)


def read_standing(sheet: OrderSheet, text: str) -> StandingOrder:
    """A line read with the sheet's names, under the next free number; GameError with what would be right."""
    number = max((one.number for one in sheet.stands.orders), default=0) + 1
    return parse_standing(text, sheet.names, number)


def would_do(sheet: OrderSheet, one: StandingOrder) -> Stood:
    """What a standing order would do right now on top of the sheet."""
    if over := _why_over(sheet, one):
        return Stood(failed={one.number: over})
    return stand(sheet.view, (one,), sheet.standing)


async def add(
    services: Services, seat: Seat, text: str, *, expect: int | None = None, idempotency_key: str = ""
) -> Receipt:
    """Lay down a standing order by its line; what it gives now goes on this turn's sheet. GameError: it cannot be read, is there
    already, or is one too many."""

    def work(sheet: OrderSheet) -> Edit:
        one = read_standing(sheet, text)
        kept = sheet.stands.orders
        for other in kept:
            if not other.ended and (other.does, other.when) == (one.does, one.when):
                raise GameError(f"That is your standing order {other.number} already; change or remove that one.")
        if len(kept) >= MOST_STANDING:
            kept = tuple(other for other in kept if not other.ended)
        if len(kept) >= MOST_STANDING:
            raise GameError(f"A side has at most {MOST_STANDING} standing orders; remove one first.")
        return _given(
            sheet, changed(sheet.stands, orders=(*kept, one)), one, f"Standing order {one.number} is laid down."
        )

    return await _edited(services, seat, expect, idempotency_key, work)


async def change(
    services: Services, seat: Seat, number: int, text: str, *, expect: int | None = None, idempotency_key: str = ""
) -> Receipt:
    """Put another line in the place of a standing order, which begins anew; what it had given this turn is taken back."""

    def work(sheet: OrderSheet) -> Edit:
        old = _numbered(sheet, number)
        one = parse_standing(text, sheet.names, number)
        gone = [
            changed(o, withdrawn_at=sheet.now, withdrawn_why="withdrawn")
            for o in sheet.orders
            if sheet.stands.laid.get(o.id) == number and o.withdrawn_at is None
        ]
        stands = _without(sheet.stands, number)
        after = tuple(one if other is old else other for other in sheet.stands.orders)
        cleared = sheet.with_changed(*gone)
        return _given(cleared, changed(stands, orders=after), one, f"Standing order {number} is changed.")

    return await _edited(services, seat, expect, idempotency_key, work)


async def remove(services: Services, seat: Seat, number: int, *, idempotency_key: str = "") -> Receipt:
    """Remove a standing order. What it gave this turn stays on the sheet, as any order does."""

    def work(sheet: OrderSheet) -> Edit:
        old = _numbered(sheet, number)
        left = tuple(other for other in sheet.stands.orders if other is not old)
        stands = changed(_without(sheet.stands, number), orders=left)
        stay = " What it gave this turn stays on your sheet." if number in sheet.stands.laid.values() else ""
        return Edit(sheet, "standing.removed", (f"Standing order {number} is removed.{stay}",), stands=stands)

    return await _edited(services, seat, None, idempotency_key, work)


async def pause(services: Services, seat: Seat, number: int, paused: bool, *, idempotency_key: str = "") -> Receipt:
    """Let a standing order rest, or go on; from the next turn on it gives nothing, or something again."""

    def work(sheet: OrderSheet) -> Edit:
        old = _numbered(sheet, number)
        if old.ended:
            raise GameError(f"Standing order {number} is over ({old.ended}); change it to begin it anew.")
        after = tuple(changed(one, paused=paused) if one is old else one for one in sheet.stands.orders)
        said = (
            f"Standing order {number} rests from the next turn on." if paused else f"Standing order {number} goes on."
        )
        return Edit(sheet, "standing.paused", (said,), stands=changed(sheet.stands, orders=after))

    return await _edited(services, seat, None, idempotency_key, work)


async def _edited(
    services: Services, seat: Seat, expect: int | None, idempotency_key: str, work: Callable[[OrderSheet], Edit]
) -> Receipt:
    await lay(services, seat.game_id)
    return await edit_sheet(services, seat, expect, idempotency_key, work)


def _why_over(sheet: OrderSheet, one: StandingOrder) -> str:
    """Why a standing order would be over before it begins; "" if it would not."""
    (begun,) = ended((changed(one, given=0, succeeded=0, ended=""),), sheet.view)
    return f"It would be over already: {begun.ended}." if begun.ended else ""


def _given(sheet: OrderSheet, stands: StandingSheet, one: StandingOrder, said: str) -> Edit:
    """The sheet with what a new standing order gives at once, and what is said of it. GameError: it would be over already."""
    if over := _why_over(sheet, one):
        raise GameError(over)
    stood = would_do(sheet, one)
    after, ids = with_laid(sheet, stood)
    numbers = {**stands.laid, **dict.fromkeys(ids, one.number), **stood.adopted}
    reasons = {**stands.reasons, **{key: stood.laid[place].reason for place, key in enumerate(ids)}}
    waits, failed = {**stands.waits, **stood.waits}, {**stands.failed, **stood.failed}
    kept = changed(stands, laid=numbers, reasons=reasons, waits=waits, failed=failed)
    notes = [said, *(f"It waits: {why}" for why in stood.waits.values())]
    return Edit(after, "standing.added", tuple(notes), stands=kept)


def _numbered(sheet: OrderSheet, number: int) -> StandingOrder:
    found = sheet.stands.numbered(number)
    if found is None:
        known = ", ".join(str(one.number) for one in sheet.stands.orders) or "none"
        raise NotYoursError(f"You have no standing order {number}; yours are: {known}.")
    return found


def _without(stands: StandingSheet, number: int) -> StandingSheet:
    """The same without what is known of one of them in this turn."""
    laid = {key: n for key, n in stands.laid.items() if n != number}
    reasons = {key: why for key, why in stands.reasons.items() if key in laid}
    waits = {n: why for n, why in stands.waits.items() if n != number}
    failed = {n: why for n, why in stands.failed.items() if n != number}
    return StandingSheet(stands.orders, laid, reasons, waits, failed)
