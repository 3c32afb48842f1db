"""Many games of six whose reminders, and then whose deadlines, come at one moment: what the clock's look asks of the database.

    python -m harness.bench.reminders 100

Copies of one campaign (`game_copies.py`) in an SQLite file; no Discord, and no turn is resolved. Prints, of each look, how many
transactions wrote, the statements of all and of the longest of them, that one's processor time, in which no order can be saved,
and a hash of what came of it.
"""

import argparse
import asyncio
import hashlib
import sqlite3
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Final

from harness.bench.game_copies import store_copies
from harness.bench.statements import NotedStorage
from playtest.clock import ManualClock
from playtest.entropy import by_draw
from rules.cluster_war.turn.setup.scenario import load_scenario
from tests.umpire.seat_delivery import set_delivery
from tests.umpire.table import SUNDAY, WEEKLY, services_on
from umpire.campaign.founding import play_campaign
from umpire.campaign.open_turn import SYSTEM
from umpire.campaign.turn import turns
from umpire.clock.clock import look
from umpire.games import seats
from umpire.games.new_game import NewGame
from umpire.games.options import GameSettings, Options
from umpire.services.services import Services

SIX_EMPIRES: Final = Path(__file__).parents[2] / "scenarios/six_empires.toml"
FIRST_GM_ID: Final = 700_000_000_000
FIRST_CHANNEL_ID: Final = 800_000_000_000
FIRST_THREAD_ID: Final = 900_000_000_000
THREADS_A_GAME: Final = 1_000
"""Between the threads of one game and those of the next."""
HASHED: Final = (
    "SELECT game, seq, target, letter, edit_key, nonce, state FROM outbox ORDER BY game, seq",
    "SELECT game, revision, user_id, kind, at FROM pings ORDER BY game, revision, user_id, kind, at",
    "SELECT deadline, before_seconds, at, done FROM reminders ORDER BY deadline, before_seconds",
    "SELECT game, revision, turn, due_at, state, claimed_at FROM deadlines ORDER BY game, revision, id",
)


async def make_game(services: Services) -> tuple[str, list[int]]:
    """A campaign of six whose first turn is open, and its channel and threads."""
    new = NewGame(
        SYSTEM, 1, FIRST_CHANNEL_ID, "The Long Watch", FIRST_GM_ID, GameSettings(WEEKLY, Options(grace_minutes=30))
    )
    game = await play_campaign.create_game(services, new, load_scenario(SIX_EMPIRES))
    gm = await seats.gm_seat(services, game.id, FIRST_GM_ID, blind=True)
    await set_delivery(services, gm, thread_id=FIRST_THREAD_ID)
    for number, side in enumerate(game.sides, 1):
        seat = await seats.take(services, game.id, FIRST_GM_ID + number, side.id)
        await set_delivery(services, seat, thread_id=FIRST_THREAD_ID + number)
    await turns.open_first(services, gm)
    return game.id, [FIRST_CHANNEL_ID, *(FIRST_THREAD_ID + number for number in range(len(game.sides) + 1))]


def hash_of(path: Path) -> str:
    """Of the letters, pings, reminders and deadlines."""
    told = hashlib.sha256()
    with closing(sqlite3.connect(path)) as raw:
        for query in HASHED:
            told.update(repr(raw.execute(query).fetchall()).encode())
    return told.hexdigest()[:16]


async def measured(storage: NotedStorage, path: Path, name: str, work: Callable[[], Awaitable[object]]) -> None:
    """Do it, and print what it took."""
    storage.noted.clear()
    start = time.process_time()
    await work()
    spent = time.process_time() - start
    wrote = [one for one in storage.noted if one.wrote]
    longest = max(wrote, key=lambda one: one.statements)
    slowest = max(one.seconds for one in wrote)
    print(
        f"{name}: {spent:.2f} s of processor time, {len(wrote)} transactions that wrote, "
        f"{sum(one.statements for one in wrote)} statements in them; the longest {longest.statements} statements "
        f"(scope {longest.scope}), the slowest {slowest * 1000:.1f} ms of processor time; {hash_of(path)}",
        flush=True,
    )


async def evening(path: Path, games: int) -> None:
    """The first reminder, the last one, the grace, and its end; the first and last looks of each are warm-ups of nothing."""
    manual_clock = ManualClock(SUNDAY - timedelta(days=6), frozen=True)
    async with await NotedStorage.open(path) as storage:
        game, place = await make_game(services_on(storage, manual_clock))
    places = [{was: was + THREADS_A_GAME * number for was in place} for number in range(1, games)]
    store_copies(path, game, places)
    async with await NotedStorage.open(path) as storage:
        services = services_on(storage, manual_clock, by_draw("later"))
        await look(services)
        for name, before in (("first reminder", 24), ("last reminder", 3)):
            manual_clock.move_to(SUNDAY - timedelta(hours=before))
            await measured(storage, path, name, lambda: look(services))
        manual_clock.move_to(SUNDAY)
        await measured(storage, path, "grace told", lambda: look(services))
        manual_clock.move_to(SUNDAY + timedelta(minutes=30))
        await measured(storage, path, "deadlines claimed", lambda: look(services))


def main() -> int:
    """A line for each look."""
    parser = argparse.ArgumentParser(prog="python -m harness.bench.reminders", description=__doc__.split("\n")[0])
    parser.add_argument("games", type=int, nargs="?", default=100)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(evening(Path(folder) / "reminded.db", args.games))
    return 0


if __name__ == "__main__":
    sys.exit(main())
