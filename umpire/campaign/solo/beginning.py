"""A campaign for one begins: made, seated, its rivals led, and its first turn open, all in one transaction."""

from typing import Final

from render.words.safe_text import plain
from rules.dice import SEED_BYTES
from rules.errors import GameError
from storage import games, seats
from storage.codec import to_document
from storage.games import GameRow
from storage.seats import SeatRow
from umpire.campaign.governed.seating import appoint_in
from umpire.campaign.solo.wish import MADE, USUAL, SoloPlan, SoloWish, check_wish, plan_solo
from umpire.campaign.system_name import SYSTEM
from umpire.campaign.turn import turn_letters
from umpire.games.audit import note
from umpire.games.games import Game, get_game
from umpire.games.new_game import Beginning, NewGame, create
from umpire.games.notices import public
from umpire.games.opening import open_first_turn
from umpire.games.options import GameSettings, Options
from umpire.games.seat import BOOK
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services

MOST: Final = 5
"""Campaigns of one person's that may be under way alone at once."""
OPTIONS: Final = Options(early=True, solo=True, wall=True, gm="book")


HELLO: Final = (
    "### {name}\nYour rivals, led by the bot: {rivals}.{handicap} A month passes when you press **I am ready**; take as long as "
    "you like.\n"
    "What no rule covers the book decides, and says so. /turn undo takes a month back, /campaign finish ends the campaign and "
    "tells all its secrets, /help has the rest."
)


def names_of_rivals(plan: SoloPlan) -> str:
    """The rivals' names."""
    led = {side for side, _ in plan.charters}
    return ", ".join(f"**{plain(side.name)}**" for side in plan.scenario.sides if side.id in led)


def hello_text(name: str, plan: SoloPlan, handicap: int) -> str:
    """What stands first in the campaign's thread; a handicap is told."""
    given = "" if handicap == USUAL else f" Each produces {handicap} % of what its worlds yield."
    return HELLO.format(name=name, rivals=names_of_rivals(plan), handicap=given)


async def check_room(services: Services, user_id: int) -> None:
    """GameError for one who has as many campaigns alone as anybody may."""
    async with services.storage.reading() as tx:
        mine = {seat.game for seat in await seats.of_user(tx, user_id) if not seat.side}
        found = [row for game in sorted(mine) if (row := await games.find(tx, game)) is not None]
    if sum(is_solo(row) and row.status != "finished" for row in found) >= MOST:
        raise GameError(f"You have {MOST} campaigns alone under way; end one of them with /campaign finish first.")


def is_solo(row: GameRow) -> bool:
    """Whether a campaign was made for one person."""
    return row.scenario.get("id") == MADE


async def begin_solo(
    services: Services, guild_id: int, thread_id: int, user_id: int, name: str, wish: SoloWish
) -> Game:
    """Make a campaign for one in its own thread, and begin it. GameError for a wish that cannot be, or no room on any map."""
    check_wish(wish)
    seed = services.entropy(SEED_BYTES)
    luck = tuple(services.entropy(2 * wish.rivals))
    plan = await services.workers.run(plan_solo, wish, seed, luck, urgent=True)
    told = {"scenario": MADE, "rivals": wish.rivals, "strength": wish.strength, "handicap": wish.handicap}
    begun = Beginning(plan.seed, to_document(plan.scenario), plan.packed, told)
    new = NewGame(SYSTEM, guild_id, thread_id, name, user_id, GameSettings(options=OPTIONS))
    async with services.storage.transaction() as tx:
        row = await create(tx, services, new, lambda _: begun)
        await seats.seat_user(tx, row.id, wish.side, None, user_id)
        await seats.change(tx, SeatRow(row.id, wish.side, 0, user_id, thread_id))
        await note(tx, services, row.id, str(user_id), "seat.taken", side=wish.side, user=user_id)
        for side, charter in plan.charters:
            await appoint_in(tx, services, row, side, charter, "seat", BOOK)
        running, opened, due = await open_first_turn(tx, services, row, plan.scenario.turn, plan.packed, str(user_id))
        hello = public(running, 0, hello_text(row.name, plan, wish.handicap))
        await enqueue(tx, services, hello, *turn_letters.begun(running, await seats.of_game(tx, row.id), opened, due))
    return await get_game(services, row.id)
