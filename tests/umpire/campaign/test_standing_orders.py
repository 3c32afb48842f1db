"""Standing orders through a founded campaign: laid once as each turn opens, marked, taken back, undone, handed over, carried."""

from pathlib import Path
from typing import Final

import pytest

from rules.cluster_war.chapters.diplomacy.amendments import SetTreasury
from rules.cluster_war.play.standing_orders.evaluate import Evaluation
from rules.values import GameError, NotationError, NotYoursError, WrongPhaseError, changed
from storage import audit
from storage.db import Storage
from storage.orders import StandingRow, find_standing
from tests.umpire.capsules.capsule_kit import records
from tests.umpire.world import World
from umpire.campaign import standing_orders
from umpire.campaign.gm import gm_queries, rulings
from umpire.campaign.sheets import orders
from umpire.campaign.sheets.order_sheet import read_sheet
from umpire.campaign.sheets.receipt import Receipt, standing_lines
from umpire.campaign.standing_orders import apply_standing_orders
from umpire.campaign.turn.undo import undo
from umpire.capsules.capsule_commands import export_capsule, import_capsule
from umpire.games import games, seats
from umpire.services.services import Cache

KEEP: Final = 'every turn: engage "{fleet}" defend, withdraw at {loss}'


async def fleet(world: World) -> str:
    """A fleet of Anna's by name."""
    sheet = await orders.sheet_of(world.services, world.anna)
    return min(f.name for f in sheet.view.fleets.values())


async def lines_of(world: World) -> list[tuple[str, int]]:
    """Anna's orders, each with the standing order it came of."""
    receipt = await orders.receipt(world.services, world.anna)
    return [(line.text, line.standing) for line in receipt.lines]


async def row_of(world: World) -> StandingRow:
    game = await games.get_game(world.services, world.id)
    async with world.services.storage.reading() as tx:
        found = await find_standing(tx, world.id, game.revision, "humans")
    assert found is not None
    return found


async def keep(world: World, loss: int = 40, end: str = "") -> tuple[str, Receipt]:
    line = KEEP.format(fleet=await fleet(world), loss=loss)
    return line.removeprefix("every turn: "), await standing_orders.add(world.services, world.anna, line + end)


async def test_it_is_laid_at_once_and_as_each_turn_opens_and_the_sheet_says_of_which_it_came(world: World) -> None:
    line, receipt = await keep(world)
    assert [(each.text, each.standing, each.reason) for each in receipt.lines] == [(line, 1, "every turn")]
    assert receipt.notes == ("Standing order 1 is laid down.",)
    for turn in (1, 2):
        await world.advance(turn)
        assert await lines_of(world) == [(line, 1)]
    found = standing_lines((await row_of(world)).sheet, (await orders.sheet_of(world.services, world.anna)).names)
    assert found[0].state == "1 order on this turn's sheet; given 2 times before"
    view = (await orders.sheet_of(world.services, world.anna)).view
    assert any(f.engagement.withdraw_at == 40 for f in view.fleets.values())


async def test_what_is_withdrawn_does_not_come_back_that_turn_and_does_the_next(world: World) -> None:
    line, _ = await keep(world)
    await world.advance(1)
    await orders.withdraw(world.services, world.anna, 1)
    await apply_standing_orders(world.services)
    assert await lines_of(world) == []
    await world.advance(2)
    assert await lines_of(world) == [(line, 1)]
    assert (await row_of(world)).sheet.orders[0].given == 1


async def test_it_may_be_changed_as_any_order_and_keeps_its_mark(world: World) -> None:
    await keep(world)
    await world.advance(1)
    name = await fleet(world)
    await orders.enter_line(world.services, world.anna, f'engage "{name}" evade', 1)
    assert await lines_of(world) == [(f'engage "{name}" evade', 1)]


async def test_each_revision_is_laid_once_however_often_it_is_looked_at(world: World) -> None:
    await keep(world)
    await world.advance(1)
    before = await row_of(world)
    for _ in range(3):
        assert await apply_standing_orders(world.services) == 0
    assert await row_of(world) == before
    async with world.services.storage.reading() as tx:
        acts = [row for row in await audit.whole(tx, world.id) if row.action == "orders.standing"]
    assert [(row.actor, row.detail["turn"]) for row in acts] == [(standing_orders.STANDING_ORDERS_ACTOR, 2)]


