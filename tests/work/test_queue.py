"""The queue's tables on a real server: made anew with the rights of others, and what a bot does that cannot use them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from program.application import open_application
from rules.values import Value
from settings import Settings
from storage.address import DatabaseAddress
from storage.errors import StorageError, UnreachableError
from storage.job_tables import version
from storage.jobs import Jobs
from tests.on_postgresql import Server
from tests.patience import WAIT_SECONDS
from tests.umpire.world import duel
from tests.work import tasks
from tests.work.kit import CODE, LOST_SECONDS, TASKS, Ended, until, working
from umpire.campaign.turn.adjudication import make_game
from umpire.services.doctor_service import check_workers
from umpire.services.remote_work import Elsewhere
from umpire.services.workers import ProcessWorkers

GUIDE = Path(__file__).parents[2] / "docs" / "postgresql.md"


class Place(Value):
    """A database of the bot's user, and its other users: one who works, one who looks at the workers' table alone."""

    server: Server
    name: str

    def user(self, role: str) -> str:
        """The name of one of them."""
        return f"{role}_{self.name}"

    def address(self, role: str = "") -> str:
        """As one of them; as the server's own user without one."""
        found = self.server.address(self.name)
        return found.replace("//postgres:", f"//{self.user(role)}:") if role else found

    def tell(self, *statements: str) -> None:
        """Carry these out."""
        for statement in statements:
            self.server.tell(self.name, statement)

    def may(self, role: str, privilege: str, thing: str) -> bool:
        """Whether one of them has a privilege on a table or sequence of the queue."""
        what = "sequence" if thing.endswith("_seq") else "table"
        asked = f"SELECT has_{what}_privilege('{self.user(role)}', 'admiralty_jobs.{thing}', '{privilege}')"
        return self.server.ask(self.name, asked) == [(True,)]

    def things(self, kinds: str = "'r', 'S'") -> list[str]:
        """All tables and sequences of the queue."""
        found = self.server.ask(
            self.name,
            f"SELECT relname FROM pg_class WHERE relnamespace = 'admiralty_jobs'::regnamespace AND relkind IN ({kinds})",
        )
        return [str(name) for (name,) in found]

    def owner(self) -> str:
        """Whose the queue is."""
        asked = "SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = 'admiralty_jobs'"
        return str(self.server.ask(self.name, asked)[0][0])

    def let_work(self) -> None:
        """Give the worker's user what the guide says."""
        for line in GUIDE.read_text(encoding="utf-8").splitlines():
            if line.startswith("GRANT") and "worker" in line:
                self.tell(line.replace("TO worker", f"TO {self.user('worker')}"))

    def made_by(self, what: str) -> None:
        """Say that the tables are of another version."""
        self.tell(f"UPDATE admiralty_jobs.version SET made = '{what}'")


@pytest.fixture
def place(postgresql_server: Server, postgresql: Callable[[], str]) -> Iterator[Place]:
    """A database with all tables of the games, which are the bot's user's, and no queue yet."""
    name = postgresql().partition("?")[0].rpartition("/")[2]
    found = Place(postgresql_server, name)
    roles = ("bot", "worker", "watcher")
    found.tell(
        *(f"CREATE USER {found.user(role)}" for role in roles),
        f"GRANT CREATE ON DATABASE {name} TO {found.user('bot')}",
    )
    yield found
    found.tell(*(f"DROP OWNED BY {found.user(role)} CASCADE; DROP USER {found.user(role)}" for role in roles))


async def make_queue(place: Place, role: str = "bot") -> None:
    """The queue made by one of them, and left."""
    async with Jobs.opened(place.address(role)):
        pass


@contextlib.asynccontextmanager
async def bot(place: Place, role: str = "bot", lost_seconds: float = LOST_SECONDS) -> AsyncIterator[Elsewhere]:
    """Who asks for work, as one of them; it tries a queue that it cannot use again at once."""
    queue = partial(Jobs.opened, place.address(role), lost_seconds)
    async with ProcessWorkers(0) as local, Elsewhere(queue, local, TASKS, CODE, Ended(), 0.05).opened() as found:
        yield found


async def test_a_queue_made_anew_gives_others_the_rights_that_they_had_and_no_more(place: Place) -> None:
    await make_queue(place)
    place.let_work()
    watcher = place.user("watcher")
    place.tell(
        f"GRANT USAGE ON SCHEMA admiralty_jobs TO {watcher} WITH GRANT OPTION",
        f"GRANT SELECT ON admiralty_jobs.workers TO {watcher} WITH GRANT OPTION",
        "GRANT SELECT ON admiralty_jobs.version TO PUBLIC",
        "DROP TABLE admiralty_jobs.work",  # a table that the older version did not have
    )
    place.made_by("00 old")
    await make_queue(place)
    assert set(place.things("'r'")) > {"work", "workers", "version", "procrastinate_jobs"}
    for thing in place.things("'r'"):
        assert all(place.may("worker", each, thing) for each in ("SELECT", "INSERT", "UPDATE", "DELETE")), thing
        assert not place.may("worker", "TRUNCATE", thing)
        assert place.may("watcher", "SELECT", thing) == (thing in {"workers", "version"}), thing
        assert place.may("watcher", "SELECT WITH GRANT OPTION", thing) == (thing == "workers"), thing
    for thing in place.things("'S'"):
        assert place.may("worker", "USAGE", thing), thing
        assert not place.may("watcher", "USAGE", thing), thing
    passed_on = f"SELECT has_schema_privilege('{watcher}', 'admiralty_jobs', 'USAGE WITH GRANT OPTION')"
    assert place.server.ask(place.name, passed_on) == [(True,)]
    assert place.owner() == place.user("bot")
    async with bot(place) as workers, working(place.address("worker")):
        await until(lambda: workers._places == 1)
        assert await workers.run(tasks.add, 2, 3) == 5


