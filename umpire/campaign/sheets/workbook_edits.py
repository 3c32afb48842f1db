"""What somebody wrote into a workbook: the yellow cells that give orders, and all else that differs from the file as it was.

Nothing that a person wrote is passed over: a cell is read as an order, or named with the reason why it is not.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from openpyxl.utils import get_column_letter

from render.words.safe_text import plain
from rules.cluster_war.play.sheets.workbook import SHEETS, FilledCell
from rules.typed_text import straight
from rules.values import Value
from umpire.campaign.sheets.workbook import (
    KEY_TITLE,
    ORDERS_SHEET,
    ORDERS_TITLE,
    RECORD_SHEET,
    Mark,
    cell_text,
    print_of,
)

ORDER_COLUMNS: Final[Mapping[str, Mapping[str, str]]] = {
    "economics": {"spend CPs": "fund"},
    "fleets": {"move to": "move", "new mission": "mission"},
    "construction": {"build (2 Cruiser) or pay CPs": "build"},
    "officers": {"new post": "post"},
    "operations": {"CPs this turn": "fund"},
    "war": {"new orders for battle": "engage", "raid via": "raid"},
    "forces": {"new orders": "army"},
}
"""Which columns of which page give orders, by their titles."""
MOST_TITLES: Final = 30
"""Titles are looked for in so many rows from the top."""
CELLS_SHOWN: Final = 12
"""Of the cells of one page that are not read for the same reason, so many are shown."""
HEX_CELL_KINDS: Final = frozenset({"move", "raid"})
HEX_DIGITS: Final = 4
ONLY_HEXES: Final = re.compile(r"[0-9,; ]+")
NO_RESULT: Final = (
    "This formula has no result in the file. Open it in a spreadsheet program, save it and send it again."
)
NO_KEYS: Final = (
    f"The title “{KEY_TITLE}” of this page is gone, so I cannot tell what this row is about. Write it back."
)
NO_ROW: Final = "There is nothing in this row that it could be about."
Rows: TypeAlias = Sequence[Sequence[Any]]
Place: TypeAlias = tuple[int, int]
"""A row and a column, both from 1."""


class PageAsSent(Value):
    """A page as it came: values row by row, and the places of formulas that have no result."""

    rows: Any
    empty_formulas: frozenset[Place] = frozenset()


class Written(Value):
    """What was written into a workbook: cells that order, lines of the orders page by their cell, cells that could be read but
    for one reason (place, text, why), and sentences about all that is not read. `mark` is None if the file has none."""

    mark: Mark | None
    cells: tuple[FilledCell, ...]
    lines: tuple[tuple[str, str], ...]
    wrong: tuple[tuple[str, str, str], ...]
    unread: tuple[str, ...]


def written_in(pages: Mapping[str, PageAsSent]) -> Written:
    """What was written into these pages, which are named as in the file."""
    record = next((page for name, page in pages.items() if _same(name, RECORD_SHEET)), None)
    mark, known = _recorded(record.rows if record is not None else ())
    cells: list[FilledCell] = []
    lines: list[tuple[str, str]] = []
    wrong: list[tuple[str, str, str]] = []
    unread: list[str] = []
    met: set[str] = set()
    for name, sent in pages.items():
        if sent is record:
            continue
        sheet = _identified(name, sent.rows, known, met)
        page = _WorkbookPage(sheet or name, sent, known.get(sheet, ()), is_known=bool(sheet))
        met.add(sheet)
        if sheet == ORDERS_SHEET:
            lines += page.lines()
        else:
            cells += page.filled()
        wrong += page.wrong()
        unread += page.unread() if known else []
    unread += [f"The page “{name}” is missing, so nothing on it was read." for name in known if name not in met]
    if not known:
        unread.append(
            "This file has lost its record of how it was, so I looked at yellow cells and the page “orders” alone."
        )
    return Written(mark, tuple(cells), tuple(lines), tuple(wrong), tuple(unread))


class _WorkbookPage:
    """One page of a workbook; every cell of it ends up in one of the lists."""

    def __init__(self, name: str, sent: PageAsSent, was: Rows, *, is_known: bool) -> None:
        self._name = name
        self._texts = {
            (number, at): text
            for number, row in enumerate(sent.rows, 1)
            for at, value in enumerate(row, 1)
            if (text := cell_text(value))
        }
        self._was = {
            (number, at): cell for number, row in enumerate(was, 1) for at, cell in enumerate(row, 1) if cell != "-"
        }
        self._whole = sent.rows
        self._no_result = sent.empty_formulas
        self._is_known = is_known
        self._head, self._fills = _titles(self._texts, name)
        self._key = next(
            (at for (row, at), text in self._texts.items() if row == self._head and _same(text, KEY_TITLE)), 0
        )
        self._read: set[Place] = set()
        self._changed = self._changes()

    def filled(self) -> Iterator[FilledCell]:
        """The yellow cells that somebody filled in, if the page's rows can be told apart."""
        for place, text in self._yellow():
            key = self._texts.get((place[0], self._key), "")
            if self._key and key:
                self._read.add(place)
                fill = self._fills[place[1]]
                yield FilledCell(
                    self._name, key, fill, hexes_in(text) if fill in HEX_CELL_KINDS else text, _cell(place)
                )

    def lines(self) -> Iterator[tuple[str, str]]:
        """The orders of the page of orders, by their cells: any cell but its title is one."""
        for place, text in sorted(self._texts.items()):
            self._read.add(place)
            if not _same(text, ORDERS_TITLE):
                for line in lines_in(str(self._whole[place[0] - 1][place[1] - 1])):
                    yield f"{self._name} {_cell(place)}", line

    def wrong(self) -> Iterator[tuple[str, str, str]]:
        """Yellow cells that cannot be read at all, and formulas without a result, each with the reason."""
        for place, text in self._yellow():
            if place in self._changed and place not in self._read:
                self._read.add(place)
                yield f"{self._name} {_cell(place)}", text, NO_ROW if self._key else NO_KEYS
        for place in sorted(self._no_result):
            yield f"{self._name} {_cell(place)}", "", NO_RESULT

    def unread(self) -> Iterator[str]:
        """Sentences about cells that are not as they were and give no order."""
        if self._name == ORDERS_SHEET:
            return
        found: dict[str, list[Place]] = {}
        for place in self._changed:
            if place in self._read:
                continue
            found.setdefault(self._why(place), []).append(place)
        for why, places in found.items():
            shown = ", ".join(f"{_cell(place)} “{plain(self._texts[place], 60)}”" for place in places[:CELLS_SHOWN])
            more = f" and {len(places) - CELLS_SHOWN} more" if len(places) > CELLS_SHOWN else ""
            yield f"Not read: {self._name} {shown}{more}. {why}"

    def _yellow(self) -> Iterator[tuple[Place, str]]:
        for (row, at), text in sorted(self._texts.items()):
            if row > self._head and at in self._fills:
                yield (row, at), text

    def _changes(self) -> tuple[Place, ...]:
        """The cells that hold something else than when the file was made; rows and columns may have been moved."""
        prints = {place: print_of(text) for place, text in self._texts.items()}
        titles = {at: cell for (row, at), cell in self._was.items() if row == 1}
        key_was = next((at for at, cell in titles.items() if cell == print_of(KEY_TITLE)), 0)
        rows_was = _single((cell, row) for (row, at), cell in self._was.items() if at == key_was and row > 1)
        column_was = _single((cell, at) for at, cell in titles.items())
        columns = {at: cell for (row, at), cell in prints.items() if row == self._head}
        left, loose = Counter(self._was.values()), []
        for place, cell in sorted(prints.items()):
            row_was = rows_was.get(prints.get((place[0], self._key), ""), 0) if place[0] > self._head else 0
            at = column_was.get(columns.get(place[1], ""), 0)
            if self._was.get((row_was, at) if row_was and at else place) == cell and left[cell]:
                left[cell] -= 1
            else:
                loose.append((place, cell, bool(row_was and at)))
        found = []
        for place, cell, is_placed in loose:
            if is_placed or not left[cell]:
                found.append(place)
            else:
                left[cell] -= 1
        return tuple(found)

    def _why(self, place: Place) -> str:
        if not self._is_known:
            return f"I know no page “{plain(self._name)}”. Write orders on the page “{ORDERS_SHEET}”."
        if self._name not in ORDER_COLUMNS:
            return f"This page is only for reading. Write orders on the page “{ORDERS_SHEET}”."
        titles = " or ".join(f"“{title}”" for title in ORDER_COLUMNS[self._name])
        return f"Only yellow cells below the title {titles} give orders here."


