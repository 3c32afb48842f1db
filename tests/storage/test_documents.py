"""Papers: kept, found, saved once."""

import pytest
from sqlalchemy.exc import IntegrityError

from rules.values import changed
from storage import documents, games
from storage.db import Storage
from storage.documents import DocumentRow
from storage.errors import StaleStateError
from storage.games import GameRow

GAME = GameRow("g7k2", 1, 2, "Spiral Arm", "cluster_war", "setup", 1, 0, {}, {}, 3, None)


def paper(side: str = "blue", name: str = "") -> DocumentRow:
    """A race design of a side."""
    return DocumentRow("g7k2", "race", side, name, 1, "draft", {"name": "Oolab"}, 7)


async def test_a_paper_is_found_as_it_was_written(storage: Storage) -> None:
    async with storage.transaction() as tx:
        await games.add(tx, GAME)
        await documents.add(tx, paper())
        await documents.add(tx, paper("gold"))
    async with storage.reading() as tx:
        assert await documents.find(tx, "g7k2", "race", "blue") == paper()
        assert await documents.find(tx, "g7k2", "race", "red") is None
        assert await documents.find(tx, "g7k2", "design", "blue") is None
        assert [row.side for row in await documents.of_game(tx, "g7k2", "race")] == ["blue", "gold"]
        assert await documents.of_game(tx, "g7k2", "race", "gold") == (paper("gold"),)


async def test_of_two_who_save_the_same_version_one_wins(storage: Storage) -> None:
    async with storage.transaction() as tx:
        await games.add(tx, GAME)
        await documents.add(tx, paper())
        saved = await documents.save(tx, paper(), "submitted", {"name": "Vermin"}, 9)
        with pytest.raises(StaleStateError):
            await documents.save(tx, paper(), "draft", {"name": "Humans"}, 9)
    async with storage.reading() as tx:
        assert await documents.find(tx, "g7k2", "race", "blue") == saved
    assert (saved.version, saved.state, saved.document, saved.changed_at) == (2, "submitted", {"name": "Vermin"}, 9)


async def test_a_paper_is_removed_alone(storage: Storage) -> None:
    async with storage.transaction() as tx:
        await games.add(tx, GAME)
        await documents.add(tx, paper())
        await documents.add(tx, paper("gold"))
        await documents.remove(tx, paper())
        assert [row.side for row in await documents.of_game(tx, "g7k2", "race")] == ["gold"]


@pytest.mark.parametrize("change", [{"kind": "poem"}, {"state": "burnt"}, {"game": "none"}])
async def test_no_paper_of_an_unknown_kind_state_or_game(storage: Storage, change: dict[str, str]) -> None:
    wrong = changed(paper(), **change)  # type: ignore[arg-type] # wrong on purpose

    async def write() -> None:
        async with storage.transaction() as tx:
            await games.add(tx, GAME)
            await documents.add(tx, wrong)

    with pytest.raises(IntegrityError):
        await write()
