"""What is due in many games at one moment: no order waits for more than one game's share of it, and each thing happens once."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest

from harness.bench.statements import NotedStorage
from playtest.clock import ManualClock
from playtest.entropy import by_draw
from rules.cluster_war.chapters.movement.request_orders import FreeText
from rules.values import changed
from storage import audit, deadlines, notifications
from storage.db import Storage
from storage.engine import ALL_SCOPE, ROWS_SCOPE, Scope
from tests.umpire.table import CHANNEL, PLAYERS, SUNDAY, begin, letters, master, order, player, ready, services_on
from umpire.campaign.sheets import orders
from umpire.clock.clock import look, resolve_due
from umpire.clock.due import DueGame, remind, take_due
from umpire.clock.extra_time import extend
from umpire.clock.game_briefs import GAMES_A_BATCH
from umpire.games.games import Game
from umpire.games.options import Options
from umpire.news import DAY_SECONDS, send_due, set_digest_preference
from umpire.outbox.outbox import letter_of
from umpire.services.services import Services
from umpire.services.shards import Shards

GAMES: Final = 6
ONE_GAME: Final = 30
"""Statements that the clock may say in one transaction: a duel's reminders are 17, a handful of claims 2."""


async def games_on(services: Services, count: int = GAMES, options: Options | None = None) -> list[Game]:
    """So many running duels of the same people."""
    return [await begin(services, options=options or Options(), channel=CHANNEL + n) for n in range(count)]


@pytest.fixture
async def noted(tmp_path: Path) -> AsyncIterator[NotedStorage]:
    """A database in a file that notes its transactions."""
    async with await NotedStorage.open(tmp_path / "noted.db") as storage:
        yield storage


async def test_the_reminders_of_each_game_are_a_transaction_of_its_own(
    noted: NotedStorage, manual_clock: ManualClock
) -> None:
    services = services_on(noted, manual_clock)
    games = await games_on(services)
    manual_clock.move_to(SUNDAY - timedelta(hours=24))
    noted.noted.clear()
    assert await remind(services) == len(PLAYERS) * GAMES
    assert [one.scope for one in noted.noted] == [Scope(game.id) for game in games]
    assert max(one.statements for one in noted.noted) <= ONE_GAME
    noted.noted.clear()
    assert await remind(services) == 0
    assert noted.noted == []


async def test_an_order_waits_for_one_game_s_reminders_and_not_for_all(
    noted: NotedStorage, manual_clock: ManualClock
) -> None:
    services = services_on(noted, manual_clock)
    games = await games_on(services)
    manual_clock.move_to(SUNDAY - timedelta(hours=24))
    noted.noted.clear()
    reminding = asyncio.create_task(remind(services))
    while not noted.noted:  # noqa: ASYNC110 # a list has no bell
        await asyncio.sleep(0)  # until the first game's have begun
    await orders.enter(services, player(games[-1], "humans"), [FreeText("Meanwhile.")])
    assert not reminding.done()
    saved = noted.noted[-1]
    assert saved.scope == Scope(games[-1].id)
    assert saved.waited_for <= 1
    told = await reminding
    assert told == len(PLAYERS) * GAMES - 1  # whose orders were complete when their game's turn came
    assert [one.scope for one in noted.noted if one is not saved] == [Scope(game.id) for game in games]


async def test_a_look_at_many_deadlines_holds_the_database_for_a_handful_of_them(
    noted: NotedStorage, manual_clock: ManualClock
) -> None:
    services = services_on(noted, manual_clock)
    games = await games_on(services, GAMES_A_BATCH + 1)
    manual_clock.move_to(SUNDAY)
    noted.noted.clear()
    assert await take_due(services) == tuple(DueGame(game.id, 1, "The deadline has passed.") for game in games)
    assert [(one.scope, one.statements) for one in noted.noted] == [(ROWS_SCOPE, 2), (ROWS_SCOPE, 2)]
    noted.noted.clear()
    assert await take_due(services) == ()
    assert noted.noted == []


async def test_in_a_grace_each_game_is_told_in_a_transaction_of_its_own_and_then_nothing_is_written(
    noted: NotedStorage, manual_clock: ManualClock
) -> None:
    services = services_on(noted, manual_clock)
    games = await games_on(services, options=Options(grace_minutes=30))
    manual_clock.move_to(SUNDAY)
    noted.noted.clear()
    assert await take_due(services) == ()
    assert [one.scope for one in noted.noted] == [Scope(game.id) for game in games]
    assert max(one.statements for one in noted.noted) <= ONE_GAME
    noted.noted.clear()
    assert await take_due(services) == ()
    assert noted.noted == []