def lines_in(text: str) -> list[str]:
    """The orders of one cell, a line each; a text in quotes may go on over lines."""
    lines = [" ".join(line.split()) for line in straight(text).splitlines() if line.strip()]
    return [" ".join(lines)] if any(line.count('"') % 2 for line in lines) else lines


def hexes_in(text: str) -> str:
    """Hexes with the zeros back that a spreadsheet program took from them: 412 is 0412."""
    return re.sub(r"\d+", lambda found: found[0].zfill(HEX_DIGITS), text) if ONLY_HEXES.fullmatch(text) else text


def _titles(texts: Mapping[Place, str], name: str) -> tuple[int, dict[int, str]]:
    """The row of a page's titles, and what its columns order; row 0 where there are no titles of this page."""
    known = {_plain(title): fill for title, fill in ORDER_COLUMNS.get(name, {}).items()}
    rows: dict[int, dict[int, str]] = {}
    for (row, at), text in sorted(texts.items()):
        if row > MOST_TITLES:
            break
        if _plain(text) in known and known[_plain(text)] not in rows.setdefault(row, {}).values():
            rows[row][at] = known[_plain(text)]
        elif _same(text, KEY_TITLE):
            rows.setdefault(row, {})
    best = max(rows, key=lambda row: len(rows[row]), default=0)
    return best, rows.get(best, {})


