"""A filled-in workbook read back as orders: what each cell was taken for, or why it could not be.

`upload.py` has this done in a process of its own, so little is imported here: neither the database nor Discord.
"""

import io
from collections.abc import Iterator, Sequence
from typing import Any, Final

from openpyxl import load_workbook
from openpyxl.utils import get_column_letter

from render.words.safe_text import plain
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.play.notation.lines import parse_order
from rules.cluster_war.play.sheets.book import SHEETS, Filled, Reading, read_cells
from rules.errors import GameError
from umpire.campaign.sheets.workbook import KEY_TITLE, ORDERS
from umpire.campaign.sheets.workbook_check import DAMAGED, check_workbook
from umpire.services.nearest import worded

MOST_ROWS: Final = 20_000
MOST_COLUMNS: Final = 64
MOST_ORDERS: Final = 500
FILLS: Final = {
    "economics": {"spend CPs": "fund"},
    "fleets": {"move to": "move", "new mission": "mission"},
    "construction": {"build (2 Cruiser) or pay CPs": "build"},
    "officers": {"new post": "post"},
    "operations": {"CPs this turn": "fund"},
    "war": {"new orders for battle": "engage", "raid via": "raid"},
    "forces": {"new orders": "army"},
}
"""Which columns of which page give orders, by their titles."""
Rows = Sequence[tuple[Any, ...]]


def orders_of(data: bytes, names: Names) -> tuple[list[Order], list[str], bool]:
    """Orders of a filled workbook, what was understood cell by cell, and whether every cell was. GameError, in one
    sentence: it is no such file, or damaged."""
    cells, lines = read_workbook(data)
    readings = [*read_cells(names.view, cells)]
    told: list[str] = []
    orders: list[Order] = []
    written = [(f"orders A{number}", text, "") for number, text in lines]
    good = True
    for where, line, unread in (*_from_cells(readings), *written):
        wrong = unread or _take(line, names, orders)
        good = good and not wrong
        told.append(f"✗ {where}: {plain(wrong, 300)}" if wrong else f"✓ {where}: {plain(line, 300)}")
    return orders, told, good


def _take(line: str, names: Names, orders: list[Order]) -> str:
    """Read one line into the orders; "" or why it cannot be read."""
    try:
        orders.append(parse_order(line, names))
    except GameError as wrong:
        return worded(wrong)
    return ""


def _from_cells(readings: Sequence[Reading]) -> list[tuple[str, str, str]]:
    return [(f"{r.cell.sheet} {r.cell.place} “{plain(r.cell.text)}”", r.line, r.error) for r in readings]


def read_workbook(data: bytes) -> tuple[tuple[Filled, ...], tuple[tuple[int, str], ...]]:
    """The filled cells of a workbook and the lines of its orders page by row. GameError: no such file, or too large."""
    check_workbook(data)
    pages = _pages(data)
    cells = [cell for name, rows in pages.items() if name in SHEETS for cell in _filled(rows, name)]
    lines = list(_lines(pages.get(ORDERS, ())))
    if len(cells) + len(lines) > MOST_ORDERS:
        raise GameError(f"The workbook holds {len(cells) + len(lines)} orders; {MOST_ORDERS} are taken at a time.")
    return tuple(cells), tuple(lines)


def _pages(data: bytes) -> dict[str, Rows]:
    """The values of the pages that may give orders, row by row, by the page's name."""
    found: dict[str, Rows] = {}
    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        for name in book.sheetnames:
            if name in SHEETS or name == ORDERS:
                page: Any = book[name]  # the library's types know no page of a workbook that is read as a stream
                page.reset_dimensions()  # which the file may state wrongly
                found[name] = list(page.iter_rows(max_row=MOST_ROWS, max_col=MOST_COLUMNS, values_only=True))
        book.close()
    except MemoryError:
        raise
    except Exception as wrong:
        raise GameError(DAMAGED) from wrong
    return found


def _filled(page: Rows, name: str) -> Iterator[Filled]:
    rows = iter(page)
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


def _lines(page: Rows) -> Iterator[tuple[int, str]]:
    for number, row in enumerate(page[1:], 2):
        if row and row[0] is not None and str(row[0]).strip():
            yield number, str(row[0]).strip()
