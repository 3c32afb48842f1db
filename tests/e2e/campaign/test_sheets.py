"""The nine sheets through the bot: read, downloaded, filled in, sent back; and /find. Nothing of others in any of them."""

import asyncio
import io
import re
import shutil
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.play.sheets.workbook import BUILDERS
from rules.values import GameError
from storage import orders
from storage.orders import rows_in_force
from tests.e2e.kit import CHANNEL, Table
from tests.needs import Need, missing
from tests.umpire.campaign.sheets.hostile_books import merged, with_header_bits
from umpire.campaign.sheets.workbook import Mark, write_workbook
from umpire.campaign.sheets.workbook_reader import MOST_BYTES, read_workbook


def saved(book: Workbook) -> bytes:
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


async def test_sheets_are_read_downloaded_filled_in_and_sent_back(table: Table, tmp_path: Path) -> None:
    await table.start()
    room = table.room("ada")
    for sheet in BUILDERS:
        assert (await table.ada.slash(room, "empire sheet", sheet=sheet)).text().startswith("###")
    given = await table.ada.slash(room, "empire workbook")
    data = given.attachments[0].read()
    book = load_workbook(io.BytesIO(data))
    assert [n for n in book.sheetnames if n in BUILDERS] == list(BUILDERS)
    page = book["fleets"]
    titles = [cell.value for cell in page[1]]
    page.cell(2, titles.index("new mission") + 1).value = "patrol"
    book["orders"]["A2"] = 'ask "May we pass?"'
    book["orders"]["A5"] = "fly me to the moon"
    taken = await table.ada.slash(room, "orders upload", file=("a.xlsx", saved(book)))
    assert "2 orders entered from the workbook. ⚠ 1 order was not entered" in taken.text(), "a bad cell keeps none out"
    assert "✗ orders A5: " in taken.text(), "the very cell, empty rows counted"
    assert re.search(r"✓ fleets [A-Z]2 “patrol”: ", taken.text())
    first = (await table.ada.slash(room, "orders show")).text()
    assert "patrol" in first
    book["orders"]["A5"] = 'ask "And may they?"'
    again = await table.ada.slash(room, "orders upload", file=("a.xlsx", saved(book)))
    assert "1 order entered from the workbook. 2 orders of this workbook were on your sheet already." in again.text()
    assert (await table.ada.slash(room, "orders show")).text().count("patrol") == first.count("patrol")


async def rows_of(table: Table) -> list[tuple[int, Order]]:
    """Ada's orders that stand, by number."""
    async with table.services.storage.reading() as tx:
        return [(o.number, o.order) for o in rows_in_force(await orders.of_side(tx, table.game_id, 1, "humans"))]


def filled(data: bytes, page: str, title: str, value: str | int) -> bytes:
    """The workbook with something in the first yellow cell below a title."""
    book = load_workbook(io.BytesIO(data))
    sheet = book[page]
    sheet.cell(2, [cell.value for cell in sheet[1]].index(title) + 1).value = value
    return saved(book)


async def test_a_workbook_that_is_sent_twice_orders_once_and_a_corrected_one_replaces_it(table: Table) -> None:
    await table.start()
    room = table.room("ada")
    data = (await table.ada.slash(room, "empire workbook")).attachments[0].read()
    book = load_workbook(io.BytesIO(data))
    book["orders"]["A2"], book["orders"]["A3"] = 'ask "One?"', 'ask "Two?"'
    first = saved(book)
    await asyncio.gather(*(table.ada.slash(room, "orders upload", file=("a.xlsx", first)) for _ in range(2)))
    given = await rows_of(table)
    assert [getattr(order, "text", "") for _, order in given] == ["One?", "Two?"]
    book["orders"]["A3"] = 'ask "Three?"'
    told = (await table.ada.slash(room, "orders upload", file=("a.xlsx", saved(book)))).text()
    assert "Taken back, because this file does not order it: 2. ask" in told
    assert [(number, getattr(order, "text", "")) for number, order in await rows_of(table)] == [
        (1, "One?"),
        (3, "Three?"),
    ]
    nothing = (await table.ada.slash(room, "orders upload", file=("a.xlsx", data))).text()
    assert "holds no orders; nothing was changed. The orders of your last file stay" in nothing
    assert len(await rows_of(table)) == 2


