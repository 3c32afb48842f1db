"""A workbook that somebody filled in: whether it may be opened, and what its cells mean as orders.

A file is looked at as a stream before anything of it is unpacked as a whole. Nothing is believed that it says of itself: a member
is read for as long as the limits allow, and every cell, merged range and element is counted. What passes is small enough to be
read by openpyxl at leisure. Orders are read in a process of its own, so little is imported here: neither the database
nor Discord.
"""

import io
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final
from xml.parsers import expat

from openpyxl import load_workbook
from openpyxl.utils import get_column_letter
from openpyxl.utils.cell import range_boundaries

from render.words.safe_text import plain
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.play.notation import parse_order
from rules.cluster_war.play.sheets.workbook import SHEETS, FilledCell, Reading, read_cells
from rules.values import GameError, quoted
from umpire.campaign.sheets.workbook import KEY_TITLE, ORDERS
from umpire.services.nearest import format_refusal

MOST_BYTES: Final = 2_000_000
MOST_MEMBERS: Final = 300
MOST_UNPACKED: Final = 20_000_000
MOST_RATIO: Final = 100
RATIO_FROM: Final = 1_000_000
"""Members that unpack to less may be packed as tightly as they like."""
MOST_CELLS: Final = 200_000
MOST_MERGED: Final = 500
MOST_ELEMENTS: Final = 1_000_000
DEEPEST: Final = 60
CHUNK: Final = 1 << 16
OLD_OFFICE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
MARKUP: Final = b"<\xef\xfe\xff\x00 \t\r\n"
"""What XML may begin with, in any encoding; other members are pictures and the like, which no page is read from."""
PAGES: Final = (".xml", ".rels")
"""How the parts are called that pages are read from. What else looks like XML (a printer's settings, drawings of notes) is
counted for as long as it is XML, and need not be."""
FRESH: Final = "Get a new one with /empire workbook, fill in its yellow cells and send that."
STRANGE: Final = "This is not one of our .xlsx workbooks; get one with /empire workbook and fill it in."
LOCKED: Final = "This workbook has a password; save it as .xlsx without one and send it again."
DAMAGED: Final = f"This workbook is damaged and cannot be read to its end. {FRESH}"
BROKEN: Final = (
    zipfile.BadZipFile, zlib.error, EOFError, OSError, struct.error, expat.ExpatError, ValueError, LookupError,
    OverflowError, NotImplementedError, RuntimeError,
)  # fmt: skip
"""All that the standard library raises for a damaged archive or damaged XML."""
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


def check_workbook(data: bytes) -> None:
    """GameError, in one sentence that says what would be right, unless the file is a workbook of a sensible size."""
    _check_kind(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            entries = packed.infolist()
            _check_entries(entries)
            left = Counter(c=MOST_CELLS, mergeCell=MOST_MERGED, all=MOST_ELEMENTS)
            for entry in entries:
                _check_member(packed, entry, left)
    except BROKEN as wrong:
        raise GameError(DAMAGED) from wrong


def _check_kind(data: bytes) -> None:
    if len(data) > MOST_BYTES:
        raise GameError(f"The file has {len(data)} bytes; a workbook may have {MOST_BYTES}. {FRESH}")
    if not data:
        raise GameError(f"The file is empty. {FRESH}")
    if data.startswith(OLD_OFFICE):
        raise GameError("This is an old .xls file or has a password; save it as .xlsx without one and send it again.")
    if zipfile.is_zipfile(io.BytesIO(data)):
        return
    try:
        is_text = "\0" not in data.decode()
    except UnicodeDecodeError:
        is_text = False
    if is_text:
        raise GameError(
            "This is a text and not one of our .xlsx workbooks; give orders as text one by one with /orders write, or "
            "on the page “orders” of the workbook that /empire workbook gives."
        )
    raise GameError(STRANGE)


def _check_entries(entries: list[zipfile.ZipInfo]) -> None:
    names = {entry.filename for entry in entries}
    if "[Content_Types].xml" not in names:
        open_document = "content.xml" in names and "mimetype" in names
        raise GameError("This is an OpenDocument file; save it as .xlsx and send that." if open_document else STRANGE)
    if len(entries) > MOST_MEMBERS:
        raise GameError(f"The file packs {len(entries)} parts; a workbook has at most {MOST_MEMBERS}. {FRESH}")
    if any(entry.flag_bits & 0x1 for entry in entries):
        raise GameError(LOCKED)
    odd = [entry for entry in entries if entry.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}]
    if odd:
        raise GameError(f"The file is packed in a way that no spreadsheet uses; save it as .xlsx again. {FRESH}")
    bomb = any(e.file_size > RATIO_FROM and e.file_size > MOST_RATIO * max(e.compress_size, 1) for e in entries)
    if bomb or sum(entry.file_size for entry in entries) > MOST_UNPACKED:
        raise GameError(f"The file unpacks to far more than a workbook of ours; it was not opened. {FRESH}")


