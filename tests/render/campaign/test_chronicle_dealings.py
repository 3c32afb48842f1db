"""What a chronicle says of a battle between partners: their trade goes on until somebody ends it."""

from render.campaign.chronicle.facts import facts_of
from render.campaign.news import SeenTurn
from rules.cluster_war.model.events.battles import BattleSettled
from rules.cluster_war.model.events.diplomacy import TradeAgreed
from tests.render.campaign.happenings import cause, happenings
from tests.render.campaign.scene import late_game


def test_a_battle_between_partners_is_told_once_and_no_trade_is_said_to_have_ended() -> None:
    view = late_game(4, 7)
    battle = next(one for one in happenings() if isinstance(one, BattleSettled))
    agreed = TradeAgreed(("humans", "vermin"), "full", cause=cause("CW-11.0-02"), seen_by=("humans",))
    turns = [SeenTurn(12, view, view, (agreed,), ()), SeenTurn(13, view, view, (battle, battle), ())]
    told = [one.text for one in facts_of(turns, "The Long Night", over=True).dealings if not one.kept]
    assert len(told) == 1
    assert told[0].startswith("Humans and Vermin fought at ")
    assert told[0].endswith(", though they were partners in trade.")