async def test_a_look_that_finds_all_sorts_of_things_due_never_has_the_database_to_itself(
    noted: NotedStorage, manual_clock: ManualClock
) -> None:
    services = services_on(noted, manual_clock)
    games = await games_on(services)
    await set_digest_preference(services, 1, PLAYERS["humans"], "daily")
    for side in PLAYERS:
        await ready(services, games[0], side)
    manual_clock.move_to(SUNDAY - timedelta(hours=3))
    noted.noted.clear()
    assert [due.game for due in await look(services)] == [games[0].id]
    assert {one.scope for one in noted.noted} >= {Scope(game.id) for game in games}
    assert ALL_SCOPE not in [one.scope for one in noted.noted]


async def test_games_of_a_server_that_another_process_looks_after_are_left_to_it_for_a_moment(
    noted: NotedStorage, manual_clock: ManualClock
) -> None:
    theirs = Shards(total=2, mine=frozenset({1}), others=frozenset({0}))  # the server's events come to shard 0
    services = changed(services_on(noted, manual_clock), shards=theirs)
    games = await games_on(services, options=Options(grace_minutes=30))
    manual_clock.move_to(SUNDAY - timedelta(hours=24))
    noted.noted.clear()
    assert await remind(services) == 0
    manual_clock.forward(seconds=30)
    assert await remind(services) == len(PLAYERS) * GAMES
    manual_clock.move_to(SUNDAY)
    noted.noted.clear()
    assert await take_due(services) == ()
    assert noted.noted == []
    manual_clock.forward(seconds=30)
    await take_due(services)
    assert [one.scope for one in noted.noted] == [Scope(game.id) for game in games]
    manual_clock.move_to(SUNDAY + timedelta(minutes=30))
    noted.noted.clear()
    assert await take_due(services) == ()
    assert noted.noted == []
    manual_clock.forward(seconds=30)
    assert len(await take_due(services)) == GAMES