async def test_a_queue_made_anew_by_the_servers_own_user_stays_its_owners(place: Place) -> None:
    await make_queue(place)
    place.made_by("00 old")
    await make_queue(place, "")
    assert place.owner() == place.user("bot")
    assert place.may("bot", "INSERT", "work")
    async with bot(place) as workers, working(place.address()):
        await until(lambda: workers._places == 1)
        assert await workers.run(tasks.add, 2, 3) == 5


async def test_a_worker_that_may_not_make_the_queue_can_wait_for_who_may(place: Place) -> None:
    for before in ("none at all", "an older one"):
        with pytest.raises(UnreachableError, match="no tables of this version yet, and this user may not make them"):
            await make_queue(place, "worker")
        await make_queue(place)
        if before == "none at all":
            with pytest.raises(StorageError, match=r"permission denied.*has the rights that a worker needs") as refused:
                await make_queue(place, "worker")
            assert not isinstance(refused.value, UnreachableError), "somebody has to give it rights"
            place.let_work()
            place.made_by("00 old")
    await make_queue(place, "worker")


async def test_a_bot_with_a_newer_versions_queue_does_the_work_itself_until_that_is_gone(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    await make_queue(place)
    place.made_by("99 new")
    settings = Settings(database=DatabaseAddress.of(place.address("bot")), work="elsewhere", workers=0)
    place.tell(f"GRANT ALL ON ALL TABLES IN SCHEMA public TO {place.user('bot')}")
    async with open_application(settings, settings.database_for("admiralty.db")) as app:
        assert await app.bot.services.workers.run(make_game, duel, bytes(32)) == make_game(duel, bytes(32))
    assert "are of a newer version of Admiralty" in caplog.text
    assert "This process does the work, and tries the queue again every 30 s." in caplog.text
    told = await asyncio.to_thread(check_workers, settings)
    assert not told.ok
    assert "newer version" in told.text
    assert "Until that is fixed the bot does the work itself." in told.mend

    caplog.clear()
    async with bot(place) as workers:
        assert await workers.run(tasks.add, 2, 3) == 5
        assert (workers.count, workers.waiting, workers.running) == (0, 0, 0), (
            "those who stand by, and nothing asked for"
        )
        place.made_by(version())
        async with working(place.address("bot")):
            await until(lambda: workers._places == 1)
            assert await workers.run(tasks.add, 3, 4) == 7
    assert caplog.text.count("tries the queue again") == 1, "said once, however often it was tried"


async def test_what_was_asked_for_is_done_here_when_a_newer_version_makes_the_queue_anew(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    await make_queue(place)
    async with (
        Jobs.opened(place.address("bot")) as there,  # heard of, and never at work
        bot(place, lost_seconds=30) as workers,
    ):
        await there.beat(CODE, 1)
        await until(lambda: workers._places == 1)
        asked = asyncio.create_task(workers.run(tasks.add, 2, 3))
        await until(lambda: workers.waiting == 1)
        place.made_by("99 new")
        async with asyncio.timeout(WAIT_SECONDS):
            assert await asked == 5
        await until(lambda: "are of a newer version of Admiralty" in caplog.text)
        assert "The queue was made anew, or dropped" in caplog.text


async def test_a_bot_takes_up_a_queue_that_was_dropped_and_may_be_made_again(place: Place) -> None:
    async with bot(place) as workers:
        place.tell("DROP SCHEMA admiralty_jobs CASCADE")
        async with working(place.address("bot")):
            await until(lambda: workers._places == 1)
            assert await workers.run(tasks.add, 2, 3) == 5


async def test_a_bot_without_rights_on_the_queue_does_the_work_itself_until_it_has_them(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    async with bot(place, "worker") as workers:
        assert "this user may not make them" in caplog.text
        assert await workers.run(tasks.add, 1, 2) == 3
        await make_queue(place)
        await until(lambda: "permission denied for schema admiralty_jobs" in caplog.text)
        assert await workers.run(tasks.add, 2, 3) == 5
        place.let_work()
        async with working(place.address("bot")):
            await until(lambda: workers._places == 1)
            assert await workers.run(tasks.add, 3, 4) == 7
            place.tell(f"REVOKE USAGE ON SCHEMA admiralty_jobs FROM {place.user('worker')}")
            await until(lambda: workers._jobs is None)
            assert await workers.run(tasks.add, 4, 5) == 9
