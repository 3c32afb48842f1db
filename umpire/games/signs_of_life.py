"""Players from whom nothing has come yet: they took a seat, or were put into one, and have neither ordered nor looked since.

A turn that ends by its deadline is counted by the ladder of missed turns (`attendance`), which says so of them. Where no ladder
counts, the game masters are told once.
"""

from typing import Final, Literal, TypeAlias

from render.words.seat_letters import format_never_here, format_never_here_for_masters
from storage import audit, notifications, turns
from storage.audit import AuditRow
from storage.db import Transaction
from storage.games import GameRow
from storage.seats import SeatRow
from storage.turns import TurnRow
from umpire.games.notices import side_name, to_masters
from umpire.games.rooms import SEAT_DELIVERY
from umpire.games.seat import note
from umpire.games.seat_history import GAME_OPENED
from umpire.outbox.outbox import Letter
from umpire.services.services import Services

Since: TypeAlias = Literal["campaign", "seat"]
"""Since when nothing has come from somebody: since the game began, or since they have their seat."""
SEAT_TAKEN: Final = "seat.taken"
SEAT_UNSEEN: Final = "seat.unseen"
"""The game masters were told of a seat's holder from whom nothing has come."""
NO_SIGN: Final = frozenset({SEAT_TAKEN, SEAT_DELIVERY})
"""What the log says of somebody who sat down: it is none of their later acts."""
PATIENCE_TURNS: Final = 2
"""So many turns end without a sign of somebody before the game masters are told."""


async def nothing_since(tx: Transaction, row: GameRow, held: SeatRow) -> Since | None:
    """Since when nothing has come from a seat's holder: no order, no other act, no report opened; None where something has, or
    where the log does not tell when they sat down."""
    begin = await _beginning(tx, row, held)
    if begin is None or held.user_id is None:
        return None
    looked = await notifications.find_read_mark(tx, row.id, held.side, held.user_id)
    if looked is not None and looked.at >= begin.at:
        return None
    acts = await audit.since(tx, row.id, begin.at)
    if any(act.id > begin.id and act.actor == str(held.user_id) and act.action not in NO_SIGN for act in acts):
        return None
    return "campaign" if begin.action == GAME_OPENED else "seat"


async def tell_of_unseen(
    tx: Transaction, services: Services, row: GameRow, held: SeatRow, done: TurnRow
) -> list[Letter]:
    """The letter to the game masters on a seat's holder from whom nothing has come for `PATIENCE_TURNS` whole turns; none a
    second time."""
    begin = None if done.turn < PATIENCE_TURNS else await _beginning(tx, row, held)
    if begin is None:
        return []
    opened = {turn.turn: turn.opened_at for turn in await turns.of_game(tx, row.id) if 0 < turn.turn <= done.turn}
    whole = [turn for turn, at in opened.items() if at >= begin.at]
    told = await audit.of_actions(tx, row.id, SEAT_UNSEEN)
    again = any(act.id > begin.id and act.detail.get("side") == held.side for act in told)
    since = None if again or len(whole) < PATIENCE_TURNS else await nothing_since(tx, row, held)
    if since is None:
        return []
    await note(tx, services, row.id, "clock", SEAT_UNSEEN, side=held.side, user=held.user_id)
    never = format_never_here(held.user_id, side_name(row, held.side), since)
    return [to_masters(row, done.turn + 1, format_never_here_for_masters(row.name, never))]


async def _beginning(tx: Transaction, row: GameRow, held: SeatRow) -> AuditRow | None:
    """From when on something could come from a seat's holder: when they sat down, or when the game began after that."""
    acts = await audit.of_actions(tx, row.id, SEAT_TAKEN, GAME_OPENED)
    taken = [act for act in acts if act.action == SEAT_TAKEN and act.detail.get("side") == held.side]
    if not taken or str(taken[-1].detail.get("user")) != str(held.user_id):
        return None
    return max([taken[-1], *(act for act in acts if act.action == GAME_OPENED)], key=lambda act: act.id)
