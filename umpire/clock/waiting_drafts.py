"""Results that wait long for their game master: the channel is told once who else can take the campaign over."""

from collections.abc import Iterable
from typing import Final

from render.words.game_letters import format_waiting_draft
from storage import audit, games, turns
from storage.batch_queries import GameBrief
from storage.db import Transaction
from storage.engine import Scope
from storage.turns import TurnRow
from umpire.clock.due import not_elsewhere
from umpire.games.games import is_led
from umpire.games.lost_time import seconds_lost
from umpire.games.notices import public
from umpire.games.seat import note
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services

WAITING_DAYS: Final = 3
DAY_SECONDS: Final = 86_400
DRAFT_WAITS: Final = "draft.waits"


async def tell_waiting(services: Services, stand: Iterable[GameBrief]) -> int:
    """Tell of the drafts that have waited so long, each once however many processes ask; gives how many. `stand` is how all
    games stand."""
    before = services.seconds() - WAITING_DAYS * DAY_SECONDS
    drafts = [(one.game, one.turn) for one in stand if one.turn is not None and one.turn.state == "draft"]
    found = [
        (game.id, turn.revision)
        for game, turn in drafts
        if game.status == "running" and (turn.resolved_at or 0) < before
    ]
    here = await not_elsewhere(services, found)
    return sum([await _tell(services, game, revision) for game, revision in here])


async def _tell(services: Services, game_id: str, revision: int) -> bool:
    async with services.storage.reading() as tx:
        turn = await turns.find(tx, game_id, revision)
        if (
            turn is None
            or await _is_told(tx, game_id, revision)
            or await _waited(tx, services, turn) < WAITING_DAYS * DAY_SECONDS
        ):
            return False
    async with services.storage.transaction(Scope(game_id)) as tx:
        row, turn = await games.find(tx, game_id), await turns.find(tx, game_id, revision)
        if (
            row is None
            or not is_led(row)
            or turn is None
            or turn.state != "draft"
            or await _is_told(tx, game_id, revision)
        ):
            return False
        days = await _waited(tx, services, turn) // DAY_SECONDS
        await note(tx, services, game_id, "clock", DRAFT_WAITS, turn=turn.turn, revision=revision)
        await enqueue(tx, services, public(row, turn.turn, format_waiting_draft(row.name, turn.turn, days)))
    return True


async def _waited(tx: Transaction, services: Services, turn: TurnRow) -> int:
    """For how many seconds a result has waited; time in which the game stood still does not count."""
    since = turn.resolved_at or 0
    return services.seconds() - since - await seconds_lost(tx, turn.game, since)


async def _is_told(tx: Transaction, game_id: str, revision: int) -> bool:
    return any(act.detail.get("revision") == revision for act in await audit.of_actions(tx, game_id, DRAFT_WAITS))
