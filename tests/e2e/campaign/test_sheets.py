"""The nine sheets through the bot: read, downloaded, filled in, sent back; and /find. Nothing of others in any of them."""

import asyncio
import io
import re
import shutil
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from rules.cluster_war.play.sheets.workbook import BUILDERS
from rules.values import GameError
from tests.e2e.kit import CHANNEL, Table
from tests.needs import Need, missing
from tests.umpire.campaign.sheets.hostile_books import merged, with_header_bits
from umpire.campaign.sheets.workbook import write_workbook
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
    refused = await table.ada.slash(room, "orders upload", file=("a.xlsx", saved(book)))
    assert "Nothing was entered" in refused.text()
    assert "✗ orders A5: " in refused.text(), "the very cell, empty rows counted"
    assert re.search(r"✓ fleets [A-Z]2 “patrol”: ", refused.text())
    assert "No orders yet" in (await table.ada.slash(room, "orders show")).text()
    book["orders"]["A5"] = None
    taken = await table.ada.slash(room, "orders upload", file=("a.xlsx", saved(book)))
    assert "2 orders entered" in taken.text()
    assert "patrol" in (await table.ada.slash(room, "orders show")).text()


async def test_a_workbook_that_cannot_be_paid_names_its_cell(table: Table) -> None:
    await table.start()
    room = table.room("ada")
    data = (await table.ada.slash(room, "empire workbook")).attachments[0].read()
    book = load_workbook(io.BytesIO(data))
    book["orders"]["A2"] = 'ask "May we pass?"'
    book["orders"]["A3"] = 'research "Warp" at Terra steps 2 with 99999'
    refused = (await table.ada.slash(room, "orders upload", file=("a.xlsx", saved(book)))).text()
    assert "Nothing was entered" in refused
    assert "orders A3: research" in refused
    assert "99999 CPs" in refused
    assert "orders A2" not in refused
    assert "No orders yet" in (await table.ada.slash(room, "orders show")).text()


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
    assert theirs.text().startswith("Nothing of yours holds")
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
    assert read_workbook(saved(book)) == ((), ())


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
    data = write_workbook([build(view) for build in BUILDERS.values()], "=cmd()", "Humans", 1)
    file = tmp_path / "book.xlsx"
    await asyncio.to_thread(file.write_bytes, data)
    back = await converted(office, tmp_path, "xlsx", await converted(office, tmp_path, "ods", file))
    theirs, ours = load_workbook(back), load_workbook(io.BytesIO(data))
    assert theirs.sheetnames == ours.sheetnames
    assert str(theirs["start"]["A1"].value).lstrip("'").startswith("=cmd(): Humans")
    assert [c.value for c in theirs["fleets"][2]][:2] == [c.value for c in ours["fleets"][2]][:2]


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
