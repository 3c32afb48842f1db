"""A dogfight on the sandbox's page: a newcomer finds it, and flies it to its end by clicking."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, expect

from tests.browser.kit import Seat, seated
from tests.browser.program import playing

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]

MOST_CLICKS = 200
WAIT_MS = 20_000


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def page(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """The address of the running program."""
    async with playing(tmp_path_factory.mktemp("fly"), "--fresh") as url:
        yield url


async def over(panel: Locator) -> bool:
    """Whether the fight on this panel has its end."""
    return "has won" in await panel.inner_text()


async def clicked(panel: Locator, name: re.Pattern[str]) -> None:
    """Click the first button of that name, and wait until the panel shows something else."""
    before = await panel.inner_text()
    await panel.get_by_role("button", name=name).first.click()
    await expect(panel).not_to_have_text(before, use_inner_text=True, timeout=WAIT_MS)


async def test_a_newcomer_finds_a_dogfight_and_flies_it_to_its_end(browser: Browser, page: str) -> None:
    async with seated(browser, page) as vera:
        await vera.page.goto(vera.url)
        await vera.page.get_by_role("button", name=re.compile("ten-minute first game")).click()
        await expect(vera.dialog).to_contain_text("Fly a dogfight")
        await vera.page.keyboard.press("Escape")
        await vera.sit("Vera", "campaign")
        await vera.command("/dogfight new")
        await expect(vera.message("takes off in")).to_be_visible(timeout=WAIT_MS)
        await _open_thread(vera)
        panel = vera.messages.last
        await expect(panel).to_contain_text("Your first fight")
        picture = panel.locator("img").last
        await expect(picture).to_have_attribute("alt", re.compile("Intercept: turn 1, energy, as seen by Blue"))
        assert await picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 400
        idempotency = 0
        while not await over(panel):
            await clicked(panel, re.compile("★"))
            idempotency += 1
            assert idempotency < MOST_CLICKS
        assert idempotency > 4
        await expect(vera.messages).to_have_count(1)
        await panel.get_by_role("button", name="Replay").click()
        moving = vera.message("everything, as it was").locator("img").last
        await expect(moving).to_have_attribute("alt", re.compile("replay of turns 1 to"), timeout=WAIT_MS)
        await vera.command("/dogfight career")
        await expect(vera.message("pilot's log")).to_contain_text("1 sortie")
        assert await vera.overflow() == 0


async def _open_thread(seat: Seat) -> None:
    """Jump to the fight's own thread."""
    await seat.page.keyboard.press("Control+k")
    await seat.page.locator(".switcher input").fill("Intercept")
    await seat.page.keyboard.press("Enter")
    await expect(seat.page.locator("#channel-name")).to_contain_text("Intercept")
    await expect(seat.page.locator(".log-note")).to_have_count(0)


async def test_the_panel_fits_a_phone(browser: Browser, page: str, tmp_path: Path) -> None:
    async with seated(browser, page, (390, 844)) as ada:
        await ada.page.goto(ada.url)
        box = await ada.page.get_by_role("button", name=re.compile("ten-minute first game")).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        await ada.sit("Ada", "table-talk")
        await ada.command("/dogfight new scenario:night")
        await expect(ada.message("takes off in")).to_be_visible(timeout=WAIT_MS)
        await expect(ada.message("takes off in").locator("button.mention")).to_contain_text("Night watch")
        assert await ada.overflow() == 0
        assert await ada.log_overflow() == 0
        await ada.page.screenshot(path=tmp_path / "phone.png")
