"""A workbook is its side's: whoever of the side sends it, it orders once, and a corrected one replaces the last."""

import asyncio
import io

from openpyxl import Workbook, load_workbook

from sandbox.human import Human
from storage import orders
from storage.orders import rows_in_force
from tests.e2e.campaign.dashboard_kit import dashboard_of
from tests.e2e.campaign.test_sheets import saved
from tests.e2e.kit import CHANNEL, Table


async def with_deputy(table: Table, powers: str) -> Workbook:
    """Ada is away, and the visitor acts for her; a workbook of theirs."""
    await table.start()
    asked = await table.ada.slash(CHANNEL, "away deputy", member=table.visitor.id, powers=powers)
    await table.ada.click(asked, "Yes, they may")
    data = (await table.ada.slash(table.room("ada"), "empire workbook")).attachments[0].read()
    return load_workbook(io.BytesIO(data))


async def send(table: Table, who: Human, book: Workbook) -> str:
    return (await who.slash(CHANNEL, "orders upload", file=("a.xlsx", saved(book)))).text()


async def go_away(table: Table) -> None:
    await table.ada.slash(CHANNEL, "away plan", until="20 days")
    await table.tick()


async def asked_on_the_sheet(table: Table) -> list[str]:
    async with table.services.storage.reading() as tx:
        rows = rows_in_force(await orders.of_side(tx, table.game_id, 1, "humans"))
    return [getattr(row.order, "text", "") for row in rows]


async def test_a_workbook_that_player_and_deputy_send_orders_once_and_the_player_corrects_it(table: Table) -> None:
    book = await with_deputy(table, "all")
    book["orders"]["A2"], book["orders"]["A3"] = 'ask "One?"', 'ask "Two?"'
    await send(table, table.ada, book)
    await go_away(table)
    again = await asyncio.gather(*(send(table, table.visitor, book) for _ in range(2)))
    assert all("2 orders of this workbook were on your sheet already" in told for told in again), again
    assert await asked_on_the_sheet(table) == ["One?", "Two?"]
    book["orders"]["A3"] = 'ask "Three?"'
    told = await send(table, table.visitor, book)
    assert "Taken back, because this file does not order it: 2. ask" in told
    assert await asked_on_the_sheet(table) == ["One?", "Three?"]
    await table.ada.click(dashboard_of(table, "ada"), "I am back")
    await send(table, table.ada, book)
    assert await asked_on_the_sheet(table) == ["One?", "Three?"], "the player sends what the deputy sent"
    book["orders"]["A3"] = 'ask "Four?"'
    await send(table, table.ada, book)
    assert await asked_on_the_sheet(table) == ["One?", "Four?"], "the player corrects what the deputy sent"


async def test_a_careful_deputys_workbook_takes_back_nothing_of_the_players_and_says_so(table: Table) -> None:
    book = await with_deputy(table, "careful")
    book["orders"]["A2"], book["orders"]["A3"] = 'ask "One?"', 'rename "Lantern One" to "Kept Warm"'
    await send(table, table.ada, book)
    await go_away(table)
    book["orders"]["A2"], book["orders"]["A4"] = 'rename "First Caravan" to "Late Caravan"', 'ask "Peace?"'
    told = await send(table, table.visitor, book)
    assert "✔ 1 order entered from the workbook. 1 order of this workbook was on your sheet already." in told
    assert '✗ orders A4: ask "Peace?": As a deputy you may' in told
    assert "Stays, because its player gave it and you may not take it back as a deputy: 1. ask" in told
    assert await asked_on_the_sheet(table) == ["One?", "", ""]
