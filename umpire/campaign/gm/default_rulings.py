"""Default rulings: what waits for the game master longer than the campaign allows is decided by the rules' defaults.

Each look decides what is due, one thing in one transaction that ends its waiting; so it is done once, however often a look comes
and whenever the program dies. A campaign that has not begun is founded the same way: races are judged, the bot leads seats that
nobody takes in time, and the cluster is made. A default ruling is on record as such, everybody who may know it is told, and
it can be undone with the turn. docs/book.md lists what waits and how it is decided.
"""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from render.campaign.letters.campaign_texts import format_cannot_begin, format_open_seats
from render.campaign.letters.ruling_texts import format_without_change
from render.words.safe_text import format_list
from rules.cluster_war.model.state.game import Question
from rules.cluster_war.model.unit_design.drafts import UnitDraft
from rules.cluster_war.model.working.amendment import Amendment
from rules.cluster_war.turn.gm.rulings import DEFAULT_RULING_START, DefaultRuling, Settle, default_ruling
from rules.values import GameError, WrongPhaseError
from storage import audit, away_servers, batch_queries, documents, games, idempotency_keys, snapshots, turns, votes
from storage.codec import from_document
from storage.db import Transaction
from storage.documents import DocumentRow
from storage.errors import StaleStateError
from storage.games import GameRow
from storage.turns import TurnRow
from umpire.campaign.designs import drawings
from umpire.campaign.founding import races
from umpire.campaign.founding.open_campaign import SeatState, founding, make_cluster, plan_in
from umpire.campaign.founding.race_draft import RaceDraft
from umpire.campaign.gm.amendments import just
from umpire.campaign.gm.player_votes import close_votes, is_voted_on, vote_hours
from umpire.campaign.gm.rulings import carry_out
from umpire.campaign.governed.ai_sides import assign_ai_to_open
from umpire.campaign.open_turn import SYSTEM
from umpire.campaign.turn import turns as course
from umpire.campaign.views.side_views import questions_at
from umpire.games.bank import due_after
from umpire.games.games import is_open, settings_of
from umpire.games.notices import public
from umpire.games.seat import Seat, default_ruling_seat
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services

SEATS_HOURS: Final = 72
"""How long an open seat waits for a player when all others are done, where the campaign does not say after
how long it rules by default."""
SEAT_LEFT_ACTIONS: Final = ("seat.left", "seat.held_open")
CAMPAIGNS_A_BATCH: Final = 50
"""Campaigns read in one go, without their scenarios: some milliseconds, in which nobody is answered."""


async def is_due(services: Services, row: GameRow, asked: int | None, hours: int | None = None) -> bool:
    """Whether what was asked then has waited as long as it may, the campaign's hours unless others are given; the time begins
    anew when a pause is over, and is put off for time in which the bot was not there."""
    hours = settings_of(row).options.book_hours if hours is None else hours
    return not hours or asked is None or services.seconds() >= await due_at(services, row, asked, hours)


async def due_at(services: Services, row: GameRow, asked: int, hours: int) -> int:
    """When what was asked then will have waited so many hours, in UTC seconds."""
    async with services.storage.reading() as tx:
        return await due_after(tx, row.id, asked, hours * 3600)


async def overdue_documents(services: Services, row: GameRow, kind: documents.DocumentKind) -> list[DocumentRow]:
    """Documents that were handed in, and whose time is over."""
    async with services.storage.reading() as tx:
        found = [paper for paper in await documents.of_game(tx, row.id, kind) if paper.state == "submitted"]
    return [paper for paper in found if await is_due(services, row, paper.changed_at)]


async def found_by_default_rulings(services: Services, row: GameRow, seat: Seat) -> None:
    """Judge the races of a campaign that is being made; where all is ruled by default, make it and begin it when all is there."""
    for paper in await overdue_documents(services, row, "race"):
        try:
            await _approve_race(services, row, seat, paper)
        except WrongPhaseError:
            continue
        except GameError as wrong:
            await races.hand_back(services, seat, paper.side, paper.version, str(wrong))
    if settings_of(row).options.gm == "person":
        return
    async with services.storage.reading() as tx:
        drafts = await documents.of_game(tx, row.id, "race")
    if not drafts:
        return  # a ready scenario's
    if not is_open(row):
        await course.open_first(services, seat)  # the program died between the two
        return
    now = await founding(services, row.id)
    newest = max(paper.changed_at for paper in drafts)
    if now.can_be_made:
        if await is_due(services, row, newest):
            await _make(services, row, seat, newest)
        return
    open_ = [seat for seat in now.seats if seat.user_id is None and not seat.is_ready]
    players = [seat for seat in now.seats if seat.user_id is not None]
    if players and all(seat.is_ready for seat in players):
        await _wait_for_players(services, row, seat, open_, newest)


