"""Days away, the bank of time and deputies, by the clock: each step once, whoever looks how often."""

import pytest

from playtest.clock import ManualClock
from rules.cluster_war.chapters.movement.request_orders import FreeText
from rules.values import GameError, NotYoursError, WrongPhaseError, changed
from storage import seats
from storage.seats import SeatRow
from tests.umpire.sweeping import sweep
from tests.umpire.table import PLAYERS, SUNDAY, acts, begin, letters, master, now_at, order, player, texts
from umpire import people
from umpire.campaign import standing_orders
from umpire.campaign.absent_player import review, take_back
from umpire.campaign.sheets import orders
from umpire.campaign.turn import turns
from umpire.games import absence, bank, deputies, games
from umpire.games.absence import Span, span_of
from umpire.games.games import Game
from umpire.games.options import Options
from umpire.games.seat import Seat
from umpire.games.seats import hold_open, seat_of, take
from umpire.outbox.outbox import letter_of
from umpire.services.services import Services

HOUR = 3600
FRIEND = 777
LADDER = Options(early=False, missed_remind=1, missed_deputy=2, missed_open=4)
HUMANS = PLAYERS["humans"]


async def away(services: Services, game: Game, days: int = 10, user: int = HUMANS) -> Span:
    """From now on for so many days."""
    span = Span(services.seconds(), services.seconds() + days * 24 * HOUR, "At sea")
    await absence.plan(services, game.guild_id, user, span, game.id)
    return span


async def seat(services: Services, game: Game, side: str = "humans") -> SeatRow:
    async with services.storage.reading() as tx:
        found = await seats.find(tx, game.id, side)
    assert found is not None
    return found


async def test_an_absence_is_told_once_and_in_public_only_where_the_game_has_it_so(services: Services) -> None:
    game = await begin(services)
    span = Span(services.seconds(), services.seconds() + 3 * 24 * HOUR, "At sea *and* <@1>")
    for _ in range(2):
        assert await absence.plan(services, 1, HUMANS, span, game.id, idempotency_key="press") == 1
    [told] = [text for text in await texts(services, game, "public") if "away" in text]
    assert f"<@{HUMANS}> (Human Union) is away" in told
    assert "<@1>" not in told
    [row] = [r for r in await letters(services, game, "public") if "away" in letter_of(r).text]
    assert letter_of(row).mentions == ()
    await games.set_options(services, master(game), Options(calendar="gm"))
    await away(services, game)
    assert len([text for text in await texts(services, game, "public") if "away" in text]) == 1
    assert len([text for text in await texts(services, game, "gm") if "now away" in text]) == 1
    assert await absence.away_now(services, game.id) == frozenset()
    assert await absence.away_now(services, game.id, all_of_it=True) == {"humans"}
    own = await absence.calendar(services, game.id, all_of_it=False, user=HUMANS)
    assert [one.side for one in own] == ["humans"]
    assert await absence.calendar(services, game.id, all_of_it=False, user=PLAYERS["dominators"]) == ()


async def test_who_had_their_data_removed_acts_for_nobody_else_of_that_game(services: Services) -> None:
    game = await begin(services, options=Options(early=False))
    await people.remove(services, HUMANS)
    dominators = player(game, "dominators")
    with pytest.raises(GameError, match="had their data removed"):
        await deputies.name_deputy(services, dominators, HUMANS, "upkeep")
    with pytest.raises(GameError, match="had their data removed"):
        await take(services, game.id, HUMANS, "humans")


@pytest.mark.parametrize(
    ("since", "until", "says"),
    [
        ("today", "yesterday-ish", "A day is written like"),
        ("2020-01-01", "Friday", "is over already"),
        ("today", "2020-01-01", "is over already"),
        ("24 December", "20 December 2026", "before it begins"),
        ("today", "31 February 2027", "no such day"),
        ("today", "999 days", "180 days at once"),
        ("3 March 2029", "4 March 2029", "more than a year away"),
        ("today", "🏖️", "A day is written like"),
        ("today", "x" * 4000, "A day is written like"),
    ],
)
def test_days_that_cannot_be_are_named(services: Services, since: str, until: str, says: str) -> None:
    with pytest.raises(GameError, match=says):
        span_of(services, "Europe/Berlin", since, until, "")


def test_days_are_whole_in_the_campaigns_time_zone(services: Services) -> None:
    span = span_of(services, "Europe/Berlin", "24 December", "26.12.", "  Off \n to sea ")
    assert (span.since, span.until) == (1798066800, 1798326000)  # midnights of Berlin, an hour before those of UTC
    assert span.word == "Off to sea"
    with pytest.raises(GameError, match="one line of at most 100"):
        span_of(services, "UTC", "today", "Friday", "🏖️" * 2000)


