"""The nine sheets as one .xlsx workbook a player can download, fill in and send back as orders."""

import io
import zipfile
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import ParseError

from openpyxl import Workbook, load_workbook
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.utils.exceptions import InvalidFileException
from openpyxl.worksheet.worksheet import Worksheet

from rules.cluster_war.sheets.book import BUILDERS, Filled
from rules.cluster_war.sheets.types import Sheet
from rules.errors import GameError

MOST_BYTES = 2_000_000
MOST_UNPACKED = 40_000_000
MOST_ROWS = 20_000
MOST_CELLS = 500
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


def _cover(page: Worksheet, campaign: str, side: str, turn: int) -> None:
    page.title = "start"
    lines = (
        f"{safe(campaign)}: {safe(side)}, turn {turn}",
        "Fill in yellow cells and send the file back with /orders upload; every cell that cannot be read is explained.",
        "Green rows are new since last turn (their last column says “new”).",
    )
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


def read_workbook(data: bytes) -> tuple[tuple[Filled, ...], tuple[tuple[int, str], ...]]:
    """The filled cells of a workbook and the lines of its orders page by row. GameError: no such file, or too large."""
    if len(data) > MOST_BYTES:
        raise GameError(f"The file has {len(data)} bytes; a workbook may have {MOST_BYTES}.")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(entry.file_size for entry in packed.infolist()) > MOST_UNPACKED:
                raise GameError("The file unpacks to far more than a workbook of ours; it was not opened.")
        book = load_workbook(io.BytesIO(data), read_only=False, data_only=True, keep_links=False)
    except (zipfile.BadZipFile, InvalidFileException, KeyError, ValueError, OSError, ParseError) as wrong:
        raise GameError(
            "This is not one of our .xlsx workbooks; get one with /empire workbook and fill it in."
        ) from wrong
    cells = [cell for name in book.sheetnames if name in BUILDERS for cell in _filled(book[name], name)]
    lines = list(_lines(book[ORDERS])) if ORDERS in book.sheetnames else []
    if len(cells) + len(lines) > MOST_CELLS:
        raise GameError(f"The workbook holds {len(cells) + len(lines)} orders; {MOST_CELLS} are taken at a time.")
    return tuple(cells), tuple(lines)


FILLS = {
    "economics": {"spend CPs": "fund"},
    "fleets": {"move to": "move", "new mission": "mission"},
    "construction": {"build (2 Cruiser) or pay CPs": "build"},
}
"""Which columns of which page give orders, by their titles."""


def _filled(page: Worksheet, name: str) -> Iterator[Filled]:
    rows = page.iter_rows(max_row=min(page.max_row, MOST_ROWS), values_only=True)
    titles = [str(t) if t is not None else "" for t in next(rows, ())]
    if KEY_TITLE not in titles:
        return
    at = titles.index(KEY_TITLE)
    wanted = [(i, FILLS[name][t]) for i, t in enumerate(titles) if t in FILLS.get(name, {})]
    for number, row in enumerate(rows, 2):
        key = row[at] if at < len(row) else None
        for index, fill in wanted:
            value = row[index] if index < len(row) else None
            if value is not None and str(value).strip():
                whole = int(value) if isinstance(value, float) and value.is_integer() else value
                yield Filled(name, str(key or ""), fill, str(whole), f"{get_column_letter(index + 1)}{number}")


def _lines(page: Worksheet) -> Iterator[tuple[int, str]]:
    rows = page.iter_rows(min_row=2, max_row=min(page.max_row, MOST_ROWS), max_col=1, values_only=True)
    for number, row in enumerate(rows, 2):
        if row and row[0] is not None and str(row[0]).strip():
            yield number, str(row[0]).strip()
