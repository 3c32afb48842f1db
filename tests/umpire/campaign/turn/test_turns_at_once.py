"""Several who advance or publish one turn at once: one effect, and nothing lost or done twice."""

import asyncio
import sys
from pathlib import Path

import pytest

from rules.cluster_war.chapters.movement.organising_orders import RenameFleet
from rules.cluster_war.chapters.movement.request_orders import FreeText
from rules.values import GameError, WrongPhaseError
from storage import turns as turn_rows
from storage.codec import decode_signed
from storage.db import Storage
from tests.umpire.world import World, services_on
from umpire.campaign.sheets import orders
from umpire.campaign.sheets.receipt import Receipt
from umpire.campaign.turn import turns
from umpire.games import games

ROOT = Path(__file__).parents[4]
VANGUARD = RenameFleet("humans-F1", "Vanguard")


async def test_results_and_letters_are_saved_in_one_transaction(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await orders.enter(world.services, world.anna, [VANGUARD])
    before = (await world.revisions(), await world.letters(), await games.get_game(world.services, world.id))

    async def fail(*_: object, **__: object) -> None:
        raise OSError("power cut")

    for place in (
        "umpire.campaign.turn.turns.enqueue",
        "umpire.campaign.turn.turns.note",
        "storage.events.append_encoded",
        "storage.sheets.add",
    ):
        with monkeypatch.context() as patch:
            patch.setattr(place, fail)
            with pytest.raises(OSError, match="power cut"):
                await world.advance(1)
        after = (await world.revisions(), await world.letters(), await games.get_game(world.services, world.id))
        assert after == before
    assert (await world.advance(1)).turn == 2


async def test_of_many_who_advance_at_once_one_has_an_effect(world: World) -> None:
    calls = [turns.advance(world.services, world.id, world.gm, "now", 1) for _ in range(4)]
    got = await asyncio.gather(*calls, return_exceptions=True)
    assert sum(not isinstance(g, BaseException) for g in got) == 1
    assert {str(g) for g in got if isinstance(g, WrongPhaseError)} == {"Turn 1 is over; **Spiral Arm** is at turn 2."}
    assert [row.turn for row in await world.revisions()] == [0, 1, 2]


async def test_a_double_click_of_one_interaction_has_one_effect_and_no_error(world: World) -> None:
    calls = [turns.advance(world.services, world.id, world.gm, "now", 1, idempotency_key="i7") for _ in range(3)]
    assert {game.turn for game in await asyncio.gather(*calls)} == {2}
    assert [row.turn for row in await world.revisions()] == [0, 1, 2]


async def test_two_programs_on_one_file_resolve_a_turn_once(world: World) -> None:
    async with await Storage.open(world.services.storage.where) as other:
        twin, _, _ = services_on(other, "twin")
        calls = [
            turns.advance(services, world.id, "clock", "due", 1)
            for services in (world.services, twin, world.services, twin)
        ]
        got = await asyncio.gather(*calls, return_exceptions=True)
    assert sum(not isinstance(g, BaseException) for g in got) == 1
    assert all(isinstance(g, WrongPhaseError) for g in got if isinstance(g, BaseException))
    assert [row.turn for row in await world.revisions()] == [0, 1, 2]


ADVANCE = """
import asyncio, sys
from rules.values import WrongPhaseError
from storage.db import Storage
from tests.umpire.world import services_on
from umpire.campaign.turn import turns

async def main() -> None:
    async with await Storage.open(sys.argv[1]) as storage:
        services, _, _ = services_on(storage, sys.argv[3])
        print("up", flush=True)
        sys.stdin.read()
        try:
            await turns.advance(services, sys.argv[2], "clock", "due", 1)
            print("won")
        except WrongPhaseError as late:
            print(f"lost: {late}")

asyncio.run(main())
"""


async def test_two_processes_at_once_resolve_a_turn_once(world: World) -> None:
    pipe = asyncio.subprocess.PIPE
    command = (sys.executable, "-c", ADVANCE, world.services.storage.where, world.id)
    started = [
        await asyncio.create_subprocess_exec(*command, name, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe)
        for name in ("one", "two")
    ]
    # Both are told at the same moment, when both are up.
    ready = [process.stdout.readline() for process in started if process.stdout is not None]
    assert await asyncio.wait_for(asyncio.gather(*ready), 60) == [b"up\n", b"up\n"]
    said = await asyncio.wait_for(asyncio.gather(*(process.communicate(b"") for process in started)), 120)
    assert sorted(out.split(b":")[0].strip() for out, _ in said) == [b"lost", b"won"], said
    assert [err for _, err in said] == [b"", b""]
    assert [row.turn for row in await world.revisions()] == [0, 1, 2]
    public = [letter for letter in await world.letters() if letter.kind == "public"]
    assert len(public) == 2


async def test_orders_confirmed_while_the_turn_is_being_resolved_are_in_it(world: World) -> None:
    given: list[Receipt] = []

    async def late() -> None:
        if len(given) < 2 and world.workers.tasks[-1] == "resolve":
            given.append(await orders.enter(world.services, world.anna, [FreeText(f"Late wish {len(given)}")]))

    world.workers.before.append(late)
    await world.advance(1)
    assert [len(receipt.lines) for receipt in given] == [1, 2]
    done = (await world.revisions())[1]
    assert len(decode_signed(done.orders or b"")) == 2
    assert world.workers.tasks.count("resolve") == 3


async def test_a_stream_of_orders_cannot_keep_a_turn_from_being_resolved(world: World) -> None:
    streaming = True
    entered = 0

    async def pour() -> None:
        nonlocal entered
        while streaming:
            try:
                await orders.enter(world.services, world.anna, [FreeText(f"Wish {entered}")])
            except GameError:
                return
            entered += 1

    async def slow() -> None:
        await asyncio.sleep(0.2)

    world.workers.before.append(slow)
    task = asyncio.create_task(pour())
    game = await asyncio.wait_for(world.advance(1), 60)
    streaming = False
    await task
    assert game.turn == 2
    rows = await world.revisions()
    async with world.services.storage.reading() as tx:
        first = await turn_rows.current_row(tx, world.id, 1)
    assert first is not None
    kept = len(decode_signed(first.orders or b""))
    later = len((await orders.receipt(world.services, world.anna)).lines)
    assert kept + later == entered
    assert kept > 0
    assert rows[1] == first


async def test_publishing_twice_at_once_has_one_effect(world: World) -> None:
    await world.options(review=True)
    await world.advance(1)
    got = await asyncio.gather(*(turns.publish(world.services, world.gm, 1) for _ in range(3)), return_exceptions=True)
    assert sum(not isinstance(g, BaseException) for g in got) == 1
    assert all(isinstance(g, WrongPhaseError) for g in got if isinstance(g, BaseException))
