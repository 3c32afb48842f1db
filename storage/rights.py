"""Privileges of others in a schema of PostgreSQL that is made anew: read before it is dropped, given again afterwards.

A table or sequence that is made again has the privileges of the one of its name. One that was not there before has those that
somebody had on all of its kind (GRANT ... ON ALL TABLES), and no more.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal

import psycopg
from psycopg.rows import class_row
from psycopg.sql import SQL, Composable, Identifier

from rules.values import Value

Kind = Literal["TABLE", "SEQUENCE"]

OWNER: Final = """
SELECT pg_get_userbyid(nspowner)::text, pg_get_userbyid(nspowner) = current_user FROM pg_namespace WHERE nspname = %s
"""
THINGS: Final = """
SELECT c.relname::text, CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END FROM pg_class c
WHERE c.relnamespace = to_regnamespace(%s) AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
"""
GRANTS: Final = """
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
    owner = await (await line.execute(OWNER, [schema])).fetchone()
    if owner is None:
        return None
    async with line.cursor(row_factory=class_row(Grant)) as cursor:
        grants = await (await cursor.execute(GRANTS, {"schema": schema})).fetchall()
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
    return dict(await (await line.execute(THINGS, [schema])).fetchall())
