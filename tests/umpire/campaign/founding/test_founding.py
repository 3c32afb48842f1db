"""Campaigns that are made by their players: seats before races, races before the map, everything saved and audited."""

from pathlib import Path

import pytest

from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.setup.starting_places import StartNpr
from rules.values import GameError, NotYoursError, WrongPhaseError
from rules.values import changed as replace
from storage import outbox
from storage.codec import from_document
from storage.db import Storage
from tests.umpire.campaign.founding.founding_kit import Open, custom_race, new_open
from tests.umpire.world import CHANNEL, GM, GUILD, services_on
from umpire.campaign.founding import races
from umpire.campaign.founding.homes import drop_others, homes_advice, put_other, set_placement
from umpire.campaign.founding.open_campaign import change_plan, found_game, founding, make_cluster, with_seats
from umpire.campaign.founding.plan import FoundingPlan, plan_lines, resize, set_switch
from umpire.campaign.open_turn import SYSTEM
from umpire.campaign.turn import turns
from umpire.campaign.views import side_views
from umpire.capsules import capsule_commands
from umpire.games import games, seats
from umpire.games.new_game import NewGame
from umpire.games.seat import audit_log
from umpire.outbox.outbox import Letter, letter_of


async def test_a_founded_campaign_has_seats_and_no_cluster(open_: Open) -> None:
    now = await open_.now()
    assert now.game.is_open
    assert (now.game.status, now.game.turn) == ("setup", 0)
    assert [(s.side, s.name, s.state) for s in now.seats] == [("blue", "Blue", "draft"), ("gold", "Gold", "draft")]
    assert open_.workers.tasks == []
    with pytest.raises(WrongPhaseError, match="has no cluster yet"):
        await turns.open_first(open_.services, open_.gm)
    with pytest.raises(WrongPhaseError, match="has not begun"):
        await side_views.view(open_.services, open_.anna)
    with pytest.raises(WrongPhaseError, match="nothing to export"):
        await capsule_commands.export_capsule(open_.services, open_.gm)


async def test_a_plan_is_changed_by_the_game_master_alone_and_saved_at_once(open_: Open) -> None:
    await change_plan(open_.services, open_.gm, lambda p: resize(p, 6, 5), "size")
    after = await change_plan(open_.services, open_.gm, lambda p: set_switch(p, "lrs_range", "2"), "sensors")
    assert (after.plan.across, after.plan.down, after.plan.switches) == (6, 5, {"lrs_range": "2"})
    assert await open_.now() == after
    with pytest.raises(NotYoursError):
        await change_plan(open_.services, open_.anna, lambda p: replace(p, across=5), "size")
    with pytest.raises(GameError, match="5 to 10 sectors"):
        await change_plan(open_.services, open_.gm, lambda p: resize(p, 11, 5), "size")
    assert (await open_.now()).plan == after.plan
    acts = [row.action for row in await audit_log(open_.services, open_.gm)]
    assert acts[:2] == ["plan.changed", "plan.changed"]


async def test_seats_are_added_and_only_empty_ones_go(open_: Open) -> None:
    more = await change_plan(open_.services, open_.gm, lambda p: with_seats(p, 4), "seats")
    assert [s.side for s in more.seats] == ["blue", "gold", "violet", "teal"]
    fewer = await change_plan(open_.services, open_.gm, lambda p: with_seats(p, 2), "seats")
    assert [flag.id for flag in fewer.game.sides] == ["blue", "gold"]
    three = await change_plan(open_.services, open_.gm, lambda p: with_seats(p, 3), "seats")
    assert len(await seats.seats(open_.services, open_.id)) == 4
    assert len(three.seats) == 3
    await seats.take(open_.services, open_.id, 77, "violet")
    with pytest.raises(GameError, match="Violet has a player"):
        await change_plan(open_.services, open_.gm, lambda p: with_seats(p, 2), "seats")
    with pytest.raises(GameError, match="2 to 10 seats, not 11"):
        await change_plan(open_.services, open_.gm, lambda p: with_seats(p, 11), "seats")


@pytest.mark.rule("CW-19.0-08")
async def test_races_are_designed_before_there_is_a_map_and_never_after(open_: Open) -> None:
    await open_.approved(open_.anna, "Humans")
    with pytest.raises(WrongPhaseError, match="these are not: Gold"):
        await make_cluster(open_.services, open_.gm)
    await open_.approved(open_.dora, "Vermin")
    assert (await open_.now()).can_be_made
    made = await make_cluster(open_.services, open_.gm)
    assert not made.is_open
    assert [(flag.id, flag.name) for flag in made.sides] == [("blue", "Humans"), ("gold", "Vermin")]
    with pytest.raises(WrongPhaseError, match="has its cluster"):
        await open_.rename(open_.anna, "Better Humans")
    with pytest.raises(WrongPhaseError, match="has its cluster"):
        await change_plan(open_.services, open_.gm, lambda p: resize(p, 5, 6), "size")
    with pytest.raises(WrongPhaseError, match="has its cluster"):
        await make_cluster(open_.services, open_.gm)
    assert open_.workers.tasks.count("make_game") == 1
    assert (await races.my_race(open_.services, open_.anna)).sheet.name == "Humans"


