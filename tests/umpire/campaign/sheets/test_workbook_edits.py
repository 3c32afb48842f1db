"""Whatever a person writes into a workbook is read as an order, or named in the answer."""

import io
from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook
from openpyxl.comments import Comment
from openpyxl.worksheet.worksheet import Worksheet

from rules.cluster_war.play.sheets.workbook import all_sheets
from rules.cluster_war.turn.views.side_views import view_for
from tests.rules.cluster_war.play.sheets.test_sheets import position
from tests.rules.cluster_war.play.sheets.test_warfare import at_war
from tests.umpire.campaign.sheets.hostile_books import saved
from umpire.campaign.sheets.workbook import KEY_TITLE, RECORD_SHEET, Mark, write_workbook
from umpire.campaign.sheets.workbook_reader import FilledWorkbook, filled_workbook

VIEW = view_for(position(), "humans")
MARK: Final = Mark("c1", "humans", VIEW.turn)
FRESH: Final = write_workbook(all_sheets(VIEW), "The Long Night", "Human Union", MARK)
WAR: Final = write_workbook(all_sheets(at_war()), "The Long Night", "Human Union", MARK)
PAGES: Final = tuple(name for name in load_workbook(io.BytesIO(FRESH)).sheetnames if name != RECORD_SHEET)


def book_of(data: bytes = FRESH) -> Workbook:
    return load_workbook(io.BytesIO(data))


def read(book: Workbook) -> FilledWorkbook:
    return filled_workbook(saved(book), VIEW)


def answer(filled: FilledWorkbook) -> str:
    """All that is told of a workbook."""
    return "\n".join((*(f"{line.place} {line.line} {line.wrong}" for line in filled.lines), *filled.unread))


def column(page: Worksheet, title: str) -> int:
    return [cell.value for cell in page[1]].index(title) + 1


def test_an_untouched_workbook_orders_nothing_and_is_told_of_nothing() -> None:
    for data in (FRESH, WAR):
        assert read(book_of(data)) == FilledWorkbook(MARK, ())


def shifted(page: Worksheet) -> None:
    page.insert_rows(1)


def untitled(page: Worksheet) -> None:
    page.delete_rows(1)


def keyless(page: Worksheet) -> None:
    titles = [cell.value for cell in page[1]]
    if KEY_TITLE in titles:
        page.delete_cols(titles.index(KEY_TITLE) + 1)


def widened(page: Worksheet) -> None:
    page.insert_cols(1)


def renamed(page: Worksheet) -> None:
    page.title = f"{page.title.upper()} "[:-1]


def called_otherwise(page: Worksheet) -> None:
    page.title = f"my {page.title}"


def turned(page: Worksheet) -> None:
    """The rows below the titles in the opposite order, as a sort would leave them."""
    rows = [[cell.value for cell in row] for row in page.iter_rows(min_row=2)]
    for number, row in enumerate(reversed(rows), 2):
        for at, value in enumerate(row, 1):
            page.cell(number, at).value = value


CHANGES: Final[tuple[Callable[[Worksheet], None], ...]] = (
    shifted, untitled, keyless, widened, renamed, called_otherwise, turned,
)  # fmt: skip


@st.composite
def writings(draw: st.DrawFn) -> tuple[str, int, int, str]:
    """A page, a row and a column, and what is written there."""
    return (
        draw(st.sampled_from(PAGES)),
        draw(st.integers(1, 30)),
        draw(st.integers(1, 14)),
        draw(st.sampled_from(("move", "0412", "25", "note", "=SUM", "'quoted", "Größe", "a\nb"))),
    )


@settings(max_examples=20)
@given(
    st.lists(writings(), min_size=1, max_size=5, unique_by=lambda one: one[:3]),
    st.lists(st.tuples(st.sampled_from(PAGES), st.sampled_from(CHANGES)), max_size=2),
)
def test_every_text_that_is_written_anywhere_is_read_or_named(
    written: list[tuple[str, int, int, str]], changes: list[tuple[str, Callable[[Worksheet], None]]]
) -> None:
    book = book_of()
    for page, change in changes:
        if page in book.sheetnames:
            change(book[page])
    marks = []
    for number, (page, row, at, text) in enumerate(written):
        if page in book.sheetnames:
            mark = f"zq{number}x"
            book[page].cell(row, at).value = f"{text} {mark}"
            book[page].cell(row, at).data_type = "s"
            marks.append(mark)
    told = answer(read(book))
    for mark in marks:
        assert mark in told, (written, changes)


