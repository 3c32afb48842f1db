"""Questions of fixed text: asked past most of SQLAlchemy, answered and heard of as if they were not."""

import contextlib

import pytest
from sqlalchemy import Column, Integer, MetaData, Table, bindparam, event, select, text
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DBAPIError, StatementError

from storage import games
from storage.db import Storage
from storage.queries import PreparedQuery
from storage.schema import games as table
from tests.storage.test_repositories import GAME

NAMED = PreparedQuery(select(table).filter_by(id=bindparam("game")))


async def fill(storage: Storage) -> None:
    async with storage.transaction() as tx:
        await games.add(tx, GAME)


async def test_an_answer_has_the_values_that_sqlalchemy_would_give(storage: Storage) -> None:
    await fill(storage)
    async with storage.reading() as tx:
        usual = (await tx.execute(NAMED.query, {"game": GAME.id})).all()
        assert [tuple(row) for row in await NAMED.ask(tx, {"game": GAME.id})] == [tuple(row) for row in usual]
        assert await NAMED.ask(tx, {"game": "nobody"}) == []
        assert games.GameRow(*usual[0]) == GAME


async def test_who_listens_to_statements_hears_of_it_once_in_a_transaction_that_only_reads(storage: Storage) -> None:
    await fill(storage)
    heard: list[str] = []

    def hear(_connection: object, _cursor: object, sql: str, *_: object) -> None:
        heard.append(sql)

    for name in ("before_cursor_execute", "after_cursor_execute"):
        event.listen(Engine, name, hear)
    try:
        async with storage.reading() as tx:
            for _ in range(3):
                assert await NAMED.ask(tx, {"game": GAME.id})
        assert sum("FROM games" in sql for sql in heard) == 2
        async with storage.reading() as tx:
            assert await NAMED.ask(tx, {"game": GAME.id})
        assert sum("FROM games" in sql for sql in heard) == 4
    finally:
        for name in ("before_cursor_execute", "after_cursor_execute"):
            event.remove(Engine, name, hear)


async def test_a_transaction_that_writes_sees_what_it_has_changed(storage: Storage) -> None:
    await fill(storage)
    async with storage.transaction() as tx:
        before = await games.find(tx, GAME.id)
        await games.bump(tx, GAME.id, GAME.version, name="Another name")
        after = await games.find(tx, GAME.id)
    assert before == GAME
    assert after is not None
    assert after.name == "Another name"


async def test_a_value_that_is_missing_is_a_mistake(storage: Storage) -> None:
    async with storage.reading() as tx:
        with pytest.raises((KeyError, StatementError)):
            await NAMED.ask(tx, {})


async def test_what_the_database_cannot_answer_is_told_in_the_usual_words(storage: Storage) -> None:
    gone = PreparedQuery(select(Table("gone", MetaData(), Column("id", Integer))))
    async with storage.reading() as tx:
        with pytest.raises(DBAPIError, match="gone"):
            await gone.ask(tx, {})


async def test_a_question_with_a_list_in_it_is_not_fixed(storage: Storage) -> None:
    listed = PreparedQuery(select(table).where(table.c.id.in_(("a", "b"))))
    async with storage.reading() as tx:
        if tx.dialect.name != "sqlite":
            pytest.skip("there all go the usual way")
        with pytest.raises(ValueError, match="list"):
            await listed.ask(tx, {})


async def test_reading_leaves_nothing_open_behind_it_however_it_ends(storage: Storage) -> None:
    await fill(storage)
    for _ in range(5):
        with contextlib.suppress(ZeroDivisionError):
            async with storage.reading() as tx:
                assert await games.of_guild(tx, GAME.guild_id)
                raise ZeroDivisionError
    await fill_again(storage)
    async with storage.reading() as tx:
        found = await games.find(tx, GAME.id)
    assert found is not None
    assert found.name == "Later"  # no reader still sees what was


async def fill_again(storage: Storage) -> None:
    async with storage.transaction() as tx:
        await games.bump(tx, GAME.id, GAME.version, name="Later")


async def test_a_failed_statement_tells_none_of_its_values(storage: Storage) -> None:
    with pytest.raises(DBAPIError) as wrong:
        async with storage.transaction() as tx:
            await tx.execute(text("INSERT INTO nowhere (word) VALUES (:word)"), {"word": "a-secret-salt"})
    assert "a-secret-salt" not in str(wrong.value)