async def test_a_founded_campaign_is_played_and_verified_like_any_other(open_: Open) -> None:
    await open_.approved(open_.anna, "Humans")
    await open_.approved(open_.dora, "The Dominators")
    await make_cluster(open_.services, open_.gm)
    game = await turns.open_first(open_.services, open_.gm)
    assert (game.status, game.turn) == ("running", 1)
    view = await side_views.view(open_.services, open_.anna)
    assert view.me is not None
    assert (view.me.name, view.me.race.home_step) == ("Humans", "5555")
    assert sum(colony.size for colony in view.colonies.values()) == 1000
    await turns.advance(open_.services, open_.id, open_.gm, "test", 1)
    capsule = await capsule_commands.export_capsule(open_.services, open_.gm, secret=False)
    checked = await capsule_commands.verify(open_.services, capsule)
    assert checked.differences == ()


async def test_what_the_game_master_plans_of_his_own_races_is_told_to_nobody_else(open_: Open) -> None:
    before = (plan_lines((await open_.now()).plan), await world_of_letters(open_))
    hive = {"name": "The Hive", "gross": "400", "attitude": "hostile, xenophobic", "pace": "FAST", "step": "5x55"}
    await change_plan(open_.services, open_.gm, lambda p: put_other(set_placement(p, "gaps"), "", hive), "others")
    after = await change_plan(open_.services, open_.gm, lambda p: put_other(p, "", {"name": "Wasps"}), "others")
    assert after.plan.others == (
        StartNpr("The Hive", 400, attitude="Hostile, Xenophobic", pace="fast", home_step="5X55"),
        StartNpr("Wasps", 300, attitude="Neutral", pace="steady"),
    )
    assert (plan_lines(after.plan), await world_of_letters(open_)) == before


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ({"name": ""}, "looks like a seat's name"),
        ({"name": "Gold"}, "looks like a seat's name"),
        ({"name": "the hive"}, "Two of your races are called"),
        ({"name": "**Boo**"}, "cannot hold"),
        ({"name": "x" * 41}, "at most 40 ordinary characters"),
        ({"name": "Wasps", "gross": "-5"}, "not a whole number from 1 to 1000000"),
        ({"name": "Wasps", "gross": "many"}, "not a whole number from 1 to 1000000"),
        ({"name": "Wasps", "attitude": "Grumpy"}, "`Grumpy` is not an attitude; they are Pacifism"),
        ({"name": "Wasps", "pace": "warp"}, "slow, steady, fast, not `warp`"),
        ({"name": "Wasps", "step": "55Y5"}, "not a STEP code"),
    ],
)
async def test_a_race_that_cannot_be_is_refused_in_a_sentence(open_: Open, answers: dict[str, str], why: str) -> None:
    held = await change_plan(open_.services, open_.gm, lambda p: put_other(p, "", {"name": "The Hive"}), "others")
    with pytest.raises(GameError, match=why):
        await change_plan(open_.services, open_.gm, lambda p: put_other(p, "", answers), "others")
    assert (await open_.now()).plan == held.plan


async def test_a_race_of_the_plan_is_changed_and_dropped_and_placement_is_one_of_three(open_: Open) -> None:
    await change_plan(open_.services, open_.gm, lambda p: put_other(p, "", {"name": "The Hive"}), "others")
    changed = await change_plan(
        open_.services, open_.gm, lambda p: put_other(p, "the-hive", {"name": "The Swarm", "gross": "90"}), "others"
    )
    assert [(other.name, other.gross) for other in changed.plan.others] == [("The Swarm", 90)]
    with pytest.raises(GameError, match="no longer in the plan"):
        await change_plan(open_.services, open_.gm, lambda p: put_other(p, "the-hive", {"name": "Ants"}), "others")
    with pytest.raises(GameError, match="spread, corners, gaps, near, not `randomly`"):
        await change_plan(open_.services, open_.gm, lambda p: set_placement(p, "randomly"), "placement")
    assert homes_advice(set_placement(changed.plan, "gaps")) == ()
    dropped = await change_plan(open_.services, open_.gm, lambda p: drop_others(p, ["the-swarm"]), "others")
    assert dropped.plan.others == ()
    assert "you run none" in homes_advice(set_placement(dropped.plan, "gaps"))[0].text


