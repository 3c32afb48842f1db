"""A campaign from a ready-made scenario."""

from typing import Final

from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.turn.setup.scenario import Scenario
from rules.dice import SEED_BYTES
from storage.codec import to_document
from umpire.campaign.turn.adjudication import make_game, make_game_around
from umpire.games.games import Game, get_game
from umpire.games.new_game import Beginning, NewGame, check_new, create
from umpire.services.services import Services

SEEDS: Final = 12
"""So many maps are looked at for one in which a side begins in the midst of the others."""


async def create_game(services: Services, new: NewGame, scenario: Scenario, *, amid: SideId = "") -> Game:
    """Make a game from a scenario: its map is rolled at once, its seats are open, its first turn is not. A side that is to begin
    `amid` the others does, if one of some maps has it so.

    GameError: a bad name, schedule or option, or a channel where another game is still on.
    """
    async with services.storage.reading() as tx:
        await check_new(tx, new)
    if amid:
        seeds = tuple(services.entropy(SEED_BYTES) for _ in range(SEEDS))
        seed, packed = await services.workers.run(make_game_around, scenario, seeds, amid, urgent=True)
    else:
        seed = services.entropy(SEED_BYTES)
        packed = await services.workers.run(make_game, scenario, seed, urgent=True)
    begun = Beginning(seed, to_document(scenario), packed, {"scenario": scenario.id})
    async with services.storage.transaction() as tx:
        row = await create(tx, services, new, lambda _: begun)
    return await get_game(services, row.id)
