"""Squadrons: kept once, held by one, in one battle at a time, home once; whatever is refused changes nothing."""

import asyncio
from collections.abc import Awaitable

import pytest

from rules.pentagon_war.campaign import Squadron, fuel_craft
from rules.pentagon_war.geometry import BATTLE_MAP
from rules.pentagon_war.shipyard.pricing import boxes_left
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.setup_changes import empty_battle, without_craft
from rules.pentagon_war.units import Velocity
from rules.values import GameError, NotYoursError, WrongPhaseError, changed
from storage import games as game_rows
from storage import people
from storage.codec import unpack
from tests.umpire.sweeping import sweep
from tests.umpire.tactical_table import HOST, PLACE, X, Y, begun, create_battle, host, near, play_on, plot, scenario
from umpire.battle import plots, setup, squadrons
from umpire.battle.codec import BATTLE_CODEC
from umpire.battle.squadrons import KeptSquadron, StartPosition
from umpire.capsules import capsule_commands
from umpire.games import seats
from umpire.games.games import PART_OF
from umpire.games.seat import Seat
from umpire.services.services import Services
from umpire.tactical import course, player_actions
from umpire.tactical.undo import ask

GUILD, OTHER = PLACE["guild_id"], 2
SPOT = StartPosition(BATTLE_MAP.parse("1520"), 0, Velocity())


def hurt(battle: Battle) -> Battle:
    """The duel at close range, the first craft without its screens and two tanks empty."""
    close = near(battle)
    first = next(iter(close.craft.values()))
    worn = changed(first, screens=0, tanks_full=first.tanks_full - 1, tanks_empty=1)
    return changed(close, craft={**close.craft, first.id: worn})


async def conceded(services: Services, game: str, held: list[Seat]) -> None:
    """The second captain gives up, and the battle is over."""
    await plots.concede(services, held[1], await plots.sight(services, game, held[1].side), "")
    await sweep(services)


async def won(services: Services) -> tuple[str, list[Seat]]:
    """A duel that X has won at once."""
    game, held = await begun(services, X, Y, battle=hurt(scenario()))
    await conceded(services, game, held)
    return game, held


async def mine(services: Services) -> KeptSquadron:
    """X's only squadron."""
    return await squadrons.find(services, GUILD, X, "")


async def refused(kind: type[GameError], said: str, attempt: Awaitable[object]) -> None:
    """It is refused in a sentence with these words."""
    with pytest.raises(kind) as told:
        await attempt
    assert said in str(told.value)


async def waiting(services: Services, channel: int = 950) -> str:
    """A free battle that is being set up; X and Y have its sides."""
    made = await create_battle(
        services, guild_id=GUILD, channel_id=channel, name=f"Next {channel}", host=HOST,
        battle=changed(empty_battle({"P": "P", "Q": "Q"}, "Next", 0), options=scenario().options),
    )  # fmt: skip
    await seats.take(services, made.id, X, "P")
    await seats.take(services, made.id, Y, "Q")
    return made.id


async def bring(services: Services, game: str, user: int = X, side: str = "P", guild: int = GUILD) -> Battle:
    """X's squadron into a set-up."""
    kept = await mine(services)
    return (await squadrons.bring_squadron(services, guild, user, kept.id, game, side, SPOT))[1]


async def test_survivors_are_kept_once_however_often_it_is_asked(services: Services) -> None:
    game, _ = await won(services)
    first, second = await asyncio.gather(
        *(squadrons.keep_squadron(services, game, X, "S", "Old Guard") for _ in range(2))
    )
    assert first == second == await mine(services)
    assert (first.name, [craft.id for craft in first.squadron.craft]) == ("Old Guard", ["S1"])
    assert first.squadron.craft[0].screens == 0
    renamed = await squadrons.keep_squadron(services, game, X, "S", "New Guard")
    assert (renamed.id, renamed.name) == (first.id, "New Guard")
    assert await squadrons.list_squadrons(services, GUILD, X) == (renamed,)


async def test_only_who_commanded_a_side_keeps_its_survivors_and_the_host_those_of_nobody(services: Services) -> None:
    game, _ = await won(services)
    await refused(NotYoursError, "Only who commanded", squadrons.keepable(services, game, 999))
    await refused(NotYoursError, "Only who commanded that side", squadrons.keep_squadron(services, game, X, "A"))
    await refused(NotYoursError, "Only who commanded", squadrons.keep_squadron(services, game, HOST, "S"))
    assert await squadrons.keepable(services, game, X) == (("S", "Sol"),)
    alone, held = await begun(services, X, battle=changed(hurt(scenario()), title="Alone"))
    await play_on(services, held, 40)
    assert [side for side, _ in await squadrons.keepable(services, alone, HOST)] == ["A"]


