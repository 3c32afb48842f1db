"""A battle on the sandbox's page, on a phone: a newcomer plays its first turn by taps alone, and counts them."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, expect

from tests.browser.kit import PHONE, Seat, seated
from tests.browser.program import playing

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

WAIT_MS = 120_000
MOST_PREVIEW = 550
"""Pixels that Discord gives a picture at most."""
MOST = 6
"""Taps from the first screen of a battle to the end of its first turn."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def page(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """The address of the running program."""
    async with playing(tmp_path_factory.mktemp("fight"), "--fresh") as url:
        yield url


@dataclass
class Thumb:
    """Whoever only taps: each tap is counted."""

    taps: int = 0

    async def tap(self, what: Locator) -> None:
        """One tap."""
        self.taps += 1
        await what.click(timeout=WAIT_MS)


async def test_a_newcomer_plays_the_first_turn_of_a_battle_in_six_taps(browser: Browser, page: str) -> None:
    async with seated(browser, page, PHONE) as ada:
        await ada.sit("Ada", "campaign")
        await ada.command("/battle new scenario:duel side:S against:cautious hours:0")
        made = ada.message("is made")
        await expect(made).to_be_visible(timeout=WAIT_MS)
        await made.locator("button.mention").first.click()
        await expect(ada.page.locator("#channel-name")).to_contain_text("Duel")
        thumb = Thumb()
        post = ada.message("The aim")
        await thumb.tap(post.get_by_role("button", name="Plot", exact=True))
        panel = ada.message("S1 Kestrel Vee")
        await expect(panel).to_contain_text("your volley does", timeout=WAIT_MS)
        assert await ada.overflow() == 0
        assert await ada.log_overflow() == 0
        first = await _map_of(panel)
        await thumb.tap(panel.get_by_role("button", name="★").first)
        await expect(panel).to_contain_text("plays Kestrel Vee in this turn", timeout=WAIT_MS)
        assert await _map_of(panel) >= first > MOST_PREVIEW
        await thumb.tap(panel.get_by_role("button", name="I am done", exact=True))
        sure = ada.message("Done with")
        await thumb.tap(sure.get_by_role("button", name="Yes, I am done"))
        await expect(ada.message("turn 1 is over")).to_be_visible(timeout=WAIT_MS)
        assert thumb.taps <= MOST
        await _look(ada)


async def _map_of(panel: Locator) -> int:
    """The map in a plot panel has been drawn: how wide its picture is."""
    picture = panel.locator("img").last
    await expect(picture).to_be_visible(timeout=WAIT_MS)
    wide: int = await picture.evaluate("image => image.decode().then(() => image.naturalWidth)")
    return wide


async def _look(one: Seat) -> None:
    """The turn's post shows its picture, and offers the next turn."""
    post = one.message("turn 1 is over")
    picture = post.locator("img").last
    assert await picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 400
    await expect(post.get_by_role("button", name="Plot", exact=True)).to_be_visible()
