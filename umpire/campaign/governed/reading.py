"""A governor's plan, read in words: by the game master at any time, by who holds the seat, and by everybody once the campaign is
over."""

from rules.errors import GameError, NotYoursError
from rules.values import Value
from storage import governed, seats, turns
from storage.db import Transaction
from storage.games import GameRow
from storage.governed import GovernedRow
from umpire.games.games import require_game, tells_all
from umpire.games.notices import side_name
from umpire.games.seat import Seat
from umpire.services.services import Services


class PlanRead(Value):
    """What a governor made of a turn, and of which; `name` is its empire's."""

    name: str
    turn: int
    made: GovernedRow


async def read_plan(services: Services, seat: Seat, side: str, turn: int | None = None) -> PlanRead:
    """The plan of a side's governor for a turn, the last that it governed without one. NotYoursError: it is not this reader's
    yet. GameError: there is none."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, seat.game_id)
        name = side_name(row, side)
        held = await seats.find(tx, row.id, side)
        own = held is not None and seat.side == side and held.user_id == seat.user_id
        if not (own or (seat.is_gm and not seat.side) or tells_all(row)):
            raise NotYoursError(
                f"What the governor of {name} plans is for the game master while the campaign is on; everybody may read it when "
                "that is over."
            )
        found = await _found(tx, row, side, turn)
    if found is None:
        when = "" if turn is None else f" in turn {turn}"
        raise GameError(f"The bot gave no orders for {name}{when}.")
    return PlanRead(name, *found)


async def _found(tx: Transaction, row: GameRow, side: str, turn: int | None) -> tuple[int, GovernedRow] | None:
    """The latest playing that counts, of this turn if one is named, in which the side was governed."""
    standing = [t for t in await turns.of_game(tx, row.id) if t.state != "undone" and turn in {None, t.turn}]
    for played in reversed(standing):
        for made in await governed.of_opening(tx, row.id, played.opening):
            if made.side == side:
                return played.turn, made
    return None
