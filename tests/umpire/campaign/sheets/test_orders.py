"""Orders and receipts: what a player gives, changes, withdraws, copies and declares."""

import asyncio
import hashlib

import pytest

from rules.cluster_war.chapters.logistics.amendments import CreateShips
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import RenameFleet, SetMission, SplitFleet
from rules.cluster_war.chapters.movement.request_orders import FreeText
from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.cluster_war.model.state.holdings import Leg
from rules.values import GameError, IllegalOrderError, NotYoursError, WrongPhaseError
from storage import orders as order_rows
from storage.db import Storage
from tests.umpire.world import ANNA, DORA, VISITOR, World, new_world
from umpire.campaign import standing_orders
from umpire.campaign.gm import rulings
from umpire.campaign.sheets import orders, sheet_checks
from umpire.campaign.sheets.receipt import Receipt
from umpire.campaign.views import side_views
from umpire.capsules.capsule_export import revealed_dice
from umpire.games import games, rolls, seats
from umpire.games.seat import Seat, audit_log

VANGUARD = RenameFleet("humans-F1", "Vanguard")
PATROL = SetMission("humans-F1", "patrol")
WORDS = FreeText("Please ask the Dominators for peace.")


async def beams(world: World) -> StartProject:
    view = await side_views.view(world.services, world.anna)
    assert view.me is not None
    return StartProject("Beams", view.me.home, 1, 20)


def numbers(receipt: Receipt) -> list[int]:
    return [line.number for line in receipt.lines]


async def test_an_empty_sheet_is_none_and_says_when_orders_are_due(world: World) -> None:
    receipt = await orders.receipt(world.services, world.anna)
    assert (receipt.state, receipt.lines, receipt.turn) == ("none", (), 1)
    assert receipt.deadline == world.game.deadline
    assert receipt.hash == hashlib.sha256(b"").hexdigest()[:8]


async def test_orders_are_listed_numbered_and_hashed(world: World) -> None:
    empty = await orders.sheet_of(world.services, world.anna)
    assert orders.preview(empty, VANGUARD).text == "Home Fleet is called Vanguard."
    receipt = await orders.enter(world.services, world.anna, [VANGUARD, PATROL])
    assert receipt.state == "complete"
    assert numbers(receipt) == [1, 2]
    text = "\n".join(f"{line.number}. {line.text}" for line in receipt.lines)
    assert receipt.hash == hashlib.sha256(text.encode()).hexdigest()[:8]
    full = await orders.sheet_of(world.services, world.anna)
    assert orders.preview(full, PATROL, 2).text == "Vanguard gets the mission patrol."
    async with world.services.storage.reading() as tx:
        rows = await order_rows.of_side(tx, world.id, 1, "humans")
    assert [(r.id, r.order, r.entered_by) for r in rows] == [
        ("humans-1-1", VANGUARD, ANNA),
        ("humans-1-2", PATROL, ANNA),
    ]


async def test_a_bad_order_among_good_ones_changes_nothing(world: World) -> None:
    before = await orders.receipt(world.services, world.anna)
    with pytest.raises(GameError):
        await orders.enter(world.services, world.anna, [VANGUARD, MoveFleet("dominators-F1", (Leg("0101"),))])
    assert await orders.receipt(world.services, world.anna) == before


async def test_ids_are_filled_in_as_previewed_and_later_orders_can_use_them(world: World) -> None:
    view = await side_views.view(world.services, world.anna)
    split = SplitFleet("humans-F1", view.fleets["humans-F1"].ships[:1], "Lone Wolf")
    seen = orders.preview(await orders.sheet_of(world.services, world.anna), split)
    assert isinstance(seen.order, SplitFleet)
    await orders.enter(world.services, world.anna, [split])
    receipt = await orders.enter(world.services, world.anna, [SetMission(seen.order.new, "scout")])
    assert "Lone Wolf" in receipt.lines[1].text


