"""What many tests begin with, made once in a process: an empty database with all its tables, the compiled statements, and a
campaign's first state."""

import pickle
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.scenario import Scenario
from storage import codec, sqlite
from storage.db import Storage
from tests.on_postgresql import WANTED
from umpire.campaign import entry
from umpire.campaign.turn import adjudication
from umpire.services import workers

_made: Final[list[bytes]] = []


async def open_prepared(where: Path) -> Storage:
    """Opens the database of a file, which begins as a copy if there is none. On PostgreSQL the server copies a template."""
    await prepare(where)
    return await Storage.open(where)


async def prepare(where: Path) -> None:
    """Makes a file the copy of an empty database, unless there is a file or the tests run on PostgreSQL."""
    if WANTED == "sqlite" and not where.exists():  # noqa: ASYNC240 # tests wait for nothing else
        if not _made:
            _made.append(await _empty_database())
        where.parent.mkdir(parents=True, exist_ok=True)
        where.write_bytes(_made[0])  # noqa: ASYNC240 # as above


async def _empty_database() -> bytes:
    """The bytes of a new database's file."""
    with tempfile.TemporaryDirectory(prefix="admiralty-prepared-") as folder:
        file = Path(folder) / "empty.db"
        await (await Storage.open(file)).close()
        return file.read_bytes()


ON_DISK: Final = sqlite.SYNCHRONOUS


def waits_for_no_disk() -> None:
    """From here on no commit of this process waits until the disk has it: a test's files need not outlive a power cut."""
    sqlite.SYNCHRONOUS = "OFF"


def lets_workers_take_their_turn() -> None:
    """From here on workers of this process give way to nobody: where several processes test at once, a program's workers, which
    give way to other programs, would seldom have a core."""
    setattr(workers, "WORKER_NICENESS", 0)  # noqa: B010 # as below


def begins_each_game_once() -> None:
    """From here on the first state of the same scenario and seed is worked out once in this process. It is a frozen value, and
    tests/rules/cluster_war/turn/setup asks whether the same two always give the same."""
    states: dict[bytes, GameState] = {}

    def remembered(scenario: Scenario, seed: bytes, *more: str) -> GameState:
        key = pickle.dumps((scenario, seed, more))
        if key not in states:
            states[key] = new_game(scenario, seed, *more)
        return states[key]

    for module in (adjudication, entry):
        setattr(module, "new_game", remembered)  # noqa: B010 # a module's own name, which no type checker lets be another


STATES_KEPT: Final = 16
"""A small campaign's takes a megabyte or two."""


def reads_each_state_once() -> None:
    """From here on the bytes of a state that this process has read lately are not read again: most evenings begin with the same
    few. It is a frozen value, and tests/storage/test_codec.py asks what is read of which bytes."""
    setattr(codec, "_of_this_schema", lru_cache(STATES_KEPT)(codec._of_this_schema))  # noqa: B010 # as above


def compiles_each_statement_once() -> None:
    """From here on the databases of this process share what SQLAlchemy has compiled. A program opens one database, whose engine
    keeps that; the tests open thousands, and would compile each statement again for each of them."""
    compiled: dict[object, object] = {}

    class Dialect(SQLiteDialect_aiosqlite):
        """All equal, as what is compiled is found by the dialect, too."""

        supports_statement_cache = True

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Dialect)

        def __hash__(self) -> int:
            return 1

    def sharing(url: str, **settings: Any) -> AsyncEngine:
        engine = create_async_engine(url, **settings, execution_options={"compiled_cache": compiled})
        engine.sync_engine.dialect.__class__ = Dialect
        return engine

    setattr(sqlite, "create_async_engine", sharing)  # noqa: B010 # as above