async def _make(services: Services, row: GameRow, seat: Seat, newest: int) -> None:
    """Make the cluster and begin. What stands in the way is told once, and tried again when the plan or a race has changed."""
    async with services.storage.reading() as tx:
        plan = await documents.find(tx, row.id, "campaign")
        key = f"no-cluster/{row.id}/{newest}/{plan.version if plan else 0}"
        if await idempotency_keys.is_used(tx, key):
            return
    try:
        await make_cluster(services, seat)
    except WrongPhaseError:
        raise
    except GameError as wrong:
        await _tell_once(services, row, key, format_cannot_begin(row.name, str(wrong)))
        return
    await course.open_first(services, seat)


async def _wait_for_players(
    services: Services, row: GameRow, seat: Seat, open_: Sequence[SeatState], newest: int
) -> None:
    """All who are there are done: seats that are open still wait so long for players, then the bot leads them. Everybody is told
    when, once; the time begins anew when a player leaves."""
    hours = settings_of(row).options.book_hours or SEATS_HOURS
    async with services.storage.reading() as tx:
        left = [act.at for act in await audit.of_actions(tx, row.id, *SEAT_LEFT_ACTIONS)]
    since = max([newest, *left])
    due = await due_at(services, row, since, hours)
    if services.seconds() >= due:
        await assign_ai_to_open(services, seat)
        return
    text = format_open_seats(row.name, [seat.name for seat in open_], due)
    await _tell_once(services, row, f"open-seats/{row.id}/{due}", text)


async def _tell_once(services: Services, row: GameRow, key: str, text: str) -> None:
    async with services.storage.transaction() as tx:
        if await idempotency_keys.first(tx, key, services.seconds()):
            await enqueue(tx, services, public(row, 0, text))


async def _approve_race(services: Services, row: GameRow, seat: Seat, paper: DocumentRow) -> None:
    """Approve a race of the tables' entries alone; GameError for what has no price there, is not in order, or is called like
    one that was approved before, for no two races of a cluster share a name."""
    race = await races.race_of_side(services, seat, paper.side)
    if race.sheet.custom:
        names = ", ".join(entry.name for entry in race.sheet.custom)
        raise GameError(f"no table has a price for {names}; choose from the lists instead.")
    async with services.storage.reading() as tx:
        found = [one for one in await documents.of_game(tx, row.id, "race") if one.state == "approved"]
        taken = {from_document(RaceDraft, one.document).sheet.name.casefold() for one in found}
        taken |= {other.name.casefold() for other in (await plan_in(tx, row)).others}
    if race.sheet.name.casefold() in taken:
        raise GameError(f"another race of this campaign is called {race.sheet.name} already; give yours another name.")
    await races.approve(services, seat, paper.side, paper.version)


async def take_default_rulings(services: Services) -> None:
    """Look once at every campaign that has default rulings, a handful at a time: between two, others have their turn."""
    async with services.storage.reading() as tx:
        ids = await games.unfinished_games(tx, SYSTEM)
    for first in range(0, len(ids), CAMPAIGNS_A_BATCH):
        async with services.storage.reading() as tx:
            found = await batch_queries.games_without_scenarios(tx, ids[first : first + CAMPAIGNS_A_BATCH])
            voting = await votes.games_with(tx)
            ruled = [
                brief
                for brief in found
                if brief.status != "paused" and (brief.id in voting or settings_of(brief).options.has_default_rulings)
            ]
            away = await away_servers.all_away(tx) if ruled else ()
        for brief in ruled:
            if brief.guild_id not in away:
                await _look(services, brief.id)
                await asyncio.sleep(0)
        await asyncio.sleep(0)


