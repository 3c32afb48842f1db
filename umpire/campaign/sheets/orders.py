"""What a player may do with their orders until the deadline. Every function gives a receipt, and takes effect whole.

`expect` is the `revision` of the receipt a button came with; `idempotency_key` is the interaction's id: a second
delivery of the same one has no further effect.
"""

import re
from collections.abc import Sequence
from typing import Final

from rules.cluster_war.chapters.combat.bombardment_orders import said_yes
from rules.cluster_war.chapters.movement.request_orders import FreeText
from rules.cluster_war.model.orders.order import Note, Order, OrderPreview
from rules.cluster_war.play.notation import format_order, parse_order
from rules.cluster_war.turn.planning.check import check
from rules.values import GameError, NotYoursError, Value, WrongPhaseError, changed
from storage.orders import OrderRow
from umpire.campaign.sheets.order_sheet import Edit, OrderSheet, check_open, edit_sheet, read_sheet, receipt_of
from umpire.campaign.sheets.receipt import Receipt
from umpire.campaign.sheets.sheet_checks import checked_in_turn
from umpire.games.seat import Seat
from umpire.services.nearest import format_refusal
from umpire.services.services import Services

MOST_LINES = 40
LONGEST_WORD = 100
LONGEST_REFUSAL: Final = 1500
BY_HAND: Final = "changed by hand"
"""The source of an order of a workbook's that was changed since; no line of notation is this."""
DISCORD_ID: Final = re.compile(r"\d{15,}")
"""As many digits as the id of somebody on Discord."""


async def sheet_of(services: Services, seat: Seat) -> OrderSheet:
    """The seat's sheet with its view and names, as it stands, also while the turn is closed."""
    async with services.storage.reading() as tx:
        return await read_sheet(tx, services, seat)


def preview(sheet: OrderSheet, order: Order, number: int = 0) -> OrderPreview:
    """What an order would do on top of a sheet (in place of order `number`, if given), priced and filled in.

    NotYoursError: no order of that number stands. WrongPhaseError: the turn is closed.
    """
    check_open(sheet, None)
    if number:
        _to_change(sheet, number)
    return check(sheet.view, tuple(o for o in sheet.standing if o.number != number), order)


def consequences(sheet: OrderSheet, order: Order, number: int = 0) -> str:
    """What an order would do that needs an explicit yes first: the text of its preview as if that had been said."""
    return preview(sheet, said_yes(order), number).text


async def enter(services: Services, seat: Seat, orders: Sequence[Order], *, idempotency_key: str = "") -> Receipt:
    """Give orders, all or none. GameError names the rule the first bad one breaks."""
    return await edit_sheet(services, seat, None, idempotency_key, lambda sheet: _entered(services, sheet, orders))


async def enter_line(
    services: Services, seat: Seat, line: str, number: int = 0, *, expect: int | None = None, idempotency_key: str = ""
) -> Receipt:
    """Give an order by its line of players' notation, or put it in the place of order `number`."""

    async def work(sheet: OrderSheet) -> Edit:
        order = parse_order(line, sheet.names)
        return _changed(sheet, number, order) if number else await _entered(services, sheet, (order,))

    return await edit_sheet(services, seat, expect, idempotency_key, work)


class LineRead(Value):
    """One of several lines: what its order would do, what is to be known of it (dangers on the way) and until when it waits,
    or why it cannot be given."""

    line: str
    text: str = ""
    wrong: str = ""
    notes: tuple[Note, ...] = ()
    waits: str = ""


async def preview_lines(services: Services, sheet: OrderSheet, lines: Sequence[str]) -> tuple[LineRead, ...]:
    """What several lines would do, each on top of those before it that can be given. GameError for too many lines;
    WrongPhaseError: the turn is closed."""
    check_open(sheet, None)
    return (await _read_lines(services, sheet, lines))[1]


async def enter_lines(
    services: Services, seat: Seat, lines: Sequence[str], *, expect: int | None = None, idempotency_key: str = ""
) -> Receipt:
    """Give the orders of those lines that can be given; the notes say which could not, and why."""

    async def work(sheet: OrderSheet) -> Edit:
        after, read = await _read_lines(services, sheet, lines)
        wrong = [f"Not given: {each.line} ({each.wrong})" for each in read if each.wrong]
        return Edit(after, "orders.entered", (f"{_orders(len(read) - len(wrong))} given.", *wrong))

    return await edit_sheet(services, seat, expect, idempotency_key, work)


