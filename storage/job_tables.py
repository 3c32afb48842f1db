"""The tables of the jobs: a schema of its own, made by the first process that needs it and made anew by one of a newer version.

Whoever was given rights there has them afterwards as well.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import PurePath
from typing import Any, Final

import psycopg
from psycopg.errors import InsufficientPrivilege
from psycopg.sql import SQL, Identifier

from storage.errors import StorageError, UnreachableError
from storage.rights import give, rights_in

SCHEMA: Final = "admiralty_jobs"
MAKING: Final = 0x41444D4A
"""The advisory lock of whoever makes the tables."""
OURS: Final = 1
"""Raise it when a table below is changed."""

TABLES: Final = """
CREATE UNLOGGED TABLE work (
    id text PRIMARY KEY,
    kind text NOT NULL,
    seconds double precision NOT NULL,
    given bytea NOT NULL,
    asker text NOT NULL,
    asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    wanted_until timestamptz NOT NULL,
    begun_at timestamptz,
    ended_at timestamptz,
    outcome text,
    answer bytea
);
ALTER TABLE work ALTER given SET STORAGE EXTERNAL, ALTER answer SET STORAGE EXTERNAL;
CREATE INDEX work_asker ON work (asker);
CREATE TABLE workers (
    name text PRIMARY KEY,
    code text NOT NULL,
    places integer NOT NULL,
    seen_at timestamptz NOT NULL
);
CREATE TABLE version (made text NOT NULL);
"""


async def make_tables(line: psycopg.AsyncConnection[Any], where: str) -> None:
    """Make the tables, or make an older version's anew, by one process at a time, in one transaction.

    StorageError: they are a newer version's. UnreachableError: there are none of this version, and this user may not make them.
    psycopg.Error: no right to use them, or a fault of the server.
    """
    wanted = version()
    schema = Identifier(SCHEMA)
    async with line.transaction():
        await line.execute("SELECT pg_advisory_xact_lock(%s)", [MAKING])
        found = await (await line.execute("SELECT to_regclass(%s)", [f"{SCHEMA}.version"])).fetchone()
        made = None
        if found is not None and found[0] is not None:
            said = await line.execute(SQL("SELECT made FROM {}.version").format(schema))
            made = await said.fetchone()
        if made is not None and made[0] == wanted:
            return
        if made is not None:
            check_made(made[0], where)
        with _perhaps_by_others(where):
            rights = await rights_in(line, SCHEMA)
            await line.execute(SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(schema))
            await line.execute(SQL("CREATE SCHEMA {}").format(schema))
            if rights is not None and not rights.of_this_user:
                owner = Identifier(rights.owner)
                await line.execute(SQL("ALTER SCHEMA {} OWNER TO {}").format(schema, owner))
                await line.execute(SQL("SET LOCAL ROLE {}").format(owner))
            await line.execute(SQL("SET LOCAL search_path TO {}").format(schema))
            await line.execute(_schema().encode())
            await line.execute(TABLES.encode())
            await line.execute("INSERT INTO version VALUES (%s)", [wanted])
            if rights is not None:
                await give(line, SCHEMA, rights)


def check_made(made: str, where: str) -> None:
    """StorageError if what the tables were `made` by is newer than this program."""
    if made > version():
        raise StorageError(
            f"The jobs in {where} are of a newer version of Admiralty ({made}, this is {version()}); start that."
        )


def version() -> str:
    """What the tables are made by: procrastinate's newest migration and our own number. Later ones compare greater."""
    steps = resources.files("procrastinate.sql.migrations").iterdir()
    newest = max(PurePath(step.name).stem for step in steps if step.name.endswith(".sql"))
    return f"{newest} {OURS}"


def _schema() -> str:
    return resources.files("procrastinate.sql").joinpath("schema.sql").read_text(encoding="utf-8")


@contextmanager
def _perhaps_by_others(where: str) -> Iterator[None]:
    """Who may not make the tables can wait for who may."""
    try:
        yield
    except InsufficientPrivilege as wrong:
        said = " ".join(str(wrong).split()).rstrip(".")
        raise UnreachableError(
            f"The jobs in {where} have no tables of this version yet, and this user may not make them ({said}). "
            "The first bot of this version does, if it is told ADMIRALTY_WORK=elsewhere."
        ) from wrong
