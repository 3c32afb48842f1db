"""A battle that its players fight in a tactical game of its own, and the month that waits for it."""

from pathlib import Path

import pytest

from rules.cluster_war.chapters.combat.narration import parse_narration
from rules.cluster_war.turn.setup.scenario import load_scenario
from rules.values import EVERYONE, GameError
from storage import outbox
from storage.battles import UNWANTED_MARK
from storage.db import Storage
from tests.umpire.battle_step import battles_every_month
from tests.umpire.campaign.fought_table import battle_rows, captains, fight_out, meet, open_all, row_of
from tests.umpire.sweeping import sweep
from tests.umpire.tactical_table import play_on, say_done
from tests.umpire.world import ANNA, DORA, GM, ROOT, VISITOR, World, new_world
from umpire.battle.plots import sight
from umpire.campaign.fought.rooms import current_threads, rooms
from umpire.campaign.turn import battle_outcomes, changed_sides
from umpire.campaign.turn.undo import undo
from umpire.capsules.capsule_commands import export_capsule, verify
from umpire.clock.dashboards import refresh_dashboards
from umpire.games import games, seats
from umpire.games.seat import Seat, audit_log
from umpire.outbox.outbox import Letter, letter_of
from umpire.tactical import course, player_actions


async def letters(world: World, game: str) -> list[Letter]:
    async with world.services.storage.reading() as tx:
        return [letter_of(row) for row in await outbox.of_game(tx, game)]


async def opened(world: World) -> str:
    """A battle that is being fought; gives its tactical game."""
    await meet(world)
    (tactical,) = await open_all(world.services)
    return tactical


async def settled(world: World) -> None:
    """Whatever battles come up, until the month is over."""
    for at in range(20):
        if (await games.get_game(world.services, world.id)).turn_state != "battles":
            return
        for tactical in await open_all(world.services, thread=8000 + 10 * at):
            await fight_out(world.services, tactical)
        await sweep(world.services)
    raise AssertionError("the month does not end")


@pytest.mark.rule("CW-9.0-02", "CW-9.0-11")
async def test_a_battle_is_fought_by_its_players_and_the_month_goes_on_by_itself(world: World) -> None:
    tactical = await opened(world)
    assert await open_all(world.services) == [], "once"
    row = await row_of(world.services, tactical)
    assert row.status == "running"
    await play_on(world.services, captains(world.services, row))
    await fight_out(world.services, tactical)
    await settled(world)
    first, *_ = await battle_rows(world)
    assert first.outcome is not None
    assert (first.outcome.method, first.state, first.tactical) == ("fought", "settled", tactical)
    assert first.outcome.winner == "dominators"
    fates = {unit.unit: unit.fate for unit in first.outcome.units}
    assert {fate for unit, fate in fates.items() if unit.startswith("humans/")} <= {"fled", "destroyed", "captured"}
    assert (await games.get_game(world.services, world.id)).turn == 2
    for game in (world.gm, Seat(tactical, "", GM, is_gm=True)):
        checked = await verify(world.services, await export_capsule(world.services, game))
        assert checked.differences == ()
        assert checked.replayed > 0


async def test_two_battles_of_one_week_are_fought_beside_each_other(world: World) -> None:
    await meet(world, places=("0101", "0501"))
    first, second = await open_all(world.services)
    assert {(await row_of(world.services, tactical)).channel_id for tactical in (first, second)} == {7700, 7701}
    assert await current_threads(world.services, world.id, "humans") == (7700, 7701)
    await fight_out(world.services, second)
    await sweep(world.services)
    assert (await games.get_game(world.services, world.id)).turn_state == "battles", "the other one is still fought"
    await fight_out(world.services, first)
    await settled(world)
    assert (await games.get_game(world.services, world.id)).turn == 2
    fought = {row.tactical for row in await battle_rows(world) if row.outcome is not None}
    assert fought >= {first, second}


