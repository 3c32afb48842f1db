"""A month waits for its battles: nothing of it is saved, nobody else is told, and it goes on once when all is settled."""

import asyncio
from collections.abc import Iterator

import pytest

from rules.cluster_war.chapters.combat.narration import parse_narration
from rules.cluster_war.chapters.diplomacy.amendments import SetTreasury
from rules.cluster_war.chapters.movement.request_orders import FreeText
from rules.cluster_war.model.events.turn import Narrated
from rules.cluster_war.model.state.war import BattleOutcome
from rules.values import GameError, NotYoursError, WrongPhaseError, changed
from storage import battles, deadlines, events, people, snapshots
from storage import turns as turn_rows
from storage.battles import BattleRow
from storage.snapshots import SnapshotKey
from tests.umpire.battle_step import battles_every_month
from tests.umpire.sweeping import sweep
from tests.umpire.world import World
from umpire.campaign.gm import rulings
from umpire.campaign.sheets import orders
from umpire.campaign.turn import battle_outcomes, changed_sides, turns
from umpire.campaign.turn.undo import undo
from umpire.capsules.capsule_commands import export_capsule, import_capsule, verify
from umpire.clock.dashboards import refresh_dashboards
from umpire.clock.extra_time import beat, come_back
from umpire.games import games, seats
from umpire.games.seat import audit_log

FIRST, SECOND = "1/0805/1", "1/0805/2"


@pytest.fixture(autouse=True)
def months_with_battles() -> Iterator[None]:
    with battles_every_month():
        yield


def narrated_outcome(
    row: BattleRow, fates: str = "survived: the rest", winner: str = "nobody", story: str = ""
) -> BattleOutcome:
    return parse_narration(row.fight, fates, winner, story)


async def waiting(world: World, turn: int = 1) -> BattleRow:
    """Come to the first battle of a turn."""
    game = await world.advance(turn)
    assert (game.turn, game.turn_state) == (turn, "battles")
    return (await battle_outcomes.battles_of(world.services, world.gm)).battles[0]


async def narrate(
    world: World, row: BattleRow, winner: str = "nobody", fates: str = "survived: the rest"
) -> battle_outcomes.WaitingBattles:
    outcome = narrated_outcome(row, fates, winner, f"So it was in {row.battle}.")
    return await battle_outcomes.settle(world.services, world.gm, row.battle, outcome)


async def stories(world: World, revision: int = 1) -> list[str]:
    async with world.services.storage.reading() as tx:
        found = await events.of_revision(tx, world.id, revision)
    return [one.event.text for one in found if isinstance(one.event, Narrated)]


@pytest.mark.rule("CW-9.0-02", "CW-9.0-06")
async def test_a_turn_waits_with_nothing_saved_and_goes_on_by_itself_when_its_battle_is_settled(world: World) -> None:
    await orders.enter(world.services, world.anna, [FreeText("Hold the line.")])
    row = await waiting(world)
    assert (row.battle, row.state, row.round) == (FIRST, "waiting", 1)
    assert dict(row.commanders) == {"humans": "its player", "dominators": "its player"}
    async with world.services.storage.reading() as tx:
        assert await snapshots.of_revision(tx, world.id, 1) == (SnapshotKey(world.id, 1, "start", 0),)
        assert not [e for e in await events.of_revision(tx, world.id, 1) if e.phase == "draft"]
        assert (await deadlines.last(tx, world.id, 1)).state == "done"  # type: ignore[union-attr] # it has one
    left = await narrate(world, row)
    assert (left.turn, left.waits) == (2, False)
    game = await games.get_game(world.services, world.id)
    assert (game.turn, game.turn_state, game.revision) == (2, "open", 2)
    assert game.deadline is not None
    (story,) = await stories(world)
    assert story.endswith("So it was in 1/0805/1.")


async def test_nobody_may_change_what_a_month_that_is_fought_was_ordered(world: World) -> None:
    await orders.enter(world.services, world.anna, [FreeText("Hold the line.")])
    await waiting(world)
    services = world.services
    for change in (
        orders.enter(services, world.anna, [FreeText("Run!")]),
        orders.set_word(services, world.anna, "luck"),
        orders.set_ready(services, world.anna, ready=True),
    ):
        with pytest.raises(WrongPhaseError, match="Orders for turn 1 are closed; its result waits for the game master"):
            await change
    with pytest.raises(WrongPhaseError, match="is being fought"):
        await rulings.amend(services, world.gm, SetTreasury("humans", 5), "a gift")
    with pytest.raises(WrongPhaseError, match="waits for its battles"):
        await world.advance(1)
    assert await sweep(services) == ()
    async with services.storage.transaction() as tx:
        assert not await turn_rows.touch(tx, world.id, 1)