async def _read_lines(
    services: Services, sheet: OrderSheet, lines: Sequence[str]
) -> tuple[OrderSheet, tuple[LineRead, ...]]:
    if len(lines) > MOST_LINES:
        raise GameError(f"Write at most {MOST_LINES} orders at once; these are {len(lines)}.")
    read = []
    for line, seen in zip(lines, await checked_in_turn(services, sheet.view, sheet.orders, lines), strict=True):
        if isinstance(seen, GameError):
            read.append(LineRead(line, wrong=format_refusal(seen)))
        else:
            sheet = sheet.with_new(seen.order)
            read.append(LineRead(line, seen.text, notes=seen.notes, waits=seen.waits))
    return sheet, tuple(read)


async def withdraw(services: Services, seat: Seat, number: int | None = None, *, idempotency_key: str = "") -> Receipt:
    """Withdraw one order, or all with None. They are kept, and can be restored."""

    def work(sheet: OrderSheet) -> Edit:
        chosen = [sheet.numbered(number)] if number is not None else list(sheet.orders)
        if number is not None and chosen[0].withdrawn_at is not None:
            raise NotYoursError(f"Order {number} is withdrawn already.")
        gone = [changed(o, withdrawn_at=sheet.now, withdrawn_why="withdrawn") for o in chosen if o.withdrawn_at is None]
        if not gone:
            raise NotYoursError(f"There are no orders on your sheet for turn {sheet.turn.turn}.")
        said = f"Order {number} is withdrawn." if number is not None else f"{_orders(len(gone))} withdrawn."
        return Edit(sheet.with_changed(*gone), "orders.withdrawn", (said,))

    return await edit_sheet(services, seat, None, idempotency_key, work)


async def restore(
    services: Services,
    seat: Seat,
    number: int | None = None,
    *,
    latest: bool = False,
    expect: int | None = None,
    idempotency_key: str = "",
) -> Receipt:
    """Restore a withdrawn order, or with None all that are still legal; the notes say which were not, and why. With `latest`
    only those that were withdrawn last, together."""

    async def work(sheet: OrderSheet) -> Edit:
        if number is not None:
            old = sheet.numbered(number)
            if old.withdrawn_at is None:
                raise NotYoursError(f"Order {number} was not withdrawn, so there is nothing to restore.")
            sheet, wrong = await restored(services, sheet, (old,))
            if wrong:
                raise wrong[number]
            return Edit(sheet, "orders.restored")
        gone = [o for o in sheet.orders if o.withdrawn_at is not None]
        if not gone:
            raise NotYoursError("No order of this turn is withdrawn.")
        last = max(o.withdrawn_at or 0 for o in gone)
        gone = [o for o in gone if not latest or o.withdrawn_at == last]
        sheet, wrong = await restored(services, sheet, gone)
        notes = [f"Order {old} stays withdrawn: {format_refusal(why)}" for old, why in wrong.items()]
        return Edit(sheet, "orders.restored", (f"{_orders(len(gone) - len(notes))} restored.", *notes))

    return await edit_sheet(services, seat, expect, idempotency_key, work)


async def restored(
    services: Services, sheet: OrderSheet, gone: Sequence[OrderRow]
) -> tuple[OrderSheet, dict[int, GameError]]:
    """The sheet with those withdrawn orders that can still be given, and why the others cannot, by number."""
    seen = await checked_in_turn(services, sheet.view, sheet.orders, [old.signed for old in gone])
    found = list(zip(gone, seen, strict=True))
    again = [
        changed(old, order=one.order, withdrawn_at=None, withdrawn_why="")
        for old, one in found
        if not isinstance(one, GameError)
    ]
    wrong = {old.number: one for old, one in found if isinstance(one, GameError)}
    return sheet.with_changed(*again), wrong


