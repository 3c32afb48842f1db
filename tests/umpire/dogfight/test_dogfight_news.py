"""What a pilot is told who comes back to a dogfight: three lines, once, from what their own side saw."""

from tests.umpire.dogfight.test_dogfights import begun as fight_begun
from tests.umpire.dogfight.test_dogfights import tap
from tests.umpire.news.test_tactical_news import look, news_text
from tests.umpire.tactical_table import X, Y
from umpire.dogfight.dogfights import close_wishes, fight_sight
from umpire.services.services import Services


async def test_a_pilot_of_two_is_told_what_the_other_did(services: Services) -> None:
    blue, red = await fight_begun(services, "duel", X, Y)
    for seat in (blue, red):
        assert await news_text(services, seat) == ""
    for seat in (blue, red):
        now = await fight_sight(services, seat.game_id, seat.side)
        await close_wishes(services, seat, now, f"{seat.side} ready")
    shown = await news_text(services, blue)
    assert "(turn 1)" in shown
    assert "flew" in shown or "fired" in shown
    assert "Resolved: turn 1." in shown
    assert "you " in shown
    assert await news_text(services, blue) == ""


async def test_who_flies_alone_is_told_nothing(services: Services) -> None:
    (alone,) = await fight_begun(services, "night", X)
    for number in range(6):
        now = await fight_sight(services, alone.game_id, alone.side)
        await look(services, alone)
        await tap(services, alone, now, f"alone-{number}")
        assert await news_text(services, alone) == ""
