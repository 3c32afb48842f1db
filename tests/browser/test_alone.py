"""A newcomer plays alone, by taps only: a year of the campaign that `make play` opens, on a phone; and one of their own, found
among the commands and begun by a form."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.browser.kit import PHONE, Seat, seated
from tests.browser.program import playing
from tests.browser.taps import Taps
from tests.browser.year import BATTLE, CONTACT, MONTH_MS, MONTHS, THREAD, Year

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

WINDOW = (1280, 900)
CHANCE = "year 3"
"""The campaign of the year: of most words there is a battle by the eighth month, of a few not."""
FIRST_ORDER_TAPS, MONTH_TAPS = 3, 12
CONTACT_BY, BATTLE_BY = 3, 8
MOST_PIXELS = PHONE[1] * 3 // 2
MOST_LINES, MOST_CHARACTERS = 10, 900
ADVICE = re.compile("Where you have not been|No fleet")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def page(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """The address of the running program."""
    async with playing(Path(tmp_path_factory.mktemp("alone")), "--fresh", chance=CHANCE) as url:
        yield url


async def test_a_year_alone_on_a_phone_without_a_word_typed(browser: Browser, page: str) -> None:
    async with seated(browser, page, PHONE) as ada:
        taps = await Taps.first_screen(ada, "Ada")
        await expect(ada.page.locator("#channel-name")).to_have_text(THREAD)
        year = Year(ada, taps)
        await expect(year.desk).to_be_in_viewport()

        # The first order: all that is advised, in two taps.
        await year.follow_staff()
        await expect(ada.message("orders given, as your staff advises")).to_be_visible()
        await taps.at_most(FIRST_ORDER_TAPS)

        for month in range(1, MONTHS + 1):
            await year.month(month)
        for one in year.pages:
            assert one.height <= MOST_PIXELS, (one.month, one.height)
            assert len(one.lines) <= MOST_LINES, one.text
            assert len(one.text) <= MOST_CHARACTERS, one.text
            assert one.taps <= MONTH_TAPS, (one.month, one.taps)
        assert any(CONTACT.search(one.text) for one in year.pages[:CONTACT_BY])
        assert any(BATTLE.search(one.text) for one in year.pages[:BATTLE_BY])
        await expect(ada.messages.filter(has_text="(led by the bot) writes to you").first).to_be_visible()
        await taps.fits()


async def test_the_picker_names_one_leader_and_only_they_have_a_desk(browser: Browser, page: str) -> None:
    async with seated(browser, page, PHONE) as one:
        assert await one.leaders() == ["Ada"]
        await one.sit("Dominic", "campaign")
        await expect(one.message("begins with turn 1")).to_be_visible()
        await expect(one.page.get_by_text(THREAD, exact=True)).to_have_count(0)


async def begun(vera: Seat, taps: Taps) -> None:
    """From the first screen to the dashboard of a campaign of one's own."""
    await taps.on(vera.page.get_by_role("button", name="Commands"))
    await taps.on(vera.suggestions.filter(has_text="/campaign …"))
    await taps.on(vera.suggestions.filter(has_text="/campaign solo"))
    await taps.on(vera.form.locator(".form-send"))
    form = vera.message("A campaign of your own")
    await expect(form).to_contain_text("against 3 rivals led by the bot")
    await taps.on(form.locator(".select-button").nth(2))
    await taps.on(vera.page.locator(".select-popup:popover-open .select-option", has_text="All explorers").first)
    await taps.button(form, "Begin")
    done = vera.message("has begun in")
    await expect(done).to_be_visible(timeout=MONTH_MS)
    await taps.on(done.locator("a, .mention").filter(has_text="Human Union alone").first)
    await expect(vera.page.locator("#channel-name")).to_contain_text("Human Union alone")
    await expect(vera.desk(1)).to_be_visible(timeout=MONTH_MS)


async def test_a_newcomer_begins_a_campaign_of_their_own_and_presses_what_is_over(browser: Browser, page: str) -> None:
    async with seated(browser, page, WINDOW) as vera:
        taps = await Taps.first_screen(vera, "Vera")
        await begun(vera, taps)
        await taps.button(vera.desk(), "Do as my staff advises")
        await taps.on(vera.message("Your staff advises").get_by_role("button", name=re.compile("^Give all ")))
        await taps.button(vera.message("as your staff advises."), "I am ready")
        await expect(vera.desk(2)).to_be_visible(timeout=MONTH_MS)

        # A mistake: buttons of the month that is over. One that opens a list opens the present one; one that would change
        # something says so, and nothing is lost.
        # Each answer is found by its words: a rival's letter may come between a tap and its answer.
        over = vera.message("This button belongs to a turn that is over.")
        await taps.button(vera.message("You are ready."), "Not ready after all")
        await expect(over).to_be_visible()
        # Another: the same advice asked for twice.
        for _ in range(2):
            answers = vera.messages.filter(has_text=ADVICE)
            before = await answers.count()
            await taps.button(vera.desk(), "Explore")
            await expect(answers).to_have_count(before + 1)
        await taps.at_most(20)
        await taps.fits()
