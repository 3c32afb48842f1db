"""While a turn waits for its battles, nothing that another side or the game master does about them reaches a player."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import pytest

from rules.cluster_war.chapters.combat.battle_amendments import SetBattle, SetBattles, SetDamage
from rules.cluster_war.chapters.combat.battle_orders import SetEngagement
from rules.cluster_war.chapters.logistics.amendments import CreateShips, PlaceFleet
from rules.values import changed
from storage.codec import encode_value
from storage.db import Storage
from tests.umpire.campaign.test_secrets import all_that_anna_gets
from tests.umpire.world import World, new_world
from umpire.campaign.gm import rulings
from umpire.campaign.sheets import orders
from umpire.campaign.turn import battle_outcomes
from umpire.campaign.views import side_views
from umpire.clock.dashboards import refresh_dashboards
from umpire.outbox.outbox import Letter

Act = Callable[[World], Awaitable[None]]
RIFT, BEYOND = "0101", "0505"


async def nothing(_: World) -> None:
    """Nobody does anything that is secret."""


async def her_manners(world: World) -> None:
    """Dora's orders for battle, in words too."""
    await orders.enter(
        world.services, world.dora, [SetEngagement("dominators-F1", "attack", 55, pursue=True, words="Spare none.")]
    )


async def his_terms(world: World) -> None:
    """The game master surprises Dora and gives her points that no player hears of."""
    terms = SetBattle(RIFT, "narrated", ("dominators",), {"dominators": 7}, ("dominators/FS01",))
    await rulings.amend(world.services, world.gm, terms, "An ambush")


async def her_wounds(world: World) -> None:
    """A ship of hers is hurt beforehand."""
    await rulings.amend(world.services, world.gm, SetDamage(("dominators/FS01",), loose=3), "Old age")


async def her_levy(world: World) -> None:
    """She gets ships where nobody looks."""
    await rulings.amend(world.services, world.gm, CreateShips("dominators", "FS", 3, "0909", "Fist of Night"), "A gift")


async def appointed(world: World) -> None:
    """A proxy commands for her, and the battle is put off, and once more."""
    battle = (await battle_outcomes.battles_of(world.services, world.gm)).battles[0].battle
    await battle_outcomes.appoint(world.services, world.gm, battle, {"dominators": "Uncle Bob"})
    await battle_outcomes.put_off(world.services, world.gm, battle, 99)
    await battle_outcomes.put_off(world.services, world.gm, battle, 0)


async def settled_first(world: World) -> None:
    """One of the two battles is settled; the turn still waits for the other."""
    found = await battle_outcomes.battles_of(world.services, world.gm)
    await battle_outcomes.settle(world.services, world.gm, found.battles[0].battle, "quick")
    assert (await battle_outcomes.battles_of(world.services, world.gm)).waits


BEFORE: Final[dict[str, Act]] = {
    "manners": her_manners,
    "terms": his_terms,
    "wounds": her_wounds,
    "levy": her_levy,
}
AMID: Final[dict[str, Act]] = {"appointed": appointed, "settled": settled_first}


async def story(where: Path, before: Act, amid: Act) -> list[object]:
    """Two fleets of each meet in two places; all that Anna gets before, while the turn waits, and after the game master was
    at work on its battles."""
    got: list[object] = []
    async with await Storage.open(where) as storage:
        world = await new_world(storage)
        await rulings.amend(world.services, world.gm, SetBattles("narrated"), "War")
        fleets = sorted((await side_views.view(world.services, world.gm)).fleets)
        for side, design in (("humans", "DD"), ("dominators", "FS")):
            first = next(key for key in fleets if key.startswith(side))
            await rulings.amend(world.services, world.gm, PlaceFleet(first, RIFT), "A rift")
            await rulings.amend(world.services, world.gm, CreateShips(side, design, 2, BEYOND), "A levy")
        await orders.enter(world.services, world.anna, [SetEngagement("", "attack", 40)])
        await before(world)
        got += await all_that_anna_gets(world)
        await world.advance(1)
        assert len((await battle_outcomes.battles_of(world.services, world.gm)).battles) == 2
        got += await all_that_anna_gets(world)
        await amid(world)
        await refresh_dashboards(world.services)
        got += await all_that_anna_gets(world)
        got.append(encode_value(await side_views.view(world.services, world.anna)))
    return got


def unstamped(got: object) -> object:
    """Letters without what says when a dashboard was looked at again: after any change of the game master's, whomever it
    concerns. What a dashboard shows is made from its holder's view when it is sent."""
    if isinstance(got, list):
        return [changed(one, stamp="") if isinstance(one, Letter) else one for one in got]
    return got


@pytest.mark.rule("CW-9.0-12", "CW-9.7-06")
@pytest.mark.parametrize("name", [*BEFORE, *AMID])
async def test_a_battle_that_is_waited_for_tells_a_player_nothing(tmp_path: Path, name: str) -> None:
    plain = await story(tmp_path / "plain.db", nothing, nothing)
    told = await story(tmp_path / "told.db", BEFORE.get(name, nothing), AMID.get(name, nothing))
    assert len(plain) == len(told) > 30
    for one, other in zip(plain, told, strict=True):
        assert unstamped(one) == unstamped(other)
