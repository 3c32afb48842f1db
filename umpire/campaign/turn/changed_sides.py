"""Somebody takes a seat of a campaign under way: they are welcomed in the side's thread, and all are told who leads it now. A
side has nothing left: its player is told once, and nobody waits for it."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from render.campaign.letters.campaign_texts import format_new_leader, format_new_leader_welcome
from render.words.seat_letters import format_spent, format_spent_for_masters
from rules.cluster_war.model.state.common import SideId
from rules.values import changed
from storage import audit, deadlines, orders, sheets
from storage.db import Transaction
from storage.games import GameRow
from storage.seats import SeatRow
from storage.turns import TurnRow
from umpire.campaign.open_turn import present
from umpire.campaign.turn.turn_letters import first_turn_button
from umpire.campaign.views.view_cache import CachedView
from umpire.games import seats
from umpire.games.attendance import SIDE_SPENT
from umpire.games.games import is_led, is_open
from umpire.games.notices import public, side_name, to_masters, to_player
from umpire.games.seat import Seat, note
from umpire.outbox.outbox import LetterButton, enqueue
from umpire.services.services import Services


async def replace_player(
    services: Services, gm: Seat, side: str, user_id: int, role_ids: Collection[int] = ()
) -> SeatRow:
    """As `seats.replace_player`, with a welcome, and a line in public."""
    also = partial(_welcome, services, told=True)
    return await seats.replace_player(services, gm, side, user_id, role_ids, also=also)


async def join(services: Services, game_id: str, user_id: int, side: str, role_ids: Collection[int] = ()) -> Seat:
    """As `seats.take`, with a welcome if the campaign is under way; the answer to the command is the line in public."""
    return await seats.take(services, game_id, user_id, side, role_ids, also=partial(_welcome, services, told=False))


async def _welcome(services: Services, tx: Transaction, row: GameRow, seat: SeatRow, *, told: bool) -> None:
    name = side_name(row, seat.side)
    letters = [public(row, 0, format_new_leader(row.name, seat.user_id, name))] if told else []
    if row.revision and not is_open(row):
        await _look_again(tx, row, seat)
        turn = await present(tx, row)
        handed = (
            LetterButton("Dossier", "dossier", turn.revision, seat.side, "primary"),
            changed(first_turn_button(turn, seat.side), style="secondary"),
        )
        words = to_player(row, seat, await _where_it_stands(tx, row, seat, name))
        letters += [changed(letter, panel=True, buttons=handed) for letter in words]
    await enqueue(tx, services, *letters)


async def _look_again(tx: Transaction, row: GameRow, seat: SeatRow) -> None:
    """Orders that were declared ready by whoever led the side before, the bot perhaps, are not ready for who leads it now."""
    turn = await present(tx, row)
    sheet = await sheets.find(tx, row.id, turn.revision, seat.side)
    if turn.state != "open" or sheet is None or sheet.state != "ready":
        return
    standing = orders.in_force(await orders.of_side(tx, row.id, turn.turn, seat.side))
    await sheets.save(tx, sheet, "partial" if standing else "none", sheet.word)


async def _where_it_stands(tx: Transaction, row: GameRow, seat: SeatRow, name: str) -> str:
    turn = await present(tx, row)
    due = await deadlines.current(tx, row.id, turn.revision)
    due_at = None if due is None else due.due_at
    standing = len(orders.in_force(await orders.of_side(tx, row.id, turn.turn, seat.side)))
    return format_new_leader_welcome(
        row.name, name, turn.turn, due_at, standing, is_open=turn.state == "open", is_led=is_led(row)
    )


def spent_of(views: Mapping[SideId, CachedView]) -> tuple[SideId, ...]:
    """The sides that have nothing left, as far as they know."""
    return tuple(side for side, view in views.items() if view.is_spent)


async def pass_over(
    tx: Transaction,
    services: Services,
    row: GameRow,
    opened: TurnRow,
    seats: Sequence[SeatRow],
    spent: Collection[SideId],
) -> None:
    """The sheets of these sides count as ready in a turn that opens; whoever holds such a seat, and the game master, are told
    the first time."""
    if not spent:
        return
    told = {str(act.detail.get("side", "")) for act in await audit.of_actions(tx, row.id, SIDE_SPENT)}
    for seat in seats:
        if seat.side not in spent or seat.user_id is None:
            continue
        sheet = await sheets.find(tx, row.id, opened.revision, seat.side)
        if sheet is not None and sheet.state != "ready":
            await sheets.save(tx, sheet, "ready", sheet.word)
        await note(tx, services, row.id, "clock", SIDE_SPENT, side=seat.side, turn=opened.turn)
        if seat.side not in told:
            name = side_name(row, seat.side)
            letters = to_player(row, seat, format_spent(row.name, name), opened.turn)
            await enqueue(
                tx, services, *letters, to_masters(row, opened.turn, format_spent_for_masters(row.name, name))
            )
