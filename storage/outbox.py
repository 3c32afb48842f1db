"""Rows of the outbox: letters still to be sent, and the message ids of those that were."""

from collections.abc import Collection, Sequence
from typing import Any, Final, Literal, TypeAlias

from sqlalchemy import Text, bindparam, func, insert, or_, select, type_coerce, update

from rules.values import Value
from storage.away_servers import BOT_IS_HERE
from storage.db import Transaction
from storage.processes import wake
from storage.queries import PreparedQuery, columns, count_changed, every, number, one
from storage.schema import games, outbox

OutboxState: TypeAlias = Literal["pending", "sending", "sent", "failed"]
UNSENT_STATES: Final[tuple[OutboxState, ...]] = ("pending", "sending", "failed")
"""Named one by one, so that an index finds them among all that were sent."""

_PENDING = select(outbox.c.id).filter_by(id=bindparam("of_row"), state="pending").with_for_update(skip_locked=True)
_CLAIM = (
    update(outbox)
    .where(outbox.c.id.in_(_PENDING))
    .values(
        state="sending", claimed_at=bindparam("now"), claimed_by=bindparam("process"), attempts=outbox.c.attempts + 1
    )
    .returning(*outbox.c)
)
_UNSENT = (
    select(
        outbox.c.id,
        outbox.c.game,
        outbox.c.target,
        outbox.c.state,
        outbox.c.attempts,
        outbox.c.not_before,
        outbox.c.created_at,
        outbox.c.error,
        games.c.guild_id,
    )
    .join(games, games.c.id == outbox.c.game)
    .order_by(outbox.c.id)
)
_WAITING = PreparedQuery(_UNSENT.where(or_(*(outbox.c.state == state for state in UNSENT_STATES)), BOT_IS_HERE))
_LAST = PreparedQuery(select(func.max(outbox.c.seq)).select_from(outbox).filter_by(game=bindparam("game")))
_UNDER = select(outbox).filter_by(game=bindparam("game"), edit_key=bindparam("key"))
_LAST_UNDER = PreparedQuery(_UNDER.order_by(outbox.c.seq.desc()).limit(1))
_MESSAGE_WITH = PreparedQuery(
    _UNDER.filter_by(state="sent").where(outbox.c.message_id.is_not(None)).order_by(outbox.c.seq.desc()).limit(1)
)
_BEHIND = PreparedQuery(
    _UNDER.where(outbox.c.seq > bindparam("after"), (outbox.c.state == "pending") | (outbox.c.state == "sending"))
)
_TAKEN = PreparedQuery(select(func.count()).select_from(outbox).filter_by(nonce=bindparam("nonce")))
_ADD = insert(outbox)
_SENT = (
    update(outbox)
    .filter_by(id=bindparam("of_row"))
    .values(state="sent", message_id=bindparam("message"), sent_at=bindparam("now"), error="")
)
_SENT_AS = _SENT.values(letter=bindparam("words", type_=outbox.c.letter.type))
_UNNEEDED = _SENT.values(nonce=bindparam("unneeded"))
_RETARGET = (
    update(outbox).filter_by(id=bindparam("of_row")).values(target=bindparam("place", type_=outbox.c.target.type))
)
_REWRITE = (
    update(outbox).filter_by(id=bindparam("of_row")).values(letter=bindparam("words", type_=outbox.c.letter.type))
)


class OutboxRow(Value):
    """One letter: JSON documents of target and letter. `nonce` lets Discord refuse a second sending; times are UTC
    seconds. Letters of one game go out in the order of `seq`."""

    id: int
    game: str
    seq: int
    target: Any
    letter: Any
    edit_key: str
    nonce: str
    state: OutboxState
    attempts: int
    not_before: int
    created_at: int
    claimed_at: int | None
    sent_at: int | None
    message_id: int | None
    error: str
    claimed_by: str | None = None


class NewLetter(Value):
    """A letter that is not in the outbox yet: its documents, and as above."""

    target: Any
    letter: Any
    edit_key: str
    nonce: str


class Waiting(Value):
    """What is known of an unsent letter without reading it; `guild` is its game's server."""

    id: int
    game: str
    target: Any
    state: OutboxState
    attempts: int
    not_before: int
    created_at: int
    error: str
    guild: int


