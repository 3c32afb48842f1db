"""A newcomer's first five minutes: `bot.py play` as it is, and people at its page, each in a window of their own."""

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, expect

from playtest.player import GIVE_BUTTON
from tests.browser.conftest import TakeSeat
from tests.browser.kit import DESKTOP, PHONE, Seat, seated
from tests.browser.program import playing

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

RESOLVE_MS = 240_000
HUMANS, VERMIN, MASTER = (f"{name} · Four Empires" for name in ("Human Union", "Vermin Swarm", "Game master"))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def page(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """The address of the running program."""
    async with playing(tmp_path_factory.mktemp("play"), "--fresh", "--table") as url:
        yield url


@pytest_asyncio.fixture(loop_scope="module")
async def seat(browser: Browser, page: str) -> AsyncIterator[TakeSeat]:
    """`await seat("Ada")`: a person in a window of their own, in #campaign."""
    async with AsyncExitStack() as stack:

        async def take(name: str, channel: str = "campaign", size: tuple[int, int] = DESKTOP) -> Seat:
            found = await stack.enter_async_context(seated(browser, page, size))
            await found.sit(name, channel)
            return found

        yield take


def button(place: Locator, name: str) -> Locator:
    """A button by its words."""
    return place.get_by_role("button", name=name, exact=True)


async def ready(one: Seat) -> None:
    """Declares a person's sheet ready by the button on it."""
    await one.command("/orders show")
    sheet = one.message("used /orders show")
    await button(sheet, "I am ready").click()
    await expect(sheet).to_contain_text("Turn 1: ready")


async def test_an_evening_of_two_players_and_their_game_master(seat: TakeSeat) -> None:
    ada, vik = await seat("Ada"), await seat("Vik")
    await expect(ada.message("begins with turn 1")).to_contain_text("dice promised: ")

    # Help, and from there to another topic.
    await ada.command("/help")
    helped = ada.message("used /help")
    await expect(helped).to_contain_text("Your first five minutes")
    await button(helped, "map").click()
    await expect(helped).to_contain_text("Reading the map")

    # A fleet is sent by the keyboard alone, picked from live lists.
    keys = ada.page.keyboard
    await ada.page.locator("#composer-text").focus()
    await keys.type("/fleet mo")
    await expect(ada.suggestions.first).to_contain_text("/fleet move")
    await keys.press("Enter")
    await keys.type("lantern")
    await expect(ada.suggestions).to_have_count(3)
    await expect(ada.suggestions.first).to_contain_text(re.compile(r"Lantern One \(at \d{4}, 1 ship\)"))
    await keys.press("Enter")
    await expect(ada.page.locator("[data-option=to]")).to_be_focused()
    await expect(ada.suggestions.nth(4)).to_contain_text("weeks")
    home = re.search(r"\d{4}", await ada.page.locator("[data-option=fleet]").input_value())
    assert home is not None
    away = [text for text in await ada.suggestions.all_inner_texts() if not text.startswith(home[0])]
    goal = away[0][:4]
    await keys.type(goal)
    await expect(ada.suggestions.first).to_contain_text(goal)
    await keys.press("Enter")
    await keys.press("Enter")
    preview = ada.message("Before you give this order")
    await expect(preview).to_contain_text(re.compile(rf"Lantern One leaves {home[0]}.* for {goal}.*ETA turn"))
    await button(preview, GIVE_BUTTON).focus()
    await keys.press("Enter")
    receipt = ada.message("Order given.")
    await expect(receipt).to_contain_text(f'move "Lantern One" to {goal}')
    await expect(receipt).to_contain_text("CPs unspent; press I am ready")
    await expect(receipt).to_contain_text("1 order · receipt")

    # Mistakes are told in a sentence, and change nothing.
    await ada.command("/fleet move fleet:Lantern Two to:9999")
    await expect(ada.message("9999 is off the map")).to_contain_text("columns run from 01 to 70")
    await ada.command("/fleet move fleet:Great Swarm to:2034")
    await expect(ada.message("You have no fleet called")).to_contain_text("Lantern Two")
    await ada.command("/campaign pause")
    await expect(ada.message("Only the game master can do that.")).to_be_visible()
    await ada.page.locator("#composer-text").fill("/")
    await expect(ada.page.get_by_text("/campaign …")).to_be_visible()
    await expect(ada.page.get_by_text("/gm …")).to_have_count(0)  # not offered to players at all
    await ada.page.locator("#composer-text").fill("")

    # The map: a picture with its words.
    await ada.command("/map mine")
    picture = ada.message("used /map mine").locator("img")
    await expect(picture).to_have_attribute("alt", re.compile("star map of Human Union, turn 1.*Terra at"))
    assert await picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 400

    # What she did is for her eyes alone; his is for his.
    await vik.command("/orders show")
    await expect(vik.message("used /orders show")).to_contain_text("nothing ordered yet")
    await expect(vik.messages.filter(has_text="Lantern One")).to_have_count(0)
    await expect(vik.page.get_by_text(HUMANS)).to_have_count(0)

    # All are ready: the turn is resolved at once, the game master publishes it, and each finds a report in a thread of their own.
    await ready(ada)
    await ready(vik)
    for name in ("Dominic", "Ola"):
        await ready(await seat(name))
    grace = await seat("Grace", MASTER)
    await expect(grace.message("first five minutes")).to_contain_text("You look first")
    dashboard = grace.message("The game master's dashboard")
    await expect(dashboard).to_contain_text("The draft waits for you", timeout=RESOLVE_MS)
    await expect(ada.messages.filter(has_text="turn 1 is resolved")).to_have_count(0)
    await button(dashboard, "Publish").click()
    await expect(ada.message("turn 1 is resolved and turn 2 is open")).to_be_visible(timeout=RESOLVE_MS)
    await expect(vik.message("turn 1 is resolved")).not_to_contain_text("Lantern")
    for one, thread, fleet, foreign in (
        (ada, HUMANS, "Lantern One", "Vermin"),
        (vik, VERMIN, "Great Swarm", "Lantern"),
    ):
        await one.open(thread)
        packet = one.message("your report and map")
        await expect(packet).to_contain_text("report.md", timeout=RESOLVE_MS)
        await expect(packet).to_contain_text("Turn 1 of Four Empires: your report and map.")
        alt = await packet.locator("img").get_attribute("alt") or ""
        assert thread.partition(" · ")[0] in alt
        assert fleet in alt
        assert foreign not in await packet.inner_text()
    await button(ada.message("your report and map"), "Everything that happened").click()
    whole = ada.message("Human Union, report of turn 1")
    await expect(whole).to_be_visible()
    line = re.search(r"\[(\d+)\] Lantern One \(F\d+\) left", await whole.inner_text())
    assert line is not None
    await ada.command(f"/turn why line:{line[1]}")
    await expect(ada.message("used /turn why")).to_contain_text("CW-4")

    # The game master has seen it all, and the players' rooms have not seen hers.
    await expect(grace.message("is resolved as a draft")).to_contain_text("report of turn 1", timeout=RESOLVE_MS)
    await grace.command("/gm sheet side:humans")
    await expect(grace.message("used /gm sheet")).to_contain_text("Human Union, turn 2: nothing ordered yet")
    await grace.command("/gm side side:vermin turn:1")
    await expect(grace.message("What Vermin Swarm sees").locator("img")).to_have_attribute(
        "alt", re.compile("Vermin Swarm")
    )
    await expect(ada.page.get_by_text(MASTER)).to_have_count(0)
    await expect(vik.page.get_by_text(MASTER)).to_have_count(0)


async def test_a_visitor_looks_on_by_phone_and_is_told_where_to_begin(seat: TakeSeat) -> None:
    vera = await seat("Vera", size=PHONE)
    await vera.command("/turn status")
    await expect(vera.message("used /turn status")).to_contain_text("Ada (Humans)")
    await vera.command("/fleet list")
    await expect(vera.message("used /fleet list")).to_contain_text(re.compile("no seat|hold no", re.IGNORECASE))
    assert await vera.overflow() == 0
    assert await vera.log_overflow() == 0


async def test_whoever_the_picker_calls_a_leader_has_a_desk(browser: Browser, page: str) -> None:
    led = {"Ada": "Human Union", "Vik": "Vermin Swarm", "Dominic": "The Dominion", "Ola": "Oolab"}
    async with seated(browser, page, PHONE) as one:
        assert await one.leaders() == list(led)
    for name, race in led.items():
        async with seated(browser, page, PHONE) as one:
            await one.sit(name)
            await expect(one.page.locator("#channel-name")).to_contain_text(race)
            await expect(one.desk()).to_be_visible()


async def test_the_campaign_is_there_again_after_a_stop(browser: Browser, tmp_path: Path) -> None:
    async with playing(tmp_path, "--fresh", "--table") as url, seated(browser, url) as ada:
        await ada.sit("Ada", "campaign")
        await ada.give("/orders ask text:Is anybody out there?")
    async with playing(tmp_path, "--table", chance="again") as url, seated(browser, url) as ada:
        await ada.sit("Ada", "campaign")
        await expect(ada.messages.filter(has_text="begins with turn 1")).to_have_count(1)
        await ada.command("/orders show")
        await expect(ada.message("used /orders show")).to_contain_text("Is anybody out there?")
