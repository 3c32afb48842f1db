"""A side's order sheet: read in one transaction, changed as a value, saved in another if nobody was faster.

A deputy changes it by the powers that the player has stated. They never change the player's own orders, but may withdraw them.
"""

from collections.abc import Awaitable, Callable, Sequence

from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Forecast, Order, SignedOrder
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.notation import names_of
from rules.cluster_war.play.standing_orders.lines import StandingSheet
from rules.values import GameError, NotYoursError, Value, WrongPhaseError
from rules.values import changed as replace
from storage import deadlines, games, idempotency_keys, orders, seats, sheets, snapshots, turns
from storage import orders as kept_standing
from storage.db import Transaction
from storage.engine import ALL_SCOPE, Scope
from storage.errors import StaleStateError
from storage.games import GameRow
from storage.orders import OrderRow, StandingRow
from storage.sheets import SheetRow
from storage.snapshots import SnapshotKey
from storage.turns import TurnRow
from umpire.campaign.open_turn import present
from umpire.campaign.sheets import receipt
from umpire.campaign.sheets.sheet_checks import check_deputed, check_sheet, check_standing, check_word, laid_by
from umpire.campaign.views.side_views import sight
from umpire.games.attendance import Powers, attendance
from umpire.games.deputies import come_back, is_out
from umpire.games.games import is_led, require_unfinished
from umpire.games.seat import Seat, note
from umpire.games.seats import check_holder
from umpire.services.services import Services

SAVE_TRIES = 12
UNREADY = "You had declared your orders ready. This change took that back: declare them ready again when you are done."


class OrderSheet(Value):
    """A side's sheet as read. `orders` holds withdrawn ones too; `before` are last turn's. `holder` is its player, `deputy` who
    acts for them, `powers` what its reader may order as that deputy (None for anybody else); `stirs`: an act of the player's
    now ends an absence."""

    game: GameRow
    turn: TurnRow
    seat: Seat
    row: SheetRow
    key: SnapshotKey
    view: View
    orders: tuple[OrderRow, ...]
    before: tuple[OrderRow, ...]
    deadline: int | None
    now: int
    holder: int | None = None
    powers: Powers | None = None
    stirs: bool = False
    kept: StandingRow | None = None
    deputy: int | None = None

    @property
    def stands(self) -> StandingSheet:
        """The side's standing orders, with what they gave in this revision (nothing, if it was not looked at yet)."""
        if self.kept is None:
            return receipt.NONE_STANDS
        here = self.kept.revision == self.turn.revision
        return self.kept.sheet if here else StandingSheet(self.kept.sheet.orders)

    @property
    def standing(self) -> tuple[SignedOrder, ...]:
        """The orders that count."""
        return orders.in_force(self.orders)

    @property
    def names(self) -> Names:
        """What the seat can name: its view's things and those its orders make."""
        return names_of(self.view, self.standing)

    def numbered(self, number: int) -> OrderRow:
        """The order with this number, withdrawn or not; NotYoursError if there is none."""
        for order in self.orders:
            if order.number == number:
                return order
        raise NotYoursError(f"There is no order {number} on your sheet for turn {self.turn.turn}.")

    def is_by_another(self, order: OrderRow) -> bool:
        """Whether somebody else than the seat's holder gave an order; what came of a standing order is the holder's."""
        own = order.entered_by == 0 and order.id in self.stands.laid
        return self.holder is not None and order.entered_by != self.holder and not own

    def with_new(self, order: Order, by: int | None = None, source: str = "") -> "OrderSheet":
        """With one more order, under the next number; `by` somebody else than the seat's holder, 0 for the bot. `source` is the
        line of the workbook that it comes from."""
        number = 1 + max((o.number for o in self.orders), default=0)
        row = OrderRow(
            game=self.game.id,
            id=f"{self.seat.side}-{self.turn.turn}-{number}",
            turn=self.turn.turn,
            side=self.seat.side,
            number=number,
            order=order,
            entered_by=self.seat.user_id if by is None else by,
            entered_at=self.now,
            source=source,
        )
        return replace(self, orders=(*self.orders, row))

    def with_changed(self, *changed: OrderRow) -> "OrderSheet":
        """With orders replaced, by number."""
        new = {order.number: order for order in changed}
        return replace(self, orders=tuple(new.get(o.number, o) for o in self.orders))


class Edit(Value):
    """What a command makes of a sheet. `declared` None leaves "ready" to the rule: any change of orders ends it. `stands` are the
    standing orders from now on, None where they stay as they are; `actor` is who does it, as the log has it, if nobody who
    holds or stands in for the seat: it ends no absence."""

    sheet: OrderSheet
    action: str
    notes: tuple[str, ...] = ()
    declared: bool | None = None
    word: str | None = None
    stands: StandingSheet | None = None
    actor: str = ""