class Count(Value):
    """So many letters of a game are in this state, the oldest written at this moment (UTC seconds)."""

    game: str
    state: OutboxState
    letters: int
    oldest: int


async def waiting(tx: Transaction) -> tuple[Waiting, ...]:
    """All letters that are not sent, the oldest first; none of servers on which the bot is not now."""
    return await every(tx, Waiting, _WAITING)


async def backlog(tx: Transaction) -> tuple[Count, ...]:
    """The letters that are not sent, counted."""
    kept = outbox.c
    query = select(kept.game, kept.state, func.count(), func.min(kept.created_at)).where(kept.state.in_(UNSENT_STATES))
    return await every(tx, Count, query.group_by(kept.game, kept.state))


async def beside_failed(tx: Transaction) -> tuple[Waiting, ...]:
    """All letters that are not sent of the games in which one has failed, the oldest first."""
    broken = select(outbox.c.game).filter_by(state="failed")
    return await every(tx, Waiting, _UNSENT.where(outbox.c.state.in_(UNSENT_STATES), outbox.c.game.in_(broken)))


async def letters(tx: Transaction, ids: Collection[int]) -> dict[int, Any]:
    """The documents of these letters, by row id."""
    query = select(outbox.c.id, outbox.c.letter).where(outbox.c.id.in_(ids))
    return {row.id: row.letter for row in await tx.execute(query)}


async def add(tx: Transaction, game: str, letters: Sequence[NewLetter], now: int) -> None:
    """Put letters at the end of a game's queue, in their order. Their nonces must be new."""
    if not letters:
        return
    last = await number(tx, _LAST, {"game": game}) or 0
    rows = [
        columns(letter)
        | {
            "game": game,
            "seq": seq,
            "state": "pending",
            "attempts": 0,
            "not_before": now,
            "created_at": now,
            "error": "",
        }
        for seq, letter in enumerate(letters, last + 1)
    ]
    await wake(tx, "letters")
    await tx.execute(_ADD, rows)


async def of_game(tx: Transaction, game: str, *states: OutboxState) -> tuple[OutboxRow, ...]:
    """A game's letters in order; only those in one of the states, if any are named."""
    query = select(outbox).filter_by(game=game).order_by(outbox.c.seq)
    if states:
        query = query.where(outbox.c.state.in_(states))
    return await every(tx, OutboxRow, query)


async def claim(tx: Transaction, letter: int, now: int, process: str = "") -> OutboxRow | None:
    """Take a pending letter to send it, and give it; None if another was first, or is just taking it."""
    return await one(tx, OutboxRow, _CLAIM, {"of_row": letter, "now": now, "process": process or None})


async def sent(tx: Transaction, letter: int, message_id: int | None, now: int, document: Any = None) -> None:
    """The letter arrived, as this message; None: it was not needed any more, and leaves its nonce to the next. `document` is the
    letter with what was noted in it as it was sent."""
    values = {"of_row": letter, "message": message_id, "now": now}
    if message_id is None:
        await tx.execute(_UNNEEDED, values | {"unneeded": f"unneeded/{letter}"})
    elif document is not None:
        await tx.execute(_SENT_AS, values | {"words": document})
    else:
        await tx.execute(_SENT, values)


async def retry(tx: Transaction, letter: int, not_before: int, error: str) -> None:
    """The letter did not arrive; try again from this moment on."""
    values = {"state": "pending", "not_before": not_before, "claimed_at": None, "error": error}
    await tx.execute(update(outbox).filter_by(id=letter).values(values))


async def forgive(tx: Transaction, letter: int) -> None:
    """The last try was no failure: it counts for nothing, but that the letter is looked for before it is sent."""
    query = update(outbox).filter_by(id=letter).where(outbox.c.attempts > 1)
    await tx.execute(query.values(attempts=outbox.c.attempts - 1))


async def failed(tx: Transaction, letter: int, error: str) -> None:
    """The letter cannot arrive until somebody mends what is wrong; it is kept."""
    values = {"state": "failed", "claimed_at": None, "error": error}
    await tx.execute(update(outbox).filter_by(id=letter).values(values))


