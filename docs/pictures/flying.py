"""Takes the pictures of the dogfight's guide from the running product: `.venv/bin/python -m docs.pictures.flying`."""

import asyncio
import re
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Locator, expect

from docs.pictures.camera import HERE, fetched, keep, snap
from tests.browser.kit import PHONE, Seat, find_chromium, launched, seated
from tests.browser.program import playing

WINDOW = (1120, 720)
SLOW_MS = 20_000
MOST_CLICKS = 200


async def took_off(one: Seat, command: str, thread: str) -> Locator:
    """A fight begun, and its panel in its own thread."""
    await one.command(command)
    await expect(one.message("takes off in")).to_be_visible(timeout=SLOW_MS)
    await one.message("takes off in").get_by_text(thread).last.click()
    await expect(one.page.locator("#channel-name")).to_contain_text(thread)
    await expect(one.page.locator(".log-note")).to_have_count(0)
    return one.messages.first


async def advised(panel: Locator) -> None:
    """Press the starred button, and wait for what comes of it."""
    before = await panel.inner_text()
    await panel.get_by_role("button", name=re.compile("★")).first.click()
    await expect(panel).not_to_have_text(before, use_inner_text=True, timeout=SLOW_MS)


async def take_flight(vera: Seat) -> None:
    """A newcomer's first panel, dice, a card, the end, and the replay as a moving picture."""
    panel = await took_off(vera, "/dogfight new scenario:furball light:sun in the west", "Furball")
    await snap(vera, "dogfight.png", panel)
    await advised(panel)
    await snap(vera, "dogfight-dice.png", panel)
    for _ in range(6):
        await advised(panel)
    await panel.get_by_role("button", name="Card").click()
    card = vera.message("Ticked this turn").locator("img").last
    await expect(card).to_be_visible(timeout=SLOW_MS)
    keep("dogfight-card.png", await fetched(vera, card, "src"))
    for _ in range(MOST_CLICKS):
        if "won." in await panel.inner_text():
            break
        await advised(panel)
    await panel.get_by_role("button", name="Replay").click()
    moving = vera.message("everything, as it was").locator("img").last
    await expect(moving).to_be_visible(timeout=SLOW_MS)
    (HERE / "dogfight.gif").write_bytes(await fetched(vera, moving, "src"))


async def take_night(ada: Seat) -> None:
    """A fight by night on a phone."""
    panel = await took_off(ada, "/dogfight new scenario:night", "Night watch")
    for _ in range(3):
        await advised(panel)
    await expect(ada.page.locator("#jump-newest")).to_be_hidden()
    await ada.page.evaluate("Promise.all([...document.images].map(image => image.decode()))")
    keep("dogfight-phone.png", await ada.page.screenshot())


async def main() -> int:
    """Take them all; 1 without a browser."""
    chromium = find_chromium()
    if chromium is None:
        sys.stderr.write("No Chromium or Chrome is installed.\n")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        async with playing(Path(folder), "--fresh") as url, launched(chromium) as browser:
            async with seated(browser, url, WINDOW) as vera:
                await vera.sit("Vera", "campaign")
                await take_flight(vera)
            async with seated(browser, url, PHONE) as ada:
                await ada.sit("Ada", "campaign")
                await take_night(ada)
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
