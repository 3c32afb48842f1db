"""A player's workbook: the pages it is made of, with what the orders so far would spend, and a filled one that is sent back.

A workbook that a player sends is read in a process of its own: the bot never opens what a stranger made.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from render.words.safe_text import plain
from rules.cluster_war.model.state.common import BudgetLine
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.notation import format_order, parse_order
from rules.cluster_war.play.sheets.holdings import WorkbookSheet
from rules.cluster_war.play.sheets.workbook import all_sheets
from rules.cluster_war.turn.planning.check import plan_sheet
from rules.values import GameError, Value, changed, quoted
from storage.games import GameRow
from storage.orders import OrderRow, rows_in_force
from umpire.campaign.sheets.order_sheet import Edit, OrderSheet, edit_sheet, read_sheet
from umpire.campaign.sheets.orders import lowered_notes
from umpire.campaign.sheets.receipt import Receipt, StandingLine, standing_lines, standing_page
from umpire.campaign.sheets.sheet_checks import beyond, checked_in_turn, may_order, may_take_back
from umpire.campaign.sheets.workbook import Mark
from umpire.campaign.sheets.workbook_reader import GET_A_NEW_ONE, FilledWorkbook, WorkbookLine, filled_workbook
from umpire.campaign.views import side_views
from umpire.games.games import get_game
from umpire.games.seat import Seat
from umpire.services.foreign import TooMuchError
from umpire.services.nearest import format_refusal
from umpire.services.services import Services
from umpire.services.workers import WorkerError

BY_WORKBOOK: Final = "workbook"
"""Why an order is withdrawn that a later workbook does not give."""


async def view_and_spending(services: Services, seat: Seat) -> tuple[View, Mapping[BudgetLine, int]]:
    """A player's view and the CPs that the orders on their sheet come to, by budget line; nothing in a campaign that is over."""
    view, spent, _ = await _read(services, seat)
    return view, spent


async def sheets_of(services: Services, seat: Seat) -> tuple[View, tuple[WorkbookSheet, ...]]:
    """A player's view and the pages of their workbook: all sheets, and their standing orders if they have any."""
    view, spent, standing = await _read(services, seat)
    return view, (*all_sheets(view, spent), *((standing_page(standing),) if standing else ()))


async def _read(services: Services, seat: Seat) -> tuple[View, Mapping[BudgetLine, int], tuple[StandingLine, ...]]:
    if (await get_game(services, seat.game_id)).status == "finished":
        return await side_views.view(services, seat), {}, ()
    async with services.storage.reading() as tx:
        sheet = await read_sheet(tx, services, seat)
    planned, _, _ = plan_sheet(sheet.view, sheet.standing, warn=False)
    return sheet.view, planned.spent, standing_lines(sheet.stands, sheet.names)


async def read_upload(services: Services, data: bytes, view: View) -> FilledWorkbook:
    """What somebody wrote into a workbook. GameError, in one sentence: it is no such file, damaged, or takes more time or
    memory than a workbook may."""
    try:
        return await services.foreign.run(filled_workbook, data, view, urgent=True)
    except TooMuchError as wrong:
        raise GameError(f"{wrong} {GET_A_NEW_ONE}") from wrong
    except WorkerError as wrong:
        raise GameError(f"That file broke the program that read it; nothing was changed. {GET_A_NEW_ONE}") from wrong


def check_mark(mark: Mark | None, game: GameRow, seat: Seat) -> None:
    """GameError for a workbook of another campaign or another side; one that does not say so passes."""
    if mark is not None and mark.game != game.id:
        raise GameError(
            f"This workbook is of another campaign, not of {quoted(game.name)}; nothing was entered. {GET_A_NEW_ONE}"
        )
    if mark is not None and mark.side != seat.side:
        raise GameError(f"This workbook is of another side's; nothing was entered. {GET_A_NEW_ONE}")


class WorkbookOutcome(Value):
    """What became of a workbook's lines, in words: those that were `entered`, those `refused`, orders of the last file that were
    taken back (`replaced`), those that the player gave and a deputy may not take back (`left`), orders that take fewer CPs than
    they say (`lowered`). `kept` were on the sheet already."""

    entered: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    lowered: tuple[str, ...] = ()
    kept: int = 0


async def enter_workbook(
    services: Services, seat: Seat, filled: FilledWorkbook, *, idempotency_key: str = ""
) -> tuple[Receipt, WorkbookOutcome]:
    """Give the orders of a workbook, those that can be given, in place of what the side's last workbook of this turn gave,
    whoever sent that.

    An order that is in both stays as it is, and so does one that a deputy may not take back. Where nothing can be given nothing
    is changed.
    """
    outcomes: list[WorkbookOutcome] = []

    async def work(sheet: OrderSheet) -> Edit:
        fresh, only_last = _compared(sheet, filled.lines)
        last = [o for o in only_last if sheet.powers is None or may_take_back(sheet.powers, seat.user_id, o)]
        gone = [changed(o, withdrawn_at=sheet.now, withdrawn_why=BY_WORKBOOK) for o in last]
        after = sheet.with_changed(*gone)
        seen = await checked_in_turn(services, sheet.view, after.orders, [line.line for line in fresh])
        entered, lowered = [], []
        refused = [f"✗ {line.place}: {plain(line.wrong, 300)}" for line in filled.lines if line.wrong]
        for line, one in zip(fresh, seen, strict=True):
            if isinstance(one, GameError):
                refused.append(f"✗ {line.place}: {plain(line.line, 300)}: {plain(format_refusal(one), 300)}")
                continue
            if sheet.powers is not None and not may_order(sheet.powers, one.order):
                refused.append(f"✗ {line.place}: {plain(line.line, 300)}: {beyond(sheet.powers, one.order)}")
                continue
            lowered += lowered_notes(parse_order(line.line, after.names), one.order, f"{line.place}: {line.line}")
            after = after.with_new(one.order, source=line.line)
            entered.append(f"✓ {line.place}: {plain(line.line, 300)}")
        kept = sum(not line.wrong for line in filled.lines) - len(fresh)
        is_changed = bool(entered or kept)
        replaced = [_told(sheet, o) for o in last if is_changed]
        left = [_told(sheet, o) for o in only_last if is_changed and o not in last]
        outcomes.append(
            WorkbookOutcome(tuple(entered), tuple(refused), tuple(replaced), tuple(left), tuple(lowered), kept)
        )
        return Edit(after if is_changed else sheet, "orders.entered")

    receipt = await edit_sheet(services, seat, None, idempotency_key, work)
    return receipt, outcomes[-1] if outcomes else WorkbookOutcome()


def _told(sheet: OrderSheet, row: OrderRow) -> str:
    return f"{row.number}. {plain(format_order(row.order, sheet.names), 300)}"


def _compared(sheet: OrderSheet, lines: Sequence[WorkbookLine]) -> tuple[list[WorkbookLine], list[OrderRow]]:
    """The lines that the side's last workbook did not give, and the orders that only it gave."""
    last = [o for o in rows_in_force(sheet.orders) if o.source]
    fresh = []
    for line in lines:
        same = next((o for o in last if o.source == line.line), None)
        if same is not None:
            last.remove(same)
        elif not line.wrong:
            fresh.append(line)
    return fresh, last
