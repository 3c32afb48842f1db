"""Opening, advancing, reviewing and publishing turns."""

import pytest

from rules.cluster_war.chapters.diplomacy.amendments import SetTreasury
from rules.cluster_war.chapters.movement.organising_orders import RenameFleet
from rules.cluster_war.chapters.movement.request_orders import FreeText
from rules.cluster_war.model.events.movement import FleetRenamed
from rules.cluster_war.model.events.turn import Narrated
from rules.cluster_war.turn.gm.rulings import Narrate
from rules.dice import commitment, mix
from rules.values import NotYoursError, WrongPhaseError
from storage import deadlines, events, outbox, sheets
from storage.codec import decode_signed
from storage.db import Storage
from tests.umpire.world import ANNA, CHANNEL, DORA, World, new_world
from umpire.campaign.gm import rulings
from umpire.campaign.sheets import orders
from umpire.campaign.turn import turns
from umpire.campaign.views import side_views
from umpire.campaign.views.reports import report
from umpire.capsules.capsule_export import revealed_dice as told_of
from umpire.games import games, seats
from umpire.games.seat import Seat, audit_log
from umpire.outbox.outbox import enqueue

VANGUARD = RenameFleet("humans-F1", "Vanguard")


async def test_the_first_turn_opens_once_with_a_promise_a_deadline_and_a_map_for_everybody(storage: Storage) -> None:
    world = await new_world(storage, begin=False)
    assert (world.game.status, world.game.turn) == ("setup", 0)
    with pytest.raises(NotYoursError):
        await turns.open_first(world.services, world.anna)
    game = await turns.open_first(world.services, world.gm)
    assert (game.status, game.turn, game.turn_state, game.revision) == ("running", 1, "open", 1)
    row = (await world.revisions())[1]
    assert (row.commitment, len(row.seed)) == (commitment(row.seed), 32)
    letters = await world.letters()
    assert [(x.kind, x.target.kind, x.target.id) for x in letters] == [
        ("public", "channel", CHANNEL),
        ("packet", "dm", DORA),
        ("packet", "dm", ANNA),
        ("notice", "gm", 0),
    ]
    assert letters[0].text.split("\n")[1:] == [f"-# dice promised: {row.commitment[:8]}… · /turn dice"]
    assert all(row.commitment in letter.file_note for letter in letters[1:3]), "each player has the whole promise"
    assert f"<t:{game.deadline}:F>" in letters[0].text
    with pytest.raises(WrongPhaseError, match="has begun already"):
        await turns.open_first(world.services, world.gm)


async def test_a_resolved_turn_is_saved_whole(world: World) -> None:
    await orders.enter(world.services, world.anna, [VANGUARD])
    await orders.set_word(world.services, world.dora, "iron")
    world.clock.forward(hours=3)
    game = await world.advance(1)
    assert (game.turn, game.turn_state, game.revision) == (2, "open", 2)
    _, done, now = await world.revisions()
    assert (done.state, dict(done.words), done.published_at) == (
        "published",
        {"dominators": "iron"},
        world.services.seconds(),
    )
    assert [signed.order for signed in decode_signed(done.orders or b"")] == [VANGUARD]
    assert now.commitment == commitment(now.seed) != done.commitment
    assert (await side_views.view(world.services, world.anna)).fleets["humans-F1"].name == "Vanguard"
    assert (await side_views.view(world.services, world.anna, 1)).fleets["humans-F1"].name == "Home Fleet"
    seen = (await report(world.services, world.anna)).events
    assert [e.name for e in seen if isinstance(e, FleetRenamed)] == ["Vanguard"]
    assert not any(isinstance(e, FleetRenamed) for e in (await report(world.services, world.dora)).events)
    async with world.services.storage.reading() as tx:
        assert (await deadlines.last(tx, world.id, 1)).state == "done"  # type: ignore[union-attr] # there is one
        assert [s.state for s in await sheets.of_revision(tx, world.id, 2)] == ["none", "none"]
    assert "turn.resolved" in [row.action for row in await audit_log(world.services, world.gm)]


