"""A workbook that somebody filled in: whether it may be opened, and what its cells mean as orders.

A file is looked at as a stream before anything of it is unpacked as a whole. Nothing is believed that it says of itself: a member
is read for as long as the limits allow, and every cell, merged range and element is counted. What passes is small enough to be
read by openpyxl at leisure. Orders are read in a process of its own, so little is imported here: neither the database
nor Discord.
"""

import io
import re
import struct
import zipfile
import zlib
from collections import Counter
from typing import Any, Final
from xml.parsers import expat

from openpyxl import load_workbook
from openpyxl.utils.cell import column_index_from_string, range_boundaries

from render.words.safe_text import plain
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.sheets.workbook import read_cells
from rules.values import GameError, Value, changed, quoted
from umpire.campaign.sheets.workbook import Mark
from umpire.campaign.sheets.workbook_edits import PageAsSent, Place, Rows, Written, written_in

MOST_BYTES: Final = 2_000_000
MOST_MEMBERS: Final = 300
MOST_UNPACKED: Final = 20_000_000
MOST_RATIO: Final = 100
RATIO_FROM: Final = 1_000_000
"""Members that unpack to less may be packed as tightly as they like."""
MOST_CELLS: Final = 200_000
MOST_MERGED: Final = 500
MOST_ELEMENTS: Final = 1_000_000
DEEPEST_XML: Final = 60
CHUNK_BYTES: Final = 1 << 16
OLD_OFFICE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
MARKUP: Final = b"<\xef\xfe\xff\x00 \t\r\n"
"""What XML may begin with, in any encoding; other members are pictures and the like, which no page is read from."""
PAGE_SUFFIXES: Final = (".xml", ".rels")
"""How the parts are called that pages are read from. What else looks like XML (a printer's settings, drawings of notes) is
counted for as long as it is XML, and need not be."""
GET_A_NEW_ONE: Final = "Get a new one with /empire workbook, fill in its yellow cells and send that."
NOT_OUR_WORKBOOK: Final = "This is not one of our .xlsx workbooks; get one with /empire workbook and fill it in."
WORKBOOK_LOCKED: Final = "This workbook has a password; save it as .xlsx without one and send it again."
IS_DAMAGED: Final = f"This workbook is damaged and cannot be read to its end. {GET_A_NEW_ONE}"
DAMAGE_ERRORS: Final = (
    zipfile.BadZipFile, zlib.error, EOFError, OSError, struct.error, expat.ExpatError, ValueError, LookupError,
    OverflowError, NotImplementedError, RuntimeError,
)  # fmt: skip
"""All that the standard library raises for a damaged archive or damaged XML."""
MOST_ROWS: Final = 20_000
MOST_COLUMNS: Final = 64
MOST_ORDERS: Final = 500
MOST_FAR: Final = 20
CELL_NAME: Final = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
CELL_CONTENT_TAGS: Final = frozenset({"v", "is", "f"})
"""Parts of a cell that hold something; a cell without them has a colour at most."""
NOTES_NOT_READ: Final = "Notes beside cells are not read. Write orders into the cells."


class WorkbookLine(Value):
    """Something written into a workbook: where, the line of notation that it means, or why it means none."""

    place: str
    line: str
    wrong: str = ""


class FilledWorkbook(Value):
    """What was written into a workbook: its mark (None if it has none), lines, and sentences about all that is not read."""

    mark: Mark | None
    lines: tuple[WorkbookLine, ...]
    unread: tuple[str, ...] = ()


