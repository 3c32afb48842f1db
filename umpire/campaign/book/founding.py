"""The book founds a campaign: it judges races, has the bot lead seats that nobody takes in time, makes the cluster and begins."""

from collections.abc import Sequence
from typing import Final

from rules.errors import GameError, WrongPhaseError
from storage import audit, idempotency, papers
from storage.codec import from_document
from storage.games import GameRow
from storage.papers import PaperRow
from umpire.campaign.book.due import due_at, is_due, waiting
from umpire.campaign.founding import races
from umpire.campaign.founding.make_cluster import make_cluster
from umpire.campaign.founding.open_campaign import SeatState, founding, plan_in
from umpire.campaign.founding.race_draft import RaceDraft
from umpire.campaign.governed.seating import appoint_open
from umpire.campaign.turn import turns as course
from umpire.games.games import is_open, settings_of
from umpire.games.notices import public
from umpire.games.seat import Seat
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services

SEATS_HOURS: Final = 72
"""How long an open seat waits for a player when all others are done, where the campaign does not say how long the book waits."""
LEFT: Final = ("seat.left", "seat.held_open")


async def found_by_the_book(services: Services, row: GameRow, book: Seat) -> None:
    """Judge the races of a campaign that is being made; where the book alone rules, make it and begin it when all is there."""
    for paper in await waiting(services, row, "race"):
        try:
            await _approve_race(services, row, book, paper)
        except WrongPhaseError:
            continue
        except GameError as wrong:
            await races.hand_back(services, book, paper.side, paper.version, str(wrong))
    if settings_of(row).options.gm == "person":
        return
    async with services.storage.reading() as tx:
        drafts = await papers.of_game(tx, row.id, "race")
    if not drafts:
        return  # a ready scenario's
    if not is_open(row):
        await course.open_first(services, book)  # the program died between the two
        return
    now = await founding(services, row.id)
    newest = max(paper.changed_at for paper in drafts)
    if now.can_be_made:
        if await is_due(services, row, newest):
            await _make(services, row, book, newest)
        return
    open_ = [seat for seat in now.seats if seat.user_id is None and not seat.is_ready]
    players = [seat for seat in now.seats if seat.user_id is not None]
    if players and all(seat.is_ready for seat in players):
        await _wait_for_players(services, row, book, open_, newest)


async def _make(services: Services, row: GameRow, book: Seat, newest: int) -> None:
    """Make the cluster and begin. What stands in the way is told once, and tried again when the plan or a race has changed."""
    async with services.storage.reading() as tx:
        plan = await papers.find(tx, row.id, "campaign")
        key = f"no-cluster/{row.id}/{newest}/{plan.version if plan else 0}"
        if await idempotency.seen(tx, key):
            return
    try:
        await make_cluster(services, book)
    except WrongPhaseError:
        raise
    except GameError as wrong:
        text = f"**{row.name}** cannot begin: {wrong} Its plan can be changed with /campaign found."
        await _tell_once(services, row, key, text)
        return
    await course.open_first(services, book)


async def _wait_for_players(
    services: Services, row: GameRow, book: Seat, open_: Sequence[SeatState], newest: int
) -> None:
    """All who are there are done: seats that are open still wait so long for players, then the bot leads them. Everybody is told
    when, once; the time begins anew when a player leaves."""
    hours = settings_of(row).options.book_hours or SEATS_HOURS
    async with services.storage.reading() as tx:
        left = [act.at for act in await audit.of_actions(tx, row.id, *LEFT)]
    since = max([newest, *left])
    due = await due_at(services, row, since, hours)
    if services.seconds() >= due:
        await appoint_open(services, book)
        return
    names = ", ".join(f"**{seat.name}**" for seat in open_)
    text = (
        f"**{row.name}**: every player's race is approved. Open still: {names}. Take a seat with /campaign join until "
        f"<t:{due}:F>; then the bot leads what is open, and the campaign begins."
    )
    await _tell_once(services, row, f"open-seats/{row.id}/{due}", text)


async def _tell_once(services: Services, row: GameRow, key: str, text: str) -> None:
    async with services.storage.transaction() as tx:
        if await idempotency.first(tx, key, services.seconds()):
            await enqueue(tx, services, public(row, 0, text))


async def _approve_race(services: Services, row: GameRow, book: Seat, paper: PaperRow) -> None:
    """Approve a race of the tables' entries alone; GameError for what has no price there, is not in order, or is called like
    one that was approved before, for no two races of a cluster share a name."""
    race = await races.race_of_side(services, book, paper.side)
    if race.sheet.custom:
        names = ", ".join(entry.name for entry in race.sheet.custom)
        raise GameError(f"no table has a price for {names}; choose from the lists instead.")
    async with services.storage.reading() as tx:
        found = [one for one in await papers.of_game(tx, row.id, "race") if one.state == "approved"]
        taken = {from_document(RaceDraft, one.document).sheet.name.casefold() for one in found}
        taken |= {other.name.casefold() for other in (await plan_in(tx, row)).others}
    if race.sheet.name.casefold() in taken:
        raise GameError(f"another race of this campaign is called {race.sheet.name} already; give yours another name.")
    await races.approve(services, book, paper.side, paper.version)