@pytest.mark.rule("CW-9.0-12")
async def test_players_learn_of_a_waiting_turn_only_that_it_waits(world: World) -> None:
    before = await world.letters()
    row = await waiting(world)
    after = (await world.letters())[len(before) :]
    assert [(letter.target.kind, letter.kind) for letter in after] == [("gm", "gm")]
    assert all(word in after[0].text for word in (FIRST, "week 2", "fleet action"))
    assert [button.action for button in after[0].buttons] == ["gm-battles", "gm-questions"]
    for seat in (world.anna, world.dora):
        with pytest.raises(NotYoursError):
            await battle_outcomes.battles_of(world.services, seat)
        with pytest.raises(NotYoursError):
            await battle_outcomes.settle(world.services, seat, row.battle, narrated_outcome(row))


async def test_a_players_desk_does_not_stir_when_a_battle_is_put_off(world: World) -> None:
    await waiting(world)
    await refresh_dashboards(world.services)
    known = len(await world.letters())
    await battle_outcomes.put_off(world.services, world.gm, FIRST, 5)
    async with world.services.storage.transaction() as tx:
        await tx.exec_driver_sql("UPDATE outbox SET state = 'sent'")
    await battle_outcomes.put_off(world.services, world.gm, FIRST, 6)
    await refresh_dashboards(world.services)
    assert {letter.side for letter in (await world.letters())[known:]} == {""}


async def test_a_battle_that_follows_from_a_battle_is_waited_for_in_its_turn(world: World) -> None:
    row = await waiting(world)
    left = await narrate(world, row, winner="humans")
    assert left.waits
    assert [(one.battle, one.state, one.round) for one in left.battles] == [
        (FIRST, "settled", 1),
        (SECOND, "waiting", 2),
    ]
    assert len([letter for letter in await world.letters() if "waits for a battle" in letter.text]) == 2
    left = await narrate(world, left.battle(SECOND))
    assert (left.turn, left.waits) == (2, False)
    first, second = await stories(world)
    assert (FIRST in first, SECOND in second) == (True, True)


async def test_the_month_before_the_battle_is_the_same_each_time_and_so_are_its_dice(world: World) -> None:
    """Anna's seat changes hands while the turn waits: the new salt waits for the next turn, or the month would come otherwise."""
    row = await waiting(world)
    await changed_sides.replace_player(world.services, world.gm, "humans", 99)
    left = await narrate(world, row, winner="humans")
    assert left.battle(FIRST).fight == row.fight
    await narrate(world, left.battle(SECOND))
    assert len(await stories(world)) == 2
    capsule = await export_capsule(world.services, world.gm)
    assert (await verify(world.services, capsule)).differences == ()


@pytest.mark.rule("CW-9.0-12")
async def test_a_result_stands_and_an_obvious_error_takes_a_reason_that_is_logged(world: World) -> None:
    row = await waiting(world)
    await narrate(world, row, winner="humans")
    with pytest.raises(WrongPhaseError, match="its result is final"):
        await narrate(world, row)
    left = await battle_outcomes.settle(
        world.services, world.gm, FIRST, narrated_outcome(row, winner="dominators"), reason="I had mixed up the sides"
    )
    assert (left.turn, left.waits) == (2, False), "the second battle does not come any more"
    acts = [act for act in await audit_log(world.services, world.gm) if act.action.startswith("battle.")]
    assert [(act.action, act.detail["reason"]) for act in acts] == [
        ("battle.amended", "I had mixed up the sides"),
        ("battle.settled", ""),
    ]
    assert len(await stories(world)) == 1


@pytest.mark.rule("CW-9.0-03")
async def test_a_narrated_outcome_must_account_for_every_unit(world: World) -> None:
    row = await waiting(world)
    outcome = narrated_outcome(row)
    with pytest.raises(GameError, match=outcome.units[0].unit):
        await battle_outcomes.settle(world.services, world.gm, FIRST, changed(outcome, units=outcome.units[1:]))
    with pytest.raises(GameError, match="more than once"):
        await battle_outcomes.settle(
            world.services, world.gm, FIRST, changed(outcome, units=(*outcome.units, outcome.units[0]))
        )
    assert (await battle_outcomes.battles_of(world.services, world.gm)).battle(FIRST).state == "waiting"


@pytest.mark.rule("CW-9.0-05", "CW-9.0-07")
async def test_a_proxy_is_appointed_for_a_side_and_the_fight_is_entered(world: World) -> None:
    row = await waiting(world)
    assert row.fight.plans["humans"].withdraw_at == 30, "the player's instructions are with the battle"
    left = await battle_outcomes.appoint(world.services, world.gm, FIRST, {"humans": "  Uncle   Bob "})
    assert dict(left.battle(FIRST).commanders) == {"humans": "Uncle Bob", "dominators": "its player"}
    with pytest.raises(GameError, match="has no part"):
        await battle_outcomes.appoint(world.services, world.gm, FIRST, {"martians": "Zork"})
    with pytest.raises(GameError, match="at most 60"):
        await battle_outcomes.appoint(world.services, world.gm, FIRST, {"humans": " "})
    left = await battle_outcomes.settle(world.services, world.gm, FIRST, "chair")
    assert left.turn == 2
    (story,) = await stories(world)
    assert "By the engine" in story


