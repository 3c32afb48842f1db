"""Work for other processes, as jobs of procrastinate on PostgreSQL: asked for, done, answered, and gone from the database.

All of it lies in a schema of its own beside the games' tables (`job_tables.py`), and none of it has to last: who asks for
something asks again, or does it. So an older version's tables are dropped and made anew; those of a newer one are left alone.

procrastinate keeps the queue (priorities, locks, who is at what, retries); a job there is the id of a row of `work`, which
has what is to be done and what came of it. That table is UNLOGGED: it is in no log of changes and no replica.
"""

import asyncio
import contextlib
import secrets
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, Final, Literal, Self

import psycopg
from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import AppNotOpen, ConnectorException, ProcrastinateException
from procrastinate.jobs import DeleteJobCondition, Status
from procrastinate.worker import Worker
from psycopg.errors import InsufficientPrivilege
from psycopg.rows import class_row, tuple_row
from psycopg.sql import SQL, Identifier

from rules.values import Value
from storage.address import Where
from storage.engine import done_to_the_end
from storage.errors import StorageError, UnreachableError
from storage.job_tables import SCHEMA, check_made, make_tables, version
from storage.postgresql import KEEPALIVE_OPTIONS, SERVER_KEEPALIVES, Postgresql, is_away, is_passing, line_to

CHANNEL: Final = "admiralty_jobs"
"""On which the id of what was answered is told."""
TASK: Final = "work"
QUEUE_CONNECTIONS: Final = 4
LOST_SECONDS: Final = 30.0
"""Who has not been heard of for so long is gone."""
LEAVE_SECONDS: Final = 5.0
"""What is not dropped within so long at the end goes by its time."""
JOB_TRIES: Final = 2
"""A job whose worker is lost is given to another once."""
POLL_SECONDS: Final = 0.5
"""A job that is to be tried again, or whose lock is free again, is told to nobody: it is found."""

SWEEP_STATEMENT: Final = "DELETE FROM work WHERE wanted_until < clock_timestamp()"
"""What nobody wants any more holds a game's secrets for nothing."""
WORKERS_QUERY: Final = """
SELECT name, code, places, extract(epoch FROM clock_timestamp() - seen_at)::float8 AS ago FROM workers
WHERE seen_at > clock_timestamp() - make_interval(secs => %(lost)s) ORDER BY name
"""

Outcome = Literal["done", "refused", "failed", "lost"]
"""What came of a job: a value; the rules' refusal or a fault, which are errors; or its workers were lost too often."""


class JobRequest(Value):
    """What is to be done. A worker takes jobs of its own `code` alone, those of the highest `rank` first; of jobs with one `lock`
    ("" for none) one at a time."""

    kind: str
    given: bytes
    code: str
    rank: int
    lock: str
    seconds: float


class TakenJob(Value):
    """What a worker has taken on."""

    kind: str
    given: bytes
    seconds: float
    waited: float


class JobAnswer(Value):
    """What came of a job, and how long it waited and took (seconds)."""

    outcome: Outcome
    data: bytes
    waited: float
    took: float


class JobStatus(Value):
    """How a job stands that has no answer yet, or has one."""

    begun: bool
    over: bool


class WorkerSeen(Value):
    """A worker process: where, of which code, how many jobs at once, how long ago it was heard of (seconds)."""

    name: str
    code: str
    places: int
    ago: float