@pytest.mark.rule("CW-4.1-10")
async def test_a_force_whose_number_the_game_master_gave_away_meanwhile_is_marked(world: World) -> None:
    view = await side_views.view(world.services, world.anna)
    fleet = view.fleets["humans-F1"]
    split = SplitFleet(fleet.id, fleet.ships[:1], "Lone Wolf")
    await orders.enter(world.services, world.anna, [split])
    design = view.ships[fleet.ships[0]].design
    await rulings.amend(world.services, world.gm, CreateShips("humans", design, 1, fleet.hex), "A lost ship returns")
    receipt = await orders.receipt(world.services, world.anna)
    assert receipt.state == "partial"
    assert "Withdraw it and give it again; orders for the new force follow it." in receipt.lines[0].problem
    await orders.withdraw(world.services, world.anna, 1)
    again = await orders.enter(world.services, world.anna, [split])
    assert (again.state, [bool(line.problem) for line in again.lines]) == ("complete", [False])


async def test_withdrawing_what_others_rest_on_says_which_would_fail(world: World) -> None:
    view = await side_views.view(world.services, world.anna)
    split = SplitFleet("humans-F1", view.fleets["humans-F1"].ships[:1], "Lone Wolf")
    seen = orders.preview(await orders.sheet_of(world.services, world.anna), split)
    assert isinstance(seen.order, SplitFleet)
    await orders.enter(world.services, world.anna, [split, SetMission(seen.order.new, "scout")])
    receipt = await orders.withdraw(world.services, world.anna, 1)
    assert receipt.state == "partial"
    assert [(line.number, bool(line.problem)) for line in receipt.lines] == [(2, True)]
    back = await orders.restore(world.services, world.anna, 1)
    assert (back.state, numbers(back)) == ("complete", [1, 2])


async def test_a_project_without_cps_makes_a_sheet_partial(world: World) -> None:
    await orders.enter(world.services, world.anna, [await beams(world)])
    await world.advance(1)
    receipt = await orders.enter(world.services, world.anna, [WORDS])
    assert receipt.state == "partial"
    assert any("Beams" in text for text in receipt.missing)
    (project,) = (await side_views.view(world.services, world.anna)).projects
    receipt = await orders.enter(world.services, world.anna, [FundProject(project, 5)])
    assert (receipt.state, receipt.missing) == ("complete", ())


async def test_a_changed_order_keeps_its_number_and_id(world: World) -> None:
    await orders.enter(world.services, world.anna, [VANGUARD, PATROL])
    receipt = await orders.enter_line(world.services, world.anna, 'rename "humans-F1" to "Old Guard"', 1)
    assert numbers(receipt) == [1, 2]
    assert "Old Guard" in receipt.lines[0].text
    with pytest.raises(NotYoursError, match="There is no order 3"):
        await orders.enter_line(world.services, world.anna, "mission humans-F1 patrol", 3)
    await orders.withdraw(world.services, world.anna, 2)
    with pytest.raises(NotYoursError, match="Order 2 is withdrawn"):
        await orders.enter_line(world.services, world.anna, "mission humans-F1 patrol", 2)


async def test_what_was_withdrawn_together_is_restored_without_what_was_withdrawn_before(world: World) -> None:
    await orders.enter(world.services, world.anna, [VANGUARD, PATROL, WORDS])
    await orders.withdraw(world.services, world.anna, 2)
    world.clock.forward(minutes=1)
    await orders.withdraw(world.services, world.anna)
    receipt = await orders.restore(world.services, world.anna, latest=True)
    assert numbers(receipt) == [1, 3]
    assert receipt.notes == ("2 orders restored.",)
    assert [line.number for line in receipt.withdrawn] == [2]


