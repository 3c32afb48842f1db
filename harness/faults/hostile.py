"""Hostile files through the running bot's /orders upload, while somebody else uses it."""

import asyncio
import random
import time
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

import aiohttp
from openpyxl import Workbook

from harness.faults.acts import answer_to
from harness.faults.outcome import Observation
from harness.faults.page import Person, Unanswered
from harness.faults.programs import pair

ANSWER_S: Final = 3.0
MOST_MEGABYTES: Final = 300.0
BAD_ANSWERS: Final = ("Something went wrong", "did not respond", "still thinking", "ServerDisconnected")
SHEET_PART: Final = "xl/worksheets/sheet1.xml"
SHEET_END: Final = b"</worksheet>"


def files(seed: int) -> Iterator[tuple[str, bytes]]:
    """Each kind of hostile workbook."""
    made, book = BytesIO(), Workbook()
    book.create_sheet("Orders").append(["move", "Home Fleet", "0101"])
    book.save(made)
    good = made.getvalue()
    for ref in (b"A1:ZZ5000", b"A1:XFD20000"):
        merge = b'<mergeCells count="1"><mergeCell ref="' + ref + b'"/></mergeCells></worksheet>'
        yield f"merged {ref.decode()}", _with_first_sheet(good, _sheet(b"").replace(SHEET_END, merge))
    cells = b"".join(b'<row r="%d">%s</row>' % (row, b"<c/>" * 1000) for row in range(1, 1001))
    yield "a million cells", _with_first_sheet(good, _sheet(cells))
    yield "a bomb", _with_first_sheet(good, _sheet(b" " * 200_000_000))
    inner = b"".join(b'<!ENTITY a%d "%s">' % (n + 1, b"&a%d;" % n * 10) for n in range(9))
    entities = b'<!DOCTYPE x [<!ENTITY a0 "aaaaaaaaaa">' + inner + b"]><x>&a9;</x>"
    yield "entities", _with_first_sheet(good, entities)
    yield "encrypted", _flagged(good)
    yield "half of it", good[: len(good) // 2]
    yield "no zip", random.Random(seed).randbytes(5000)
    chance = random.Random(seed)
    for number in range(10):
        flipped = bytearray(good)
        flipped[chance.randrange(len(good))] ^= 1 << chance.randrange(8)
        yield f"flipped bit {number}", bytes(flipped)


async def uploads(folder: Path, seed: int) -> Observation:
    """Each of the files by Ada; meanwhile Dom asks for help again and again and must be answered within three seconds."""
    async with pair(folder) as both, aiohttp.ClientSession() as web:
        await both.bot.start()
        ada, dom = Person(web, both.url, "ada"), Person(web, both.url, "dom")
        before, worst, count, wrong = both.bot.megabytes(), 0.0, 0, list[str]()
        for name, data in files(seed):
            begun = time.monotonic()
            asked = asyncio.create_task(answer_to(ada, "orders upload", ("orders.xlsx", data)))
            while not asked.done():
                at = time.monotonic()
                try:
                    await dom.use("help")
                except Unanswered as silent:
                    wrong.append(f"{name}: Dom was not answered: {silent}")
                worst = max(worst, time.monotonic() - at)
                await asyncio.wait({asked}, timeout=0.3)
            answer = await asked
            count += 1
            if not answer or any(bad in answer for bad in BAD_ANSWERS):
                wrong.append(f"{name}: after {time.monotonic() - begun:.0f} s {answer[:120]!r}")
            if both.bot.starts != 1 or both.bot.megabytes() > before + MOST_MEGABYTES:
                wrong.append(f"{name}: the bot holds {both.bot.megabytes():.0f} MB")
        figures = f"memory {before:.0f} to {both.bot.megabytes():.0f} MB; slowest answer to somebody else {worst:.1f} s"
        return Observation(count, wrong, figures)


def _sheet(rows: bytes) -> bytes:
    head = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
    return head + rows + b"</sheetData>" + SHEET_END


def _with_first_sheet(good: bytes, sheet: bytes) -> bytes:
    """The workbook with another first sheet."""
    made = BytesIO()
    with zipfile.ZipFile(BytesIO(good)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, sheet if name == SHEET_PART else old.read(name))
    return made.getvalue()


def _flagged(good: bytes) -> bytes:
    """The zip's entries say that they are encrypted."""
    data = bytearray(good)
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(mark)
        while at >= 0:
            data[at + offset] |= 1
            at = data.find(mark, at + 4)
    return bytes(data)
