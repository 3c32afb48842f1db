"""Takes the pictures of the documentation from the running product: `.venv/bin/python -m docs.pictures.take`.

It plays the first five turns of the demo campaign in a browser, in a folder that is thrown away, and needs a Chromium or
Chrome; for the picture of the workbook LibreOffice.
"""

import asyncio
import re
import sys
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from playwright.async_api import Browser, expect

from docs.pictures.camera import HERE, RESOLVE_MS, fetched, keep, offered, shown, snap, tall
from docs.pictures.founding import take_founding
from docs.pictures.later import take_later
from tests.browser.kit import PHONE, Seat, find_chromium, launched, seated
from tests.browser.program import playing

WINDOW = (1120, 720)
DESK, REPORT = 860, 1180
HUMANS, MASTERS = "Human Union · Four Empires", "Game master · Four Empires"
ORDERS = (
    "/build units design:Sabre destroyer at:Terra count:2",
    "/research start name:Beam Weapons at:Terra cps:400",
    "/orders ask text:Our poets want to name the nearest nebula. May they?",
)


async def take_desk(ada: Seat) -> None:
    """The desk, and what its first button offers."""
    await ada.open(HUMANS)
    desk = ada.message("Your desk")
    await desk.get_by_role("button", name="Explore", exact=True).click()
    listed = ada.message("Where nobody of yours has been")
    await tall(ada, "desk.png", listed, DESK)
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
    await snap(grace, "gm-desk.png", grace.message("The game master's desk"))
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
        await take_desk(ada)
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