async def test_a_fleet_that_was_sent_elsewhere_by_the_last_workbook_is_sent_by_the_corrected_one(table: Table) -> None:
    await table.start()
    room = table.room("ada")
    data = (await table.ada.slash(room, "empire workbook")).attachments[0].read()
    view = await table.view("humans")
    one, other = sorted(key for key in view.systems if key.startswith("0"))[:2]
    for hex_ in (one, other, other):
        told = await table.ada.slash(
            room, "orders upload", file=("a.xlsx", filled(data, "fleets", "move to", int(hex_)))
        )
        assert "✗" not in told.text(), "a number without its leading zero is the hex"
        assert [order.legs[-1].to for _, order in await rows_of(table) if isinstance(order, MoveFleet)] == [hex_]


async def test_a_workbook_of_another_campaign_is_refused_and_one_of_another_turn_is_a_question(table: Table) -> None:
    await table.start()
    room, view = table.room("ada"), await table.view("humans")
    sheets = [build(view) for build in BUILDERS.values()]

    def made(mark: Mark) -> bytes:
        book = load_workbook(io.BytesIO(write_workbook(sheets, "A campaign", "Human Union", mark)))
        book["orders"]["A2"] = 'ask "May we pass?"'
        return saved(book)

    for mark, says in (
        (Mark("other", "humans", 1), "of another campaign"),
        (Mark(table.game_id, "dominators", 1), "of another side"),
    ):
        told = (await table.ada.slash(room, "orders upload", file=("a.xlsx", made(mark)))).text()
        assert says in told
        assert "/empire workbook" in told
    asked = await table.ada.slash(room, "orders upload", file=("a.xlsx", made(Mark(table.game_id, "humans", 7))))
    assert "is of turn 7, and this is turn 1. Nothing was entered." in asked.text()
    assert await rows_of(table) == []
    await table.ada.click(asked, "Give it")
    assert len(await rows_of(table)) == 1
    again = await table.ada.slash(room, "orders upload", file=("a.xlsx", made(Mark(table.game_id, "humans", 7))))
    assert "1 order of it was on your sheet already." in again.text()
    assert not [one.label for one in again.buttons if not one.label.startswith("/")]


async def test_a_workbook_that_cannot_be_paid_names_its_cell(table: Table) -> None:
    await table.start()
    room = table.room("ada")
    data = (await table.ada.slash(room, "empire workbook")).attachments[0].read()
    book = load_workbook(io.BytesIO(data))
    book["orders"]["A2"] = 'ask "May we pass?"'
    book["orders"]["A3"] = 'research "Warp" at Terra steps 2 with 99999'
    taken = (await table.ada.slash(room, "orders upload", file=("a.xlsx", saved(book)))).text()
    assert "1 order entered" in taken
    assert "✗ orders A3: research" in taken
    assert "99999 CPs" in taken
    assert "✗ orders A2" not in taken
    assert len(await rows_of(table)) == 1


async def test_a_workbook_whose_sums_are_lowered_says_so_cell_by_cell(table: Table) -> None:
    await table.start()
    room = table.room("ada")
    data = (await table.ada.slash(room, "empire workbook")).attachments[0].read()
    book = load_workbook(io.BytesIO(data))
    page = book["economics"]
    titles = [cell.value for cell in page[1]]
    (row,) = [line for line in range(2, page.max_row + 1) if page.cell(line, 1).value == "Ulunra V"]
    page.cell(row, titles.index("spend CPs") + 1).value = 900
    taken = (await table.ada.slash(room, "orders upload", file=("a.xlsx", saved(book)))).text()
    told = re.search(r"⚠ Lowered from 900 to (\d+) CPs, which is all that it can take: economics E\d+", taken)
    assert told is not None, taken
    assert re.search(rf"1\. .*Ulunra V.* {told[1]}\b", taken)


async def test_find_searches_what_the_side_knows_and_nothing_else(table: Table) -> None:
    await table.start()
    ada, dom = table.room("ada"), table.room("dom")
    mine = (await table.ada.slash(ada, "fleet list")).text().split("**")[1]
    assert mine in (await table.ada.slash(ada, "find", text=mine)).text()
    home = await table.ada.slash(ada, "find", text="Terra")
    (world,) = [line for line in home.text().splitlines() if line.startswith("**Surveys**")]
    sheet = (await table.ada.slash(ada, "empire system", hex="Terra")).text()
    assert world.split(" · ", 2)[2] in sheet.splitlines(), "in the words of /empire system"
    assert "Terra (" in world
    assert re.search(r"\*\*Map\*\* \d{4} · objects .* · our colonies .*Terra", home.text())
    theirs = await table.dom.slash(dom, "find", text=mine)
    assert theirs.text().startswith("Nothing you have matches")
    assert "at least 2 letters" in (await table.ada.slash(ada, "find", text="a b")).text()
    bare = next(key for key, system in (await table.view("humans")).systems.items() if not system.bodies)
    assert f"{bare} · " in (await table.ada.slash(ada, "find", text=bare)).text(), "a system without worlds"


