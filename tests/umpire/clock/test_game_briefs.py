"""How the clock looks at many games: all in one go, and no more often than there is something new."""

import asyncio
from pathlib import Path

import pytest

from playtest.clock import ManualClock
from storage import absences, deadlines, games, seats, sheets, snapshots, turns
from storage.batch_queries import GameBrief, game_briefs
from storage.db import Storage
from tests.umpire.table import PLAYERS, Post, begin, player, ready, services_on
from umpire.campaign.sheets import orders
from umpire.clock import clock as clock_module
from umpire.clock import game_briefs as game_briefs_module
from umpire.clock.clock import Clock
from umpire.clock.dashboards import refresh_dashboards
from umpire.clock.game_briefs import GAMES_A_BATCH, all_game_briefs
from umpire.delivery.delivery import Deliverer
from umpire.games import absence
from umpire.games.absence import Span
from umpire.services.services import Services
from umpire.services.task_end import end

DAY = 86_400


async def alone(services: Services, game_id: str) -> GameBrief:
    """The same as a glance, each thing read by itself."""
    async with services.storage.reading() as tx:
        row = await games.find(tx, game_id)
        assert row is not None
        latest = {phase: await snapshots.latest(tx, row.id, row.revision, phase) for phase in ("start", "draft")}
        return GameBrief(
            row,
            await turns.find(tx, row.id, row.revision),
            await deadlines.current(tx, row.id, row.revision),
            {sheet.side: sheet for sheet in await sheets.of_revision(tx, row.id, row.revision)},
            list(await seats.of_game(tx, row.id)),
            list(await absences.of_game(tx, row.id)),
            {phase: key.seq for phase, key in latest.items() if key is not None},
            away=set(await absences.sides_away(tx, row.guild_id, row.id, services.seconds())),
        )


async def test_a_glance_at_several_games_is_what_each_by_itself_is(services: Services) -> None:
    first, second = await begin(services), await begin(services, channel=901)
    await ready(services, first, "humans")
    now = services.seconds()
    await absence.plan(services, first.guild_id, PLAYERS["dominators"], Span(now, now + DAY, "At sea"), second.id)
    found = {glance.game.id: glance for glance in await all_game_briefs(services)}
    assert set(found) == {first.id, second.id}
    for game in (first, second):
        seen, real = found[game.id], await alone(services, game.id)
        assert seen.game.scenario == {}, "a long document that nobody looks at"
        assert (seen.turn, seen.deadline, seen.sheets) == (real.turn, real.deadline, real.sheets)
        assert (seen.seats, seen.kept, seen.numbers, seen.away) == (real.seats, real.kept, real.numbers, real.away)
    assert [found[game.id].absences for game in (first, second)] == [False, True]
    assert found[second.id].away == {("dominators", PLAYERS["dominators"])}
    assert found[first.id].sheets["humans"].state == "ready"


async def test_more_games_than_a_handful_are_all_seen_and_one_that_is_gone_is_left_out(services: Services) -> None:
    begun = [await begin(services, channel=900 + n) for n in range(GAMES_A_BATCH + 2)]
    assert {glance.game.id for glance in await all_game_briefs(services)} == {game.id for game in begun}
    async with services.storage.reading() as tx:
        seen = await game_briefs(tx, [begun[0].id, "nobody's"], services.seconds())
    assert [glance.game.id for glance in seen] == [begun[0].id]


async def test_between_two_handfuls_of_games_others_have_their_turn(
    tmp_path: Path, manual_clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_briefs_module, "GAMES_A_BATCH", 2)
    async with await Storage.open(tmp_path / "many.db") as storage:
        services = services_on(storage, manual_clock)
        for number in range(5):
            await begin(services, channel=900 + number)
        await all_game_briefs(services)  # its connection is open from now on, and nothing more waits for a thread
        turns_of_others = 0

        async def other() -> None:
            nonlocal turns_of_others
            while True:
                await asyncio.sleep(0)
                turns_of_others += 1

        beside = asyncio.create_task(other())
        await all_game_briefs(services)
        await end((beside,))
    assert turns_of_others >= 2


async def test_a_desk_is_sent_again_once_something_on_it_has_changed_and_not_before(
    services: Services,
) -> None:
    game, deliverer = await begin(services), Deliverer(services, Post())
    assert await refresh_dashboards(services) == 3
    assert await refresh_dashboards(services) == 0, "they are on their way, and say all when they are sent"
    await deliverer.drain()
    for _ in range(2):
        assert await refresh_dashboards(services) == 0
    services.cache.clear()
    assert await refresh_dashboards(services) == 0, "what memory does not know the outbox does"
    await ready(services, game, "humans")
    assert await refresh_dashboards(services) == 2, "the player's and the game master's"
    await deliverer.drain()
    await orders.set_ready(services, player(game, "humans"), ready=False)
    assert await refresh_dashboards(services) == 2
    await deliverer.drain()
    assert await refresh_dashboards(services) == 0


async def test_however_often_the_clock_is_poked_it_looks_once_more(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, began, go_on = 0, asyncio.Event(), asyncio.Event()
    real = clock_module.look

    async def slow(services: Services) -> object:
        nonlocal looks
        looks += 1
        began.set()
        await go_on.wait()
        return await real(services)

    clock = Clock(services)
    go_on.set()
    await clock.start()
    await clock.settled()
    go_on.clear()
    looks = 0
    monkeypatch.setattr(clock_module, "look", slow)
    clock.poke()
    await began.wait()
    for _ in range(50):  # all while a look is under way, which may have passed what they poke for
        clock.poke()
    go_on.set()
    await clock.settled()
    assert looks == 2
    clock.poke()
    await clock.settled()
    assert looks == 3
    await clock.stop()
