"""Deadlines put off: by the game master, with a reason and up to the game's cap, or because the bot itself was down.

Downtime is measured by heartbeats, given back to what it touched, written down and told.
"""

from render.words.game_letters import format_downtime, format_put_off
from rules.values import GameError, Value, WrongPhaseError
from storage import away_servers, batch_queries, battles, deadlines, games, idempotency_keys, processes, seats
from storage.db import Transaction
from storage.engine import ROWS_SCOPE, Scope
from umpire.clock.game_briefs import GAMES_A_BATCH
from umpire.games.bank import downtime_of, give_deadline_back, note_downtime
from umpire.games.games import Game, get_game, require_unfinished, settings_of
from umpire.games.moved_deadlines import moved_deadline_letters
from umpire.games.options import MOST_GRACE_MINUTES
from umpire.games.seat import Seat, clean_reason, note, require_gm
from umpire.outbox.outbox import enqueue
from umpire.services.processes import ALIVE_SECONDS, PART_SUFFIXES, alive
from umpire.services.services import Services
from umpire.systems.known import SYSTEMS


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
    deadline = await deadlines.current(tx, game.id, game.revision)
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
    await enqueue(
        tx, services, *moved_deadline_letters(game, held, deadline.turn, deadline.due_at, due, format_put_off(why))
    )


class Downtime(Value):
    """Nothing was at work from `since` to `until` (UTC seconds); `credited` deadlines were put off."""

    since: int
    until: int
    credited: int


async def beat(services: Services, process: str) -> None:
    """This process is at work now."""
    async with services.storage.transaction(ROWS_SCOPE) as tx:
        await processes.beat(tx, process, services.seconds())


async def come_back(services: Services, process: str) -> Downtime | None:
    """First beat of a process: measure the time since the last beat of any, credit it; None if nothing was missed.

    One transaction with the beat itself, so of two processes that start together one credits.
    """
    now = services.seconds()
    async with services.storage.transaction() as tx:
        beats = await processes.all_beats(tx)
        last = await processes.last_beat(tx, before=now + ALIVE_SECONDS, without=PART_SUFFIXES)
        for name, at in beats.items():
            if name != process and not alive(name, at, now):
                await processes.forget_process(tx, name)
        await processes.beat(tx, process, now)
        if last is None or now - last < ALIVE_SECONDS:
            return None
        credited = 0
        for deadline in await deadlines.open_after(tx, last - MOST_GRACE_MINUTES * 60):
            game = await games.find(tx, deadline.game)
            if game is not None:
                lost = downtime_of(game, last, now)
                credited += await give_deadline_back(tx, services, game, deadline, lost, format_downtime(last, now))
        await battles.put_off(tx, last, now)
        await _give_back_beside(tx, services, last, now)
        return Downtime(last, now, credited)


async def _give_back_beside(tx: Transaction, services: Services, since: int, now: int) -> None:
    """What else of games has a time, on whose server the bot is; those that are paused lost nothing."""
    away = await away_servers.all_away(tx)
    for name, system in SYSTEMS.items():
        if system.give_back is None:
            continue
        ids = await games.unfinished_games(tx, name)
        for first in range(0, len(ids), GAMES_A_BATCH):
            for row in await batch_queries.games_without_scenarios(tx, ids[first : first + GAMES_A_BATCH]):
                if row.guild_id not in away:
                    lost = downtime_of(row, since, now)
                    await note_downtime(tx, services, row, lost)
                    await system.give_back(tx, services, row, lost)