async def test_a_file_that_is_no_workbook_is_refused_in_a_sentence(table: Table) -> None:
    await table.start()
    told = await table.ada.slash(
        table.room("ada"), "orders upload", file=("../../etc/passwd.xlsx", b"PK\x03\x04 nonsense")
    )
    assert "not one of our .xlsx workbooks" in told.text()


async def test_a_hostile_workbook_changes_nothing_and_holds_nobody_up(table: Table) -> None:
    await table.start()
    room = table.room("ada")
    given = (await table.ada.slash(room, "empire workbook")).attachments[0].read()
    bad = merged(given, "A1:XFD20000")
    asked = asyncio.create_task(table.ada.slash(room, "orders upload", file=("a.xlsx", bad)))
    assert (await table.dom.slash(table.room("dom"), "roll", dice="2d6")).text(), "others are answered meanwhile"
    assert "⚠ The workbook merges the cells `A1:XFD20000` into one" in (await asked).text()
    locked = with_header_bits(given, 6, 8, 1)
    assert "has a password" in (await table.ada.slash(room, "orders upload", file=("a.xlsx", locked))).text()
    assert "No orders yet" in (await table.ada.slash(room, "orders show")).text()


@pytest.mark.parametrize("data", [b"", b"plain text", b"PK\x05\x06" + bytes(18), bytes(MOST_BYTES + 1)])
def test_no_bytes_at_all_break_the_reader(data: bytes) -> None:
    with pytest.raises(GameError):
        read_workbook(data)


def test_no_cell_of_ours_is_a_formula_and_other_pages_give_no_orders() -> None:
    book = Workbook()
    book.create_sheet("secrets")["A1"] = "=1+1"
    found = read_workbook(saved(book))
    assert (found.cells, found.lines) == ((), ())


async def converted(office: str, folder: Path, kind: str, file: Path) -> Path:
    """The file as LibreOffice writes it in another form."""
    home = f"-env:UserInstallation=file://{folder}/profile"
    task = await asyncio.create_subprocess_exec(
        office,
        "--headless",
        home,
        "--convert-to",
        kind,
        "--outdir",
        str(folder / "out"),
        str(file),
        stdout=PIPE,
        stderr=PIPE,
    )
    said = await asyncio.wait_for(task.communicate(), 120)
    assert task.returncode == 0, said
    return folder / "out" / f"{file.stem}.{kind}"


async def test_the_workbook_opens_in_libreoffice_and_comes_back_whole(table: Table, tmp_path: Path) -> None:
    office = shutil.which("soffice") or shutil.which("libreoffice")
    if office is None:
        missing(Need.OFFICE, "There is no spreadsheet program to open the workbook in.")
    await table.start()
    view = await table.view("humans")
    data = write_workbook([build(view) for build in BUILDERS.values()], "=cmd()", "Humans", Mark("c1", "humans", 1))
    file = tmp_path / "book.xlsx"
    await asyncio.to_thread(file.write_bytes, data)
    back = await converted(office, tmp_path, "xlsx", await converted(office, tmp_path, "ods", file))
    theirs, ours = load_workbook(back), load_workbook(io.BytesIO(data))
    assert theirs.sheetnames == ours.sheetnames
    assert str(theirs["start"]["A1"].value).lstrip("'").startswith("=cmd(): Humans")
    assert [c.value for c in theirs["fleets"][2]][:2] == [c.value for c in ours["fleets"][2]][:2]
    found = read_workbook(await asyncio.to_thread(back.read_bytes))
    assert found == read_workbook(data), "what a spreadsheet program does by itself is nothing that a person wrote"
    assert found.unread == ()


async def test_the_game_master_gets_all_empires_war_in_one_file_and_nobody_else_does(table: Table) -> None:
    await table.start()
    given = await table.gm.slash(CHANNEL, "gm workbook")
    assert given.ephemeral
    assert "keep it to yourself" in given.text()
    book = load_workbook(io.BytesIO(given.attachments[0].read()))
    assert book.sheetnames == ["start", "war", "forces", "officers", "bills"]
    page = book["war"]
    names = {row[0].value for row in page.iter_rows(min_row=2) if row[0].value}
    assert {"Human Union", "The Dominion"} <= names