async def test_withdrawn_orders_are_kept_and_can_be_restored(world: World) -> None:
    await orders.enter(world.services, world.anna, [VANGUARD, PATROL, WORDS])
    receipt = await orders.withdraw(world.services, world.anna, 2)
    assert (numbers(receipt), [line.number for line in receipt.withdrawn]) == ([1, 3], [2])
    receipt = await orders.withdraw(world.services, world.anna)
    assert (receipt.state, numbers(receipt)) == ("none", [])
    assert receipt.notes == ("2 orders withdrawn.",)
    receipt = await orders.enter(world.services, world.anna, [RenameFleet("humans-F2", "Mules")])
    assert numbers(receipt) == [4]
    receipt = await orders.restore(world.services, world.anna)
    assert (numbers(receipt), receipt.withdrawn) == ([1, 2, 3, 4], ())
    for call in (orders.withdraw(world.services, world.anna, 9), orders.restore(world.services, world.anna, 1)):
        with pytest.raises(NotYoursError):
            await call


async def test_restoring_all_leaves_out_what_is_no_longer_legal(world: World) -> None:
    ship = (await side_views.view(world.services, world.anna)).fleets["humans-F1"].ships[0]
    await orders.enter(world.services, world.anna, [SplitFleet("humans-F1", (ship,), "One"), VANGUARD])
    await orders.withdraw(world.services, world.anna)
    await orders.enter(world.services, world.anna, [SplitFleet("humans-F1", (ship,), "Two")])
    receipt = await orders.restore(world.services, world.anna)
    assert numbers(receipt) == [2, 3]
    assert receipt.notes[0] == "1 order restored."
    assert receipt.notes[1].startswith("Order 1 stays withdrawn: ")


async def test_last_turns_orders_are_copied_where_they_are_legal(world: World) -> None:
    ship = (await side_views.view(world.services, world.anna)).fleets["humans-F1"].ships[0]
    await orders.enter(world.services, world.anna, [SplitFleet("humans-F1", (ship,), "Solo"), PATROL, WORDS, VANGUARD])
    await orders.withdraw(world.services, world.anna, 4)
    await world.advance(1)
    await orders.enter(world.services, world.anna, [WORDS])
    receipt = await orders.copy_last(world.services, world.anna)
    assert receipt.notes[0] == "1 order copied from turn 1."
    assert any("Not copied: " in text and "Solo" in text for text in receipt.notes)
    assert any("on your sheet already" in text for text in receipt.notes)
    assert numbers(receipt) == [1, 2]
    with pytest.raises(NotYoursError, match="You gave no orders in turn 1"):
        await orders.copy_last(world.services, world.dora)


async def test_in_the_first_turn_there_is_nothing_to_copy(world: World) -> None:
    with pytest.raises(WrongPhaseError, match="first turn"):
        await orders.copy_last(world.services, world.anna)


async def test_ready_holds_until_an_order_changes(world: World) -> None:
    await orders.enter(world.services, world.anna, [VANGUARD])
    assert (await orders.set_ready(world.services, world.anna, True)).state == "ready"
    assert (await orders.receipt(world.services, world.anna)).state == "ready"
    assert (await orders.set_word(world.services, world.anna, "onward")).state == "ready"
    receipt = await orders.enter(world.services, world.anna, [PATROL])
    assert receipt.state == "complete"
    assert any("declared your orders ready" in text for text in receipt.notes)
    await orders.set_ready(world.services, world.anna, True)
    assert (await orders.set_ready(world.services, world.anna, False)).state == "complete"


async def test_no_orders_can_be_declared_ready_too(world: World) -> None:
    receipt = await orders.set_ready(world.services, world.anna, True)
    assert (receipt.state, receipt.notes) == ("ready", ("You give no orders this turn.",))


async def test_a_word_is_kept_with_the_sheet_and_bounded(world: World) -> None:
    assert (await orders.set_word(world.services, world.anna, "  onward ")).word == "onward"
    assert (await orders.receipt(world.services, world.dora)).word == ""
    for bad in ("x" * 101, "two\nlines", "turned \u202e round"):
        with pytest.raises(GameError, match="one line of at most 100"):
            await orders.set_word(world.services, world.anna, bad)
    assert (await orders.set_word(world.services, world.anna, "")).word == ""