async def test_a_battle_that_follows_from_a_battle_gets_a_tactical_game_of_its_own(world: World) -> None:
    with battles_every_month():
        await world.advance(1)
        made = []
        for number in (1, 2):
            battle = f"1/0805/{number}"
            await battle_outcomes.have_fought(world.services, world.gm, battle, fight=True)
            (tactical,) = await open_all(world.services, thread=7700 + number)
            await fight_out(world.services, tactical, loser="dominators")
            await sweep(world.services)
            made.append(tactical)
        assert (await games.get_game(world.services, world.id)).turn == 2
        assert [(row.round, row.tactical, row.state) for row in await battle_rows(world)] == [
            (1, made[0], "settled"),
            (2, made[1], "settled"),
        ]
        assert (await verify(world.services, await export_capsule(world.services, world.gm))).differences == ()


@pytest.mark.rule("CW-9.0-08")
async def test_stances_play_on_for_the_absent_and_play_it_out_when_the_battles_time_is_over(world: World) -> None:
    tactical = await opened(world)
    held = captains(world.services, await row_of(world.services, tactical))
    due = (await games.get_game(world.services, tactical)).deadline
    assert due == world.services.seconds() + 12 * 3600, "a sixth of the battle's time for a stop"
    world.clock.forward(hours=12)
    await sweep(world.services)
    assert (await games.get_game(world.services, tactical)).turn == 2
    await say_done(world.services, held[0])
    world.clock.forward(hours=49)
    await sweep(world.services)
    await sweep(world.services)
    said = [
        one
        for one in await letters(world, tactical)
        if one.kind == "reminder" and "stances play what is left" in one.text
    ]
    assert {one.side for one in said} == {"A", "B"}
    assert len(said) == 2, "each once"
    world.clock.forward(hours=12)
    await sweep(world.services)
    assert (await row_of(world.services, tactical)).status == "finished"
    first, *_ = await battle_rows(world)
    assert first.outcome is not None
    assert (first.outcome.method, first.settled_by) == ("fought", "clock")


async def test_a_turn_that_is_taken_back_closes_its_tactical_game_and_says_so(world: World) -> None:
    tactical = await opened(world)
    await undo(world.services, world.gm, "a wrong order", 1)
    await sweep(world.services)
    assert (await row_of(world.services, tactical)).status == "finished"
    assert "was taken back" in (await letters(world, tactical))[-1].text
    assert await open_all(world.services) == []
    await world.advance(1)
    (again,) = await open_all(world.services, thread=7800)
    assert again != tactical
    await fight_out(world.services, again)
    await settled(world)
    assert (await games.get_game(world.services, world.id)).turn == 2
    assert (await verify(world.services, await export_capsule(world.services, world.gm))).differences == ()


async def test_a_tactical_game_closed_without_a_result_leaves_the_battle_to_the_game_master(world: World) -> None:
    tactical = await opened(world)
    await course.abandon(world.services, Seat(tactical, "", GM, is_gm=True), "no time")
    await sweep(world.services)
    (battle,) = await battle_rows(world)
    assert (battle.state, battle.tactical) == ("waiting", UNWANTED_MARK)
    assert "closed without a result" in (await world.letters())[-1].text
    assert await open_all(world.services) == []
    left = await battle_outcomes.have_fought(world.services, world.gm, battle.battle, fight=True)
    assert left.battle(battle.battle).wants_tactical_game
    (again,) = await open_all(world.services, thread=7800)
    left = await battle_outcomes.have_fought(world.services, world.gm, battle.battle, fight=False)
    await sweep(world.services)
    assert (await row_of(world.services, again)).status == "finished"
    await battle_outcomes.settle(world.services, world.gm, battle.battle, "chair")
    await settled(world)
    assert (await games.get_game(world.services, world.id)).turn == 2


