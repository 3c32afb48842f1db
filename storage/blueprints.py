"""Rows of blueprints: spacecraft as text, by server, user and name; "" is the one on the user's slip."""

from dataclasses import asdict, dataclass

from sqlalchemy import delete, insert, select

from storage.db import Transaction
from storage.schema import blueprints


@dataclass(frozen=True, slots=True)
class BlueprintRow:
    """One drawing; `shared` lets everybody on the server build it."""

    guild: int
    owner: int
    name: str
    sheet: str
    shared: bool
    changed_at: int


async def of_guild(tx: Transaction, guild: int) -> tuple[BlueprintRow, ...]:
    """All drawings of a server, by owner and name."""
    query = select(blueprints).where(blueprints.c.guild == guild).order_by(blueprints.c.owner, blueprints.c.name)
    return tuple(BlueprintRow(*row) for row in await tx.execute(query))


async def find(tx: Transaction, guild: int, owner: int, name: str) -> BlueprintRow | None:
    """One drawing."""
    query = select(blueprints).where(_key(guild, owner, name))
    row = (await tx.execute(query)).first()
    return None if row is None else BlueprintRow(*row)


async def put(tx: Transaction, row: BlueprintRow) -> None:
    """Write a drawing in the place of one of the same name."""
    await remove(tx, row.guild, row.owner, row.name)
    await tx.execute(insert(blueprints).values(asdict(row)))


async def remove(tx: Transaction, guild: int, owner: int, name: str) -> bool:
    """Delete a drawing; whether there was one."""
    return (await tx.execute(delete(blueprints).where(_key(guild, owner, name)))).rowcount > 0


def _key(guild: int, owner: int, name: str):  # type: ignore[no-untyped-def] # SQLAlchemy's own expression type
    return (blueprints.c.guild == guild) & (blueprints.c.owner == owner) & (blueprints.c.name == name)
