"""The campaign's evening by scripted newcomers who only tap: two players, one of them on a phone, and the game master."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.browser.kit import PHONE, seated
from tests.browser.program import playing
from tests.browser.taps import Taps

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

WINDOW = (1280, 900)
RESOLVE_MS = 240_000
FIRST_ORDER, WHOLE_TURN, MASTERS_TURN, REPORT = 3, 15, 6, 6
"""Taps at most."""
NAMES = "Human Union · Four Empires", "The Dominion · Four Empires", "Game master · Four Empires"
HEADINGS = """packets => packets.flatMap(packet => [...packet.querySelectorAll("[role=heading]")].map(one =>
    [one.innerText, one.nextElementSibling?.tagName ?? ""]))"""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def page(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """The address of the running program, one for all tests here."""
    async with playing(tmp_path_factory.mktemp("play"), "--fresh", "--table") as url:
        yield url


async def test_an_evening_without_a_word_typed(browser: Browser, page: str) -> None:
    async with (
        seated(browser, page, WINDOW) as ada,
        seated(browser, page, PHONE) as dom,
        seated(browser, page, WINDOW) as grace,
        seated(browser, page, WINDOW) as vik,
    ):
        # Who plays sees their dashboard at once: the first screen is their own thread.
        hers, his, masters = [
            await Taps.first_screen(one, name) for one, name in ((ada, "Ada"), (dom, "Dominic"), (grace, "Grace"))
        ]
        for one, thread in zip((ada, dom, grace), NAMES, strict=True):
            await expect(one.page.locator("#channel-name")).to_have_text(thread)
        await expect(ada.message("Your dashboard")).to_contain_text("Nothing ordered yet")

        # A first order in three taps, at a dashboard (all scouts at once) and on a phone (one of them).
        await hers.button(ada.message("Your dashboard"), "Explore")
        scouts = ada.message("Where you have not been")
        await expect(scouts).to_contain_text("unexplored star, ")
        await hers.on(scouts.get_by_role("button", name=re.compile(" at once$")))
        receipt = await hers.give()
        await expect(receipt).to_contain_text(re.compile(r'move "Lantern One" to \d{4}'))
        explored = await receipt.get_by_role("listitem").all_inner_texts()
        assert len([line for line in explored if "move " in line]) >= 3
        await hers.at_most(FIRST_ORDER)
        await his.button(dom.message("Your dashboard"), "Explore")
        await his.star(dom.message("Where you have not been"))
        phones = await his.give()
        await his.at_most(FIRST_ORDER)
        await expect(dom.message("Your dashboard")).to_contain_text('move "')
        await his.fits()

        # The rest of the turn, in the same message: something built, researched and settled, and ready.
        await hers.button(receipt, "Build")
        await hers.pick(ada.message("What idle yards and factories can build"), "Lantern scout at Terra")
        receipt = await hers.give()
        for button in ("Research", "Colonies"):
            await hers.button(receipt, button)
            await hers.star(ada.message("★"))
            receipt = await hers.give()
        given: list[str | re.Pattern[str]] = [*explored, "build 1", "research ", re.compile("expand |found |load ")]
        for words in given:
            await expect(receipt).to_contain_text(words)
        await hers.button(receipt, "I am ready")
        await expect(ada.message("Your dashboard")).to_contain_text("You are ready")
        await hers.at_most(WHOLE_TURN)
        await hers.fits()

        # On the phone: a fleet chosen, then where to; what would happen; ready.
        await his.button(phones, "Move a fleet")
        await his.star(dom.message("Which fleet is to move?"))
        await his.star(dom.message("Where to with"))
        phones = await his.give()
        await his.button(phones, "What would happen")
        await expect(dom.message("What would happen if the deadline came now")).to_contain_text(" leaves ")
        await his.button(phones, "I am ready")
        await expect(dom.message("Your dashboard")).to_contain_text("You are ready")
        await his.at_most(WHOLE_TURN)
        await his.fits()

        # Somebody else gives the game master something to answer.
        await vik.sit("Vik")
        await vik.give("/orders contingency text:If we meet anybody, greet them.")

        # The game master: who is missing, resolve, read, answer, publish.
        dashboard = grace.message("The game master's dashboard")
        await expect(dashboard).to_contain_text(re.compile("Not ready: .*Vermin Swarm"))
        await expect(dashboard).not_to_contain_text("Human Union")
        await masters.button(dashboard, "Advance")
        await masters.button(grace.message("Resolve turn 1 of"), "Resolve turn 1")
        draft = grace.message("Draft of turn 1")
        await expect(draft).to_contain_text("greet them", timeout=RESOLVE_MS)
        await expect(dashboard).to_contain_text("The draft waits for you")
        await masters.button(draft, "Questions")
        questions = grace.message("Questions · Four Empires")
        await expect(questions).to_contain_text("Keep it in mind.")
        await masters.on(questions.get_by_role("button", name=re.compile("^Accept Q")).last)
        answered = grace.message("✔")
        await expect(answered).to_contain_text("No question waits for your answer.")
        await masters.button(answered, "Publish turn 1")
        await expect(grace.message("Turn 1 is published")).to_be_visible()
        await masters.at_most(MASTERS_TURN)
        await masters.fits()

        # The report: headline and money, and behind its button everything, news first, no heading without its lines; why, map and
        # orders by its buttons.
        for taps, side in ((hers, "Human Union"), (his, "The Dominion")):
            one = taps.one
            packet = one.message("your report and map")
            await expect(packet).to_contain_text("CPs to spend", timeout=RESOLVE_MS)
            await expect(packet.get_by_role("heading")).to_have_count(1)
            await packet.get_by_role("button", name="Everything that happened", exact=True).click()
            await expect(one.message(f"{side}, report of turn 1")).to_be_visible()
            await expect(one.messages.get_by_role("heading", name="Money").last).to_be_visible()  # on its last page
            found = await one.messages.evaluate_all(HEADINGS)
            begins = max(at for at, (heading, _) in enumerate(found) if f"{side}, report of turn" in heading)
            told = [one for one in found[begins + 1 :] if "Your dashboard" not in one[0]]  # it may come in between
            assert told[-1][0] == "Money", told
            assert told[0][0] != "Money", told
            assert {after for _, after in told} == {"UL"}, told
            read = Taps(one, await one.page.evaluate("window.handled.taps"))
            panel = one.messages.filter(has=one.page.get_by_role("button", name="Why?")).last
            await expect(panel.locator("img")).to_have_attribute("alt", re.compile(f"star map of {side}, after turn 1"))
            await read.button(panel, "Why?")
            await read.pick(one.message("Choose a line of the report"), " left ")
            await expect(one.messages.last).to_contain_text("CW-4")
            await read.button(panel, "Map")
            await expect(one.messages.last.locator("img")).to_be_visible(timeout=RESOLVE_MS)
            await read.button(panel, "My orders")
            await expect(one.message("Turn 2: nothing ordered yet")).to_be_visible()
            await read.at_most(REPORT)
            await read.fits()
            await expect(one.messages.filter(has_text="Game master")).to_have_count(0)