class Jobs:
    """The queue, opened. `lost_seconds`: who has not been heard of for so long is gone. StorageError where it cannot be used."""

    def __init__(self, where: Where, lost_seconds: float = LOST_SECONDS) -> None:
        self._server = Postgresql(where)
        self.where = self._server.where
        self.lost_seconds = lost_seconds
        self.address = self._server.address
        self._options = f"-c search_path={SCHEMA} {SERVER_KEEPALIVES}"
        self._connector = PsycopgConnector(
            conninfo=self.address,
            kwargs={"options": self._options, "connect_timeout": 15, **KEEPALIVE_OPTIONS},
            min_size=1,
            max_size=QUEUE_CONNECTIONS,
        )
        self._app = App(connector=self._connector)
        self.me = f"{socket.gethostname()}:{secrets.token_hex(6)}"
        """Under this name it asks, and is heard of as a worker."""

    @classmethod
    @contextlib.asynccontextmanager
    async def opened(cls, where: Where, lost_seconds: float = LOST_SECONDS) -> AsyncIterator[Self]:
        """Make or renew the tables, connect; at the end what was asked for here and is not taken is dropped.

        StorageError: the queue cannot be used. UnreachableError: just now; its server is away, or it is not made yet.
        """
        jobs = cls(where, lost_seconds)
        try:
            async with jobs._at_the_door():
                async with line_to(jobs.address, options=jobs._options) as line:
                    await make_tables(line, jobs.where)
                await jobs._app.open_async()
                await jobs._execute(SWEEP_STATEMENT)
            try:
                yield jobs
            finally:
                await done_to_the_end(jobs._drop_all)
        finally:
            await done_to_the_end(jobs._app.close_async)

    @contextlib.asynccontextmanager
    async def _at_the_door(self) -> AsyncIterator[None]:
        """A fault at the start as a StorageError, as UnreachableError if the server is away just now."""
        try:
            yield
        except (ConnectorException, psycopg.Error) as wrong:
            away = await is_away(_cause(wrong), self.address, options=self._options, connect_timeout=15)
            raise _sentence(self.where, _cause(wrong), away=away) from wrong

    async def _drop_all(self) -> None:
        with contextlib.suppress(ConnectorException, AppNotOpen, TimeoutError):
            async with asyncio.timeout(LEAVE_SECONDS):
                await self._execute("DELETE FROM work WHERE asker = %(me)s", me=self.me)
                await self._execute("DELETE FROM workers WHERE name = %(me)s", me=self.me)

    async def is_ours(self) -> bool:
        """Whether the tables still are of this version, and this process may use them. StorageError: they cannot be asked."""
        try:
            with _as_storage_errors(self.where):
                rows = await self._rows("SELECT made FROM version")
        except UnreachableError:
            raise
        except StorageError:  # they are gone, or the right to them
            return False
        return [row["made"] for row in rows] == [version()]

    # Who asks

    async def ask(self, asked: JobRequest) -> str:
        """Ask for work; gives its id, under which `take` has the answer. Said again by `still_wanted`, or it is dropped."""
        key = secrets.token_hex(12)
        with _as_storage_errors(self.where):
            await self._execute(
                "INSERT INTO work (id, kind, seconds, given, asker, wanted_until) VALUES (%(id)s, %(kind)s, %(seconds)s, "
                "%(given)s, %(me)s, clock_timestamp() + make_interval(secs => %(lost)s))",
                id=key,
                kind=asked.kind,
                seconds=asked.seconds,
                given=asked.given,
                me=self.me,
                lost=self.lost_seconds,
            )
            job = self._app.configure_task(
                TASK, queue=queue_of(asked.code), priority=asked.rank, lock=asked.lock or None
            )
            await job.defer_async(id=key)
        return key

    async def still_wanted(self) -> dict[str, JobStatus]:
        """Say that whoever asked here is alive; gives how each job of theirs stands. What is missing was lost."""
        with _as_storage_errors(self.where):
            rows = await self._rows(
                "UPDATE work SET wanted_until = clock_timestamp() + make_interval(secs => %(lost)s) WHERE asker = %(me)s "
                "RETURNING id, begun_at IS NOT NULL AS begun, outcome IS NOT NULL AS over",
                me=self.me,
                lost=self.lost_seconds,
            )
        return {row["id"]: JobStatus(row["begun"], row["over"]) for row in rows}

    async def take(self, key: str) -> JobAnswer | None:
        """An answer, which is then gone from the database; None if there is none yet."""
        with _as_storage_errors(self.where):
            rows = await self._rows(
                "DELETE FROM work WHERE id = %(id)s AND outcome IS NOT NULL RETURNING outcome, answer, "
                "extract(epoch FROM coalesce(begun_at, ended_at) - asked_at)::float8 AS waited, "
                "extract(epoch FROM ended_at - coalesce(begun_at, ended_at))::float8 AS took",
                id=key,
            )
        return next((JobAnswer(row["outcome"], row["answer"] or b"", row["waited"], row["took"]) for row in rows), None)

    async def drop(self, key: str) -> None:
        """Nobody waits for it any more: who has not begun it does not, and an answer is not kept."""
        with _as_storage_errors(self.where):
            await self._execute("DELETE FROM work WHERE id = %(id)s", id=key)

    async def answered(self) -> AsyncIterator[str]:
        """Ids as they are answered, whoever asked; "" when listening begins. StorageError if the line breaks."""
        with _as_storage_errors(self.where):
            async with contextlib.aclosing(self._server.notices(CHANNEL)) as notices:
                async for said in notices:
                    yield said

    async def workers(self, code: str = "") -> tuple[WorkerSeen, ...]:
        """All worker processes that have been heard of lately; those of one code, if it is named."""
        with _as_storage_errors(self.where):
            rows = await self._rows(WORKERS_QUERY, lost=self.lost_seconds)
        return tuple(WorkerSeen(**row) for row in rows if not code or row["code"] == code)

    # Who works

    async def work(self, code: str, places: int, do: Callable[[TakenJob], Awaitable[tuple[Outcome, bytes]]]) -> None:
        """Do what is asked for, `places` jobs at a time, until cancelled: then what was begun is done first."""

        async def carry(id: str) -> None:  # noqa: A002 # the name of the job's one argument
            given = await self._begin(id)
            if given is not None:
                outcome, data = await do(given)
                await self._answer(id, outcome, data)

        if TASK not in self._app.tasks:
            self._app.task(name=TASK)(carry)
        worker = Worker(
            self._app,
            queues=[queue_of(code)],
            name=self.me,
            concurrency=places,
            install_signal_handlers=False,
            delete_jobs=DeleteJobCondition.ALWAYS,
            fetch_job_polling_interval=POLL_SECONDS,
            update_heartbeat_interval=self.lost_seconds / 6,
            stalled_worker_timeout=self.lost_seconds,
        )
        with _as_storage_errors(self.where):
            running = asyncio.create_task(worker.run())  # type: ignore[no-untyped-call] # it says nothing of what it gives
            try:
                await asyncio.shield(running)
            except asyncio.CancelledError:
                # Asked to stop, not cancelled: the pool of connections can lose a cancellation (Python 3.11's asyncio.wait_for).
                await asyncio.sleep(0)  # its first step forgets that it was asked
                worker.stop()  # type: ignore[no-untyped-call] # as above
                await running
                raise

    async def beat(self, code: str, places: int) -> int:
        """A worker says that it is there, gives what lost ones were at to others, and drops what nobody wants any more.
        Gives how many jobs were lost."""
        with _as_storage_errors(self.where):
            await self._execute(
                "INSERT INTO workers VALUES (%(me)s, %(code)s, %(places)s, clock_timestamp()) ON CONFLICT (name) "
                "DO UPDATE SET seen_at = excluded.seen_at",
                me=self.me,
                code=code,
                places=places,
            )
            await self._execute(SWEEP_STATEMENT)
            await self._execute(
                "DELETE FROM workers WHERE seen_at < clock_timestamp() - make_interval(secs => %(long)s)",
                long=self.lost_seconds * 20,
            )
            return await self._rescue()

    async def _rescue(self) -> int:
        manager = self._app.job_manager
        lost = list(await manager.get_stalled_jobs(task_name=TASK, seconds_since_heartbeat=self.lost_seconds))
        for job in lost:
            with contextlib.suppress(ProcrastinateException):  # another worker was first
                if job.attempts + 1 < JOB_TRIES:
                    await manager.retry_job(job)
                else:
                    await manager.finish_job(job, Status.FAILED, delete_job=True)
                    await self._answer(str(job.task_kwargs["id"]), "lost", b"")
        return len(lost)

    async def _begin(self, key: str) -> TakenJob | None:
        """What a job asks for; None if nobody wants it any more."""
        rows = await self._rows(
            "UPDATE work SET begun_at = clock_timestamp() WHERE id = %(id)s AND wanted_until > clock_timestamp() RETURNING kind, "
            "given, seconds, extract(epoch FROM clock_timestamp() - asked_at)::float8 AS waited",
            id=key,
        )
        return next((TakenJob(**row) for row in rows), None)

    async def _answer(self, key: str, outcome: Outcome, data: bytes) -> None:
        await self._execute(
            "WITH told AS (UPDATE work SET outcome = %(outcome)s, answer = %(data)s, ended_at = clock_timestamp() "
            "WHERE id = %(id)s RETURNING id) SELECT pg_notify(%(channel)s, id) FROM told",
            id=key,
            outcome=outcome,
            data=data,
            channel=CHANNEL,
        )

    async def _execute(self, query: str, **given: Any) -> None:
        await self._connector.execute_query_async(query, **given)

    async def _rows(self, query: str, **given: Any) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = await self._connector.execute_query_all_async(query, **given)
        return found