@pytest.mark.rule("CW-9.0-08")
async def test_when_its_time_is_over_a_proxy_fights_for_who_was_absent(world: World) -> None:
    row = await waiting(world)
    assert row.deadline == world.services.seconds() + 72 * 3600
    world.clock.forward(hours=71)
    assert await sweep(world.services) == ()
    world.clock.forward(hours=1)
    await sweep(world.services)
    game = await games.get_game(world.services, world.id)
    assert (game.turn, game.turn_state) == (2, "open")
    async with world.services.storage.reading() as tx:
        (kept,) = await battles.of_revision(tx, world.id, 1)
    assert (kept.state, kept.settled_by, set(kept.commanders.values())) == ("settled", "clock", {"a proxy"})
    (text,) = [letter.text for letter in await world.letters() if "proxies fought it" in letter.text]
    assert FIRST in text


@pytest.mark.rule("CW-9.0-08")
async def test_a_battle_may_be_put_off_and_its_time_stands_still_while_the_game_is_paused(world: World) -> None:
    await waiting(world)
    left = await battle_outcomes.put_off(world.services, world.gm, FIRST, 24)
    assert left.battle(FIRST).deadline == world.services.seconds() + 24 * 3600
    world.clock.forward(hours=20)
    await games.pause(world.services, world.gm)
    world.clock.forward(days=9)
    assert await sweep(world.services) == ()
    await games.resume(world.services, world.gm)
    left = await battle_outcomes.battles_of(world.services, world.gm)
    assert left.battle(FIRST).deadline == world.services.seconds() + 4 * 3600
    left = await battle_outcomes.put_off(world.services, world.gm, FIRST, 0)
    assert left.battle(FIRST).deadline is None
    world.clock.forward(days=90)
    assert await sweep(world.services) == ()
    with pytest.raises(GameError, match="at most"):
        await battle_outcomes.put_off(world.services, world.gm, FIRST, 99999)


async def test_a_paused_game_goes_on_from_its_battles_when_it_is_resumed(world: World) -> None:
    row = await waiting(world)
    await games.pause(world.services, world.gm)
    left = await narrate(world, row)
    assert left.waits
    await games.resume(world.services, world.gm)
    await sweep(world.services)
    assert (await games.get_game(world.services, world.id)).turn == 2


async def test_with_review_on_the_month_ends_in_a_draft(world: World) -> None:
    await world.options(review=True)
    row = await waiting(world)
    await narrate(world, row)
    game = await games.get_game(world.services, world.id)
    assert (game.turn, game.turn_state) == (1, "draft")
    await turns.publish(world.services, world.gm, 1)
    assert (await games.get_game(world.services, world.id)).turn == 2


async def test_a_waiting_turn_taken_back_is_open_again_and_the_same_battle_can_be_settled_as_before(
    world: World,
) -> None:
    await orders.enter(world.services, world.anna, [FreeText("Hold the line.")])
    row = await waiting(world)
    left = await narrate(world, row, winner="humans")
    assert left.waits
    game = await undo(world.services, world.gm, "A late order", 1)
    assert (game.turn, game.turn_state, game.revision) == (1, "open", 2)
    assert [line.number for line in (await orders.receipt(world.services, world.anna)).lines] == [1]
    await orders.enter(world.services, world.anna, [FreeText("And one more.")])
    row = await waiting(world)
    assert (row.revision, row.state) == (2, "waiting"), "what came of it before is offered, and never taken by itself"
    known = await battle_outcomes.as_before(world.services, world.gm, FIRST)
    assert known is not None
    assert known.winner == "humans"
    left = await battle_outcomes.settle(world.services, world.gm, FIRST, known)
    assert await battle_outcomes.as_before(world.services, world.gm, SECOND) is None
    await narrate(world, left.battle(SECOND))
    capsule = await export_capsule(world.services, world.gm)
    checked = await verify(world.services, capsule)
    assert (checked.differences, checked.replayed) == ((), 1)


async def test_a_published_turn_with_battles_can_be_taken_back(world: World) -> None:
    await narrate(world, await waiting(world))
    game = await undo(world.services, world.gm, "again", 2)
    assert (game.turn, game.turn_state) == (1, "open")
    await narrate(world, await waiting(world))
    capsule = await export_capsule(world.services, world.gm)
    checked = await verify(world.services, capsule)
    assert (checked.differences, checked.replayed) == ((), 2)