async def test_the_letters_of_a_turn_tell_seed_words_and_the_next_promise_and_no_secret(world: World) -> None:
    await orders.enter(world.services, world.anna, [VANGUARD, FreeText("Ask the Dominators for peace")])
    await orders.set_word(world.services, world.anna, "onward")
    before = len(await world.letters())
    await world.advance(1)
    _, done, now = await world.revisions()
    public, *rest = (await world.letters())[before:]
    dice = f"-# dice promised: {now.commitment[:8]}… · /turn dice"
    assert public.text.split("\n")[1:] == [dice]
    for told in (done.seed.hex(), done.commitment, "humans: `onward`", now.commitment):
        assert told in rest[0].file_note
        assert told in rest[1].file_note
        assert told not in "".join(letter.text for letter in rest)
    known = {one.revision: one for one in await told_of(world.services, world.id)}
    assert (known[1].seed, known[1].words, known[1].commitment) == (
        done.seed.hex(),
        {"humans": "onward"},
        done.commitment,
    )
    assert (known[2].seed, known[2].commitment) == (None, now.commitment)
    for letter in (public, *rest):
        assert now.seed.hex() not in f"{letter.text}{letter.file_note}"
    assert "Vanguard" not in public.text
    assert [(x.kind, x.side, x.target.kind) for x in rest] == [
        ("packet", "dominators", "dm"),
        ("packet", "humans", "dm"),
        ("packet", "", "gm"),
    ]
    assert [recipe.kind for recipe in rest[1].files] == ["report", "map", "text-map"]
    assert {(recipe.side, recipe.turn, recipe.revision) for recipe in rest[1].files} == {("humans", 1, 1)}


async def test_who_may_advance_and_when(world: World, storage: Storage) -> None:
    with pytest.raises(NotYoursError, match="Only the game master"):
        await turns.advance(world.services, world.id, world.anna, "now", 1)
    with pytest.raises(NotYoursError, match="another game"):
        await turns.advance(world.services, world.id, Seat("g", "", 1, is_gm=True), "now", 1)
    with pytest.raises(WrongPhaseError, match="Turn 2 is over"):
        await turns.advance(world.services, world.id, world.gm, "now", 2)
    await games.pause(world.services, world.gm, "holidays")
    with pytest.raises(WrongPhaseError, match="is paused"):
        await turns.advance(world.services, world.id, "clock", "due", 1)
    await games.resume(world.services, world.gm)
    await games.finish(world.services, world.gm)
    with pytest.raises(WrongPhaseError, match="is over"):
        await world.advance(1)


async def test_a_draft_is_seen_by_the_game_master_alone_until_it_is_published(world: World) -> None:
    await world.options(review=True)
    await orders.enter(world.services, world.anna, [VANGUARD])
    before = await side_views.view(world.services, world.anna)
    game = await world.advance(1)
    assert (game.turn, game.turn_state, game.deadline) == (1, "draft", None)
    assert await side_views.view(world.services, world.anna) == before
    with pytest.raises(WrongPhaseError):
        await report(world.services, world.anna)
    with pytest.raises(WrongPhaseError):
        await report(world.services, world.anna, 1)
    assert (await side_views.view(world.services, world.gm)).fleets["humans-F1"].name == "Vanguard"
    packets = {packet.side: packet for packet in (await turns.draft(world.services, world.gm)).packets}
    assert sorted(packets) == ["dominators", "humans"]
    assert packets["humans"].view.fleets["humans-F1"].name == "Vanguard"
    assert any(isinstance(e, FleetRenamed) for e in packets["humans"].events)
    assert not any(isinstance(e, FleetRenamed) for e in packets["dominators"].events)
    with pytest.raises(NotYoursError):
        await turns.draft(world.services, world.anna)
    assert [told.seed for told in await told_of(world.services, world.id)] == [None, None]
    assert [letter.kind for letter in (await world.letters())[-1:]] == ["packet"]
    with pytest.raises(WrongPhaseError, match="its draft waits to be published"):
        await world.advance(1)


