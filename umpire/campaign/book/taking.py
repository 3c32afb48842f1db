"""The book's word: what waits for the game master longer than the campaign lets it is answered by the rules' defaults.

A look, which may come as often as it likes, answers what is due, each thing in one transaction that ends its waiting; so it is
done once, whoever looks and whatever dies between two. What was answered is on record as the book's, is told to whoever may
know it, and can be taken back with the turn. docs/book.md lists what waits and what the book says.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Final

from render.words.safe_text import listed
from rules.cluster_war.model.state.game import Question
from rules.cluster_war.model.unit_design.drafts import UnitDraft
from rules.cluster_war.model.working.amendment import Amendment
from rules.cluster_war.turn.gm.by_default import SAYS, BookWord, book_word
from rules.cluster_war.turn.gm.rulings import Settle
from rules.errors import GameError, WrongPhaseError
from storage import games, glances, snapshots, turns, votes
from storage.db import Transaction
from storage.errors import StaleStateError
from storage.games import GameRow
from storage.papers import PaperRow
from storage.turns import TurnRow
from umpire.campaign.book.council import close_votes, council_hours, is_voted_on
from umpire.campaign.book.due import is_due, waiting
from umpire.campaign.book.founding import found_by_the_book
from umpire.campaign.designs import drawings
from umpire.campaign.gm.amendments import just
from umpire.campaign.gm.rulings import carry_out
from umpire.campaign.system_name import SYSTEM
from umpire.campaign.turn import turns as course
from umpire.campaign.views.side_views import questions_at
from umpire.games.games import settings_of
from umpire.games.seat import Seat, seat_of_the_book
from umpire.services.services import Services

HANDFUL: Final = 50
"""Campaigns read in one go, without their scenarios: some milliseconds, in which nobody is answered."""


async def take_book_words(services: Services) -> None:
    """Look once at every campaign in which the book answers, a handful at a time: between two, others have their turn."""
    async with services.storage.reading() as tx:
        ids = await games.unfinished(tx, SYSTEM)
    for first in range(0, len(ids), HANDFUL):
        async with services.storage.reading() as tx:
            found = await glances.briefly(tx, ids[first : first + HANDFUL])
            voting = await votes.games_with(tx)
        for brief in found:
            if brief.status != "paused" and (brief.id in voting or settings_of(brief).options.book_rules):
                await _look(services, brief.id)
                await asyncio.sleep(0)
        await asyncio.sleep(0)


async def _look(services: Services, game: str) -> None:
    """Look at one campaign that may wait for the book or has a vote."""
    async with services.storage.reading() as tx:
        row = await games.find(tx, game)
    if row is None or row.status in {"paused", "finished"}:
        return
    with suppress(StaleStateError, WrongPhaseError):  # it has moved on in this moment: the next look sees how it stands
        if settings_of(row).options.book_rules:
            await _take(services, row)
        else:
            await close_votes(services, row)


async def _take(services: Services, row: GameRow) -> None:
    book = seat_of_the_book(row.id)
    if row.status == "setup":
        await found_by_the_book(services, row, book)
        return
    async with services.storage.reading() as tx:
        turn = await turns.find(tx, row.id, row.opening)
    if turn is None or turn.turn == 0 or turn.state not in {"open", "draft"}:
        return
    await _judge_designs(services, row, book)
    await _answer(services, row, turn, book)
    if turn.state == "draft" and await is_due(services, row, turn.resolved_at):
        await course.publish(services, book, turn.turn)


async def _answer(services: Services, row: GameRow, turn: TurnRow, book: Seat) -> None:
    """Answer the questions whose time is over."""
    async with services.storage.reading() as tx:
        key = await snapshots.require(tx, row.id, turn.opening, "draft" if turn.state == "draft" else "start")
        found = tuple([asked for asked in await questions_at(tx, services, key) if not asked.settled_turn])
        asked = await _asked_at(tx, row, turn, found)
    await close_votes(services, row)
    for question in found:
        word = book_word(question)
        due = await is_due(services, row, asked[question.turn], council_hours(row, question))
        if word is None or not due or await is_voted_on(services, row.id, question.id):
            continue
        await _settle(services, row, turn, book, question, word)


async def _settle(
    services: Services, row: GameRow, turn: TurnRow, book: Seat, question: Question, word: BookWord
) -> None:
    """Carry the book's word out, then have the question answered by it; each once."""
    once = f"{row.id}/{turn.opening}/{question.id}"

    async def carried(amendment: Amendment, key: str) -> None:
        plan = partial(just, amendment)
        await carry_out(services, book, plan, SAYS, expect=turn.opening, idempotency_key=key, question=question.id)

    if word.change is not None:
        try:
            await carried(word.change, f"book-change/{once}")
        except WrongPhaseError:
            raise
        except GameError:  # the ship that it would strike is gone, for instance
            word = BookWord(f"{word.text} That cannot be any more, and nothing comes of it.", word.tell)
    if not word.settles or word.change is None:
        with suppress(GameError):  # somebody has answered it meanwhile
            await carried(Settle(question.id, word.text, word.tell), f"book/{once}")


async def _asked_at(
    tx: Transaction, row: GameRow, turn: TurnRow, found: tuple[Question, ...]
) -> Mapping[int, int | None]:
    """When the questions of each turn were asked: when it was resolved."""
    times: dict[int, int | None] = {turn.turn: turn.resolved_at or turn.opened_at}
    for number in {question.turn for question in found} - {turn.turn}:
        played = await turns.standing(tx, row.id, number)
        times[number] = None if played is None else played.resolved_at
    return times


async def _judge_designs(services: Services, row: GameRow, book: Seat) -> None:
    """A unit that can be built as it is drawn is approved; one with parts of its player's own has no price in the book."""
    for paper in await waiting(services, row, "design"):
        try:
            await _no_own_parts(services, book, paper)
            await drawings.approve(services, book, paper.side, paper.name, paper.version)
        except WrongPhaseError:
            continue
        except GameError as wrong:
            await drawings.hand_back(services, book, paper.side, paper.name, paper.version, str(wrong))


async def _no_own_parts(services: Services, book: Seat, paper: PaperRow) -> None:
    """GameError for a drawing with parts that its player made up, whose price would be their own."""
    sent = {(one.side, one.name): one for one in await drawings.all_drawings(services, book)}
    found = sent.get((paper.side, paper.name))
    if found is not None and any(problem.rule == drawings.CUSTOM_RULE for problem in found.problems):
        parts = found.draft.custom if isinstance(found.draft, UnitDraft) else ()
        names = listed([part.name for part in parts]) or "a part of it"
        raise GameError(f"no table has a price for {names}; take components from the lists instead.")
