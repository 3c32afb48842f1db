"""Takes the pictures of a year alone on a phone: `.venv/bin/python -m docs.pictures.year`. It plays the year of
`tests/browser/test_alone.py`, by taps, in a folder that is thrown away, and keeps the reports of three months."""

import asyncio
import sys
import tempfile
from pathlib import Path

from docs.pictures.camera import snap
from tests.browser.kit import PHONE, find_chromium, launched, seated
from tests.browser.program import playing
from tests.browser.taps import Taps
from tests.browser.test_alone import CHANCE
from tests.browser.year import Year

KEPT = (1, 4, 8)


async def main() -> int:
    """Take them; 1 without a browser."""
    chromium = find_chromium()
    if chromium is None:
        sys.stderr.write("No Chromium or Chrome is installed.\n")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        async with (
            playing(Path(folder), "--fresh", chance=CHANCE) as url,
            launched(chromium) as browser,
            seated(browser, url, PHONE) as ada,
        ):
            year = Year(ada, await Taps.first_screen(ada, "Ada"))
            await ada.page.locator("#jump-newest").evaluate("node => node.remove()")  # it would lie on the report
            for month in range(1, max(KEPT) + 1):
                await year.month(month)
                if month in KEPT:
                    await snap(ada, f"month-{month}-phone.png", year.report(month))
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
