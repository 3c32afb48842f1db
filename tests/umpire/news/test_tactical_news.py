"""What a captain is told who comes back to a tactical game: three lines, once, from what their own side saw."""

from tests.umpire.sweeping import sweep
from tests.umpire.tactical_table import HOST, X, Y, begun, host, near, play_on, plot, say_done, scenario
from umpire.battle import plots
from umpire.games.seat import Seat
from umpire.news import NewsSince, has_moved, move_read_mark, unread_news
from umpire.services.services import Services
from umpire.tactical import undo

UNSEEN = "power invisible\nscreens never\ndefend nothing"
FIRES = "power radar on, keep 0\nfire all at A1"


async def look(services: Services, seat: Seat) -> NewsSince | None:
    """What a player is shown, and then noted as told."""
    shown = await unread_news(services, seat.game_id, seat.side, seat.user_id)
    if shown is not None:
        await move_read_mark(services, shown)
    return shown


async def news_text(services: Services, seat: Seat) -> str:
    shown = await look(services, seat)
    return "" if shown is None else shown.text


async def test_a_captain_is_told_once_what_was_hit_in_three_lines(services: Services) -> None:
    game, (x, y) = await begun(services, X, Y, battle=near(scenario(), 16))
    assert await news_text(services, x) == "", "a first look is only noted"
    assert await news_text(services, x) == ""
    await plot(services, x, "S1", FIRES)
    assert await news_text(services, x) == "", "what they plot themselves is no news"
    await play_on(services, (x, y))
    first, course, waits = (await news_text(services, x)).split("\n")
    assert first.startswith("**Since you last looked**: ")
    assert "(turn 1)" in first
    assert "lost " in first or "hit" in first
    assert course == "Resolved: turn 1. Turn 2 is the present one."
    assert waits == "**Waits for you**: you are asked to decide"
    assert await news_text(services, x) == "", "told once"
    assert await news_text(services, y) == "", "each has a mark of their own"
    assert await unread_news(services, game, "", HOST) is None, "who plays no side has no news"


async def test_what_happened_within_a_turn_is_told_and_then_only_the_rest(services: Services) -> None:
    _, (x, y) = await begun(services, X, Y, battle=near(scenario(), 16))
    await look(services, x)
    await look(services, y)
    await plot(services, x, "S1", f"{FIRES}\nstop when impulse >= 3")
    assert await has_moved(services, x.game_id, x.side, X) == "words", "the same whether a part of the turn was played"
    await all_done(services, x, y)
    here = await plots.sight(services, x.game_id, x.side)
    assert here.view.known.now.impulse == 3
    assert here.turn == 1
    part = await news_text(services, y)
    assert "(turn 1)" in part
    assert "Resolved" not in part
    assert await news_text(services, y) == ""
    await play_on(services, (x, y))
    rest = await news_text(services, y)
    assert "Resolved: turn 1." in rest
    assert await has_moved(services, x.game_id, x.side, X) == "turn"


async def all_done(services: Services, *held: Seat) -> None:
    """All say once that they are done, and the turn is played on."""
    for seat in held:
        await say_done(services, seat)
    await sweep(services)


async def test_a_turn_taken_back_is_said_and_nothing_is_told_of_it(services: Services) -> None:
    game, (x, y) = await begun(services, X, Y, battle=near(scenario(), 16))
    await look(services, x)
    await play_on(services, (x, y))
    await undo.ask(services, host(game), "A slip.", 1)  # nothing was sent since, so that nobody need agree
    shown = await news_text(services, x)
    assert "A turn was taken back meanwhile." in shown
    assert "Resolved" not in shown


async def test_a_hidden_craft_is_in_nobody_elses_news_even_when_the_battle_is_over(services: Services) -> None:
    battle = scenario("amber_gate")
    _, (x, y) = await begun(services, X, Y, battle=battle)
    hidden = [craft for craft in battle.craft.values() if craft.hidden]
    assert {craft.side for craft in hidden} == {y.side}
    await look(services, x)
    for craft in hidden:
        await plot(services, y, craft.id, UNSEEN)
    await play_on(services, (x, y))
    for over in (False, True):
        if over:
            await plots.concede(services, y, await plots.sight(services, y.game_id, y.side), "enough")
            await play_on(services, (x, y))
            assert (await plots.sight(services, x.game_id, x.side)).over
        shown = await news_text(services, x)
        assert shown
        for craft in hidden:
            assert craft.id not in shown
            assert craft.name not in shown
    assert "The game is over." in shown
