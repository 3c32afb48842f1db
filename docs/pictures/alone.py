"""Takes the pictures of a campaign alone: `.venv/bin/python -m docs.pictures.alone`. It begins one at the running page and
plays until a rival writes, in a folder that is thrown away."""

import asyncio
import re
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Locator, expect

from docs.pictures.camera import RESOLVE_MS, snap
from tests.browser.kit import Seat, find_chromium, launched, seated
from tests.browser.program import playing

WINDOW = (820, 720)
MONTHS = 12
MONTH_MS = RESOLVE_MS * 5
"""How long a month may take on a machine that has much to do."""


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
            await expect(vera.message("has begun in")).to_be_visible(timeout=MONTH_MS)
            await vera.message("has begun in").locator(".mention").filter(has_text="Human Union alone").first.click()
            dashboard = vera.desk(1)
            await expect(dashboard).to_be_visible(timeout=MONTH_MS)
            await dashboard.get_by_role("button", name="Explore", exact=True).click()
            await (
                vera.message("Where nobody of yours has been")
                .get_by_role("button", name=re.compile("at once$"))
                .click()
            )
            await vera.message("can be given").get_by_role("button", name=re.compile("^Give these")).click()
            await expect(vera.message("orders given")).to_be_visible()
            await expect(dashboard).to_contain_text('move "')
            await vera.page.locator("#jump-newest").evaluate("node => node.remove()")  # it would lie on what is shown
            await snap(vera, "alone-dashboard.png", dashboard)
            await snap(vera, "alone-letter.png", await first_letter(vera))
    return 0


async def first_letter(vera: Seat) -> Locator:
    """The first that a rival writes, at the latest when so many months are over."""
    letters = vera.messages.filter(has_text="(led by the bot) writes to you")
    for month in range(2, MONTHS + 1):
        await vera.desk(month - 1).get_by_role("button", name="I am ready").click()
        await expect(vera.desk(month)).to_be_visible(timeout=MONTH_MS)
        if await letters.count():
            break
    await expect(letters.first).to_be_visible()
    return letters.first


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
