"""/help in a person's hands: anybody, anywhere, by command, list and button."""

from tests.e2e.kit import CHANNEL, Table


async def test_a_newcomer_reads_help_before_there_is_any_campaign(table: Table) -> None:
    first = await table.visitor.slash("welcome", "help")
    assert first.ephemeral
    assert "/campaign join" in first.text()
    orders = await table.visitor.click(first, "orders")
    assert "Giving orders" in orders.text()
    assert "Your first five minutes" not in orders.text()
    offered = await table.visitor.autocomplete("welcome", "help", "topic", "dic")
    assert [choice.value for choice in offered] == ["dice"]
    unknown = await table.visitor.slash("welcome", "help", topic="`@everyone")
    assert "There is no help on" in unknown.text()


async def test_help_works_in_a_direct_message_and_in_a_game(table: Table) -> None:
    await table.start()
    assert "How a turn goes" in (await table.ada.slash(CHANNEL, "help", topic="turn")).text()
    assert "first five minutes" in (await table.ada.slash(table.ada.open_dm(), "help")).text()