async def test_who_has_no_seat_has_nobody_to_tell(services: Services) -> None:
    game = await begin(services)
    with pytest.raises(NotYoursError, match="no seat here"):
        await absence.plan(services, 1, 4242, Span(services.seconds(), services.seconds() + HOUR, ""), game.id)


async def test_the_bank_moves_the_deadline_once_a_press_and_says_which_limit_holds(services: Services) -> None:
    game = await begin(services, options=Options(bank_hours=30, bank_turn_hours=20))
    humans, due = player(game, "humans"), int(SUNDAY.timestamp())
    for _ in range(3):
        left = await bank.draw(services, humans, 12, expect=game.revision, idempotency_key="press")
    assert (left.left, left.turn, left.due) == (18, 8, due + 12 * HOUR)
    told = [text for text in await texts(services, game, "notice") if "takes 12 hours" in text]
    assert len(told) == 3  # the channel, and each player's own place, once
    with pytest.raises(GameError, match="In one turn 20 hours"):
        await bank.draw(services, humans, 9)
    with pytest.raises(GameError, match="Your bank holds 18 hours"):
        await bank.draw(services, humans, 19)
    with pytest.raises(GameError, match="one hour or more"):
        await bank.draw(services, humans, 0)
    with pytest.raises(WrongPhaseError, match="earlier turn"):
        await bank.draw(services, humans, 1, expect=game.revision + 1)
    with pytest.raises(NotYoursError):
        await bank.draw(services, Seat(game.id, "humans", PLAYERS["dominators"]), 1)
    assert await bank.top_up(services, master(game), "humans", 10) == 28
    with pytest.raises(GameError, match="must hold 0 to"):
        await bank.top_up(services, master(game), "humans", -29)
    await games.set_options(services, master(game), Options(bank_hours=30, extension_hours=12))
    with pytest.raises(GameError, match="put off by 0 hours more"):
        await bank.draw(services, humans, 1)
    assert (await now_at(services, game)).deadline == due + 12 * HOUR


async def test_a_game_without_a_bank_says_so(services: Services) -> None:
    game = await begin(services)
    with pytest.raises(GameError, match="has no bank of time"):
        await bank.draw(services, player(game, "humans"), 1)


async def test_the_calendar_asks_the_bank_by_itself_once_where_that_helps(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services, options=Options(bank_hours=60, bank_turn_hours=48, bank_asks=True, early=False))
    due = int(SUNDAY.timestamp())
    span = Span(services.seconds(), due + 10 * HOUR, "")
    await absence.plan(services, 1, HUMANS, span, game.id)
    for _ in range(3):
        await sweep(services)
    assert (await now_at(services, game)).deadline == due + 22 * HOUR
    assert (await bank.bank_of(services, player(game, "humans"))).left == 38
    assert len(await acts(services, game, "deadline.drawn")) == 1
    other = await begin(services, options=Options(bank_hours=60, bank_turn_hours=5, bank_asks=True), channel=401)
    await absence.plan(services, 1, HUMANS, span, other.id)
    await sweep(services)
    assert (await now_at(services, other)).deadline == due  # what it may take does not reach past the absence


async def test_a_deputy_acts_from_the_start_of_an_absence_and_stops_when_the_player_gives_an_order(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services, options=Options(early=False))
    humans, friend = player(game, "humans"), Seat(game.id, "humans", FRIEND)
    await deputies.name_deputy(services, humans, FRIEND, "all")
    with pytest.raises(NotYoursError):
        await orders.enter(services, friend, [FreeText("Too soon.")])
    await away(services, game)
    for _ in range(3):
        await sweep(services)
    assert (await seat(services, game)).deputy_id == FRIEND
    assert len(await acts(services, game, "deputy.began")) == 1
    assert await seat_of(services, game.id, FRIEND) == friend
    given = await orders.enter(services, friend, [FreeText("In your place.")])
    assert given.by == {1: FRIEND}
    assert [act.by for act in (await review(services, humans)).now] == [FRIEND]
    with pytest.raises(NotYoursError, match="Only the player"):
        await review(services, friend)
    back = await orders.enter(services, humans, [FreeText("Here again.")])
    assert "You are back" in " ".join(back.notes)
    assert (await seat(services, game)).deputy_id is None
    assert await absence.away_now(services, game.id) == frozenset()
    with pytest.raises(NotYoursError):
        await orders.enter(services, friend, [FreeText("One more.")])
    for _ in range(3):
        await sweep(services)
    assert (await seat(services, game)).deputy_id is None  # the rest of the absence brings nobody back
    undone = await take_back(services, humans, 1, game.revision)
    assert [line.text for line in undone.lines] == ['ask "Here again."']


