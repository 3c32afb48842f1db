"""Deputies named: a player says who acts for them while they are away, and what they may do."""

from collections.abc import Collection

from rules.errors import GameError
from rules.values import Value, changed
from storage import games, idempotency_keys, seats
from storage.db import Transaction
from storage.games import GameRow
from umpire.games.attendance import Powers, attendance, flagged, save, unflag
from umpire.games.audit import note
from umpire.games.duty import check_holder_alone, end, unfit
from umpire.games.games import require_unfinished, settings_of
from umpire.games.seat import Seat
from umpire.services.services import Services


class Arranged(Value):
    """Who is to act for a player, and does now: a person, or the bot in a style ("own" or a name of the game's; "" is nobody)."""

    named_id: int | None
    bot: str
    powers: Powers
    acts: bool


async def arranged(services: Services, seat: Seat) -> Arranged:
    """What the player of a seat has arranged. NotYoursError for anybody else."""
    async with services.storage.reading() as tx:
        row = await require_unfinished(tx, seat.game_id)
        held = check_holder_alone(await seats.find(tx, row.id, seat.side), seat.user_id)
        known = await attendance(tx, row.id, seat.side)
        acts = held.deputy_id is not None or known.kept.bot_acts
        return Arranged(known.row.named_id, known.kept.bot, known.kept.powers, acts)


async def may_be_named(services: Services, seat: Seat, user: int, role_ids: Collection[int] = ()) -> None:
    """GameError, in a sentence, unless somebody with these roles can be the deputy of a seat's player."""
    async with services.storage.reading() as tx:
        row = await require_unfinished(tx, seat.game_id)
        check_holder_alone(await seats.find(tx, row.id, seat.side), seat.user_id)
        await _check(tx, row, seat.side, user, role_ids)


async def name_deputy(
    services: Services,
    seat: Seat,
    user: int,
    powers: Powers,
    role_ids: Collection[int] = (),
    *,
    idempotency_key: str = "",
) -> Arranged:
    """A player names somebody with these roles their deputy, from the next time on that they are away; at once if they are.

    GameError: see `may_be_named`. Whoever acts so far stops.
    """
    async with services.storage.transaction() as tx:
        if not idempotency_key or await idempotency_keys.first(tx, idempotency_key, services.seconds()):
            row = await require_unfinished(tx, seat.game_id)
            await _check(tx, row, seat.side, user, role_ids)
            await _arrange(tx, services, row, seat, user, "", powers)
    return await arranged(services, seat)


async def name_bot(services: Services, seat: Seat, style: str, powers: Powers = "all") -> Arranged:
    """A player has the bot act for them in a style while they are away, or with "" nobody. Whoever acts so far stops."""
    async with services.storage.transaction() as tx:
        row = await require_unfinished(tx, seat.game_id)
        await _arrange(tx, services, row, seat, None, style, powers)
    return await arranged(services, seat)


async def _arrange(
    tx: Transaction, services: Services, row: GameRow, seat: Seat, user: int | None, bot: str, powers: Powers
) -> None:
    held = check_holder_alone(await seats.find(tx, row.id, seat.side), seat.user_id)
    known = await attendance(tx, row.id, seat.side)
    if (known.row.named_id, known.kept.bot) != (user, bot):
        known = await end(tx, services, row, held, known, "its player has arranged something else")
    await save(tx, known, changed(known.kept, powers=powers, bot=bot), named_id=user)
    detail = {"bot": bot} if user is None else {"user": user}
    await note(tx, services, row.id, seat.actor, "deputy.named", side=seat.side, powers=powers, **detail)


async def _check(tx: Transaction, row: GameRow, side: str, user: int, role_ids: Collection[int]) -> None:
    if row.gm_role_id not in {None, row.guild_id} and row.gm_role_id in role_ids and not settings_of(row).options.solo:
        raise GameError(
            f"The role of <@{user}> opens all secrets of **{row.name}** to them, so they cannot act for one side."
        )
    if why := await unfit(tx, row, side, user):
        raise GameError(why)


async def take_moved(services: Services) -> tuple[str, ...]:
    """The games in which who may read a private thread has changed by a deputy, each once: whoever looks after threads asks.
    Those of servers that another process looks after are left to it."""
    async with services.storage.reading() as tx:
        found = [game for game in await flagged(tx) if await _is_home(tx, services, game)]
    if found:
        async with services.storage.transaction() as tx:
            await unflag(tx, found)
    return tuple(found)


async def _is_home(tx: Transaction, services: Services, game: str) -> bool:
    row = await games.find(tx, game)
    return row is not None and services.shards.is_home(row.guild_id)
