"""Pages in one file, opened from the disk: what they ask for, what fails in them, and how tests find their way on them."""

from collections.abc import AsyncIterator
from pathlib import Path

from playwright.async_api import Browser, Page, expect


class Opened:
    """An atlas in a window; `requests` is all it asked for, `faults` what its script or its policy complained of."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.requests: list[str] = []
        self.faults: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda said: self.faults.append(said.text) if said.type in {"error", "warning"} else None)


async def revision(
    browser: Browser, path: Path, size: tuple[int, int], *, touch: bool = False
) -> AsyncIterator[Opened]:
    """A window on the file; leaving it checks that it asked for nothing but itself and that nothing failed."""
    context = await browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=touch, locale="en-GB")
    page = await context.new_page()
    opened = Opened(page)
    try:
        await page.goto(path.as_uri())
        await expect(page.locator("html")).to_have_attribute("data-ready", "yes")
        yield opened
        assert opened.faults == []
        assert opened.requests == [path.as_uri()]
    finally:
        await context.close()


async def choose(page: Page, hex_: str) -> None:
    """Choose a hex by searching for its number."""
    await page.get_by_role("tab", name="Find").click()
    await page.get_by_label("Search").fill(hex_)
    await page.get_by_label("Search").press("Enter")


async def picture(page: Page) -> str:
    """What the canvas shows, once it is drawn."""
    drawn: str = await page.evaluate(
        """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(
                () => done(SHELL.field.canvas.toDataURL()))))"""
    )
    return drawn
