"""Dice that a game master drew for a turn after its orders were seen: each draw is on record, and told when one is used."""

from typing import Final

from storage import audit
from storage.db import Transaction

DICE_DRAWN: Final = "whatif.drawn"
DRAW_ADOPTED: Final = "whatif.adopted"


async def draws_for(tx: Transaction, game_id: str, turn: int) -> int:
    """How often dice were drawn for a turn (its number) in what-ifs, thrown away ones counted in."""
    return sum(act.detail.get("turn") == turn for act in await audit.of_actions(tx, game_id, DICE_DRAWN))


async def draws_of(tx: Transaction, game_id: str) -> dict[int, int]:
    """The revisions that were played with dice drawn so, and how many draws there had been for the turn by then."""
    found: dict[int, int] = {}
    for act in await audit.of_actions(tx, game_id, DRAW_ADOPTED):
        revision, draws = act.detail.get("revision"), act.detail.get("draws")
        if isinstance(revision, int) and isinstance(draws, int) and draws:
            found[revision] = draws
    return found
