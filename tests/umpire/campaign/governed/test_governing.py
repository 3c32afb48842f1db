"""The bot gives the orders of its empires: once in each playing of a turn, before it is resolved, from that side's view."""

import asyncio
import logging

import pytest

from playtest.clock import ManualClock
from playtest.entropy import by_draw
from rules.cluster_war.chapters.movement.request_orders import FreeText
from rules.cluster_war.play.governors.profile import Profile
from rules.cluster_war.play.governors.situation import GovernorMemory
from rules.values import WrongPhaseError, changed
from storage import governors, orders, sheets
from storage.db import Storage
from storage.governors import BotTurnRow
from storage.orders import OrderRow
from storage.sheets import SheetRow
from tests.rules.cluster_war.play.governors.signing import signed
from tests.umpire.sweeping import sweep
from tests.umpire.table import CHANNEL, Failing, acts, begin, master, now_at, order, player, ready, texts
from umpire.campaign.governed import ai_sides
from umpire.campaign.governed.ai_turns import GOVERNED_ANEW, GOVERNOR_USER_ID, AiSide, govern_turn, key_of, think
from umpire.campaign.sheets import sheet_checks
from umpire.campaign.sheets.orders import enter, set_ready
from umpire.campaign.turn import changed_sides
from umpire.campaign.turn import turns as course
from umpire.campaign.turn.turn_inputs import read_turn_input
from umpire.campaign.turn.undo import undo
from umpire.clock import clock
from umpire.games import games, seats
from umpire.games.games import Game
from umpire.services.services import Services

SIDE, OTHER = "dominators", "humans"
TRADER = Profile("trader")


@pytest.fixture
async def led(services: Services, game: Game) -> Game:
    """The duel with the Dominators led by a trader, and nobody else there but the Humans' player."""
    await seats.hold_open(services, master(game), SIDE)
    await ai_sides.assign_ai(services, game.id, SIDE, TRADER, "seat", "9")
    return game


async def orders_given(services: Services, game: Game, turn: int = 1, side: str = SIDE) -> tuple[OrderRow, ...]:
    async with services.storage.reading() as tx:
        return await orders.of_side(tx, game.id, turn, side)


async def standing(services: Services, game: Game, turn: int = 1, side: str = SIDE) -> list[OrderRow]:
    return orders.rows_in_force(await orders_given(services, game, turn, side))


async def bot_turns(services: Services, game: Game) -> tuple[BotTurnRow, ...]:
    now = await now_at(services, game)
    async with services.storage.reading() as tx:
        return await governors.bot_turns_of(tx, game.id, now.revision)


async def sheet(services: Services, game: Game, side: str = SIDE) -> SheetRow:
    now = await now_at(services, game)
    async with services.storage.reading() as tx:
        found = await sheets.find(tx, game.id, now.revision, side)
    assert found is not None
    return found


async def test_the_clock_has_it_give_its_orders_once(services: Services, led: Game) -> None:
    assert await sweep(services) == ()
    [row] = await bot_turns(services, led)
    entered = await standing(services, led)
    assert [o.order for o in entered] == [o.order for o in row.plan.orders]
    assert entered
    assert {o.entered_by for o in entered} == {GOVERNOR_USER_ID}
    assert (await sheet(services, led)).state == "ready"
    assert (row.character, row.strength, row.failed, row.memory.turn) == ("trader", "even", "", 1)
    await sweep(services)
    assert await bot_turns(services, led) == (row,)
    assert await standing(services, led) == entered
    [act] = await acts(services, led, "orders.governed")
    assert act == {"side": SIDE, "turn": 1, "orders": [o.number for o in entered], "state": "ready"}


async def test_a_month_passes_as_soon_as_the_only_player_is_ready(services: Services, led: Game) -> None:
    await order(services, led, OTHER)
    await ready(services, led, OTHER)
    [due] = await sweep(services)  # nobody looked before: the governor gives its orders first
    assert due.reason == "All are ready."
    assert (await now_at(services, led)).turn == 2
    resolved = await standing(services, led)
    assert resolved
    await sweep(services)
    [after] = await bot_turns(services, led)
    assert after.memory.turn == 2


