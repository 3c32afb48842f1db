"""An open campaign: made with its seats and its plan, and no cluster; every change of the plan is one transaction."""

from collections.abc import Callable, Sequence
from typing import Any

from rules.dice import SEED_BYTES
from rules.errors import GameError, WrongPhaseError, quoted
from rules.values import Value, changed
from storage import games as rows
from storage import governors, papers
from storage import seats as seat_rows
from storage.codec import from_document, to_document
from storage.db import Transaction
from storage.games import GameRow
from storage.governors import GovernorRow
from storage.papers import PaperRow, State
from storage.seats import SeatRow
from umpire.campaign.founding.homes import check_others
from umpire.campaign.founding.plan import FEWEST_SEATS, SEATS, Plan, check_plan
from umpire.campaign.founding.race_draft import RaceDraft
from umpire.games.audit import note
from umpire.games.games import OPEN, Game, get_game, is_open, is_walled, require_game, require_unfinished
from umpire.games.new_game import Beginning, NewGame, create
from umpire.games.seat import Seat, require_gm
from umpire.outbox.outbox import Letter, Target, enqueue
from umpire.services.services import Services


class SeatState(Value):
    """How far a seat has come, as everybody may know it. `led` is its governor where the bot leads it and makes its race."""

    side: str
    name: str
    user_id: int | None
    state: State
    led: GovernorRow | None = None

    @property
    def is_ready(self) -> bool:
        """Whether its race keeps nobody waiting: it is approved, or the bot makes it."""
        return self.state == "approved" or self.led is not None


class Founding(Value):
    """An open campaign, or one that was: its plan and its seats. `made` once there is a cluster."""

    game: Game
    plan: Plan
    seats: tuple[SeatState, ...]
    made: bool

    @property
    def can_be_made(self) -> bool:
        """Whether every race is approved or the bot's, and nothing but the game master's word is missing."""
        return not self.made and all(seat.is_ready for seat in self.seats)


async def found_game(services: Services, new: NewGame, plan: Plan) -> Game:
    """Make an open campaign: seats to take, races to design. The dice of its cluster are promised now.

    GameError: a bad name, plan, schedule or option, or a channel where another game is still on.
    """
    check_plan(plan)
    noted = {"seats": plan.seats}
    begun = Beginning(services.entropy(SEED_BYTES), _seats(plan.seats), None, noted, action="campaign.founded")
    async with services.storage.transaction() as tx:
        row = await create(tx, services, new, lambda _: begun)
        await papers.begin(tx, row.id, "campaign", to_document(plan), row.created_at)
        await _add_races(tx, row.id, SEATS[: plan.seats], row.created_at)
        await enqueue(tx, services, _announced(row, new.host))
    return await get_game(services, row.id)


async def founding(services: Services, game_id: str) -> Founding:
    """A campaign's plan and how far its seats have come; WrongPhaseError for one made from a ready scenario."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, game_id)
        paper = await _paper(tx, row)
        races = {race.side: race for race in await papers.of_game(tx, game_id, "race")}
        held = {seat.side: seat.user_id for seat in await seat_rows.of_game(tx, game_id) if seat.side}
        led = {one.side: one for one in await governors.of_game(tx, game_id) if one.role != "deputy"}
    game = await get_game(services, game_id)
    states = tuple(
        SeatState(flag.id, flag.name, held.get(flag.id), races[flag.id].state, led.get(flag.id))
        for flag in game.sides
        if flag.id in races
    )
    return Founding(game, from_document(Plan, paper.document), states, not game.is_open)


async def change_plan(services: Services, gm: Seat, change: Callable[[Plan], Plan], what: str) -> Founding:
    """Change the plan of an open campaign and save it at once. GameError if it could not be played so.

    More seats are added open; fewer are taken from the end, and only while nobody sits there.
    """
    require_gm(gm)
    async with services.storage.transaction() as tx:
        row = await require_open(tx, gm.game_id)
        paper = await _paper(tx, row)
        before = from_document(Plan, paper.document)
        after = check_others(check_plan(change(before)))
        if after != before:
            await papers.save(tx, paper, "draft", to_document(after), services.seconds())
            if after.seats != before.seats:
                await _reseat(tx, services, row, before.seats, after.seats)
            await note(tx, services, row.id, gm.actor, "plan.changed", what=what)
    return await founding(services, gm.game_id)


async def require_open(tx: Transaction, game_id: str) -> GameRow:
    """The row of a game that is still being made; WrongPhaseError for one that has its cluster."""
    row = await require_unfinished(tx, game_id)
    if not is_open(row):
        raise WrongPhaseError(
            f"**{row.name}** has its cluster; its plan and its races can no longer be changed.", rule="CW-19.0-08"
        )
    return row


async def plan_in(tx: Transaction, row: GameRow) -> Plan:
    """The plan of a founded game, in the caller's transaction."""
    return from_document(Plan, (await _paper(tx, row)).document)


