"""Takes the pictures of the documentation from the running product: `.venv/bin/python -m docs.pictures.take`.

It plays the beginning of the demo campaign in a browser, in a folder that is thrown away, and needs a Chromium or Chrome.
"""

import asyncio
import io
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

from PIL import Image
from playwright.async_api import Browser, Locator, expect

from tests.browser.kit import PHONE, Seat, find_chromium, launched, seated
from tests.browser.program import playing

HERE = Path(__file__).resolve().parent
WINDOW = (1120, 720)
RESOLVE_MS = 60_000
ORDERS = (
    "/build units design:Sabre destroyer at:Terra count:2",
    "/research start name:Beam Weapons at:Terra cps:400",
    "/fleet mission fleet:Meridian Survey mission:survey",
)


def keep(name: str, png: bytes) -> None:
    """Save a picture, packed as small as it goes without a loss."""
    Image.open(io.BytesIO(png)).save(HERE / name, optimize=True)


async def shown(one: Seat, what: Locator) -> None:
    """Bring something to the end of the list, and let fonts and pictures come."""
    await what.evaluate("node => node.scrollIntoView({block: 'end'})")
    await one.page.evaluate("document.fonts.ready")
    await one.page.wait_for_timeout(600)


async def give(one: Seat, text: str) -> None:
    """An order, given."""
    await one.command(text)
    await one.message("Before you give this order").get_by_role("button", name="Give this order").click()
    await expect(one.message("Order given.")).to_be_visible()


async def take(browser: Browser, url: str) -> None:
    """Play a turn and take every picture."""
    async with AsyncExitStack() as stack:

        async def sit(name: str, size: tuple[int, int] = WINDOW) -> Seat:
            one = await stack.enter_async_context(seated(browser, url, size))
            await one.sit(name, "campaign")
            return one

        grace, ada = await sit("Grace"), await sit("Ada")
        await grace.command("/campaign options review:true")
        await expect(grace.message("reviewed first")).to_be_visible()
        for text in ORDERS:
            await give(ada, text)

        await ada.page.locator("#composer-text").fill("/fleet move ")
        await ada.page.locator("[data-option=fleet]").fill("Lantern")
        await expect(ada.suggestions).to_have_count(3)
        await ada.suggestions.first.click()
        await ada.page.locator("[data-option=to]").fill("")
        await expect(ada.suggestions.nth(4)).to_be_visible()
        home = (await ada.page.locator("[data-option=fleet]").input_value()).partition("at ")[2][:4]
        await ada.suggestions.filter(has_not_text=home).nth(2).click()
        await ada.page.locator(".form-send").click()
        preview = ada.message("Before you give this order")
        await shown(ada, preview)
        keep("preview.png", await ada.page.screenshot())
        await preview.get_by_role("button", name="Give this order").click()
        await expect(ada.message("4 orders · receipt")).to_be_visible()

        phone = await sit("Ada", PHONE)
        await phone.command("/orders show")
        await shown(phone, phone.message("used /orders show"))
        keep("phone.png", await phone.page.screenshot())

        await grace.command("/gm advance")
        await grace.page.get_by_role("button", name="Resolve turn 1").click()
        review = grace.message("Draft of turn 1")
        await expect(review).to_be_visible(timeout=RESOLVE_MS)
        await shown(grace, review)
        keep("review.png", await grace.page.screenshot())
        await review.get_by_role("button", name="Publish").click()

        await ada.open("Human Union · Four Empires")
        packet = ada.message("your report and map")
        await expect(packet.locator("img")).to_be_visible(timeout=RESOLVE_MS)
        await shown(ada, packet.locator("img"))
        keep("report.png", await ada.page.screenshot())

        await ada.command("/map show around:Terra radius:5")
        picture = ada.message("used /map show").locator("img")
        await expect(picture).to_be_visible()
        address = await picture.evaluate("image => image.closest('a')?.href ?? image.src")
        keep("map.png", await (await ada.context.request.get(address)).body())


async def main() -> int:
    """All pictures; exit status 1 without a browser."""
    chromium = find_chromium()
    if chromium is None:
        sys.stderr.write("No Chromium or Chrome is installed.\n")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        async with playing(Path(folder), "--fresh") as url, launched(chromium) as browser:
            await take(browser, url)
    for path in sorted(HERE.glob("*.png")):
        sys.stdout.write(f"{path.name} {path.stat().st_size // 1024} KB\n")
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
