"""Coming back to a dogfight: what happened since one last looked, to its reader alone and once."""

from tests.e2e.battle.test_battle_since import SINCE, is_told
from tests.e2e.dogfight.test_dogfight_duel import accepted
from tests.e2e.kit import Table


async def test_a_pilot_of_two_is_told_in_log_and_show_and_not_on_the_board(table: Table) -> None:
    duel, opened = await accepted(table)
    views = {who: await duel.press("My view", opened, who=who) for who in ("ada", "vik")}
    for who in views:
        assert not is_told(await duel.use("dogfight log", who))
    for _ in range(60):
        for who in ("ada", "vik"):
            views[who] = await duel.press("Refresh", views[who], who=who)
            if any(one.label.startswith("★") for one in views[who].buttons):
                views[who] = await duel.press("★", views[who], who=who)
            assert SINCE not in views[who].text()
        if await duel.turn() > 1:
            break
    log = await duel.use("dogfight log", "ada")
    assert is_told(log)
    assert "(turn 1)" in log.text().split("\n")[0]
    assert not is_told(await duel.use("dogfight show", "ada"))
    assert is_told(await duel.use("dogfight show", "vik"))
    assert not is_told(await duel.use("dogfight log", "dom"))
    assert not [seen for seen in table.dom.messages(duel.place, 200) if SINCE in seen.text()]
