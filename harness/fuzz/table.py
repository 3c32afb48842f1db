"""The evening that is fuzzed: what every registered game begins (a campaign of two, another campaign, battles, a dogfight), with
their players, a game master, a visitor, and somebody who gave a seat up."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from harness.games.known import ROWS
from sandbox.model import Channel
from tests.e2e.kit import Table


@dataclass
class FuzzEvening:
    """A table with its games; `words` are true names of things of every side of every game, and numbers of games. In the games
    of `counting` each order counts, while in a battle, say, the last programme is the one that is flown. `grounds` are the places
    where commands of a group are meant to be given."""

    table: Table
    games: Sequence[str]
    counting: Sequence[str]
    grounds: Mapping[str, Channel]
    words: Sequence[str]

    def places(self, who: str) -> list[Channel]:
        """Where somebody may write, always in the same order."""
        return sorted(self.table.human(who).channels(), key=lambda each: each.id)


async def set_up(table: Table) -> FuzzEvening:
    """Begin all games of an evening. Time stands still, so that nothing happens but what the steps do."""
    table.clock.freeze()
    table.open_commands()
    begun = [await rows.fuzz.begin(table) for rows in ROWS.values()]
    games = [game for each in begun for game in each.games]
    table.game_id = games[0]
    for human in (table.ada, table.vik, table.visitor):
        human.open_dm()
    return FuzzEvening(
        table,
        games,
        [game for each in begun if each.each_counts for game in each.games],
        {group: place for each in begun for group, place in each.places.items()},
        sorted({*games, *(word for each in begun for word in each.words)}),
    )
