"""A database that takes no more, as on a full disk: players are told so, look on, and go on when there is room again."""

import pytest

from tests.e2e.campaign.orders_kit import GIVE
from tests.e2e.kit import Table

NO_ROOM = "⚠ I cannot use my database just now; nothing was changed."
MOST_ORDERS = 40
ROOM = 1_000_000


async def let_it_have(table: Table, pages: int) -> None:
    """Limit the database file to so many pages, or to what it has."""
    async with table.services.storage.transaction() as tx:
        await tx.exec_driver_sql(f"PRAGMA max_page_count = {pages}")


async def ordered(table: Table) -> str:
    asked = await table.ask("ada", "orders ask", text="word " * 290)
    return (await table.ada.click(asked, GIVE)).text()


async def test_a_full_database_is_told_reads_go_on_and_nothing_is_lost(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    await table.start()
    await let_it_have(table, 1)
    given = 0
    while (answer := await ordered(table)).startswith("✔"):
        given += 1
        assert given < MOST_ORDERS
    assert answer.startswith(NO_ROOM), answer
    assert any("database or disk is full" in str(record.exc_info) for record in caplog.records)
    assert f"-# {given} orders" in (await table.ask("ada", "orders show")).text()
    await let_it_have(table, ROOM)
    assert "✔ Order given." in await ordered(table)
    assert f"-# {given + 1} orders" in (await table.ask("ada", "orders show")).text()
    await table.advance()