async def test_one_game_that_cannot_be_reminded_keeps_nobody_else_s_reminders(
    services: Services, manual_clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = await games_on(services, 2)
    really = deadlines.find

    async def broken(tx: object, deadline: int) -> object:
        row = await really(tx, deadline)  # type: ignore[arg-type] # as it was given
        if row is not None and row.game == bad.id:
            raise ZeroDivisionError("a bug")
        return row

    manual_clock.move_to(SUNDAY - timedelta(hours=24))
    monkeypatch.setattr(deadlines, "find", broken)
    assert await remind(services) == len(PLAYERS)
    assert len(await letters(services, good, "reminder")) == len(PLAYERS)
    assert await letters(services, bad, "reminder") == []
    monkeypatch.undo()
    assert await remind(services) == len(PLAYERS)  # its claim was taken back with the rest
    assert len(await letters(services, bad, "reminder")) == len(PLAYERS)


async def test_what_was_claimed_before_a_fault_is_resolved_all_the_same(
    services: Services, manual_clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await games_on(services, GAMES_A_BATCH + 1)
    really, calls = deadlines.claim_due, 0

    async def breaks(tx: object, ids: Sequence[int], now: int, process: str = "") -> object:
        nonlocal calls
        calls += 1
        if calls > 1:
            raise ZeroDivisionError("a bug")
        return await really(tx, ids, now, process)  # type: ignore[arg-type] # as it was given

    manual_clock.move_to(SUNDAY)
    monkeypatch.setattr(deadlines, "claim_due", breaks)
    assert len(await take_due(services)) == GAMES_A_BATCH
    monkeypatch.undo()
    assert len(await take_due(services)) == 1


@pytest.fixture(params=["here", "postgresql"])
def address(request: pytest.FixtureRequest, where: Path) -> str:
    """A database of the kind that the tests run on, and one of a PostgreSQL server whatever they run on."""
    return str(request.getfixturevalue("postgresql")()) if request.param == "postgresql" else str(where)


@pytest.fixture
async def pair(address: str, manual_clock: ManualClock) -> AsyncIterator[tuple[Services, Services]]:
    """Two programs on one database."""
    async with await Storage.open(address) as one, await Storage.open(address) as two:
        yield services_on(one, manual_clock, by_draw("one")), services_on(two, manual_clock, by_draw("two"))


async def test_of_two_programs_that_remind_at_once_one_names_each_player_in_each_game(
    pair: tuple[Services, Services], manual_clock: ManualClock
) -> None:
    one, two = pair
    games = await games_on(one)
    for hours, most in ((24, 1), (3, 2)):  # the first, and the last, which is another kind of ping
        manual_clock.move_to(SUNDAY - timedelta(hours=hours))
        told = await asyncio.gather(remind(one), remind(two), remind(one), remind(two))
        assert sum(told) == len(PLAYERS) * GAMES
        for game in games:
            given = [letter_of(row) for row in await letters(one, game, "reminder")]
            assert Counter(letter.side for letter in given) == dict.fromkeys(PLAYERS, most)
            assert [letter.mentions for letter in given] == [(PLAYERS[letter.side],) for letter in given]
    async with one.storage.reading() as tx:
        for game in games:
            for user in PLAYERS.values():
                kinds = [row.kind for row in await notifications.pings_of_turn(tx, game.id, 1, user)]
                assert [kind for kind in kinds if kind in {"reminder", "last"}] == ["reminder", "last"]


async def test_of_two_programs_that_look_at_once_one_has_each_deadline_and_tells_each_grace(
    pair: tuple[Services, Services], manual_clock: ManualClock
) -> None:
    one, two = pair
    games = await games_on(one, options=Options(grace_minutes=30))
    manual_clock.move_to(SUNDAY)
    assert not any(await asyncio.gather(take_due(one), take_due(two)))
    for game in games:
        told = [letter_of(row).text for row in await letters(one, game, "notice")]
        assert sum("still taken" in text for text in told) == 1
    manual_clock.move_to(SUNDAY + timedelta(minutes=30))
    both = await asyncio.gather(take_due(one), take_due(two))
    assert Counter(due.game for found in both for due in found) == dict.fromkeys([game.id for game in games], 1)


async def test_a_digest_that_two_programs_find_due_is_one_letter_whichever_game_it_goes_by(
    pair: tuple[Services, Services], manual_clock: ManualClock
) -> None:
    one, two = pair
    games = await games_on(one, 3, Options(early=False))
    for user in PLAYERS.values():
        await set_digest_preference(one, 1, user, "daily")
    for game in games:
        assert await resolve_due(one, DueGame(game.id, 1, "The deadline has passed."))
    manual_clock.forward(seconds=DAY_SECONDS)
    assert sum(await asyncio.gather(send_due(one), send_due(two), send_due(one), send_due(two))) == len(PLAYERS)
    found = [letter_of(row) for game in games for row in await letters(one, game, "digest")]
    assert sorted(letter.target.id for letter in found) == sorted(PLAYERS.values())


async def test_orders_extensions_and_two_clocks_at_once_wait_for_each_other_and_lose_nothing(
    pair: tuple[Services, Services], manual_clock: ManualClock
) -> None:
    one, two = pair
    games = await games_on(one)
    manual_clock.move_to(SUNDAY - timedelta(hours=24))

    async def plays(services: Services, game: Game) -> None:
        await order(services, game, "humans", "A good watch is kept.")
        await extend(services, master(game), 1, "Snow.")

    work = [plays((one, two)[n % 2], game) for n, game in enumerate(games)]
    await asyncio.gather(*work, *(look(services) for services in (one, two, one, two)))
    manual_clock.move_to(SUNDAY + timedelta(hours=1))
    both = await asyncio.gather(look(one), look(two), *(order(two, game, "dominators") for game in games))
    found = [due for looked in both[:2] if looked is not None for due in looked]
    assert Counter(due.game for due in found) == dict.fromkeys([game.id for game in games], 1)
    async with one.storage.reading() as tx:
        for game in games:
            assert len(await audit.of_actions(tx, game.id, "deadline.extended")) == 1
            row = await deadlines.last(tx, game.id, 1)
            assert row is not None
            assert (row.state, row.due_at) == ("claimed", int(SUNDAY.timestamp()) + 3600)
            assert len(await deadlines.reminders_of(tx, row.id)) >= 2
    for game in games:
        given = [letter_of(sent) for sent in await letters(one, game, "reminder")]
        assert max(Counter(letter.side for letter in given).values(), default=0) <= 1
