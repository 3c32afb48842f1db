"""Taking a turn back: nothing is lost, and nobody plays with dice he knows."""

import asyncio

import pytest

from rules.cluster_war.chapters.diplomacy.amendments import SetTreasury
from rules.cluster_war.chapters.movement.organising_orders import RenameFleet
from rules.cluster_war.chapters.movement.request_orders import FreeText
from rules.dice import commitment
from rules.values import GameError, NotYoursError, WrongPhaseError, changed
from storage import deadlines, events, snapshots
from storage.snapshots import SnapshotKey
from tests.umpire.world import World
from umpire.campaign.gm import rulings
from umpire.campaign.sheets import orders
from umpire.campaign.sheets.receipt import Receipt
from umpire.campaign.turn import turns
from umpire.campaign.turn.undo import undo
from umpire.campaign.views import side_views
from umpire.campaign.views.reports import report
from umpire.capsules.capsule_export import revealed_dice as told_of
from umpire.games.seat import audit_log

VANGUARD = RenameFleet("humans-F1", "Vanguard")


def numbers(receipt: Receipt) -> list[int]:
    return [line.number for line in receipt.lines]


async def test_a_published_turn_is_open_again_with_all_orders_of_both_turns_kept(world: World) -> None:
    start = await side_views.view(world.services, world.anna)
    await orders.enter(world.services, world.anna, [VANGUARD, FreeText("First wish")])
    await orders.set_ready(world.services, world.anna, True)
    await orders.set_word(world.services, world.anna, "onward")
    await world.advance(1)
    await orders.enter(world.services, world.anna, [FreeText("Second wish"), RenameFleet("humans-F2", "Mules")])
    await orders.set_word(world.services, world.dora, "iron")
    game = await undo(world.services, world.gm, "A mistake of mine", 2)
    assert (game.turn, game.turn_state, game.revision) == (1, "open", 3)
    receipt = await orders.receipt(world.services, world.anna)
    assert (receipt.state, numbers(receipt), receipt.word) == ("complete", [1, 2], "")
    assert await side_views.view(world.services, world.anna) == start
    assert (await orders.receipt(world.services, world.dora)).state == "none"
    game = await world.advance(1)
    assert (game.turn, game.revision) == (2, 4)
    receipt = await orders.receipt(world.services, world.anna)
    assert (numbers(receipt), [line.number for line in receipt.withdrawn]) == ([], [1, 2])
    assert any("2 of your orders are from before" in text for text in receipt.notes)
    receipt = await orders.restore(world.services, world.anna)
    assert (numbers(receipt), receipt.withdrawn) == ([1, 2], ())
    assert numbers(await orders.enter(world.services, world.anna, [FreeText("Third wish")])) == [1, 2, 3]


async def test_what_was_undone_stays_on_record_with_its_seed_told_and_a_new_one_is_drawn(world: World) -> None:
    await orders.set_word(world.services, world.anna, "onward")
    await world.advance(1)
    await orders.set_word(world.services, world.dora, "iron")
    await undo(world.services, world.gm, "A mistake of mine", 2)
    _, first, second, third = await world.revisions()
    assert [(row.turn, row.state) for row in (first, second, third)] == [(1, "undone"), (2, "undone"), (1, "open")]
    assert (third.redoes, dict(first.words), dict(second.words)) == (1, {"humans": "onward"}, {"dominators": "iron"})
    assert len({first.seed, second.seed, third.seed}) == 3
    assert third.commitment == commitment(third.seed)
    told = {t.revision: t.seed for t in await told_of(world.services, world.id)}
    assert told == {0: None, 1: first.seed.hex(), 2: second.seed.hex(), 3: None}
    letters = [letter for letter in await world.letters() if "undone" in letter.text]
    public = next(letter for letter in letters if letter.kind == "public")
    assert "A mistake of mine" in public.text
    dice = f"-# dice promised: {third.commitment[:8]}… · /turn dice"
    assert [line for line in public.text.split("\n") if "dice" in line.lower()] == [dice]
    words = {t.revision: t.words for t in await told_of(world.services, world.id)}
    assert (words[1], words[2]) == ({"humans": "onward"}, {"dominators": "iron"})
    notices = [letter for letter in letters if letter.kind == "notice"]
    assert {letter.side for letter in notices} == {"humans", "dominators"}
    assert all(third.commitment in letter.text for letter in notices), "each player has the whole promise"
    assert not [letter for letter in letters if third.seed.hex() in letter.text]
    (act,) = [row for row in await audit_log(world.services, world.gm) if row.action == "turn.undone"]
    assert (act.detail["turn"], act.detail["reason"]) == (1, "A mistake of mine")


