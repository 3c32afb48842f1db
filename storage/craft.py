"""Rows of spacecraft that people keep: blueprints as text, and squadrons between battles.

A blueprint is known by server, user and name; "" is the one on the user's slip. A squadron is saved only if it still has the
version that was read.
"""

from typing import Any

from sqlalchemy import delete, insert, select, update

from rules.values import Value, changed
from storage.db import Transaction
from storage.queries import change_one, columns, count_changed, every, one
from storage.schema import blueprints, squadrons


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


class SquadronRow(Value):
    """One squadron. `origin` and `side`: the battle and the side of it that it was kept from, which give one squadron only.

    `battle` is the one that it was entered in last, "" since it has come home; `document` is plain JSON, its craft and docks.
    A squadron that was let go stays as a row without craft, so that its survivors are not kept a second time.
    """

    id: str
    guild: int
    owner: int
    name: str
    origin: str
    side: str
    battle: str
    version: int
    document: Any
    changed_at: int


async def add_squadron(tx: Transaction, row: SquadronRow) -> None:
    """Insert a squadron."""
    await tx.execute(insert(squadrons), columns(row))


async def find_squadron(tx: Transaction, id_: str) -> SquadronRow | None:
    """One squadron."""
    return await one(tx, SquadronRow, select(squadrons).filter_by(id=id_))


async def squadron_kept_from(tx: Transaction, origin: str, side: str) -> SquadronRow | None:
    """The squadron that was kept from a side of a battle."""
    return await one(tx, SquadronRow, select(squadrons).filter_by(origin=origin, side=side))


async def squadrons_of_owner(tx: Transaction, guild: int, owner: int) -> tuple[SquadronRow, ...]:
    """All squadrons of somebody in a server, by name."""
    query = select(squadrons).filter_by(guild=guild, owner=owner).order_by(squadrons.c.name, squadrons.c.id)
    return await every(tx, SquadronRow, query)


async def save_squadron(tx: Transaction, row: SquadronRow) -> SquadronRow:
    """Write a squadron anew; gives it as it is now. StaleStateError if it changed since it was read."""
    after = changed(row, version=row.version + 1)
    values = {name: value for name, value in columns(after).items() if name != "id"}
    query = update(squadrons).filter_by(id=row.id, version=row.version).values(values)
    await change_one(tx, query, f"the squadron {row.id} has moved on from version {row.version}")
    return after
