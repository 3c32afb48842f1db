"""How a campaign ends: by its aim, as its last turn is published, or by somebody's word; what it came to is posted."""

from collections.abc import Iterable, Mapping, Sequence

from render.campaign.letters.aim_texts import BY_AIM, format_end, format_result, format_results
from render.words.game_letters import DESK
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.turn.aims import Outcome, Standing, standings
from storage import games, governors, idempotency_keys, outbox, seats, snapshots, turns
from storage.db import Transaction
from storage.games import GameRow
from storage.governors import GovernorRow
from storage.seats import SeatRow
from umpire.campaign.views.side_views import state_at
from umpire.games.games import end, require_game, tells_all
from umpire.games.notices import public, side_name
from umpire.outbox.outbox import enqueue, last_dashboard
from umpire.services.services import Services


async def conclude(tx: Transaction, services: Services, row: GameRow, turn: int, outcome: Outcome) -> None:
    """End a campaign by its aim, after `turn`, and post who has won. Call it when that turn's reports are enqueued."""
    now = await require_game(tx, row.id)
    await end(tx, services, now, "clock", BY_AIM)
    won = [side_name(row, side) for side in outcome.winners]
    await _post(tx, services, row, turn, format_end(row.name, turn, won, by_aim=True), outcome.standings)


async def tell_result(services: Services, game_id: str) -> None:
    """Post what a campaign came to that somebody ended, once; nothing of one that goes on, or has no turn behind it."""
    async with services.storage.transaction() as tx:
        row = await games.find(tx, game_id)
        turn = None if row is None else await turns.find(tx, game_id, row.revision)
        if row is None or turn is None or turn.turn == 0 or not tells_all(row):
            return
        state = await state_at(tx, services, await snapshots.require(tx, game_id, turn.revision))
        done = turn.turn - 1
        await _post(tx, services, row, done, format_end(row.name, done, (), by_aim=False), standings(state))


async def _post(
    tx: Transaction, services: Services, row: GameRow, turn: int, head: str, found: Sequence[Standing]
) -> None:
    if not await idempotency_keys.first(tx, f"result/{row.id}", services.seconds()):
        return
    held = await seats.of_game(tx, row.id)
    led = {one.side: one for one in await governors.of_game(tx, row.id)}
    lines = result_lines(row, found, held, led)
    await _close_desks(tx, services, row, turn, held)
    await enqueue(tx, services, public(row, turn, format_results(head, lines, alone=is_alone(row, held))))


async def _close_desks(tx: Transaction, services: Services, row: GameRow, turn: int, held: Iterable[SeatRow]) -> None:
    """Have the dashboards that were posted say that the campaign is over, below the last report."""
    for seat in held:
        letter = last_dashboard(row.id, turn + 1, seat, DESK)
        if letter is not None and await outbox.last_under(tx, row.id, letter.edit_key) is not None:
            await enqueue(tx, services, letter)


def is_alone(row: GameRow, held: Iterable[SeatRow]) -> bool:
    """Whether a campaign's place is one player's own thread."""
    return any(seat.thread_id == row.channel_id for seat in held if seat.side)


def result_lines(
    row: GameRow, found: Sequence[Standing], held: Sequence[SeatRow], led: Mapping[SideId, GovernorRow]
) -> list[str]:
    """A line an empire, with who led it."""
    alone = is_alone(row, held)
    users = {seat.side: seat.user_id for seat in held if seat.user_id is not None and seat.side}
    lines = []
    for one in found:
        governor, user = led.get(one.side), users.get(one.side)
        who = "nobody" if governor is None else f"{governor.character}, {governor.strength}"
        if user is not None:
            who = "you" if alone else f"<@{user}>"
        lines.append(format_result(side_name(row, one.side), who, one.cps, one.worlds, one.ships, one.technologies))
    return lines
