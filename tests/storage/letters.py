"""A letter put into the outbox by hand."""

from typing import Any

from storage import outbox
from storage.db import Transaction
from storage.outbox import NewLetter


async def put_letter(tx: Transaction, game: str, target: Any, letter: Any, edit_key: str, nonce: str, now: int) -> int:
    """Put one at the end of a game's queue; gives its row id."""
    await outbox.add(tx, game, [NewLetter(target, letter, edit_key, nonce)], now)
    return (await outbox.of_game(tx, game))[-1].id
