"""The desk in the page: a newcomer's first order by taps alone, at a desk and on a phone."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.browser.kit import DESKTOP, PHONE, seated
from tests.browser.program import playing

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]

HUMANS, MASTER = "Human Union · Four Empires", "Game master · Four Empires"
MOST_TAPS = 3


class Taps:
    """Presses buttons and counts."""

    def __init__(self) -> None:
        self.count = 0

    async def on(self, button: Locator) -> None:
        """One tap."""
        self.count += 1
        await button.click()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_the_first_order_is_three_taps_from_the_desk(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    taps = Taps()
    async with playing(tmp_path, "--fresh") as url, seated(browser, url, size) as ada:
        await ada.sit("Ada", HUMANS)
        desk = ada.message("Your desk")
        await expect(desk).to_contain_text("Nothing ordered yet")
        await taps.on(desk.get_by_role("button", name="Explore", exact=True))
        listed = ada.message("Where nobody of yours has been")
        await expect(listed).to_contain_text("unexplored, ")
        await taps.on(listed.get_by_role("button", name="★").first)
        preview = ada.message("Before you give this order")
        await taps.on(preview.get_by_role("button", name="Give this order"))
        await expect(ada.message("Order given.")).to_contain_text("1 order")
        assert taps.count <= MOST_TAPS
        await expect(desk).to_contain_text('move "Lantern')
        assert await ada.log_overflow() == 0


async def test_the_game_master_finds_theirs_with_who_is_missing(browser: Browser, tmp_path: Path) -> None:
    async with playing(tmp_path, "--fresh") as url, seated(browser, url) as grace:
        await grace.sit("Grace", MASTER)
        desk = grace.message("The game master's desk")
        await expect(desk).to_contain_text("Not ready")
        await expect(desk).to_contain_text("Vermin Swarm")
        await desk.get_by_role("button", name="Advance", exact=True).click()
        await expect(grace.message("Resolve turn 1 of")).to_contain_text("not ready")