@pytest.mark.rule("CW-19.0-14")
@pytest.mark.parametrize("method", ["spread", "corners", "gaps", "near"])
async def test_a_cluster_is_made_by_the_placement_of_its_plan(open_: Open, method: str) -> None:
    def planned(plan: FoundingPlan) -> FoundingPlan:
        plan = put_other(set_placement(plan, method), "", {"name": "Zzyx", "step": "5555"})
        return put_other(plan, "", {"name": "Wasps"})

    await change_plan(open_.services, open_.gm, planned, "homes")
    await open_.approved(open_.anna, "Humans")
    await open_.approved(open_.dora, "Vermin")
    await make_cluster(open_.services, open_.gm)
    await turns.open_first(open_.services, open_.gm)
    whole = await side_views.view(open_.services, open_.gm)
    assert sorted(whole.nprs) == ["wasps", "zzyx"]
    homes = [side.home for side in whole.sides.values()]
    theirs = [npr.home for npr in whole.nprs.values()]
    assert len({*homes, *theirs}) == 4
    edge = sum(corner_distance(whole, home) for home in homes)
    rivals = sum(corner_distance(whole, home) for home in theirs)
    if method == "corners":
        assert edge < rivals
    zzyx = whole.nprs["zzyx"]
    assert "5555" in [body.step for body in whole.systems[zzyx.home].bodies]
    for seat in (open_.anna, open_.dora):
        seen = await side_views.view(open_.services, seat)
        assert (seen.nprs, seen.others) == ({}, {})
        assert not any(name in repr(seen) for name in ("Zzyx", "zzyx", "Wasps"))


def corner_distance(view: View, hex_: str) -> int:
    """How far a hex is from the nearest corner, in columns and rows together."""
    column, row = int(hex_[:2]), int(hex_[2:])
    return min(column - 1, view.columns - column) + min(row - 1, view.rows - row)


async def world_of_letters(open_: Open) -> list[Letter]:
    """All letters of the game."""
    async with open_.services.storage.reading() as tx:
        return [letter_of(row) for row in await outbox.of_game(tx, open_.id)]


async def test_a_players_race_and_the_game_masters_cannot_share_a_name(open_: Open) -> None:
    await change_plan(open_.services, open_.gm, lambda p: put_other(p, "", {"name": "Vermin"}), "others")
    await open_.approved(open_.anna, "Humans")
    await open_.approved(open_.dora, "Vermin")
    with pytest.raises(GameError, match="both called Vermin; rename yours"):
        await make_cluster(open_.services, open_.gm)


async def test_everything_survives_a_restart(storage: Storage, where: Path) -> None:
    open_ = await new_open(storage)
    await races.change_race(open_.services, open_.dora, custom_race, "all of it")
    await races.submit(open_.services, open_.dora)
    before = (await open_.now(), await races.all_races(open_.services, open_.gm))
    async with await Storage.open(where) as again:
        services, _, _ = services_on(again)
        assert (await founding(services, open_.id), await races.all_races(services, open_.gm)) == before


async def test_a_ready_scenario_has_no_plan_and_no_races(storage: Storage) -> None:
    from tests.umpire.world import new_world  # noqa: PLC0415 # a duel takes a while to roll

    world = await new_world(storage, begin=False)
    with pytest.raises(WrongPhaseError, match="ready scenario"):
        await founding(world.services, world.id)
    with pytest.raises(WrongPhaseError, match="ready scenario"):
        await races.my_race(world.services, world.anna)


async def test_what_cannot_be_founded_is_refused_in_words(storage: Storage) -> None:
    services, _, _ = services_on(storage)

    async def found(name: str, plan: FoundingPlan) -> None:
        await found_game(services, NewGame(SYSTEM, GUILD, CHANNEL, name, GM), plan)

    for name, plan, said in (
        ("@all", FoundingPlan(), "cannot hold"),
        ("Dawn", FoundingPlan(seats=11), "2 to 10 seats"),
        ("Dawn", FoundingPlan(across=4), "5 to 10 sectors"),
        ("Dawn", FoundingPlan(level="Stone age"), "begins at Pre-FTL"),
        ("Dawn", FoundingPlan(barred=("Broom",)), "no drive `Broom`"),
        ("Dawn", FoundingPlan(overrides={"CW-TAB-NONE/1/2": "3"}), "names no table"),
        ("Dawn", FoundingPlan(switches={"gravity": "off"}), "no switch"),
    ):
        with pytest.raises(GameError, match=said):
            await found(name, plan)
    await found("Dawn", FoundingPlan())
    with pytest.raises(GameError, match="being played in this channel"):
        await found("Dusk", FoundingPlan())
    assert len(await games.games_of(services, GUILD, SYSTEM)) == 1
    assert from_document(FoundingPlan, {"seats": 3}).seats == 3
