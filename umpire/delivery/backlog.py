"""How many letters wait, and for what: for their turn, for somebody to mend what is wrong, or behind one that waits for that."""

from rules.values import Value
from storage import outbox
from storage.db import Transaction
from umpire.delivery.addresses import by_place


class Backlog(Value):
    """Letters that are not sent: `waiting` for their turn, the oldest of which was written at `oldest` (UTC seconds; None without
    any); `failed`, which cannot arrive; and `held` behind one of these, in the same place."""

    waiting: int
    oldest: int | None
    failed: int
    held: int


async def backlog(tx: Transaction) -> Backlog:
    """What there is. One question; where any letter has failed, a second about the letters of those games alone, and a third if
    any of these goes to a game master."""
    counts = await outbox.backlog(tx)
    broken = {one.game for one in counts if one.state == "failed"}
    waiting = sum(one.letters for one in counts if one.game not in broken)
    written = [one.oldest for one in counts if one.game not in broken]
    failed = sum(one.letters for one in counts if one.state == "failed")
    held = 0
    for place in await by_place(tx, await outbox.beside_failed(tx)) if broken else ():
        stuck = False
        for letter in place:
            stuck = stuck or letter.state == "failed"
            if stuck:
                held += letter.state == "pending"
            else:
                waiting += 1
                written.append(letter.created_at)
    return Backlog(waiting, min(written, default=None), failed, held)