async def copy_last(services: Services, seat: Seat, *, idempotency_key: str = "") -> Receipt:
    """Give last turn's orders again, those that are still legal; the notes say which were not copied, and why."""

    async def work(sheet: OrderSheet) -> Edit:
        last = [o for o in sheet.before if o.withdrawn_at is None]
        if sheet.turn.turn == 1:
            raise WrongPhaseError("This is the first turn; there are no orders before it to copy.")
        if not last:
            raise NotYoursError(f"You gave no orders in turn {sheet.turn.turn - 1}.")
        names = sheet.names
        notes: list[str] = []
        wanted: list[Order] = []
        for old in last:
            if any(old.order == standing.order for standing in sheet.standing) or old.order in wanted:
                notes.append(f"Not copied, since it is on your sheet already: {format_order(old.order, names)}")
            elif isinstance(old.order, FreeText):
                notes.append(f"Not copied, since it was asked already: {format_order(old.order, names)}")
            else:
                wanted.append(old.order)
        for order, seen in zip(wanted, await checked_in_turn(services, sheet.view, sheet.orders, wanted), strict=True):
            if isinstance(seen, GameError):
                notes.append(f"Not copied: {format_order(order, names)} ({format_refusal(seen)})")
            else:
                sheet = sheet.with_new(seen.order)
        if len(notes) == len(last):
            raise GameError("Nothing was copied. " + " ".join(f"{note}." for note in notes)[:LONGEST_REFUSAL])
        said = f"{_orders(len(last) - len(notes))} copied from turn {sheet.turn.turn - 1}."
        return Edit(sheet, "orders.copied", (said, *notes))

    return await edit_sheet(services, seat, None, idempotency_key, work)


async def set_ready(
    services: Services, seat: Seat, ready: bool, *, expect: int | None = None, idempotency_key: str = ""
) -> Receipt:
    """Declare the sheet ready, also an empty one, or take that back."""

    def work(sheet: OrderSheet) -> Edit:
        action = "orders.ready" if ready else "orders.not_ready"
        empty = ready and not sheet.standing
        return Edit(sheet, action, ("You give no orders this turn.",) if empty else (), declared=ready)

    return await edit_sheet(services, seat, expect, idempotency_key, work)


async def set_word(services: Services, seat: Seat, text: str, *, idempotency_key: str = "") -> Receipt:
    """Mix a word of the player's own into this turn's dice; an empty one takes it back. It is told with the seed.

    It can never be changed later, so people's ids are left out of it.
    """
    word = DISCORD_ID.sub("0", text.strip())
    if len(word) > LONGEST_WORD or not word.isprintable() or "`" in word:
        raise GameError(
            f"Your word for the dice is one line of at most {LONGEST_WORD} ordinary characters, no backticks."
        )

    def work(sheet: OrderSheet) -> Edit:
        said = "Your word is mixed into this turn's dice." if word else "You add no word to this turn's dice."
        return Edit(sheet, "orders.word", (said,), word=word)

    return await edit_sheet(services, seat, None, idempotency_key, work)


async def receipt(services: Services, seat: Seat) -> Receipt:
    """The sheet as it stands, also while the turn is closed."""
    sheet = await sheet_of(services, seat)
    return receipt_of(sheet, sheet.row)


def _to_change(sheet: OrderSheet, number: int) -> OrderRow:
    """An order of the sheet that can be changed; NotYoursError if there is none of this number, or it is withdrawn."""
    old = sheet.numbered(number)
    if old.withdrawn_at is not None:
        raise NotYoursError(f"Order {number} is withdrawn; restore it before you change it.")
    return old


async def _entered(services: Services, sheet: OrderSheet, orders: Sequence[Order]) -> Edit:
    lowered: list[str] = []
    for given, seen in zip(orders, await checked_in_turn(services, sheet.view, sheet.orders, orders), strict=True):
        if isinstance(seen, GameError):
            raise seen
        lowered += lowered_notes(given, seen.order, format_order(given, sheet.names))
        sheet = sheet.with_new(seen.order)
    return Edit(sheet, "orders.entered", tuple(lowered))


def lowered_notes(given: Order, seen: Order, origin: str) -> list[str]:
    """A sentence if an order takes fewer CPs than were given to it; `origin` is where it was written."""
    wanted, kept = _cps(given), _cps(seen)
    return [f"⚠ Lowered from {wanted} to {kept} CPs, which is all that it can take: {origin}"] if kept < wanted else []


def _cps(order: Order) -> int:
    """The CPs that an order names; 0 for one that names none."""
    cps = getattr(order, "cps", 0)
    return cps if isinstance(cps, int) else 0


def _changed(sheet: OrderSheet, number: int, order: Order) -> Edit:
    seen = preview(sheet, order, number).order
    old = sheet.numbered(number)
    source = BY_HAND if old.source else ""
    new = changed(old, order=seen, entered_by=sheet.seat.user_id, entered_at=sheet.now, source=source)
    return Edit(sheet.with_changed(new), "orders.changed")


def _orders(count: int) -> str:
    return "1 order" if count == 1 else f"{count} orders"