async def test_a_battle_settled_by_word_and_a_campaign_that_is_over_close_their_tactical_games(world: World) -> None:
    tactical = await opened(world)
    (battle,) = await battle_rows(world)
    outcome = parse_narration(battle.fight, "fled: the rest of humans\nsurvived: the rest", "dominators")
    await battle_outcomes.settle(world.services, world.gm, battle.battle, outcome)
    await sweep(world.services)
    assert (await row_of(world.services, tactical)).status == "finished"
    for other in await open_all(world.services, thread=7800):
        await games.finish(world.services, world.gm)
        await sweep(world.services)
        assert (await row_of(world.services, other)).status == "finished"
        assert "the campaign is over" in (await letters(world, other))[-1].text


async def test_a_tactical_game_stands_still_while_its_campaign_is_paused(world: World) -> None:
    tactical = await opened(world)
    await games.pause(world.services, world.gm)
    await sweep(world.services)
    assert (await row_of(world.services, tactical)).status == "paused"
    world.clock.forward(days=9)
    await sweep(world.services)
    assert (await games.get_game(world.services, tactical)).turn == 1
    await games.resume(world.services, world.gm)
    await sweep(world.services)
    assert (await row_of(world.services, tactical)).status == "running"
    await fight_out(world.services, tactical)
    await settled(world)
    assert (await games.get_game(world.services, world.id)).turn == 2


async def test_a_deputy_stays_and_a_new_player_takes_over_from_who_has_left(world: World) -> None:
    tactical = await opened(world)
    row = await row_of(world.services, tactical)
    camp = {side: camp for camp, side in row.scenario["part_of"]["captains"].items()}
    with pytest.raises(GameError, match="is a part of another game"):
        await seats.take(world.services, tactical, VISITOR, camp["humans"])
    await seats.leave(world.services, Seat(tactical, camp["humans"], ANNA))
    with pytest.raises(GameError, match="is a part of another game"):
        await seats.take(world.services, tactical, VISITOR, camp["humans"])
    mine = await seats.take(world.services, tactical, ANNA, camp["humans"])
    with pytest.raises(GameError, match="two sides' secrets"):
        await seats.pass_on(world.services, mine, DORA)
    await seats.pass_on(world.services, mine, 55)
    assert ("seat.passed_in_part", 55) in [
        (a.action, a.detail.get("user")) for a in await audit_log(world.services, world.gm)
    ]
    theirs = await seats.seat_of(world.services, tactical, DORA)
    for knowing in (55, ANNA):
        with pytest.raises(GameError, match="two sides' secrets"):
            await seats.pass_on(world.services, theirs, knowing)
    await sweep(world.services)
    held = {seat.side: seat.user_id for seat in await seats.seats(world.services, tactical) if seat.side}
    assert held == {camp["humans"]: 55, camp["dominators"]: DORA}
    await changed_sides.replace_player(world.services, world.gm, "dominators", 66)
    await changed_sides.replace_player(world.services, world.gm, "humans", 77)
    await sweep(world.services)
    held = {seat.side: seat.user_id for seat in await seats.seats(world.services, tactical) if seat.side}
    assert held == {camp["humans"]: 55, camp["dominators"]: 66}
    (room,) = await rooms(world.services)
    assert room.holders == {GM, 55, 66, 77}


async def test_whom_the_game_master_gives_a_battles_seat_knows_its_side_of_the_campaign(world: World) -> None:
    tactical = await opened(world)
    camp = {
        side: camp for camp, side in (await row_of(world.services, tactical)).scenario["part_of"]["captains"].items()
    }
    host = Seat(tactical, "", GM, is_gm=True)
    await seats.replace_player(world.services, host, camp["humans"], VISITOR)
    await seats.replace_player(world.services, host, camp["dominators"], ANNA)
    log = [(a.action, a.detail.get("side"), a.detail.get("user")) for a in await audit_log(world.services, world.gm)]
    assert ("seat.passed_in_part", "humans", VISITOR) in log
    assert ("seat.given_knowing", "dominators", ANNA) in log
    await seats.hold_open(world.services, world.gm, "dominators")
    with pytest.raises(GameError, match="know its secrets"):
        await seats.take(world.services, world.id, VISITOR, "dominators")


