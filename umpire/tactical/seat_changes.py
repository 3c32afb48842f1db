"""A player who leaves a tactical game that is being played, and who may take a side over that has lost its player."""

from contextlib import suppress

from rules.values import GameError, WrongPhaseError
from storage import seats as seat_rows
from storage.db import Transaction
from storage.games import GameRow
from umpire.games import seats
from umpire.games.games import is_closed, require_game, sides_of
from umpire.games.seat import Seat
from umpire.games.seat_history import SEAT_ACTIONS, former
from umpire.services.services import Services
from umpire.tactical import player_actions
from umpire.tactical.course import advance
from umpire.tactical_kinds.known import KINDS


async def give_up(services: Services, seat: Seat, order: bytes, *, idempotency_key: str = "") -> bool:
    """Send the order with which a side gives up, one that counts at once, whoever is asked now; and play on. Whether the game is
    over or has gone on by it: else it counts when the side is asked next.

    WrongPhaseError: it is over, or the side has given up before.
    """
    here = await player_actions.tactical_status(services, seat.game_id, seat.side)
    if any(row.side == seat.side and row.order == order for row in here.case.sent):
        raise WrongPhaseError("You have given up already; it counts as soon as it is your turn.")
    await player_actions.send(services, seat, (order,), idempotency_key=idempotency_key, case=here.case)
    with suppress(WrongPhaseError):  # the clock has been quicker
        await advance(services, seat.game_id, seat.actor, here.case.turn.turn)
    if here.asked:
        return True
    async with services.storage.reading() as tx:
        return (await require_game(tx, seat.game_id)).status == "finished"


async def free_sides(services: Services, game_id: str) -> tuple[str, ...]:
    """The sides that nobody holds and that may be taken over."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, game_id)
        held = await seat_rows.of_game(tx, game_id)
        open_ = await _may_be_played(tx, row)
    return tuple(seat.side for seat in held if seat.side in open_ and seat.user_id is None)


async def is_offered(services: Services, game_id: str, side: str) -> bool:
    """Whether anybody may take a side that nobody holds; not in a part of another game, whose seats are given."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, game_id)
    return not is_closed(row) and (row.status == "setup" or side in await free_sides(services, game_id))


async def is_solo(services: Services, game_id: str) -> bool:
    """Whether only one side of a game has ever had a player."""
    async with services.storage.reading() as tx:
        return len({side for _, side in await former(tx, game_id, *SEAT_ACTIONS) if side}) < 2


async def check_held_before(services: Services, game_id: str, side: str) -> None:
    """GameError for a side that its game plays itself from the first turn on."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, game_id)
        if side not in await _may_be_played(tx, row):
            short = KINDS[row.system].words.short
            raise GameError(f"Nobody can take that side over: the bot plays it since this {short} began.")


async def take_over(services: Services, game_id: str, user_id: int, side: str) -> Seat:
    """Take a side that has lost its player. GameError: it has one, or the bot has played it from the first turn on."""
    await check_held_before(services, game_id, side)
    seat = await seats.take(services, game_id, user_id, side)
    await player_actions.enter(services, game_id)
    return seat


async def _may_be_played(tx: Transaction, row: GameRow) -> set[str]:
    """All sides where people may join later, else those that somebody has held."""
    if KINDS[row.system].join_order is not None:
        return {flag.id for flag in sides_of(row)}
    return {side for _, side in await former(tx, row.id, *SEAT_ACTIONS) if side}
