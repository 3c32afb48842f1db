"""Battles of four empires: two fights in one hex, and who of the others may look on (rulings R-100 and R-211)."""

from pathlib import Path

import pytest

from rules.cluster_war.chapters.combat.battle_amendments import SetBattles
from rules.cluster_war.chapters.combat.battle_orders import SetEngagement
from rules.cluster_war.chapters.diplomacy.amendments import SetPeace
from rules.cluster_war.chapters.logistics.amendments import PlaceFleet
from rules.cluster_war.turn.setup.scenario import load_scenario
from storage import outbox
from storage.db import Storage
from tests.umpire.campaign.fought_table import battle_rows, fight_out, open_all, row_of
from tests.umpire.sweeping import sweep
from tests.umpire.world import ANNA, DORA, GM, ROOT, World, new_world
from umpire.battle.plots import sight
from umpire.campaign.fought.rooms import current_threads, rooms
from umpire.campaign.gm import rulings
from umpire.campaign.sheets import orders
from umpire.campaign.views import side_views
from umpire.games import games, seats
from umpire.games.seat import Seat
from umpire.outbox.outbox import LINK_ACTION, letter_of

FOUR = load_scenario(ROOT / "scenarios" / "four_empires.toml")
ATTACK = SetEngagement("", "attack", 40)


async def four(storage: Storage) -> tuple[World, dict[str, int]]:
    """A campaign of four empires with all its players, by side."""
    world = await new_world(storage, scenario=FOUR)
    players = {"humans": ANNA, "dominators": DORA}
    for user, side in enumerate(sorted({flag.id for flag in world.game.sides} - set(players)), 70):
        await seats.take(world.services, world.id, user, side)
        players[side] = user
    await rulings.amend(world.services, world.gm, SetBattles("fought"), "War")
    return world, players


async def gather(world: World, *sides: str) -> None:
    """A fleet of each of these sides is in one deep hex, the others keep away."""
    placed: set[str] = set()
    for fleet, seen in (await side_views.view(world.services, world.gm)).fleets.items():
        if seen.side in sides and seen.side not in placed:
            placed.add(seen.side)
            await rulings.amend(world.services, world.gm, PlaceFleet(fleet, "0101"), "A rift")


async def peace(world: World, one: str, other: str) -> None:
    await rulings.amend(world.services, world.gm, SetPeace(one, other, at_peace=True), "Friends")


@pytest.mark.rule("CW-9.0-01", "CW-9.0-02")
async def test_two_fights_in_one_hex_each_get_a_tactical_game(tmp_path: Path) -> None:
    async with await Storage.open(tmp_path / "two.db") as storage:
        world, players = await four(storage)
        third, fourth = sorted(set(players) - {"humans", "dominators"})
        await gather(world, *players)
        for one in ("humans", "dominators"):
            for other in (third, fourth):
                await peace(world, one, other)
        for side, user in players.items():
            await orders.enter(world.services, Seat(world.id, side, user), [ATTACK])
        await world.advance(1)
        found = await battle_rows(world)
        assert [(row.battle, row.fight.sides) for row in found] == [
            ("1/0101/1", ("dominators", "humans")),
            ("1/0101/2", (third, fourth)),
        ]
        first, second = await open_all(world.services)
        held = [
            set((await row_of(world.services, tactical)).scenario["part_of"]["captains"].values())
            for tactical in (first, second)
        ]
        assert held == [{"humans", "dominators"}, {third, fourth}]
        assert await current_threads(world.services, world.id, "humans") == (7700,)
        assert await current_threads(world.services, world.id, third) == (7701,)
        await fight_out(world.services, first)
        await sweep(world.services)
        assert [row.state for row in await battle_rows(world)][:2] == ["settled", "waiting"]
        assert (await games.get_game(world.services, world.id)).turn_state == "battles"


async def test_who_may_look_on_at_a_battle_is_the_campaigns_word(tmp_path: Path) -> None:
    async with await Storage.open(tmp_path / "looking.db") as storage:
        world, players = await four(storage)
        friend, stranger = sorted(set(players) - {"humans", "dominators"})
        await gather(world, "humans", "dominators")
        for side in ("humans", "dominators"):
            await peace(world, friend, side)
        await peace(world, stranger, "humans")
        await orders.enter(world.services, world.dora, [ATTACK])
        await world.advance(1)
        (tactical,) = await open_all(world.services)

        async def inside() -> set[int]:
            await sweep(world.services)
            (room,) = await rooms(world.services)
            return set(room.holders)

        fighters = {GM, ANNA, DORA}
        assert await inside() == fighters, "nobody, unless the campaign says otherwise"
        await world.options(spectators="at-peace")
        assert await inside() == fighters | {players[friend]}, "at peace with one of them is not enough"
        await world.options(spectators="everybody")
        assert await inside() == fighters | {players[friend], players[stranger]}
        await world.options(spectators="nobody")
        assert await inside() == fighters
        seen = await sight(world.services, tactical, "")
        assert (seen.view.known.crews, seen.view.known.standing, dict(seen.view.known.salts)) == (None, None, {})
        assert dict(seen.view.known.stances) == {}
        assert await current_threads(world.services, world.id, friend) == (), "their own dashboard stays as it was"


async def test_captains_are_told_who_looks_on_and_have_a_button_to_the_thread(tmp_path: Path) -> None:
    async with await Storage.open(tmp_path / "told.db") as storage:
        world, _ = await four(storage)
        await world.options(spectators="at-peace")
        await gather(world, "humans", "dominators")
        await orders.enter(world.services, world.dora, [ATTACK])
        await world.advance(1)
        (tactical,) = await open_all(world.services)
        row = await row_of(world.services, tactical)
        async with world.services.storage.reading() as tx:
            said = [letter_of(one) for one in await outbox.of_game(tx, tactical)]
        assert "Players of empires that are at peace with all who fight here may look on." in said[0].text
        told = [one for one in await world.letters() if "is fought now" in one.text]
        assert {one.side for one in told} == {"humans", "dominators"}
        for one in told:
            ((action, rest),) = [(button.action, button.rest) for button in one.buttons]
            assert (action, rest) == (LINK_ACTION, f"{row.guild_id}/{row.channel_id}")
            assert "withdraw at a loss of 40 %" in one.text or one.side == "humans"
