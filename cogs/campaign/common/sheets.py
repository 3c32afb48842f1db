"""Sheets as text, and a filled workbook read back: what each cell was taken for, or why it could not be."""

from collections.abc import Sequence

from render.canvas.safe_text import plain
from rules.cluster_war.notation.lines import parse_order
from rules.cluster_war.orders.names import Names
from rules.cluster_war.orders.order import Order
from rules.cluster_war.sheets.book import Reading, read_cells
from rules.cluster_war.sheets.types import Sheet
from rules.errors import GameError
from umpire.campaign.sheets.workbook import read_workbook


def sheet_text(sheet: Sheet) -> str:
    """A sheet as lines; empty cells are left out, new rows marked."""
    lines = [f"### {sheet.title}"]
    for row in sheet.rows:
        cells = [
            f"{column.title} {plain(str(cell))}" if index else f"**{plain(str(cell))}**"
            for index, (column, cell) in enumerate(zip(sheet.columns, row.cells, strict=True))
            if cell != "" and not column.fill
        ]
        lines.append(("**new** " if row.new else "") + " · ".join(cells))
    if not sheet.rows:
        lines.append("Nothing to show yet.")
    lines += [f"-# {note}" for note in sheet.notes]
    return "\n".join(lines)


def read_upload(data: bytes, names: Names) -> tuple[list[Order], list[str], bool]:
    """Orders of a filled workbook, what was understood cell by cell, and whether every cell was."""
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
        return str(wrong)
    return ""


def _from_cells(readings: Sequence[Reading]) -> list[tuple[str, str, str]]:
    return [(f"{r.cell.sheet} {r.cell.place} “{plain(r.cell.text)}”", r.line, r.error) for r in readings]
