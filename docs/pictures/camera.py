"""What the picture scripts share: giving orders at the page, choosing from lists, and keeping what is seen."""

import asyncio
import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.async_api import Locator, expect

from tests.browser.kit import Seat

HERE = Path(__file__).resolve().parent
RESOLVE_MS = 60_000
BUSIEST = """() => {
  const value = (at) => SHELL.game.curve(at, SHELL);
  const all = [...Array(SHELL.moments.length).keys()];
  SHELL.show(all.reduce((best, at) => (value(at) > value(best) ? at : best)));
}"""


def keep(name: str, png: bytes) -> None:
    """Save a picture, packed as small as it goes without a loss."""
    Image.open(io.BytesIO(png)).save(HERE / name, optimize=True)


async def shown(one: Seat, what: Locator) -> None:
    """Bring something to the end of the list, and let fonts and pictures come."""
    await what.evaluate("node => node.scrollIntoView({block: 'end'})")
    await one.page.evaluate("document.fonts.ready")
    await one.page.wait_for_timeout(600)


async def opened(one: Seat, file: bytes, name: str, *, find: str, busiest: bool = False) -> None:
    """Keep a page in one file as a browser shows it, at its `busiest` moment or its last, what a search finds first chosen."""
    assert one.context.browser is not None
    viewer = await one.context.browser.new_page(viewport={"width": 1120, "height": 720})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.html"
        await asyncio.to_thread(path.write_bytes, file)
        await viewer.goto(path.as_uri())
        await expect(viewer.locator("html")).to_have_attribute("data-ready", "yes")
        if busiest:
            await viewer.evaluate(BUSIEST)
        await viewer.keyboard.press("/")
        await viewer.keyboard.type(find)
        await viewer.keyboard.press("Enter")
        await viewer.wait_for_timeout(1000)
        keep(name, await viewer.screenshot())
    await viewer.close()


async def snap(one: Seat, name: str, what: Locator) -> None:
    """Keep one message alone, in a window tall enough for all of it."""
    size = one.page.viewport_size
    assert size is not None
    await one.page.set_viewport_size({"width": size["width"], "height": 2000})
    await shown(one, what)
    keep(name, await what.screenshot())
    await one.page.set_viewport_size(size)


async def tall(one: Seat, name: str, last: Locator, height: int) -> None:
    """Keep a window of this height, with something at its lower end."""
    size = one.page.viewport_size
    assert size is not None
    await one.page.set_viewport_size({"width": size["width"], "height": height})
    await shown(one, last)
    await one.page.mouse.move(0, 0)
    keep(name, await one.page.screenshot())
    await one.page.set_viewport_size(size)


async def offered(one: Seat, command: str, **typed: str) -> list[str]:
    """What the list of a command's last option offers when the options before it are filled from their own lists."""
    await one.page.locator("#composer-text").fill(f"{command} ")
    *before, last = typed.items()
    for option, words in before:
        await one.page.locator(f"[data-option={option}]").fill(words)
        await expect(one.suggestions.filter(has_text=words).first).to_be_visible()
        await one.suggestions.filter(has_text=words).first.click()
    await one.page.locator(f"[data-option={last[0]}]").fill(last[1])
    await expect(one.suggestions.first).to_be_visible()
    await one.page.wait_for_timeout(800)
    return await one.suggestions.all_inner_texts()


async def choose(one: Seat, panel: Locator, hint: str, option: str) -> None:
    """Choose from a list of a panel, and wait until the panel has changed."""
    before = await panel.inner_text()
    same = one.page.locator(f'[data-id="{await panel.get_attribute("data-id")}"]')
    await panel.get_by_role("button", name=hint).first.click()
    await one.page.locator(".select-popup:popover-open .select-option").filter(has_text=option).first.click()
    await expect(same).not_to_have_text(before)
    await one.page.wait_for_timeout(500)


async def fetched(one: Seat, what: Locator, attribute: str) -> bytes:
    """The bytes behind a link or a picture of the page."""
    address = await what.evaluate(f"node => node.{attribute}")
    return await (await one.context.request.get(address)).body()
