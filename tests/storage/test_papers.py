"""Papers: kept, found, saved once; and a database of the first release gets their table without losing a row."""

import gzip
import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import create_engine
from sqlalchemy.exc import IntegrityError

from storage import games, migrate, orders, papers, seats, turns
from storage.db import Storage
from storage.errors import StaleStateError
from storage.games import GameRow
from storage.papers import PaperRow

OLD = Path(__file__).parent / "old" / "admiralty_0001.db.gz"
GAME = GameRow("g7k2", 1, 2, "Spiral Arm", "cluster_war", "setup", 1, 0, {}, {}, 3, None)


def paper(side: str = "blue", name: str = "") -> PaperRow:
    """A race design of a side."""
    return PaperRow("g7k2", "race", side, name, 1, "draft", {"name": "Oolab"}, 7)


async def test_a_paper_is_found_as_it_was_written(storage: Storage) -> None:
    async with storage.transaction() as tx:
        await games.add(tx, GAME)
        await papers.add(tx, paper())
        await papers.add(tx, paper("gold"))
    async with storage.reading() as tx:
        assert await papers.find(tx, "g7k2", "race", "blue") == paper()
        assert await papers.find(tx, "g7k2", "race", "red") is None
        assert await papers.find(tx, "g7k2", "design", "blue") is None
        assert [row.side for row in await papers.of_game(tx, "g7k2", "race")] == ["blue", "gold"]
        assert await papers.of_game(tx, "g7k2", "race", "gold") == (paper("gold"),)


async def test_of_two_who_save_the_same_version_one_wins(storage: Storage) -> None:
    async with storage.transaction() as tx:
        await games.add(tx, GAME)
        await papers.add(tx, paper())
        saved = await papers.save(tx, paper(), "submitted", {"name": "Vermin"}, 9)
        with pytest.raises(StaleStateError):
            await papers.save(tx, paper(), "draft", {"name": "Humans"}, 9)
    async with storage.reading() as tx:
        assert await papers.find(tx, "g7k2", "race", "blue") == saved
    assert (saved.version, saved.state, saved.document, saved.changed_at) == (2, "submitted", {"name": "Vermin"}, 9)


async def test_a_paper_is_removed_alone(storage: Storage) -> None:
    async with storage.transaction() as tx:
        await games.add(tx, GAME)
        await papers.add(tx, paper())
        await papers.add(tx, paper("gold"))
        await papers.remove(tx, paper())
        assert [row.side for row in await papers.of_game(tx, "g7k2", "race")] == ["gold"]


@pytest.mark.parametrize("change", [{"kind": "poem"}, {"state": "burnt"}, {"game": "none"}])
async def test_no_paper_of_an_unknown_kind_state_or_game(storage: Storage, change: dict[str, str]) -> None:
    wrong = replace(paper(), **change)  # type: ignore[arg-type] # wrong on purpose

    async def write() -> None:
        async with storage.transaction() as tx:
            await games.add(tx, GAME)
            await papers.add(tx, wrong)

    with pytest.raises(IntegrityError):
        await write()


@pytest.fixture
def first_release(where: Path) -> Path:
    """A database as the first release left it: a game at turn 2 with orders, letters and events."""
    where.write_bytes(gzip.decompress(OLD.read_bytes()))
    return where


@pytest.mark.sqlite
async def test_a_database_of_the_first_release_is_brought_up_and_keeps_everything(first_release: Path) -> None:
    where = first_release
    with sqlite3.connect(where) as raw:
        names = [name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        assert "papers" not in names
        queries = {name: f"SELECT {_columns(raw, name)} FROM {name}" for name in names if name != "alembic_version"}
        before = {name: raw.execute(query).fetchall() for name, query in queries.items()}
    raw.close()
    async with await Storage.open(where) as storage, storage.reading() as tx:
        (game,) = await games.of_guild(tx, 900)
        assert (game.name, game.opening) == ("Spiral Arm", 2)
        assert {seat.side for seat in await seats.of_game(tx, game.id)} == {"", "humans", "dominators"}
        assert len(await orders.stored_of_game(tx, game.id)) == 1
        assert await papers.of_game(tx, game.id, "campaign") == ()
    engine = create_engine(f"sqlite:///{where}")
    with engine.connect() as connection:
        assert migrate.revision_of(connection) == migrate.newest()
    engine.dispose()
    with sqlite3.connect(where) as raw:
        assert {name: raw.execute(query).fetchall() for name, query in queries.items()} == before
        assert set(raw.execute("SELECT stop FROM turns")) == {("",)}
    raw.close()


def _columns(raw: sqlite3.Connection, table: str) -> str:
    """The names of a table's columns, as a query lists them."""
    return ", ".join(f'"{row[1]}"' for row in raw.execute(f"PRAGMA table_info({table})"))


@pytest.mark.sqlite
async def test_the_last_stops_of_bouts_are_taken_over_from_the_audit_log(first_release: Path) -> None:
    where = first_release
    acts = [
        ("bout.stopped", {"opening": 1, "stop": "1/0/1", "asked": ["S"]}),
        ("bout.stopped", {"opening": 1, "stop": "1/3/2", "asked": ["X"]}),
        ("bout.sent", {"opening": 2, "stop": "9/9/9"}),
        ("bout.stopped", {"opening": 2, "stop": "2/0/1", "asked": ["S"]}),
        ("bout.stopped", {"stop": "of no turn"}),
    ]
    with sqlite3.connect(where) as raw:
        (game,) = raw.execute("SELECT id FROM games").fetchone()
        rows = [(game, 9, "clock", action, json.dumps(detail)) for action, detail in acts]
        raw.executemany("INSERT INTO audit (game, at, actor, action, detail) VALUES (?, ?, ?, ?, ?)", rows)
    raw.close()
    async with await Storage.open(where) as storage, storage.reading() as tx:
        assert [row.stop for row in await turns.of_game(tx, game)] == ["", "1/3/2", "2/0/1"]