async def release_claims(
    tx: Transaction, claimed_before: int, claimed_after: int, but_not: Collection[int] = (), process: str = ""
) -> int:
    """Put back letters that this process, or nobody who is named, claimed before this moment and never finished; how many.

    Those claimed after the second moment, too: in the future, by a clock that has been put back since. `but_not`: rows that
    are under way all the same.
    """
    at, by = outbox.c.claimed_at, outbox.c.claimed_by
    query = update(outbox).where(
        outbox.c.state == "sending",
        (at < claimed_before) | (at > claimed_after),
        outbox.c.id.not_in(but_not),
        by.is_(None) | (by == process),
    )
    return await count_changed(tx, query.values(state="pending", claimed_at=None, claimed_by=None))


async def revive(tx: Transaction, game: str, now: int) -> int:
    """Send a game's failed letters again, after a repair; how many. They count as tried: they are looked for first."""
    query = update(outbox).filter_by(game=game, state="failed")
    return await count_changed(tx, query.values(state="pending", attempts=1, not_before=now, error=""))


async def stuck(tx: Transaction, kinds: Collection[str], guild: int | None = None) -> tuple[int, ...]:
    """Failed letters whose error begins with one of these words and a colon, of a server's games or of all on whose server the
    bot is, the oldest first."""
    began = or_(*(outbox.c.error.startswith(f"{kind}: ", autoescape=True) for kind in kinds))
    there = BOT_IS_HERE if guild is None else games.c.guild_id == guild
    query = select(outbox.c.id).join(games, games.c.id == outbox.c.game).where(outbox.c.state == "failed", began, there)
    return tuple((await tx.execute(query.order_by(outbox.c.id))).scalars())


async def revive_letters(tx: Transaction, letters: Collection[int], now: int) -> int:
    """Send these failed letters again; how many. They count as tried: they are looked for first."""
    query = update(outbox).filter_by(state="failed").where(outbox.c.id.in_(letters))
    return await count_changed(tx, query.values(state="pending", attempts=1, not_before=now, error=""))


async def retarget(tx: Transaction, letter: int, target: Any) -> None:
    """Send a letter somewhere else, after a repair."""
    await tx.execute(_RETARGET, {"of_row": letter, "place": target})


async def rewrite(tx: Transaction, letter: int, document: Any) -> None:
    """Note in a letter what is known of it as it is sent."""
    await tx.execute(_REWRITE, {"of_row": letter, "words": document})


async def is_taken(tx: Transaction, nonce: str) -> bool:
    """Whether a letter has this nonce."""
    return bool(await number(tx, _TAKEN, {"nonce": nonce}))


async def last_under(tx: Transaction, game: str, edit_key: str) -> OutboxRow | None:
    """The last letter under this edit key, sent or not."""
    return await one(tx, OutboxRow, _LAST_UNDER, {"game": game, "key": edit_key})


async def packets(tx: Transaction, game: str, side: str, turns: Collection[int]) -> tuple[OutboxRow, ...]:
    """The messages that brought a side the reports of these turns, the oldest first."""
    query = select(outbox).filter_by(game=game, state="sent").where(outbox.c.message_id.is_not(None))
    query = query.where(type_coerce(outbox.c.letter, Text).contains('"kind":"packet"')).order_by(outbox.c.seq)
    found = await every(tx, OutboxRow, query)
    return tuple(
        row
        for row in found
        if (row.letter["kind"], row.letter["side"]) == ("packet", side) and row.letter["turn"] in turns
    )


async def behind(tx: Transaction, row: OutboxRow) -> tuple[OutboxRow, ...]:
    """The letters under a row's edit key that wait to be sent after it."""
    return await every(tx, OutboxRow, _BEHIND, {"game": row.game, "key": row.edit_key, "after": row.seq})


async def message_with(tx: Transaction, game: str, edit_key: str) -> OutboxRow | None:
    """The last letter sent under this edit key: the message that a later letter with the same key edits."""
    return await one(tx, OutboxRow, _MESSAGE_WITH, {"game": game, "key": edit_key})
