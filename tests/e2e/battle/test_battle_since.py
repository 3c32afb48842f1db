"""Coming back to a battle: what happened since one last looked, to its reader alone and once."""

from sandbox.reply import Reply
from tests.e2e.battle.battle_kit import begun
from tests.e2e.kit import Table

SINCE = "**Since you last looked**"


def is_told(reply: Reply) -> bool:
    """Whether an answer begins with what happened; in public it never does."""
    assert reply.ephemeral
    return reply.text().startswith(SINCE)


async def test_a_captain_who_opens_map_or_log_is_told_once_and_nobody_in_public(table: Table) -> None:
    fight = await begun(table)
    assert not is_told(await fight.use("ada", "battle show"))
    assert not is_told(await fight.use("vik", "battle log"))
    for who in ("ada", "vik"):
        await fight.done(who)
    assert await fight.turn() == 2
    post = next(seen for seen in table.ada.messages(fight.thread, 200) if "turn 1 is over" in seen.text())
    shown = await fight.press("ada", post, "Map")
    head = shown.text().split("\n")
    assert is_told(shown)
    assert head[1:3] == [
        "Resolved: turn 1. Turn 2 is the present one.",
        "**Waits for you**: you are asked to decide",
    ]
    assert not is_told(await fight.use("ada", "battle show"))
    assert is_told(await fight.use("vik", "plot show"))
    assert not is_told(await fight.use("vik", "battle log"))
    for who in ("visitor", "gm"):
        assert not is_told(await fight.use(who, "battle show"))
    await fight.use("ada", "plot stance", stance="cautious")
    assert not [seen for seen in table.visitor.messages(fight.thread, 200) if SINCE in seen.text()]


async def test_a_long_log_below_the_news_is_whole_in_a_file(table: Table) -> None:
    fight = await begun(table, scenario="fleet_action", players={"ada": "S", "vik": "A"})
    await fight.use("ada", "battle log")
    for who in ("ada", "vik"):
        await fight.done(who)
    shown = await fight.use("ada", "battle log", turn=1)
    assert is_told(shown)
    assert len(shown.text()) <= 2000
    if shown.attachments:
        assert b"Log of turn 1" in shown.attachments[0].read()
    else:
        assert "/battle why explains" in shown.text()
