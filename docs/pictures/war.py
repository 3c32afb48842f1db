"""Takes the pictures of the page on war from the running product: `.venv/bin/python -m docs.pictures.war`.

A squadron of the Humans is put over a nest of the Vermin, in a campaign that is thrown away; it needs a Chromium or Chrome.
"""

import asyncio
import re
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

from playwright.async_api import Browser, expect

from docs.pictures.camera import RESOLVE_MS, choose, shown, snap
from docs.pictures.take import HUMANS, WINDOW
from tests.browser.kit import Seat, find_chromium, launched, seated
from tests.browser.program import playing


async def over_a_nest(grace: Seat, vik: Seat) -> None:
    """Three destroyers of the Humans' and nine raiders of the Vermin's meet over a nest, and a month goes by."""
    await vik.command("/colony list")
    listed = await vik.message("used /colony list").inner_text()
    nest = re.findall(r" (\d{4})-\d+ · size", listed)[-1]
    await grace.command("/campaign options review:false")
    await expect(grace.message("published at once")).to_be_visible()
    for text in ("humans design:DD count:3 fleet:Hammer", "vermin design:ND count:9 fleet:Stingers"):
        await grace.command(f"/gm amend create side:{text} hex:{nest} reason:War")
        await expect(grace.messages.filter(has_text="used /gm amend create").last).to_contain_text("✔")
    await grace.command("/gm advance")
    await grace.page.get_by_role("button", name="Resolve turn 1").click()
    await expect(grace.message("turn 1 is resolved")).to_be_visible(timeout=RESOLVE_MS)


async def take_war(ada: Seat) -> None:
    """What calls for one's hand, and a fleet's orders for battle set below their preview."""
    await ada.open(HUMANS)
    dashboard = ada.messages.filter(has_text="Your desk").filter(has_text=", turn 2").last
    await expect(dashboard).to_be_visible(timeout=RESOLVE_MS)
    await dashboard.get_by_role("button", name="War", exact=True).click()
    war = ada.message("War: what calls for your hand")
    await expect(war).to_be_visible(timeout=RESOLVE_MS)
    await shown(ada, war)
    await snap(ada, "war-dashboard.png", war)
    await war.get_by_role("button", name="Battle orders").click()
    listed = ada.message("What your fleets do when they meet somebody")
    await expect(listed).to_be_visible()
    await choose(ada, listed, "to choose from", "Hammer")
    preview = ada.message("Before you give this order")
    await choose(ada, preview, "Stance", "Stance: attack")
    await snap(ada, "war-orders.png", preview)


async def take(browser: Browser, url: str) -> None:
    """Play and take every picture."""
    async with AsyncExitStack() as stack:

        async def sit(name: str) -> Seat:
            one = await stack.enter_async_context(seated(browser, url, WINDOW))
            await one.sit(name, "campaign")
            return one

        grace, ada, vik = await sit("Grace"), await sit("Ada"), await sit("Vik")
        await over_a_nest(grace, vik)
        await take_war(ada)


async def main() -> int:
    """All pictures; exit status 1 without a browser."""
    chromium = find_chromium()
    if chromium is None:
        sys.stderr.write("No Chromium or Chrome is installed.\n")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        async with playing(Path(folder), "--fresh", "--table") as url, launched(chromium) as browser:
            await take(browser, url)
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
