"""The clock: deadlines, reminders, grace, early advance, pause, extension, downtime; every effect once."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar, TypeVarTuple

import pytest

from rules.errors import GameError, NotYoursError, WrongPhaseError
from storage import audit, deadlines, heartbeat, outbox, problems, turns
from storage.db import Storage
from storage.outbox import OutboxRow
from tests.umpire.table import (
    CHANNEL,
    PLAYERS,
    SUNDAY,
    THREADS,
    WEEKLY,
    Chance,
    Hands,
    Message,
    Post,
    Remembering,
    begin,
    desk_on,
    master,
    order,
    player,
    ready,
)
from umpire import games, orders, seats
from umpire.clock import Clock, Due, next_moment, sweep
from umpire.delivery import Deliverer
from umpire.desk import Umpire
from umpire.downtime import come_back
from umpire.extending import extend
from umpire.games import Game
from umpire.options import Options
from umpire.outbox import letter_of
from umpire.schedule import Schedule
from umpire.undo import undo

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
START = SUNDAY - timedelta(days=6)
HOUR = 3600


@pytest.fixture
def hands() -> Hands:
    return Hands(START)


@pytest.fixture
async def desk(tmp_path: Path, hands: Hands) -> AsyncIterator[Umpire]:
    async with await Storage.open(tmp_path / "a.db") as storage:
        yield desk_on(storage, hands)


async def letters(desk: Umpire, game: Game, kind: str = "") -> list[OutboxRow]:
    async with desk.storage.reading() as tx:
        rows = await outbox.of_game(tx, game.id)
    return [row for row in rows if kind in {"", letter_of(row).kind}]


async def texts(desk: Umpire, game: Game, kind: str) -> list[str]:
    return [letter_of(row).text for row in await letters(desk, game, kind)]


async def acts(desk: Umpire, game: Game, action: str) -> list[Any]:
    async with desk.storage.reading() as tx:
        return [row.detail for row in await audit.whole(tx, game.id) if row.action == action]


async def now_at(desk: Umpire, game: Game) -> Game:
    return await games.get_game(desk, game.id)


async def test_nothing_happens_before_the_deadline_and_the_turn_is_resolved_after_it(
    desk: Umpire, hands: Hands
) -> None:
    game = await begin(desk)
    assert game.deadline == SUNDAY.timestamp()
    hands.at = SUNDAY - timedelta(seconds=1)
    assert await sweep(desk) == ()
    hands.at = SUNDAY
    assert await sweep(desk) == (Due(game.id, 1, "The deadline has passed."),)
    after = await now_at(desk, game)
    assert (after.turn, after.deadline) == (2, (SUNDAY + timedelta(weeks=1)).timestamp())
    assert await sweep(desk) == ()


async def test_a_program_that_starts_late_resolves_late_and_once(desk: Umpire, hands: Hands) -> None:
    game = await begin(desk)
    hands.at = SUNDAY + timedelta(hours=60)
    await sweep(desk)
    await sweep(desk)
    after = await now_at(desk, game)
    assert after.turn == 2
    assert after.deadline == (SUNDAY + timedelta(weeks=1)).timestamp()
    assert len(await acts(desk, game, "turn.resolved")) == 1


async def test_two_processes_on_one_database_have_one_effect(tmp_path: Path, hands: Hands) -> None:
    async with await Storage.open(tmp_path / "a.db") as one, await Storage.open(tmp_path / "a.db") as two:
        first, second = desk_on(one, hands), desk_on(two, hands, Chance("second"))
        game = await begin(first)
        hands.at = SUNDAY - timedelta(hours=23)
        await asyncio.gather(sweep(first), sweep(second))
        assert len(await letters(first, game, "reminder")) == 2
        hands.at = SUNDAY
        done = await asyncio.gather(sweep(first), sweep(second))
        assert sum(len(d) for d in done) == 1
        assert (await now_at(first, game)).turn == 2
        assert len(await acts(first, game, "turn.resolved")) == 1
        assert len(await letters(first, game, "packet")) == 5  # two to begin with, two for the turn, the game master's


async def test_two_processes_see_all_ready_and_one_advances(tmp_path: Path, hands: Hands) -> None:
    async with await Storage.open(tmp_path / "a.db") as one, await Storage.open(tmp_path / "a.db") as two:
        first, second = desk_on(one, hands), desk_on(two, hands, Chance("second"))
        game = await begin(first)
        for side in PLAYERS:
            await ready(first, game, side)
        await asyncio.gather(sweep(first), sweep(second))
        assert (await now_at(first, game)).turn == 2
        assert len(await acts(first, game, "turn.resolved")) == 1


async def test_a_claim_of_a_process_that_died_is_taken_up_again(desk: Umpire, hands: Hands) -> None:
    game = await begin(desk)
    hands.at = SUNDAY
    async with desk.storage.transaction() as tx:
        deadline = await deadlines.current(tx, game.id, game.opening)
        assert deadline is not None
        assert await deadlines.claim(tx, deadline.id, desk.seconds())
    assert await sweep(desk) == ()
    hands.on(minutes=11)
    assert [due.turn for due in await sweep(desk)] == [1]


async def test_reminders_come_once_each_to_those_who_are_not_complete(desk: Umpire, hands: Hands) -> None:
    game = await begin(desk)
    await order(desk, game, "humans")
    hands.at = SUNDAY - timedelta(hours=24)
    for _ in range(3):
        await sweep(desk)
    [row] = await letters(desk, game, "reminder")
    letter = letter_of(row)
    assert letter.side == "dominators"
    assert letter.mentions == (PLAYERS["dominators"],)
    assert f"<@{PLAYERS['dominators']}>" in letter.text
    assert f"<t:{int(SUNDAY.timestamp())}:F>" in letter.text
    hands.at = SUNDAY - timedelta(hours=3)
    await sweep(desk)
    first, second = await letters(desk, game, "reminder")
    assert first.edit_key == second.edit_key  # the same live message


async def test_nobody_is_reminded_once_he_is_ready(desk: Umpire, hands: Hands) -> None:
    game = await begin(desk, options=Options(early=False))
    for side in PLAYERS:
        await ready(desk, game, side)
    hands.at = SUNDAY - timedelta(hours=1)
    await sweep(desk)
    assert await letters(desk, game, "reminder") == []


async def test_a_reminder_that_was_given_stays_true_by_silent_edits(desk: Umpire, hands: Hands) -> None:
    game = await begin(desk)
    post = Post()
    deliverer = Deliverer(desk, post)

    async def humans() -> Message:
        await sweep(desk)
        await deliverer.drain()
        [message] = [m for m in post.to("thread", THREADS["humans"]) if "Orders for turn 1" in m.text]
        return message

    hands.at = SUNDAY - timedelta(hours=20)
    assert "no orders on your sheet yet" in (await humans()).text
    await order(desk, game, "humans")
    assert "are complete" in (await humans()).text
    await ready(desk, game, "humans")
    assert "are ready" in (await humans()).text
    await extend(desk, master(game), 1, "Snow.")
    moved = await humans()
    assert f"<t:{int(SUNDAY.timestamp()) + HOUR}:F>" in moved.text
    assert moved.edits == 3
    assert await humans() is moved
    assert moved.edits == 3
    edits = [letter_of(row) for row in await letters(desk, game, "sheet")]
    assert {letter.mentions for letter in edits} == {()}


async def test_of_missed_reminders_one_is_given_and_none_after_the_deadline(desk: Umpire, hands: Hands) -> None:
    game = await begin(desk)
    hands.at = SUNDAY - timedelta(minutes=5)
    await sweep(desk)
    assert len(await letters(desk, game, "reminder")) == 2
    other = await begin(desk, channel=CHANNEL + 1)
    hands.at = SUNDAY + timedelta(weeks=3)
    await sweep(desk)
    assert await letters(desk, other, "reminder") == []


async def test_open_seats_and_away_players_are_not_pinged(desk: Umpire, hands: Hands) -> None:
    game = await begin(desk)
    await seats.hold_open(desk, master(game), "humans")
    await seats.set_away(desk, player(game, "dominators"), away=True)
    hands.at = SUNDAY - timedelta(hours=2)
    await sweep(desk)
    [row] = await letters(desk, game, "reminder")
    assert letter_of(row).side == "dominators"
    assert letter_of(row).mentions == ()


async def test_when_all_are_ready_the_turn_ends_early_if_the_game_allows_it(desk: Umpire) -> None:
    game = await begin(desk)
    patient = await begin(desk, options=Options(early=False), channel=CHANNEL + 1)
    for side in PLAYERS:
        assert await sweep(desk) == ()
        await ready(desk, game, side)
        await ready(desk, patient, side)
    assert await sweep(desk) == (Due(game.id, 1, "All are ready."),)
    after = await now_at(desk, game)
    assert after.turn == 2
    assert after.deadline == (SUNDAY + timedelta(0)).timestamp()  # six days are left: the week's deadline stands
    assert (await now_at(desk, patient)).turn == 1


async def test_an_open_seat_does_not_hold_up_those_who_are_ready(desk: Umpire) -> None:
    game = await begin(desk)
    await seats.hold_open(desk, master(game), "humans")
    assert await sweep(desk) == ()
    await ready(desk, game, "dominators")
    assert len(await sweep(desk)) == 1


async def test_in_the_grace_orders_are_still_taken_and_it_is_told_once(desk: Umpire, hands: Hands) -> None:
    game = await begin(desk, options=Options(grace_minutes=30))
    await order(desk, game, "humans")
    hands.at = SUNDAY + timedelta(minutes=5)
    for _ in range(3):
        assert await sweep(desk) == ()
    [told] = [text for text in await texts(desk, game, "notice") if "still taken" in text]
    assert f"<t:{int((SUNDAY + timedelta(minutes=30)).timestamp())}:t>" in told
    assert await next_moment(desk) == (SUNDAY + timedelta(minutes=30)).timestamp()
    await order(desk, game, "dominators", "Better late than never.")
    assert [due.turn for due in await sweep(desk)] == [1]  # nobody is left to wait for
    async with desk.storage.reading() as tx:
        done = await turns.find(tx, game.id, 1)
    assert done is not None
    assert done.orders is not None
    assert b"Better late than never." in done.orders
    assert (await now_at(desk, game)).deadline == (SUNDAY + timedelta(weeks=1)).timestamp()


async def test_after_the_grace_the_turn_is_resolved_whoever_is_missing(desk: Umpire, hands: Hands) -> None:
    game = await begin(desk, options=Options(grace_minutes=30))
    hands.at = SUNDAY + timedelta(minutes=29, seconds=59)
    assert await sweep(desk) == ()
    hands.on(seconds=1)
    assert len(await sweep(desk)) == 1
    with pytest.raises(WrongPhaseError):
        await orders.set_ready(desk, player(game, "humans"), ready=True, expect=game.opening)


async def test_a_paused_game_waits_and_keeps_the_time_that_was_left(desk: Umpire, hands: Hands) -> None:
    game = await begin(desk)
    hands.at = SUNDAY - timedelta(hours=10)
    await sweep(desk)
    await games.pause(desk, master(game), "Holidays.")
    hands.on(days=20)
    assert await sweep(desk) == ()
    again = await games.resume(desk, master(game))
    assert again.deadline == (hands.at + timedelta(hours=10)).timestamp()
    assert len(await letters(desk, game, "reminder")) == 2
    hands.on(hours=7)
    await sweep(desk)
    assert len(await letters(desk, game, "reminder")) == 4  # the one three hours before
    hands.on(hours=3)
    assert len(await sweep(desk)) == 1


async def test_a_game_paused_in_its_last_minute_gets_an_hour(desk: Umpire, hands: Hands) -> None:
    game = await begin(desk)
    hands.at = SUNDAY - timedelta(minutes=1)
    await games.pause(desk, master(game))
    hands.on(days=1)
    assert (await games.resume(desk, master(game))).deadline == desk.seconds() + HOUR


async def test_a_schedule_set_while_paused_counts(desk: Umpire, hands: Hands) -> None:
    game = await begin(desk)
    await games.pause(desk, master(game))
    await games.set_schedule(desk, master(game), Schedule("every", hours=48))
    hands.on(days=2)
    assert (await games.resume(desk, master(game))).deadline == desk.seconds() + 48 * HOUR


async def test_a_deadline_is_extended_with_a_reason_up_to_the_cap(desk: Umpire, hands: Hands) -> None:
    game = await begin(desk, options=Options(extension_hours=30))
    hands.at = SUNDAY - timedelta(hours=2)
    await sweep(desk)
    assert len(await letters(desk, game, "reminder")) == 2
    later = await extend(desk, master(game), 20, "Snow.", once="click-1")
    again = await extend(desk, master(game), 20, "Snow.", once="click-1")
    assert later.deadline == again.deadline == (SUNDAY + timedelta(hours=20)).timestamp()
    assert "Snow." in (await texts(desk, game, "notice"))[-1]
    assert [act["hours"] for act in await acts(desk, game, "deadline.extended")] == [20]
    with pytest.raises(GameError, match="10 are left"):
        await extend(desk, master(game), 11, "More snow.")
    for hours, reason in ((0, "None."), (-3, "Back."), (1, "  ")):
        with pytest.raises(GameError):
            await extend(desk, master(game), hours, reason)
    with pytest.raises(NotYoursError):
        await extend(desk, player(game, "humans"), 1, "Please.")
    hands.at = SUNDAY + timedelta(hours=17)
    await sweep(desk)
    assert len(await letters(desk, game, "reminder")) == 4  # three hours before the new moment, again
    assert await sweep(desk) == ()
    hands.at = SUNDAY + timedelta(hours=20)
    assert len(await sweep(desk)) == 1


async def test_an_extension_in_the_grace_counts_from_now(desk: Umpire, hands: Hands) -> None:
    game = await begin(desk, options=Options(grace_minutes=60))
    hands.at = SUNDAY + timedelta(minutes=10)
    await sweep(desk)
    assert (await extend(desk, master(game), 1, "Train.")).deadline == desk.seconds() + HOUR


async def test_what_a_pause_keeps_of_an_extension(desk: Umpire, hands: Hands) -> None:
    game = await begin(desk, options=Options(extension_hours=24))
    await extend(desk, master(game), 20, "Snow.")
    await games.pause(desk, master(game))
    hands.on(days=3)
    await games.resume(desk, master(game))
    with pytest.raises(GameError, match="4 are left"):
        await extend(desk, master(game), 5, "Snow.")


async def test_an_undone_turn_gets_a_new_deadline_that_runs_out_in_turn(desk: Umpire, hands: Hands) -> None:
    game = await begin(desk)
    await order(desk, game, "humans", "Hold the line.")
    hands.at = SUNDAY
    await sweep(desk)
    back = await undo(desk, master(game), "A wrong table.", 2)
    assert (back.turn, back.deadline) == (1, (SUNDAY + timedelta(weeks=1)).timestamp())
    assert await sweep(desk) == ()
    hands.on(weeks=1)
    assert [due.turn for due in await sweep(desk)] == [1]
    async with desk.storage.reading() as tx:
        again = await turns.standing(tx, game.id, 1)
    assert again is not None
    assert again.orders is not None
    assert b"Hold the line." in again.orders


async def test_without_a_schedule_only_readiness_or_the_game_master_ends_a_turn(desk: Umpire, hands: Hands) -> None:
    game = await begin(desk, Schedule())
    hands.on(days=500)
    assert await sweep(desk) == ()
    assert await next_moment(desk) is None
    for side in PLAYERS:
        await ready(desk, game, side)
    assert len(await sweep(desk)) == 1


class Failing(Remembering):
    """Workers that fail when they are told to."""

    failing = False

    async def run(self, function: Callable[[*Ts], T], *args: *Ts, urgent: bool = False) -> T:
        if self.failing:
            raise ZeroDivisionError("a bug")
        return await super().run(function, *args, urgent=urgent)


async def test_a_turn_that_cannot_be_resolved_is_told_once_and_tried_again(
    tmp_path: Path, hands: Hands, caplog: pytest.LogCaptureFixture
) -> None:
    async with await Storage.open(tmp_path / "a.db") as storage:
        workers = Failing()
        desk = Umpire(storage, workers, hands, Chance())
        game = await begin(desk)
        workers.failing = True
        hands.at = SUNDAY
        for _ in range(4):
            await sweep(desk)
            hands.on(minutes=11)
        [told] = await texts(desk, game, "problem")
        assert "code" in told
        assert "could not be resolved" in caplog.text
        workers.failing = False
        await sweep(desk)
        assert (await now_at(desk, game)).turn == 2
        async with storage.reading() as tx:
            assert await problems.open_of(tx, game.id) == ()


async def beat(desk: Umpire, process: str = "elsewhere:1:x") -> None:
    async with desk.storage.transaction() as tx:
        await heartbeat.beat(tx, process, desk.seconds())


async def test_downtime_over_a_deadline_gives_back_what_lay_before_it(desk: Umpire, hands: Hands) -> None:
    game = await begin(desk)
    hands.at = SUNDAY - timedelta(hours=5)
    await beat(desk)
    hands.at = SUNDAY + timedelta(hours=3)
    found = await come_back(desk, "me")
    assert found is not None
    assert (found.until - found.since, found.credited) == (8 * HOUR, 1)
    assert await sweep(desk) == ()
    assert (await now_at(desk, game)).deadline == desk.seconds() + 5 * HOUR
    assert [act["seconds"] for act in await acts(desk, game, "deadline.credited")] == [5 * HOUR]
    assert "I was away" in (await texts(desk, game, "notice"))[-1]


async def test_downtime_near_a_deadline_puts_it_off_by_as_much_up_to_the_cap(desk: Umpire, hands: Hands) -> None:
    game = await begin(desk)
    capped = await begin(desk, options=Options(credit_hours=2), channel=CHANNEL + 1)
    none = await begin(desk, options=Options(credit_hours=0), channel=CHANNEL + 2)
    far = await begin(desk, Schedule("every", hours=24 * 20), channel=CHANNEL + 3)
    hands.at = SUNDAY - timedelta(hours=15)
    await beat(desk)
    hands.on(hours=5)
    found = await come_back(desk, "me")
    assert found is not None
    assert found.credited == 2
    assert (await now_at(desk, game)).deadline == (SUNDAY + timedelta(hours=5)).timestamp()
    assert (await now_at(desk, capped)).deadline == (SUNDAY + timedelta(hours=2)).timestamp()
    assert (await now_at(desk, none)).deadline == SUNDAY.timestamp()
    assert (await now_at(desk, far)).deadline == far.deadline


async def test_two_processes_that_start_together_credit_once(tmp_path: Path, hands: Hands) -> None:
    async with await Storage.open(tmp_path / "a.db") as one, await Storage.open(tmp_path / "a.db") as two:
        first, second = desk_on(one, hands), desk_on(two, hands, Chance("second"))
        game = await begin(first)
        hands.at = SUNDAY - timedelta(hours=5)
        await beat(first)
        hands.on(hours=1)
        found = await asyncio.gather(come_back(first, "a"), come_back(second, "b"))
        assert sum(one.credited for one in found if one is not None) == 1
        assert len(await acts(first, game, "deadline.credited")) == 1


async def test_a_short_restart_and_a_deadline_overdue_before_are_not_credited(desk: Umpire, hands: Hands) -> None:
    game = await begin(desk)
    assert await come_back(desk, "first") is None
    hands.on(seconds=60)
    assert await come_back(desk, "second") is None
    hands.at = SUNDAY + timedelta(minutes=1)
    await beat(desk)  # it was at work at the deadline, and died over it
    hands.on(hours=2)
    found = await come_back(desk, "third")
    assert found is not None
    assert found.credited == 0
    assert [due.game for due in await sweep(desk)] == [game.id]


async def test_the_running_clock_does_what_is_overdue_and_beats(desk: Umpire, hands: Hands) -> None:
    game = await begin(desk)
    hands.at = SUNDAY
    clock = Clock(desk)
    await clock.start()
    await clock.settled()
    assert (await now_at(desk, game)).turn == 2
    async with desk.storage.reading() as tx:
        assert await heartbeat.last(tx, clock.process) == desk.seconds()
    for side in PLAYERS:
        await ready(desk, game, side)
    clock.poke()
    await clock.settled()
    assert (await now_at(desk, game)).turn == 3
    await clock.stop()


async def test_the_alarm_rings_when_the_next_thing_is_due(desk: Umpire, hands: Hands) -> None:
    game = await begin(desk, options=Options(reminder_hours=()))
    hands.at = SUNDAY - timedelta(milliseconds=300)
    clock = Clock(desk)
    await clock.start()
    await clock.settled()
    assert (await now_at(desk, game)).turn == 1
    hands.at = SUNDAY  # the alarm was set by the time that was left, and only it wakes the clock so soon
    await asyncio.sleep(1.5)
    await clock.settled()
    assert (await now_at(desk, game)).turn == 2
    await clock.stop()


async def test_many_games_at_one_deadline_are_all_resolved(desk: Umpire, hands: Hands) -> None:
    played = [await begin(desk, WEEKLY, channel=CHANNEL + i) for i in range(5)]
    hands.at = SUNDAY
    assert len(await sweep(desk)) == 5
    for game in played:
        assert (await now_at(desk, game)).turn == 2
