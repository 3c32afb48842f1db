"""What every browser test needs: a Chromium that asks nobody anything, a window per person, and the words to drive it."""

import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from playwright.async_api import Browser, BrowserContext, Locator, Page, Request, async_playwright, expect

from playtest.player import GIVE_BUTTON

CANDIDATES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC_APPS = (
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
)
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP = (1280, 800)
PHONE = (390, 844)
LOCAL = ("127.0.0.1", "localhost")
WAIT_MS = 120_000
LAST_MESSAGES = 6
expect.set_options(timeout=WAIT_MS)


def find_chromium() -> Path | None:
    """The installed browser, or None."""
    for name in CANDIDATES:
        found = shutil.which(name)
        if found:
            return Path(found)
    return next((app for app in MAC_APPS if app.exists()), None)


@asynccontextmanager
async def launched(chromium: Path) -> AsyncIterator[Browser]:
    """A headless browser for as long as the block lasts."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=list(QUIET))
        try:
            yield browser
        finally:
            await browser.close()


@dataclass
class Seat:
    """One person in a window of their own. `requests` holds every address asked for, `faults` every script error."""

    page: Page
    context: BrowserContext
    url: str
    requests: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def _asked(self, request: Request) -> None:
        self.requests.append(request.url)

    @property
    def foreign(self) -> list[str]:
        """Addresses asked for that are not this machine's."""
        return [
            url
            for url in self.requests
            if urlsplit(url).scheme not in ("data", "blob") and urlsplit(url).hostname not in LOCAL
        ]

    # sitting down

    async def sit(self, name: str, channel: str | None = None) -> None:
        """Opens the page, takes the seat of the person whose name begins with `name`, and opens a channel."""
        await self.page.goto(self.url)
        await self.page.locator(".picker-card", has_text=name).click()
        await expect(self.page.locator("#composer-text")).to_be_visible()
        if channel:
            await self.open(channel)

    async def open(self, channel: str) -> None:
        """Jumps to a channel, thread or DM by the keyboard (Ctrl+K)."""
        await self.page.keyboard.press("Control+k")
        await self.page.locator(".switcher input").fill(channel)
        await self.page.keyboard.press("Enter")
        await expect(self.page.locator("#channel-name")).to_have_text(channel)
        await expect(self.page.locator(".log-note")).to_have_count(0)

    async def leaders(self) -> list[str]:
        """Opens the page; the names that the picker shows beside "Leads"."""
        await self.page.goto(self.url)
        cards = self.page.locator(".picker-card", has_text="Leads the ")
        await expect(cards.first).to_be_visible()
        return [found.split()[0] for found in await cards.locator(".picker-name").all_inner_texts()]

    # speaking

    async def say(self, text: str) -> None:
        """Writes a plain message (or a whole command) into the message box and presses Enter."""
        box = self.page.locator("#composer-text")
        await box.fill(text)
        await box.press("Enter")

    async def command(self, text: str) -> None:
        """Runs a command written in full: "/fleet move fleet:Home to:2034"."""
        await self.page.locator("#composer-text").fill(text)
        form = self.page.locator(".command-form")
        if await form.count() == 0:
            await self.page.keyboard.press("Enter")
        await expect(form).to_be_visible()
        await form.locator(".form-send").click()
        await expect(form).to_have_count(0)

    async def close_form(self) -> None:
        """Escape: once, or first for an open list of suggestions and then for the strip of the chosen command."""
        for _ in range(3):
            if await self.form.count():
                await self.page.keyboard.press("Escape")
        await expect(self.form).to_have_count(0)

    async def give(self, text: str) -> None:
        """An order by its command, confirmed below its preview."""
        await self.command(text)
        await self.message("Before you give this order").get_by_role("button", name=GIVE_BUTTON).click()
        await expect(self.message("Order given.")).to_be_visible()

    # looking

    async def last_words(self) -> str:
        """The last messages with their buttons; what somebody needs who reads of a failure."""
        told = await self.page.locator("#channel-name, article.message").all_inner_texts()
        return "\n---\n".join(told[:1] + told[1:][-LAST_MESSAGES:])

    @property
    def messages(self) -> Locator:
        """All messages in view, oldest first."""
        return self.page.locator("article.message")

    def message(self, text: str | re.Pattern[str]) -> Locator:
        """The newest message that holds a text."""
        return self.messages.filter(has_text=text).last

    def desk(self, turn: int | None = None) -> Locator:
        """The newest dashboard, or that of a turn. Its heading is asked, since a campaign's aim names a turn as well."""
        return self.message(
            re.compile(r"Your dashboard · .*, turn \d" if turn is None else rf"Your dashboard · .*, turn {turn}(?!\d)")
        )

    @property
    def form(self) -> Locator:
        """The strip of the chosen command."""
        return self.page.locator(".command-form")

    @property
    def suggestions(self) -> Locator:
        """What the open list offers."""
        return self.page.locator(".listbox:visible [role=option]")

    @property
    def dialog(self) -> Locator:
        """The open dialog."""
        return self.page.locator("dialog[open]")

    async def overflow(self) -> int:
        """By how many pixels the page is wider than the window (0: no scrolling sideways)."""
        wide: int = await self.page.evaluate(
            "Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - window.innerWidth"
        )
        return max(wide, 0)

    async def log_overflow(self) -> int:
        """The same for the list of messages."""
        wide: int = await self.page.locator("#log").evaluate("node => node.scrollWidth - node.clientWidth")
        return wide


@asynccontextmanager
async def seated(browser: Browser, url: str, size: tuple[int, int] = DESKTOP) -> AsyncIterator[Seat]:
    """A fresh window (own storage) on the page at `url`; leaving it checks that no script failed and nothing left."""
    width, height = size
    context = await browser.new_context(viewport={"width": width, "height": height}, locale="en-GB", timezone_id="UTC")
    context.set_default_timeout(WAIT_MS)
    page = await context.new_page()
    seat = Seat(page, context, url)
    context.on("request", seat._asked)
    page.on("pageerror", lambda error: seat.faults.append(str(error)))
    try:
        yield seat
    except Exception as wrong:
        wrong.add_note(f"Last on the page:\n{await seat.last_words()}")
        raise
    finally:
        await context.close()
    assert seat.faults == []
    assert seat.foreign == []
