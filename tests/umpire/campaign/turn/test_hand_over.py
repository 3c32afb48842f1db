"""A seat that changes hands takes a new salt: who held it cannot work out its secret dice, and all of it can be checked."""

from pathlib import Path

import pytest

from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.dice import number_of
from storage import events, snapshots
from storage import turns as turn_rows
from storage.codec import decode_state
from storage.db import Storage
from storage.snapshots import SnapshotKey
from tests.umpire.capsules.capsule_kit import check_by_the_manual, records
from tests.umpire.world import GM_ROLE, VISITOR, World, new_world
from umpire.campaign.sheets import orders
from umpire.campaign.turn import turns
from umpire.campaign.turn.undo import undo
from umpire.campaign.views import side_views
from umpire.campaign.views.reports import report
from umpire.capsules import capsule_commands
from umpire.games import games, seat_history, seats
from umpire.games.seat import Seat, audit_log


async def salt(world: World, side: str = "dominators") -> str:
    """A side's salt as the game is now."""
    async with world.services.storage.reading() as tx:
        now = (await turn_rows.of_game(tx, world.id))[-1]
        key = await snapshots.require(tx, world.id, now.revision)
        return decode_state(await snapshots.load(tx, key)).sides[side].salt


async def words(world: World, turn: int, side: str = "dominators") -> set[str]:
    """The ends of the keys of a side's research rolls in a turn, as "why" tells them."""
    told = await report(world.services, world.gm, turn)
    rolls = [roll for event in told.events for roll in event.cause.rolls]
    return {roll.key.split("/", 2)[2] for roll in rolls if roll.key.startswith(f"research/{side}")}


async def research(world: World, seat: Seat) -> None:
    """A project that rolls a die this turn."""
    view = await side_views.view(world.services, seat)
    assert view.me is not None
    started = StartProject("Beams", view.me.home, 9, 100)
    order = FundProject(next(iter(view.projects)), 100) if view.projects else started
    await orders.enter(world.services, seat, [order])


async def hand_over(world: World, way: str) -> Seat:
    """The Dominion gets another player; her seat."""
    if way == "replaced":
        await seats.replace_player(world.services, world.gm, "dominators", VISITOR)
    elif way == "left and taken":
        await seats.leave(world.services, world.dora)
        await seats.take(world.services, world.id, VISITOR, "dominators")
    else:
        await seats.hold_open(world.services, world.gm, "dominators")
        await seats.take(world.services, world.id, VISITOR, "dominators")
    return Seat(world.id, "dominators", VISITOR)


@pytest.mark.parametrize("way", ["replaced", "left and taken", "held open and taken"])
async def test_whoever_read_a_key_knows_no_die_of_the_successor(world: World, way: str) -> None:
    await research(world, world.dora)
    await world.advance(1)
    before, read = await salt(world), await words(world, 1)
    heir = await hand_over(world, way)
    await research(world, heir)
    await world.advance(2)
    assert await salt(world) != before
    [now] = await words(world, 2)
    assert now not in {before, before.partition(":")[2], *read}
    rival = await salt(world, "humans")
    assert number_of(rival) == 0


async def test_a_turn_without_a_change_of_hands_changes_no_salt_and_yet_no_word_comes_twice(world: World) -> None:
    before = await salt(world)
    told = []
    for turn in (1, 2, 3):
        await research(world, world.dora)
        await world.advance(turn)
        told += sorted(await words(world, turn))
    assert await salt(world) == before
    assert len(set(told)) == 3
    assert not any(before in word or word in before for word in told)


async def test_no_player_ever_reads_a_salt(world: World) -> None:
    await research(world, world.dora)
    await world.advance(1)
    view = await side_views.view(world.services, world.dora)
    assert view.me is not None
    assert view.me.salt == ""
    capsule = await capsule_commands.export_capsule(world.services, world.dora)
    assert (await salt(world)).partition(":")[2].encode() not in capsule


async def test_a_turn_taken_back_and_played_again_after_a_change_of_hands_keeps_its_secrets(world: World) -> None:
    await research(world, world.dora)
    await world.advance(1)
    read, before = await words(world, 1), await salt(world)
    heir = await hand_over(world, "replaced")
    await undo(world.services, world.gm, "Once more", 2)
    await world.advance(1)
    assert await salt(world) != before
    assert not await words(world, 1) & read
    await research(world, heir)
    await world.advance(2)
    assert len(await words(world, 2)) == 1