async def close_plan(tx: Transaction, services: Services, row: GameRow) -> None:
    """Mark the plan as carried out, in the transaction that gives the game its cluster."""
    paper = await _paper(tx, row)
    await papers.save(tx, paper, "approved", paper.document, services.seconds())


async def _paper(tx: Transaction, row: GameRow) -> PaperRow:
    found = await papers.find(tx, row.id, "campaign")
    if found is None:
        raise WrongPhaseError(
            f"**{row.name}** was made from a ready scenario, so its races and rules were not designed here."
        )
    return found


async def _reseat(tx: Transaction, services: Services, row: GameRow, before: int, after: int) -> None:
    now = services.seconds()
    for side, name, _ in SEATS[after:before]:
        seat = await seat_rows.find(tx, row.id, side)
        race = await papers.find(tx, row.id, "race", side)
        if seat is None or race is None:
            raise LookupError(f"game {row.id} has no seat {side}")
        if seat.user_id is not None:
            raise GameError(
                f"{name} has a player: take the seat from them first (/gm seat hold), or keep {before} seats."
            )
        if seat.thread_id is not None or race.version > 1:
            raise GameError(f"{name} has been played from already and stays; keep {quoted(str(before))} seats.")
        await papers.remove(tx, race)
        await governors.remove(tx, row.id, side)
        await seat_rows.remove(tx, row.id, side, 0)
    for side, _, _ in SEATS[before:after]:
        await seat_rows.add(tx, SeatRow(row.id, side, 0, None))
    await _add_races(tx, row.id, SEATS[before:after], now)
    await rows.bump(tx, row.id, row.version, scenario=_seats(after))


async def _add_races(tx: Transaction, game_id: str, seats: Sequence[tuple[str, str, int]], now: int) -> None:
    for side, _, _ in seats:
        await papers.begin(tx, game_id, "race", to_document(RaceDraft()), now, side=side)


def _announced(row: GameRow, gm_user_id: int) -> Letter:
    who, then = (
        f"is founded, with <@{gm_user_id}> as its game master",
        "The cluster is made when every race is approved.",
    )
    if is_walled(row):
        who = f"is founded by <@{gm_user_id}>, who may play too: no person rules in it"
        then = "It begins by itself when every race is approved."
    text = (
        f"**{row.name}** {who}. Take a seat with /campaign join and design your race with /race design; /campaign rules shows "
        f"the plan. {then}"
    )
    return Letter("public", row.id, 0, "", Target("channel", row.channel_id), text)


def _seats(count: int) -> dict[str, Any]:
    return {OPEN: True, "sides": [{"id": side, "name": name, "colour": colour} for side, name, colour in SEATS[:count]]}


def with_seats(plan: Plan, seats: int) -> Plan:
    """The plan for another number of seats; GameError outside 2 to 10."""
    if not FEWEST_SEATS <= seats <= len(SEATS):
        raise GameError(f"A campaign has {FEWEST_SEATS} to {len(SEATS)} seats, not {seats}.", rule="CW-19.0-01")
    return changed(plan, seats=seats)
