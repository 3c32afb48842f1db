"""Battles from first command to last, through the sandbox with the real client."""

from tests.e2e.battle_kit import begun, new_fight
from tests.e2e.kit import CHANNEL, Table

PLAN = "1-4 accelerate\nfire all when range <= 8\nstance aggressive"


async def test_a_duel_is_made_joined_plotted_and_played_to_its_end(table: Table) -> None:
    fight = await begun(table)
    receipt = (await fight.write("ada", PLAN)).text()
    assert "1. `1-4 accelerate`" in receipt
    assert "receipt `" in receipt
    assert "velocity A" in receipt
    await fight.write("vik", PLAN)
    await fight.done("ada")
    assert await fight.turn() == 1
    await fight.done("vik")
    assert await fight.turn() == 2
    log = (await fight.use("ada", "battle log", turn=1)).text()
    assert "1. Turn 1 begins" in log
    assert "accelerates" in (await fight.use("ada", "battle why", line=3, turn=1)).text() or log
    for _ in range(40):
        if await fight.over():
            break
        for who in ("ada", "vik"):
            await fight.use(who, "plot stance", stance="aggressive")
            await fight.done(who)
    assert await fight.over()
    assert "Over at turn" in (await fight.use("visitor", "battle status")).text()
    assert "is over" in (await fight.refused("ada", "plot done"))


async def test_a_solo_battle_begins_at_once_and_is_played(table: Table) -> None:
    fight = await new_fight(table, side="S", against="aggressive", hours=0)
    assert await fight.turn() == 1
    await fight.use("ada", "plot stance", stance="aggressive")
    await fight.done("ada")
    assert await fight.turn() == 2


async def test_what_is_no_battle_is_said(table: Table) -> None:
    reply = await table.ada.slash(CHANNEL, "battle status")
    assert "no battle in this thread" in reply.text()
    assert "There is no battle" in (await table.ada.slash(CHANNEL, "battle new", scenario="🚀")).text()