def check_workbook(data: bytes) -> tuple[bool, tuple[str, ...]]:
    """Whether the file has formulas, and sentences about what no page is read for; GameError, in one sentence that says what
    would be right, unless the file is a workbook of a sensible size."""
    _check_kind(data)
    far: list[str] = []
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            entries = packed.infolist()
            _check_entries(entries)
            left = Counter(c=MOST_CELLS, mergeCell=MOST_MERGED, all=MOST_ELEMENTS)
            for entry in entries:
                _check_member(packed, entry, left, far)
    except DAMAGE_ERRORS as wrong:
        raise GameError(IS_DAMAGED) from wrong
    notes = any("comments" in entry.filename.casefold() for entry in entries)
    unread = (
        [f"Not read: {', '.join(far[:MOST_FAR])}. A table ends at row {MOST_ROWS}, column {MOST_COLUMNS}."]
        if far
        else []
    )
    return left["f"] < 0, (*unread, *((NOTES_NOT_READ,) if notes else ()))


def _check_kind(data: bytes) -> None:
    if len(data) > MOST_BYTES:
        raise GameError(f"The file has {len(data)} bytes; a workbook may have {MOST_BYTES}. {GET_A_NEW_ONE}")
    if not data:
        raise GameError(f"The file is empty. {GET_A_NEW_ONE}")
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
    raise GameError(NOT_OUR_WORKBOOK)


def _check_entries(entries: list[zipfile.ZipInfo]) -> None:
    names = {entry.filename for entry in entries}
    if "[Content_Types].xml" not in names:
        open_document = "content.xml" in names and "mimetype" in names
        raise GameError(
            "This is an OpenDocument file; save it as .xlsx and send that." if open_document else NOT_OUR_WORKBOOK
        )
    if len(entries) > MOST_MEMBERS:
        raise GameError(f"The file packs {len(entries)} parts; a workbook has at most {MOST_MEMBERS}. {GET_A_NEW_ONE}")
    if any(entry.flag_bits & 0x1 for entry in entries):
        raise GameError(WORKBOOK_LOCKED)
    odd = [entry for entry in entries if entry.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}]
    if odd:
        raise GameError(
            f"The file is packed in a way that no spreadsheet uses; save it as .xlsx again. {GET_A_NEW_ONE}"
        )
    bomb = any(e.file_size > RATIO_FROM and e.file_size > MOST_RATIO * max(e.compress_size, 1) for e in entries)
    if bomb or sum(entry.file_size for entry in entries) > MOST_UNPACKED:
        raise GameError(f"The file unpacks to far more than our workbooks; it was not opened. {GET_A_NEW_ONE}")


def _check_member(packed: zipfile.ZipFile, entry: zipfile.ZipInfo, left: Counter[str], far: list[str]) -> None:
    """Read one part as a stream, to its checksum; `left` is how many elements of a kind the file may still have, `far` collects
    cells that hold something where no page is read."""
    with packed.open(entry) as part:
        chunk = part.read(CHUNK_BYTES)
        counter = _Counter(entry.filename, left, far) if chunk[:1] and chunk[0] in MARKUP else None
        while chunk:
            if counter is not None:
                counter.read(chunk)
            chunk = part.read(CHUNK_BYTES)
        if counter is not None:
            counter.read(b"")


class _Counter:
    """An XML parser that counts elements and builds nothing."""

    def __init__(self, name: str, left: Counter[str], far: list[str]) -> None:
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._begin
        self._parser.EndElementHandler = self._end
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._is_page = name.lower().endswith(PAGE_SUFFIXES)
        self._over = False
        self._name = name.rpartition("/")[2]
        self._left = left
        self._far = far
        self._cell = ""
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
        if kind in {"c", "mergeCell", "f"}:
            self._left[kind] -= 1
        if kind == "c":
            self._cell = attributes.get("r", "")
        elif kind in CELL_CONTENT_TAGS and self._cell and _is_far(self._cell) and len(self._far) < MOST_FAR:
            self._far.append(f"{self._cell} in {self._name}")
            self._cell = ""
        if kind == "mergeCell":
            self._check_range(attributes.get("ref", ""))
        if self._left["c"] < 0:
            raise GameError(f"The workbook has more than {MOST_CELLS} cells in {quoted(self._name)}. {GET_A_NEW_ONE}")
        if self._left["mergeCell"] < 0:
            raise GameError(
                f"The workbook has more than {MOST_MERGED} merged ranges; undo the merging. {GET_A_NEW_ONE}"
            )
        if self._left["all"] < 0 or self._depth > DEEPEST_XML:
            raise GameError(
                f"The part {quoted(self._name)} of the file is far larger than in a workbook. {GET_A_NEW_ONE}"
            )

    def _end(self, _: str) -> None:
        self._depth -= 1

    def _check_range(self, ref: str) -> None:
        edges = [edge for edge in range_boundaries(ref) if edge is not None]
        if len(edges) < 4:
            raise GameError(IS_DAMAGED)
        if (edges[2] - edges[0] + 1) * (edges[3] - edges[1] + 1) > MOST_CELLS:
            raise GameError(f"The workbook merges the cells {quoted(ref)} into one; undo the merging. {GET_A_NEW_ONE}")

    def _doctype(self, *_: object) -> None:
        if self._is_page:
            raise GameError(NOT_OUR_WORKBOOK)