def _identified(name: str, rows: Rows, known: Mapping[str, Rows], met: set[str]) -> str:
    """Which of our pages this is, by its name or else by its titles; "" if it is none, or one that was there already."""
    ours = [one for one in (*known, *SHEETS, ORDERS_SHEET) if one not in met]
    by_name = next((one for one in ours if _same(one, name)), "")
    if by_name:
        return by_name
    texts = {_plain(cell_text(value)) for row in rows[:MOST_TITLES] for value in row}
    if _plain(ORDERS_TITLE) in texts and ORDERS_SHEET in ours:
        return ORDERS_SHEET
    return next((one for one in ours if one in ORDER_COLUMNS and {_plain(t) for t in ORDER_COLUMNS[one]} <= texts), "")


def _recorded(rows: Rows) -> tuple[Mark | None, dict[str, list[list[str]]]]:
    """The mark of a file, and its pages as they were: prints row by row."""
    pages: dict[str, list[list[str]]] = {}
    first = [cell_text(value) for value in (rows[0] if rows else ())[:3]]
    mark = Mark(first[0], first[1], int(first[2])) if len(first) == 3 and first[2].isdecimal() else None
    for row in rows[1:]:
        name, number, prints = (*(cell_text(value) for value in row[:3]), "", "", "")[:3]
        if name and number.isdecimal() and prints:
            page = pages.setdefault(name, [])
            page += [[] for _ in range(min(int(number), 100_000) - len(page))]
            page[int(number) - 1 : int(number)] = [prints.split()]
    return mark, pages


def _single(pairs: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Numbers by the prints that occur once; of others nobody can say which is meant."""
    found = list(pairs)
    often = Counter(cell for cell, _ in found)
    return {cell: number for cell, number in found if often[cell] == 1}


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _same(text: str, other: str) -> bool:
    return _plain(text) == _plain(other)


def _cell(place: Place) -> str:
    return f"{get_column_letter(place[1])}{place[0]}"
