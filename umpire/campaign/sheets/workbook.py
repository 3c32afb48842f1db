"""The nine sheets as one .xlsx workbook a player can download, fill in and send back as orders (`workbook_reader.py` reads it).

A hidden page says which campaign, side and turn the file is of, and keeps a short print of each cell as it was written, so that
whatever somebody wrote into the file can be told from what was there.
"""

import io
import zlib
from collections.abc import Sequence
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from rules.cluster_war.play.sheets.holdings import WorkbookSheet
from rules.values import Value

HEAD_FILL = PatternFill("solid", fgColor="1F3A5F")
INPUT_FILL = PatternFill("solid", fgColor="FFF4CC")
NEW_FILL = PatternFill("solid", fgColor="D6F0DD")
ORDERS_SHEET = "orders"
KEY_TITLE = "id (leave as it is)"
FORMULA_PREFIXES = ("=", "+", "-", "@", "\t", "\r")
START_SHEET: Final = "start"
RECORD_SHEET: Final = "as it was"
"""The hidden page: the file's mark in its first row, then a page's name, the number of a row, and the prints of its cells."""
NUMBER_CELL_KIND: Final = "fund"
"""The only kind of yellow cell that holds nothing but a number; the others are text, so that 0412 keeps its zero."""
ORDERS_TITLE: Final = "Orders in players' notation, one a row (see /help notation)"


class Mark(Value):
    """What a workbook was made for: a campaign's id, a side's id, a turn."""

    game: str
    side: str
    turn: int


def write_workbook(sheets: Sequence[WorkbookSheet], campaign: str, side: str, mark: Mark) -> bytes:
    """The sheets as a workbook; yellow cells may be filled in, green rows are new since last turn. `side` is the side's name."""
    book = Workbook()
    first = book.active
    if isinstance(first, Worksheet):
        _cover(first, campaign, side, mark.turn)
    for sheet in sheets:
        _page(book.create_sheet(sheet.id), sheet)
    orders = book.create_sheet(ORDERS_SHEET)
    orders.append([ORDERS_TITLE])
    orders["A1"].font = Font(bold=True)
    orders.column_dimensions["A"].width = 90
    for row in range(2, 42):
        orders.cell(row, 1).fill = INPUT_FILL
        orders.cell(row, 1).number_format = "@"
    _record(book, mark)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def write_overview(sheets: Sequence[WorkbookSheet], campaign: str, turn: int) -> bytes:
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
        "Only yellow cells give orders. A file that you send takes back what the last one of this turn ordered.",
        "Green rows are new since last turn (their last column says “new”).",
    )
    _say(page, lines)


def _say(page: Worksheet, lines: Sequence[str]) -> None:
    page.title = START_SHEET
    for number, text in enumerate(lines, 1):
        page.cell(number, 1, text).font = Font(bold=number == 1, size=14 if number == 1 else 11)
    page.column_dimensions["A"].width = 110


def _page(page: Worksheet, sheet: WorkbookSheet) -> None:
    titles = [c.title for c in sheet.columns]
    page.append([*titles, KEY_TITLE, "new"])
    for cell in page[1]:
        cell.font = Font(bold=True, color="FFFFFF")
        cell.fill = HEAD_FILL
        cell.alignment = Alignment(wrap_text=True, vertical="top")
    for number, row in enumerate(sheet.rows, 2):
        page.append([*(safe(c) if isinstance(c, str) else c for c in row.cells), row.key, "new" if row.new else ""])
        for index, column in enumerate(sheet.columns, 1):
            if column.fill:
                page.cell(number, index).fill = INPUT_FILL
                page.cell(number, index).number_format = "General" if column.fill == NUMBER_CELL_KIND else "@"
            elif row.new:
                page.cell(number, index).fill = NEW_FILL
    page.freeze_panes = "B2"
    for index, title in enumerate(titles, 1):
        longest = max([len(title), *(len(str(r.cells[index - 1])) for r in sheet.rows[:200])])
        page.column_dimensions[get_column_letter(index)].width = min(max(longest + 2, 8), 48)
    page.column_dimensions[get_column_letter(len(titles) + 1)].width = 22
    for line in sheet.notes:
        page.append([])
        page.append([safe(line)])


def _record(book: Workbook, mark: Mark) -> None:
    """The hidden page, about all pages that there are by now."""
    rows: list[list[str | int]] = [[mark.game, mark.side, mark.turn]]
    for name in book.sheetnames:
        for number, row in enumerate(book[name].iter_rows(values_only=True), 1):
            prints = " ".join(print_of(cell_text(value)) for value in row).rstrip(" -")
            rows += [[name, number, prints]] if prints else []
    page = book.create_sheet(RECORD_SHEET)
    page.sheet_state = "veryHidden"
    for line in rows:
        page.append(line)


def cell_text(value: Any) -> str:
    """What a cell shows, with single blanks; spreadsheet programs make 12 of 12.0."""
    whole = int(value) if isinstance(value, float) and value.is_integer() else value
    return "" if whole is None else " ".join(str(whole).split())


def print_of(text: str) -> str:
    """A short print of a cell's text, "-" for an empty one; a program may drop the sign before a formula."""
    bare = text.lstrip("'")
    return f"{zlib.crc32(bare.encode()):x}" if bare else "-"


def safe(text: str) -> str:
    """Text that no spreadsheet takes for a formula."""
    clean = "".join(c if c.isprintable() or c == "\n" else " " for c in text)
    return f"'{clean}" if clean.startswith(FORMULA_PREFIXES) else clean
