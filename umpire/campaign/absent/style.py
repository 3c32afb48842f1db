"""In what character the bot leads for a player who is away: the one that fits what they ordered so far."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.play.governors.charter import CHARACTERS, Character, Charter
from rules.cluster_war.turn.registry.orders import KIND_OF
from storage import orders
from storage.db import Transaction
from storage.games import GameRow
from umpire.campaign.governed.seating import appoint_in
from umpire.campaign.open_turn import present
from umpire.services.services import Services

LOOKED_AT: Final = 12
"""So many turns back count."""
SIGNS: Final[dict[Character, dict[str, int]]] = {
    "raider": {"fleet raid": 6, "fleet bombard": 4},
    "conqueror": {"invade land": 8, "invade army": 2, "fleet engage": 2, "fleet embark": 1},
    "trader": {
        "treaty offer": 4, "treaty accept": 4, "treaty grant": 3, "treaty ambassadors": 3, "treaty technology": 3,
        "treaty data": 2, "fleet aid": 2,
    },
    "builder": {
        "build facility": 2, "colony expand": 2, "colony found": 2, "colony settle": 2, "research start": 2, "research fund": 1,
        "build units": 1, "base mine": 1,
    },
    "explorer": {"fleet move": 1, "fleet mission": 2, "encounter answer": 2},
}  # fmt: skip
"""What an order speaks for, by its command, and how much."""
QUIET: Final = 2
"""Who orders less than this much a turn, all told, keeps to themselves."""


def style_of(turns_: Iterable[Iterable[Order]]) -> Character:
    """The character that fits what a side ordered, turn by turn: where the most signs point; of equals the first in the table.
    Who ordered next to nothing is a hermit."""
    signs: Counter[Character] = Counter()
    turns = 0
    for given in turns_:
        turns += 1
        for order in given:
            command = KIND_OF[type(order)].command
            signs.update({character: weights[command] for character, weights in SIGNS.items() if command in weights})
    if not turns or signs.total() < QUIET * turns:
        return "hermit" if turns else "builder"
    return max(CHARACTERS, key=lambda one: (signs[one], -CHARACTERS.index(one)))


async def deputize(tx: Transaction, services: Services, row: GameRow, side: str, style: str) -> None:
    """Have a governor lead a side for its player: of the named character, or of the side's own style."""
    known = next((one for one in CHARACTERS if one == style), None)
    charter = Charter(known or await own_style(tx, row, side), "even")
    await appoint_in(tx, services, row, side, charter, "deputy", "clock")


async def own_style(tx: Transaction, row: GameRow, side: str) -> Character:
    """The character of what people have ordered for a side in its last turns."""
    now = (await present(tx, row)).turn
    found = []
    for turn in range(max(1, now - LOOKED_AT), now):
        given = orders.standing_rows(await orders.of_side(tx, row.id, turn, side))
        found.append([one.order for one in given if one.entered_by])
    return style_of(found)