async def test_nothing_is_kept_of_what_goes_on_was_ended_or_belongs_elsewhere(services: Services) -> None:
    game, held = await begun(services, X, Y)
    await refused(WrongPhaseError, "while the battle goes on", squadrons.keep_squadron(services, game, X, "S"))
    await course.abandon(services, host(game), "Bedtime")
    await refused(WrongPhaseError, "by its host's word", squadrons.keep_squadron(services, game, X, "S"))
    over, _ = await won(services)
    copy = await capsule_commands.import_capsule(
        services, await capsule_commands.export_capsule(services, over), guild_id=GUILD, channel_id=970,
        gm_user_id=HOST, keep_players=True,
    )  # fmt: skip
    await refused(WrongPhaseError, "a copy", squadrons.keep_squadron(services, copy.id, HOST, "S"))
    assert held


async def test_a_campaigns_battle_gives_its_craft_back_to_the_campaign(services: Services) -> None:
    game, _ = await won(services)
    async with services.storage.transaction() as tx:
        row = await game_rows.find(tx, game)
        assert row is not None
        scenario_ = {**row.scenario, PART_OF: {"tactical": game}}
        await game_rows.bump(tx, game, row.version, scenario=scenario_)
    await refused(WrongPhaseError, "belongs to a campaign", squadrons.keep_squadron(services, game, X, "S"))


async def test_a_squadron_is_its_holders_alone(services: Services) -> None:
    game, _ = await won(services)
    kept = await squadrons.keep_squadron(services, game, X, "S")
    for guild, user in ((GUILD, Y), (GUILD, HOST), (OTHER, X)):
        assert await squadrons.list_squadrons(services, guild, user) == ()
        change = squadrons.change_squadron(services, guild, user, kept.id, kept.version, lambda squadron: squadron)
        await refused(NotYoursError, "not yours", change)
    there = await waiting(services)
    await refused(NotYoursError, "not yours", bring(services, there, user=Y, side="Q"))
    await refused(NotYoursError, "/battle join first", bring(services, there, side="Q"))
    assert (await setup.load_set_up(services, there)).craft == {}


async def test_a_press_that_comes_twice_does_its_work_once(services: Services) -> None:
    game, _ = await won(services)
    kept = await squadrons.keep_squadron(services, game, X, "S")

    def fuel(squadron: Squadron) -> Squadron:
        return fuel_craft(squadron, ["S1"])

    after = await squadrons.change_squadron(services, GUILD, X, kept.id, kept.version, fuel)
    assert after.squadron.refuelled == {"S1": 1}
    again = squadrons.change_squadron(services, GUILD, X, kept.id, kept.version, lambda squadron: squadron)
    await refused(WrongPhaseError, "has changed since", again)
    assert await mine(services) == after


async def test_a_squadron_fights_in_one_battle_with_its_damage_and_is_out_of_reach_meanwhile(
    services: Services,
) -> None:
    game, _ = await won(services)
    before = await squadrons.keep_squadron(services, game, X, "S")
    first, second = await waiting(services), await waiting(services, 951)
    battle = await bring(services, first)
    (craft,) = battle.craft.values()
    assert (craft.id, craft.side, craft.screens, craft.tanks_empty) == ("P1", "P", 0, 1)
    assert boxes_left(craft) == boxes_left(before.squadron.craft[0])
    await refused(WrongPhaseError, "is in **Next 950** already", bring(services, second))
    kept = await mine(services)
    assert (kept.game, kept.begun) == (first, False)
    work = squadrons.change_squadron(services, GUILD, X, kept.id, kept.version, lambda squadron: squadron)
    await refused(WrongPhaseError, "is in **Next 950**", work)
    await refused(GameError, "is in this battle already", bring(services, first))
    back = await squadrons.take_back(services, GUILD, X, kept.id, kept.version)
    assert (back.game, back.squadron) == ("", before.squadron)
    assert (await setup.load_set_up(services, first)).craft == {}
    assert len((await bring(services, second)).craft) == 1


async def test_the_host_sends_a_squadron_back_by_taking_its_craft_off(services: Services) -> None:
    game, _ = await won(services)
    before = await squadrons.keep_squadron(services, game, X, "S")
    there = await waiting(services)
    await bring(services, there)
    await setup.change_set_up(services, host(there), lambda made: without_craft(made, "P1"))
    home = await mine(services)
    assert (home.game, home.squadron) == ("", before.squadron)


