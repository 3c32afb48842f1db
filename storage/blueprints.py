"""Rows of blueprints: spacecraft as text, by server, user and name; "" is the one on the user's slip."""

from sqlalchemy import delete, insert, select

from rules.values import Value
from storage.db import Transaction
from storage.rows import columns, count_changed, every, one
from storage.schema import blueprints


class BlueprintRow(Value):
    """One drawing; `shared` lets everybody on the server build it."""

    guild: int
    owner: int
    name: str
    sheet: str
    shared: bool
    changed_at: int


async def blueprints_of_guild(tx: Transaction, guild: int) -> tuple[BlueprintRow, ...]:
    """All drawings of a server, by owner and name."""
    query = select(blueprints).filter_by(guild=guild).order_by(blueprints.c.owner, blueprints.c.name)
    return await every(tx, BlueprintRow, query)


async def find_blueprint(tx: Transaction, guild: int, owner: int, name: str) -> BlueprintRow | None:
    """One drawing."""
    return await one(tx, BlueprintRow, select(blueprints).filter_by(guild=guild, owner=owner, name=name))


async def put_blueprint(tx: Transaction, row: BlueprintRow) -> None:
    """Write a drawing in the place of one of the same name."""
    await remove_blueprint(tx, row.guild, row.owner, row.name)
    await tx.execute(insert(blueprints), columns(row))


async def remove_blueprint(tx: Transaction, guild: int, owner: int, name: str) -> bool:
    """Delete a drawing; whether there was one."""
    return await count_changed(tx, delete(blueprints).filter_by(guild=guild, owner=owner, name=name)) > 0
