"""A recap: the greatest news of a turn first, dealings as they came."""

from render.campaign.news import Headline, write_recap
from tests.render.campaign.scene import late_game


def test_dealings_are_told_in_the_order_they_came_and_all_else_by_weight() -> None:
    view = late_game()
    news = (
        Headline(7, 90, "A battle.", 30, kind="BattleFought"),
        Headline(7, 62, "Full trade is agreed.", 12, kind="TradeAgreed"),
        Headline(7, 56, "Limited trade ends.", 11, kind="TradeEnded"),
        Headline(7, 46, "A colony.", 5, kind="ColonyFounded"),
        Headline(7, 10, "Left out.", 1, kind="TradeOffered"),
    )
    told = write_recap([(7, news)], view, view, "The Reach")
    lines = [line[2:] for line in told.splitlines() if line.startswith("- ")]
    assert lines == ["A battle.", "Limited trade ends.", "Full trade is agreed.", "A colony."]
