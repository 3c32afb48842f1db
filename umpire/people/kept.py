"""What is kept of somebody, as one file for them alone: seats, orders, drawings, rolls, what they did and when.

It holds what they themselves gave and when, never what a game answered: no faces of dice, no state, nobody else's acts.
"""

from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from storage import audit, events, games, orders, people, seats, turns
from storage.db import Transaction
from storage.games import GameRow
from umpire.services.services import Services

WORDS: Final = ("reason", "text", "word", "comment", "what")
"""Details of somebody's own acts that are their own words."""
ABOUT: Final = (
    "All that this bot keeps of you. What you wrote is as you gave it; what the games made of it is not in here. Times are UTC. "
    "Backups that the bot's operator has made may hold older copies."
)


async def kept_of(services: Services, user_id: int) -> bytes:
    """Everything that is kept of a person, as JSON with indents."""
    async with services.storage.reading() as tx:
        found = await people.games_with(tx, user_id)
        told = [await _of_game(tx, row, user_id) for game in found if (row := await games.find(tx, game)) is not None]
        own = await people.own_rows(tx, user_id)
    whole = {"about": ABOUT, "your id": str(user_id), "games": told, "your own": own}
    return msgspec.json.format(msgspec.json.encode(_plain(whole)), indent=2)


async def _of_game(tx: Transaction, row: GameRow, user_id: int) -> dict[str, Any]:
    held = [seat for seat in await seats.of_game(tx, row.id) if seat.user_id == user_id]
    given = [order for order in await orders.stored_of_game(tx, row.id) if order.entered_by == user_id]
    rolled = [r for turn in await turns.of_game(tx, row.id) for r in await events.rolls_of(tx, row.id, turn.opening)]
    acts = await audit.whole(tx, row.id)
    mine = [act for act in acts if act.actor == str(user_id)]
    about_me = [act for act in acts if act.actor != str(user_id) and user_id in act.detail.values()]
    return {
        "game": row.id,
        "name": row.name,
        "server": str(row.guild_id),
        "seats": [
            {"side": seat.side or "game master", "by direct message": seat.dm, "away": seat.away, "atlas": seat.atlas}
            for seat in held
        ],
        "orders": [
            {
                "turn": order.turn,
                "side": order.side,
                "number": order.number,
                "given": _time(order.entered_at),
                "withdrawn": None if order.withdrawn_at is None else _time(order.withdrawn_at),
                "order": msgspec.Raw(order.order),
            }
            for order in given
        ],
        "rolls": [{"at": _time(roll.at), "text": roll.text} for roll in rolled if roll.user_id == user_id],
        "what you did": [
            {"at": _time(act.at), "act": act.action, **{k: v for k, v in act.detail.items() if k in WORDS}}
            for act in mine
        ],
        "letters that name you": await people.letters_with(tx, row.id, user_id),
        "what was done about you": [{"at": _time(act.at), "act": act.action} for act in about_me],
    }


def _time(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def _plain(value: Any) -> Any:
    """Ids as text: a number of 64 bits is more than many programs read."""
    match value:
        case dict():
            return {key: _plain(each) for key, each in value.items()}
        case list():
            return [_plain(each) for each in value]
        case int() if not isinstance(value, bool) and abs(value) > 2**53:
            return str(value)
        case _:
            return value
