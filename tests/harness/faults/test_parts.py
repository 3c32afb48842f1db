"""The parts of `make faults`, each for a moment: they notice what they are there to notice."""

from pathlib import Path

import pytest

from harness.faults import hostile
from harness.faults.books import DatabaseFile
from harness.faults.disk import DAMAGE, one_sentence
from harness.faults.outcome import FaultOutcome, NotHere, Observation, status, table, tried
from harness.faults.programs import Program, once
from playtest.clock import ManualClock
from rules.cluster_war.chapters.movement.request_orders import FreeText
from storage.db import Storage
from tests.umpire.table import SUNDAY, begin, player, services_on
from umpire.campaign.sheets.orders import enter
from umpire.services.services import Services


async def played(folder: Path) -> DatabaseFile:
    """A database with a campaign, one order and a few letters in it, closed."""
    path = folder / "admiralty.db"
    async with await Storage.open(path) as storage:
        services: Services = services_on(storage, ManualClock(SUNDAY, frozen=True))
        game = await begin(services)
        await enter(services, player(game, "humans"), [FreeText("Question 1.")])
    return DatabaseFile(path)


async def test_an_outcome_is_held_failed_or_not_run_and_only_a_failure_is_a_bad_status() -> None:
    async def well() -> Observation:
        return Observation(3, [], "three | fine")

    async def badly() -> Observation:
        return Observation(1, ["lost"], "")

    async def not_here() -> Observation:
        raise NotHere("no such library")

    async def broken() -> Observation:
        raise KeyError("x")

    found = [await tried(each.__name__, each) for each in (well, badly, not_here, broken)]
    assert [(each.times, each.result) for each in found] == [(3, "held"), (1, "FAILED"), (0, "not run"), (0, "FAILED")]
    assert "| well | 3 | held | 0 | three / fine |" in table(found)
    assert (status(found), status([found[0], found[2]])) == (1, 0)
    assert isinstance(found[0], FaultOutcome)


async def test_the_books_notice_what_is_lost_doubled_or_unsent(tmp_path: Path) -> None:
    books = await played(tmp_path)
    assert books.turn() == 1
    assert books.sound()
    assert books.wrong_turns() == []
    assert books.wrong_orders(["Question 1"], ["Question 2"]) == []
    assert books.wrong_orders(["Question 2"], []) == ["lost order Question 2"]
    assert books.letters_left() > 0
    unsent = books.wrong_letters({})
    assert any("is pending" in each for each in unsent)
    assert any("shown 0 times" in each for each in unsent)


async def test_a_damaged_database_is_told_in_one_sentence(tmp_path: Path) -> None:
    DAMAGE["garbage"](tmp_path / "admiralty.db")
    told, said = await once("db", "check", data=tmp_path)
    assert one_sentence("garbage", told, said) == [], said
    assert one_sentence("a traceback", 1, "Traceback\nKeyError") != []


async def test_every_damage_is_one(tmp_path: Path) -> None:
    books = await played(tmp_path)
    whole = books.path.read_bytes()
    for name, damage in DAMAGE.items():
        folder = tmp_path / name
        folder.mkdir()
        (folder / "admiralty.db").write_bytes(whole)
        damage(folder / "admiralty.db")
        left = {each.name: each.read_bytes() for each in folder.iterdir()}
        assert left["admiralty.db"] != whole or left["admiralty.db-wal"], name


def test_hostile_files_are_small_and_many() -> None:
    found = dict(hostile.files(1))
    assert len(found) == 18
    assert max(map(len, found.values())) < 1_000_000


async def test_a_program_is_started_measured_killed_and_started_again() -> None:
    program = Program(("-c", "import time; print('ready', flush=True); time.sleep(60)"), "^ready")
    for starts in (1, 2):
        await program.start()
        assert program.starts == starts
        assert program.megabytes() >= 0
        await program.kill()
    ends = Program(("-c", "print('oh')"), "^ready")
    with pytest.raises(RuntimeError, match="oh"):
        await ends.start()
