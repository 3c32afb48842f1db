"""A newcomer plays a campaign alone for a year, by taps only: found among the commands, begun by a form, a month at a press."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, expect

from tests.browser.kit import Seat, seated
from tests.browser.program import playing
from tests.browser.taps import Taps

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

WINDOW = (1280, 900)
MONTHS = 12
MONTH_MS = 240_000
ADVICE = re.compile("Where nobody of yours has been|No fleet")
MET = re.compile(r"\(led by the bot\) writes to you")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def page(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """The address of the running program."""
    async with playing(Path(tmp_path_factory.mktemp("alone")), "--fresh") as url:
        yield url


async def begun(vera: Seat, taps: Taps) -> None:
    """From the first screen to the dashboard of a campaign of one's own."""
    await taps.on(vera.page.get_by_role("button", name="Commands"))
    await taps.on(vera.suggestions.filter(has_text="/campaign …"))
    await taps.on(vera.suggestions.filter(has_text="/campaign solo"))
    await taps.on(vera.form.locator(".form-send"))
    form = vera.message("A campaign of your own")
    await expect(form).to_contain_text("against 3 rivals whom the bot leads")
    await taps.on(form.locator(".select-button").nth(2))
    await taps.on(vera.page.locator(".select-popup:popover-open .select-option", has_text="All explorers").first)
    await taps.button(form, "Begin")
    done = vera.message("has begun in")
    await expect(done).to_be_visible(timeout=MONTH_MS)
    await taps.on(done.locator("a, .mention").filter(has_text="Human Union alone").first)
    await expect(vera.page.locator("#channel-name")).to_contain_text("Human Union alone")
    await expect(dashboard(vera)).to_contain_text("turn 1", timeout=MONTH_MS)


def dashboard(vera: Seat) -> Locator:
    """The pinned dashboard."""
    return vera.message("Your desk")


async def test_a_newcomer_plays_a_year_alone_without_a_word_typed(browser: Browser, page: str) -> None:
    async with seated(browser, page, WINDOW) as vera:
        taps = await Taps.first_screen(vera, "Vera")
        await begun(vera, taps)

        # The first month: all that is advised, in two taps.
        await taps.button(dashboard(vera), "Do as my staff advises")
        await taps.on(vera.message("Your staff advises").get_by_role("button", name=re.compile("^Give all ")))
        await taps.button(vera.message("as your staff advises."), "I am ready")
        await expect(dashboard(vera)).to_contain_text("turn 2", timeout=MONTH_MS)

        # A mistake: buttons of the month that is over. One that opens a list opens the present one; one that would change
        # something says so, and nothing is lost.
        # Each answer is found by its words: a rival's letter may come between a tap and its answer.
        await taps.button(vera.message("You are ready."), "Not ready after all")
        await expect(vera.message("This button belongs to a turn that is over.")).to_be_visible()
        # Another: the same advice asked for twice.
        for _ in range(2):
            answers = vera.messages.filter(has_text=ADVICE)
            before = await answers.count()
            await taps.button(dashboard(vera), "Explore")
            await expect(answers).to_have_count(before + 1)

        for month in range(2, MONTHS):
            loses = "would lose" in await dashboard(vera).inner_text()
            await taps.button(dashboard(vera), "I am ready")
            if loses:  # the research of the first month, which nobody funds any more
                await taps.button(vera.message("Before the month passes"), "Yes, pass the month")
            await expect(dashboard(vera)).to_contain_text(f"turn {month + 1}", timeout=MONTH_MS)
        await expect(dashboard(vera)).to_contain_text(f"turn {MONTHS}")
        await expect(vera.messages.filter(has_text="your report and map")).to_have_count(MONTHS - 1, timeout=MONTH_MS)
        await expect(vera.messages.filter(has_text=MET).first).to_be_visible()
        await taps.at_most(80)
        await taps.fits()
