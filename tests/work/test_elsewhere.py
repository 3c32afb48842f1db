"""Work asked for elsewhere and done by others, on a real PostgreSQL: results, errors, order, locks, limits, losses."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from program.application import open_application
from program.worker import KINDS
from rules.values import IllegalOrderError
from settings import Settings, SettingsError, read_settings
from storage.address import DatabaseAddress
from storage.errors import StorageError
from storage.jobs import JobRequest, Jobs
from tests.on_postgresql import Server
from tests.patience import WAIT_SECONDS
from tests.umpire.world import duel
from tests.work import tasks
from tests.work.kit import CODE, LOST_SECONDS, asking, until, until_there, working
from umpire.campaign.turn.adjudication import make_game
from umpire.services.doctor_service import check_workers
from umpire.services.observer import set_about
from umpire.services.parcels import write
from umpire.services.remote_work import Elsewhere, code_of
from umpire.services.workers import ProcessWorkers, WorkerError


@pytest.fixture
def address(postgresql: Callable[[], str]) -> str:
    """Of a database with a queue and nobody at it."""
    return postgresql()


def begun(folder: Path) -> list[str]:
    """Who holds."""
    return sorted(path.name.partition(".")[0] for path in folder.glob("*.*"))


async def rows(server: Server, address: str, table: str) -> int:
    """How many there are in a table of the queue."""
    (found,) = server.ask(address.partition("?")[0].rpartition("/")[2], f"SELECT count(*) FROM admiralty_jobs.{table}")
    return int(str(found[0]))


async def test_what_others_do_comes_back_and_nothing_of_it_stays(address: str, postgresql_server: Server) -> None:
    async with working(address), asking(address) as asker:
        assert asker.workers.count == 1
        assert await asker.workers.run(tasks.add, 2, 3) == 5
        assert asker.seen.ends == [("add", "done")]
        assert await rows(postgresql_server, address, "work") == 0
    assert await rows(postgresql_server, address, "procrastinate_jobs") == 0
    assert await rows(postgresql_server, address, "workers") == 0


async def test_an_error_is_the_one_that_a_workers_process_of_the_bot_raises(address: str) -> None:
    async with working(address), asking(address) as asker:
        with pytest.raises(IllegalOrderError, match="Not now") as refused:
            await asker.workers.run(tasks.refuse)
        assert refused.value.rule == "CW-4.0-01"
        assert "In the worker" in "".join(refused.value.__notes__)
        with pytest.raises(ZeroDivisionError):
            await asker.workers.run(tasks.fail)
        with pytest.raises(WorkerError, match="too_long took longer than"):
            await asker.workers.run(tasks.too_long, seconds=0.2)
        with pytest.raises(WorkerError, match="die: the worker died 2 times"):
            await asker.workers.run(tasks.die)
        assert [end for _, end in asker.seen.ends] == ["refused", "failed", "failed", "failed"]
        assert await asker.workers.run(tasks.add, 1, 1) == 2


async def test_who_waits_goes_before_turns_and_turns_before_pictures(address: str, tmp_path: Path) -> None:
    folder = str(tmp_path)
    async with working(address), asking(address) as asker:
        first = asyncio.create_task(asker.workers.run(tasks.hold, folder, "first"))
        await until(lambda: begun(tmp_path) == ["first"])
        asked = [asyncio.create_task(asker.workers.run(tasks.mark, folder, "picture"))]
        asked.append(asyncio.create_task(asker.workers.run(tasks.turn, folder, "turn")))
        asked.append(asyncio.create_task(asker.workers.run(tasks.mark, folder, "person", urgent=True)))
        await until(lambda: asker.workers.waiting + asker.workers.running == 4)
        await until(lambda: (asker.workers.waiting, asker.workers.running) == (3, 1))
        (tmp_path / "go").touch()
        await asyncio.gather(first, *asked)
    assert (tmp_path / "said").read_text().split() == ["person", "turn", "picture"]


async def test_a_game_has_one_turn_resolved_and_three_pictures_drawn_at_once(address: str, tmp_path: Path) -> None:
    async def of_game(game: str, kind: Callable[[str, str], object], name: str) -> object:
        set_about(game=game)
        return await asker.workers.run(kind, str(tmp_path), name)

    async with working(address, places=6), asking(address) as asker:
        held = [asyncio.create_task(of_game("g1", tasks.hold, f"one{at}")) for at in range(6)]
        held += [asyncio.create_task(of_game("g2", tasks.hold, f"two{at}")) for at in range(2)]
        await until(lambda: sum(name.startswith("two") for name in begun(tmp_path)) == 2)
        await until(lambda: len(begun(tmp_path)) == 5)
        await until(lambda: (asker.workers.waiting, asker.workers.running) == (3, 5))
        assert [name[:3] for name in begun(tmp_path)] == ["one"] * 3 + ["two"] * 2, "a place is free, and not for g1"
        (tmp_path / "go").touch()
        await asyncio.gather(*held)
        done = [asyncio.create_task(of_game("g1", tasks.at_once, f"turn {at}")) for at in range(4)]
        assert await asyncio.gather(*done) == [1] * 4


async def test_two_workers_share_what_there_is_to_do(address: str, tmp_path: Path) -> None:
    async with working(address), working(address), asking(address) as asker:
        await until_there(asker.jobs, CODE, 2)
        held = [asyncio.create_task(asker.workers.run(tasks.hold, str(tmp_path), name)) for name in ("a", "b")]
        await until(lambda: begun(tmp_path) == ["a", "b"])
        (tmp_path / "go").touch()
        assert len(set(await asyncio.gather(*held))) == 2


async def test_nobody_there_means_here_and_work_taken_back_when_the_last_one_goes(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with asking(address) as asker:
        assert await asker.workers.run(tasks.add, 1, 2) == 3
        assert "No worker elsewhere has been heard of" in caplog.text
        async with Jobs.opened(address, LOST_SECONDS) as there:  # heard of once, and never at work
            await there.beat(CODE, 1)
            await until(lambda: asker.workers._places == 1)
            caplog.clear()
            async with asyncio.timeout(WAIT_SECONDS):
                assert await asker.workers.run(tasks.add, 3, 4) == 7
        assert "No worker elsewhere has been heard of" in caplog.text


async def test_workers_of_another_code_are_not_asked(address: str) -> None:
    async with working(address, code="older"), asking(address) as asker:
        assert len(await asker.jobs.workers()) == 1
        assert asker.workers._places == 0
        assert await asker.workers.run(tasks.add, 1, 2) == 3


async def test_who_no_longer_waits_has_what_was_not_begun_dropped(address: str, tmp_path: Path) -> None:
    async with working(address), asking(address) as asker:
        first = asyncio.create_task(asker.workers.run(tasks.hold, str(tmp_path), "first"))
        await until(lambda: begun(tmp_path) == ["first"])
        gone = asyncio.create_task(asker.workers.run(tasks.mark, str(tmp_path), "gone"))
        await until(lambda: asker.workers.waiting == 1)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        (tmp_path / "go").touch()
        await first
        await asker.workers.run(tasks.mark, str(tmp_path), "after")
    assert (tmp_path / "said").read_text().split() == ["after"]


async def test_work_whose_asker_died_is_not_done(address: str, tmp_path: Path, postgresql_server: Server) -> None:
    async with Jobs.opened(address, 0.001) as dead, asking(address) as asker:
        await dead.ask(JobRequest("tests.work.tasks:mark", write((str(tmp_path), "dead")), CODE, 30, "", 60))
        async with working(address):
            await until(lambda: asker.workers._places == 1)
            await asker.workers.run(tasks.mark, str(tmp_path), "alive")
            assert await rows(postgresql_server, address, "work") == 0
    assert (tmp_path / "said").read_text().split() == ["alive"]


async def test_what_is_no_kind_of_work_is_refused_and_what_is_no_data_is_done_here(address: str) -> None:
    async with working(address), asking(address) as asker:
        assert await asker.workers.run(abs, -3) == 3
        assert asker.seen.ends == [("abs", "done")]
        assert await asker.workers.run(tasks.add, 2.5, 1j) == 2.5 + 1j  # type: ignore[arg-type] # no parcel takes it
        key = await asker.jobs.ask(JobRequest("os:system", write(("true",)), CODE, 30, "", 60))
        async with asyncio.timeout(WAIT_SECONDS):
            while (answer := await asker.jobs.take(key)) is None:  # noqa: ASYNC110 # asked for behind the asker's back
                await asyncio.sleep(0.02)
        assert answer.outcome == "failed"


async def test_a_worker_that_stops_ends_what_it_is_at(address: str, tmp_path: Path) -> None:
    async with asking(address) as asker:
        async with working(address):
            await until(lambda: asker.workers._places == 1)
            held = asyncio.create_task(asker.workers.run(tasks.hold, str(tmp_path), "held"))
            await until(lambda: begun(tmp_path) == ["held"])
            asyncio.get_running_loop().call_later(0.2, (tmp_path / "go").touch)
        await held
        assert asker.seen.ends == [("hold", "done")]


async def test_tables_of_an_older_version_are_made_anew_and_a_newer_ones_left(
    address: str, postgresql_server: Server
) -> None:
    name = address.partition("?")[0].rpartition("/")[2]
    async with Jobs.opened(address):
        pass
    postgresql_server.tell(name, "UPDATE admiralty_jobs.version SET made = '00 old'; DROP TABLE admiralty_jobs.work")
    async with Jobs.opened(address) as jobs:
        assert await jobs.still_wanted() == {}
    postgresql_server.tell(name, "UPDATE admiralty_jobs.version SET made = '99 new'")
    with pytest.raises(StorageError, match="newer version"):
        async with Jobs.opened(address):
            pass


async def test_a_worker_needs_no_right_on_the_games_tables(address: str, postgresql_server: Server) -> None:
    name = address.partition("?")[0].rpartition("/")[2]
    user = f"worker_{name}"
    async with asking(address) as asker:
        guide = (Path(__file__).parents[2] / "docs" / "postgresql.md").read_text(encoding="utf-8")
        for line in guide.splitlines():
            if "worker" in line and line.startswith(("CREATE USER", "GRANT")):
                postgresql_server.tell(
                    name, line.replace("USER worker", f"USER {user}").replace("TO worker", f"TO {user}")
                )
        try:
            async with working(address.replace("://postgres:", f"://{user}:")):
                await until(lambda: asker.workers._places == 1)
                assert await asker.workers.run(tasks.add, 2, 3) == 5
                assert asker.seen.ends == [("add", "done")]
            (found,) = postgresql_server.ask(name, f"SELECT has_table_privilege('{user}', 'games', 'SELECT')")
            assert found == (False,)
        finally:
            postgresql_server.tell(name, f"DROP OWNED BY {user}; DROP USER {user}")


async def test_the_doctor_says_who_is_there(address: str) -> None:
    settings = Settings(database=DatabaseAddress.of(address), work="elsewhere")
    nobody = await asyncio.to_thread(check_workers, settings)
    assert (nobody.ok, nobody.text) == (False, "none elsewhere has been heard of"), "nobody has made the queue yet"
    async with Jobs.opened(address) as jobs:
        assert "none elsewhere" in (await asyncio.to_thread(check_workers, settings)).text
        await jobs.beat("older", 3)
        assert "1 of another version" in (await asyncio.to_thread(check_workers, settings)).text
    async with Jobs.opened(address) as jobs:
        await jobs.beat(code_of(), 3)
        there = await asyncio.to_thread(check_workers, settings)
        assert (there.ok, there.text) == (True, "1 elsewhere with 3 places")
    assert check_workers(Settings()).ok


def test_the_path_of_a_file_is_no_address_of_a_server() -> None:
    with pytest.raises(SettingsError, match="goes into ADMIRALTY_DATABASE"):
        read_settings({"DATABASE_URL": "admiralty@localhost/games"}, None)


def test_work_elsewhere_needs_a_server() -> None:
    assert read_settings({"ADMIRALTY_WORK": "elsewhere", "DATABASE_URL": "postgresql://x/y"}, None).work == "elsewhere"
    assert read_settings({}, None).work == "here"
    for given, said in (
        ({"ADMIRALTY_WORK": "elsewhere"}, "needs PostgreSQL"),
        ({"ADMIRALTY_WORK": "there"}, "must be here or elsewhere"),
    ):
        with pytest.raises(SettingsError, match=said):
            read_settings(given, None)


async def test_a_bot_asks_where_its_settings_say(address: str) -> None:
    async with working(address, kinds=KINDS, code=code_of()):
        settings = Settings(database=DatabaseAddress.of(address), work="elsewhere", workers=0)
        async with open_application(settings, address) as app:
            assert isinstance(app.workers, Elsewhere)
            assert app.workers.count == 1
            assert await app.bot.services.workers.run(make_game, duel, bytes(32)) == make_game(duel, bytes(32))
        async with open_application(Settings(database=DatabaseAddress.of(address), workers=0), address) as app:
            assert isinstance(app.workers, ProcessWorkers)
