"""Amendments of an open turn, and questions answered."""

import asyncio
import json
from pathlib import Path

import pytest

from rules.cluster_war.chapters.colonies.amendments import SetColony
from rules.cluster_war.chapters.diplomacy.amendments import GrantIncome, SetTreasury
from rules.cluster_war.chapters.movement.organising_orders import RenameFleet
from rules.cluster_war.chapters.movement.request_orders import FreeText
from rules.cluster_war.model.events.event import may_see
from rules.cluster_war.model.events.turn import Amended, Narrated
from rules.cluster_war.turn.gm.rulings import Narrate
from rules.values import GameError, NotYoursError, WrongPhaseError
from storage import events, snapshots
from storage.db import Storage
from tests.umpire.world import World, new_world
from umpire.campaign.gm import rulings
from umpire.campaign.sheets import orders
from umpire.campaign.views import side_views
from umpire.games.seat import audit_log


async def test_an_amendment_of_the_open_turn_holds_at_once_and_tells_who_may_know(world: World) -> None:
    count = len(await world.letters())
    ruled = await rulings.amend(world.services, world.gm, SetTreasury("humans", 77), "An inheritance")
    assert (ruled.turn, ruled.phase, type(ruled.events[0])) == (1, "start", Amended)
    me = (await side_views.view(world.services, world.anna)).me
    assert me is not None
    assert me.treasury == 77
    (letter,) = (await world.letters())[count:]
    assert (letter.side, letter.kind) == ("humans", "notice")
    assert "77 CPs" in letter.text
    async with world.services.storage.reading() as tx:
        (made,) = await events.of_revision(tx, world.id, 1)
    assert isinstance(made.event, Amended)
    assert [may_see(made.event, side) for side in ("humans", "dominators")] == [True, False]
    (act,) = [row for row in await audit_log(world.services, world.gm) if row.action == "amended"]
    assert (act.detail["kind"], act.detail["reason"]) == ("SetTreasury", "An inheritance")


async def test_words_for_everybody_reach_everybody_in_parts_that_fit(world: World) -> None:
    count = len(await world.letters())
    text = " ".join(f"word{n}" for n in range(500))
    await rulings.amend(world.services, world.gm, Narrate("*", text), "Prologue")
    letters = (await world.letters())[count:]
    assert {letter.side for letter in letters} == {"humans", "dominators"}
    assert all(len(letter.text) <= 2000 for letter in letters)
    for side in ("humans", "dominators"):
        told = " ".join(letter.text for letter in letters if letter.side == side)
        assert all(f"word{n}" in told.split() for n in range(500))


async def test_an_amendment_changes_what_a_sheet_is_checked_against(world: World) -> None:
    view = await side_views.view(world.services, world.anna)
    colony = next(iter(view.colonies))
    await orders.enter(world.services, world.anna, [RenameFleet("humans-F1", "Vanguard")])
    await rulings.amend(world.services, world.gm, SetColony(colony, 0), "A plague")
    assert colony not in (await side_views.view(world.services, world.anna)).colonies
    assert [line.number for line in (await orders.receipt(world.services, world.anna)).lines] == [1]


async def test_amendments_at_once_are_all_kept(world: World) -> None:
    gifts = [rulings.amend(world.services, world.gm, GrantIncome("humans", 10), f"Gift {n}") for n in range(5)]
    await asyncio.gather(*gifts)
    assert (await side_views.view(world.services, world.anna)).income.unusual == 50
    async with world.services.storage.reading() as tx:
        assert [key.seq for key in await snapshots.of_revision(tx, world.id, 1)] == [0, 1, 2, 3, 4, 5]


async def test_the_same_interaction_amends_once(world: World) -> None:
    for _ in range(2):
        await rulings.amend(world.services, world.gm, GrantIncome("humans", 10), "Gift", idempotency_key="i1")
    assert (await side_views.view(world.services, world.anna)).income.unusual == 10


async def test_what_cannot_be_amended_changes_nothing(world: World) -> None:
    before = await side_views.view(world.services, world.gm)
    with pytest.raises(NotYoursError):
        await rulings.amend(world.services, world.anna, SetTreasury("humans", 9999), "please")
    with pytest.raises(GameError):
        await rulings.amend(world.services, world.gm, SetTreasury("romans", 9), "who?")
    for bad in ("", "x" * 501, "turned \u202e round"):
        with pytest.raises(GameError, match="Give a reason"):
            await rulings.amend(world.services, world.gm, SetTreasury("humans", 9), bad)
    with pytest.raises(WrongPhaseError, match="has moved on to turn 1"):
        await rulings.amend(world.services, world.gm, SetTreasury("humans", 9), "late", expect=7)
    assert await side_views.view(world.services, world.gm) == before


async def test_a_free_text_order_becomes_a_question_that_the_game_master_settles(world: World) -> None:
    await orders.enter(world.services, world.anna, [FreeText("May we dig for relics?")])
    await world.advance(1)
    (question,) = await rulings.questions(world.services, world.gm)
    assert "relics" in question.text
    with pytest.raises(NotYoursError):
        await rulings.questions(world.services, world.anna)
    ruled = await rulings.settle(world.services, world.gm, question.id, "You find an old coin.", ("humans",))
    assert [e.text for e in ruled.events if isinstance(e, Narrated)] == ["You find an old coin."]
    assert await rulings.questions(world.services, world.gm) == ()
    (done,) = await rulings.questions(world.services, world.gm, settled=True)
    assert (done.answer, done.settled_turn) == ("You find an old coin.", 2)
    assert any("old coin" in letter.text and letter.side == "humans" for letter in await world.letters())
    with pytest.raises(GameError, match="was settled"):
        await rulings.settle(world.services, world.gm, question.id, "No, two.", ())


@pytest.mark.parametrize("way", ["settle", "decide"])
async def test_an_answer_does_not_tell_how_many_questions_others_affairs_led_to(tmp_path: Path, way: str) -> None:
    told, logged = [], []
    for others in (0, 1):
        async with await Storage.open(tmp_path / f"{others}.db") as storage:
            world = await new_world(storage)
            await orders.enter(world.services, world.anna, [FreeText("May we dig for relics?")])
            if others:
                await orders.enter(world.services, world.dora, [FreeText("May we hail the derelict?")])
            await world.advance(1)
            asked = next(q for q in await rulings.questions(world.services, world.gm) if "relics" in q.text)
            answer = rulings.settle if way == "settle" else rulings.decide
            ruled = await answer(world.services, world.gm, asked.id, "You find a coin.", ("humans",))
            told.append([e for e in ruled.events if may_see(e, "humans")])
            logged += [row.detail.get("question") for row in await audit_log(world.services, world.gm)]
    assert told[0] == told[1] != []
    assert {"Q1", "Q2"} <= set(logged)


async def test_a_question_is_announced_to_the_game_master(world: World) -> None:
    await orders.enter(world.services, world.anna, [FreeText("May we dig for relics?")])
    await world.advance(1)
    (letter,) = [each for each in await world.letters() if each.target.kind == "gm" and each.kind == "packet"]
    assert "one question waits" in letter.text
    assert "relics" not in json.dumps([x.text for x in await world.letters() if x.target.kind != "gm"])
