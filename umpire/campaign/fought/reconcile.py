"""Tactical games kept in step with their campaigns: closed when their battle no longer needs them, paused and resumed with the
campaign, given to whoever holds the seat now; and played to their end when the battle's time is over.

Captains are reminded once when the time is nearly over. All this is done by a look that may come as often as it likes and finds
what is out of step.
"""

from contextlib import suppress
from typing import Final

from rules.values import GameError, WrongPhaseError, changed
from storage import audit, battles, games, seats, snapshots, turns
from storage.battles import BattleRow
from storage.db import Transaction
from storage.errors import StaleStateError
from storage.games import GameRow
from storage.snapshots import SnapshotKey
from umpire.bouts.course import advance
from umpire.campaign.fought import fought_letters
from umpire.campaign.fought.rooms import BattleLink, stir, under_way
from umpire.campaign.fought.start import OPENER
from umpire.games.games import end, pause, resume
from umpire.games.seat import Seat, note
from umpire.games.seat_history import ever_held
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services

MOST_STOPS: Final = 2000
LAST_CALL: Final = "bout.last_call"
NEAR: Final = 6
"""A captain is reminded when this part of a battle's time is left."""
NEAREST: Final = 12 * 3600


async def play_out(services: Services, bout: str, by: str) -> None:
    """Have stances play what is left of a bout: whoever is asked is not waited for any more. GameError if it does not end."""
    for _ in range(MOST_STOPS):
        async with services.storage.reading() as tx:
            row = await games.find(tx, bout)
            held = await seats.of_game(tx, bout)
            turn = None if row is None else await turns.find(tx, bout, row.opening)
        if row is None or turn is None or row.status == "finished":
            return
        if row.status == "paused":
            host = next((seat.user_id for seat in held if not seat.side and seat.user_id is not None), 0)
            await resume(services, Seat(bout, "", host, is_gm=True))
        try:
            await advance(services, bout, by, turn.turn, late=True)
        except WrongPhaseError:
            continue  # somebody was faster
    raise GameError(f"The bout {bout} does not come to its end.")


async def course_of(tx: Transaction, bout: str) -> tuple[bytes, ...]:
    """A bout as it stood when each of its turns began that stands, and at last at its end."""
    found = [row for row in await turns.of_game(tx, bout) if row.turn >= 1 and row.state != "undone"]
    return tuple([await snapshots.load_packed(tx, SnapshotKey(bout, row.opening, "start", 0)) for row in found])


async def reconcile(services: Services) -> None:
    """Look at all bouts of campaigns once."""
    async with services.storage.reading() as tx:
        found = await under_way(tx)
    for bout, link in found:
        with suppress(
            StaleStateError
        ):  # somebody changed the campaign in this moment: the next look sees how it stands
            await _reconcile(services, bout, link)


async def _reconcile(services: Services, bout: GameRow, link: BattleLink) -> None:
    async with services.storage.reading() as tx:
        row = await games.find(tx, link.game)
        battle = await _battle(tx, link)
        why = await _why_over(tx, bout, link, row, battle)
        host = next((s.user_id for s in await seats.of_game(tx, bout.id) if not s.side and s.user_id is not None), 0)
    if why or row is None or battle is None:
        async with services.storage.transaction() as tx:
            now = await games.find(tx, bout.id)
            if now is not None and now.status != "finished":
                await end(tx, services, now, OPENER, why)
                if row is not None and row.opening == link.opening:
                    await stir(tx, row.id, row.opening, link)
                await enqueue(tx, services, fought_letters.closed(bout, why))
        return
    try:
        if row.status == "paused" and bout.status == "running":
            await pause(services, Seat(bout.id, "", host, is_gm=True))
        elif row.status == "running" and bout.status == "paused":
            await resume(services, Seat(bout.id, "", host, is_gm=True))
    except WrongPhaseError:
        return  # another process has just done it
    async with services.storage.transaction() as tx:
        await _seat(tx, services, bout, link)
        if row.status == "running":
            await _remind(tx, services, bout, battle)
            await _hurry(tx, services, row, bout, battle)


async def _battle(tx: Transaction, link: BattleLink) -> BattleRow | None:
    found = await battles.of_opening(tx, link.game, link.opening)
    return next((one for one in found if one.battle == link.battle), None)


async def _why_over(
    tx: Transaction, bout: GameRow, link: BattleLink, row: GameRow | None, battle: BattleRow | None
) -> str:
    """Why a bout is not to be fought any more, "" if it is."""
    if row is None or row.status == "finished":
        return "the campaign is over."
    turn = await turns.find(tx, row.id, row.opening)
    if row.opening != link.opening or turn is None or turn.state != "battles":
        return "its turn was taken back or has gone on without it."
    if battle is None:
        return "the battle does not come any more."
    if battle.state == "settled":
        return "the game master has settled the battle."
    return "" if battle.bout == bout.id else "the game master has closed it."


async def _seat(tx: Transaction, services: Services, bout: GameRow, link: BattleLink) -> None:
    """Whoever has given a seat of the campaign up commands nothing any more; who has it now does. A deputy stays, and a side
    that was left to its admirals is theirs until somebody new has the seat."""
    held = {seat.side: seat.user_id for seat in await seats.of_game(tx, bout.id) if seat.side}
    now = {seat.side: seat.user_id for seat in await seats.of_game(tx, link.game) if seat.side}
    ever, here = await ever_held(tx, link.game), await ever_held(tx, bout.id)
    for camp, side in link.captains.items():
        was, new = held.get(camp), now.get(side)
        former = {user for user, one in ever if one == side and user != new}
        if was not in former and (
            was is not None or new is None or (new, camp) in here or not _left(former, here, camp)
        ):
            continue
        heir = None if new in held.values() else new
        if was == heir or not await seats.seat_user(tx, bout.id, camp, was, heir):
            continue
        action = {"action": "seat.held_open"} if heir is None else {"action": "seat.taken", "user": heir}
        await note(tx, services, bout.id, OPENER, side=camp, was=was, **action)


def _left(former: set[int], here: set[tuple[int, str]], camp: str) -> bool:
    """Whether one of those who have given the seat up had the camp."""
    return any((user, camp) in here for user in former)


async def _remind(tx: Transaction, services: Services, bout: GameRow, battle: BattleRow) -> None:
    if battle.deadline is None:
        return
    span = min(NEAREST, (battle.deadline - battle.asked_at) // NEAR)
    told = [act.detail.get("due") for act in await audit.of_actions(tx, bout.id, LAST_CALL)]
    if not battle.deadline - span <= services.seconds() < battle.deadline or battle.deadline in told:
        return
    await note(tx, services, bout.id, OPENER, LAST_CALL, due=battle.deadline)
    for seat in await seats.of_game(tx, bout.id):
        if seat.side:
            await enqueue(tx, services, *fought_letters.last_call(bout, seat, battle.deadline))


async def _hurry(tx: Transaction, services: Services, row: GameRow, bout: GameRow, battle: BattleRow) -> None:
    """Where every captain has left a battle to their admirals nobody is waited for: its time is over."""
    now = services.seconds()
    left = all(seat.user_id is None for seat in await seats.of_game(tx, bout.id) if seat.side)
    if left and (battle.deadline is None or battle.deadline > now):
        await games.bump(tx, row.id, row.version)
        await battles.save(tx, changed(battle, deadline=now))
        await note(tx, services, row.id, OPENER, "battle.left", battle=battle.battle)
