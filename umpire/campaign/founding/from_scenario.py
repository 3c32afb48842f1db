"""A campaign from a ready-made scenario."""

from rules.cluster_war.setup.scenario import Scenario
from rules.dice import SEED_BYTES
from storage.codec import to_document
from umpire.campaign.turn.adjudication import make_game
from umpire.games.games import Game, get_game
from umpire.games.new_game import Beginning, NewGame, check_new, create
from umpire.services.services import Services


async def create_game(services: Services, new: NewGame, scenario: Scenario) -> Game:
    """Make a game from a scenario: its map is rolled at once, its seats are open, its first turn is not.

    GameError: a bad name, schedule or option, or a channel where another game is still on.
    """
    async with services.storage.reading() as tx:
        await check_new(tx, new)
    seed = services.entropy(SEED_BYTES)
    packed = await services.workers.run(make_game, scenario, seed, urgent=True)
    begun = Beginning(seed, to_document(scenario), packed, {"scenario": scenario.id})
    async with services.storage.transaction() as tx:
        row = await create(tx, services, new, lambda _: begun)
    return await get_game(services, row.id)