async def test_who_is_not_there_learns_nothing_and_no_desk_but_those_of_who_fights_stirs(world: World) -> None:
    await meet(world)
    await refresh_dashboards(world.services)
    async with world.services.storage.transaction() as tx:
        await tx.exec_driver_sql("UPDATE outbox SET state = 'sent'")
    known = len(await world.letters())
    (tactical,) = await open_all(world.services)
    await refresh_dashboards(world.services)
    new = (await world.letters())[known:]
    assert {one.target.kind for one in new if not one.side} <= {"gm"}
    assert {one.side for one in new if one.kind == "desk"} == {"humans", "dominators"}
    assert not [one for one in new if one.kind == "public"]
    assert {one.target.id for one in await letters(world, tactical) if one.target.kind == "channel"} == {7700}
    assert await current_threads(world.services, world.id, "humans") == (7700,)
    assert await current_threads(world.services, world.id, "nobody") == ()


async def test_a_tactical_game_shows_no_ships_name_and_no_crew_and_its_truth_stays_secret_when_it_is_over(
    world: World,
) -> None:
    tactical = await opened(world)
    row = await row_of(world.services, tactical)
    (battle,) = await battle_rows(world)
    names = {unit.name for unit in battle.fight.units if unit.name}
    assert names
    for seat in captains(world.services, row):
        seen = await sight(world.services, tactical, seat.side)
        assert not names & {craft.name for craft in seen.view.known.craft.values()}
        assert (seen.view.known.crews, dict(seen.view.known.salts)) == (None, {})
        (told,) = [
            one for one in await world.letters() if "is fought now" in one.text and one.mentions == (seat.user_id,)
        ]
        own = {
            unit.name for unit in battle.fight.units if f"<#{row.channel_id}>" in told.text and unit.name in told.text
        }
        assert {unit.side for unit in battle.fight.units if unit.name in own} == {told.side}
    await fight_out(world.services, tactical)
    for side in ("A", "B", ""):
        seen = await sight(world.services, tactical, side)
        assert seen.over
        assert seen.reads_as == (side or EVERYONE)
        assert seen.view.known.crews is None
    seat = captains(world.services, row)[0]
    part = await export_capsule(world.services, seat)
    assert b"salts" not in part
    assert (await verify(world.services, part)).differences == ()
    assert (await player_actions.tactical_status(world.services, tactical)).case.game.status == "finished"


async def test_a_third_side_receives_the_same_letters_whether_a_battle_is_fought_or_waits(tmp_path: Path) -> None:
    """Nothing that comes of a tactical game while it goes on, from its making to its closing, reaches who has no part in it."""
    evenings: list[list[tuple[object, ...]]] = []
    for fought in (False, True):
        async with await Storage.open(tmp_path / f"evening {fought}.db") as storage:
            world = await new_world(storage, scenario=load_scenario(ROOT / "scenarios" / "four_empires.toml"))
            others = {flag.id for flag in world.game.sides} - {"humans", "dominators"}
            assert others
            for user, side in enumerate(sorted(others), 70):
                await seats.take(world.services, world.id, user, side)
            await meet(world)
            assert (await games.get_game(world.services, world.id)).turn_state == "battles"
            if fought:
                (tactical,) = await open_all(world.services)
                for seat in captains(world.services, await row_of(world.services, tactical)):
                    await say_done(world.services, seat)
                await sweep(world.services)
                await course.abandon(world.services, Seat(tactical, "", GM, is_gm=True), "no time")
            await sweep(world.services)
            await refresh_dashboards(world.services)
            told = [one for one in await world.letters() if one.side in others or one.target.kind == "channel"]
            evenings.append([(one.kind, one.side, one.target, one.text, one.stamp, one.mentions) for one in told])
            statuses = [await current_threads(world.services, world.id, side) for side in sorted(others)]
            assert not any(statuses)
    assert evenings[0] == evenings[1]
    assert len(evenings[0]) > len({"public", "desk"})