async def test_a_button_of_an_earlier_revision_is_stale(world: World) -> None:
    line = 'rename "Home Fleet" to "Vanguard"'
    receipt = await orders.enter_line(world.services, world.anna, line, expect=world.game.revision)
    await world.advance(1)
    with pytest.raises(WrongPhaseError, match="from an earlier turn; the game is at turn 2"):
        await orders.enter_line(world.services, world.anna, line, expect=receipt.revision)
    with pytest.raises(WrongPhaseError, match="from an earlier turn"):
        await orders.set_ready(world.services, world.anna, True, expect=receipt.revision)


async def test_the_same_interaction_has_one_effect(world: World) -> None:
    first = await orders.enter(world.services, world.anna, [VANGUARD], idempotency_key="i1")
    again = await orders.enter(world.services, world.anna, [VANGUARD], idempotency_key="i1")
    assert again.lines == first.lines
    await orders.withdraw(world.services, world.anna, 1, idempotency_key="i2")
    assert (await orders.withdraw(world.services, world.anna, 1, idempotency_key="i2")).lines == ()


async def test_the_same_interaction_delivered_many_times_at_once_has_one_effect(world: World) -> None:
    got = await asyncio.gather(
        *(orders.enter(world.services, world.anna, [WORDS], idempotency_key="i1") for _ in range(5))
    )
    assert {len(receipt.lines) for receipt in got} == {1}
    assert numbers(await orders.receipt(world.services, world.anna)) == [1]


async def test_orders_given_at_once_are_all_kept_under_their_own_numbers(world: World) -> None:
    texts = [FreeText(f"Wish {n}") for n in range(8)]
    await asyncio.gather(*(orders.enter(world.services, world.anna, [text]) for text in texts))
    receipt = await orders.receipt(world.services, world.anna)
    assert numbers(receipt) == list(range(1, 9))
    assert {line.text.split("Wish ")[1][0] for line in receipt.lines} == set("01234567")


async def test_two_programs_on_one_file_lose_no_order(world: World) -> None:
    async with await Storage.open(world.services.storage.where) as other:
        twin = type(world.services)(other, world.workers, world.clock, world.services.entropy)
        calls = [orders.enter(d, world.anna, [FreeText(f"Wish {n}")]) for n in range(3) for d in (world.services, twin)]
        await asyncio.gather(*calls)
        assert numbers(await orders.receipt(twin, world.anna)) == [1, 2, 3, 4, 5, 6]


async def test_only_who_holds_the_seat_gives_its_orders(world: World) -> None:
    for stranger in (Seat(world.id, "humans", VISITOR), Seat(world.id, "humans", DORA)):
        with pytest.raises(NotYoursError, match="You do not hold the seat of Human Union"):
            await orders.enter(world.services, stranger, [VANGUARD])
    with pytest.raises(NotYoursError, match="no order sheet"):
        await orders.enter(world.services, world.gm, [VANGUARD])
    with pytest.raises(NotYoursError, match="There is no game"):
        await orders.enter(world.services, Seat("none", "humans", ANNA), [VANGUARD])
    assert (await orders.receipt(world.services, world.anna)).lines == ()


async def test_the_game_master_gives_orders_for_an_open_seat_only(world: World) -> None:
    with pytest.raises(NotYoursError, match="has a player"):
        await seats.stand_in(world.services, world.gm, "humans")
    await seats.hold_open(world.services, world.gm, "humans")
    seat = await seats.stand_in(world.services, world.gm, "humans")
    assert numbers(await orders.enter(world.services, seat, [VANGUARD])) == [1]
    with pytest.raises(NotYoursError, match="no longer hold"):
        await orders.enter(world.services, world.anna, [PATROL])


