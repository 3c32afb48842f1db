"""Putting a deadline off: by the game master, with a reason, up to the game's cap, told to all."""

from rules.errors import GameError, WrongPhaseError
from storage import deadlines, idempotency_keys, seats
from storage.db import Transaction
from storage.engine import Scope
from umpire.games.audit import clean_reason, note
from umpire.games.games import Game, get_game, require_unfinished, settings_of
from umpire.games.moved_deadlines import moved
from umpire.games.seat import Seat, require_gm
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services


async def extend(services: Services, gm: Seat, hours: int, reason: str, *, idempotency_key: str = "") -> Game:
    """Put the open turn's deadline off by whole hours, in its grace too (then from now).

    GameError: no whole hours, no reason, or more in all than the game's cap. WrongPhaseError: no open deadline.
    """
    require_gm(gm)
    why = clean_reason(reason)
    if hours < 1:
        raise GameError("A deadline is put off by one hour or more.")
    async with services.storage.transaction(Scope(gm.game_id)) as tx:
        if not idempotency_key or await idempotency_keys.first(tx, idempotency_key, services.seconds()):
            await _extend(tx, services, gm, hours, why)
    return await get_game(services, gm.game_id)


async def _extend(tx: Transaction, services: Services, gm: Seat, hours: int, why: str) -> None:
    now = services.seconds()
    game = await require_unfinished(tx, gm.game_id)
    deadline = await deadlines.current(tx, game.id, game.opening)
    if deadline is None:
        raise WrongPhaseError(f"**{game.name}** has no deadline to put off now.")
    cap = settings_of(game).options.extension_hours
    extended = deadline.extended_seconds + hours * 3600
    if extended > cap * 3600:
        left = max(cap - deadline.extended_seconds // 3600, 0)
        raise GameError(f"A deadline can be put off by {cap} hours in all; {left} are left for this one.")
    due = max(deadline.due_at, now) + hours * 3600
    if not await deadlines.move(tx, deadline.id, due, extended, why):
        raise WrongPhaseError(f"Turn {deadline.turn} of **{game.name}** is being resolved at this moment.")
    await deadlines.move_reminders(tx, deadline.id, due, now)
    await note(
        tx, services, game.id, gm.actor, "deadline.extended", turn=deadline.turn, hours=hours, reason=why, due=due
    )
    held = await seats.of_game(tx, game.id)
    await enqueue(tx, services, *moved(game, held, deadline.turn, deadline.due_at, due, f"Reason: {why}"))
