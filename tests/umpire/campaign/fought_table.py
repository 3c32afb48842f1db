"""Fleets of two that meet, and whose players fight: the campaign waits, and the bout is theirs."""

from rules.cluster_war.combat.orders.engaging import SetEngagement
from rules.cluster_war.gm.battles import SetBattles
from rules.cluster_war.gm.ships import PlaceFleet
from storage import battles, games
from storage.battles import BattleRow
from storage.games import GameRow
from tests.umpire.world import ANNA, DORA, World
from umpire.campaign.fought.opening import open_bout, prepare, unmade
from umpire.campaign.gm import rulings
from umpire.campaign.sheets import orders
from umpire.campaign.views import side_views
from umpire.games.seat import Seat
from umpire.services.services import Services

THREAD = 7700


async def meet(world: World, turn: int = 1) -> None:
    """Both sides' fleets are in one deep hex, and the dominators attack; the turn is resolved and waits."""
    await rulings.amend(world.services, world.gm, SetBattles("fought"), "War")
    for fleet in (await side_views.view(world.services, world.gm)).fleets:
        await rulings.amend(world.services, world.gm, PlaceFleet(fleet, "0101"), "A rift")
    await orders.enter(world.services, world.anna, [SetEngagement("", "defend", 40)])
    await orders.enter(world.services, world.dora, [SetEngagement("", "attack", 40)])
    await world.advance(turn)


async def open_all(services: Services, thread: int = THREAD) -> list[str]:
    """What the keeper of threads does: a bout for each battle that waits for one."""
    made = []
    for at, wanted in enumerate(await unmade(services)):
        ready = await prepare(services, wanted)
        if ready is not None:
            made.append(await open_bout(services, ready, thread + at))
    return made


async def row_of(services: Services, game: str) -> GameRow:
    """A game's row."""
    async with services.storage.reading() as tx:
        found = await games.find(tx, game)
    assert found is not None
    return found


async def kept(world: World, opening: int = 1) -> tuple[BattleRow, ...]:
    """The battles of an opening."""
    async with world.services.storage.reading() as tx:
        return await battles.of_opening(tx, world.id, opening)


def captains(services: Services, bout: GameRow) -> list[Seat]:
    """The seats of both captains in their bout."""
    users = {"humans": ANNA, "dominators": DORA}
    of = bout.scenario["part_of"]["captains"]
    return [Seat(bout.id, camp, users[side]) for camp, side in of.items()]
