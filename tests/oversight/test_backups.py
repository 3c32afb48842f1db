"""Backups by a timer and by the bot itself: so many are kept, one made under writes is restored, and the game goes on."""

import asyncio
import math
import os
import sys
from asyncio.subprocess import PIPE
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from playtest.entropy import SeededEntropy
from playtest.player import GIVE_BUTTON
from program.application import Backups, open_application, overseen
from settings import Settings, SettingsError, read_settings
from storage.address import DatabaseAddress
from storage.backup import PART_SUFFIX, backup_into, kept_in
from storage.db import Storage
from storage.errors import StorageError
from tests.e2e.kit import CHANNEL, running_table
from tests.oversight.by_hand import begun, contents, kept_game, refused, typed
from tests.oversight.kit import overseen_bot, until
from tests.patience import WAIT_SECONDS

ROOT = Path(__file__).parents[2]
NIGHT = datetime(2025, 11, 23, 3, 40, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
async def source(tmp_path: Path) -> Path:
    """A database."""
    path = tmp_path / "a.db"
    async with await Storage.open(path):
        pass
    return path


def test_so_many_are_kept_and_nothing_else_is_touched(source: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    for night in range(5):
        made = backup_into(source, folder, 3, NIGHT + night * DAY)
        assert made.size == made.path.stat().st_size
        for name in ("mine.db", "admiralty-old.db", "admiralty-20261399T000000Z.db"):
            (folder / name).touch()
    kept = kept_in(folder)
    assert [one.at for one in kept] == [NIGHT + night * DAY for night in (2, 3, 4)]
    assert kept[-1].path.name == "admiralty-20251127T034000Z.db"
    assert {path.name for path in folder.iterdir()} == {one.path.name for one in kept} | {
        *("mine.db", "admiralty-old.db", "admiralty-20261399T000000Z.db")
    }
    assert folder.stat().st_mode & 0o077 == 0
    assert all(one.path.stat().st_mode & 0o077 == 0 for one in kept)


def test_a_copy_that_fails_deletes_nothing(source: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    first = backup_into(source, folder, 1, NIGHT)
    source.unlink()
    with pytest.raises(StorageError, match="There is no database"):
        backup_into(source, folder, 1, NIGHT + DAY)
    assert [one.path for one in kept_in(folder)] == [first.path]


def test_one_made_after_the_clock_was_put_back_stays(source: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    for night in (3, 4, 0):
        made = backup_into(source, folder, 2, NIGHT + night * DAY)
    assert made.path.exists()


def test_halves_of_copies_that_were_killed_go_with_time(source: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    backup_into(source, folder, 9, NIGHT)
    old, new, at_it = (
        [folder / f"admiralty-2025112{day}T034000Z.db.part{ending}" for ending in ("", "-journal", "-shm", "-wal")]
        for day in (1, 2, 3)
    )
    mine = [
        *(folder / name for name in ("mine.db.part", "admiralty-20251121T034000Z.db.part-mine", "notes.part-wal")),
        folder / "admiralty-20251121T034000Z.db.party",
        folder / "an-admiralty-20251121T034000Z.db.part-wal",
    ]
    now = datetime.now(UTC)
    for half in (*old, *new, *at_it, *mine):
        half.touch()
        if half not in new:
            os.utime(half, (now.timestamp() - 86_400,) * 2)
    os.utime(at_it[-1], (now.timestamp(),) * 2)
    assert sorted(backup_into(source, folder, 9, now).gone) == old
    assert all(half.exists() for half in (*new, *at_it, *mine)), "somebody is at it, or it is not ours"


@pytest.mark.sqlite  # programs in processes of their own
@pytest.mark.parametrize("server", [False, True], ids=["file", "server"])
async def test_a_copy_is_for_its_owner_alone_from_its_beginning_and_what_is_there_is_left_alone(
    tmp_path: Path, postgresql: Callable[[], str], server: bool
) -> None:
    data = await kept_game(tmp_path / "data" / "admiralty.db")
    given = {"DATABASE_URL": postgresql()} if server else {"ADMIRALTY_DATABASE": str(data)}
    task = await begun(tmp_path, "db", "backup", "x.db", **given)
    modes = {half.stat().st_mode & 0o777 for half in await halves(tmp_path, "x.db.part", task)}
    assert modes <= {0o600}
    assert await asyncio.wait_for(task.wait(), WAIT_SECONDS) == 0
    assert (tmp_path / "x.db").stat().st_mode & 0o777 == 0o600
    assert {name for name in contents(tmp_path) if not name.startswith("data")} == {"x.db"}
    (tmp_path / "y.db.part").write_text("mine")
    told = await refused(tmp_path, "db", "backup", "y.db", **given)
    assert "y.db.part beside it is of a copy that was broken off" in told
    assert (tmp_path / "y.db.part").read_text() == "mine"
    assert not (tmp_path / "y.db").exists()


@pytest.mark.sqlite  # programs in processes of their own
async def test_what_a_killed_copy_of_a_server_leaves_is_deleted_by_the_next_nights(
    tmp_path: Path, postgresql: Callable[[], str]
) -> None:
    folder, address = tmp_path / "backups", postgresql()
    left = await killed_copy(tmp_path, folder, address)
    assert [half.name.rpartition(".")[2] for half in left] == ["part", "part-shm", "part-wal"]
    for half in left:  # begun a day ago, and not in the second in which the next one is
        half.rename(half.with_name(f"admiralty-20200101T000000Z.db.{half.name.rpartition('.')[2]}"))
    (folder / "stranger.db.part-wal").touch()
    a_day_ago = datetime.now(UTC).timestamp() - 86_400
    for half in folder.iterdir():
        os.utime(half, (a_day_ago, a_day_ago))
    status, out, err = await typed(tmp_path, "db", "backup", "--to", "backups", DATABASE_URL=address)
    assert (status, out.count("Deleted: ")) == (0, 3), err
    (kept,) = kept_in(folder)
    assert sorted(folder.iterdir()) == [kept.path, folder / "stranger.db.part-wal"]
    assert kept.path.stat().st_mode & 0o777 == 0o600


async def killed_copy(data: Path, folder: Path, address: str) -> list[Path]:
    """What a copy leaves that is killed before it is whole; where it was faster than the kill, another is made."""
    async with asyncio.timeout(WAIT_SECONDS):
        while True:
            task = await begun(data, "db", "backup", "--to", folder.name, DATABASE_URL=address)
            if await halves(folder, "*.part-wal", task):
                task.kill()
            await task.wait()
            left = sorted(_matching(folder, "*"))
            if not kept_in(folder) and len(left) == 3:
                return left
            for path in left:
                path.unlink()


async def halves(folder: Path, pattern: str, task: asyncio.subprocess.Process) -> list[Path]:
    """The files of a copy that is being made, once there are any, or nothing if it was made meanwhile."""
    async with asyncio.timeout(WAIT_SECONDS):
        while task.returncode is None:
            if found := _matching(folder, pattern):
                return found
            await asyncio.sleep(0.001)
    return []


def _matching(folder: Path, pattern: str) -> list[Path]:
    return list(folder.glob(pattern))


async def test_the_command_copies_into_a_folder_and_says_what_went(source: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    for night in range(3):
        backup_into(source, folder, 9, NIGHT + night * DAY)
    status, out, err = await command(source, "--to", str(folder), "--keep", "2")
    assert (status, err) == (0, "")
    assert out.startswith(f"Backed up: {folder}/admiralty-")
    assert out.count("Deleted: ") == 2
    assert len(kept_in(folder)) == 2
    status, _, err = await command(source, "x.db", "--to", str(folder))
    assert (status, "not both" in err) == (2, True)
    status, _, err = await command(source, "--to", str(source / "below"))
    assert (status, "Backups cannot be put into" in err) == (2, True)
    status, _, err = await command(source, "--to", str(folder), "--keep", "0")
    assert (status, "not a number of backups" in err) == (2, True)


async def command(database: Path, *words: str) -> tuple[int | None, str, str]:
    """`bot.py db backup` in a process of its own, as a timer runs it."""
    task = await asyncio.create_subprocess_exec(
        *(sys.executable, "bot.py", "db", "backup", *words),
        cwd=ROOT,
        env={**os.environ, "ADMIRALTY_DATABASE": str(database)},
        stdout=PIPE,
        stderr=PIPE,
    )
    out, err = await asyncio.wait_for(task.communicate(), WAIT_SECONDS)
    return task.returncode, out.decode(), err.decode()


async def test_a_backup_made_under_writes_is_restored_and_the_game_goes_on(tmp_path: Path) -> None:
    """As docs/guide-operator.md has it: the database is lost after a backup, the backup is put in its place."""
    folder, state = tmp_path / "backups", tmp_path / "discord.db"
    database = tmp_path / "admiralty.db"
    async with running_table(tmp_path, state=state) as table:
        await table.start(sides=("humans", "dominators"), early=True, review=False)
        await table.advance()
        game, flags = table.game_id, table.flags
        places = await table.ada.autocomplete(CHANNEL, "fleet move", "to", "", fleet="Lantern One")
        shown = await table.ada.slash(CHANNEL, "fleet move", fleet="Lantern One", to=str(places[0].value))
        assert "Order given" in (await table.ada.click(shown, GIVE_BUTTON)).text()
        before = (await table.ask("ada", "orders show")).text()
        assert "Lantern One" in before
        copying = asyncio.create_task(command(database, "--to", str(folder)))
        rolls = 0
        while not copying.done():
            assert (await table.ask("dom", "roll", dice="2d6")).text()
            rolls += 1
        status, _, err = await copying
        assert (status, err) == (0, "")
        assert rolls > 0
        await table.settle()
        await table.ask("ada", "orders withdraw", number="all")
        assert "Lantern One" not in (await table.ask("ada", "orders show")).text()
    for ending in ("", "-wal", "-shm"):
        database.with_name(database.name + ending).unlink(missing_ok=True)
    (kept,) = kept_in(folder)
    kept.path.rename(database)
    async with running_table(tmp_path, state=state, chance=SeededEntropy(b"another life")) as table:
        table.game_id, table.flags = game, flags
        assert (await table.game()).turn == 2
        assert (await table.ask("ada", "orders show")).text() == before
        for who in ("ada", "dom"):
            await table.ask(who, "orders ready")
        await table.tick()
        assert (await table.game()).turn == 3
        assert "turn 2" in table.last_in_room("ada").text().lower()


class Hours:
    """A time that is set."""

    def __init__(self) -> None:
        self.at = NIGHT

    def now(self) -> datetime:
        """The time."""
        return self.at


async def test_the_bot_makes_one_when_the_newest_is_old_enough(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    hours, database, folder = Hours(), DatabaseAddress.of(tmp_path / "a.db"), tmp_path / "backups"
    async with open_application(Settings(workers=0), database, now=hours.now) as app:
        backups = Backups(app.bot.services, database, folder, 24, 2)
        done = []
        for later in (0, 23, 2, 23, 26, -100):
            hours.at += timedelta(hours=later)
            done.append(await backups.look())
        assert done == [True, False, True, False, True, True], "and one that was made in the future counts for nothing"
        assert len(kept_in(folder)) in {2, 3}
        (tmp_path / "file").touch()
        assert not await Backups(app.bot.services, database, tmp_path / "file", 24, 2).look()
    assert "Backups cannot be put into" in caplog.text


async def test_a_running_bot_makes_its_first_at_once_and_tells_its_age(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    async with overseen_bot(tmp_path, Settings(workers=0, backups=folder, backup_hours=6)) as bot:

        async def made() -> bool:
            return await bot.value("admiralty_backups_total", end="done") == 1

        await until(made)
        assert 0 <= await bot.value("admiralty_backup_age_seconds") < WAIT_SECONDS
        assert await bot.value("admiralty_backups_total", end="failed") == 0
    (kept,) = kept_in(folder)
    async with await Storage.open(kept.path), await Storage.open(tmp_path / "admiralty.db"):
        pass


async def tells_of_the_timers(tmp_path: Path, settings: Settings) -> None:
    """The age of what a timer puts into the data folder: before its first night, after one that failed, later."""
    folder = tmp_path / "backups"
    async with overseen_bot(tmp_path, settings) as bot:
        assert math.isnan(await bot.figure("admiralty_backup_age_seconds")), "nobody said that there should be any"
        folder.mkdir()
        assert await bot.figure("admiralty_backup_age_seconds") == math.inf, "the timer has begun and made nothing"
        now = datetime.now(UTC)
        (tmp_path / "other.db").touch()
        for days in (3, 2, -1):
            backup_into(tmp_path / "other.db", folder, 9, now - timedelta(days=days))
        age = await bot.figure("admiralty_backup_age_seconds")
        assert 2 * 86_400 <= age < 2 * 86_400 + WAIT_SECONDS, "one of tomorrow's date tells nothing"
        (folder / f"admiralty-{now:%Y%m%dT%H%M%SZ}.db{PART_SUFFIX}").touch()
        assert await bot.figure("admiralty_backup_age_seconds") >= age, "one that was not finished is none"


async def test_a_running_bot_tells_the_age_of_the_timers_backups(tmp_path: Path) -> None:
    await tells_of_the_timers(tmp_path, Settings(workers=0))


async def test_so_does_one_on_postgresql(tmp_path: Path, postgresql: Callable[..., str]) -> None:
    await tells_of_the_timers(tmp_path, Settings(workers=0, database=DatabaseAddress.of(postgresql())))


async def test_backups_that_were_asked_for_and_cannot_be_made_are_seen(tmp_path: Path) -> None:
    """Neither the timer's folder, which has one, nor anything else hides it."""
    (tmp_path / "file").touch()
    (tmp_path / "other.db").touch()
    backup_into(tmp_path / "other.db", tmp_path / "backups", 9, datetime.now(UTC))
    async with overseen_bot(tmp_path, Settings(workers=0, backups=tmp_path / "file" / "below")) as bot:

        async def failed() -> bool:
            return await bot.value("admiralty_backups_total", end="failed") == 1

        await until(failed)
        assert await bot.figure("admiralty_backup_age_seconds") == math.inf


async def test_what_is_no_file_is_not_copied_by_the_bot(tmp_path: Path) -> None:
    wanted = Settings(data=tmp_path, workers=0, backups=tmp_path / "b")
    async with open_application(replace(wanted, backups=None), str(tmp_path / "a.db")) as app:
        with pytest.raises(SettingsError, match=r"copies an SQLite file.*admiralty-backup\.timer"):
            async with overseen(wanted, app, DatabaseAddress.of("postgresql+psycopg://db/admiralty")):
                pass


def test_the_settings_name_a_folder_hours_and_how_many() -> None:
    found = read_settings(
        {"ADMIRALTY_BACKUPS": "/b", "ADMIRALTY_BACKUP_HOURS": "6", "ADMIRALTY_BACKUPS_KEPT": "28"}, None
    )
    assert (found.backups, found.backup_hours, found.backups_kept) == (Path("/b"), 6, 28)
    assert read_settings({}, None).backups is None
    with pytest.raises(SettingsError, match="ADMIRALTY_BACKUP_HOURS"):
        read_settings({"ADMIRALTY_BACKUP_HOURS": "0"}, None)