async def edit_sheet(
    services: Services,
    seat: Seat,
    expect: int | None,
    idempotency_key: str,
    work: Callable[[OrderSheet], Edit | Awaitable[Edit]],
) -> receipt.Receipt:
    """Read, change and save a side's sheet; again if somebody else saved it in between.

    WrongPhaseError: the turn is closed, or `expect` names a revision that is over. A second call with the same `idempotency_key`
    changes nothing and gives the sheet as it is.
    """
    for _ in range(SAVE_TRIES):
        async with services.storage.reading() as tx:
            sheet = await read_sheet(tx, services, seat)
            if idempotency_key and await idempotency_keys.is_used(tx, idempotency_key):
                return receipt_of(sheet, sheet.row)
        check_open(sheet, expect)
        made = work(sheet)
        edit = _within_powers(sheet, made if isinstance(made, Edit) else await made)
        try:
            return await save_edit(services, sheet, edit, idempotency_key)
        except StaleStateError:
            continue
    raise GameError("Your order sheet is being changed from many places at once; try again in a moment.")


def _within_powers(before: OrderSheet, edit: Edit) -> Edit:
    """What a command makes of a sheet, if a deputy may; anybody else may. Every part of an edit is judged here alone."""
    if before.powers is None:
        return edit
    check_word(edit.word)
    known = {order.id: order for order in before.orders}
    kept = check_deputed(before.powers, before.seat.user_id, known, edit.sheet.orders)
    stands = None if edit.stands is None else check_standing(before.powers, before.stands, edit.stands)
    return replace(edit, sheet=replace(edit.sheet, orders=kept), stands=stands)


async def read_sheet(tx: Transaction, services: Services, seat: Seat) -> OrderSheet:
    """A side's sheet; NotYoursError if the user does not hold its seat."""
    row = await require_unfinished(tx, seat.game_id)
    held = await seats.find(tx, row.id, seat.side) if seat.side else None
    if held is None:
        raise NotYoursError("The game master has no order sheet; act for a side whose seat is open.")
    check_holder(row, held, seat)
    turn = await present(tx, row)
    saw = await sight(tx, services, row, turn, seat.side)
    found = await sheets.find(tx, row.id, turn.revision, seat.side)
    if found is None:
        raise LookupError(f"game {row.id} has no sheet of {seat.side} in revision {turn.revision}")
    due = await deadlines.current(tx, row.id, turn.revision)
    known = await attendance(tx, row.id, seat.side)
    is_player = seat.user_id == held.user_id
    return OrderSheet(
        game=row,
        turn=turn,
        seat=seat,
        row=found,
        key=saw.key,
        view=saw.view,
        orders=await orders.of_side(tx, row.id, turn.turn, seat.side),
        before=await orders.of_side(tx, row.id, turn.turn - 1, seat.side),
        deadline=None if due is None else due.due_at,
        now=services.seconds(),
        kept=await kept_standing.newest_standing(tx, row.id, turn.revision, seat.side),
        holder=held.user_id,
        deputy=held.deputy_id,
        powers=known.kept.powers if not is_player and seat.user_id == held.deputy_id else None,
        stirs=is_player and await is_out(tx, row, held, known, services.seconds()),
    )


def check_open(sheet: OrderSheet, expect: int | None) -> None:
    """WrongPhaseError if no orders are taken, or a button of an earlier revision was pressed."""
    turn = sheet.turn.turn
    if expect is not None and expect != sheet.turn.revision:
        raise WrongPhaseError(
            f"That button is from an earlier turn; the game is at turn {turn}. Use the newest message."
        )
    if sheet.turn.state != "open":
        waits = "its result waits for the game master" if is_led(sheet.game) else "the month is being played"
        raise WrongPhaseError(f"Orders for turn {turn} are closed; {waits}.")