async def test_a_deputy_stays_within_their_powers_and_leaves_the_players_own_orders_alone(services: Services) -> None:
    game = await begin(services, options=Options(early=False))
    humans, friend = player(game, "humans"), Seat(game.id, "humans", FRIEND)
    await order(services, game, "humans", "Mine.")
    await deputies.name_deputy(services, humans, FRIEND, "careful")
    await away(services, game)
    await sweep(services)
    with pytest.raises(NotYoursError, match="beyond that"):
        await orders.enter(services, friend, [FreeText("Make peace.")])
    with pytest.raises(NotYoursError, match="do not reach"):
        await orders.withdraw(services, friend, 1)
    with pytest.raises(NotYoursError, match="the player's own"):
        await orders.enter_line(services, friend, 'ask "Other words."', 1)
    with pytest.raises(GameError, match="word for the dice"):
        await orders.set_word(services, friend, "luck")
    assert [line.text for line in (await orders.receipt(services, friend)).lines] == ['ask "Mine."']
    await deputies.name_deputy(services, humans, FRIEND, "all")
    await orders.withdraw(services, friend, 1)
    found = await review(services, humans)
    assert [(act.number, act.withdrawn) for act in found.now] == [(1, True)]
    again = await take_back(services, humans, 0, game.revision)
    assert [line.text for line in again.lines] == ['ask "Mine."']


async def test_a_deputys_standing_orders_are_within_their_powers_shown_and_over_with_their_duty(
    services: Services,
) -> None:
    game = await begin(services, options=Options(early=False))
    humans, friend = player(game, "humans"), Seat(game.id, "humans", FRIEND)
    await standing_orders.add(services, humans, 'every turn: mission "Home Fleet" patrol')
    await deputies.name_deputy(services, humans, FRIEND, "upkeep")
    await away(services, game)
    await sweep(services)
    with pytest.raises(NotYoursError, match="beyond that"):
        await standing_orders.add(services, friend, 'when turn 2 has come then ask "I attack.", once')
    with pytest.raises(NotYoursError, match="beyond that"):
        await standing_orders.add(services, friend, "keep 100 CPs in reserve")
    for change in (
        standing_orders.remove(services, friend, 1),
        standing_orders.pause(services, friend, 1, paused=True),
        standing_orders.change(services, friend, 1, "keep 1 CPs in reserve"),
    ):
        with pytest.raises(NotYoursError, match="the player's own"):
            await change
    await deputies.name_deputy(services, humans, FRIEND, "all")
    await standing_orders.add(services, friend, 'when turn 2 has come then ask "I attack.", once')
    found = await review(services, humans)
    assert [(act.number, act.by) for act in found.standing] == [(2, FRIEND)]
    await orders.enter(services, humans, [FreeText("Here again.")])
    await turns.advance(services, game.id, master(game), "test", 1)
    now = await now_at(services, game)
    assert now.turn == 2
    await standing_orders.apply_standing_orders(services, game.id)
    receipt = await orders.receipt(services, player(now, "humans"))
    assert not any("I attack" in line.text for line in receipt.lines)
    assert [line.ended for line in receipt.standing] == [False, True]
    assert "duty is over" in receipt.standing[1].state


@pytest.mark.parametrize(
    ("who", "says"),
    [(HUMANS, "their own deputy"), (PLAYERS["dominators"], "two sides' secrets"), (9, "game master")],
)
async def test_nobody_is_deputy_who_knows_another_sides_secrets(services: Services, who: int, says: str) -> None:
    game = await begin(services)
    with pytest.raises(GameError, match=says):
        await deputies.name_deputy(services, player(game, "humans"), who, "all")
    with pytest.raises(NotYoursError, match="Only the player"):
        await deputies.name_deputy(services, Seat(game.id, "humans", PLAYERS["dominators"]), FRIEND, "all")


async def test_who_was_a_deputy_takes_no_other_seat(services: Services, manual_clock: ManualClock) -> None:
    game = await begin(services)
    await deputies.name_deputy(services, player(game, "humans"), FRIEND, "all")
    await away(services, game, days=1)
    await sweep(services)
    manual_clock.forward(days=2)
    await sweep(services)
    assert (await seat(services, game)).deputy_id is None  # the calendar's end is the end of it
    await hold_open(services, master(game), "dominators")
    with pytest.raises(GameError, match="know its secrets"):
        await take(services, game.id, FRIEND, "dominators")


@pytest.mark.parametrize("wrong", [{"missed_remind": 3, "missed_deputy": 2}, {"missed_open": 13}, {"bank_hours": -1}])
async def test_options_that_cannot_be_kept_are_refused(services: Services, wrong: dict[str, int]) -> None:
    game = await begin(services)
    with pytest.raises(GameError):
        await games.set_options(services, master(game), changed(Options(), **wrong))  # type: ignore[arg-type] # its fields