async def test_no_turn_is_resolved_before_it_has_given_its_orders(
    services: Services, manual_clock: ManualClock, led: Game
) -> None:
    manual_clock.forward(days=7)
    async with services.storage.reading() as tx:
        assert await governors.pending_bot_turns(tx, led.system) == {led.id: 1}
    [due] = await clock.look(services)  # the deadline is over, and no look has served the game
    assert due.late
    await clock.resolve_due(services, due)
    assert (await now_at(services, led)).turn == 2
    assert await standing(services, led)


async def test_all_are_not_ready_while_it_has_not(services: Services, led: Game) -> None:
    await ready(services, led, OTHER)
    assert await clock.look(services) == ()
    assert await govern_turn(services, led.id, 1)
    assert not await govern_turn(services, led.id, 1)
    assert [due.reason for due in await clock.look(services)] == ["All are ready."]


async def test_the_game_masters_word_waits_for_it_too(services: Services, led: Game) -> None:
    await course.advance(services, led.id, master(led), "Now", 1)
    assert await standing(services, led)


async def test_what_it_orders_is_a_function_of_its_view_and_the_turns_seed(services: Services, led: Game) -> None:
    await sweep(services)
    [row] = await bot_turns(services, led)
    async with services.storage.reading() as tx:
        task = await read_turn_input(tx, services, led.id, 1)
    again = think(task.packed, AiSide(SIDE, TRADER), key_of(task.turn.seed, SIDE), GovernorMemory(), ())
    assert again.plan == row.plan
    assert [o.order for o in signed(again.plan, SIDE, 1)] == [o.order for o in await standing(services, led)]
    keys = {key_of(task.turn.seed, side) for side in ("", SIDE, OTHER)}
    assert len(keys | {task.turn.seed}) == 4


async def test_a_deputy_fills_up_the_sheet_of_a_player_who_is_away(services: Services, game: Game) -> None:
    await order(services, game, SIDE, "Hold the line.")
    await ai_sides.assign_ai(services, game.id, SIDE, TRADER, "deputy", "102")
    await sweep(services)
    first, *rest = await standing(services, game)
    assert first.order == FreeText("Hold the line.")
    assert first.entered_by == 102
    assert rest
    assert {o.entered_by for o in rest} == {GOVERNOR_USER_ID}
    assert (await sheet(services, game)).state == "ready"
    await set_ready(services, player(game, SIDE), ready=False)
    await sweep(services)
    assert (await sheet(services, game)).state == "complete"
    assert await standing(services, game) == [first, *rest]


async def test_a_deputy_fills_a_sheet_no_further_than_anybody_may(
    services: Services, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheet_checks, "MOST_ORDERS", 3)
    await order(services, game, SIDE, "Hold the line.")
    await ai_sides.assign_ai(services, game.id, SIDE, TRADER, "deputy", "102")
    await sweep(services)
    first, *rest = await standing(services, game)
    assert first.order == FreeText("Hold the line.")
    assert [one.entered_by for one in rest] == [GOVERNOR_USER_ID, GOVERNOR_USER_ID]


async def test_a_sheet_that_is_ready_is_left_as_it_is(services: Services, game: Game) -> None:
    await order(services, game, SIDE, "Hold the line.")
    await ready(services, game, SIDE)
    await ai_sides.assign_ai(services, game.id, SIDE, TRADER, "deputy", "102")
    await sweep(services)
    assert [o.order for o in await standing(services, game)] == [FreeText("Hold the line.")]
    [row] = await bot_turns(services, game)
    assert row.plan.orders == ()


async def test_a_turn_that_is_undone_is_governed_anew_from_the_memory_of_before(services: Services, led: Game) -> None:
    for turn in (1, 2):
        await sweep(services)
        await course.advance(services, led.id, master(led), "On", turn)
    await sweep(services)
    [third] = await bot_turns(services, led)
    [*first] = await standing(services, led, 2)
    await enter(services, changed(master(led), side=SIDE), [FreeText("The master's own.")])
    async with services.storage.reading() as tx:
        [before] = await governors.bot_turns_of(tx, led.id, 1)
        [second] = await governors.bot_turns_of(tx, led.id, 2)
    await undo(services, master(led), "A slip", 3)
    await sweep(services)
    [again] = await bot_turns(services, led)
    assert (again.memory.turn, again.revision) == (2, 4)
    async with services.storage.reading() as tx:
        assert await governors.memory_before(tx, led.id, SIDE, 2) == before.memory
        assert await governors.memory_before(tx, led.id, SIDE, 3) == again.memory
    now = await orders_given(services, led, 2)
    assert {o.withdrawn_why for o in now if o.id in {f.id for f in first}} == {GOVERNED_ANEW}
    assert [o.order for o in orders.rows_in_force(now)] == [o.order for o in again.plan.orders]
    assert third.memory.turn == 3
    assert second.memory.turn == 2


