"""How a bout and the battle of a campaign that is fought in it know each other."""

from collections.abc import Mapping
from typing import Any

from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.state.war import BattleId
from rules.values import Value
from storage import games
from storage.db import Transaction
from storage.games import GameRow
from umpire.bout_kinds.battle import BATTLE
from umpire.games.games import PART_OF, is_closed


class Link(Value):
    """The battle that a bout belongs to, for one playing of its turn.

    `camps` are the campaign's sides of each of the bout's, `captains` whose player commands it: "" where none does.
    """

    game: str
    opening: int
    battle: BattleId
    camps: Mapping[str, tuple[SideId, ...]]
    captains: Mapping[str, SideId]

    def document(self, bout: str) -> dict[str, Any]:
        """As the bout of this id keeps it, under `PART_OF`."""
        return {
            "bout": bout,
            "game": self.game,
            "opening": self.opening,
            "battle": self.battle,
            "camps": {camp: list(sides) for camp, sides in self.camps.items()},
            "captains": dict(self.captains),
        }

    def camp_of(self, side: SideId) -> str:
        """The camp in which a side of the campaign stands, "" for none."""
        return next((camp for camp, sides in self.camps.items() if side in sides), "")


def link_of(row: GameRow) -> Link | None:
    """The battle that a game is a part of; None for any other game."""
    if row.system != BATTLE or not is_closed(row):
        return None
    kept = row.scenario[PART_OF]
    camps = {camp: tuple(sides) for camp, sides in kept["camps"].items()}
    return Link(kept["game"], kept["opening"], kept["battle"], camps, kept["captains"])


async def under_way(tx: Transaction) -> tuple[tuple[GameRow, Link], ...]:
    """All bouts of campaigns that are not over, each with what it belongs to."""
    found = [(row, link_of(row)) for row in await games.under_way(tx, BATTLE)]
    return tuple([(row, link) for row, link in found if link is not None])