@pytest.mark.parametrize("way", ["stepped down before it began", "was it by role, and was given a seat"])
async def test_whoever_was_game_master_has_read_all_salts_and_knows_none_of_those_that_follow(
    storage: Storage, way: str
) -> None:
    world = await new_world(storage, begin=way != "stepped down before it began")
    if way == "stepped down before it began":
        await seats.add_gm(world.services, world.gm, VISITOR)
        await seats.remove_gm(world.services, world.gm, VISITOR)
        await turns.open_first(world.services, world.gm)
    else:
        await seats.gm_seat(world.services, world.id, VISITOR, {GM_ROLE})
        await seats.replace_player(world.services, world.gm, "humans", VISITOR)
    before = [await salt(world, side) for side in ("humans", "dominators")]
    await world.advance(1)
    after = [await salt(world, side) for side in ("humans", "dominators")]
    assert not set(before) & set(after)
    await world.advance(2)
    assert [await salt(world, side) for side in ("humans", "dominators")] == after


async def both(world: World) -> list[str]:
    """The salts of both sides."""
    return [await salt(world, side) for side in ("humans", "dominators")]


async def test_a_capsule_taken_along_by_a_game_master_by_role_tells_no_salt_of_a_later_turn(world: World) -> None:
    looked = await seats.gm_seat(world.services, world.id, VISITOR, {GM_ROLE})
    before = await both(world)
    await world.advance(1)
    assert await both(world) == before, "who only looks in sees no salt"
    taken = await capsule_commands.export_capsule(world.services, looked)
    assert all(one.encode() in taken for one in await both(world))
    [line] = [act for act in await audit_log(world.services, world.gm) if act.action == seat_history.ROLE_EXPORTED]
    assert (line.actor, dict(line.detail)) == (str(VISITOR), {"user": VISITOR})
    await research(world, world.dora)
    await world.advance(2)
    after = await both(world)
    assert not set(before) & set(after)
    assert not any(word.encode() in taken for word in await words(world, 2))
    await world.advance(3)
    assert await both(world) == after, "new once for each that was taken along"


async def test_a_game_master_by_seat_changes_no_salt_by_exporting(world: World) -> None:
    before = await both(world)
    await capsule_commands.export_capsule(world.services, world.gm)
    await world.advance(1)
    assert await both(world) == before
    assert not [act for act in await audit_log(world.services, world.gm) if act.action == seat_history.ROLE_EXPORTED]


async def test_a_capsule_taken_along_while_a_turn_is_resolved_counts_for_that_turn_already(world: World) -> None:
    looked = await seats.gm_seat(world.services, world.id, VISITOR, {GM_ROLE})
    taken: list[bytes] = []

    async def take_along() -> None:
        if not taken:
            taken.append(b"")
            taken[0] = await capsule_commands.export_capsule(world.services, looked)

    before = await both(world)
    world.workers.before.append(take_along)
    await world.advance(1)
    assert all(one.encode() in taken[0] for one in before)
    assert not set(before) & set(await both(world))


async def test_the_new_salt_is_a_change_on_record_that_tells_nobody_anything(world: World) -> None:
    await hand_over(world, "replaced")
    await world.advance(1)
    async with world.services.storage.reading() as tx:
        [made] = await events.amendments_of(tx, world.id, 1)
        assert (made.actor, made.phase, made.seq) == ("seats", "start", 1)
        kept = await snapshots.load(tx, SnapshotKey(world.id, 1, "start", 1))
    assert number_of(decode_state(kept).sides["dominators"].salt) == 1


async def test_at_the_end_everything_can_be_checked_new_salts_and_all(world: World, tmp_path: Path) -> None:
    await research(world, world.dora)
    await world.advance(1)
    heir = await hand_over(world, "left and taken")
    await research(world, heir)
    await world.options(review=True)
    await world.advance(2)
    await undo(world.services, world.gm, "Once more", 2)
    await world.advance(2)
    await turns.publish(world.services, world.gm, 2)
    await games.finish(world.services, world.gm)
    capsule = await capsule_commands.export_capsule(world.services, world.gm)
    found = await capsule_commands.verify(world.services, capsule)
    assert (found.differences, found.waiting, found.others) == ((), 0, ())
    assert found.rolls >= 2
    assert check_by_the_manual(capsule, tmp_path).returncode == 0
    assert [r["amendment"]["type"] for r in records(capsule, "amendment")] == ["RenewSalts", "RenewSalts"]
