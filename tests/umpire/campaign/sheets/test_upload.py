"""Files sent as workbooks: each hostile or damaged one gets a sentence, no other process suffers, nothing blocks."""

import asyncio
import io
import os
import signal
import time
import zipfile
from random import Random

import pytest

from playtest.clock import ManualClock
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.play.notation import names_of
from rules.cluster_war.play.sheets.workbook import BUILDERS
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import GameError
from storage.db import Storage
from tests.rules.cluster_war.build import small
from tests.umpire.campaign.sheets.hostile_books import hostile, many_cells, merged
from tests.umpire.table import services_on
from umpire.campaign.sheets.workbook import Mark, write_workbook
from umpire.campaign.sheets.workbook_reader import FilledWorkbook, filled_workbook
from umpire.campaign.sheets.workbooks import read_upload
from umpire.services import foreign
from umpire.services.foreign import ForeignFiles, TooMuchError
from umpire.services.foreign_process import LIMITED
from umpire.services.services import Services

FLIPS = 120
MARK = Mark("spiral", "humans", 1)
NOTHING = FilledWorkbook(MARK, ())


@pytest.fixture(scope="module")
def names() -> Names:
    state = small()
    return names_of(view_for(state, min(state.sides)), ())


@pytest.fixture(scope="module")
def good(names: Names) -> bytes:
    return write_workbook([build(names.view) for build in BUILDERS.values()], "Spiral Arm", "Humans", MARK)


async def longest_step(stop: asyncio.Event) -> float:
    """The most processor time, in seconds, that the loop spent between two naps of a millisecond."""
    worst = 0.0
    while not stop.is_set():
        begun = time.thread_time()
        await asyncio.sleep(0.001)
        worst = max(worst, time.thread_time() - begun)
    return worst


@pytest.fixture
def services(storage: Storage, manual_clock: ManualClock) -> Services:
    return services_on(storage, manual_clock)


def test_every_hostile_file_gets_one_sentence_that_says_what_would_be_right(names: Names, good: bytes) -> None:
    for kind, (data, due) in hostile(good).items():
        said = reading_of(data, names)
        assert due in said, (kind, said)
        assert bool(due) == bool(said), (kind, said)
        assert not said or "workbook" in said or ".xlsx" in said, (kind, said)


async def test_what_kills_a_reader_is_refused_in_a_process_of_its_own(
    services: Services, names: Names, good: bytes
) -> None:
    for ref in ("A1:XFD20000", "A1:ZZ5000"):
        with pytest.raises(GameError, match="undo the merging"):
            await read_upload(services, merged(good, ref), names.view)
    assert await read_upload(services, good, names.view) == NOTHING


async def test_the_loop_goes_on_while_a_hostile_file_is_read(services: Services, names: Names, good: bytes) -> None:
    bad = await asyncio.to_thread(many_cells, good)
    stop = asyncio.Event()
    watch = asyncio.create_task(longest_step(stop))
    with pytest.raises(GameError, match="more than 200000 cells"):
        await read_upload(services, bad, names.view)
    stop.set()
    assert await watch < 0.5, "reading the file in the loop takes seconds"


def reading_of(data: bytes, names: Names) -> str:
    """Why a file is refused; "" if it is read, and then it orders nothing."""
    try:
        filled = filled_workbook(data, names.view)
    except GameError as wrong:
        return str(wrong)
    assert filled.lines == ()
    return ""


def test_a_flipped_bit_anywhere_gives_a_sentence_or_a_whole_reading(names: Names, good: bytes) -> None:
    chance = Random(7)
    refused = 0
    for _ in range(FLIPS):
        data = bytearray(good)
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        said = reading_of(bytes(data), names)
        assert "workbook" in said or not said
        refused += bool(said)
    assert refused > FLIPS // 2


def test_a_good_workbook_is_still_read(names: Names, good: bytes) -> None:
    assert filled_workbook(good, names.view) == NOTHING


def hog() -> int:
    return len(bytearray(1 << 30))


def spin() -> None:
    while True:
        pass


def interrupted() -> int:
    os.kill(os.getpid(), signal.SIGINT)
    return os.getpgrp()


def killed() -> None:
    """What the system does to a process when the machine has no memory left."""
    os.kill(os.getpid(), signal.SIGKILL)


def leave() -> None:
    raise SystemExit(9)


@pytest.mark.skipif(not LIMITED, reason="this platform has no limits of a process")
@pytest.mark.parametrize(
    ("part", "data"),
    [
        (
            "xl/printerSettings/printerSettings1.bin",
            b'<?xml version="1.0"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/x.dtd">'
            b'<plist version="1.0"><dict><key>com.apple.print.PageFormat</key><integer>1</integer></dict></plist>',
        ),
        ("xl/drawings/vmlDrawing1.vml", b'<xml xmlns:v="urn:schemas-microsoft-com:vml"><div><br>A note</div></xml>'),
        ("customXml/note.bin", b"<< not XML at all >>"),
    ],
)
def test_what_spreadsheet_programs_put_beside_the_pages_is_no_fault(
    names: Names, good: bytes, part: str, data: bytes
) -> None:
    book = io.BytesIO(good)
    with zipfile.ZipFile(book, "a") as packed:
        packed.writestr(part, data)
    assert filled_workbook(book.getvalue(), names.view) == NOTHING


async def test_a_file_that_takes_too_much_ends_its_own_process_and_no_other() -> None:
    files = ForeignFiles(megabytes=300)
    answers = await asyncio.gather(
        files.run(hog), files.run(spin, seconds=1), files.run(len, b"abc"), return_exceptions=True
    )
    assert isinstance(answers[0], TooMuchError)
    assert "300 MiB" in str(answers[0])
    assert isinstance(answers[1], TooMuchError)
    assert "more than 1 s" in str(answers[1])
    assert answers[2] == 3


def niceness() -> int:
    return os.nice(0)


async def test_a_reader_has_its_share_of_a_busy_machine_for_somebody_waits() -> None:
    assert await ForeignFiles().run(niceness) == os.nice(0)


async def test_a_reader_that_is_only_slow_is_not_told_as_one_that_computed_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(foreign, "CLOCK_TIMES_COMPUTING", 1)
    monkeypatch.setattr(foreign, "START_SECONDS", 0)
    with pytest.raises(TooMuchError, match="did not end within 1 s, as happens on a busy machine") as told:
        await ForeignFiles().run(time.sleep, 60, seconds=1)
    assert "computing" not in str(told.value)


async def test_a_reader_is_not_interrupted_and_says_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    group = await ForeignFiles().run(interrupted)
    assert group != os.getpgrp(), "Ctrl+C in a terminal goes to a whole group of processes"
    assert capfd.readouterr() == ("", "")


async def test_a_reader_that_the_system_kills_is_not_told_as_one_that_computed_too_long() -> None:
    with pytest.raises(TooMuchError, match="runs out of memory") as told:
        await ForeignFiles().run(killed)
    assert "computing" not in str(told.value)


async def test_a_caller_that_goes_away_leaves_no_process_behind() -> None:
    files = ForeignFiles()
    task = asyncio.create_task(files.run(spin, seconds=60))
    await asyncio.sleep(0.5)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await files.run(len, b"ab") == 2