async def _look(services: Services, game: str) -> None:
    """Look at one campaign that may wait for a default ruling or has a vote."""
    async with services.storage.reading() as tx:
        row = await games.find(tx, game)
    if row is None or row.status in {"paused", "finished"}:
        return
    with suppress(StaleStateError, WrongPhaseError):  # it has moved on in this moment: the next look sees how it stands
        if settings_of(row).options.has_default_rulings:
            await _take(services, row)
        else:
            await close_votes(services, row)


async def _take(services: Services, row: GameRow) -> None:
    seat = default_ruling_seat(row.id)
    if row.status == "setup":
        await found_by_default_rulings(services, row, seat)
        return
    async with services.storage.reading() as tx:
        turn = await turns.find(tx, row.id, row.revision)
    if turn is None or turn.turn == 0 or turn.state not in {"open", "draft"}:
        return
    await _judge_designs(services, row, seat)
    await _answer(services, row, turn, seat)
    if turn.state == "draft" and await is_due(services, row, turn.resolved_at):
        await course.publish(services, seat, turn.turn)


async def _answer(services: Services, row: GameRow, turn: TurnRow, seat: Seat) -> None:
    """Answer the questions whose time is over."""
    async with services.storage.reading() as tx:
        key = await snapshots.require(tx, row.id, turn.revision, "draft" if turn.state == "draft" else "start")
        found = tuple([asked for asked in await questions_at(tx, services, key) if not asked.settled_turn])
        asked = await _asked_at(tx, row, turn, found)
    await close_votes(services, row)
    for question in found:
        ruling = default_ruling(question)
        due = await is_due(services, row, asked[question.turn], vote_hours(row, question))
        if ruling is None or not due or await is_voted_on(services, row.id, question.id):
            continue
        await _settle(services, row, turn, seat, question, ruling)


async def _settle(
    services: Services, row: GameRow, turn: TurnRow, seat: Seat, question: Question, ruling: DefaultRuling
) -> None:
    """Carry a default ruling out, then have the question answered by it; each once."""
    once = f"{row.id}/{turn.revision}/{question.id}"

    async def carried(amendment: Amendment, key: str) -> None:
        plan = partial(just, amendment)
        await carry_out(
            services, seat, plan, DEFAULT_RULING_START, expect=turn.revision, idempotency_key=key, question=question.id
        )

    if ruling.change is not None:
        try:
            await carried(ruling.change, f"book-change/{once}")
        except WrongPhaseError:
            raise
        except GameError:  # the ship that it would strike is gone, for instance
            ruling = DefaultRuling(format_without_change(ruling.text), ruling.tell)
    if not ruling.settles or ruling.change is None:
        with suppress(GameError):  # somebody has answered it meanwhile
            await carried(Settle(question.id, ruling.text, ruling.tell), f"book/{once}")


async def _asked_at(
    tx: Transaction, row: GameRow, turn: TurnRow, found: tuple[Question, ...]
) -> Mapping[int, int | None]:
    """When the questions of each turn were asked: when it was resolved."""
    times: dict[int, int | None] = {turn.turn: turn.resolved_at or turn.opened_at}
    for number in {question.turn for question in found} - {turn.turn}:
        played = await turns.current_row(tx, row.id, number)
        times[number] = None if played is None else played.resolved_at
    return times


async def _judge_designs(services: Services, row: GameRow, seat: Seat) -> None:
    """A unit that can be built as it is drawn is approved; one with parts of its player's own has no price in the book."""
    for paper in await overdue_documents(services, row, "design"):
        try:
            await _no_own_parts(services, seat, paper)
            await drawings.approve(services, seat, paper.side, paper.name, paper.version)
        except WrongPhaseError:
            continue
        except GameError as wrong:
            await drawings.hand_back(services, seat, paper.side, paper.name, paper.version, str(wrong))


async def _no_own_parts(services: Services, seat: Seat, paper: DocumentRow) -> None:
    """GameError for a drawing with parts that its player made up, whose price would be their own."""
    sent = {(one.side, one.name): one for one in await drawings.all_drawings(services, seat)}
    found = sent.get((paper.side, paper.name))
    if found is not None and any(problem.rule == drawings.CUSTOM_RULE for problem in found.problems):
        parts = found.draft.custom if isinstance(found.draft, UnitDraft) else ()
        names = format_list([part.name for part in parts]) or "a part of it"
        raise GameError(f"no table has a price for {names}; take components from the lists instead.")
