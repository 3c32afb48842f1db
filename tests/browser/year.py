"""A year of the campaign that `make play` opens, on a phone, by taps: what a newcomer does each month, and what each report's
front page comes to as the browser shows it."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from playwright.async_api import Locator, expect

from tests.browser.kit import Seat
from tests.browser.taps import PREVIEW, Taps

MONTHS: Final = 12
MONTH_MS: Final = 240_000
CAMPAIGN: Final = "Four Empires"
THREAD: Final = f"Human Union · {CAMPAIGN}"
CONTACT: Final = re.compile(r"We are not alone|First contact")
BATTLE: Final = re.compile(r"Battle with")
STAFF: Final = re.compile(r"Your staff advises")  # a receipt says "as your staff advises"
GIVE: Final = re.compile(r"^Give ")
ACCEPT: Final = re.compile(r"^Accept: ")
MET: Final = re.compile(r"What you have met")
RAIDS: Final = re.compile(r"Raids on the commerce of others")
STOPPED: Final = re.compile(r"Before the month passes")
ENOUGH: Final = 6
"""After so many taps in a month nobody looks for a quarrel, too."""
FIRST_RAID: Final = 4
MEASURE: Final = """async (message) => {
  const head = message.querySelector("[role=heading]");
  const map = message.querySelector("img.picture-img");
  await map.decode();
  return {
    height: map.getBoundingClientRect().bottom - head.getBoundingClientRect().top,
    text: head.closest(".v2-text").innerText,
  };
}"""


@dataclass(frozen=True)
class FrontPage:
    """The first message of a month's report: its words from the headline on, how many pixels there are from the top of the
    headline to the bottom of the map, and how many taps the month took."""

    month: int
    text: str
    height: float
    taps: int

    @property
    def lines(self) -> list[str]:
        """Its lines, as they are written."""
        return [line for line in self.text.splitlines() if line.strip()]


class Year:
    """A newcomer who does what is offered: what waits on the front page, encounters, all that the staff advises, and from the
    fourth month on a raid on a neighbour, until there has been a battle."""

    def __init__(self, one: Seat, taps: Taps) -> None:
        self.one = one
        self.taps = taps
        self.pages: list[FrontPage] = []

    @property
    def desk(self) -> Locator:
        """The dashboard, below the newest report."""
        return self.one.desk()

    def report(self, month: int) -> Locator:
        """The first message of a month's report."""
        return self.one.message(f"Turn {month} of {CAMPAIGN}: your report and map")

    async def tapped(self) -> int:
        """Taps so far."""
        return await self.taps.so_far()

    async def month(self, month: int) -> FrontPage:
        """Play it, and read its report."""
        before = await self.tapped()
        await expect(self.one.desk(month)).to_be_visible(timeout=MONTH_MS)
        if month > 1:
            await self.accept(self.report(month - 1))
        await self.answer()
        await self.follow_staff()
        fought = any(BATTLE.search(page.text) for page in self.pages)
        if month >= FIRST_RAID and not fought and await self.tapped() - before <= ENOUGH:
            await self.raid()
        await self.ready(month)
        taps = await self.tapped() - before
        packet = self.report(month)
        await expect(packet.locator("img.picture-img")).to_be_visible(timeout=MONTH_MS)
        found = await packet.evaluate(MEASURE)
        page = FrontPage(month, found["text"], found["height"], taps)
        self.pages.append(page)
        return page

    async def accept(self, report: Locator) -> None:
        """What others offer, by the button below the front page."""
        offered = report.get_by_role("button", name=ACCEPT)
        if await offered.count():
            await self.taps.on(offered.first)
            await self.taps.on(self.one.message(PREVIEW).get_by_role("button", name=GIVE))
            await expect(self.one.message("Order given.")).to_be_visible()

    async def answer(self) -> None:
        """An encounter: the first of its choices that can be made."""
        waits = self.desk.get_by_role("button", name=re.compile("^Encounters"))
        if await waits.count():
            panel = await self._opened(MET, lambda: self.taps.on(waits))
            choices = panel.locator("button.style-1:enabled")
            if await choices.count():
                await self.taps.on(choices.first)
                await self.taps.on(self.one.message(PREVIEW).get_by_role("button", name=GIVE))
                await expect(self.one.message("Order given.")).to_be_visible()

    async def follow_staff(self) -> None:
        """All that is advised, in two taps."""
        panel = await self._opened(STAFF, lambda: self.taps.button(self.desk, "Do as my staff advises"))
        give = panel.get_by_role("button", name=GIVE)
        if await give.count():
            left = await self.one.messages.filter(has_text=STAFF).count() - 1
            await self.taps.on(give)
            await expect(self.one.messages.filter(has_text=STAFF)).to_have_count(left)

    async def raid(self) -> None:
        """A raid, if one is advised."""
        await self.taps.button(self.desk, "War")
        lists = self.one.message("War: what calls for your hand")
        panel = await self._opened(RAIDS, lambda: self.taps.button(lists, "Raid"))
        best = panel.get_by_role("button", name="★")
        if await best.count():
            await self.taps.on(best.first)
            await self.taps.on(self.one.message(PREVIEW).get_by_role("button", name=GIVE))
            await expect(self.one.message("Order given.")).to_be_visible()

    async def ready(self, month: int) -> None:
        """The month passes; what is asked before it does is confirmed."""
        stopped = self.one.messages.filter(has_text=STOPPED)
        before = await stopped.count()
        await self.taps.button(self.desk, "I am ready")
        over = self.one.desk(month + 1)
        await expect(over.or_(stopped.nth(before)).first).to_be_visible(timeout=MONTH_MS)
        if await stopped.count() > before:
            await self.taps.button(stopped.last, "Yes, pass the month")
        await expect(over).to_be_visible(timeout=MONTH_MS)

    async def _opened(self, words: re.Pattern[str], tap: Callable[[], Awaitable[None]]) -> Locator:
        """The panel that a tap opens; those of earlier months may still be in view."""
        alike = self.one.messages.filter(has_text=words)
        before = await alike.count()
        await tap()
        await expect(alike).to_have_count(before + 1)
        return alike.last
