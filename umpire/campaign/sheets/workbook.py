"""The nine sheets as one .xlsx workbook a player can download, fill in and send back as orders (`upload.py` reads it)."""

import io
from collections.abc import Sequence

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from rules.cluster_war.play.sheets.holdings import Sheet

HEAD = PatternFill("solid", fgColor="1F3A5F")
FILL = PatternFill("solid", fgColor="FFF4CC")
FRESH = PatternFill("solid", fgColor="D6F0DD")
ORDERS = "orders"
KEY_TITLE = "id (leave as it is)"
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_workbook(sheets: Sequence[Sheet], campaign: str, side: str, turn: int) -> bytes:
    """The sheets as a workbook; yellow cells may be filled in, green rows are new since last turn."""
    book = Workbook()
    first = book.active
    if isinstance(first, Worksheet):
        _cover(first, campaign, side, turn)
    for sheet in sheets:
        _page(book.create_sheet(sheet.id), sheet)
    orders = book.create_sheet(ORDERS)
    orders.append(["Orders in players' notation, one a row (see /help notation)"])
    orders["A1"].font = Font(bold=True)
    orders.column_dimensions["A"].width = 90
    for row in range(2, 42):
        orders.cell(row, 1).fill = FILL
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def write_overview(sheets: Sequence[Sheet], campaign: str, turn: int) -> bytes:
    """Sheets of all sides as a workbook to read; for the game master alone."""
    book = Workbook()
    first = book.active
    if isinstance(first, Worksheet):
        lines = (
            f"{safe(campaign)}: all empires, turn {turn}",
            "For the game master alone: this file holds every side's secrets.",
        )
        _say(first, lines)
    for sheet in sheets:
        _page(book.create_sheet(sheet.id), sheet)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def _cover(page: Worksheet, campaign: str, side: str, turn: int) -> None:
    lines = (
        f"{safe(campaign)}: {safe(side)}, turn {turn}",
        "Fill in yellow cells and send the file back with /orders upload; every cell that cannot be read is explained.",
        "Green rows are new since last turn (their last column says “new”).",
    )
    _say(page, lines)


def _say(page: Worksheet, lines: Sequence[str]) -> None:
    page.title = "start"
    for number, text in enumerate(lines, 1):
        page.cell(number, 1, text).font = Font(bold=number == 1, size=14 if number == 1 else 11)
    page.column_dimensions["A"].width = 110


def _page(page: Worksheet, sheet: Sheet) -> None:
    titles = [c.title for c in sheet.columns]
    page.append([*titles, KEY_TITLE, "new"])
    for cell in page[1]:
        cell.font = Font(bold=True, color="FFFFFF")
        cell.fill = HEAD
        cell.alignment = Alignment(wrap_text=True, vertical="top")
    for number, row in enumerate(sheet.rows, 2):
        page.append([*(safe(c) if isinstance(c, str) else c for c in row.cells), row.key, "new" if row.new else ""])
        for index, column in enumerate(sheet.columns, 1):
            if column.fill:
                page.cell(number, index).fill = FILL
            elif row.new:
                page.cell(number, index).fill = FRESH
    page.freeze_panes = "B2"
    for index, title in enumerate(titles, 1):
        longest = max([len(title), *(len(str(r.cells[index - 1])) for r in sheet.rows[:200])])
        page.column_dimensions[get_column_letter(index)].width = min(max(longest + 2, 8), 48)
    page.column_dimensions[get_column_letter(len(titles) + 1)].width = 22
    for line in sheet.notes:
        page.append([])
        page.append([safe(line)])


def safe(text: str) -> str:
    """Text that no spreadsheet takes for a formula."""
    clean = "".join(c if c.isprintable() or c == "\n" else " " for c in text)
    return f"'{clean}" if clean.startswith(FORMULA) else clean