async def test_no_orders_before_the_first_turn_nor_after_the_end(storage: Storage) -> None:
    world = await new_world(storage, begin=False)
    with pytest.raises(WrongPhaseError, match="has not begun"):
        await orders.enter(world.services, world.anna, [VANGUARD])
    await games.finish(world.services, world.gm)
    with pytest.raises(WrongPhaseError, match="is over"):
        await orders.enter(world.services, world.anna, [VANGUARD])


async def test_a_draft_closes_the_sheets(world: World) -> None:
    await world.options(review=True)
    await orders.enter(world.services, world.anna, [VANGUARD])
    await world.advance(1)
    with pytest.raises(WrongPhaseError, match="Orders for turn 1 are closed"):
        await orders.enter(world.services, world.anna, [PATROL])
    assert numbers(await orders.receipt(world.services, world.anna)) == [1]


async def test_a_sheet_has_an_end(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_checks, "MOST_ORDERS", 2)
    with pytest.raises(IllegalOrderError, match="at most 2 orders"):
        await orders.enter(world.services, world.anna, [FreeText(f"Wish {n}") for n in range(3)])
    assert (await orders.receipt(world.services, world.anna)).lines == ()


async def test_no_way_leads_past_the_end_of_a_sheet(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_checks, "MOST_ORDERS", 4)
    for _ in range(3):
        await orders.enter(world.services, world.anna, [FreeText(f"Wish {n}") for n in range(4)])
        await orders.withdraw(world.services, world.anna)
    receipt = await orders.restore(world.services, world.anna)
    assert len(receipt.lines) == 4
    assert receipt.notes[0] == "4 orders restored."
    assert "Order 5 stays withdrawn: A sheet holds at most 4 orders." in receipt.notes
    with pytest.raises(IllegalOrderError, match="at most 4 orders"):
        await orders.restore(world.services, world.anna, 12)
    with pytest.raises(IllegalOrderError, match="at most 4 orders"):
        await standing_orders.add(world.services, world.anna, 'every turn: mission "Home Fleet" patrol')


async def test_withdrawn_orders_have_an_end_too(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_checks, "MOST_ROWS", 5)
    await orders.enter(world.services, world.anna, [FreeText(f"Wish {n}") for n in range(4)])
    await orders.withdraw(world.services, world.anna)
    with pytest.raises(IllegalOrderError, match="given 5 orders this turn"):
        await orders.enter(world.services, world.anna, [FreeText("One"), FreeText("Two")])
    assert len((await orders.restore(world.services, world.anna)).lines) == 4


async def test_nothing_is_changed_by_a_copy_of_nothing(world: World) -> None:
    await orders.enter(world.services, world.anna, [WORDS])
    await world.advance(1)
    before = len(await audit_log(world.services, world.gm))
    with pytest.raises(GameError, match=r"Nothing was copied\. Not copied, since it was asked already"):
        await orders.copy_last(world.services, world.anna)
    assert len(await audit_log(world.services, world.gm)) == before


async def test_nothing_is_rolled_from_a_seed_that_is_told(world: World) -> None:
    assert "seed committed as" in (await rolls.roll_in_game(world.services, world.id, ANNA, "humans", "d100")).proof
    await games.finish(world.services, world.gm)
    known = await revealed_dice(world.services, world.id)
    assert known[-1].seed is not None
    after = await rolls.roll_in_game(world.services, world.id, ANNA, "humans", "d100")
    assert "no campaign here" in after.proof


async def test_every_change_is_in_the_audit_log_without_its_content(world: World) -> None:
    await orders.enter(world.services, world.anna, [WORDS])
    (row,) = [row for row in await audit_log(world.services, world.gm) if row.action == "orders.entered"]
    assert (row.actor, row.detail["side"], row.detail["orders"]) == (str(ANNA), "humans", [1])
    assert "peace" not in str(row)
    with pytest.raises(NotYoursError):
        await audit_log(world.services, world.anna)