def _check_member(packed: zipfile.ZipFile, entry: zipfile.ZipInfo, left: Counter[str]) -> None:
    """Read one part as a stream, to its checksum; `left` is how many elements of a kind the file may still have."""
    with packed.open(entry) as part:
        chunk = part.read(CHUNK)
        counter = _Counter(entry.filename, left) if chunk[:1] and chunk[0] in MARKUP else None
        while chunk:
            if counter is not None:
                counter.read(chunk)
            chunk = part.read(CHUNK)
        if counter is not None:
            counter.read(b"")


class _Counter:
    """An XML parser that counts elements and builds nothing."""

    def __init__(self, name: str, left: Counter[str]) -> None:
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._begin
        self._parser.EndElementHandler = self._end
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._is_page = name.lower().endswith(PAGES)
        self._over = False
        self._name = name.rpartition("/")[2]
        self._left = left
        self._depth = 0

    def read(self, chunk: bytes) -> None:
        """Count what the next bytes hold; none: the part is over. ExpatError if a page is no XML."""
        if self._over:
            return
        try:
            self._parser.Parse(chunk, not chunk)
        except expat.ExpatError:
            if self._is_page:
                raise
            self._over = True

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        kind = name.rpartition(":")[2]
        self._depth += 1
        self._left["all"] -= 1
        if kind in {"c", "mergeCell"}:
            self._left[kind] -= 1
        if kind == "mergeCell":
            self._check_range(attributes.get("ref", ""))
        if self._left["c"] < 0:
            raise GameError(f"The workbook has more than {MOST_CELLS} cells in {quoted(self._name)}. {FRESH}")
        if self._left["mergeCell"] < 0:
            raise GameError(f"The workbook has more than {MOST_MERGED} merged ranges; undo the merging. {FRESH}")
        if self._left["all"] < 0 or self._depth > DEEPEST:
            raise GameError(f"The part {quoted(self._name)} of the file is far larger than in a workbook. {FRESH}")

    def _end(self, _: str) -> None:
        self._depth -= 1

    def _check_range(self, ref: str) -> None:
        edges = [edge for edge in range_boundaries(ref) if edge is not None]
        if len(edges) < 4:
            raise GameError(DAMAGED)
        if (edges[2] - edges[0] + 1) * (edges[3] - edges[1] + 1) > MOST_CELLS:
            raise GameError(f"The workbook merges the cells {quoted(ref)} into one; undo the merging. {FRESH}")

    def _doctype(self, *_: object) -> None:
        if self._is_page:
            raise GameError(STRANGE)


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
        return format_refusal(wrong)
    return ""


def _from_cells(readings: Sequence[Reading]) -> list[tuple[str, str, str]]:
    return [(f"{r.cell.sheet} {r.cell.place} “{plain(r.cell.text)}”", r.line, r.error) for r in readings]


def read_workbook(data: bytes) -> tuple[tuple[FilledCell, ...], tuple[tuple[int, str], ...]]:
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


def _filled(page: Rows, name: str) -> Iterator[FilledCell]:
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
                yield FilledCell(name, str(key or ""), fill, str(whole), f"{get_column_letter(index + 1)}{number}")


def _lines(page: Rows) -> Iterator[tuple[int, str]]:
    for number, row in enumerate(page[1:], 2):
        if row and row[0] is not None and str(row[0]).strip():
            yield number, str(row[0]).strip()
