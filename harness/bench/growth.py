"""What a campaign takes on disk as it goes on: bytes of its file and of its greatest tables, year by year.

`python -m harness.bench.growth [six_empires|four_empires] [TURNS]` plays it with a person in every seat, for whom a governor
orders, and prints what docs/performance.md says about files. Nothing is drawn or sent; letters are written, and pictures
are never stored.
"""

import asyncio
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Final

from playtest.clock import ManualClock
from playtest.entropy import by_draw
from rules.cluster_war.play.governors.profile import CHARACTERS, Profile
from rules.cluster_war.turn.setup.scenario import load_scenario
from storage.db import Storage
from tests.umpire.seat_delivery import set_delivery
from tests.umpire.table import CHANNEL, GM, SUNDAY, WEEKLY, services_on
from umpire.campaign.founding.play_campaign import create_game
from umpire.campaign.governed.ai_sides import assign_ai
from umpire.campaign.open_turn import SYSTEM
from umpire.campaign.turn import turns
from umpire.games import seats
from umpire.games.new_game import NewGame
from umpire.games.options import GameSettings, Options
from umpire.games.seat import Seat

SCENARIOS_FOLDER: Final = Path(__file__).resolve().parents[2] / "scenarios"
YEAR: Final = 12
TABLES_SHOWN: Final = 6
BY_TABLE: Final = "SELECT name, SUM(pgsize) FROM dbstat GROUP BY name ORDER BY 2 DESC LIMIT ?"


async def play(path: Path, scenario: str, last: int) -> None:
    """Play so many turns of a scenario into a file, and tell of it after each year."""
    manual_clock, options = ManualClock(SUNDAY, frozen=True), Options(review=False)
    async with await Storage.open(path) as storage:
        services = services_on(storage, manual_clock, by_draw("growth"))
        new = NewGame(SYSTEM, 1, CHANNEL, "Growth", GM, GameSettings(WEEKLY, options))
        game = await create_game(services, new, load_scenario(SCENARIOS_FOLDER / f"{scenario}.toml"))
        for number, side in enumerate(game.sides):
            seat = await seats.take(services, game.id, 101 + number, side.id)
            await set_delivery(services, seat, thread_id=501 + number)
            profile = Profile(CHARACTERS[number % len(CHARACTERS)])
            await assign_ai(services, game.id, side.id, profile, "deputy", "growth")
        await turns.open_first(services, Seat(game.id, "", GM, is_gm=True))
        for turn in range(1, last + 1):
            manual_clock.forward(days=7)
            await turns.advance(services, game.id, "growth", "A month.", turn)
            if turn % YEAR == 0 or turn == last:
                print(f"turn {turn}: {size_report(path)}", flush=True)


def size_report(path: Path) -> str:
    """A file's size, and its greatest tables and indices, in kB."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as raw:
        raw.execute("PRAGMA query_only = 1")
        pages, size = (raw.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
        parts = raw.execute(BY_TABLE, (TABLES_SHOWN,)).fetchall()
    return f"{pages * size // 1000} kB; " + ", ".join(f"{name} {taken // 1000}" for name, taken in parts)


if __name__ == "__main__":
    which = sys.argv[1] if len(sys.argv) > 1 else "six_empires"
    months = int(sys.argv[2]) if len(sys.argv) > 2 else 2 * YEAR
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(play(Path(folder) / "growth.db", which, months))
