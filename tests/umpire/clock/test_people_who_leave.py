"""What the clock makes of seats that are left, sides that have nothing left, and extensions of turns that are undone."""

import pytest

from playtest.clock import ManualClock
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import changed
from storage import deadlines, sheets
from tests.rules.cluster_war.build import small
from tests.umpire.sweeping import sweep
from tests.umpire.table import PLAYERS, THREADS, acts, begin, letters, master, now_at, player, ready, texts
from umpire.campaign.sheets import orders
from umpire.campaign.turn import turns
from umpire.campaign.turn.undo import undo
from umpire.campaign.views.view_cache import is_spent
from umpire.clock.extra_time import beat, come_back, extend
from umpire.games import rooms, seats
from umpire.games.games import Game
from umpire.games.options import Options
from umpire.outbox.outbox import letter_of
from umpire.services.services import Services

HOUR = 3600
EARLY = Options(review=False, early=True)


async def state_of(services: Services, game: Game, side: str) -> str:
    async with services.storage.reading() as tx:
        sheet = await sheets.find(tx, game.id, game.revision, side)
    assert sheet is not None
    return sheet.state


async def test_a_seat_that_was_just_left_does_not_count_as_ready(services: Services, manual_clock: ManualClock) -> None:
    game = await begin(services, options=EARLY)
    await ready(services, game, "dominators")
    await seats.leave(services, player(game, "dominators"))
    assert await state_of(services, game, "dominators") == "complete", "nobody says so any more"
    await ready(services, game, "humans")
    await sweep(services)
    assert (await now_at(services, game)).turn == 1, "somebody may come until the deadline"
    manual_clock.forward(days=7)
    await sweep(services)
    assert (await now_at(services, game)).turn == 2


async def test_who_takes_the_seat_or_stands_in_for_it_says_when_it_is_ready(services: Services) -> None:
    game = await begin(services, options=EARLY)
    await ready(services, game, "humans")
    await seats.leave(services, player(game, "dominators"))
    await sweep(services)
    assert (await now_at(services, game)).turn == 1
    held = await seats.stand_in(services, master(game), "dominators")
    await orders.set_ready(services, held, ready=True)
    await sweep(services)
    assert (await now_at(services, game)).turn == 2


@pytest.mark.parametrize("review", [True, False])
async def test_a_turn_that_is_undone_keeps_its_extension_and_everybody_reads_why(
    services: Services, review: bool
) -> None:
    game = await begin(services, options=Options(review=review))
    put_off = await extend(services, master(game), 24, "Snow.")
    await turns.advance(services, game.id, master(game), "Now.", 1)
    at = await now_at(services, game)
    await undo(services, master(game), "A wrong sum.", at.turn)
    again = await now_at(services, game)
    assert (again.turn, again.deadline) == (1, put_off.deadline)
    async with services.storage.reading() as tx:
        row = await deadlines.current(tx, again.id, again.revision)
    assert row is not None
    assert row.extended_seconds == 24 * HOUR, "and no more can be had than before"
    told = [letter_of(row) for row in await letters(services, game)]
    for reason in ("Snow.", "A wrong sum."):
        there = {letter.target.id for letter in told if reason in letter.text}
        assert {THREADS["humans"], THREADS["dominators"]} <= there, reason


async def test_the_extension_of_the_turn_after_one_that_is_undone_holds_when_it_opens_again(services: Services) -> None:
    game = await begin(services, options=Options(review=False))
    await turns.advance(services, game.id, master(game), "Now.", 1)
    put_off = await extend(services, master(game), 24, "Snow.")
    await undo(services, master(game), "A wrong sum.", 2)
    again = await now_at(services, game)
    assert (again.turn, again.deadline) == (1, game.deadline)
    await turns.advance(services, game.id, master(game), "Now.", 1)
    after = await now_at(services, game)
    assert (after.turn, after.deadline) == (2, put_off.deadline)
    async with services.storage.reading() as tx:
        row = await deadlines.current(tx, after.id, after.revision)
    assert row is not None
    assert (row.extended_seconds, row.reason) == (24 * HOUR, "Snow.")