@settings(max_examples=8)
@given(st.sampled_from(PAGES), st.integers(1, 20), st.integers(1, 12))
def test_every_formula_without_a_result_is_named(page: str, row: int, at: int) -> None:
    book = book_of()
    cell = book[page].cell(row, at)
    cell.value = "=1+1"
    assert f"{page} {cell.coordinate} " in answer(read(book))
    assert "formula has no result" in answer(read(book))


@pytest.mark.parametrize("change", [shifted, widened, renamed, called_otherwise, turned])
def test_a_page_that_was_moved_about_still_gives_its_orders(change: Callable[[Worksheet], None]) -> None:
    book = book_of()
    page = book["fleets"]
    at = column(page, "move to")
    page.cell(2, at).value = "0412"
    key = page.cell(2, column(page, KEY_TITLE)).value
    change(page)
    assert f'move "{key}" to 0412' in [line.line for line in read(book).lines]


@pytest.mark.parametrize("title", ["move to ", "Move to", "MOVE  TO", "\u00a0move to"])
def test_titles_are_compared_without_capitals_and_blanks(title: str) -> None:
    book = book_of()
    page = book["fleets"]
    at = column(page, "move to")
    page.cell(1, at).value = title
    page.cell(2, at).value = "0412"
    filled = read(book)
    assert [line.line.rpartition(" ")[2] for line in filled.lines] == ["0412"]


@pytest.mark.parametrize(
    ("typed", "reads"), [(837, "0837"), (837.0, "0837"), (1936, "1936"), ("837, 936", "0837, 0936"), ("0837", "0837")]
)
@pytest.mark.rule("CW-18.0-12")
def test_a_hex_that_lost_its_zero_in_a_spreadsheet_program_is_read_with_it(typed: str | float, reads: str) -> None:
    book = book_of()
    page = book["fleets"]
    page.cell(2, column(page, "move to")).value = typed
    assert [line.line.partition(" to ")[2] for line in read(book).lines] == [reads]


def test_yellow_cells_for_hexes_are_text_so_that_no_program_takes_the_zero() -> None:
    page = book_of()["fleets"]
    assert page.cell(2, column(page, "move to")).number_format == "@"
    economics = book_of()["economics"]
    assert economics.cell(2, column(economics, "spend CPs")).number_format == "General"


def test_an_order_over_the_title_in_column_b_or_with_others_in_one_cell_is_read() -> None:
    book = book_of()
    page = book["orders"]
    page["A1"], page["B3"], page["A5"] = 'ask "one"', 'ask "two"', 'ask "three"\nask "four"\n'
    page["A6"], page["A7"] = "ask “five\nand six”", 'ask "seven,\r\nor eight"'
    assert [line.line for line in read(book).lines] == [
        'ask "one"', 'ask "two"', 'ask "three"', 'ask "four"', 'ask "five and six"', 'ask "seven, or eight"',
    ]  # fmt: skip


def test_what_is_typed_into_a_white_column_is_named_with_the_yellow_one_that_is_meant() -> None:
    book = book_of()
    page = book["fleets"]
    page.cell(2, column(page, "mission")).value = "patrol"
    (told,) = read(book).unread
    assert "“patrol”" in told
    assert "“new mission”" in told


def test_a_note_a_cell_far_out_and_a_missing_page_are_named() -> None:
    book = book_of()
    book["fleets"]["A2"].comment = Comment("move this one home", "Ada")
    book["fleets"].cell(30_000, 2).value = "far away"
    book["fleets"].cell(2, 90).value = "far right"
    del book["treaties"]
    told = answer(read(book))
    assert "Notes beside cells are not read" in told
    assert "B30000" in told
    assert "CL2" in told
    assert "“treaties” is missing" in told


def test_a_file_that_lost_its_record_says_so_and_still_gives_its_orders() -> None:
    book = book_of()
    del book[RECORD_SHEET]
    book["orders"]["A2"] = 'ask "May we pass?"'
    filled = read(book)
    assert filled.mark is None
    assert [line.line for line in filled.lines] == ['ask "May we pass?"']
    assert "lost its record" in answer(filled)