async def test_the_old_deadline_is_cancelled_and_a_new_one_runs(world: World) -> None:
    await world.advance(1)
    game = await undo(world.services, world.gm, "again", 2)
    assert game.deadline is not None
    async with world.services.storage.reading() as tx:
        states = [(await deadlines.last(tx, world.id, n)) for n in (1, 2, 3)]
    assert [row.state for row in states if row is not None] == ["done", "cancelled", "open"]


async def test_a_draft_is_thrown_away(world: World) -> None:
    await world.options(review=True)
    await orders.enter(world.services, world.anna, [VANGUARD])
    await world.advance(1)
    await rulings.amend(world.services, world.gm, SetTreasury("humans", 5), "in the draft")
    game = await undo(world.services, world.gm, "wrong map", 1)
    assert (game.turn, game.turn_state, game.revision) == (1, "open", 2)
    assert numbers(await orders.receipt(world.services, world.anna)) == [1]
    with pytest.raises(WrongPhaseError, match="There is no draft"):
        await turns.publish(world.services, world.gm, 1)
    async with world.services.storage.reading() as tx:
        assert [row.phase for row in await events.amendments_of(tx, world.id, 2)] == []
    with pytest.raises(WrongPhaseError):
        await report(world.services, world.anna, 1)


async def test_what_was_amended_before_the_turn_still_holds_after_an_undo(world: World) -> None:
    await rulings.amend(world.services, world.gm, SetTreasury("humans", 77), "an inheritance")
    await world.advance(1)
    await undo(world.services, world.gm, "again", 2)
    me = (await side_views.view(world.services, world.anna)).me
    assert me is not None
    assert me.treasury == 77
    async with world.services.storage.reading() as tx:
        old = await snapshots.load(tx, SnapshotKey(world.id, 1, "start", 1))
        assert await snapshots.load(tx, SnapshotKey(world.id, 3, "start", 1)) == old
        (kept,) = await events.amendments_of(tx, world.id, 3)
        assert (kept.amendment, kept.reason) == (SetTreasury("humans", 77), "an inheritance")
        assert await events.of_revision(tx, world.id, 3) == (await events.of_revision(tx, world.id, 1))[:1]


async def test_undo_after_undo_goes_further_back(world: World) -> None:
    await world.advance(1)
    await world.advance(2)
    assert (await undo(world.services, world.gm, "once", 3)).turn == 2
    assert (await undo(world.services, world.gm, "twice", 2)).turn == 1
    with pytest.raises(WrongPhaseError, match="nothing to undo"):
        await undo(world.services, world.gm, "thrice", 1)
    assert (await world.advance(1)).turn == 2
    assert [(row.turn, row.redoes) for row in await world.revisions()] == [
        (0, None),
        (1, None),
        (2, None),
        (3, None),
        (2, 2),
        (1, 1),
        (2, None),
    ]


async def test_undo_needs_the_game_master_a_reason_and_the_turn_he_saw(world: World) -> None:
    await world.advance(1)
    with pytest.raises(NotYoursError):
        await undo(world.services, world.anna, "please", 2)
    for bad in ("", "   ", "x" * 501):
        with pytest.raises(GameError, match="Give a reason"):
            await undo(world.services, world.gm, bad, 2)
    with pytest.raises(WrongPhaseError, match="is at turn 2, not at turn 1"):
        await undo(world.services, world.gm, "late", 1)
    assert len(await world.revisions()) == 3


async def test_two_undos_at_once_take_back_one_turn(world: World) -> None:
    await world.advance(1)
    await world.advance(2)
    calls = [undo(world.services, changed(world.gm, user_id=n), "again", 3) for n in (1, 2, 3)]
    got = await asyncio.gather(*calls, return_exceptions=True)
    assert sum(not isinstance(g, BaseException) for g in got) == 1
    assert all(isinstance(g, WrongPhaseError) for g in got if isinstance(g, BaseException))
    again = await asyncio.gather(*(undo(world.services, world.gm, "again", 2, idempotency_key="i9") for _ in range(3)))
    assert {game.turn for game in again} == {1}


async def test_undo_against_advance_and_orders_loses_nothing(world: World) -> None:
    await world.advance(1)
    wishes = [orders.enter(world.services, world.anna, [FreeText(f"Wish {n}")]) for n in range(4)]
    got = await asyncio.gather(*wishes, undo(world.services, world.gm, "again", 2), return_exceptions=True)
    failed = [g for g in got if isinstance(g, BaseException)]
    assert all(isinstance(g, GameError) for g in failed)
    rows = await world.revisions()
    assert rows[-1].state == "open"
    assert sum(row.state == "open" for row in rows) == 1
    assert rows[-1].turn == 1
    kept = len((await orders.receipt(world.services, world.anna)).lines)
    await world.advance(1)
    restorable = len((await orders.receipt(world.services, world.anna)).withdrawn)
    assert kept + restorable == len(wishes) - len(failed)
