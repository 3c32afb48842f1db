"""The ladder of missed turns, and who never shows up: each step once, whoever looks how often."""

import pytest

from playtest.clock import ManualClock
from storage import governors
from tests.umpire.clock.test_absence import FRIEND, HUMANS, LADDER, away, seat
from tests.umpire.sweeping import sweep
from tests.umpire.table import acts, begin, letters, master, now_at, order, ready, texts
from umpire import news
from umpire.campaign.turn import turns
from umpire.campaign.turn.undo import undo
from umpire.games.attendance import attendance
from umpire.games.games import Game
from umpire.games.options import Options
from umpire.games.seats import replace_player
from umpire.outbox.outbox import letter_of
from umpire.services.services import Services


async def missed(services: Services, manual_clock: ManualClock, count: int = 1) -> None:
    """So many turns end by their deadlines with nothing from the humans."""
    for _ in range(count):
        manual_clock.forward(days=7)
        await sweep(services)
        await sweep(services)


async def test_the_ladder_reminds_lets_a_deputy_act_and_opens_the_seat_each_once(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services, options=LADDER)

    async def step() -> tuple[int, str]:
        async with services.storage.reading() as tx:
            known = await attendance(tx, game.id, "humans")
        return known.kept.missed, known.kept.step

    await order(services, game, "dominators")
    await missed(services, manual_clock)
    assert await step() == (1, "reminded")
    async with services.storage.reading() as tx:
        assert (await attendance(tx, game.id, "dominators")).kept.missed == 0
    assert len([t for t in await texts(services, game, "notice") if "had no orders from you" in t]) == 1
    await missed(services, manual_clock)
    assert await step() == (2, "deputy")
    async with services.storage.reading() as tx:
        led = await governors.find(tx, game.id, "humans")
    assert led is not None
    assert (led.role, (await seat(services, game)).user_id) == ("deputy", HUMANS)
    assert len(await acts(services, game, "deputy.began")) >= 1
    await missed(services, manual_clock)
    assert (await seat(services, game)).user_id == HUMANS
    await missed(services, manual_clock)
    assert (await seat(services, game)).user_id is None
    assert await step() == (0, "")
    async with services.storage.reading() as tx:
        led = await governors.find(tx, game.id, "humans")
    assert led is not None
    assert led.role == "successor"
    offers = [t for t in await texts(services, game, "notice") if "needs a leader" in t]
    assert len([t for t in offers if "Human Union" in t]) == 1


async def test_who_says_anything_is_off_the_ladder_and_who_is_away_is_not_on_it(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services, options=LADDER)
    await missed(services, manual_clock)
    await ready(services, await now_at(services, game), "humans")
    await missed(services, manual_clock)
    async with services.storage.reading() as tx:
        assert (await attendance(tx, game.id, "humans")).kept.missed == 0
    await away(services, game, days=20)
    await missed(services, manual_clock, 2)
    async with services.storage.reading() as tx:
        assert (await attendance(tx, game.id, "humans")).kept.missed == 0


async def test_a_turn_that_was_taken_back_is_missed_once(services: Services, manual_clock: ManualClock) -> None:
    game = await begin(services, options=LADDER)
    await missed(services, manual_clock)
    await undo(services, master(game), "The map was wrong.", 2)
    await missed(services, manual_clock)
    async with services.storage.reading() as tx:
        assert (await attendance(tx, game.id, "humans")).kept.missed == 1
    await missed(services, manual_clock)
    async with services.storage.reading() as tx:
        assert (await attendance(tx, game.id, "humans")).kept.missed == 2


async def test_a_turn_that_the_game_master_ended_is_missed_by_nobody(services: Services) -> None:
    game = await begin(services, options=LADDER)
    await turns.advance(services, game.id, master(game), "test", 1)
    assert await acts(services, game, "turn.missed") == []


async def told_masters(services: Services, game: Game, words: str = "has not been here") -> list[str]:
    return [text for text in await texts(services, game, "gm") if words in text]


async def test_of_who_never_shows_up_the_ladder_says_so_and_nothing_untrue(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services, options=LADDER)
    await order(services, game, "dominators")
    await missed(services, manual_clock, 4)
    told = await told_masters(services, game)
    assert [text for text in told if "has missed 1 turn running" in text]
    assert [text for text in told if "has missed 4 turns running" in text], "the seat is open then"
    assert [text for text in told if "its player has not been here since the campaign began, so the bot acts" in text]
    assert all(f"<@{HUMANS}>" in text or "Human Union" in text for text in told)
    everything = [letter_of(row).text for row in await letters(services, game)]
    assert not [text for text in everything if "is away" in text]
    assert [text for text in everything if "a deputy leads **Human Union** for its player now" in text]


async def test_who_ordered_once_has_missed_turns_and_no_more_is_said(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services, options=LADDER)
    await order(services, game, "humans")
    await missed(services, manual_clock, 3)
    assert not [text for text in await told_masters(services, game) if "Human Union" in text]
    assert await told_masters(services, game, "its player has missed turns")


@pytest.mark.parametrize("sign", ["order", "report", "ready", "away", ""])
async def test_without_a_ladder_the_masters_are_told_once_of_who_never_shows_up(services: Services, sign: str) -> None:
    game = await begin(services, options=Options(review=False))
    for turn in range(1, 5):
        now = await now_at(services, game)
        await order(services, now, "dominators")
        if turn == 1:
            match sign:
                case "order":
                    await order(services, now, "humans")
                case "report":
                    await news.unread_news(services, game.id, "humans", HUMANS)
                case "ready":
                    await ready(services, now, "humans")
                case "away":
                    await away(services, now, days=1)
                case _:
                    pass
        await turns.advance(services, game.id, master(game), "Now.", turn)
        assert len(await told_masters(services, game)) == (1 if turn >= 2 and not sign else 0)
    if not sign:
        [said] = await told_masters(services, game)
        assert f"<@{HUMANS}> (Human Union) has not been here since the campaign began" in said
        assert "/gm seat replace" in said


async def test_who_takes_a_seat_later_has_two_whole_turns(services: Services, manual_clock: ManualClock) -> None:
    game = await begin(services, options=Options(review=False))
    for turn in range(1, 6):
        now = await now_at(services, game)
        await order(services, now, "dominators")
        if turn == 1:
            await order(services, now, "humans")
        manual_clock.forward(seconds=60)
        if turn == 2:
            await replace_player(services, master(game), "humans", FRIEND)
        await turns.advance(services, game.id, master(game), "Now.", turn)
        assert len(await told_masters(services, game)) == (turn >= 4)
    [said] = await told_masters(services, game)
    assert f"<@{FRIEND}> (Human Union) has not been here since they took the seat" in said