def _is_far(ref: str) -> bool:
    found = CELL_NAME.fullmatch(ref)
    if found is None:
        return False
    return int(found[2]) > MOST_ROWS or column_index_from_string(found[1]) > MOST_COLUMNS


def filled_workbook(data: bytes, view: View) -> FilledWorkbook:
    """What somebody wrote into a workbook, as lines of notation. GameError, in one sentence: it is no such file, or damaged."""
    written = read_workbook(data)
    told = [
        WorkbookLine(f"{r.cell.sheet} {r.cell.place} “{plain(r.cell.text)}”", r.line, r.error)
        for r in read_cells(view, written.cells)
    ]
    told += [WorkbookLine(place, line) for place, line in written.lines]
    told += [WorkbookLine(f"{place} “{plain(text)}”" if text else place, "", why) for place, text, why in written.wrong]
    return FilledWorkbook(written.mark, tuple(told), written.unread)


def read_workbook(data: bytes) -> Written:
    """What was written into a workbook. GameError: no such file, or too large."""
    has_formulas, unread = check_workbook(data)
    written = written_in(_pages(data, has_formulas=has_formulas))
    many = len(written.cells) + len(written.lines)
    if many > MOST_ORDERS:
        raise GameError(f"The workbook holds {many} orders; {MOST_ORDERS} are taken at a time.")
    return changed(written, unread=(*written.unread, *unread))


def _pages(data: bytes, *, has_formulas: bool) -> dict[str, PageAsSent]:
    """The pages of a workbook by their names."""
    try:
        values = _rows(data, results=True)
        formulas = _rows(data, results=False) if has_formulas else {}
    except MemoryError:
        raise
    except Exception as wrong:
        raise GameError(IS_DAMAGED) from wrong
    return {name: PageAsSent(rows, _empty_formulas(rows, formulas.get(name, ()))) for name, rows in values.items()}


def _rows(data: bytes, *, results: bool) -> dict[str, Rows]:
    """What the cells of each page hold, row by row: of formulas their results, or themselves."""
    found: dict[str, Rows] = {}
    book = load_workbook(io.BytesIO(data), read_only=True, data_only=results, keep_links=False)
    for sheet in book.worksheets:
        page: Any = sheet  # the library's types know no page of a workbook that is read as a stream
        page.reset_dimensions()  # which the file may state wrongly
        found[page.title] = list(page.iter_rows(max_row=MOST_ROWS, max_col=MOST_COLUMNS, values_only=True))
    book.close()
    return found


def _empty_formulas(results: Rows, formulas: Rows) -> frozenset[Place]:
    """Where a formula stands that has no result."""
    return frozenset(
        (number, at)
        for number, (row, known) in enumerate(zip(formulas, results, strict=False), 1)
        for at, formula in enumerate(row, 1)
        if formula is not None and (at > len(known) or known[at - 1] is None)
    )
