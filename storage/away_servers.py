"""Servers on which the bot is not now, and since when (UTC seconds): it was removed, or Discord has an outage there. What is due
of their games stands still until it is back."""

from sqlalchemy import ColumnElement, delete, insert, select

from storage.db import Transaction
from storage.queries import number
from storage.schema import away_servers, games

BOT_IS_HERE: ColumnElement[bool] = games.c.guild_id.not_in(select(away_servers.c.guild_id))
"""A condition on a game: the bot is on its server."""


async def leave(tx: Transaction, guild: int, now: int) -> bool:
    """The bot is not there from now on; False if that was known."""
    if await since(tx, guild) is not None:
        return False
    await tx.execute(insert(away_servers).values(guild_id=guild, since=now))
    return True


async def come_back(tx: Transaction, guild: int) -> int | None:
    """The bot is there again; since when it was not, None if it was there all the time."""
    moment = await since(tx, guild)
    if moment is not None:
        await tx.execute(delete(away_servers).filter_by(guild_id=guild))
    return moment


async def since(tx: Transaction, guild: int) -> int | None:
    """Since when the bot is not on a server; None if it is there."""
    return await number(tx, select(away_servers.c.since).filter_by(guild_id=guild))


async def all_away(tx: Transaction) -> frozenset[int]:
    """The servers on which the bot is not."""
    return frozenset((await tx.execute(select(away_servers.c.guild_id))).scalars())


async def with_games(tx: Transaction) -> frozenset[int]:
    """The servers that have a game that is not over."""
    query = select(games.c.guild_id).where(games.c.status != "finished", games.c.guild_id != 0).distinct()
    return frozenset((await tx.execute(query)).scalars())
