"""What was done for a player by somebody else, in one list: this turn's orders, which can be taken back, and earlier ones."""

from typing import Final

from rules.cluster_war.play.notation.lines import format_order
from rules.cluster_war.turn.planning.check import check
from rules.errors import GameError, WrongPhaseError
from rules.values import Value, changed
from storage import orders, seats
from storage.orders import OrderRow
from umpire.campaign.sheets.deputed import BY_DEPUTY
from umpire.campaign.sheets.order_sheet import Edit, OrderSheet, edit_sheet, read_sheet
from umpire.campaign.sheets.receipt import Receipt
from umpire.games.duty import check_holder_alone
from umpire.games.seat import Seat
from umpire.services.nearest import worded
from umpire.services.services import Services

TURNS_BACK: Final = 12


class Act(Value):
    """One thing that was done for a player: an order given, or one of theirs `withdrawn`. `by` is a user id, 0 for the bot."""

    turn: int
    number: int
    text: str
    by: int
    withdrawn: bool = False


class Review(Value):
    """All of it: what of this turn's can be taken back while the turn is open, and what earlier turns were played with."""

    opening: int
    turn: int
    open: bool
    now: tuple[Act, ...]
    before: tuple[Act, ...]


async def review(services: Services, seat: Seat) -> Review:
    """What others did for the player of a seat. NotYoursError for anybody but the player."""
    async with services.storage.reading() as tx:
        sheet = await read_sheet(tx, services, seat)
        check_holder_alone(await seats.find(tx, seat.game_id, seat.side), seat.user_id)
        before: list[Act] = []
        for turn in range(max(1, sheet.turn.turn - TURNS_BACK), sheet.turn.turn):
            given = await orders.of_side(tx, seat.game_id, turn, seat.side)
            before += [_act(sheet, row) for row in given if _for_them(sheet, row)]
    now = tuple(_act(sheet, row) for row in sheet.orders if _for_them(sheet, row))
    return Review(sheet.turn.opening, sheet.turn.turn, sheet.turn.state == "open", now, tuple(before))


async def take_back(services: Services, seat: Seat, number: int, opening: int, *, idempotency_key: str = "") -> Receipt:
    """Undo what was done for the player in the open turn: an order by its number, or with 0 all of it. They are
    back then. GameError: nothing of that number was done for them."""

    def work(sheet: OrderSheet) -> Edit:
        if sheet.powers is not None:
            raise WrongPhaseError("Only the player takes back what a deputy did; you can withdraw your own orders.")
        found = [row for row in sheet.orders if _for_them(sheet, row) and number in {0, row.number}]
        if not found:
            raise GameError(
                "Nothing of that was done for you, or it is taken back already. /away review shows what is left."
            )
        notes: list[str] = []
        for row in found:
            try:
                sheet = _undone(sheet, row)
            except GameError as wrong:
                notes.append(f"Order {row.number} stays withdrawn: {worded(wrong)}")
        done = len(found) - len(notes)
        return Edit(sheet, "orders.taken_back", (f"{done} taken back of what was done for you.", *notes))

    return await edit_sheet(services, seat, opening, idempotency_key, work)


def _undone(sheet: OrderSheet, row: OrderRow) -> OrderSheet:
    """One act undone: an order of somebody else's is withdrawn, one of the player's that they withdrew stands again."""
    if row.withdrawn_at is None:
        return sheet.with_changed(changed(row, withdrawn_at=sheet.now, withdrawn_why="withdrawn"))
    order = check(sheet.view, sheet.standing, row.order).order
    return sheet.with_changed(changed(row, order=order, withdrawn_at=None, withdrawn_why=""))


def _for_them(sheet: OrderSheet, row: OrderRow) -> bool:
    """Whether an order stands that somebody else gave, or one of the player's was withdrawn by a deputy."""
    given = row.withdrawn_at is None and sheet.is_by_another(row)
    return given or (row.withdrawn_why == BY_DEPUTY and row.entered_by == sheet.holder)


def _act(sheet: OrderSheet, row: OrderRow) -> Act:
    text = format_order(row.order, sheet.names)
    return Act(row.turn, row.number, text, row.entered_by, row.withdrawn_at is not None)
