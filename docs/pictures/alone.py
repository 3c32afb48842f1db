"""Takes the pictures of a campaign alone: `.venv/bin/python -m docs.pictures.alone`. It begins one at the running page and
plays a month, in a folder that is thrown away."""

import asyncio
import re
import sys
import tempfile
from pathlib import Path

from playwright.async_api import expect

from docs.pictures.camera import RESOLVE_MS, snap, tall
from tests.browser.kit import find_chromium, launched, seated
from tests.browser.program import playing

WINDOW = (1120, 720)
REPORT = 1180


async def main() -> int:
    """Take them; 1 without a browser."""
    chromium = find_chromium()
    if chromium is None:
        sys.stderr.write("No Chromium or Chrome is installed.\n")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        async with (
            playing(Path(folder), "--fresh") as url,
            launched(chromium) as browser,
            seated(browser, url, WINDOW) as vera,
        ):
            await vera.sit("Vera", "war-room")
            await vera.command("/campaign solo")
            form = vera.message("A campaign of your own")
            await expect(form.get_by_role("button", name="Begin")).to_be_visible()
            await snap(vera, "alone-form.png", form)
            await form.get_by_role("button", name="Begin").click()
            await expect(vera.message("has begun in")).to_be_visible(timeout=RESOLVE_MS * 5)
            await vera.open("Human Union alone · Vera (visitor)")
            desk = vera.message("Your desk")
            await desk.get_by_role("button", name="Explore", exact=True).click()
            await vera.messages.last.get_by_role("button", name=re.compile("at once$")).click()
            await vera.messages.last.get_by_role("button", name=re.compile("^Give these")).click()
            await expect(vera.message("orders given")).to_be_visible()
            await desk.get_by_role("button", name="I am ready").click()
            packet = vera.message("your report and map")
            await expect(packet.locator("img")).to_be_visible(timeout=RESOLVE_MS * 5)
            await tall(vera, "alone-desk.png", vera.messages.last, REPORT)
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
