"""A newcomer who only taps: the page itself counts every tap, and a key that was pressed is a failure."""

import re
from dataclasses import dataclass
from typing import Final

from playwright.async_api import Locator, expect

from tests.browser.kit import Seat

PREVIEW: Final = re.compile(r"Before you give this order|orders? can be given")
GIVEN: Final = re.compile(r"Order given\.|orders given\.")
COUNTER = """
window.handled = {taps: 0, keys: 0};
addEventListener("pointerdown", (event) => event.isTrusted && (window.handled.taps += 1), true);
addEventListener("keydown", (event) => event.isTrusted && (window.handled.keys += 1), true);
"""


@dataclass
class Taps:
    """One person's taps since their first screen, the place that opens when they have said who they are."""

    one: Seat
    before: int = 0

    @classmethod
    async def first_screen(cls, one: Seat, name: str) -> "Taps":
        """Sits down as the person whose name begins with `name`; from here on everything is counted."""
        await one.context.add_init_script(COUNTER)
        await one.sit(name)
        return cls(one, await one.page.evaluate("window.handled.taps"))

    async def on(self, what: Locator) -> None:
        """One tap."""
        await what.click()

    async def button(self, place: Locator, words: str) -> None:
        """One tap on a button of a message, by its words."""
        await self.on(place.get_by_role("button", name=words, exact=True))

    async def star(self, place: Locator) -> None:
        """One tap on the first thing that is advised."""
        await self.on(place.get_by_role("button", name="★").first)

    async def give(self) -> Locator:
        """One tap on the button of a preview of one or several orders; gives the receipt that takes its place."""
        await self.on(self.one.message(PREVIEW).get_by_role("button", name=re.compile("^Give ")))
        receipt = self.one.message(GIVEN)
        await expect(receipt).to_be_visible()
        return receipt

    async def pick(self, place: Locator, option: str) -> None:
        """Two taps: a list of a message, and the first of its lines that holds these words."""
        await self.on(place.locator(".select-button").first)
        await self.on(self.one.page.locator(".select-popup:popover-open .select-option", has_text=option).first)

    async def so_far(self) -> int:
        """Taps since the first screen, and not one key."""
        handled = await self.one.page.evaluate("window.handled")
        assert handled["keys"] == 0, "something was typed"
        return int(handled["taps"]) - self.before

    async def at_most(self, most: int) -> None:
        """So many taps so far, and not one key."""
        taps = await self.so_far()
        assert taps <= most, f"{taps} taps, {most} at most"

    async def fits(self) -> None:
        """Nothing is wider than the window."""
        await expect(self.one.messages.last).to_be_visible()
        assert await self.one.overflow() == 0
        assert await self.one.log_overflow() == 0
