"""Takes the pictures of the documentation from the running product: `.venv/bin/python -m docs.pictures.take`.

It plays the first five turns of the demo campaign in a browser, in a folder that is thrown away, and needs a Chromium or
Chrome; for the picture of the workbook LibreOffice.
"""

import asyncio
import io
import re
import shutil
import sys
import tempfile
from asyncio.subprocess import DEVNULL
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from openpyxl import load_workbook
from playwright.async_api import Browser, expect

from docs.pictures.camera import HERE, RESOLVE_MS, choose, fetched, keep, offered, opened, shown, snap, tall
from tests.browser.kit import PHONE, Seat, find_chromium, launched, seated
from tests.browser.program import playing

ROOM = "war-room"


async def take_founding(grace: Seat, vik: Seat) -> None:
    """Found a campaign in the empty room and design a race in it."""
    await grace.open(ROOM)
    await vik.open(ROOM)
    await grace.command("/campaign found name:Spiral Arm seats:3")
    wizard = grace.message("Spiral Arm · Overview")
    await expect(wizard).to_be_visible()
    wizard = grace.messages.filter(has_text="used /campaign found").last
    await choose(grace, wizard, "Go to another page", "Map and seats")
    await choose(grace, wizard, "Sectors from left", "6 ")
    await choose(grace, wizard, "Sectors from top", "6 ")
    await snap(grace, "wizard.png", wizard)

    await vik.command("/campaign join side:gold")
    await expect(vik.message("leads Gold")).to_be_visible()
    await vik.command("/race design")
    race = vik.messages.filter(has_text="used /race design").last
    await expect(race).to_be_visible()
    await choose(vik, race, "Begin from", "Vermin")
    await choose(vik, race, "Go to another page", "Racial abilities")
    await snap(vik, "race.png", race)
    await choose(vik, race, "Go to another page", "Starting package")
    await snap(vik, "package.png", race)
    await choose(vik, race, "Go to another page", "Summary")
    await race.get_by_role("button", name="Submit to the game master").click()
    await expect(race).to_contain_text("with the game master")

    await grace.command("/gm races")
    races = grace.messages.filter(has_text="used /gm races").last
    await expect(races).to_contain_text("Set-up")
    await snap(grace, "races.png", races)


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


WINDOW = (1120, 720)
DASHBOARD, REPORT = 860, 1180
HUMANS, MASTERS = "Human Union · Four Empires", "Game master · Four Empires"
ORDERS = (
    "/build units design:Sabre destroyer at:Terra count:2",
    "/research start name:Beam Weapons at:Terra cps:400",
    "/orders ask text:Our poets want to name the nearest nebula. May they?",
)


async def take_dashboard(ada: Seat) -> None:
    """The dashboard, and what its first button offers."""
    await ada.open(HUMANS)
    dashboard = ada.message("Your desk")
    await dashboard.get_by_role("button", name="Explore", exact=True).click()
    listed = ada.message("Where nobody of yours has been")
    await tall(ada, "dashboard.png", listed, DASHBOARD)
    await listed.get_by_role("button", name="Dismiss message").click()
    await ada.open("campaign")


async def meet(grace: Seat, others: Sequence[Seat]) -> None:
    """The last fleet of each of two empires is put before the home of the other, so that there are meetings to decide."""
    found = []
    for one in others:
        await one.command("/fleet list")
        await expect(one.message("used /fleet list")).to_contain_text(re.compile(r" at \d{4} "))
        listed = await one.message("used /fleet list").inner_text()
        found.append(re.findall(r"(?m)^(.+?) at (\d{4}) ", listed)[-1])
    (first, here), (second, there) = found
    for fleet, hex_ in ((first, there), (second, here)):
        await grace.command(f"/gm amend move fleet:{fleet} to:{hex_} reason:A meeting to decide.")
        await expect(grace.messages.filter(has_text="used /gm amend move").last).to_contain_text("✔")


async def take_first_turn(ada: Seat, grace: Seat, phone: Seat) -> None:
    """Orders, a preview, the phone, the draft, the report and the map of turn 1."""
    for text in ORDERS:
        await ada.give(text)

    away = [text for text in await offered(ada, "/fleet move", fleet="Lantern One", to="") if "week" in text]
    await ada.suggestions.filter(has_text=away[2]).click()
    await ada.page.locator(".form-send").click()
    preview = ada.message("Before you give this order")
    await shown(ada, preview)
    keep("preview.png", await ada.page.screenshot())
    home = (await preview.inner_text()).partition("leaves ")[2][:4]
    await preview.get_by_role("button", name="Give this order").click()
    await expect(ada.message("4 orders · receipt")).to_be_visible()

    await phone.command("/orders show")
    await shown(phone, phone.message("used /orders show"))
    keep("phone.png", await phone.page.screenshot())

    await grace.command("/gm advance")
    await grace.page.get_by_role("button", name="Resolve turn 1").click()
    review = grace.message("Draft of turn 1")
    await expect(review).to_be_visible(timeout=RESOLVE_MS)
    await shown(grace, review)
    keep("review.png", await grace.page.screenshot())
    await grace.command("/gm questions")
    questions = grace.messages.filter(has_text="used /gm questions").last
    await expect(questions).to_contain_text("The rules suggest")
    await expect(questions.get_by_role("button", name="Accept all 2 of encounter")).to_be_visible()
    await snap(grace, "questions.png", questions)
    await grace.open(MASTERS)
    await snap(grace, "gm-dashboard.png", grace.message("The game master's desk"))
    await grace.open("campaign")
    for far, kind in zip(away[3:5], ("held", "wormhole"), strict=True):
        await grace.command(f"/decree link a:{home} b:{far[:4]} kind:{kind} side:humans reason:old star charts")
        await expect(grace.messages.filter(has_text="used /decree link").last).to_be_visible()
    await grace.page.wait_for_timeout(1500)
    await grace.command("/gm publish")

    await ada.open(HUMANS)
    packet = ada.message("your report and map")
    await expect(packet.locator("img")).to_be_visible(timeout=RESOLVE_MS)
    await tall(ada, "report.png", ada.messages.last, REPORT)

    await ada.command("/map show around:Terra radius:5")
    picture = ada.message("used /map show").locator("img")
    await expect(picture).to_be_visible()
    keep("map.png", await fetched(ada, picture, "closest('a')?.href ?? node.src"))


async def take(browser: Browser, url: str) -> None:
    """Play and take every picture."""
    async with AsyncExitStack() as stack:

        async def sit(name: str, size: tuple[int, int] = WINDOW) -> Seat:
            one = await stack.enter_async_context(seated(browser, url, size))
            await one.sit(name, "campaign")
            return one

        grace, ada, vik = await sit("Grace"), await sit("Ada"), await sit("Vik")
        await take_dashboard(ada)
        await meet(grace, (vik, await sit("Dominic")))
        await take_first_turn(ada, grace, await sit("Ada", PHONE))
        await take_later(ada, grace)
        await take_founding(grace, vik)


async def main() -> int:
    """All pictures; exit status 1 without a browser."""
    chromium = find_chromium()
    if chromium is None:
        sys.stderr.write("No Chromium or Chrome is installed.\n")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        async with playing(Path(folder), "--fresh", "--table") as url, launched(chromium) as browser:
            await take(browser, url)
    for path in sorted(HERE.glob("*.png")):
        sys.stdout.write(f"{path.name} {path.stat().st_size // 1024} KB\n")
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
