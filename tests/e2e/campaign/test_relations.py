"""Who stands how with whom: the page, its buttons, what strikes a partner, and peace that is agreed by taps."""

from playtest.player import GIVE_BUTTON
from sandbox.reply import Reply
from tests.e2e.campaign.dashboard_kit import dashboard_of
from tests.e2e.campaign.orders_kit import amended
from tests.e2e.kit import Table


async def page_of(table: Table, who: str) -> Reply:
    """The page, from the dashboard."""
    return await table.human(who).click(dashboard_of(table, who), "Relations")


async def met(table: Table) -> None:
    """The Humans and the Dominion have ambassadors."""
    await table.start(review=False)
    await amended(table, "decree embassy", one="humans", other="dominators")


async def pressed(table: Table, who: str, page: Reply, word: str, other: str) -> Reply:
    """A button of the page, by what it does to whom."""
    (button,) = (b for b in page.buttons if b.custom_id and b.custom_id.endswith(f":{word}:{other}"))
    return await table.human(who).click(page, button.custom_id or "")


async def test_peace_is_agreed_by_taps_and_the_page_says_since_when_and_why(table: Table) -> None:
    await met(table)
    page = await page_of(table, "ada")
    assert "The Dominion** · ● In contact, nothing agreed" in page.text()
    preview = await pressed(table, "ada", page, "truce", "dominators")
    assert "You offer The Dominion a truce of 6 turns; it holds once they offer you the same." in preview.text()
    assert "✔ Order given" in (await table.ada.click(preview, GIVE_BUTTON)).text()
    assert "You offer" not in (await page_of(table, "dom")).text(), "a sheet is its side's own"
    old = await page_of(table, "ada")
    await table.advance()
    stale = await pressed(table, "ada", old, "threat", "dominators")
    assert "This button belongs to a turn that is over" in stale.text() or "turn" in stale.text()
    assert not any(b.label == GIVE_BUTTON for b in stale.buttons)
    page = await page_of(table, "dom")
    assert "They offer you a truce of 6 turns" in page.text()
    preview = await pressed(table, "dom", page, "peace", "humans")
    assert "you have a truce of 6 turns from turn 3" in preview.text()
    await table.human("dom").click(preview, GIVE_BUTTON)
    await table.advance()
    page = await page_of(table, "ada")
    assert "⏳ **Truce** since turn 2, until turn 9 begins: you agreed on a truce" in page.text()
    assert [b.label for b in page.buttons][:2] == ["Offer peace", "End the peace"]
    told = await table.ask("ada", "treaty relations")
    assert "until turn 9 begins" in told.text()


async def test_an_order_that_strikes_a_partner_asks_on_every_way_onto_the_sheet(table: Table) -> None:
    await met(table)
    await table.order("ada", 'trade "The Dominion" limited')
    await table.order("dom", 'trade "Humans" limited')
    await table.advance()
    page = await page_of(table, "ada")
    assert "🤝 **Trade** since turn 1: you agreed on trade" in page.text()
    told = "The Dominion is your partner in limited trade since turn 1; who attacks, attacks them, too, and that breaks it."
    fleet = next(f for f in (await table.view("humans")).fleets.values()).name
    line = f'engage "{fleet}" attack'
    for preview in (
        await table.ask("ada", "fleet engage", fleet=fleet, stance="attack"),
        await table.ask("ada", "orders write", line=line),
    ):
        assert f"⚠ {told}" in preview.text()
        assert "This strikes a partner. Do you want that?" in preview.text()
        assert GIVE_BUTTON in [b.label for b in preview.buttons]
    both = await table.ada.click(await table.ask("ada", "orders write", line=line), "Change the text")
    read = await table.ada.submit(both, {"line": f'{line}\nask "Who goes there?"'})
    assert told in read.text()
    assert "This strikes a partner. Do you want that?" in read.text()
    preview = await pressed(table, "ada", page, "threat", "dominators")
    assert "This strikes a partner" not in preview.text()


async def test_a_threat_is_read_by_whom_it_is_for(table: Table) -> None:
    await met(table)
    preview = await pressed(table, "ada", await page_of(table, "ada"), "threat", "dominators")
    assert "You threaten The Dominion with war." in preview.text()
    await table.ada.click(preview, GIVE_BUTTON)
    await table.advance()
    assert "threatened" in (await page_of(table, "dom")).text()
    assert "threatened" in table.last_in_room("dom").text()