def receipt_of(
    sheet: OrderSheet, row: SheetRow, notes: Sequence[str] = (), plan: Forecast | None = None
) -> receipt.Receipt:
    """The receipt of a sheet as it stands; `plan` is its forecast, if it is known already."""
    standing = sheet.standing
    plan = plan or receipt.plan_of(sheet.view, standing)
    lines = receipt.lines_of(sheet.view, standing, standing, plan, sheet.stands)
    gone = [o.signed for o in sheet.orders if o.withdrawn_at is not None]
    undone = sum(o.withdrawn_why == "undone" for o in sheet.orders if o.withdrawn_at is not None)
    told = list(notes)
    if undone:
        told.append(f"{undone} of your orders are from before this turn was undone; restore those you still want.")
    return receipt.Receipt(
        game=sheet.game.id,
        turn=sheet.turn.turn,
        revision=sheet.turn.revision,
        side=sheet.seat.side,
        state=receipt.state_of(standing, plan, declared=row.state == "ready"),
        lines=tuple(lines),
        missing=tuple(missing.text for missing in plan.missing),
        forecast=plan,
        hash=receipt.hash_of(lines),
        deadline=sheet.deadline,
        word=row.word,
        withdrawn=tuple(receipt.lines_of(sheet.view, standing, gone, plan, sheet.stands)),
        notes=tuple(told),
        colour=sheet.view.flags[sheet.seat.side].colour,
        stands=receipt.stands_of(sheet.stands),
        standing=receipt.standing_lines(sheet.stands, sheet.names),
        by={o.number: o.entered_by for o in sheet.orders if sheet.is_by_another(o)},
    )


async def save_edit(services: Services, before: OrderSheet, edit: Edit, idempotency_key: str) -> receipt.Receipt:
    """Save what was made of a sheet as it was read. StaleStateError if anything that it rests on was changed meanwhile."""
    after = edit.sheet
    check_sheet(before.orders, after.orders)
    old = {order.id: order for order in before.orders}
    added = [o for o in after.orders if o.id not in old]
    changed = [o for o in after.orders if o.id in old and o != old[o.id]]
    was_ready = before.row.state == "ready"
    declared = edit.declared if edit.declared is not None else was_ready and not (added or changed)
    standing = after.standing
    plan = receipt.plan_of(after.view, standing)
    state = receipt.state_of(standing, plan, declared=declared)
    word = before.row.word if edit.word is None else edit.word
    notes = [*edit.notes, UNREADY] if was_ready and not declared and edit.declared is None else [*edit.notes]
    stands = edit.stands
    same = not (added or changed) and (state, word) == (before.row.state, before.row.word)
    stirs = before.stirs and not edit.actor
    if same and stands is None and not stirs:
        return receipt_of(after, before.row, notes, plan)
    # Whose player is back may have been away from other games, too.
    async with services.storage.transaction(ALL_SCOPE if stirs else Scope(before.game.id)) as tx:
        await idempotency_keys.take(tx, idempotency_key, before.now)
        await _check_same(tx, before)
        version = before.row.version if same and stands is None else await sheets.save(tx, before.row, state, word)
        await orders.add(tx, added)
        await orders.save(tx, changed)
        kept = await _keep(tx, before, stands) if stands is not None else before.kept
        numbers = [o.number for o in (*added, *changed)]
        told = {"side": before.seat.side, "turn": before.turn.turn, "orders": numbers, "state": state}
        told |= {} if before.powers is None else {"deputy": True}
        told |= {} if stands is None else {"standing": laid_by(before.stands, stands)}
        await note(tx, services, before.game.id, edit.actor or before.seat.actor, edit.action, **told)
        if stirs:
            held = await seats.find(tx, before.game.id, before.seat.side)
            back = "" if held is None else await come_back(tx, services, before.game, held, before.seat.user_id)
            notes += [back] if back else []
    row = replace(before.row, state=state, word=word, version=version)
    return receipt_of(replace(after, kept=kept), row, notes, plan)


async def _keep(tx: Transaction, before: OrderSheet, stands: StandingSheet) -> StandingRow:
    """Save the standing orders of the sheet's revision. StaleStateError if somebody saved them first."""
    kept = before.kept
    if kept is None or kept.revision != before.turn.revision:
        row = StandingRow(before.game.id, before.turn.revision, before.seat.side, 0, stands, before.now)
        if await kept_standing.find_standing(tx, row.game, row.revision, row.side) is not None:
            raise StaleStateError(f"the standing orders of {row.side} in {row.game} have moved on")
        await kept_standing.add_standing(tx, row)
        return row
    return await kept_standing.save_standing(tx, replace(kept, sheet=stands, at=before.now))


async def _check_same(tx: Transaction, before: OrderSheet) -> None:
    """StaleStateError if what the orders were checked against has changed; NotYoursError if the seat has."""
    row = await games.find(tx, before.game.id)
    held = await seats.find(tx, before.game.id, before.seat.side)
    if row is None or held is None or row.revision != before.game.revision or row.status != before.game.status:
        raise StaleStateError(f"game {before.game.id} has moved on")
    check_holder(row, held, before.seat)
    if await snapshots.latest(tx, row.id, before.turn.revision, "start") != before.key:
        raise StaleStateError(f"game {before.game.id} was amended")
    if not await turns.touch(tx, row.id, before.turn.revision):
        raise StaleStateError(f"turn {before.turn.turn} of {row.id} is no longer open")
