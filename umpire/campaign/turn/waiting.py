"""A month that has come to battles which people settle: nothing of it is saved but that it waits, and for what."""

from typing import Final

from rules.cluster_war.chapters.combat.battle import Battle
from storage import battles, deadlines, seats, turns
from storage.battles import BattleRow
from storage.db import Transaction
from storage.games import GameRow
from umpire.campaign.turn import turn_letters
from umpire.campaign.turn.cases import Case
from umpire.games.audit import note
from umpire.games.games import settings_of
from umpire.games.options import GameSettings
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services

HOURS: Final = 72
"""So long a battle waits for its people, unless the game master says otherwise (CW-9.0-08)."""
PLAYER: Final = "its player"
MASTER: Final = "the game master"
"""Who commands a side unless the game master appoints somebody: every unit that no player owns is theirs (CW-9.0-06)."""


async def stop(
    tx: Transaction, services: Services, case: Case, met: tuple[Battle, ...], actor: str, *, named: bool
) -> None:
    """Have a turn wait for the battles that it has met: its orders are closed as they are, the game master is told, and nobody
    else. A battle that is settled already, just as it comes now, is not asked for again.

    StaleStateError if an order changed. RuntimeError: the month asks for a battle whose outcome it was given.
    """
    row, turn, now = case.game, case.turn, services.seconds()
    before = {battle.battle: battle for battle in case.battles}
    if turn.state == "battles" and any(battle.id in before for battle in met):
        raise RuntimeError(f"turn {turn.turn} of {row.id} does not take the outcome of a battle that is settled")
    await turns.wait(tx, turn, case.words, case.orders)
    await deadlines.close(tx, row.id, turn.opening, "done")
    commanders = await _commanders(tx, row, met)
    settings = settings_of(row)
    hours = _hours(settings)
    round_ = 1 + max((battle.round for battle in case.battles), default=0) if turn.state == "battles" else 1
    fresh = [
        BattleRow(
            row.id,
            turn.opening,
            b.id,
            round=round_,
            fight=b,
            state="waiting",
            commanders=commanders[b.id],
            asked_at=now,
            deadline=None if hours is None else now + (hours if b.method != "fought" else max(hours, HOURS)) * 3600,
        )
        for b in met
        if not (b.id in before and before[b.id].state == "settled" and before[b.id].fight == b)
    ]
    if turn.state == "open":
        again = [before[b.id] for b in met if b.id not in {one.battle for one in fresh}]
        await battles.forget(tx, row.id, turn.opening, -1)
        await battles.add(tx, again)
    await battles.add(tx, fresh)
    await note(tx, services, row.id, actor, "turn.waits", turn=turn.turn, battles=[battle.battle for battle in fresh])
    await enqueue(tx, services, *turn_letters.waits(row, turn, fresh, named=named))


def _hours(settings: GameSettings) -> int | None:
    """How long a battle waits for the game master: as long as the book lets it, else the usual time, for ever in a campaign
    without a clock. Those that players fight have the usual time at least."""
    options = settings.options
    if options.gm != "person":
        return options.book_hours
    usual = HOURS if settings.schedule.kind != "none" else None
    return options.book_hours or usual


async def _commanders(tx: Transaction, row: GameRow, met: tuple[Battle, ...]) -> dict[str, dict[str, str]]:
    """Each side is commanded by its player, and by the game master where it has none."""
    held = {seat.side for seat in await seats.of_game(tx, row.id) if seat.side and seat.user_id is not None}
    return {b.id: {side: PLAYER if side in held else MASTER for side in b.sides} for b in met}
