"""A database that takes no more, as on a full disk: players are told so, look on, and go on when there is room again."""

import pytest

from playtest.player import GIVE_BUTTON
from tests.e2e.kit import Table

NO_ROOM = "⚠ I cannot use my database just now; nothing was changed."
MOST_ORDERS = 40
NO_SPACE = """
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT count(*) FROM orders) >= 3 THEN
        RAISE EXCEPTION 'the disk is full' USING ERRCODE = 'disk_full';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER no_space BEFORE INSERT ON orders EXECUTE FUNCTION refuse();
"""


async def fill(table: Table) -> None:
    """From now on the file may not grow; a server refuses a fourth order, as with a full disk beneath it."""
    async with table.services.storage.transaction() as tx:
        if tx.dialect.name == "sqlite":
            await tx.exec_driver_sql("PRAGMA max_page_count = 1")
        else:
            await tx.exec_driver_sql(NO_SPACE)


async def make_room(table: Table) -> None:
    """All goes again."""
    async with table.services.storage.transaction() as tx:
        if tx.dialect.name == "sqlite":
            await tx.exec_driver_sql("PRAGMA max_page_count = 1000000")
        else:
            await tx.exec_driver_sql("DROP TRIGGER no_space ON orders")


async def ordered(table: Table) -> str:
    asked = await table.ask("ada", "orders ask", text="word " * 290)
    return (await table.ada.click(asked, GIVE_BUTTON)).text()


async def test_a_full_database_is_told_reads_go_on_and_nothing_is_lost(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    await table.start()
    await fill(table)
    given = 0
    while (answer := await ordered(table)).startswith("✔"):
        given += 1
        assert given < MOST_ORDERS
    assert answer.startswith(NO_ROOM), answer
    assert any("disk is full" in str(record.exc_info) for record in caplog.records)
    assert f"-# {given} orders" in (await table.ask("ada", "orders show")).text()
    await make_room(table)
    assert "✔ Order given." in await ordered(table)
    assert f"-# {given + 1} orders" in (await table.ask("ada", "orders show")).text()
    await table.advance()
