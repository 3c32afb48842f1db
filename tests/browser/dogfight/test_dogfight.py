"""A dogfight on the sandbox's page: a newcomer finds it, and flies it to its end by clicking."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, expect

from tests.browser.kit import PHONE, Seat, seated
from tests.browser.program import playing

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

MOST_CLICKS = 200
WAIT_MS = 120_000
MOMENTS = 12
"""Questions of a fight whose panels are measured on a phone."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def page(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """The address of the running program."""
    async with playing(tmp_path_factory.mktemp("fly"), "--fresh") as url:
        yield url


async def over(panel: Locator) -> bool:
    """Whether the fight on this panel has its end."""
    return re.search("won[.]", await panel.inner_text()) is not None


async def clicked(panel: Locator, name: re.Pattern[str]) -> None:
    """Click the first button of that name, and wait until the panel shows something else."""
    before = await panel.inner_text()
    await panel.get_by_role("button", name=name).first.click()
    await expect(panel).not_to_have_text(before, use_inner_text=True, timeout=WAIT_MS)


async def test_becoming_somebody_to_fly_fills_the_command_in(browser: Browser, page: str) -> None:
    async with seated(browser, page) as new:
        await new.page.goto(new.url)
        await new.page.get_by_role("button", name=re.compile("ten-minute first game")).click()
        await new.dialog.get_by_role("button", name=re.compile("and fly")).click()
        await expect(new.page.locator(".command-form")).to_contain_text("/dogfight new", timeout=WAIT_MS)


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
        clicks = 0
        while not await over(panel):
            await clicked(panel, re.compile("★"))
            clicks += 1
            assert clicks < MOST_CLICKS
        assert clicks > 4
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


SEEN_TOGETHER = """panel => {
  const room = document.querySelector("#log").getBoundingClientRect();
  const buttons = [...panel.querySelectorAll(".component-row button")];
  const shown = [panel.querySelector("img"), ...panel.querySelectorAll("img ~ *, .picture-grid ~ *"), ...buttons];
  return shown.map(node => [node.innerText ?? "map", node.getBoundingClientRect()])
    .filter(([, box]) => box.top < room.top || box.bottom > room.bottom + 1 || box.right > window.innerWidth)
    .map(([words, box]) => `${words.slice(0, 40)}: ${box.top} to ${box.bottom}, the log is ${room.top} to ${room.bottom}`);
}"""
"""What stands from the map downwards, numbers, question and all buttons, and is not wholly on the screen."""


@pytest.mark.parametrize("scenario", ["night", "furball"])
async def test_on_a_phone_map_numbers_and_buttons_are_seen_together(
    browser: Browser, page: str, tmp_path: Path, scenario: str
) -> None:
    async with seated(browser, page, PHONE) as ada:
        await ada.page.goto(ada.url)
        box = await ada.page.get_by_role("button", name=re.compile("ten-minute first game")).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE[0]
        await ada.sit("Ada", "table-talk")
        await ada.command(f"/dogfight new scenario:{scenario}")
        started = ada.message("takes off in")
        await expect(started).to_be_visible(timeout=WAIT_MS)
        title = "Night watch" if scenario == "night" else "Furball"
        await expect(started.locator("button.mention")).to_contain_text(title)
        await started.locator("button.mention").click()
        panel = ada.messages.last
        await expect(panel.locator("img").last).to_be_visible(timeout=WAIT_MS)
        for moment in range(MOMENTS):
            await ada.page.evaluate("Promise.all([...document.images].map(image => image.decode()))")
            words = await panel.inner_text()
            await expect(ada.page.locator("#jump-newest")).to_be_hidden()
            await ada.page.screenshot(path=tmp_path / f"{moment}.png")
            assert await panel.evaluate(SEEN_TOGETHER) == [], words
            if await over(panel):
                break
            assert re.search("Speed \\d/\\d · altitude \\d", words), words
            assert await ada.overflow() == 0
            assert await ada.log_overflow() == 0
            assert re.search("Dice promised: [0-9a-f]{8}…", words), words
            for label in await panel.get_by_role("button", name=re.compile("%")).all_inner_texts():
                assert words.count(label.lstrip("★↻ ").partition(" (")[0] + " (") == 1, words
            if moment < MOMENTS - 1:
                await clicked(panel, re.compile("★"))