async def test_a_kept_campaign_plays_again_to_the_byte_and_tells_what_lacks_an_outcome(world: World) -> None:
    await narrate(world, await waiting(world), fates="destroyed: humans/DD01\nsurvived: the rest")
    capsule = await export_capsule(world.services, world.gm)
    assert (await verify(world.services, capsule)).differences == ()
    made = await import_capsule(world.services, capsule, guild_id=5, channel_id=6, gm_user_id=7)
    async with world.services.storage.reading() as tx:
        (kept,) = await battles.of_revision(tx, world.id, 1)
        (again,) = await battles.of_revision(tx, made.id, 1)
    assert changed(again, game=kept.game) == changed(kept, deadline=None)
    cut = b"\n".join(line for line in capsule.splitlines() if b'"record":"outcomes"' not in line)
    assert "nothing says how battle 1/0805/1 ended" in (await verify(world.services, cut)).differences[0]
    assert b'"outcomes"' not in await export_capsule(world.services, world.anna)


async def test_a_waiting_turn_goes_into_a_capsule_as_the_open_turn_it_was(world: World) -> None:
    row = await waiting(world)
    await narrate(world, row, winner="humans")
    capsule = await export_capsule(world.services, world.gm)
    assert b'"outcomes"' not in capsule, "its seed is not told, so another one will be drawn"
    whole = await export_capsule(world.services, world.id, secret=True)
    assert b'"outcomes"' in whole
    made = await import_capsule(world.services, whole, guild_id=5, channel_id=6, gm_user_id=7)
    assert made.turn_state == "open"
    gm = changed(world.gm, game_id=made.id, user_id=7)
    await games.resume(world.services, gm)
    game = await turns.advance(world.services, made.id, gm, "test", 1)
    assert game.turn_state == "battles"
    await sweep(world.services)
    left = await battle_outcomes.battles_of(world.services, gm)
    assert [(one.battle, one.state) for one in left.battles] == [(FIRST, "settled"), (SECOND, "waiting")]


async def test_of_two_who_settle_at_once_one_wins_and_the_month_is_played_once(world: World) -> None:
    row = await waiting(world)
    calls = [
        battle_outcomes.settle(
            world.services, world.gm, FIRST, narrated_outcome(row, story=f"Teller {n}."), idempotency_key=f"k{n}"
        )
        for n in range(3)
    ]
    done = await asyncio.gather(*calls, sweep(world.services), return_exceptions=True)
    assert sum(isinstance(one, battle_outcomes.WaitingBattles) for one in done) == 1
    assert all(isinstance(one, GameError) for one in done if isinstance(one, BaseException))
    assert len(await stories(world)) == 1
    assert (await games.get_game(world.services, world.id)).turn == 2


async def test_the_same_press_counts_once(world: World) -> None:
    row = await waiting(world)
    for _ in range(2):
        await battle_outcomes.settle(
            world.services, world.gm, FIRST, narrated_outcome(row, winner="humans"), idempotency_key="press"
        )
    assert (await battle_outcomes.battles_of(world.services, world.gm)).battle(SECOND).state == "waiting"


@pytest.mark.rule("CW-9.0-06")
async def test_units_that_no_player_owns_are_the_game_masters_to_command(world: World) -> None:
    await seats.hold_open(world.services, world.gm, "dominators")
    row = await waiting(world)
    assert dict(row.commanders) == {"humans": "its player", "dominators": "the game master"}


async def test_somebody_named_in_a_story_is_taken_out_of_it_and_the_game_still_plays_again(world: World) -> None:
    user = 123456789012345678
    row = await waiting(world)
    story = f"Thank you, <@{user}>, for this battle."
    await battle_outcomes.settle(world.services, world.gm, FIRST, narrated_outcome(row, story=story))
    async with world.services.storage.transaction() as tx:
        done, hashed = await people.take_out(tx, world.id, user, 1)
        (kept,) = await battles.of_revision(tx, world.id, 1)
    assert done >= hashed == 2, "its event and its outcome"
    assert kept.outcome is not None
    assert str(user) not in " ".join([*kept.outcome.story, *await stories(world)])
    checked = await verify(world.services, await export_capsule(world.services, world.gm))
    assert checked.differences == ()


async def test_time_that_the_bot_was_away_is_given_back_to_a_battle(world: World) -> None:
    await waiting(world)
    due = (await battle_outcomes.battles_of(world.services, world.gm)).battle(FIRST).deadline
    await beat(world.services, "one")
    world.clock.forward(hours=80)
    await come_back(world.services, "two")
    assert due is not None
    assert (await battle_outcomes.battles_of(world.services, world.gm)).battle(FIRST).deadline == due + 80 * 3600
