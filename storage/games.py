"""Rows of games. Every change of what a game is goes through `bump`, so two writers cannot both win."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from sqlalchemy import bindparam, insert, select, update

from storage.db import Transaction
from storage.errors import StaleStateError
from storage.schema import games

Status: TypeAlias = Literal["setup", "running", "paused", "finished"]

# Statements that every command says are built once: building one takes five times as long as executing it.
_FIND = select(games).where(games.c.id == bindparam("game"))
_OF_CHANNEL = (
    select(games)
    .where(games.c.guild_id == bindparam("guild"), games.c.channel_id == bindparam("channel"))
    .order_by(games.c.created_at.desc(), games.c.id)
)


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game. `opening` is its latest turn opening; `settings` and `scenario` are JSON documents."""

    id: str
    guild_id: int
    channel_id: int
    name: str
    system: str
    status: Status
    version: int
    opening: int
    settings: Mapping[str, Any]
    scenario: Mapping[str, Any]
    created_at: int
    gm_role_id: int | None


async def add(tx: Transaction, row: GameRow) -> None:
    """Insert a game."""
    await tx.execute(insert(games).values(asdict(row)))


async def find(tx: Transaction, game: str) -> GameRow | None:
    """The game with this id."""
    row = (await tx.execute(_FIND, {"game": game})).first()
    return None if row is None else GameRow(*row)


async def of_guild(tx: Transaction, guild_id: int) -> tuple[GameRow, ...]:
    """All games of a server, oldest first."""
    query = select(games).where(games.c.guild_id == guild_id).order_by(games.c.created_at, games.c.id)
    return tuple(GameRow(*row) for row in await tx.execute(query))


async def of_channel(tx: Transaction, guild_id: int, channel_id: int) -> tuple[GameRow, ...]:
    """All games that were ever played in a channel, newest first."""
    found = await tx.execute(_OF_CHANNEL, {"guild": guild_id, "channel": channel_id})
    return tuple(GameRow(*row) for row in found)


async def bump(tx: Transaction, game: str, version: int, **changes: object) -> int:
    """Save changed columns if the game still has this version; gives the new version. StaleStateError otherwise."""
    query = update(games).where(games.c.id == game, games.c.version == version).values(version=version + 1, **changes)
    if (await tx.execute(query)).rowcount != 1:
        raise StaleStateError(f"game {game} has moved on from version {version}")
    return version + 1
