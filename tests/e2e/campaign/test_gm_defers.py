"""Commands that change the whole state tell Discord first that they take a moment: three seconds are soon over."""

from tests.e2e.kit import CHANNEL, Table


async def test_an_amendment_asks_for_time_and_its_refusal_is_still_for_the_master_alone(table: Table) -> None:
    await table.start()
    made = await table.gm.slash(CHANNEL, "gm amend treasury", side="humans", cps=7)
    assert made.kind == "deferred"
    assert made.ephemeral
    refused = await table.gm.slash(CHANNEL, "gm amend world", hex="0101", orbit=1, step="zzzz")
    assert refused.text().startswith("⚠")
    assert refused.ephemeral