async def next_battle(services: Services, apart: int = 6) -> tuple[str, list[Seat]]:
    """X's squadron so many hexes from a craft that the host has put on Y's side; begun."""
    there = await waiting(services)
    await bring(services, there)
    enemy = scenario().craft["A1"]
    placed = changed(enemy, id="Q1", side="Q", at=changed(SPOT.at, r=SPOT.at.r - apart))
    await setup.change_set_up(services, host(there), lambda made: changed(made, craft={**made.craft, "Q1": placed}))
    await setup.begin(services, host(there))
    return there, [Seat(there, "P", X), Seat(there, "Q", Y)]


async def test_it_comes_home_once_from_a_battle_that_was_decided(services: Services) -> None:
    game, _ = await won(services)
    await squadrons.keep_squadron(services, game, X, "S")
    there, held = await next_battle(services)
    kept = await mine(services)
    await refused(WrongPhaseError, "has begun", squadrons.take_back(services, GUILD, X, kept.id, kept.version))
    for seat in held:
        await plot(services, seat, f"{seat.side}1", "fire all\nstance aggressive")
    await play_on(services, held)
    if (await player_actions.tactical_status(services, there)).case.game.status != "finished":
        await conceded(services, there, held)
    async with services.storage.reading() as tx:
        row = await game_rows.find(tx, there)
        assert row is not None
        last = await setup.read_set_up(tx, row)
    home, again = await asyncio.gather(mine(services), mine(services))
    assert home == again
    assert (home.game, [craft.id for craft in home.squadron.craft]) == ("", ["S1"])
    assert boxes_left(home.squadron.craft[0]) == boxes_left(last.craft["P1"])
    assert boxes_left(home.squadron.craft[0]) != boxes_left(kept.squadron.craft[0])  # it was fired at
    await refused(GameError, "is at dock again", squadrons.keep_squadron(services, there, X, "P"))
    assert len(await squadrons.list_squadrons(services, GUILD, X)) == 1
    capsule = await capsule_commands.export_capsule(services, held[0])
    found = await capsule_commands.verify(services, capsule)
    assert (found.differences, found.others) == ((), ())


async def test_a_turn_taken_back_or_a_battle_ended_leaves_it_as_it_went_in(services: Services) -> None:
    game, _ = await won(services)
    await squadrons.keep_squadron(services, game, X, "S")
    there, held = await next_battle(services, 60)
    kept = await mine(services)
    await play_on(services, held)
    assert (await ask(services, host(there), "Once more", 1)).done
    here = await player_actions.tactical_status(services, there)
    assert here.case.turn.turn == 1
    assert (await mine(services)).game == there
    assert (BATTLE_CODEC.read(unpack(here.case.packed)).enlisted or {}).keys() == {"P1"}
    await course.abandon(services, host(there), "The wrong evening")
    home = await mine(services)
    assert (home.game, home.squadron) == ("", kept.squadron)


async def test_a_squadron_that_was_let_go_is_not_kept_a_second_time(services: Services) -> None:
    game, _ = await won(services)
    kept = await squadrons.keep_squadron(services, game, X, "S")
    await squadrons.let_go(services, GUILD, X, kept.id, kept.version)
    assert await squadrons.list_squadrons(services, GUILD, X) == ()
    await refused(GameError, "kept already", squadrons.keep_squadron(services, game, X, "S"))
    await refused(NotYoursError, "You have no squadron", mine(services))


async def test_a_squadron_goes_with_its_holder_and_the_battle_goes_on(services: Services) -> None:
    game, _ = await won(services)
    await squadrons.keep_squadron(services, game, X, "S")
    there, held = await next_battle(services, 60)
    async with services.storage.transaction() as tx:
        assert await people.take_out_of_the_rest(tx, X) > 0
    assert await squadrons.list_squadrons(services, GUILD, X) == ()
    await play_on(services, held)
    assert (await player_actions.tactical_status(services, there)).case.turn.turn == 2


async def test_names_are_ones_own_and_can_be_shown(services: Services) -> None:
    game, _ = await won(services)
    await refused(GameError, "`name:` takes", squadrons.keep_squadron(services, game, X, "S", "<@1> `x`"))
    await squadrons.keep_squadron(services, game, X, "S", "Old Guard")
    second, held = await begun(services, X, Y, battle=hurt(scenario()))
    await conceded(services, second, held)
    await refused(GameError, "choose another name", squadrons.keep_squadron(services, second, X, "S", "old guard"))
    other = await squadrons.keep_squadron(services, second, X, "S")
    assert other.name == "Sol of Duel"
    await refused(GameError, "Say which squadron", mine(services))
    await refused(NotYoursError, "not one of your squadrons", squadrons.find(services, GUILD, X, "Third"))
    assert (await squadrons.find(services, GUILD, X, "OLD guard")).name == "Old Guard"