async def test_a_draft_is_amended_and_published(world: World) -> None:
    await world.options(review=True)
    await world.advance(1)
    ruled = await rulings.amend(world.services, world.gm, SetTreasury("humans", 77), "A gift of the ancients")
    assert (ruled.turn, ruled.phase) == (1, "draft")
    await rulings.amend(world.services, world.gm, Narrate("dominators", "A cold wind blows."), "Mood")
    count = len(await world.letters())
    packets = {p.side: p for p in (await turns.draft(world.services, world.gm)).packets}
    assert any(isinstance(e, Narrated) for e in packets["dominators"].events)
    with pytest.raises(WrongPhaseError, match="not of turn 2"):
        await turns.publish(world.services, world.gm, 2)
    game = await turns.publish(world.services, world.gm, 1)
    assert (game.turn, game.turn_state) == (2, "open")
    me = (await side_views.view(world.services, world.anna)).me
    assert me is not None
    assert me.treasury == 77
    assert any(isinstance(e, Narrated) for e in (await report(world.services, world.dora, 1)).events)
    assert not any(isinstance(e, Narrated) for e in (await report(world.services, world.anna, 1)).events)
    assert [x.kind for x in (await world.letters())[count:]] == ["public", "packet", "packet"]
    with pytest.raises(WrongPhaseError, match="There is no draft"):
        await turns.publish(world.services, world.gm, 1)


async def test_only_the_version_of_a_draft_that_was_seen_is_published(world: World) -> None:
    await world.options(review=True)
    with pytest.raises(WrongPhaseError, match="no draft"):
        await turns.draft_version(world.services, world.gm, 1)
    await world.advance(1)
    seen = (await turns.draft(world.services, world.gm)).version
    assert seen == await turns.draft_version(world.services, world.gm, 1) == 0
    await rulings.amend(world.services, world.gm, SetTreasury("humans", 77), "A gift of the ancients")
    count = len(await world.letters())
    with pytest.raises(WrongPhaseError, match="has changed since it was shown to you, so nothing was published"):
        await turns.publish(world.services, world.gm, 1, version=seen)
    assert len(await world.letters()) == count
    assert (await turns.publish(world.services, world.gm, 1, version=1)).turn == 2


async def is_ready(world: World) -> bool:
    """Whether the clock would end the game's turn early."""
    async with world.services.storage.reading() as tx:
        return world.id in {game for game, _ in await sheets.all_ready(tx)}


async def test_all_are_ready_when_every_side_with_a_player_is(world: World) -> None:
    assert not await is_ready(world)
    await orders.set_ready(world.services, world.anna, True)
    assert not await is_ready(world)
    await orders.set_ready(world.services, world.dora, True)
    assert await is_ready(world)
    await orders.enter(world.services, world.dora, [FreeText("wait")])
    assert not await is_ready(world)
    await seats.hold_open(world.services, world.gm, "dominators")
    assert await is_ready(world)
    await seats.leave(world.services, world.anna)
    assert not await is_ready(world)


async def test_the_deadline_keeps_the_weekly_rhythm(world: World) -> None:
    week = 7 * 24 * 3600
    first = world.game.deadline
    assert first is not None
    world.clock.forward(days=5)
    second = (await world.advance(1)).deadline
    assert second == first + week
    world.clock.forward(days=30)
    third = (await world.advance(2)).deadline
    assert third is not None
    assert world.services.seconds() < third
    assert (third - first) % week in {0, week - 3600}  # the clocks go forward meanwhile


async def test_words_change_the_dice_that_are_used(world: World) -> None:
    row = (await world.revisions())[1]
    assert mix(row.seed, {"humans": "onward"}) != mix(row.seed, {}) == row.seed


async def test_enqueued_letters_are_part_of_the_callers_transaction(world: World) -> None:
    letter = (await world.letters())[0]

    async def fail() -> None:
        async with world.services.storage.transaction() as tx:
            await enqueue(tx, world.services, letter)
            raise OSError

    count = len(await world.letters())
    with pytest.raises(OSError):  # noqa: PT011 # raised just above, without words
        await fail()
    assert len(await world.letters()) == count
    async with world.services.storage.transaction() as tx:
        await enqueue(tx, world.services, letter, letter)
    async with world.services.storage.reading() as tx:
        rows = await outbox.of_game(tx, world.id)
    assert [row.seq for row in rows] == list(range(1, count + 3))
    assert len({row.nonce for row in rows}) == len(rows)
    assert all(len(row.nonce) <= 25 for row in rows)


async def test_events_are_numbered_without_gaps(world: World) -> None:
    await rulings.amend(world.services, world.gm, Narrate("*", "Hear!"), "News")
    await world.advance(1)
    async with world.services.storage.reading() as tx:
        rows = await events.of_revision(tx, world.id, 1)
    assert [row.seq for row in rows] == list(range(len(rows)))
    assert [row.phase for row in rows] == sorted((row.phase for row in rows), reverse=True)
