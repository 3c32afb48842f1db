"""The line below a message by which it is found again."""

import hashlib
from typing import Final

from storage.outbox import OutboxRow

REF_LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


def ref_of(row: OutboxRow, page: int = 0, shown: str = "") -> str:
    """The line below a letter, or below a further page of it; from its nonce, so it tells nothing of other letters. That of a
    desk is from what it shows (`shown`, or what its row notes of an earlier try): how often it was made tells its reader nothing.
    """
    shown = shown or row.letter.get("shown", "")
    word = f"{row.game}/{row.edit_key}/{shown}" if shown else nonce_of(row, page)
    number = int.from_bytes(hashlib.sha256(word.encode()).digest()[:8], "big")
    code = "".join(REF_LETTERS[number // len(REF_LETTERS) ** place % len(REF_LETTERS)] for place in range(6))
    return f"-# ref {row.game.upper()}-{code}"


def nonce_of(row: OutboxRow, page: int = 0) -> str:
    """What keeps a page of a letter from being sent twice within minutes; at most 25 characters for Discord."""
    return f"{row.nonce[:23]}{page:02d}" if page else row.nonce
