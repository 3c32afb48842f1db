"""A campaign from a ready-made scenario."""

from rules.cluster_war.setup.scenario import Scenario
from rules.dice import SEED_BYTES
from storage import games as rows
from storage import seats as seat_rows
from storage import snapshots, turns
from storage.codec import to_document
from storage.games import GameRow
from storage.seats import SeatRow
from storage.snapshots import SnapshotKey
from umpire.campaign.system_name import SYSTEM
from umpire.campaign.turn.adjudication import make_game
from umpire.games.audit import note
from umpire.games.games import DEFAULTS, Game, _load, check_channel, clean_name, making, new_id
from umpire.games.options import GameSettings, check_options
from umpire.games.schedule import check_schedule
from umpire.services.services import Services


async def create_game(
    services: Services,
    *,
    guild_id: int,
    channel_id: int,
    name: str,
    scenario: Scenario,
    gm_user_id: int,
    gm_role_id: int | None = None,
    settings: GameSettings = DEFAULTS,
) -> Game:
    """Make a game from a scenario: its map is rolled at once, its seats are open, its first turn is not.

    GameError: a bad name, schedule or option, or a channel where another game is still on.
    """
    title = clean_name(name)
    check_schedule(settings.schedule)
    check_options(settings.options)
    async with services.storage.reading() as tx:
        await check_channel(tx, guild_id, channel_id)
    seed = services.entropy(SEED_BYTES)
    packed = await services.workers.run(make_game, scenario, seed, urgent=True)
    now = services.seconds()
    async with services.storage.transaction() as tx:
        await check_channel(tx, guild_id, channel_id)
        game_id = await new_id(tx, services)
        await rows.add(
            tx,
            GameRow(
                id=game_id,
                guild_id=guild_id,
                channel_id=channel_id,
                name=title,
                system=SYSTEM,
                status="setup",
                version=1,
                opening=0,
                settings=to_document(settings),
                scenario=to_document(scenario),
                created_at=now,
                gm_role_id=gm_role_id,
            ),
        )
        await turns.add(tx, making(game_id, game_id, seed, now))
        await snapshots.add_packed(tx, SnapshotKey(game_id, 0, "start", 0), packed)
        await seat_rows.add(tx, SeatRow(game_id, "", 0, gm_user_id))
        for side in scenario.sides:
            await seat_rows.add(tx, SeatRow(game_id, side.id, 0, None))
        await note(tx, services, game_id, str(gm_user_id), "game.created", name=title, scenario=scenario.id)
        return await _load(tx, game_id)
