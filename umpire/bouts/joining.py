"""Joining a bout that has begun: a side that somebody has taken since is asked from where the bout stands."""

from storage import bout_orders, sheets
from storage.bout_orders import SentRow
from storage.errors import StaleStateError
from umpire.bout_kinds.kind import Progress
from umpire.bout_kinds.known import KINDS
from umpire.bouts.sending import TRIES, Case, play, read_case, touch
from umpire.games.audit import note
from umpire.services.services import Services


async def enter(services: Services, game_id: str) -> None:
    """Have every side that somebody holds asked from now on: at once where the bout waits and the side has something to say,
    else from the next stop or turn. Nothing where all are asked already, or nobody can join later.

    WrongPhaseError: the bout has not begun.
    """
    for _ in range(TRIES):
        async with services.storage.reading() as tx:
            case = await read_case(tx, game_id)
        if case.game.status == "finished" or case.turn.state != "open" or KINDS[case.game.system].join_order is None:
            return
        result = await play(services, case)
        rows = _joins(case, result)
        if not rows:
            return
        after = await play(services, case, (*case.sent, *rows))
        try:
            await _save(services, case, rows, after)
        except StaleStateError:
            continue
        return


def _joins(case: Case, result: Progress) -> list[SentRow]:
    order = KINDS[case.game.system].join_order
    if order is None:
        return []
    return [
        SentRow(seat.side, case.next_number(seat.side), order(seat.side, case.turn.turn, result.stop), seat.user_id)
        for seat in case.held
        if seat.side and seat.user_id is not None and seat.side not in result.playing
    ]


async def _save(services: Services, case: Case, rows: list[SentRow], after: Progress) -> None:
    asked = {one.side for one in after.asked}
    async with services.storage.transaction() as tx:
        await touch(tx, case)
        for row in rows:
            await bout_orders.add(tx, case.game.id, case.turn.turn, row, services.seconds())
            sheet = await sheets.find(tx, case.game.id, case.turn.opening, row.side)
            if sheet is not None and row.side in asked:
                await sheets.save(tx, sheet, "none", sheet.word)
            await note(tx, services, case.game.id, str(row.entered_by), "bout.joined", side=row.side)
