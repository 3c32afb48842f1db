"""A chronicle's page in Chromium: it asks nobody anything, its charts are drawn, and it fits a dashboard and a phone."""

from pathlib import Path

import pytest
from playwright.async_api import Browser

from docs.pictures.coming import played
from render.campaign.chronicle.facts import Sitting
from tests.browser.kit import PHONE
from tests.browser.pages import Opened
from tests.browser.test_page import LOW_CONTRAST
from umpire.campaign.views.reports import bind_chronicle

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

WIDE = """() => [...document.querySelectorAll("body *")]
    .filter((one) => !one.closest(".wide > *") && one.getBoundingClientRect().right > innerWidth + 1)
    .map((one) => one.outerHTML.slice(0, 80))"""
"""What reaches beyond the window without a box of its own to be moved in."""


@pytest.fixture(scope="module")
def chronicle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a short campaign of six empires with a long name, in a file."""
    led = (Sitting("humans", "<b>Ada</b>", 1, 2),)
    page, _ = bind_chronicle(played(2), "", "Six Empires, or the War of the Long Watch", led, True)
    path = tmp_path_factory.mktemp("chronicle") / page.name
    path.write_bytes(page.data)
    return path


@pytest.mark.parametrize("size", [(1100, 900), PHONE])
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_the_page_needs_no_network_has_its_charts_and_fits(
    browser: Browser, chronicle: Path, size: tuple[int, int], scheme: str
) -> None:
    window = {"width": size[0], "height": size[1]}
    context = await browser.new_context(viewport=window, color_scheme=scheme)  # type: ignore[arg-type] # one of two words
    try:
        opened = Opened(await context.new_page())
        page = opened.page
        await page.goto(chronicle.as_uri())
        pictures = await page.evaluate(
            "[...document.images].map((one) => [one.alt.length > 20, one.naturalWidth > 400])"
        )
        assert len(pictures) >= 2
        assert pictures == [[True, True]] * len(pictures)
        assert await page.get_by_role("region", name="Over time").locator("img").count() == 1
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert await page.evaluate(WIDE) == []
        assert await page.evaluate(LOW_CONTRAST) == []
        chart = page.get_by_role("region", name="Over time").first
        moves = await chart.evaluate("(box) => { box.scrollLeft = 99; return box.scrollLeft > 0; }")
        assert moves == (size == PHONE), "on a phone the chart keeps a size at which it can be read"
        assert await page.locator("b").count() == 0
        assert [url for url in opened.requests if not url.startswith("data:")] == [chronicle.as_uri()]
        assert opened.faults == []
    finally:
        await context.close()
