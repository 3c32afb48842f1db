"""The tables of the jobs: a schema of its own, made by the first process that needs it and made anew by one of a newer version.

Whoever was given rights there has them afterwards as well.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import resources
from pathlib import PurePath
from typing import Any, Final, Literal

import psycopg
from psycopg.errors import InsufficientPrivilege
from psycopg.rows import class_row
from psycopg.sql import SQL, Composable, Identifier

from rules.values import Value
from storage.errors import StorageError, UnreachableError

Kind = Literal["TABLE", "SEQUENCE"]

OWNER_QUERY: Final = """
SELECT pg_get_userbyid(nspowner)::text, pg_get_userbyid(nspowner) = current_user FROM pg_namespace WHERE nspname = %s
"""
OBJECTS_QUERY: Final = """
SELECT c.relname::text, CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END FROM pg_class c
WHERE c.relnamespace = to_regnamespace(%s) AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
"""
GRANTS_QUERY: Final = """
SELECT held.on_kind, held.name, held.privilege_type::text AS privilege, held.is_grantable AS passed_on,
    CASE held.grantee WHEN 0 THEN '' ELSE pg_get_userbyid(held.grantee)::text END AS grantee
FROM (
    SELECT 'SCHEMA' AS on_kind, '' AS name, n.nspowner AS owner, acl.*
    FROM pg_namespace n, aclexplode(n.nspacl) acl WHERE n.nspname = %(schema)s
    UNION ALL
    SELECT CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, c.relname::text, c.relowner, acl.*
    FROM pg_class c, aclexplode(c.relacl) acl
    WHERE c.relnamespace = to_regnamespace(%(schema)s) AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
) held
WHERE held.grantee <> held.owner
"""


class Grant(Value):
    """A privilege on the schema, or on the table or sequence of a name; `grantee` "" is everybody."""

    on_kind: Literal["SCHEMA", "TABLE", "SEQUENCE"]
    name: str
    privilege: str
    passed_on: bool
    grantee: str


class Rights(Value):
    """Whose a schema is, what there is in it, and what others may do there."""

    owner: str
    of_this_user: bool
    things: Mapping[str, Kind]
    grants: tuple[Grant, ...]


async def rights_in(line: psycopg.AsyncConnection[Any], schema: str) -> Rights | None:
    """The rights in a schema; None if there is none of that name."""
    owner = await (await line.execute(OWNER_QUERY, [schema])).fetchone()
    if owner is None:
        return None
    async with line.cursor(row_factory=class_row(Grant)) as cursor:
        grants = await (await cursor.execute(GRANTS_QUERY, {"schema": schema})).fetchall()
    return Rights(owner[0], owner[1], await _things_in(line, schema), tuple(grants))


async def give(line: psycopg.AsyncConnection[Any], schema: str, rights: Rights) -> None:
    """Give others again what they had, in the schema as it is now."""
    wanted: dict[Grant, None] = {grant: None for grant in rights.grants if grant.on_kind == "SCHEMA"}
    things = await _things_in(line, schema)
    for grant in rights.grants:
        for name, kind in things.items():
            if kind == grant.on_kind and _fits(rights, grant, name):
                wanted[Grant(kind, name, grant.privilege, grant.passed_on, grant.grantee)] = None
    for grant in wanted:
        on: Composable = Identifier(schema) if grant.on_kind == "SCHEMA" else Identifier(schema, grant.name)
        # The catalog's own words: no text of anybody's.
        words = f"GRANT {grant.privilege} ON {grant.on_kind} {{}} TO {{}}"
        whom: Composable = Identifier(grant.grantee) if grant.grantee else SQL("PUBLIC")
        await line.execute(SQL(words).format(on, whom) + SQL(" WITH GRANT OPTION" if grant.passed_on else ""))


def _fits(rights: Rights, grant: Grant, name: str) -> bool:
    """Whether a privilege is on what has this name now, too."""
    return _of_all(rights, grant) if name not in rights.things else name == grant.name


def _of_all(rights: Rights, grant: Grant) -> bool:
    """Whether its grantee had this privilege on everything of that kind."""
    of_kind = {name for name, kind in rights.things.items() if kind == grant.on_kind}
    alike = {
        other.name
        for other in rights.grants
        if (other.on_kind, other.privilege, other.grantee) == (grant.on_kind, grant.privilege, grant.grantee)
        and other.passed_on >= grant.passed_on
    }
    return of_kind == alike


async def _things_in(line: psycopg.AsyncConnection[Any], schema: str) -> dict[str, Kind]:
    return dict(await (await line.execute(OBJECTS_QUERY, [schema])).fetchall())


SCHEMA: Final = "admiralty_jobs"
MAKING_LOCK: Final = 0x41444D4A
"""The advisory lock of whoever makes the tables."""
TABLES_VERSION: Final = 1
"""Raise it when a table below is changed."""

CREATE_TABLES: Final = """
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
        await line.execute("SELECT pg_advisory_xact_lock(%s)", [MAKING_LOCK])
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
            await line.execute(CREATE_TABLES.encode())
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
    return f"{newest} {TABLES_VERSION}"


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
            "The first bot of this version does, with ADMIRALTY_WORK=elsewhere."
        ) from wrong
