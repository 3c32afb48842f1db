"""Takes the pictures of the captain's guide from the running product: `.venv/bin/python -m docs.pictures.fighting`."""

import asyncio
import io
import re
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.async_api import Locator, expect

from docs.pictures.camera import HERE, choose, fetched, keep, opened, shown, snap
from tests.browser.kit import PHONE, Seat, find_chromium, launched, seated
from tests.browser.program import playing

WINDOW = (1120, 720)
SLOW_MS = 30_000
BATTLE = "Fleet Action"
OPENING = "1-6 accelerate\nscreens always\nstance aggressive"
TURNING = """1-3 accelerate
4 turn B, accelerate
5-8 accelerate
10 turn A
fire all when range <= 9
screens to stop all
stop when missile inbound >= 3 say missiles
stance aggressive"""
ONWARD = "fire all when range <= 9\nscreens to save armor\nstance aggressive"
MOST_TURNS = 9


async def go_to(one: Seat, thread: str) -> None:
    """Open a battle's thread from the keyboard, once the page knows of it."""
    await one.page.wait_for_timeout(1500)
    await one.page.keyboard.press("Control+k")
    await one.page.locator(".switcher input").fill(thread)
    await one.page.wait_for_timeout(800)
    await one.page.keyboard.press("Enter")
    await expect(one.page.locator("#channel-name")).to_contain_text(thread)
    await expect(one.page.locator(".log-note")).to_have_count(0)


async def written(one: Seat, plan: str) -> Locator:
    """A programme written in its form; the receipt."""
    before = await one.messages.filter(has_text="receipt ").count()
    await one.command("/plot text craft:S1")
    await expect(one.dialog).to_be_visible(timeout=SLOW_MS)
    await one.dialog.locator("textarea").fill(plan)
    await one.dialog.get_by_role("button", name="Submit").click()
    receipts = one.messages.filter(has_text="receipt ")
    await expect(receipts).to_have_count(before + 1, timeout=SLOW_MS)
    return receipts.last


async def done(one: Seat, receipt: Locator) -> None:
    """Say done, and mean it."""
    await receipt.get_by_role("button", name="I am done").click()
    sure = one.message("Done with ").get_by_role("button", name="Yes, I am done")
    await expect(sure).to_be_visible(timeout=SLOW_MS)
    await sure.click()


async def picture_in(one: Seat, text: str) -> bytes:
    """The picture of the newest message with a text, as the bot drew it."""
    drawn = one.message(text).locator("img").last
    await expect(drawn).to_be_visible(timeout=SLOW_MS)
    return await fetched(one, drawn, "src")


async def take_battle(vera: Seat) -> None:
    """A solo battle, three against three: receipt, plotted path, arcs, a turn's post, the systems display, the replay."""
    await vera.command("/battle new scenario:fleet_action side:S against:aggressive hours:0")
    await expect(vera.message("is made")).to_be_visible(timeout=SLOW_MS)
    await go_to(vera, BATTLE)
    for craft in ("S1", "S2", "S3"):
        await vera.command(f"/plot stance stance:aggressive craft:{craft}")
        await expect(vera.message(f"{craft} ").filter(has_text="the stance")).to_be_visible(timeout=SLOW_MS)
    for turn, plan in enumerate((OPENING, TURNING, *(ONWARD,) * MOST_TURNS), 1):
        receipt = await written(vera, plan)
        if plan == TURNING:
            await snap(vera, "battle-receipt.png", receipt)
            await receipt.get_by_role("button", name="Picture").click()
            keep("battle-path.png", await picture_in(vera, "map of"))
            await vera.command("/battle show arcs:S1 around:S1 radius:9")
            await expect(vera.message("used /battle show").locator("img").last).to_be_visible(timeout=SLOW_MS)
            keep("battle-arcs.png", await picture_in(vera, "used /battle show"))
        await done(vera, receipt)
        post = vera.message(f"turn {turn} is over").or_(vera.message(f"is over after turn {turn}"))
        await expect(post).to_be_visible(timeout=SLOW_MS)
        hurt = re.search(r"\b([SA]\d) [^\n]*\u2212\d", await post.inner_text())
        if plan == ONWARD:
            break
    await snap(vera, "battle-turn.png", post)
    await vera.command(f"/ship show craft:{hurt[1] if hurt else 'S1'}")
    keep("battle-display.png", await picture_in(vera, "used /ship show"))
    await vera.command("/battle atlas")
    link = vera.message("used /battle atlas").locator("a[href*='.html']").first
    await expect(link).to_be_visible(timeout=SLOW_MS)
    page = await fetched(vera, link, "href")
    await opened(vera, page, "battle-atlas.png", find=hurt[1] if hurt else "S1", busiest=True)
    await vera.command(f"/battle replay turn:{turn}")
    moving = await picture_in(vera, "used /battle replay")
    (HERE / "battle.gif").write_bytes(moving)
    sys.stdout.write(f"replay: {getattr(Image.open(io.BytesIO(moving)), 'n_frames', 1)} frames, {len(moving)} bytes\n")


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
                await take_battle(vera)
            async with seated(browser, url, PHONE) as phone:
                await phone.sit("Vera", "campaign")
                await go_to(phone, BATTLE)
                await phone.command("/plot show craft:S2")
                receipt = phone.message("used /plot show")
                await expect(receipt).to_be_visible(timeout=SLOW_MS)
                await shown(phone, receipt)
                keep("battle-phone.png", await phone.page.screenshot())
                await phone.message("is over").get_by_role("button", name="Plot", exact=True).click()
                glance = phone.message("led by stance")
                await snap(phone, "battle-glance.png", glance)
                await choose(phone, glance, "Plot a craft", "S2")
                await snap(phone, "battle-taps.png", phone.message("your volley does"))
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
