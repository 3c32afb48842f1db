"""Some months of war through the umpire: kept, exported, imported, verified and taken back, after battles and amid them."""

from random import Random
from typing import Final

import pytest

from rules.cluster_war.chapters.combat.battle_amendments import SetBattles, Way
from rules.cluster_war.chapters.combat.narration import parse_narration
from rules.cluster_war.chapters.logistics.amendments import CreateShips, PlaceFleet
from rules.cluster_war.model.state.war import BattleOutcome, Method
from rules.cluster_war.turn.invariants import broken_invariants
from rules.cluster_war.turn.month import adjudicate
from rules.dice import Dice, mix
from rules.values import changed
from storage import battles, snapshots
from storage import turns as turn_rows
from storage.battles import BattleRow
from storage.codec import decode_signed, decode_state, encode_state
from tests.rules.cluster_war.long_war.minds import sheet_of
from tests.umpire.capsules.capsule_kit import states_of
from tests.umpire.world import World
from umpire.campaign.gm import rulings
from umpire.campaign.sheets import orders
from umpire.campaign.turn import battle_outcomes, turns
from umpire.campaign.turn.adjudication import engine_for as by_method
from umpire.campaign.turn.undo import undo
from umpire.campaign.views import side_views
from umpire.capsules.capsule_commands import export_capsule, import_capsule, verify
from umpire.games import games
from umpire.games.seat import Seat

RIFT: Final = "0101"
MONTHS: Final[tuple[Way, ...]] = ("narrated", "fought")


async def prepare(world: World, way: Way) -> None:
    """All fleets that are not under way are in one deep hex, and both players give orders of war."""
    services, gm = world.services, world.gm
    await rulings.amend(services, gm, SetBattles(way), "War")
    seen = await side_views.view(services, gm)
    for side in ("humans", "dominators"):
        await rulings.amend(services, gm, CreateShips(side, "DD" if side == "humans" else "FS", 2, RIFT), "A levy")
    for key, fleet in seen.fleets.items():
        if fleet.transit is None:
            await rulings.amend(services, gm, PlaceFleet(key, RIFT), "A rift")
    for seat in (world.anna, world.dora):
        view = await side_views.view(services, seat)
        sheet = sheet_of(view, Random(f"{way}/{seat.side}"))
        await orders.enter(services, seat, [signed.order for signed in sheet])


async def settle_all(world: World, gm: Seat) -> int:
    """Every battle that the month waits for is settled: told, or by the engine of numbers; how many there were."""
    found, settled = await battle_outcomes.battles_of(world.services, gm), 0
    while found.waits:
        row = next(one for one in found.battles if one.state == "waiting")
        side = row.fight.sides[0]
        lines = f"fled: the rest of {side}\nsurvived: the rest"
        told = parse_narration(row.fight, lines, row.fight.sides[-1], "So it was.")
        by: Method | BattleOutcome = told if row.fight.method == "narrated" else "quick"
        found = await battle_outcomes.settle(world.services, gm, row.battle, by)
        settled += 1
    return settled


async def played_in_one_go(world: World, revision: int) -> bytes:
    """A month played from its start with all its outcomes known, by what is kept of it: its last state."""
    async with world.services.storage.reading() as tx:
        (turn,) = [t for t in await turn_rows.of_game(tx, world.id) if t.revision == revision]
        start = decode_state(await snapshots.load(tx, await snapshots.require(tx, world.id, revision)))
        kept = await battles.of_revision(tx, world.id, revision)
    outcomes = {row.battle: row.outcome for row in kept if row.outcome is not None}
    given = decode_signed(turn.orders or b"[]")
    dice = Dice(mix(turn.seed, turn.words), turn.dice_name, turn.turn)
    done = adjudicate(start, given, dice, outcomes, by_method(start.settings))
    assert broken_invariants(start, done.state, done.events) == ()
    return encode_state(done.state)


async def waiting(world: World, gm: Seat) -> tuple[BattleRow, ...]:
    return (await battle_outcomes.battles_of(world.services, gm)).battles


@pytest.mark.rule("CW-9.0-02", "CW-9.0-11")
async def test_months_of_war_are_kept_played_again_moved_and_taken_back(world: World) -> None:
    services, fought = world.services, 0
    for number, way in enumerate(MONTHS, 1):
        await prepare(world, way)
        await world.advance(number)
        fought += await settle_all(world, world.gm)
        async with services.storage.reading() as tx:
            after = await snapshots.load(tx, await snapshots.require(tx, world.id, number + 1))
        assert await played_in_one_go(world, number) == after
    assert fought >= 2
    capsule = await export_capsule(services, world.gm)
    checked = await verify(services, capsule)
    assert (checked.differences, checked.replayed) == ((), len(MONTHS))

    made = await import_capsule(services, capsule, guild_id=5, channel_id=6, gm_user_id=7)
    assert await states_of(services.storage, made.id) == await states_of(services.storage, world.id)
    gm = changed(world.gm, game_id=made.id, user_id=7)
    await games.resume(services, gm)
    await undo(services, gm, "Another end", len(MONTHS) + 1)
    await turns.advance(services, made.id, gm, "test", len(MONTHS))
    before = [row.fight for row in await waiting(world, gm)]
    assert before
    await settle_all(world, gm)
    assert (await games.get_game(services, made.id)).turn == len(MONTHS) + 1
    again = await verify(services, await export_capsule(services, made.id))
    assert (again.differences, again.replayed) == ((), len(MONTHS) + 1)


async def test_a_war_is_moved_and_taken_back_while_it_waits_for_its_battles(world: World) -> None:
    services = world.services
    await prepare(world, "narrated")
    await world.advance(1)
    await settle_all(world, world.gm)
    await prepare(world, "fought")
    await world.advance(2)
    there = await waiting(world, world.gm)
    assert there
    whole = await export_capsule(services, world.id, secret=True)
    checked = await verify(services, whole)
    assert (checked.differences, checked.replayed) == ((), 1)
    made = await import_capsule(services, whole, guild_id=5, channel_id=6, gm_user_id=7)
    gm = changed(world.gm, game_id=made.id, user_id=7)
    assert (made.turn, made.turn_state) == (2, "open")
    await games.resume(services, gm)
    await turns.advance(services, made.id, gm, "test", 2)
    assert [row.fight for row in await waiting(world, gm)] == [row.fight for row in there]

    game = await undo(services, world.gm, "A late order", 2)
    assert (game.turn, game.turn_state) == (2, "open")
    await world.advance(2)
    met = await waiting(world, world.gm)
    assert {row.state for row in met} == {"waiting"}
    await settle_all(world, world.gm)
    for place in (world.id, made.id):
        assert (await verify(services, await export_capsule(services, place, secret=True))).differences == ()