def workers_in(where: Where) -> tuple[WorkerSeen, ...]:
    """All worker processes that have been heard of lately, looked for without a running bot; none where nobody has made the
    queue yet. StorageError: the server cannot be asked, or the queue is a newer version's."""
    jobs = Jobs(where)
    with (
        _as_storage_errors(jobs.where),
        psycopg.connect(jobs.address, connect_timeout=10, row_factory=class_row(WorkerSeen)) as line,
    ):
        line.execute(SQL("SET search_path TO {}").format(Identifier(SCHEMA)))
        there = b"SELECT FROM pg_tables WHERE schemaname = %s AND tablename = 'workers'"
        if not line.execute(there, (SCHEMA,)).rowcount:
            return ()
        with line.cursor(row_factory=tuple_row) as cursor:
            for (made,) in cursor.execute("SELECT made FROM version").fetchall():
                check_made(made, jobs.where)
        return tuple(line.execute(WORKERS_QUERY.encode(), {"lost": jobs.lost_seconds}).fetchall())


def queue_of(code: str) -> str:
    """The queue of what is asked for by programs of one code."""
    return f"work {code}"


@contextlib.contextmanager
def _as_storage_errors(where: str) -> Iterator[None]:
    """A fault of the server or the line as a StorageError, without the password."""
    try:
        yield
    except (ConnectorException, AppNotOpen, psycopg.Error) as wrong:
        cause = _cause(wrong)
        raise _sentence(where, cause, away=is_passing(cause)) from wrong


def _cause(wrong: BaseException) -> BaseException:
    """The driver's own error."""
    return wrong.__cause__ or wrong


def _sentence(where: str, cause: BaseException, *, away: bool) -> StorageError:
    said = " ".join(str(cause).split()).rstrip(".?")
    if away:
        return UnreachableError(f"The jobs in {where} cannot be used just now: {said}.")
    mend = ' docs/postgresql.md has the rights that a worker needs ("Workers on other machines").'
    more = mend if isinstance(cause, InsufficientPrivilege) else ""
    return StorageError(f"The jobs in {where} cannot be used: {said}.{more}")
