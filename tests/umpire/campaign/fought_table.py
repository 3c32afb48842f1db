"""Fleets of two that meet, and whose players fight: the campaign waits, and the tactical game is theirs."""

from collections.abc import Collection, Sequence

from rules.cluster_war.chapters.combat.battle_amendments import SetBattles
from rules.cluster_war.chapters.combat.battle_orders import SetEngagement
from rules.cluster_war.chapters.logistics.amendments import PlaceFleet
from storage import battles, games
from storage.battles import BattleRow
from storage.games import GameRow
from tests.umpire.sweeping import sweep
from tests.umpire.world import ANNA, DORA, World
from umpire.battle import plots
from umpire.campaign.fought.start import battles_to_start, open_tactical_game, prepare
from umpire.campaign.gm import rulings
from umpire.campaign.sheets import orders
from umpire.campaign.views import side_views
from umpire.games.seat import Seat
from umpire.services.services import Services

THREAD = 7700


async def meet(
    world: World,
    turn: int = 1,
    fleets_of: Collection[str] = ("humans", "dominators"),
    places: Sequence[str] = ("0101",),
) -> None:
    """Both sides' fleets are in one deep hex, or in several by turns; the dominators attack, and the turn waits."""
    at = dict.fromkeys(fleets_of, 0)
    await rulings.amend(world.services, world.gm, SetBattles("fought"), "War")
    for fleet, seen in (await side_views.view(world.services, world.gm)).fleets.items():
        if seen.side not in fleets_of:
            continue
        await rulings.amend(world.services, world.gm, PlaceFleet(fleet, places[at[seen.side] % len(places)]), "A rift")
        at[seen.side] += 1
    await orders.enter(world.services, world.anna, [SetEngagement("", "defend", 40)])
    await orders.enter(world.services, world.dora, [SetEngagement("", "attack", 40)])
    await world.advance(turn)


async def open_all(services: Services, thread: int = THREAD) -> list[str]:
    """What the keeper of threads does: a tactical game for each battle that waits for one."""
    made = []
    for at, wanted in enumerate(await battles_to_start(services)):
        ready = await prepare(services, wanted)
        if ready is not None:
            made.append(await open_tactical_game(services, ready, thread + at))
    return made


async def row_of(services: Services, game: str) -> GameRow:
    """A game's row."""
    async with services.storage.reading() as tx:
        found = await games.find(tx, game)
    assert found is not None
    return found


async def battle_rows(world: World, revision: int = 1) -> tuple[BattleRow, ...]:
    """The battles of a revision."""
    async with world.services.storage.reading() as tx:
        return await battles.of_revision(tx, world.id, revision)


def captains(services: Services, tactical: GameRow) -> list[Seat]:
    """The seats of both captains in their tactical game."""
    users = {"humans": ANNA, "dominators": DORA}
    of = tactical.scenario["part_of"]["captains"]
    return [Seat(tactical.id, camp, users[side]) for camp, side in of.items()]


async def give_up(services: Services, seat: Seat) -> None:
    """A captain gives the tactical game up; nobody else need do anything."""
    await plots.concede(services, seat, await plots.sight(services, seat.game_id, seat.side), "")


async def fight_out(services: Services, tactical: str, loser: str = "humans") -> None:
    """The loser gives the tactical game up where it stands, and so it is over."""
    row = await row_of(services, tactical)
    link = row.scenario["part_of"]["captains"]
    await give_up(services, next(seat for seat in captains(services, row) if link[seat.side] == loser))
    await sweep(services)