async def test_one_that_fails_is_told_once_and_holds_nobody_up(
    storage: Storage, manual_clock: ManualClock, caplog: pytest.LogCaptureFixture
) -> None:
    workers = Failing()
    services = Services(storage, workers, manual_clock, by_draw("chance"))
    game = await begin(services)
    await seats.hold_open(services, master(game), SIDE)
    await ai_sides.assign_ai(services, game.id, SIDE, TRADER, "seat", "9")
    workers.failing = True
    with caplog.at_level(logging.CRITICAL):
        await sweep(services)
        await sweep(services)
    workers.failing = False
    [row] = await bot_turns(services, game)
    assert row.failed
    assert row.plan.orders == ()
    told = [text for text in await texts(services, game, "gm") if "could not give its orders" in text]
    assert len(told) == 1
    assert f"(code {row.failed}" in told[0]
    await ready(services, game, OTHER)
    [due] = await sweep(services)
    assert due.reason == "All are ready."
    assert (await now_at(services, game)).turn == 2
    await sweep(services)
    assert [r.failed for r in await bot_turns(services, game)] == [""]


async def test_who_is_appointed_after_a_failure_tries_again(storage: Storage, manual_clock: ManualClock) -> None:
    workers = Failing()
    services = Services(storage, workers, manual_clock, by_draw("chance"))
    game = await begin(services)
    await seats.hold_open(services, master(game), SIDE)
    await ai_sides.assign_ai(services, game.id, SIDE, TRADER, "seat", "9")
    workers.failing = True
    await sweep(services)
    workers.failing = False
    await ai_sides.assign_ai(services, game.id, SIDE, TRADER, "seat", "9")
    await sweep(services)
    [row] = await bot_turns(services, game)
    assert not row.failed
    assert await standing(services, game)


async def test_two_programs_at_once_come_to_one_sheet(services: Services, led: Game) -> None:
    done = await asyncio.gather(*(govern_turn(services, led.id, 1) for _ in range(4)))
    assert sum(done) == 1
    assert len(await bot_turns(services, led)) == 1
    assert len(await acts(services, led, "orders.governed")) == 1


async def test_it_serves_no_game_that_is_paused_or_at_another_turn(services: Services, led: Game) -> None:
    await games.pause(services, master(led))
    await sweep(services)
    assert await bot_turns(services, led) == ()
    await games.resume(services, master(led))
    with pytest.raises(WrongPhaseError, match="Turn 7 is over"):
        await govern_turn(services, led.id, 7)


async def test_a_person_who_takes_the_seat_finds_its_orders_and_is_not_ready(services: Services, led: Game) -> None:
    await sweep(services)
    entered = await standing(services, led)
    await changed_sides.join(services, led.id, 103, SIDE)
    assert await standing(services, led) == entered
    assert (await sheet(services, led)).state != "ready"
    await ready(services, led, OTHER)
    assert await sweep(services) == ()


async def test_each_campaign_waits_for_its_own_governor(services: Services, led: Game) -> None:
    other = await begin(services, channel=CHANNEL + 1)
    await seats.hold_open(services, master(other), SIDE)
    await ai_sides.assign_ai(services, other.id, SIDE, TRADER, "seat", "9")
    assert await govern_turn(services, led.id, 1)
    async with services.storage.reading() as tx:
        assert await governors.pending_bot_turns(tx, led.system) == {other.id: 1}
    await ready(services, other, OTHER)
    assert await clock.look(services) == ()
    await sweep(services)
    assert await standing(services, other)
    assert (await now_at(services, other)).turn == 2
