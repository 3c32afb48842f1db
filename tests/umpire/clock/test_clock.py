"""The clock: deadlines, reminders, grace, early advance, pause, extension, downtime; every effect once."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar, TypeVarTuple

import pytest

from rules.errors import WrongPhaseError
from storage import deadlines, heartbeat, problems, turns
from storage.db import Storage
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
    acts,
    begin,
    desk_on,
    letters,
    master,
    now_at,
    order,
    player,
    ready,
    texts,
)
from umpire.campaign.sheets import orders
from umpire.clock.clock import Clock, Due, next_moment, sweep
from umpire.clock.extensions import extend
from umpire.delivery.delivery import Deliverer
from umpire.games import seats
from umpire.games.options import Options
from umpire.games.schedule import Schedule
from umpire.outbox.outbox import letter_of
from umpire.services.services import Umpire

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
START = SUNDAY - timedelta(days=6)
HOUR = 3600


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
    assert (moved.mentions, moved.highlighted) == ((PLAYERS["humans"],), (PLAYERS["humans"],))
    post.messages.remove(moved)
    await extend(desk, master(game), 1, "More snow.")
    again = await humans()
    assert (again.mentions, again.edits) == ((), 0)  # the one in its place pings nobody a second time


async def test_a_reminder_is_highlighted_for_nobody_whom_it_did_not_ping(desk: Umpire, hands: Hands) -> None:
    game = await begin(desk)
    post = Post()
    deliverer = Deliverer(desk, post)

    async def highlighted() -> dict[str, tuple[int, ...]]:
        await sweep(desk)
        await deliverer.drain()
        found = [(side, m) for side in PLAYERS for m in post.to("thread", THREADS[side]) if "Orders for" in m.text]
        assert len(found) == 2
        return {side: message.highlighted for side, message in found}

    await seats.set_away(desk, player(game, "dominators"), away=True)
    hands.at = SUNDAY - timedelta(hours=20)
    only_humans = {"humans": (PLAYERS["humans"],), "dominators": ()}
    assert await highlighted() == only_humans
    for side in PLAYERS:
        await order(desk, game, side)
    assert await highlighted() == only_humans
    await seats.set_away(desk, player(game, "humans"), away=True)
    hands.at = SUNDAY - timedelta(hours=2)
    assert await highlighted() == only_humans


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

    async def run(self, function: Callable[[*Ts], T], *args: *Ts, urgent: bool = False, seconds: float = 0) -> T:
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


async def test_the_end_of_the_program_waits_for_a_look_that_an_alarm_began(
    desk: Umpire, hands: Hands, caplog: pytest.LogCaptureFixture
) -> None:
    await begin(desk)
    clock = Clock(desk, process="here")
    await clock.start()
    hands.at += timedelta(minutes=1)
    begun, over = asyncio.Event(), asyncio.Event()

    async def busy() -> None:
        async with desk.storage.transaction():
            begun.set()
            await over.wait()

    somebody = asyncio.create_task(busy())
    await begun.wait()
    assert clock._scheduler is not None
    clock._scheduler.modify_job("sweep", next_run_time=datetime.now(UTC))
    await asyncio.sleep(0.05)  # the alarm rings, and its look waits for the transaction of somebody else
    ending = asyncio.create_task(clock.stop())
    await asyncio.sleep(0.05)
    over.set()
    await asyncio.gather(somebody, ending)
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
    async with desk.storage.reading() as tx:
        assert (await heartbeat.all_of(tx))["here"] == desk.seconds(), "the look was taken to its end"