async def test_time_given_back_for_a_downtime_is_kept_by_an_undo(services: Services, manual_clock: ManualClock) -> None:
    game = await begin(services, options=Options(review=False))
    assert game.deadline is not None
    manual_clock.forward(seconds=game.deadline - services.seconds() - 10 * HOUR)
    await beat(services, "me")
    manual_clock.forward(seconds=8 * HOUR)
    found = await come_back(services, "me")
    assert found is not None
    assert found.credited == 1
    due = (await now_at(services, game)).deadline
    assert due == game.deadline + 8 * HOUR
    await turns.advance(services, game.id, master(game), "Now.", 1)
    await undo(services, master(game), "A wrong sum.", 2)
    assert (await now_at(services, game)).deadline == due


def test_a_side_without_colony_unit_or_cps_has_nothing_left() -> None:
    state = small()
    view = view_for(state, "humans")
    assert not is_spent(view)
    nothing = changed(
        view, colonies={}, fleets={}, ships={}, bases={}, builds={}, fronts={}, income=changed(
            view.income, production=0, trade=0, unusual=0, treasury=0
        ),
    )  # fmt: skip
    assert is_spent(nothing)
    assert not is_spent(changed(nothing, income=changed(nothing.income, treasury=5)))


async def test_a_side_with_nothing_left_is_told_once_and_not_waited_for(
    services: Services, manual_clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("umpire.campaign.turn.turns.spent_of", lambda _: ("dominators",))
    options = Options(review=False, early=True, missed_remind=1, missed_open=2)
    game = await begin(services, options=options)
    await turns.advance(services, game.id, master(game), "Now.", 1)
    for turn in (2, 3, 4):
        now = await now_at(services, game)
        assert (now.turn, await state_of(services, now, "dominators")) == (turn, "ready")
        await ready(services, game, "humans")
        manual_clock.forward(seconds=1)
        await sweep(services)
    assert (await now_at(services, game)).turn == 5
    mine = [letter_of(row) for row in await letters(services, game) if "has nothing left" in letter_of(row).text]
    assert sorted((letter.kind, letter.target.kind) for letter in mine) == [("gm", "gm"), ("notice", "thread")]
    manual_clock.forward(days=60)
    await sweep(services)
    assert await acts(services, game, "turn.missed") == [{"side": "humans", "missed": 1, "turn": 5}]
    await seats.leave(services, player(game, "dominators"))
    assert not [text for text in await texts(services, game, "notice") if "needs a leader" in text]


async def test_who_joined_the_server_after_they_were_let_in_is_seen_to_again(services: Services) -> None:
    game, now = await begin(services), services.seconds()
    await rooms.settle(services, game.id, "humans", THREADS["humans"], [PLAYERS["humans"]])
    assert not await rooms.came_again(services, game.id, "humans", now - HOUR)
    assert await rooms.came_again(services, game.id, "humans", now + HOUR)
    room = next(room for room in (await rooms.house(services, game.id)).rooms if room.side == "humans")
    assert not room.settled


async def test_a_result_that_waits_long_for_its_game_master_is_told_to_all_once(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services, options=Options(review=True, early=False))
    manual_clock.forward(days=7)
    await sweep(services)
    assert (await now_at(services, game)).turn_state == "draft"
    manual_clock.forward(days=2)
    await sweep(services)
    assert not [text for text in await texts(services, game, "public") if "Manage Server" in text]
    manual_clock.forward(days=2)
    for _ in range(2):
        await sweep(services)
    [told] = [text for text in await texts(services, game, "public") if "Manage Server" in text]
    assert "the result of turn 1 has waited for the game master for 4 days" in told
    assert "/campaign handover" in told
