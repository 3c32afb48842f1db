"""A program that cannot play a game of its database does not begin: nobody would keep that game's clock."""

from pathlib import Path

import pytest

from games.known import GAMES
from program.connection import check_games
from rules.values import GameError
from storage import games
from storage.games import GameRow
from tests.prepared import open_prepared


async def test_a_game_without_a_record_is_named_with_what_would_help(tmp_path: Path) -> None:
    async with await open_prepared(tmp_path / "a.db") as storage:
        async with storage.transaction() as tx:
            for number, system in enumerate(("cluster_war", "pentagon_war", "pentagon_war"), 1):
                await games.add(tx, GameRow(f"g{number}", 1, number, "Rim", system, "running", 1, 1, {}, {}, 3, None))
            assert await games.systems(tx) == ("cluster_war", "pentagon_war")
        await check_games(storage)
        async with storage.transaction() as tx:
            await games.add(tx, GameRow("d1", 1, 9, "Duel", "sea_duel", "finished", 1, 1, {}, {}, 3, None))
        with pytest.raises(GameError) as refused:
            await check_games(storage)
    assert str(refused.value) == (
        'The database holds games of "sea_duel", which this program cannot play. Install the package that registers it '
        "(admiralty.games) beside this program, as where the game was begun; it can play "
        f"{', '.join(GAMES)}."
    )
