"""Rows of games. Every change of what a game is goes through `bump`, so two writers cannot both win."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from sqlalchemy import bindparam, insert, select, update

from rules.values import Value
from storage.db import Transaction
from storage.queries import PreparedQuery, change_one, columns, every, one
from storage.schema import audit, games, outbox

Status: TypeAlias = Literal["setup", "running", "paused", "finished"]

# Statements that every command says are built once: building one takes five times as long as executing it.
_FIND = PreparedQuery(select(games).filter_by(id=bindparam("game")))
_OF_CHANNEL = PreparedQuery(
    select(games)
    .filter_by(guild_id=bindparam("guild"), channel_id=bindparam("channel"))
    .order_by(games.c.created_at.desc(), games.c.id)
)


class GameRow(Value):
    """One game. `revision` is the latest revision of its turn; `settings` and `scenario` are JSON documents."""

    id: str
    guild_id: int
    channel_id: int
    name: str
    system: str
    status: Status
    version: int
    revision: int
    settings: Mapping[str, Any]
    scenario: Mapping[str, Any]
    created_at: int
    gm_role_id: int | None


async def add(tx: Transaction, row: GameRow) -> None:
    """Insert a game."""
    await tx.execute(insert(games), columns(row))


async def find(tx: Transaction, game: str) -> GameRow | None:
    """The game with this id."""
    return await one(tx, GameRow, _FIND, {"game": game})


async def of_guild(tx: Transaction, guild_id: int) -> tuple[GameRow, ...]:
    """All games of a server, oldest first."""
    query = select(games).filter_by(guild_id=guild_id).order_by(games.c.created_at, games.c.id)
    return await every(tx, GameRow, query)


async def of_channel(tx: Transaction, guild_id: int, channel_id: int) -> tuple[GameRow, ...]:
    """All games that were ever played in a channel, newest first."""
    return await every(tx, GameRow, _OF_CHANNEL, {"guild": guild_id, "channel": channel_id})


async def under_way(tx: Transaction, system: str = "") -> tuple[GameRow, ...]:
    """All games (of one system, if given) that have begun and are not over, oldest first."""
    query = select(games).where(games.c.status.in_(("running", "paused")))
    query = query.filter_by(system=system) if system else query
    return await every(tx, GameRow, query.order_by(games.c.created_at, games.c.id))


async def ended_without(tx: Transaction, system: str, edit_key: str, since: int) -> tuple[GameRow, ...]:
    """The games of a system that ended since a moment and have no letter under this edit key."""
    ended = select(audit.c.game).where(audit.c.action == "game.finished", audit.c.at >= since)
    told = select(outbox.c.game).where(outbox.c.edit_key == edit_key)
    query = select(games).where(games.c.system == system, games.c.status == "finished")
    query = query.where(games.c.id.in_(ended), games.c.id.not_in(told)).order_by(games.c.id)
    return await every(tx, GameRow, query)


async def bump(tx: Transaction, game: str, version: int, **changes: object) -> int:
    """Save changed columns if the game still has this version; gives the new version. StaleStateError otherwise."""
    query = update(games).filter_by(id=game, version=version).values(version=version + 1, **changes)
    await change_one(tx, query, f"game {game} has moved on from version {version}")
    return version + 1


async def systems(tx: Transaction) -> tuple[str, ...]:
    """The names of the systems that games are of, each once."""
    return tuple((await tx.execute(select(games.c.system).distinct().order_by(games.c.system))).scalars())


async def unfinished_of(tx: Transaction, guild_id: int, system: str) -> tuple[str, ...]:
    """The ids of a server's games of a system that are not over, oldest first."""
    query = select(games.c.id).filter_by(guild_id=guild_id, system=system).where(games.c.status != "finished")
    return tuple((await tx.execute(query.order_by(games.c.created_at, games.c.id))).scalars())


async def unfinished_games(tx: Transaction, system: str) -> tuple[str, ...]:
    """The ids of all games of a system that are not over and not paused, those not begun yet too, oldest first."""
    query = select(games.c.id).filter_by(system=system).where(games.c.status.in_(("setup", "running")))
    return tuple((await tx.execute(query.order_by(games.c.created_at, games.c.id))).scalars())