async def test_a_look_of_the_clock_lays_what_was_left_undone(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    line, _ = await keep(world)

    async def dies(*_: object) -> int:
        return 0

    with monkeypatch.context() as killed:
        killed.setattr("umpire.campaign.turn.turns.apply_standing_orders", dies)
        await world.advance(1)
    assert await lines_of(world) == []
    assert await apply_standing_orders(world.services) == 1
    assert await lines_of(world) == [(line, 1)]


async def test_no_turn_is_played_before_they_are_laid(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await keep(world, loss=40, end=", until turn 2")

    async def dies(*_: object) -> int:
        return 0

    with monkeypatch.context() as killed:
        killed.setattr("umpire.campaign.turn.turns.apply_standing_orders", dies)
        await world.advance(1)
    await world.advance(2)
    assert (await row_of(world)).sheet.orders[0].given == 2
    assert (await row_of(world)).sheet.orders[0].ended == "turn 2 is over"


async def test_who_is_ready_stays_ready_and_what_they_ordered_comes_first(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    line, _ = await keep(world)

    async def dies(*_: object) -> int:
        return 0

    with monkeypatch.context() as killed:
        killed.setattr("umpire.campaign.turn.turns.apply_standing_orders", dies)
        await world.advance(1)
    name = await fleet(world)
    by_hand = f'engage "{name}" evade'
    await orders.enter_line(world.services, world.anna, by_hand)
    await orders.set_ready(world.services, world.anna, True)
    await apply_standing_orders(world.services)
    receipt = await orders.receipt(world.services, world.anna)
    assert receipt.state == "ready"
    assert [(each.text, each.standing) for each in receipt.lines] == [(by_hand, 0)]
    assert [text.partition(":")[0] for text in receipt.stands] == ["Standing order 1 gave nothing"]
    assert line not in by_hand


async def test_undone_turns_take_their_progress_back_with_them(world: World) -> None:
    line, _ = await keep(world, end=", 2 times")
    await world.advance(1)
    await world.advance(2)
    assert (await row_of(world)).sheet.orders[0].ended == "it was given 2 times"
    assert await lines_of(world) == []
    await undo(world.services, world.gm, "A mistake", 3)
    one = (await row_of(world)).sheet.orders[0]
    assert (one.given, one.ended) == (1, "")
    assert await lines_of(world) == [(line, 1)]
    await world.advance(2)
    assert (await row_of(world)).sheet.orders[0].ended == "it was given 2 times"


async def test_orders_of_a_turn_that_was_undone_count_again_when_it_opens_again(world: World) -> None:
    line, _ = await keep(world)
    await world.advance(1)
    await undo(world.services, world.gm, "A mistake", 2)
    assert await lines_of(world) == [(line, 1)]
    await world.advance(1)
    receipt = await orders.receipt(world.services, world.anna)
    assert [(each.number, each.text, each.standing) for each in receipt.lines] == [(1, line, 1)]
    assert receipt.withdrawn == ()


async def test_a_list_changed_after_the_turn_that_is_undone_is_not_lost(world: World) -> None:
    await world.advance(1)
    await keep(world)
    await undo(world.services, world.gm, "A mistake", 2)
    assert [one.number for one in (await row_of(world)).sheet.orders] == [1]
    assert await lines_of(world) == []
    await world.advance(1)
    assert [number for _, number in await lines_of(world)] == [1]


async def test_a_paused_one_rests_a_removed_one_is_gone_a_changed_one_begins_anew(world: World) -> None:
    line, _ = await keep(world)
    await standing_orders.pause(world.services, world.anna, 1, True)
    await world.advance(1)
    assert await lines_of(world) == []
    await standing_orders.pause(world.services, world.anna, 1, False)
    await world.advance(2)
    assert await lines_of(world) == [(line, 1)]
    name = await fleet(world)
    await standing_orders.change(world.services, world.anna, 1, f'every turn: engage "{name}" evade, twice')
    assert await lines_of(world) == [(f'engage "{name}" evade', 1)]
    assert (await row_of(world)).sheet.orders[0].given == 0
    receipt = await standing_orders.remove(world.services, world.anna, 1)
    assert receipt.notes == ("Standing order 1 is removed. What it gave this turn stays on your sheet.",)
    await world.advance(3)
    assert await lines_of(world) == []


async def test_bad_input_changes_nothing_and_says_what_would_be_right(world: World) -> None:
    line, _ = await keep(world)
    before = await row_of(world)
    with pytest.raises(GameError, match="your standing order 1 already"):
        await standing_orders.add(world.services, world.anna, f"every turn: {line}")
    with pytest.raises(NotationError, match="Write one like these"):
        await standing_orders.add(world.services, world.anna, "when the moon is full then keep Scouts supplied")
    for act in (
        standing_orders.remove(world.services, world.anna, 7),
        standing_orders.pause(world.services, world.anna, 7, True),
    ):
        with pytest.raises(NotYoursError, match="You have no standing order 7; yours are: 1"):
            await act
    with pytest.raises(WrongPhaseError, match="earlier turn"):
        await standing_orders.add(world.services, world.anna, "keep 5 in reserve", expect=99)
    assert await row_of(world) == before
    for number in range(24):
        await standing_orders.add(world.services, world.anna, f"keep {number} in reserve")
    with pytest.raises(GameError, match="at most 25 standing orders"):
        await standing_orders.add(world.services, world.anna, "keep 99 in reserve")


async def test_what_would_be_over_before_it_begins_is_refused(world: World) -> None:
    await world.advance(1)
    with pytest.raises(GameError, match="It would be over already: turn 1 is over"):
        await standing_orders.add(world.services, world.anna, "keep 5 in reserve, until turn 1")


async def test_a_button_pressed_twice_lays_down_one(world: World) -> None:
    for _ in range(2):
        await standing_orders.add(world.services, world.anna, "keep 5 in reserve", idempotency_key="one")
    assert len((await row_of(world)).sheet.orders) == 1


async def test_a_successor_has_the_standing_orders_and_the_game_master_sees_them(world: World) -> None:
    line, _ = await keep(world)
    await seats.hold_open(world.services, world.gm, "humans")
    await world.advance(1)
    receipt = await gm_queries.sheet_of(world.services, world.gm, "humans")
    assert [(each.text, each.standing) for each in receipt.lines] == [(line, 1)]
    await seats.replace_player(world.services, world.gm, "humans", 77)
    async with world.services.storage.reading() as tx:
        sheet = await read_sheet(tx, world.services, changed(world.anna, user_id=77))
    assert [one.number for one in sheet.stands.orders] == [1]
    assert len(sheet.standing) == 1
    with pytest.raises(NotYoursError):
        await orders.receipt(world.services, world.anna)


async def test_what_cannot_be_worked_out_is_told_and_no_turn_waits_for_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await keep(world)

    def broken(*_: object) -> Evaluation:
        raise ZeroDivisionError

    monkeypatch.setattr(standing_orders, "evaluate", broken)
    await world.advance(1)
    receipt = await orders.receipt(world.services, world.anna)
    assert receipt.lines == ()
    assert "could not be worked out this turn" in receipt.stands[0]
    monkeypatch.undo()
    await world.advance(2)
    assert len(await lines_of(world)) == 1


async def test_they_are_worked_out_by_the_workers(world: World) -> None:
    await keep(world)
    await world.advance(1)
    assert "evaluate" in world.workers.tasks


async def test_the_other_side_neither_sees_nor_touches_them(world: World) -> None:
    await keep(world)
    await world.advance(1)
    receipt = await orders.receipt(world.services, world.dora)
    assert (receipt.lines, receipt.stands) == ((), ())
    with pytest.raises(NotYoursError):
        await standing_orders.remove(world.services, world.dora, 1)


async def test_a_change_of_the_game_master_is_seen_by_those_laid_later(world: World) -> None:
    await standing_orders.add(
        world.services, world.anna, f'when CPs over 90000 then engage "{await fleet(world)}" evade'
    )
    assert await lines_of(world) == []
    await world.advance(1)
    await rulings.amend(world.services, world.gm, SetTreasury("humans", 99999), "a gift")
    await world.advance(2)
    assert [number for _, number in await lines_of(world)] == [1]


async def test_capsules_carry_them_and_another_sides_never_does(world: World, tmp_path: Path) -> None:
    await keep(world)
    await world.advance(1)
    before = await row_of(world)
    assert records(await export_capsule(world.services, world.dora), "standing") == []
    assert {r["side"] for r in records(await export_capsule(world.services, world.anna), "standing")} == {"humans"}
    whole = await export_capsule(world.services, world.id, secret=True)
    async with await Storage.open(tmp_path / "other.db") as storage:
        services = changed(world.services, storage=storage, cache=Cache())
        game = await import_capsule(services, whole, guild_id=7, channel_id=8, gm_user_id=1, keep_players=True)
        async with storage.reading() as tx:
            kept = await find_standing(tx, game.id, 2, "humans")
            first = await find_standing(tx, game.id, 1, "humans")
        assert kept is not None
        assert first is not None
        assert (kept.sheet, first.sheet.orders[0].given) == (before.sheet, 0)
        anna = await seats.seat_of(services, game.id, world.anna.user_id)
        assert [line.standing for line in (await orders.receipt(services, anna)).lines] == [1]
