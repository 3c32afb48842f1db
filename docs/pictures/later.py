"""Pictures of turns 2 to 5: a unit design, the workbook, the atlas, an empire's history."""

import asyncio
import io
import re
import shutil
import tempfile
from asyncio.subprocess import DEVNULL
from pathlib import Path

from openpyxl import load_workbook
from playwright.async_api import expect

from docs.pictures.camera import RESOLVE_MS, fetched, keep, opened
from tests.browser.kit import Seat

LANCE = ("LN", "Lance escort")
GROWTH = 25
SHEET_STYLE = (
    "body { margin: 0 } td { border: 1px solid #c8ccd4; padding: 3px 8px; white-space: nowrap; font: 14px sans-serif }"
)


async def take_later(ada: Seat, grace: Seat) -> None:
    """Draw a unit, play to turn 6 with growing colonies, keep the pictures on the way."""
    await grace.command("/campaign options review:false")
    await expect(grace.message("published at once")).to_be_visible()
    await take_design(ada)
    await grace.command("/gm designs")
    await take_workbook(ada)
    for turn in range(2, 6):
        await play(ada, grace, turn)
    await take_atlas(ada)
    await ada.command("/empire history")
    chart = ada.messages.filter(has_text="used /empire history").last.locator("img")
    await expect(chart).to_be_visible(timeout=RESOLVE_MS)
    keep("history.png", await fetched(ada, chart, "closest('a')?.href ?? node.src"))


async def take_atlas(ada: Seat) -> None:
    """The atlas as a browser shows it: the home chosen, five turns on the slider."""
    await ada.command("/map atlas")
    link = ada.messages.filter(has_text="used /map atlas").last.locator("a[href*='.html']").first
    await expect(link).to_be_visible(timeout=RESOLVE_MS)
    await opened(ada, await fetched(ada, link, "href"), "atlas.png", find="Terra")


async def take_design(ada: Seat) -> None:
    """A unit on the drawing board, and its sheet."""
    await ada.command("/design unit")
    for place, words in enumerate(LANCE):
        await ada.dialog.locator("input").nth(place).fill(words)
    await ada.dialog.get_by_role("button", name="Submit").click()
    await expect(ada.message("It can be built as drawn")).to_be_visible()
    await ada.command(f"/design show design:{LANCE[0]}")
    sheet = ada.messages.filter(has_text="used /design show").last.locator("img")
    await expect(sheet).to_be_visible(timeout=RESOLVE_MS)
    keep("design.png", await fetched(ada, sheet, "closest('a')?.href ?? node.src"))


async def take_workbook(ada: Seat) -> None:
    """One page of the workbook as LibreOffice shows it, with a figure filled in."""
    await ada.command("/empire workbook")
    link = ada.messages.filter(has_text="used /empire workbook").last.locator("a[href*='.xlsx']").first
    await expect(link).to_be_visible(timeout=RESOLVE_MS)
    office = shutil.which("soffice") or shutil.which("libreoffice")
    if office is None:
        return
    book = load_workbook(io.BytesIO(await fetched(ada, link, "href")))
    for name in book.sheetnames:
        if name != "economics":
            del book[name]
    page = book["economics"]
    page["E3"], page["E5"] = 40, 25
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "book.xlsx"
        await asyncio.to_thread(book.save, file)
        profile = f"-env:UserInstallation=file://{folder}/profile"
        words = (office, profile, "--headless", "--convert-to", "html", "--outdir", folder, str(file))
        task = await asyncio.create_subprocess_exec(*words, stdout=DEVNULL, stderr=DEVNULL)
        await asyncio.wait_for(task.wait(), 120)
        html = await asyncio.to_thread(file.with_suffix(".html").read_text, "utf-8")
    assert ada.context.browser is not None
    viewer = await ada.context.browser.new_page(viewport={"width": 1000, "height": 600})
    await viewer.set_content(html)
    await viewer.add_style_tag(content=SHEET_STYLE)
    keep("workbook.png", await viewer.locator("table").first.screenshot())
    await viewer.close()


async def play(ada: Seat, grace: Seat, turn: int) -> None:
    """Some orders, and the next turn."""
    await ada.command("/colony list")
    listed = await ada.messages.filter(has_text="used /colony list").last.inner_text()
    found = re.findall(r"^(.+) (\d{4}-\d+) · size (\d+) of (\d+)", listed, re.MULTILINE)
    roomy = sorted(found, key=lambda colony: int(colony[2]) - int(colony[3]))[:4]
    for name, *_ in roomy:
        await ada.give(f"/colony expand colony:{name} cps:{GROWTH * turn}")
    await ada.give(f"/build units design:Sabre destroyer at:Terra count:{turn}")
    await grace.command("/gm advance")
    await grace.page.get_by_role("button", name=f"Resolve turn {turn}").click()
    await expect(grace.message(f"turn {turn} is resolved")).to_be_visible(timeout=RESOLVE_MS)
