"""Rows of votes: what a council of players decides, and each side's word so far."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from sqlalchemy import delete, insert, select, update

from rules.values import Value, changed
from storage.db import Transaction
from storage.queries import change_one, columns, every, one
from storage.schema import votes

VoteState: TypeAlias = Literal["open", "carried", "lost", "gone"]


class VoteRow(Value):
    """One vote on the `question` of a `side`, whose id stays secret; everybody calls it `ref`. Its public `wording`, the
    `outcome` that is put to the vote, until when (UTC seconds), and the word of each side that has voted. It is `open`,
    `carried`, `lost`, or `gone` with its question."""

    game: str
    ref: str
    version: int
    question: str
    side: str
    wording: str
    outcome: str
    state: VoteState
    due_at: int
    ballots: Mapping[str, str]


async def add(tx: Transaction, row: VoteRow) -> None:
    """Insert a vote, in the place of one on the same question that is over."""
    await tx.execute(delete(votes).filter_by(game=row.game, ref=row.ref).where(votes.c.state != "open"))
    await tx.execute(insert(votes), columns(row))


async def find(tx: Transaction, game: str, ref: str) -> VoteRow | None:
    """One vote."""
    return await one(tx, VoteRow, select(votes).filter_by(game=game, ref=ref))


async def of_game(tx: Transaction, game: str, state: VoteState = "open") -> tuple[VoteRow, ...]:
    """A game's votes of a state, by name."""
    query = select(votes).filter_by(game=game, state=state).order_by(votes.c.ref)
    return await every(tx, VoteRow, query)


async def games_with(tx: Transaction, state: VoteState = "open") -> frozenset[str]:
    """The games that have a vote of a state."""
    found = await tx.execute(select(votes.c.game).filter_by(state=state).distinct())
    return frozenset(found.scalars())


async def withdraw(tx: Transaction, game: str, side: str) -> None:
    """Whoever held a side has left it: their word in open votes goes with them."""
    for each in await of_game(tx, game):
        if side in each.ballots:
            await save(tx, changed(each, ballots={key: word for key, word in each.ballots.items() if key != side}))


async def save(tx: Transaction, row: VoteRow) -> VoteRow:
    """Write a vote anew; gives it as it is now. StaleStateError if it changed since it was read."""
    after = changed(row, version=row.version + 1)
    query = update(votes).filter_by(game=row.game, ref=row.ref, version=row.version)
    await change_one(tx, query.values(**columns(after)), f"the vote {row.ref} has moved on")
    return after
